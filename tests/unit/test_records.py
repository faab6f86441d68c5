"""Records of games: what they hold, how they are made, and their JSON."""

from __future__ import annotations

import copy
import dataclasses
import json
import pickle
from typing import Any

import pytest

import cardgames
from cardgames import Game, IllegalActionError, State, WineDeck, triplets
from cardgames.records import (
    MAX_LENGTH,
    GameRecord,
    GameRecorder,
)

from .options import OPTION_SETS
from .recorded import (
    ENDING,
    ENDING_RECORD,
    OWN,
    OWN_DECK,
    STANDARD,
    each_game,
    ending_record,
    played,
)

# --- What a record holds ---


@each_game
def test_a_record_tells_what_came_out(game: Game[Any]) -> None:
    state: State = game.new_state(3)
    record = played(state)
    assert (record.game, record.seed, record.start) == (game, 3, None)
    assert record.players == ("",) * game.num_players
    for seat, action in record.actions:
        state.apply(action, seat)
    assert record.is_over
    assert record.is_truncated == state.is_truncated
    assert record.scores == state.scores()
    assert record.returns == state.returns()
    assert record.winners == state.winners() != ()


@each_game
def test_a_replay_gives_every_action_with_the_state_before_it(game: Game[Any]) -> None:
    record = played(game.new_state(3))
    state: State = game.new_state(3)
    replay = list(record.replay())
    assert [(player, action) for _, player, action in replay] == list(record.actions)
    for count, (before, player, action) in enumerate(replay):
        assert before == state == record.state_after(count)
        state.apply(action, player)
    assert record.final_state() == state == record.state_after(len(record.actions))
    assert record.start_state() == game.new_state(3)


def test_the_states_of_a_replay_are_copies() -> None:
    record = ending_record()
    for state, _, _ in record.replay():
        state.apply(state.legal_actions()[-1])
    record.final_state()
    start = record.start_state()
    start.apply(triplets.single("2"))
    assert record.start_state().view().to_dict() == ENDING


@pytest.mark.parametrize("count", [-1, 3, True, 1.0], ids=str)
def test_a_state_after_more_actions_than_there_are_is_refused(count: Any) -> None:
    with pytest.raises((TypeError, cardgames.CardGamesError), match=r"^count must be "):
        ending_record().state_after(count)


def test_records_are_values() -> None:
    record = ending_record()
    other = ending_record()
    assert record == other
    assert hash(record) == hash(other)
    assert len({record, other}) == 1
    assert record != played(cardgames.Triplets(num_players=2).new_state(1))
    assert record != dataclasses.replace(record, players=("Ann", "Eve"))
    assert record != dataclasses.replace(record, actions=record.actions[:1])
    assert copy.deepcopy(record) == copy.copy(record) == record
    with pytest.raises(dataclasses.FrozenInstanceError):
        record.seed = 5  # type: ignore[misc]


@each_game
def test_records_are_pickled(game: Game[Any]) -> None:
    record = played(game.new_state(3))
    again = pickle.loads(pickle.dumps(record))
    assert again == record
    assert hash(again) == hash(record)
    assert (again.scores, again.is_over) == (record.scores, record.is_over)


def test_the_position_of_a_record_is_whole_whatever_was_given() -> None:
    """What can be left out is there, and later changes of what was given do not matter."""
    given = copy.deepcopy(ENDING)
    for key in ("known_hands", "known_stacks", "bounds", "scores"):
        del given[key]
    record = GameRecord(cardgames.Triplets(num_players=2), start=given)
    given["round"] = 4
    assert record.start == ENDING


# --- Recording ---


def test_a_recorder_plays_on_a_copy() -> None:
    state = cardgames.Triplets(num_players=2).state_from_dict(ENDING)
    recorder = GameRecorder(state, ["Ann", "Bob"])
    recorder.apply(triplets.triplet("2"), 0)
    first = recorder.record()
    recorder.apply(triplets.single("3"))
    assert state.view().to_dict() == ENDING
    assert recorder.record() == ending_record()
    assert recorder.state.is_terminal
    assert first.actions == recorder.record().actions[:1]
    assert (first.is_over, first.winners, first.returns) == (False, (), (0.0, 0.0))


def test_what_a_recorder_refuses_is_not_recorded() -> None:
    recorder = GameRecorder(cardgames.Triplets(num_players=2).state_from_dict(ENDING))
    with pytest.raises(IllegalActionError, match="player 0 may not play '3'"):
        recorder.apply(triplets.single("3"))
    with pytest.raises(IllegalActionError, match="to act: 0"):
        recorder.apply(triplets.single("3"), 1)
    wrong: Any = "3"
    with pytest.raises(TypeError, match="action must be an int, not str"):
        recorder.apply(wrong)
    assert recorder.record().actions == ()
    recorder.apply(triplets.triplet("2"))
    recorder.apply(triplets.single("3"))
    with pytest.raises(IllegalActionError, match="the game is over"):
        recorder.apply(triplets.single("3"))
    assert recorder.record() == dataclasses.replace(ending_record(), players=("", ""))


def test_a_game_that_was_played_on_is_recorded_from_its_position() -> None:
    """Though the state knows the seed of its deal."""
    state = cardgames.Triplets(num_players=2).new_state(5)
    assert GameRecorder(state).record().seed == 5
    state.apply(state.legal_actions()[0])
    assert state.seed == 5
    record = GameRecorder(state).record()
    assert record.seed is None
    assert record.start_state() == state


def test_a_recorder_needs_a_state() -> None:
    wrong: Any = cardgames.Triplets()
    with pytest.raises(TypeError, match="state must be a State, not Triplets"):
        GameRecorder(wrong)


# --- JSON ---


def test_the_json_of_a_game_from_a_position() -> None:
    record = ending_record()
    assert record.actions == ((0, triplets.triplet("2")), (1, triplets.single("3")))
    assert (record.scores, record.winners, record.returns) == ((1, 0), (0,), (1.0, -1.0))
    text = record.to_json()
    assert json.loads(text) == ENDING_RECORD
    assert list(json.loads(text)) == list(ENDING_RECORD)
    assert "\n" not in text


def test_the_json_of_a_game_that_is_not_over() -> None:
    game = cardgames.Triplets(num_players=2, max_rounds=30)
    record = GameRecord(game, 2**64 - 1, players=("Jürgen", ""), actions=())
    assert record.to_json() == (
        '{"format": "cardgames-record", "version": 1, "game": "triplets", "options": '
        '{"num_players": 2, "decks": 1, "lead": "any", "refill": "rule", "max_rounds": 30}, '
        '"seed": "18446744073709551615", "start": null, "players": ["Jürgen", ""], '
        '"actions": [], "result": null}'
    )


@pytest.mark.parametrize("game", [*OPTION_SETS, OWN], ids=str)
def test_json_of_every_option_set_can_be_read_again(game: Game[Any]) -> None:
    record = played(game.new_state(11), [f"player {seat}" for seat in range(game.num_players)])
    again = GameRecord.from_json(record.to_json())
    assert again == record
    assert again.game == game
    assert again.final_state() == record.final_state()
    assert again.to_json() == record.to_json()


@each_game
def test_unfinished_games_and_games_from_a_position_can_be_read_again(game: Game[Any]) -> None:
    whole = played(game.new_state(12))
    for begin in (0, 1, 5, len(whole.actions)):
        for moves in (0, 1, 4):
            record = played(whole.state_after(begin), moves=moves)
            assert (record.seed is None) == (begin > 0)
            again = GameRecord.from_json(record.to_json())
            assert again == record
            assert again.final_state() == record.final_state()


def test_a_deck_of_ones_own_is_in_the_record_as_its_files() -> None:
    data = json.loads(played(OWN.new_state(1)).to_json())
    deck = data["options"].pop("deck")
    assert deck == {"bottles": OWN_DECK.bottles_csv(), "clients": OWN_DECK.clients_csv()}
    assert data["options"] == {"num_players": 2, "games": 3, "client_set": "B"}
    standard = json.loads(played(cardgames.WineCellar(num_players=2).new_state(1)).to_json())
    assert standard["options"]["deck"] == "standard"


def test_what_others_write_otherwise_is_read_too() -> None:
    """Pretty-printed, escaped, seeds as numbers, 1 for 1.0, without the key that is null."""
    record = played(cardgames.Triplets(num_players=2).new_state(2**63 + 1), ["Jürgen", "Zoë"])
    data = json.loads(record.to_json())
    del data["start"]
    data["seed"] = 2**63 + 1
    data["result"]["returns"] = [int(value) for value in data["result"]["returns"]]
    assert GameRecord.from_json(json.dumps(data, indent=2)) == record
    data["seed"] = "00" + str(2**63 + 1)
    assert GameRecord.from_json(json.dumps(data, sort_keys=True)) == record


def test_the_largest_deck_can_be_read_again() -> None:
    """Each quote of a name is doubled in CSV, and then written with two characters in JSON."""
    names = [f"{number:0>2}" + '"' * 58 for number in range(72)]
    deck = WineDeck(
        [
            dataclasses.replace(bottle, country=name)
            for bottle, name in zip(STANDARD.bottles, names, strict=True)
        ],
        [
            dataclasses.replace(STANDARD.clients[0], id=number, countries=(tuple(names),) * 4)
            for number in range(1, 100)
        ],
    )
    record = GameRecord(cardgames.WineCellar(deck=deck), seed=1)
    text = record.to_json()
    assert 6_000_000 < len(text) < MAX_LENGTH
    assert GameRecord.from_json(text) == record
