"""What type checkers make of the API: `assert_type` says which type each expression has.

The file is checked by mypy and pyright, and its functions are run: they do not only type-check.
"""

import copy
from typing import Any, Literal, TypeVar, assert_never, assert_type

import numpy as np
from numpy.typing import NDArray

import cardgames
from cardgames import (
    BottleImp,
    CellarDesTriplettes,
    Game,
    GameSample,
    ObservationBlock,
    OptionSpec,
    State,
    Triplets,
    WineCellar,
    WineDeck,
    bottle_imp,
)
from cardgames import cellar_des_triplettes as ct
from cardgames import triplets as tr
from cardgames import wine_cellar as wc
from cardgames.bottle_imp import (
    Action,
    BottleImpState,
    BottleImpView,
    Card,
    Devil,
    Hidden,
    LastRound,
    Left,
    Open,
    Options,
    Passes,
    Play,
    Right,
    TrickCard,
)
from cardgames.search import (
    ISMCTS,
)

StateT = TypeVar("StateT", bound=State)


def the_module() -> None:
    assert_type(cardgames.make("bottle_imp", num_players=3), Game[Any])
    assert_type(cardgames.games(), tuple[str, ...])
    assert_type(cardgames.get_include(), str)
    assert_type(cardgames.__version__, str)
    assert_type(cardgames.SPECTATOR, Literal[-1])
    assert_type(cardgames.Triplets(), cardgames.triplets.Triplets)
    assert_type(cardgames.BottleImp().new_state(1), cardgames.bottle_imp.BottleImpState)
    assert_type(cardgames.bots.bot_name("greedy"), str)
    assert_type(cardgames.search.ISMCTS(5), ISMCTS)
    assert_type(cardgames.WineDeck.standard(), WineDeck)


def a_game() -> None:
    game = BottleImp(num_players=4, rounds=1, teams="2-2", rotate_teams=False)
    assert_type(game.name, str)
    assert_type(game.num_players, int)
    assert_type(game.num_actions, int)
    assert_type(game.max_legal_actions, int)
    assert_type(game.max_game_length, int)
    assert_type(game.observation_size, int)
    assert_type(game.state_size, int)
    assert_type(game.options, Options)
    assert_type(game.options.rounds, int)
    assert_type(game.options.teams, Literal["2-2", "2-1-1", "2-2-1", "2-2-2", "2-2-1-1"] | None)
    assert_type(BottleImp.option_specs(), tuple[OptionSpec, ...])
    assert_type(game.observation_layout(), tuple[ObservationBlock, ...])
    assert_type(game.deck, tuple[Card, ...])
    assert_type(game.action_to_string(0), str)
    assert_type(game.parse_action("17"), int)
    assert_type(game.action_info(0), Play | Devil | Left | Right | Open | Hidden)
    assert_type(copy.copy(game), BottleImp)


def random_games() -> None:
    game = BottleImp(rounds=1)
    assert_type(game.playouts(3, seed=1, threads=2), NDArray[np.int32])
    sample = game.sample_games(3, 1, first=2)
    assert_type(sample, GameSample)
    assert_type(sample.scores, NDArray[np.int32])
    assert_type(sample.lengths, NDArray[np.int32])
    assert_type(sample.choices, NDArray[np.int64])
    assert_type(sample.max_choices, NDArray[np.int32])
    assert_type(sample.winners, NDArray[np.int32])
    assert_type(sample.truncated, NDArray[np.bool_])


def where_states_come_from() -> None:
    game = BottleImp()
    state = game.new_state(seed=1)
    assert_type(state, BottleImpState)
    assert_type(game.new_state(), BottleImpState)
    assert_type(game.state_from_dict(state.view().to_dict()), BottleImpState)
    assert_type(game.state_from_bytes(state.to_bytes()), BottleImpState)
    assert_type(cardgames.state_from_bytes(state.to_bytes()), State)
    assert_type(State.from_bytes(memoryview(state.to_bytes())), State)


def copies_keep_their_class() -> None:
    state = BottleImp().new_state(1)
    assert_type(state.copy(), BottleImpState)
    assert_type(copy.copy(state), BottleImpState)
    assert_type(copy.deepcopy(state), BottleImpState)
    assert_type(state.determinize(0, seed=1), BottleImpState)
    general: State = BottleImp().new_state(1)
    _of_any_state(general)


def _of_any_state(state: State) -> None:
    assert_type(state.copy(), State)
    assert_type(state.determinize(0, seed=1), State)
    assert_type(state.game, Game[Any])
    assert_type(state.view(), cardgames.View)
    assert_type(state.view().player, int | None)
    assert_type(state.view().to_act, tuple[int, ...])
    assert_type(state.view().scores, tuple[int, ...])
    assert_type(state.view().to_dict(), dict[str, Any])
    assert_type(state.action_info(0), object)


def playing() -> None:
    state = BottleImp().new_state(1)
    assert_type(state.game, BottleImp)
    assert_type(state.seed, int | None)
    assert_type(state.to_act, tuple[int, ...])
    assert_type(state.current_player, int)
    assert_type(state.is_terminal, bool)
    assert_type(state.is_truncated, bool)
    assert_type(state.legal_actions(), list[int])
    assert_type(state.legal_actions(player=2), list[int])
    assert_type(state.legal_words(), list[str])
    assert_type(state.is_legal(np.int64(3).item()), bool)
    state.apply(state.legal_actions()[0])
    state.apply(state.legal_actions(2)[0], player=2)
    state.apply_all(np.array(state.legal_actions())[:1].tolist())
    state.apply_unchecked(state.legal_actions()[0], state.current_player)
    assert_type(state.scores(), tuple[int, ...])
    assert_type(state.returns(), tuple[float, ...])
    assert_type(state.winners(), tuple[int, ...])
    assert_type(state.to_bytes(), bytes)
    assert_type(state.hash64, int)
    assert_type(state == state.copy(), bool)
    assert_type(str(state), str)


def numbers() -> None:
    state = BottleImp(rounds=1).new_state(1)
    assert_type(state.legal_mask(), NDArray[np.bool_])
    mask = np.empty(state.game.num_actions, np.bool_)
    assert_type(state.legal_mask(1, out=mask), NDArray[np.bool_])
    assert_type(state.observation(), NDArray[np.float32])
    numbers = np.empty(state.game.observation_size, np.float32)
    assert_type(state.observation(cardgames.SPECTATOR, out=numbers), NDArray[np.float32])
    assert_type(state.information_key(0), bytes)
    assert_type(state.guided_action(seed=1, player=0), int)
    assert_type(state.playout(seed=1), tuple[int, ...])
    assert_type(state.playouts(2, 1), NDArray[np.int32])
    assert_type(state.playouts(2, 1, threads=2, determinize_for=0), NDArray[np.int32])
    assert_type(state.perft(2), int)


def views() -> None:
    state = BottleImp().new_state(1)
    view = state.view(player=0)
    assert_type(view, BottleImpView)
    assert_type(view.game, BottleImp)
    assert_type(view.player, int | None)
    assert_type(view.phase, Literal["pass", "play", "over"])
    assert_type(view.hands, tuple[tuple[Card, ...] | None, ...])
    assert_type(view.open_hands, tuple[tuple[Card, ...], ...] | None)
    assert_type(view.passes, tuple[Passes, ...])
    assert_type(view.passes[0].left, Card | None)
    assert_type(view.trick, tuple[TrickCard, ...])
    assert_type(view.bottles[0].price, str)
    assert_type(view.bottles[0].owner, int | None)
    assert_type(view.voids, tuple[tuple[Literal["yellow", "blue", "red"], ...], ...])
    assert_type(view.last_round, LastRound | None)
    assert_type(view.rng, tuple[str, ...] | None)
    assert_type(view.to_dict(), dict[str, Any])
    assert_type(str(view), str)
    assert_type(view.to_svg(), str)
    assert_type(state.to_svg(), str)


def cards_and_actions() -> None:
    assert_type(bottle_imp.CARDS, tuple[Card, ...])
    seventeen = bottle_imp.card("17")
    assert_type(seventeen, Card)
    assert_type(seventeen.rank, str)
    assert_type(seventeen.colour, Literal["yellow", "blue", "red"])
    assert_type(seventeen.points, int)
    assert_type(bottle_imp.play("17"), int)
    assert_type(bottle_imp.devil(seventeen), int)
    state = BottleImp().new_state(1)
    assert_type(state.action_info(0), Action)
    assert_type(_in_words(state.action_info(0)), str)


def _in_words(action: Action) -> str:
    """An action is a closed union: all cases together leave nothing."""
    match action:
        case Play(card):
            return f"plays {card}"
        case Devil(card) | Left(card) | Right(card) | Open(card) | Hidden(card):
            return f"gives {card}"
        case _:
            assert_never(action)


def a_game_with_wines() -> None:
    game = CellarDesTriplettes(num_players=4, max_rounds=2)
    assert_type(game.name, str)
    assert_type(game.options, ct.Options)
    assert_type(game.options.max_rounds, int)
    assert_type(CellarDesTriplettes.option_specs(), tuple[OptionSpec, ...])
    assert_type(game.deck, tuple[ct.Card, ...])
    assert_type(game.action_info(0), ct.Bid | ct.Call | ct.Pass | ct.PassDraw | ct.Place | ct.Done)
    assert_type(copy.copy(game), CellarDesTriplettes)
    state = game.new_state(seed=1)
    assert_type(state, ct.CellarDesTriplettesState)
    assert_type(game.state_from_dict(state.view().to_dict()), ct.CellarDesTriplettesState)
    assert_type(game.state_from_bytes(state.to_bytes()), ct.CellarDesTriplettesState)
    assert_type(state.game, CellarDesTriplettes)
    assert_type(state.copy(), ct.CellarDesTriplettesState)
    assert_type(state.determinize(0, seed=1), ct.CellarDesTriplettesState)
    assert_type(state.action_info(0), ct.Action)
    actions = ct.bid_actions(state, [_first(state)], player=state.current_player)
    assert_type(actions, list[int])
    state.apply_all(actions)


def _first(state: ct.CellarDesTriplettesState) -> ct.Card:
    hand = state.view(state.current_player).hands[state.current_player]
    assert hand is not None
    return hand[0]


def views_of_wines() -> None:
    state = CellarDesTriplettes().new_state(1)
    view = state.view(player=0)
    assert_type(view, ct.CellarDesTriplettesView)
    assert_type(view.game, CellarDesTriplettes)
    assert_type(view.player, int | None)
    assert_type(view.phase, Literal["bid", "place", "over"])
    assert_type(view.final_round, bool)
    assert_type(view.high_bidder, int | None)
    assert_type(view.to_act, tuple[int, ...])
    assert_type(view.hands, tuple[tuple[ct.Card, ...] | None, ...])
    assert_type(view.known_hands, tuple[tuple[ct.Card, ...], ...])
    assert_type(view.turn, tuple[ct.Card, ...])
    assert_type(view.passed, tuple[bool, ...])
    assert_type(view.pile, tuple[ct.Card, ...] | None)
    assert_type(view.pile_bottom, tuple[ct.Card, ...])
    assert_type(view.cellars[0], tuple[ct.Cellar, ...])
    assert_type(view.cellars[0][0].rows, tuple[tuple[ct.Card | None, ...], ...])
    assert_type(view.cellars[0][0].covered, tuple[str, ...])
    assert_type(view.rng, tuple[str, ...] | None)
    assert_type(view.to_dict(), dict[str, Any])
    for details in (view.score_details(0), state.score_details(0)):
        assert_type(details, ct.ScoreDetails)
        assert_type(details.stars, int)
        assert_type(details.triplets, tuple[ct.Triplet, ...])
        assert_type(details.total, int)
    five = ct.card("5")
    triplet = ct.Triplet(0, ("r1c1", "r1c2", "r2c1"), (five, five, five), 4)
    assert_type(_slots_and_cards(triplet), str)


def _slots_and_cards(triplet: ct.Triplet) -> str:
    assert_type(triplet.cellar, int)
    assert_type(triplet.slots, tuple[str, str, str])
    assert_type(triplet.cards, tuple[ct.Card, ct.Card, ct.Card])
    assert_type(triplet.points, int)
    return " ".join(triplet.slots)


def wines_and_their_actions() -> None:
    assert_type(ct.CARDS, tuple[ct.Card, ...])
    assert_type(ct.SLOTS, tuple[str, ...])
    fourteen = ct.card("14")
    assert_type(fourteen, ct.Card)
    assert_type(fourteen.value, str)
    assert_type(fourteen.stars, int)
    assert_type(fourteen.tenths, int)
    assert_type(ct.bid("14"), int)
    assert_type(ct.bid(fourteen), int)
    assert_type(ct.place(fourteen, "r2c1"), int)
    assert_type(ct.CALL, int)
    assert_type(ct.PASS_DRAW, int)
    assert_type(ct.euros(192), str)
    state = CellarDesTriplettes().new_state(1)
    assert_type(_of_wines_in_words(state.action_info(ct.CALL)), str)


def _of_wines_in_words(action: ct.Action) -> str:
    """An action is a closed union: all cases together leave nothing."""
    match action:
        case ct.Bid(card):
            return f"lays {card}"
        case ct.Place(card, slot):
            return f"places {card} in {slot}"
        case ct.Call() | ct.Pass() | ct.PassDraw() | ct.Done():
            return "lays nothing"
        case _:
            assert_never(action)


def a_game_with_a_deck() -> None:
    standard = WineDeck.standard()
    assert_type(standard, WineDeck)
    assert_type(standard.bottles, tuple[wc.Bottle, ...])
    assert_type(standard.clients, tuple[wc.Client, ...])
    assert_type(standard.content_hash, str)
    assert_type(standard.is_standard, bool)
    assert_type(standard.bottles_csv(), str)
    bottle = standard.bottle(12)
    assert_type(bottle, wc.Bottle)
    assert_type(bottle.number, int)
    assert_type(bottle.wine_type, Literal["Red", "White", "Rosé", "Sparkling"])
    assert_type(bottle.ages, tuple[int, ...])
    client = standard.clients[0]
    assert_type(client.set, Literal["A", "B", ""])
    assert_type(client.type2, Literal["Red", "White", "Rosé", "Sparkling"])
    assert_type(client.countries, tuple[tuple[str, ...], ...])
    assert_type(client.countries_for(4), tuple[str, ...])
    deck = WineDeck(list(standard.bottles), iter(standard.clients))
    assert_type(deck, WineDeck)
    game = WineCellar(num_players=2, games=3, client_set="B", deck=deck)
    assert_type(game.options, wc.Options)
    assert_type(game.options.client_set, Literal["A", "B"])
    assert_type(game.options.deck, WineDeck)
    assert_type(game.bottles, tuple[wc.Bottle, ...])
    assert_type(game.clients, tuple[wc.Client, ...])
    assert_type(game.position_options(), dict[str, Any])
    assert_type(game.action_info(0), wc.Keep | wc.Bid | wc.Take)
    assert_type(copy.copy(game), WineCellar)
    assert_type(_faults(), tuple[str, ...])


def _faults() -> tuple[str, ...]:
    try:
        WineDeck([], [])
    except wc.DeckError as error:
        return error.faults
    return ()


def states_and_views_of_bids() -> None:
    game = WineCellar(num_players=1)
    state = game.new_state(seed=1)
    assert_type(state, wc.WineCellarState)
    assert_type(game.state_from_dict(state.view().to_dict()), wc.WineCellarState)
    assert_type(game.state_from_bytes(state.to_bytes()), wc.WineCellarState)
    assert_type(state.game, WineCellar)
    assert_type(state.copy(), wc.WineCellarState)
    assert_type(state.determinize(0, seed=1), wc.WineCellarState)
    view = state.view(player=0)
    assert_type(view, wc.WineCellarView)
    assert_type(view.game, WineCellar)
    assert_type(view.phase, Literal["client", "bid", "take", "over"])
    assert_type(view.hands, tuple[tuple[wc.Bottle, ...] | None, ...])
    assert_type(view.low_left, tuple[int, ...] | None)
    assert_type(view.dealt_clients, tuple[tuple[wc.Client, ...] | None, ...])
    assert_type(view.clients, tuple[wc.Client | None, ...])
    assert_type(view.past_clients, tuple[tuple[wc.PastClient, ...], ...])
    assert_type(view.bids, tuple[wc.Bottle | None, ...])
    assert_type(view.prizes, tuple[wc.Bottle, ...])
    assert_type(view.game_scores, tuple[tuple[int, ...], ...])
    assert_type(view.last_cellars, tuple[tuple[wc.Bottle, ...], ...] | None)
    assert_type(view.last_clients, tuple[wc.Client, ...] | None)
    assert_type(view.eno, wc.Eno | None)
    assert view.eno is not None
    assert_type(view.eno.deck, tuple[wc.Bottle, ...] | None)
    assert_type(view.eno.deck_size, int)
    assert_type(view.eno.client, wc.Client | None)
    assert_type(view.client_deck, tuple[wc.Client, ...] | None)
    assert_type(view.to_dict(), dict[str, Any])
    while not state.is_terminal:
        state.apply(state.legal_actions()[0])
    for details in (state.score_details(0), state.view(0).score_details(0)):
        assert_type(details, wc.ScoreDetails)
        assert_type(details.ages, int)
        assert_type(details.countries, int)
        assert_type(details.total, int)
    assert_type(state.view().last_details, tuple[wc.ScoreDetails, ...])


def bids_and_takes() -> None:
    bottle = WineDeck.standard().bottle(12)
    assert_type(wc.keep(1), int)
    assert_type(wc.bid(12), int)
    assert_type(wc.bid(bottle), int)
    assert_type(wc.take(np.int64(12), "top"), int)
    assert_type(wc.take(bottle, wc.ENDS[1]), int)
    state = WineCellar().new_state(1)
    assert_type(state.action_info(0), wc.Action)
    assert_type(_of_bids_in_words(state.action_info(0)), str)


def _of_bids_in_words(action: wc.Action) -> str:
    """An action is a closed union: all cases together leave nothing."""
    match action:
        case wc.Keep(which):
            return f"keeps {which}"
        case wc.Bid(bottle):
            return f"bids {bottle}"
        case wc.Take(bottle, end):
            assert_type(end, Literal["top", "bottom"])
            return f"lays {bottle} at the {end}"
        case _:
            assert_never(action)


def a_game_with_playing_cards() -> None:
    game = Triplets(num_players=4, decks=2, lead="lowest", refill="round", max_rounds=9)
    assert_type(game.options, tr.Options)
    assert_type(game.options.decks, int)
    assert_type(game.options.lead, Literal["any", "lowest"])
    assert_type(game.options.refill, Literal["rule", "round"])
    assert_type(Triplets.option_specs(), tuple[OptionSpec, ...])
    assert_type(game.action_info(0), tr.Single | tr.Triplet)
    assert_type(copy.copy(game), Triplets)
    state = game.new_state(seed=1)
    assert_type(state, tr.TripletsState)
    assert_type(game.state_from_dict(state.view().to_dict()), tr.TripletsState)
    assert_type(game.state_from_bytes(state.to_bytes()), tr.TripletsState)
    assert_type(state.game, Triplets)
    assert_type(state.copy(), tr.TripletsState)
    assert_type(state.determinize(0, seed=1), tr.TripletsState)
    assert_type(state.action_info(0), tr.Action)


def views_of_playing_cards() -> None:
    state = Triplets().new_state(1)
    state.apply(state.legal_actions()[0])
    view = state.view(player=0)
    assert_type(view, tr.TripletsView)
    assert_type(view.game, Triplets)
    assert_type(view.player, int | None)
    assert_type(view.round, int)
    assert_type(view.phase, Literal["play", "over"])
    assert_type(view.dealer, int)
    assert_type(view.to_act, tuple[int, ...])
    assert_type(view.hands, tuple[tuple[tr.Card | None, ...], ...])
    assert_type(view.stacks, tuple[tuple[tr.Card | None, ...], ...])
    assert_type(view.known_hands, tuple[tuple[tr.Card, ...], ...])
    assert_type(view.known_stacks, tuple[tuple[tr.Card | None, ...], ...])
    assert_type(view.bounds, tuple[tuple[tr.Bound, ...], ...])
    assert_type(view.bounds[0][0].low, tr.Rank)
    assert_type(view.pot, tuple[tr.PotEntry, ...])
    assert_type(view.pot[0].player, int | None)
    assert_type(view.pot[0].cards, tuple[tr.Card, ...])
    assert_type(view.in_round, tuple[int, ...])
    assert_type(view.winning, tr.Winning | None)
    assert view.winning is not None
    assert_type(view.winning.kind, Literal["single", "triplet"])
    assert_type(view.winning.rank, tr.Rank)
    assert_type(view.winning.player, int)
    assert_type(view.removed, tuple[tr.Card, ...])
    assert_type(view.scores, tuple[int, ...])
    assert_type(view.hand_sizes, tuple[int, ...])
    assert_type(view.stack_sizes, tuple[int, ...])
    assert_type(view.rng, tuple[str, ...] | None)
    assert_type(view.to_dict(), dict[str, Any])


def playing_cards_and_their_actions() -> None:
    assert_type(tr.RANKS, tuple[tr.Rank, ...])
    assert_type(tr.SUITS, tuple[tr.Suit, ...])
    assert_type(tr.CARDS, tuple[tr.Card, ...])
    ten = tr.card("10h")
    assert_type(ten, tr.Card)
    assert_type(ten.rank, tr.Rank)
    assert_type(ten.suit, Literal["c", "d", "h", "s"])
    assert_type(ten.index, int)
    assert_type(tr.single(ten.rank), int)
    assert_type(tr.triplet("5"), int)
    state = Triplets().new_state(1)
    assert_type(_of_cards_in_words(state.action_info(state.legal_actions()[0])), str)


def _of_cards_in_words(action: tr.Action) -> str:
    """An action is a closed union: all cases together leave nothing."""
    assert_type(action.cards, tuple[tr.Card, ...])
    match action:
        case tr.Single(rank, effect):
            assert_type(effect, Literal["lead", "beat", "negate", "out"] | None)
            return f"plays one {rank}"
        case tr.Triplet(rank):
            return f"plays three {rank}"
        case _:
            assert_never(action)


def functions_over_games() -> None:
    assert_type(_deal(BottleImp()), BottleImpState)
    assert_type(_seats(BottleImp()), int)
    assert_type(_deal(CellarDesTriplettes()), ct.CellarDesTriplettesState)
    assert_type(_seats(CellarDesTriplettes()), int)
    assert_type(_deal(WineCellar()), wc.WineCellarState)
    assert_type(_seats(WineCellar()), int)
    assert_type(_deal(Triplets()), tr.TripletsState)
    assert_type(_seats(Triplets()), int)
    _deal(cardgames.make("bottle_imp"))
    _seats(cardgames.make("bottle_imp"))


def _deal(game: Game[StateT]) -> StateT:
    state = game.new_state()
    assert_type(state, StateT)
    assert_type(state.copy(), StateT)
    return state


def _seats(game: Game[State]) -> int:
    """Takes every game: a game only gives states away, so that `Game` is covariant."""
    return game.new_state().game.num_players


EXAMPLES = (
    the_module,
    a_game,
    random_games,
    where_states_come_from,
    copies_keep_their_class,
    playing,
    numbers,
    views,
    cards_and_actions,
    a_game_with_wines,
    views_of_wines,
    wines_and_their_actions,
    a_game_with_a_deck,
    states_and_views_of_bids,
    bids_and_takes,
    a_game_with_playing_cards,
    views_of_playing_cards,
    playing_cards_and_their_actions,
    functions_over_games,
)
