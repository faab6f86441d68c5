"""At a table with secrets everybody gets what is theirs, and nobody anything else."""

from __future__ import annotations

import json
from random import Random
from typing import Any

import pytest

import cardgames

from .serving import Client, Message

NEEDS_OWNER: list[tuple[str, dict[str, Any]]] = [
    ("position", {}),
    ("history", {}),
    ("undo", {}),
    ("save", {}),
    ("close", {}),
]
NEEDS_SEAT: list[tuple[str, dict[str, Any]]] = [
    ("view", {"seat": 1}),
    ("legal", {"seat": 1}),
    ("apply", {"seat": 1, "action": "keep 1"}),
    ("apply", {"seat": 1, "action": "keep 3"}),
    ("apply", {"seat": 1, "action": 10**6}),
    ("bot_move", {"seat": 1, "bot": "greedy"}),
    ("bot_move", {"seat": 1, "bot": "no bot"}),
    ("analyse", {"seat": 1, "simulations": 5}),
    ("analyse", {"seat": 1, "simulations": 10**9}),
    ("history", {"seat": 1}),
]


@pytest.fixture
def client() -> Client:
    return Client()


@pytest.fixture
def opened(client: Client) -> Message:
    """Wine Cellar, in which all choose a client at first."""
    return client.ask("new", game="wine_cellar", seed=1, secrets=True)


def wrong_secrets(opened: Message) -> list[str | None]:
    own = opened["secrets"]["seats"][1]
    return [None, "", "x", "ä", own[:-1], own + "x", own.swapcase(), opened["secrets"]["seats"][0]]


def test_secrets_are_told_once_and_are_all_different(client: Client, opened: Message) -> None:
    keys = opened["secrets"]
    assert len({keys["owner"], *keys["seats"], opened["table"]}) == 6
    assert min(map(len, (keys["owner"], *keys["seats"]))) >= 32
    state = client.ask("state", table=opened["table"])
    assert state["secured"]
    assert "secrets" not in state
    other = client.ask("new", game="wine_cellar", seed=1, secrets=True)
    assert {keys["owner"], *keys["seats"]}.isdisjoint(
        {other["secrets"]["owner"], *other["secrets"]["seats"]}
    )


def test_a_table_with_secrets_is_not_listed(client: Client, opened: Message) -> None:
    open_table = client.new("triplets")
    assert client.ask("tables")["tables"] == [open_table] == ["t1"]
    assert len(opened["table"]) >= 16


@pytest.mark.parametrize(("type", "fields"), NEEDS_OWNER)
def test_what_shows_or_changes_everything_needs_the_owner(
    client: Client, opened: Message, type: str, fields: dict[str, Any]
) -> None:
    table = opened["table"]
    client.ask("apply", table=table, seat=1, action="keep 1", secret=opened["secrets"]["owner"])
    seats = opened["secrets"]["seats"]
    messages = {
        client.refuse("forbidden", type, table=table, secret=secret, **fields)
        for secret in (*wrong_secrets(opened), *seats)
    }
    assert len(messages) == 1
    client.ask(type, table=table, secret=opened["secrets"]["owner"], **fields)


@pytest.mark.parametrize(("type", "fields"), NEEDS_SEAT)
def test_what_a_seat_knows_or_does_needs_its_secret(
    client: Client, opened: Message, type: str, fields: dict[str, Any]
) -> None:
    """Without it nothing is said of what was asked, not even whether it could be."""
    messages = {
        client.refuse("forbidden", type, table=opened["table"], secret=secret, **fields)
        for secret in wrong_secrets(opened)
    }
    assert messages == {"this needs the secret of seat 1, or the owner's"}
    for secret in (opened["secrets"]["seats"][1], opened["secrets"]["owner"]):
        reply = client.send(type, table=opened["table"], secret=secret, **fields)
        assert reply["type"] != "error" or reply["error"]["code"] != "forbidden"


def test_without_a_seat_the_secret_of_the_one_to_act_is_needed(client: Client) -> None:
    opened = client.ask("new", game="triplets", seed=1, secrets=True)
    (seat,) = opened["to_act"]
    table, seats = opened["table"], opened["secrets"]["seats"]
    for type, fields in (("legal", {}), ("apply", {"action": "3"}), ("analyse", {})):
        for other in range(4):
            if other != seat:
                client.refuse("forbidden", type, table=table, secret=seats[other], **fields)
        client.ask(type, table=table, secret=seats[seat], **fields)
        (seat,) = client.ask("state", table=table)["to_act"]


def test_everybody_may_see_what_everybody_knows(client: Client, opened: Message) -> None:
    table = opened["table"]
    assert client.ask("state", table=table)["to_act"] == [0, 1, 2, 3]
    view = client.ask("view", table=table, seat="spectator")["view"]
    assert view["hands"] == [None] * 4
    assert client.ask("history", table=table, seat="spectator")["actions"] == []


def test_a_choice_is_told_to_no_other_seat_before_all_are_in(
    client: Client, opened: Message
) -> None:
    table, seats = opened["table"], opened["secrets"]["seats"]
    client.ask("apply", table=table, seat=1, action="keep 2", secret=seats[1])
    for seat in (0, 2, 3, "spectator"):
        secret = None if seat == "spectator" else seats[int(seat)]
        (told,) = client.ask("history", table=table, seat=seat, secret=secret)["actions"]
        assert told == {"seat": 1, "action": None, "word": None}
    (told,) = client.ask("history", table=table, seat=1, secret=seats[1])["actions"]
    assert told["word"] == "keep 2"
    again = client.refuse(
        "bad_seat", "apply", table=table, seat=1, action="keep 1", secret=seats[1]
    )
    assert "keep" not in again
    assert "keep" not in json.dumps(client.ask("state", table=table))


def test_the_history_of_a_game_loaded_within_a_phase_hides_the_last_choice(
    client: Client,
) -> None:
    """Nobody could tell otherwise that three others have already chosen."""
    table = client.new("wine_cellar", seed=1)
    for seat in (0, 1, 2):
        client.ask("apply", table=table, seat=seat, action="keep 1")
    position = client.ask("position", table=table)["position"]
    loaded = client.ask("load", position=position, secrets=True)
    owner = loaded["secrets"]["owner"]
    client.ask("apply", table=loaded["table"], seat=3, action="keep 2", secret=owner)
    (told,) = client.ask("history", table=loaded["table"], seat="spectator")["actions"]
    assert told["word"] is None


def test_neither_secrets_nor_seed_get_into_what_is_told(client: Client) -> None:
    """In all replies of a whole game, those to the owner aside."""
    opened = client.ask(
        "new", game="bottle_imp(rounds=1)", seed="1234567890123456789", secrets=True
    )
    table, seats = opened["table"], opened["secrets"]["seats"]
    keys = [opened["secrets"]["owner"], *seats, "1234567890123456789", "0x"]
    told: list[Message] = []
    state = opened
    random = Random(1)
    while not state["terminal"]:
        seat = random.choice(state["to_act"])
        state = client.ask("bot_move", table=table, seat=seat, bot="random", secret=seats[seat])
        told.append(state)
        for fields in ({"seat": seat, "secret": seats[seat]}, {"seat": "spectator"}):
            told.append(client.ask("view", table=table, text=True, svg=True, **fields))
            told.append(client.ask("history", table=table, **fields))
        legal = client.ask("legal", table=table, seat=seat, secret=seats[seat], info=True)
        told.append(legal)
        words = [action["word"] for action in legal["actions"]]  # the seat may be to act again
        illegal = next(str(card) for card in range(1, 37) if str(card) not in words)
        told.append(
            client.send("apply", table=table, seat=seat, action=illegal, secret=seats[seat])
        )
        assert told[-1]["type"] == "error"
        told.append(client.send("position", table=table, secret=seats[seat]))
    text = json.dumps(told).replace(table, "")  # a name by chance may have "0x" in it
    assert len(told) > 100
    assert not [key for key in keys if key in text]


@pytest.mark.parametrize("rng", [{"rng": None}, {}], ids=["null", "missing"])
@pytest.mark.parametrize("by", ["position", "record"])
def test_a_position_without_a_generator_gets_one_that_cannot_be_known(
    client: Client, by: str, rng: Message
) -> None:
    """Else whoever knows all cards could deal the next ones."""
    table = client.new("triplets", seed=1)
    position = client.ask("position", table=table)["position"]
    del position["rng"]
    position |= rng
    record = client.ask("save", table=table)["record"] | {"seed": None, "start": position}
    beginning = {"position": position, "record": record}[by]

    def generators(secrets: bool) -> set[str]:
        found: set[str] = set()
        for _ in range(3):
            loaded = client.ask("load", **{by: beginning}, secrets=secrets)
            owner = loaded["secrets"]["owner"] if secrets else None
            reply = client.ask("position", table=loaded["table"], secret=owner)
            found.add(str(reply["position"]["rng"]))
        return found

    assert len(generators(False)) == 1
    assert len(generators(True)) == 3


@pytest.mark.parametrize("by", ["position", "record"])
def test_a_generator_that_is_given_is_kept(client: Client, by: str) -> None:
    position = client.ask("position", table=client.new("triplets", seed=1))["position"]
    loaded = client.ask("load", position=position)["table"]
    record = client.ask("save", table=loaded)["record"]
    beginning = {"position": position, "record": record}[by]
    again = client.ask("load", **{by: beginning}, secrets=True)
    secret = again["secrets"]["owner"]
    reply = client.ask("position", table=again["table"], secret=secret)
    assert reply["position"] == position


def test_bots_of_a_table_with_secrets_do_not_follow_from_the_seed() -> None:
    """Which may be one that can be guessed; at an open table everything may be known anyway."""
    games: dict[bool, set[str]] = {False: set(), True: set()}
    for secrets, found in games.items():
        for _ in range(3):
            client = Client()
            opened = client.ask("new", game="triplets", seed=1, secrets=secrets)
            owner = opened["secrets"]["owner"] if secrets else None
            state = opened
            words: list[str] = []
            while not state["terminal"] and len(words) < 100:  # a few games are over before
                state = client.ask("bot_move", table=opened["table"], bot="random", secret=owner)
                words.append(state["played"]["word"])
            found.add(str(words))
    assert len(games[False]) == 1
    assert len(games[True]) == 3


@pytest.mark.parametrize("name", cardgames.games())
def test_seats_play_a_whole_game_each_with_its_own_secret(client: Client, name: str) -> None:
    opened = client.ask("new", game=name, seed=2, secrets=True)
    table, seats = opened["table"], opened["secrets"]["seats"]
    random = Random(2)
    state = opened
    while not state["terminal"]:
        seat = random.choice(state["to_act"])
        mine = {"table": table, "seat": seat, "secret": seats[seat]}
        state = client.ask("apply", **mine, action=random.choice(client.words(**mine)))
    assert state["winners"]
    loaded = client.ask(
        "load",
        record=client.ask("save", table=table, secret=opened["secrets"]["owner"])["record"],
        secrets=True,
    )
    assert loaded["winners"] == state["winners"]
    assert loaded["secrets"]["owner"] != opened["secrets"]["owner"]
