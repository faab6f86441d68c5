"""Triplets: what `action_info` of a state tells: the effect, and the cards that will leave."""

from __future__ import annotations

import pytest

from cardgames.triplets import Effect, Single, Triplet, Triplets, TripletsState, single, triplet

from .any_game import act
from .options import walk
from .triplets_positions import FOUR, LOWEST, THREE, TWO, TWO_DECKS, cards, crowded, make, text


def effect(state: TripletsState, word: str) -> str | None:
    """The effect of an action."""
    return state.action_info(state.game.parse_action(word)).effect


def leaving(state: TripletsState, word: str) -> str:
    """The cards that will leave the hand."""
    return text(state.action_info(state.game.parse_action(word)).cards)


# --- Effects ---


@pytest.mark.parametrize("word", ["2", "7", "K", "triplet 7"])
def test_the_first_play_of_a_round_leads(word: str) -> None:
    """Page, actions: `lead`."""
    assert effect(make(hands={0: "2c 7d 7h 7s Kc", 1: "3c"}), word) == "lead"
    assert effect(make(hands={0: "2c 7d 7h 7s Kc", 1: "3c"}, pot="- Ac 3d"), word) == "lead"


def test_the_compulsory_lead_leads() -> None:
    assert effect(make(round_=1, hands={0: "2c 7d", 1: "3c"}), "2") == "lead"
    assert effect(make(LOWEST, hands={0: "2c 7d", 1: "3c"}), "2") == "lead"


@pytest.mark.parametrize(
    ("pot", "own", "effects"),
    [
        # An equal card included.
        ("0 9d", "3c 9c Kc", {"9": "beat", "K": "beat"}),
        ("0 9d", "3c 4c", {"3": "out", "4": "out"}),
        ("0 9d", "3c 3d 3h 4c", {"3": "out", "4": "out", "triplet 3": "beat"}),
        ("0 9d", "9c 9h 9s", {"9": "beat", "triplet 9": "beat"}),
        ("0 9c 9d 9h", "9s 3c Ac", {"9": "negate", "3": "out", "A": "out"}),
        ("0 9c 9d 9h", "9s", {"9": "negate"}),
        ("0 9c 9d 9h", "Kc Kd Kh 3c", {"K": "out", "3": "out", "triplet K": "beat"}),
        ("0 9c 9d 9h", "8c 8d 8h", {"8": "out"}),
    ],
)
def test_what_a_play_does_to_the_winning_card(
    pot: str, own: str, effects: dict[str, Effect]
) -> None:
    """Page, actions: `beat` stays in and is no negation, an equal card included."""
    state = make(hands={0: "6c", 1: own}, pot=pot)
    assert {word: effect(state, word) for word in state.legal_words()} == effects


def test_after_negation_the_effects_are_those_on_a_single() -> None:
    state = make(THREE, hands={0: "6c", 1: "9s 3c", 2: "2c 10c"}, pot="0 9c 9d 9h")
    act(state, "9")
    assert effect(state, "10") == "beat"
    state = make(TWO_DECKS, hands={0: "6c", 1: "9s 3c", 2: "9s 9c 9d"}, pot="0 9c 9d 9h")
    act(state, "9")
    assert effect(state, "9") == "beat"
    assert effect(state, "triplet 9") == "beat"
    act(state, "triplet 9, 6")
    # Seat 1 holds no 9; a 9 would negate again.
    assert effect(state, "3") == "out"


# --- Cards ---


def test_the_cards_that_will_leave_the_hand() -> None:
    """Page, actions; play: of equal cards a known one first, then c, d, h, s."""
    state = make(hands={0: "7d 7h* 7s Kc 2c", 1: "3c"})
    assert leaving(state, "7") == "7h"
    assert leaving(state, "K") == "Kc"
    assert leaving(state, "triplet 7") == "7d 7h 7s"
    state = make(hands={0: "7c 7d 7h 7s* Kc", 1: "3c"})
    assert leaving(state, "7") == "7s"
    assert leaving(state, "triplet 7") == "7c 7d 7s"


def test_info_is_a_typed_value() -> None:
    """API, game: a typed dataclass."""
    state = make(hands={0: "7d 7h 7s Kc 2c", 1: "3c"})
    assert state.action_info(single("7")) == Single("7", effect="lead", cards=cards("7d"))
    assert state.action_info(triplet("7")) == Triplet("7", effect="lead", cards=cards("7d 7h 7s"))
    assert type(state.action_info(single("7"))) is Single
    assert type(state.action_info(triplet("7"))) is Triplet


@pytest.mark.parametrize("word", ["3", "8", "triplet 9", "triplet A", "A"])
def test_an_action_that_is_not_legal_does_nothing_here(word: str) -> None:
    """API, state: what the action does here, if it is legal; for the seat to act."""
    state = make(hands={0: "6c", 1: "3c 9c 10c Kc"}, pot="0 9d")
    action = FOUR.parse_action(word)
    assert state.action_info(action) == FOUR.action_info(action)


def test_nothing_is_done_at_the_end() -> None:
    state = make(phase="over", hands={0: "2c"})
    assert [state.action_info(a) for a in range(26)] == [FOUR.action_info(a) for a in range(26)]


def test_asking_changes_nothing() -> None:
    state = crowded()
    before = state.copy()
    for action in range(26):
        state.action_info(action)
    assert state == before


@pytest.mark.parametrize("game", [TWO, FOUR, LOWEST, TWO_DECKS], ids=str)
def test_what_is_told_is_what_happens(game: Triplets) -> None:
    """Page, actions: the effect here and the cards that will leave the hand, through a game."""
    effects: set[Effect | None] = set()
    for state in walk(game, 3, every=5):
        for action in state.legal_actions():
            seat, round_ = state.current_player, state.view().round
            info = state.action_info(action)
            after = state.copy()
            after.apply(action)
            effects.add(info.effect)
            if after.is_terminal or after.view().round > round_:
                continue
            view = after.view()
            assert view.pot[-1].player == seat
            assert view.pot[-1].cards == info.cards
            assert (seat in view.in_round) == (info.effect != "out")
            assert view.winning is not None
            assert (view.winning.player == seat) == (info.effect != "out")
            assert (state.view().winning is None) == (info.effect == "lead")
    assert effects >= {"lead", "beat", "out"}
