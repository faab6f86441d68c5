"""Uses that type checkers must refuse. The code is never run.

The comments of a line say which error mypy and pyright have to report in it. Both checkers report a
comment without its error as well as an error without its comment.
"""

from collections.abc import Hashable

import numpy as np

import cardgames
from cardgames import BottleImp, CellarDesTriplettes, Triplets, WineCellar, WineDeck, bottle_imp
from cardgames import cellar_des_triplettes as ct
from cardgames import triplets as tr
from cardgames import wine_cellar as wc
from cardgames.bots import Bot, GreedyBot, SearchBot, make_bot
from cardgames.bottle_imp import BottleImpState
from cardgames.native import NativeGame
from cardgames.search import ISMCTS, FlatMonteCarlo, solve
from cardgames.tournament import tournament
from cardgames.vector import VectorGame

game = BottleImp()
state = game.new_state()
view = state.view(0)
wines = CellarDesTriplettes()
bidding = wines.new_state()
wine_view = bidding.view(0)
cellars = WineCellar()
choosing = cellars.new_state()
cellar_view = choosing.view(0)
cards = WineDeck.standard()
packs = Triplets()
leading = packs.new_state()
pot_view = leading.view(0)
several = VectorGame(game, 2, 1)
blind = VectorGame(game, 2, 1, observations=None, masks=False)


def the_module() -> None:
    from cardgames import TripletsState as TripletsState  # type: ignore[attr-defined]  # pyright: ignore[reportAttributeAccessIssue, reportUnknownVariableType]

    cardgames.nothing_of_the_kind()  # type: ignore[attr-defined]  # pyright: ignore[reportAttributeAccessIssue, reportUnknownMemberType]
    cardgames.play_matches()  # type: ignore[attr-defined]  # pyright: ignore[reportAttributeAccessIssue, reportUnknownMemberType]


def options() -> None:
    BottleImp(players=4)  # type: ignore[arg-type]  # pyright: ignore[reportArgumentType]
    BottleImp(num_players="4")  # type: ignore[arg-type]  # pyright: ignore[reportArgumentType]
    BottleImp(rounds=1.5)  # type: ignore[arg-type]  # pyright: ignore[reportArgumentType]
    BottleImp(teams=22)  # type: ignore[arg-type]  # pyright: ignore[reportArgumentType]
    cardgames.make(4)  # type: ignore[arg-type]  # pyright: ignore[reportArgumentType]
    cardgames.make()  # type: ignore[call-arg]  # pyright: ignore[reportCallIssue]


def seeds() -> None:
    game.new_state(seed="1")  # type: ignore[arg-type]  # pyright: ignore[reportArgumentType]
    game.new_state(seed=1.0)  # type: ignore[arg-type]  # pyright: ignore[reportArgumentType]
    game.playouts(10)  # type: ignore[call-arg]  # pyright: ignore[reportCallIssue]
    state.guided_action()  # type: ignore[call-arg]  # pyright: ignore[reportCallIssue]
    state.playout()  # type: ignore[call-arg]  # pyright: ignore[reportCallIssue]
    state.determinize(0)  # type: ignore[call-arg]  # pyright: ignore[reportCallIssue]


def changing_what_is_frozen() -> None:
    game.num_players = 3  # type: ignore[misc]  # pyright: ignore[reportAttributeAccessIssue]
    game.options = game.options  # type: ignore[misc]  # pyright: ignore[reportAttributeAccessIssue]
    game.options.rounds = 3  # type: ignore[misc]  # pyright: ignore[reportAttributeAccessIssue]
    state.game = game  # type: ignore[misc]  # pyright: ignore[reportAttributeAccessIssue]
    state.seed = 1  # type: ignore[misc]  # pyright: ignore[reportAttributeAccessIssue]
    state.to_act = (1,)  # type: ignore[misc]  # pyright: ignore[reportAttributeAccessIssue]
    view.scores = (1, 2, 3, 4)  # type: ignore[misc]  # pyright: ignore[reportAttributeAccessIssue]
    view.trick[0].player = 1  # type: ignore[misc]  # pyright: ignore[reportAttributeAccessIssue]
    bottle_imp.card("17").points = 9  # type: ignore[misc]  # pyright: ignore[reportAttributeAccessIssue]


def remember(key: Hashable) -> None:
    """Takes what can be a key of a dict."""


def states_are_not_values() -> None:
    remember(state)  # type: ignore[arg-type]  # pyright: ignore[reportArgumentType]
    assert state < state.copy()  # type: ignore[operator]  # pyright: ignore[reportOperatorIssue]


def playing() -> None:
    state.apply("17")  # type: ignore[arg-type]  # pyright: ignore[reportArgumentType]
    state.apply(bottle_imp.card("17"))  # type: ignore[arg-type]  # pyright: ignore[reportArgumentType]
    state.apply_all(17)  # type: ignore[arg-type]  # pyright: ignore[reportArgumentType]
    state.apply_all(state.legal_words())  # type: ignore[arg-type]  # pyright: ignore[reportArgumentType]
    state.apply_unchecked(17)  # type: ignore[call-arg]  # pyright: ignore[reportCallIssue]
    state.legal_actions("0")  # type: ignore[arg-type]  # pyright: ignore[reportArgumentType]
    game.parse_action(17)  # type: ignore[arg-type]  # pyright: ignore[reportArgumentType]
    game.action_to_string("17")  # type: ignore[arg-type]  # pyright: ignore[reportArgumentType]
    bottle_imp.play(17)  # type: ignore[arg-type]  # pyright: ignore[reportArgumentType]


def results() -> None:
    whole: int = state.returns()[0]  # type: ignore[assignment]  # pyright: ignore[reportAssignmentType]
    print(whole, state.scores)
    state.score()  # type: ignore[attr-defined]  # pyright: ignore[reportAttributeAccessIssue, reportUnknownMemberType]
    state.is_terminal()  # type: ignore[operator]  # pyright: ignore[reportCallIssue]
    state.information_key()  # type: ignore[call-arg]  # pyright: ignore[reportCallIssue]


def arrays() -> None:
    doubles = np.zeros(game.observation_size, np.float64)
    state.observation(0, doubles)  # type: ignore[arg-type]  # pyright: ignore[reportArgumentType]
    bytes_ = np.zeros(game.num_actions, np.int8)
    state.legal_mask(0, bytes_)  # type: ignore[arg-type]  # pyright: ignore[reportArgumentType]


def views() -> None:
    state.view("0")  # type: ignore[arg-type]  # pyright: ignore[reportArgumentType]
    print(view.hands[1][0])  # type: ignore[index]  # pyright: ignore[reportOptionalSubscript, reportUnknownArgumentType]
    print(view.passes[0].left.rank)  # type: ignore[union-attr]  # pyright: ignore[reportOptionalMemberAccess]
    print(view.phase == "passing")  # type: ignore[comparison-overlap]  # pyright: ignore[reportUnnecessaryComparison]
    view.hand.sort()  # type: ignore[attr-defined]  # pyright: ignore[reportAttributeAccessIssue, reportUnknownMemberType]


def saved_states() -> None:
    game.state_from_bytes("CGST")  # type: ignore[arg-type]  # pyright: ignore[reportArgumentType]
    game.state_from_dict("{}")  # type: ignore[arg-type]  # pyright: ignore[reportArgumentType]
    game.state_from_dict(view)  # type: ignore[arg-type]  # pyright: ignore[reportArgumentType]


class BetterState(BottleImpState):  # type: ignore[misc]  # pyright: ignore[reportGeneralTypeIssues]
    """State classes are final."""


def options_with_wines() -> None:
    CellarDesTriplettes(num_players="4")  # type: ignore[arg-type]  # pyright: ignore[reportArgumentType]
    CellarDesTriplettes(max_rounds=1.5)  # type: ignore[arg-type]  # pyright: ignore[reportArgumentType]
    CellarDesTriplettes(rounds=8)  # type: ignore[arg-type]  # pyright: ignore[reportArgumentType]


def frozen_wines() -> None:
    wines.options.max_rounds = 3  # type: ignore[misc]  # pyright: ignore[reportAttributeAccessIssue]
    wine_view.display = ()  # type: ignore[misc]  # pyright: ignore[reportAttributeAccessIssue]
    wine_view.cellars[0][0].covered = ()  # type: ignore[misc]  # pyright: ignore[reportAttributeAccessIssue]
    bidding.score_details(0).stars = 9  # type: ignore[misc]  # pyright: ignore[reportAttributeAccessIssue]
    ct.card("14").stars = 3  # type: ignore[misc]  # pyright: ignore[reportAttributeAccessIssue]


def playing_with_wines() -> None:
    bidding.apply(ct.Call())  # type: ignore[arg-type]  # pyright: ignore[reportArgumentType]
    bidding.score_details()  # type: ignore[call-arg]  # pyright: ignore[reportCallIssue]
    ct.bid(14)  # type: ignore[arg-type]  # pyright: ignore[reportArgumentType]
    ct.bid(bottle_imp.card("14"))  # type: ignore[arg-type]  # pyright: ignore[reportArgumentType]
    ct.place("14")  # type: ignore[call-arg]  # pyright: ignore[reportCallIssue]
    ct.place("14", 5)  # type: ignore[arg-type]  # pyright: ignore[reportArgumentType]
    ct.bid_actions(state, ["14"])  # type: ignore[arg-type]  # pyright: ignore[reportArgumentType]
    ct.bid_actions(bidding, [14])  # type: ignore[list-item]  # pyright: ignore[reportArgumentType]
    ct.bid_actions(bidding, ct.card("14"))  # type: ignore[arg-type]  # pyright: ignore[reportArgumentType]


def views_of_wines() -> None:
    print(wine_view.hands[1][0])  # type: ignore[index]  # pyright: ignore[reportOptionalSubscript, reportUnknownArgumentType]
    print(wine_view.pile[0])  # type: ignore[index]  # pyright: ignore[reportOptionalSubscript, reportUnknownArgumentType]
    print(wine_view.cellars[0][0].rows[0][0].stars)  # type: ignore[union-attr]  # pyright: ignore[reportOptionalMemberAccess]
    print(wine_view.phase == "trade")  # type: ignore[comparison-overlap]  # pyright: ignore[reportUnnecessaryComparison]
    print(ct.Card("14", "Zinfandel", "pink", 2))  # type: ignore[arg-type]  # pyright: ignore[reportArgumentType]
    wine_view.passes.sort()  # type: ignore[attr-defined]  # pyright: ignore[reportAttributeAccessIssue, reportUnknownMemberType]


class BetterWines(ct.CellarDesTriplettesState):  # type: ignore[misc]  # pyright: ignore[reportGeneralTypeIssues]
    """State classes are final."""


def options_with_decks() -> None:
    WineCellar(num_players="4")  # type: ignore[arg-type]  # pyright: ignore[reportArgumentType]
    WineCellar(games=1.5)  # type: ignore[arg-type]  # pyright: ignore[reportArgumentType]
    WineCellar(client_set=1)  # type: ignore[arg-type]  # pyright: ignore[reportArgumentType]
    WineCellar(deck="standard")  # type: ignore[arg-type]  # pyright: ignore[reportArgumentType]
    WineCellar(deck=cards.bottles)  # type: ignore[arg-type]  # pyright: ignore[reportArgumentType]
    WineCellar(rounds=8)  # type: ignore[arg-type]  # pyright: ignore[reportArgumentType]


def decks() -> None:
    WineDeck()  # type: ignore[call-arg]  # pyright: ignore[reportCallIssue]
    WineDeck(cards.clients, cards.clients)  # type: ignore[arg-type]  # pyright: ignore[reportArgumentType]
    WineDeck(cards.bottles, cards.bottles)  # type: ignore[arg-type]  # pyright: ignore[reportArgumentType]
    WineDeck.from_csv("bottles.csv")  # type: ignore[call-arg]  # pyright: ignore[reportCallIssue]
    WineDeck.from_csv("bottles.csv", 5)  # type: ignore[arg-type]  # pyright: ignore[reportArgumentType]
    cards.bottle("12")  # type: ignore[arg-type]  # pyright: ignore[reportArgumentType]
    wc.Bottle(1, "Pink", "Italy", (1,) * 8)  # type: ignore[arg-type]  # pyright: ignore[reportArgumentType]
    wc.Bottle("1", "Red", "Italy", (1,) * 8)  # type: ignore[arg-type]  # pyright: ignore[reportArgumentType]


def frozen_decks() -> None:
    cards.bottles = ()  # type: ignore[misc]  # pyright: ignore[reportAttributeAccessIssue]
    cards.bottle(1).ages = ()  # type: ignore[misc]  # pyright: ignore[reportAttributeAccessIssue]
    cards.clients[0].bonus1 = 9  # type: ignore[misc]  # pyright: ignore[reportAttributeAccessIssue]
    cellars.options.deck = cards  # type: ignore[misc]  # pyright: ignore[reportAttributeAccessIssue]
    cellar_view.prizes = ()  # type: ignore[misc]  # pyright: ignore[reportAttributeAccessIssue]
    choosing.score_details(0).ages = 9  # type: ignore[misc]  # pyright: ignore[reportAttributeAccessIssue]


def playing_with_bids() -> None:
    choosing.apply(wc.Keep(1))  # type: ignore[arg-type]  # pyright: ignore[reportArgumentType]
    choosing.score_details()  # type: ignore[call-arg]  # pyright: ignore[reportCallIssue]
    wc.keep("1")  # type: ignore[arg-type]  # pyright: ignore[reportArgumentType]
    wc.bid("12")  # type: ignore[arg-type]  # pyright: ignore[reportArgumentType]
    wc.bid(cards.clients[0])  # type: ignore[arg-type]  # pyright: ignore[reportArgumentType]
    wc.take(12)  # type: ignore[call-arg]  # pyright: ignore[reportCallIssue]
    wc.take(12, 0)  # type: ignore[arg-type]  # pyright: ignore[reportArgumentType]


def views_of_bids() -> None:
    print(cellar_view.hands[1][0])  # type: ignore[index]  # pyright: ignore[reportOptionalSubscript, reportUnknownArgumentType]
    print(cellar_view.bids[0].number)  # type: ignore[union-attr]  # pyright: ignore[reportOptionalMemberAccess]
    print(cellar_view.eno.deck_size)  # type: ignore[union-attr]  # pyright: ignore[reportOptionalMemberAccess]
    print(cellar_view.phase == "pass")  # type: ignore[comparison-overlap]  # pyright: ignore[reportUnnecessaryComparison]


class BetterBids(wc.WineCellarState):  # type: ignore[misc]  # pyright: ignore[reportGeneralTypeIssues]
    """State classes are final."""


def options_with_packs() -> None:
    Triplets(num_players="4")  # type: ignore[arg-type]  # pyright: ignore[reportArgumentType]
    Triplets(decks=1.5)  # type: ignore[arg-type]  # pyright: ignore[reportArgumentType]
    Triplets(lead=1)  # type: ignore[arg-type]  # pyright: ignore[reportArgumentType]
    Triplets(refill=True)  # type: ignore[arg-type]  # pyright: ignore[reportArgumentType]
    Triplets(max_rounds="9")  # type: ignore[arg-type]  # pyright: ignore[reportArgumentType]
    Triplets(rounds=8)  # type: ignore[arg-type]  # pyright: ignore[reportArgumentType]


def frozen_packs() -> None:
    packs.options.decks = 2  # type: ignore[misc]  # pyright: ignore[reportAttributeAccessIssue]
    pot_view.pot = ()  # type: ignore[misc]  # pyright: ignore[reportAttributeAccessIssue]
    tr.card("10h").rank = "9"  # type: ignore[misc]  # pyright: ignore[reportAttributeAccessIssue]
    tr.Single("5").effect = "out"  # type: ignore[misc]  # pyright: ignore[reportAttributeAccessIssue]


def playing_with_packs() -> None:
    leading.apply(tr.Single("5"))  # type: ignore[arg-type]  # pyright: ignore[reportArgumentType]
    leading.score_details(0)  # type: ignore[attr-defined]  # pyright: ignore[reportAttributeAccessIssue, reportUnknownMemberType]
    tr.card(10)  # type: ignore[arg-type]  # pyright: ignore[reportArgumentType]
    tr.single(5)  # type: ignore[arg-type]  # pyright: ignore[reportArgumentType]
    tr.triplet(tr.card("5c"))  # type: ignore[arg-type]  # pyright: ignore[reportArgumentType]
    print(tr.Card("1", "c"))  # type: ignore[arg-type]  # pyright: ignore[reportArgumentType]
    print(tr.Card("5", "x"))  # type: ignore[arg-type]  # pyright: ignore[reportArgumentType]
    print(tr.Single("5", "wins"))  # type: ignore[arg-type]  # pyright: ignore[reportArgumentType]


def views_of_packs() -> None:
    print(pot_view.hands[1][0].rank)  # type: ignore[union-attr]  # pyright: ignore[reportOptionalMemberAccess]
    print(pot_view.winning.rank)  # type: ignore[union-attr]  # pyright: ignore[reportOptionalMemberAccess]
    print(pot_view.phase == "bid")  # type: ignore[comparison-overlap]  # pyright: ignore[reportUnnecessaryComparison]
    pot_view.removed.sort()  # type: ignore[attr-defined]  # pyright: ignore[reportAttributeAccessIssue, reportUnknownMemberType]


class BetterPacks(tr.TripletsState):  # type: ignore[misc]  # pyright: ignore[reportGeneralTypeIssues]
    """State classes are final."""


def searching() -> None:
    ISMCTS("100")  # type: ignore[arg-type]  # pyright: ignore[reportArgumentType]
    ISMCTS(100, 2)  # type: ignore[call-arg]  # pyright: ignore[reportCallIssue]
    ISMCTS(selection="uct")  # type: ignore[arg-type]  # pyright: ignore[reportArgumentType]
    ISMCTS(progress=3)  # type: ignore[arg-type]  # pyright: ignore[reportArgumentType]
    ISMCTS(rollout=3)  # type: ignore[arg-type]  # pyright: ignore[reportArgumentType]
    ISMCTS(rollout="greedy")  # type: ignore[arg-type]  # pyright: ignore[reportArgumentType]
    ISMCTS(rollout=NativeGame(game))  # type: ignore[arg-type]  # pyright: ignore[reportArgumentType]
    ISMCTS(evaluation="guided")  # type: ignore[arg-type]  # pyright: ignore[reportArgumentType]
    ISMCTS(rollout=Packed().choose)  # type: ignore[arg-type]  # pyright: ignore[reportArgumentType]
    ISMCTS(policy=np.zeros(3))  # type: ignore[arg-type]  # pyright: ignore[reportArgumentType]
    state.playouts(2, 1, rollout=3)  # type: ignore[arg-type]  # pyright: ignore[reportArgumentType]
    state.playouts(2, 1, rollout=state)  # type: ignore[arg-type]  # pyright: ignore[reportArgumentType]
    FlatMonteCarlo(exploration=1)  # type: ignore[call-arg]  # pyright: ignore[reportCallIssue]
    ISMCTS().choose(view)  # type: ignore[arg-type]  # pyright: ignore[reportArgumentType]
    ISMCTS().choose(game)  # type: ignore[arg-type]  # pyright: ignore[reportArgumentType]
    ISMCTS().analyse(state).best = 3  # type: ignore[misc]  # pyright: ignore[reportAttributeAccessIssue]
    solve(state, 1000)  # type: ignore[call-arg]  # pyright: ignore[reportCallIssue]
    solve(view)  # type: ignore[arg-type]  # pyright: ignore[reportArgumentType]


class Silent:
    """No bot: it cannot choose."""


class Packed:
    """A bot for Triplets only."""

    def choose(self, state: tr.TripletsState, player: int) -> int:
        return state.legal_actions(player)[0]


def bots() -> None:
    cardgames.play_match(game, [Packed(), "random"])  # type: ignore[list-item]  # pyright: ignore[reportArgumentType]
    cardgames.play_match(state, [Packed()])  # type: ignore[misc]  # pyright: ignore[reportArgumentType]
    tournament(game, [Packed(), "random"])  # type: ignore[list-item]  # pyright: ignore[reportArgumentType]
    tournament(game, {"one": Packed()})  # type: ignore[misc]  # pyright: ignore[reportArgumentType]
    bot: Bot = Packed()  # type: ignore[assignment]  # pyright: ignore[reportAssignmentType]
    print(bot, make_bot("greedy").seed)  # type: ignore[union-attr]  # pyright: ignore[reportAttributeAccessIssue, reportUnknownArgumentType, reportUnknownMemberType]
    make_bot(3)  # type: ignore[arg-type]  # pyright: ignore[reportArgumentType]
    SearchBot("ismcts:5")  # type: ignore[arg-type]  # pyright: ignore[reportArgumentType]
    GreedyBot().choose(view, 0)  # type: ignore[arg-type]  # pyright: ignore[reportArgumentType]
    cardgames.play_match(game, [Silent()])  # type: ignore[list-item]  # pyright: ignore[reportArgumentType]
    cardgames.play_match("bottle_imp", ["random"])  # type: ignore[arg-type]  # pyright: ignore[reportArgumentType]
    tournament(game, [3])  # type: ignore[list-item]  # pyright: ignore[reportArgumentType]
    ISMCTS(policy=lambda world: [1.0])  # type: ignore[arg-type]  # pyright: ignore[reportArgumentType]


def many_games() -> None:
    VectorGame("bottle_imp", 2, 1)  # type: ignore[call-overload]  # pyright: ignore[reportCallIssue, reportArgumentType]
    VectorGame(game, 2)  # type: ignore[call-overload]  # pyright: ignore[reportCallIssue]
    VectorGame(game, 2, 1, observations="int8")  # type: ignore[call-overload]  # pyright: ignore[reportCallIssue, reportArgumentType]
    VectorGame(game, 2, 1, masks=None)  # type: ignore[call-overload]  # pyright: ignore[reportCallIssue, reportArgumentType]
    print(blind.observations[0])  # type: ignore[index]  # pyright: ignore[reportOptionalSubscript, reportUnknownArgumentType]
    print(blind.reset().legal_masks.shape)  # type: ignore[attr-defined]  # pyright: ignore[reportAttributeAccessIssue, reportUnknownMemberType, reportUnknownArgumentType]
    several.step(np.zeros(2, np.float32))  # type: ignore[arg-type]  # pyright: ignore[reportArgumentType]
    several.seed = 2  # type: ignore[misc]  # pyright: ignore[reportAttributeAccessIssue]
