"""Every request of the server and its reply; both are held to the schema by the client."""

from __future__ import annotations

import json
import xml.etree.ElementTree as ET
from dataclasses import replace
from random import Random
from typing import Any, get_args

import pytest

import cardgames
from cardgames import SPECTATOR, GameRecord
from cardgames.analysis import Analysis
from cardgames.search import ISMCTS
from cardgames.serve.replies import AnyReply
from cardgames.serve.requests import AnyRequest
from cardgames.serve.schema import schema

from .serving import Client, Message, check, refused, validator

each_game = pytest.mark.parametrize("name", cardgames.games())


@pytest.fixture
def client() -> Client:
    return Client()


def tags(union: object) -> set[str]:
    return {str(cls.__struct_config__.tag) for cls in get_args(union)}


def test_schema_is_a_schema_and_has_every_message() -> None:
    validator("Request").check_schema(schema())
    for name, union in (("Request", AnyRequest), ("Reply", AnyReply)):
        refs = [entry["$ref"] for entry in schema()["$defs"][name]["anyOf"]]
        assert len(refs) == len(tags(union)) == len(get_args(union))


@pytest.mark.parametrize(
    "message",
    [
        {"v": 1, "type": "hello", "other": 1},
        {"v": 2, "type": "hello"},
        {"v": 1},
        {"v": 1, "type": "undo", "table": "t1", "count": 0},
        {"v": 1, "type": "view", "table": "t1", "seat": "nobody"},
        {"v": 1, "type": "apply", "table": "t1"},
        {"v": 1, "type": "new", "game": "triplets", "seed": "x"},
        {"v": 1, "type": "new", "game": "triplets", "seed": -1},
        {"v": 1, "id": 1.5, "type": "hello"},
    ],
)
def test_schema_and_server_refuse_the_same(client: Client, message: Message) -> None:
    assert not validator("Request").is_valid(message)
    code = "bad_version" if message["v"] == 2 else "bad_message"
    refused(code, client.line(json.dumps(message).encode()))


def test_schema_lets_replies_and_their_parts_have_new_fields(client: Client) -> None:
    """docs/serve.md, schema: clients pass over fields that they do not know."""
    table = client.new("triplets", seed=1)
    hello = client.ask("hello")
    legal = client.ask("legal", table=table)
    later = (
        hello | {"motto": "new"},
        hello | {"limits": hello["limits"] | {"naps": 1}},
        legal | {"actions": [legal["actions"][0] | {"colour": "red"}]},
    )
    for reply in later:
        assert validator("Reply").is_valid(reply)
        with pytest.raises(AssertionError):
            check("Reply", reply)
    open_ended = {
        name for name, part in schema()["$defs"].items() if "additionalProperties" not in part
    }
    requests = {cls.__name__ for cls in get_args(AnyRequest)}
    assert open_ended == set(schema()["$defs"]) - requests


def test_every_reply_type_is_seen_in_one_game(client: Client) -> None:
    table = client.new("triplets", seed=1)
    client.ask("hello")
    client.ask("tables")
    client.ask("position", table=table)
    client.ask("view", table=table, seat=0)
    client.ask("legal", table=table)
    client.ask("bot_move", table=table, bot="greedy")
    client.ask("history", table=table)
    client.ask("analyse", table=table, simulations=5)
    client.ask("save", table=table)
    client.ask("undo", table=table)
    client.ask("close", table=table)
    client.refuse("unknown_table", "close", table=table)
    assert client.told == tags(AnyReply)


def test_the_id_comes_back_whatever_it_is(client: Client) -> None:
    for id in (0, -5, 2**53 - 1, "", "a" * 200, "ä€😀", None):
        assert client.send("hello", id=id)["id"] == id
    assert client.line(b'{"v": 1, "type": "tables"}')["id"] is None


def test_hello_tells_what_a_front_end_needs(client: Client) -> None:
    reply = client.ask("hello")
    assert reply["library"] == cardgames.__version__
    assert reply["versions"] == [1]
    assert [game["name"] for game in reply["games"]] == list(cardgames.games())
    for game in reply["games"]:
        specs = type(cardgames.make(game["name"])).option_specs()
        assert [option["name"] for option in game["options"]] == [spec.name for spec in specs]
    assert reply["limits"]["line_bytes"] == client.service.limits.line_bytes


@each_game
def test_a_new_game_is_dealt_from_its_seed(client: Client, name: str) -> None:
    big = 2**64 - 1
    for seed, given in ((5, 5), (5, "5"), (big, str(big))):
        table = client.new(name, seed=given)
        state = cardgames.make(name).new_state(seed)
        assert client.ask("position", table=table)["position"] == plain(state.view().to_dict())


def test_without_a_seed_every_deal_is_another(client: Client) -> None:
    hands = [
        str(client.ask("position", table=client.new("triplets"))["position"]["hands"])
        for _ in range(3)
    ]
    assert len(set(hands)) == 3


def test_options_are_given_in_the_text_or_as_an_object(client: Client) -> None:
    text = "triplets(num_players=5,decks=2)"
    first = client.ask("new", game=text)
    second = client.ask("new", game="triplets", options={"num_players": 5, "decks": 2})
    assert first["text"] == second["text"] == text
    assert client.ask("new", game="triplets", options={})["text"] == "triplets(num_players=4)"
    assert "alone" in client.refuse("bad_game", "new", game=text, options={"decks": 2})


def test_a_deck_of_ones_own_is_played_with_saved_and_loaded(client: Client) -> None:
    standard = cardgames.WineDeck.standard()
    bottle = replace(standard.bottle(1), ages=(8, 8, 8, 8, 7, 6, 5, 4))
    deck = cardgames.WineDeck([bottle, *standard.bottles[1:]], standard.clients)
    options = cardgames.WineCellar(num_players=2, deck=deck).saved_options()
    state = client.ask("new", game="wine_cellar", options=options, seed=3)
    assert "deck=" in state["text"]
    record = client.ask("save", table=state["table"])["record"]
    assert record["options"]["deck"] == options["deck"]
    assert client.ask("load", record=record)["text"] == state["text"]
    options["deck"]["bottles"] += "x"
    assert "deck" in client.refuse("bad_game", "new", game="wine_cellar", options=options)


def test_names_of_players_are_kept(client: Client) -> None:
    state = client.ask("new", game="triplets(num_players=2)", players=["Ann", "Bob"])
    assert state["players"] == ["Ann", "Bob"]
    assert client.ask("save", table=state["table"])["record"]["players"] == ["Ann", "Bob"]
    client.refuse("bad_value", "new", game="triplets", players=["Ann"])
    client.refuse("bad_value", "new", game="triplets(num_players=2)", players=["Ann", "\n"])


@each_game
def test_the_state_is_that_of_the_library(client: Client, name: str) -> None:
    table = client.new(name, seed=2)
    state = cardgames.make(name).new_state(2)
    random = Random(3)
    for _ in range(30):
        seat = random.choice(state.to_act)
        action = random.choice(state.legal_actions(seat))
        state.apply(action, seat)
        told = client.ask("apply", table=table, action=action, seat=seat)
        assert told["played"] == {
            "seat": seat,
            "action": action,
            "word": state.game.action_to_string(action),
        }
        again = client.ask("state", table=table)
        for reply in (told, again):
            assert reply["to_act"] == list(state.to_act)
            assert reply["current"] == state.current_player
            assert reply["scores"] == list(state.scores())
            assert (reply["terminal"], reply["winners"]) == (False, [])
        assert told["actions"] == again["actions"]


@each_game
def test_views_are_those_of_the_library(client: Client, name: str) -> None:
    table = client.new(name, seed=4)
    client.play(table, Random(4), 20)
    state = cardgames.make(name).state_from_dict(client.ask("position", table=table)["position"])
    for seat, viewer in ((0, 0), (2, 2), ("spectator", SPECTATOR)):
        reply = client.ask("view", table=table, seat=seat, text=True, svg=True)
        view: Any = state.view(viewer)
        assert reply["seat"] == seat
        assert reply["view"] == plain(view.to_dict())
        assert reply["text"] == str(view)
        assert ET.fromstring(reply["svg"]).tag.endswith("svg")
        small = client.ask("view", table=table, seat=seat)
        assert {"text", "svg"}.isdisjoint(small)


@each_game
def test_legal_actions_have_words_and_fields(client: Client, name: str) -> None:
    table = client.new(name, seed=6)
    state = cardgames.make(name).new_state(6)
    for seat in range(state.game.num_players):
        actions = client.ask("legal", table=table, seat=seat, info=True)["actions"]
        assert [it["action"] for it in actions] == state.legal_actions(seat)
        assert [it["word"] for it in actions] == state.legal_words(seat)
        for it in actions:
            assert it["info"]["kind"] == type(state.action_info(it["action"])).__name__
    assert all("info" not in it for it in client.ask("legal", table=table)["actions"])


def test_what_an_action_does_here_is_told(client: Client) -> None:
    table = client.new("triplets", seed=1)
    (action,) = client.ask("legal", table=table, info=True)["actions"]
    assert action["info"]["effect"] == "lead"


def test_seats_may_choose_in_any_order(client: Client) -> None:
    table = client.new("wine_cellar", seed=1)
    for seat in (3, 1, 0, 2):
        assert seat in client.ask("state", table=table)["to_act"]
        client.ask("apply", table=table, seat=seat, action="keep 1")
    assert client.ask("state", table=table)["phase"] == "bid"


@each_game
def test_undo_goes_back_to_every_position(client: Client, name: str) -> None:
    table = client.new(name, seed=7)
    positions = [client.ask("position", table=table)["position"]]
    for _ in range(40):
        client.play(table, Random(len(positions)), 1)
        positions.append(client.ask("position", table=table)["position"])
    for count in (1, 2, 3, 10):
        del positions[-count:]
        state = client.ask("undo", table=table, count=count)
        assert state["actions"] == len(positions) - 1
        assert client.ask("position", table=table)["position"] == positions[-1]
    client.refuse("bad_value", "undo", table=table, count=len(positions))
    assert client.ask("undo", table=table, count=len(positions) - 1)["actions"] == 0
    assert client.ask("position", table=table)["position"] == positions[0]


def test_undo_goes_back_from_the_end(client: Client) -> None:
    table = client.new("bottle_imp(rounds=1)", seed=7)
    end = client.play(table, Random(7))
    assert end["terminal"]
    assert not client.ask("undo", table=table)["terminal"]
    assert client.play(table, Random(8))["terminal"]


def test_history_tells_every_action_in_parts(client: Client) -> None:
    table = client.new("cellar_des_triplettes", seed=8)
    played = [client.play(table, Random(i), 1)["played"] for i in range(25)]
    assert client.ask("history", table=table)["actions"] == played
    for start, count in ((0, 10), (10, 10), (20, 10), (25, 1), (1000, 1)):
        reply = client.ask("history", table=table, start=start, count=count)
        assert (reply["start"], reply["total"]) == (start, 25)
        assert reply["actions"] == played[start : start + count]
    seen = client.ask("history", table=table, seat="spectator")["actions"]
    assert seen == played  # nothing is chosen at the same time in this game


def test_choices_of_the_same_time_are_not_in_the_history_of_others(client: Client) -> None:
    table = client.new("bottle_imp(rounds=2)", seed=9)
    state = client.play(table, Random(9), 1)
    while state["phase"] == "pass":
        state = client.play(table, Random(9), 1)
    hidden = state["actions"]
    client.play(table, Random(10), 8)
    everything = client.ask("history", table=table)["actions"]
    for seat in range(4):
        told = client.ask("history", table=table, seat=seat)["actions"]
        for it, true in zip(told[:hidden], everything, strict=False):
            assert it["seat"] == true["seat"]
            assert (it == true) == (it["seat"] == seat)
            assert (it["word"] is None) == (it["action"] is None) == (it["seat"] != seat)
        assert told[hidden:] == everything[hidden:]
    spectator = client.ask("history", table=table, seat="spectator")["actions"]
    assert all(it["word"] is None for it in spectator[:hidden])


@each_game
def test_a_saved_game_comes_back_whole(client: Client, name: str) -> None:
    table = client.new(name, seed="18446744073709551615")
    client.play(table, Random(11), 37)
    record = client.ask("save", table=table)["record"]
    assert GameRecord.from_json(json.dumps(record)).seed == 2**64 - 1
    loaded = client.ask("load", record=record)
    for request in ("position", "history"):
        first, second = (client.ask(request, table=it) for it in (table, loaded["table"]))
        assert first | {"table": ""} == second | {"table": ""}
    client.ask("undo", table=loaded["table"], count=37)
    assert client.ask("save", table=loaded["table"])["record"] == record | {"actions": []}


@each_game
def test_a_position_is_loaded_with_its_generator(client: Client, name: str) -> None:
    table = client.new(name, seed=12)
    client.play(table, Random(12), 21)
    position = client.ask("position", table=table)["position"]
    loaded = client.ask("load", position=position)
    assert client.ask("position", table=loaded["table"])["position"] == position
    assert loaded["actions"] == 0
    record = client.ask("save", table=loaded["table"])["record"]
    assert record["start"] == position


@pytest.mark.parametrize("bot", ["random", "greedy", "ismcts:20", "puct:20", "flat:20"])
def test_bots_play_a_legal_action(client: Client, bot: str) -> None:
    table = client.new("bottle_imp(num_players=3,rounds=1)", seed=13)
    for _ in range(12):
        state = client.ask("state", table=table)
        seat = state["to_act"][-1]
        words = client.words(table, seat=seat)
        played = client.ask("bot_move", table=table, bot=bot, seat=seat)["played"]
        assert played["seat"] == seat
        assert played["word"] in words


def test_bots_of_a_seeded_game_play_the_same_again() -> None:
    """And others with another seed of the deal."""
    games: list[list[str]] = []
    for seed in (14, 14, 15):
        client = Client()
        record = client.ask("save", table=client.new("triplets(num_players=3)", seed=14))["record"]
        table = client.ask("load", record=record | {"seed": str(seed)})["table"]
        moves = [client.ask("bot_move", table=table, bot="random") for _ in range(40)]
        games.append([move["played"]["word"] for move in moves])
    assert games[0] == games[1] != games[2]


def test_the_seed_of_a_choice_can_be_given(client: Client) -> None:
    words: list[set[str]] = []
    for seeds in ([1] * 8, range(8)):
        table = client.new("bottle_imp", seed=1)
        found: set[str] = set()
        for seed in seeds:
            found.add(
                client.ask("bot_move", table=table, bot="random", seed=seed)["played"]["word"]
            )
            client.ask("undo", table=table)
        words.append(found)
    assert len(words[0]) == 1 < len(words[1])


def test_analysis_is_that_of_a_search_with_its_seed(client: Client) -> None:
    table = client.new("triplets", seed=15)
    client.play(table, Random(15), 9)
    state = cardgames.make("triplets").state_from_dict(
        client.ask("position", table=table)["position"]
    )
    told = client.ask("analyse", table=table, simulations=50, seed=3)["analysis"]
    found: Analysis = ISMCTS(simulations=50, seed=3).analyse(state)
    assert told | {"seconds": 0} == plain(found.to_dict()) | {"seconds": 0}
    for method in ("puct", "flat"):
        told = client.ask("analyse", table=table, method=method, simulations=50)["analysis"]
        assert told["simulations"] == 50
    told = client.ask("analyse", table=table, seconds=0.05)["analysis"]
    assert told["stopped_by"] == "seconds"
    assert told["seconds"] < 8


def test_an_analysis_has_null_where_an_error_is_not_known(client: Client) -> None:
    table = client.new("bottle_imp", seed=1)
    values = client.ask("analyse", table=table, simulations=3)["analysis"]["actions"]
    assert {value["visits"] for value in values} == {0, 1}
    assert all(value["error"] is None for value in values)
    values = client.ask("analyse", table=table, simulations=1000)["analysis"]["actions"]
    assert any(value["error"] is not None for value in values)


def test_nothing_may_be_played_at_the_end(client: Client) -> None:
    table = client.new("bottle_imp(rounds=1)", seed=16)
    end = client.play(table, Random(16))
    assert end["terminal"]
    assert end["current"] is None
    assert end["to_act"] == []
    assert len(end["winners"]) >= 1
    assert abs(sum(end["returns"])) < 1e-9
    assert client.ask("legal", table=table)["seat"] is None
    assert client.words(table) == client.words(table, seat=1) == []
    assert "over" in client.refuse("bad_seat", "apply", table=table, action="17")
    client.refuse("bad_seat", "bot_move", table=table, bot="random")
    client.refuse("bad_seat", "analyse", table=table, seat=0)


def test_a_game_that_a_limit_ends_says_so(client: Client) -> None:
    table = client.new("triplets(num_players=3,max_rounds=2)", seed=17)
    end = client.play(table, Random(17))
    assert (end["terminal"], end["truncated"]) == (True, True)


def test_tables_are_listed_and_closed(client: Client) -> None:
    first, second = client.new("triplets"), client.new("wine_cellar")
    assert client.ask("tables")["tables"] == [first, second]
    assert client.ask("close", table=first)["table"] == first
    assert client.ask("tables")["tables"] == [second]
    client.refuse("unknown_table", "state", table=first)
    assert client.new("triplets") not in (first, second)


def plain(value: Any) -> Any:
    """As JSON has it."""
    return json.loads(json.dumps(value))


@pytest.mark.parametrize(
    "reply", [{"type": "closed"}, {"type": "state", "table": "t1"}, {"type": "new"}], ids=str
)
def test_every_check_of_a_reply_can_fail(reply: Message) -> None:
    with pytest.raises(AssertionError):
        check("Reply", {"v": 1, "id": 1, **reply})
    assert not validator("Reply").is_valid({"v": 1, "id": 1, **reply})
