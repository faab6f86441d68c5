"""Bottle Imp: what a round is worth, and how a game ends.

"Rulebook" is the German rulebook, by its headings; "page" is the game's page of the project.
"""

from __future__ import annotations

import pytest

from cardgames.bottle_imp import BottleImp, card

from .positions import in_play, play, ranks, trick, words
from .rounds import FOUR, ROUNDS, THREE, HandmadeRound, moved

Scores = tuple[int, ...]

# What each round made by hand is worth without teams; see the sums in rounds.py.
WORTH: dict[str, Scores] = {
    "2": (47, -12),
    "2 with two Devil's cards": (43, -16),
    "3": (69, 37, -4),
    "4": (29, 0, 14, -6),
    "5 with one bottle": (0, 69, 39, -19, 0),
    "5": (-19, 19, 39, -19, 0),
    "5 with one owner": (-38, 19, 39, 53, 0),
    "6": (-9, -9, 0, 0, 43, 66),
    "6 with one bottle": (42, -9, 0, 0, 43, 66),
}
each_round = pytest.mark.parametrize(
    ("game", "table", "worth"), [(*ROUNDS[name], WORTH[name]) for name in ROUNDS], ids=ROUNDS
)


def turned(worth: Scores, steps: int) -> Scores:
    n = len(worth)
    return tuple(worth[(seat - steps) % n] for seat in range(n))


@pytest.mark.parametrize("steps", [0, 1])
@each_round
def test_tricks_are_plus_and_the_bottle_is_minus(
    game: BottleImp, table: HandmadeRound, worth: Scores, steps: int
) -> None:
    """Rulebook, round end: everybody gets the points of the cards won.

    Except: whoever owns the bottle at the end gets the points of the Devil's trick as minus points
    instead.
    """
    state = moved(table, steps).before_last_card(game)
    assert state.scores() == (0,) * table.players
    play(state, table.last_card())
    assert state.scores() == turned(worth, steps)
    settled = state.view().last_round
    assert settled is not None
    assert settled.gain == turned(worth, steps)


@each_round
def test_rounds_add_up(game: BottleImp, table: HandmadeRound, worth: Scores) -> None:
    """Rulebook, goal: the most points over several rounds; so rounds are added."""
    before = tuple(range(100, 100 - 7 * table.players, -7))
    state = table.before_last_card(game, round_=2, scores=before)
    assert state.scores() == before
    play(state, table.last_card())
    assert state.scores() == tuple(a + b for a, b in zip(before, worth, strict=True))


def test_points_count_at_the_end_of_the_round_only() -> None:
    """Rulebook, round end: the round ends as soon as all cards are played; then it is scored."""
    state = FOUR.at_start(BottleImp(num_players=4))
    for line in FOUR.lines:
        assert state.scores() == (0, 0, 0, 0)
        assert state.view().last_round is None
        play(state, line.cards)
    assert state.scores() == (29, 0, 14, -6)


def test_the_last_owner_pays_and_not_the_first() -> None:
    """Rulebook, round end: it is who owns the bottle at the end of the round."""
    # Seat 0 had the bottle during five tricks of this round, seat 3 has it at the end.
    state = FOUR.before_last_card(BottleImp(num_players=4))
    play(state, FOUR.last_card())
    assert state.scores()[0] == 29
    assert state.scores()[3] == -6


def test_the_devils_trick_is_nobodys_plus() -> None:
    """Rulebook, start of a round: the cards laid down are the Devil's trick, nobody's plus."""
    # All 127 points of the deck: 121 were won, 78 of them by the owner; 6 are the Devil's.
    state = FOUR.before_last_card(BottleImp(num_players=4))
    play(state, FOUR.last_card())
    settled = state.view().last_round
    assert settled is not None
    assert sum(c.points for cards in settled.won for c in cards) == 121
    assert words(settled.devil) == "11 14 16 21"
    assert sum(c.points for c in settled.devil) == 6


@each_round
def test_the_settled_round_is_shown(game: BottleImp, table: HandmadeRound, worth: Scores) -> None:
    """Page, position: `last_round` has gain, all cards of the Devil's trick, won and bottles."""
    state = table.before_last_card(game)
    play(state, table.last_card())
    settled = state.view().to_dict()["last_round"]
    assert set(settled) == {"gain", "devil", "won", "bottles"}
    assert settled["gain"] == list(worth)
    devil = " ".join(table.devil).split()
    assert settled["devil"] == sorted(devil, key=float)
    piles: list[list[str]] = [[] for _ in range(table.players)]
    for line in table.lines:
        piles[line.winner] += line.cards.split()
    assert settled["won"] == [sorted(pile, key=float) for pile in piles]
    assert settled["bottles"] == [
        {"price": price, "owner": owner} for price, owner in table.lines[-1].bottles
    ]


def test_every_bottle_is_owned_when_a_round_ends() -> None:
    """Page, scoring: every bottle is always owned when a round ends."""
    for game in (BottleImp(num_players=2, devil_cards=2), BottleImp(num_players=6, rounds=30)):
        state = game.new_state(8)
        seen = 0
        while not state.is_terminal:
            state.apply(state.legal_actions()[-1])
            settled = state.view().last_round
            if state.view().phase == "pass" and settled is not None:
                seen += 1
                assert all(bottle.owner is not None for bottle in settled.bottles)
        assert seen >= game.options.rounds - 1


def test_scores_need_more_than_16_bits() -> None:
    """Page, scoring: scores need more than 16 bits."""
    game = BottleImp(num_players=4, rounds=100)
    state = FOUR.before_last_card(game, round_=100, scores=(32760, -32768, 70000, -70000))
    play(state, FOUR.last_card())
    assert state.scores() == (32789, -32768, 70014, -70006)
    assert state.winners() == (2,)
    long = BottleImp(num_players=6, teams="2-2-1-1", rounds=100)
    assert int(long.playouts(20, 1).max()) > 2000


# --- The end of the game ---


def test_the_game_ends_after_its_rounds() -> None:
    """Rulebook, round end: after the agreed number of rounds the game is won."""
    for rounds in (1, 2, 5):
        game = BottleImp(num_players=4, rounds=rounds)
        state = FOUR.before_last_card(game, round_=rounds)
        assert state.to_act != ()
        play(state, FOUR.last_card())
        assert state.is_terminal
        assert not state.is_truncated
        assert state.view().phase == "over"
        assert state.view().round == rounds


def test_the_game_goes_on_before_its_last_round() -> None:
    """Rulebook, round end: not before the agreed number of rounds."""
    state = FOUR.before_last_card(BottleImp(num_players=4, rounds=6), round_=5)
    play(state, FOUR.last_card())
    assert not state.is_terminal
    assert state.winners() == ()
    assert state.returns() == (0.0, 0.0, 0.0, 0.0)


@pytest.mark.parametrize(
    ("before", "final", "winners"),
    [
        ((0, 0, 0, 0), (29, 0, 14, -6), (0,)),
        ((-100, -20, -30, 40), (-71, -20, -16, 34), (3,)),
        ((0, 29, 0, 0), (29, 29, 14, -6), (0, 1)),
        ((0, 29, 15, 35), (29, 29, 29, 29), (0, 1, 2, 3)),
        ((-129, -100, -114, -94), (-100, -100, -100, -100), (0, 1, 2, 3)),
        ((-200, -100, -114, -100), (-171, -100, -100, -106), (1, 2)),
    ],
)
def test_the_highest_total_wins_and_ties_share(
    before: Scores, final: Scores, winners: tuple[int, ...]
) -> None:
    """Rulebook, round end: the highest total wins. Page, scoring: ties share."""
    state = FOUR.before_last_card(BottleImp(num_players=4), round_=8, scores=before)
    play(state, FOUR.last_card())
    assert state.scores() == final
    assert state.winners() == winners


def test_at_the_end_everything_stays_as_the_last_trick_left_it() -> None:
    """Page, position: at `over` `trick` and `to_act` are [], `leader` won the last trick."""
    game = BottleImp(num_players=4, rounds=2)
    state = FOUR.before_last_card(game, round_=2, scores=(5, 6, 7, 8))
    play(state, FOUR.last_card())
    position = state.view().to_dict()
    assert position["phase"] == "over"
    assert position["round"] == 2
    assert position["dealer"] == 3
    assert position["leader"] == 3
    assert position["trick"] == []
    assert position["to_act"] == []
    assert position["hands"] == [[], [], [], []]
    assert position["hand_sizes"] == [0, 0, 0, 0]
    assert position["passed"] == [3, 3, 3, 3]
    assert position["last_trick"] == [
        {"player": 3, "card": "5"},
        {"player": 0, "card": "4"},
        {"player": 1, "card": "2"},
        {"player": 2, "card": "1"},
    ]
    assert position["bottles"] == [{"price": "5", "owner": 3}]
    assert position["won"] == [
        ranks("7 9 12 13 15 17 20 23"),
        [],
        ranks("24 26 29 31"),
        ranks("1 2 3 4 5 6 8 10 18 22 25 27 28 30 32 33 34 35 36 37"),
    ]
    assert position["played"] == [
        ranks("28 32 26 17 15 33 8 4"),
        ranks("25 30 29 13 12 34 6 2"),
        ranks("22 27 31 20 9 36 3 1"),
        ranks("18 35 24 23 7 37 10 5"),
    ]
    assert [entry["devil"] for entry in position["passes"]] == [["11"], ["14"], ["16"], ["21"]]
    assert position["last_round"]["gain"] == [29, 0, 14, -6]
    assert position["scores"] == [34, 6, 21, 2]
    assert state.current_player == -1


def test_the_loser_of_a_trick_does_not_lead_at_the_end() -> None:
    """Page, position: at `over` `leader` is the winner of the last trick, not who led it."""
    game = BottleImp(num_players=3, rounds=1)
    state = THREE.before_last_card(game)
    assert state.view().leader == 0
    play(state, THREE.last_card())
    assert state.view().leader == 2


def test_the_last_trick_is_kept_across_the_deal() -> None:
    """Page, position: `last_trick` is [] before the first of a game and kept across the deal."""
    state = FOUR.at_start(BottleImp(num_players=4))
    assert state.view().last_trick == ()
    play(state, "28 25 22")
    assert state.view().last_trick == ()
    play(state, "18")
    assert [(e.player, e.card.rank) for e in state.view().last_trick] == [
        (0, "28"),
        (1, "25"),
        (2, "22"),
        (3, "18"),
    ]
    for line in FOUR.lines[1:]:
        play(state, line.cards)
    assert state.view().phase == "pass"
    last = [(3, "5"), (0, "4"), (1, "2"), (2, "1")]
    assert [(e.player, e.card.rank) for e in state.view().last_trick] == last
    while state.view().phase == "pass":
        state.apply(state.legal_actions()[0])
    state.apply(state.legal_actions()[0])
    assert [(e.player, e.card.rank) for e in state.view().last_trick] == last


def test_the_settled_round_is_kept_until_the_next() -> None:
    """Page, known: the latest settled round's result is known to everybody."""
    state = FOUR.before_last_card(BottleImp(num_players=4))
    play(state, FOUR.last_card())
    settled = state.view().last_round
    while state.view().round == 2:
        assert state.view().last_round == settled
        state.apply(state.legal_actions()[0])
    assert state.view().last_round not in (None, settled)


def test_nothing_is_settled_in_the_first_round() -> None:
    """Page, position: `last_round` is the latest settled round, null before the first."""
    state = in_play(BottleImp(num_players=4), tricks=[trick(0, "28 25 22 18")])
    assert state.view().last_round is None
    assert state.scores() == (0, 0, 0, 0)


@each_round
def test_the_sums_of_the_rounds_made_by_hand(
    game: BottleImp, table: HandmadeRound, worth: Scores
) -> None:
    """The points noted for each trick are those on its cards, and all points are somewhere."""
    for line in table.lines:
        assert sum(card(rank).points for rank in line.cards.split()) == line.points
    devil = sum(card(rank).points for rank in " ".join(table.devil).split())
    assert sum(line.points for line in table.lines) + devil == (127 if len(worth) < 5 else 190)
