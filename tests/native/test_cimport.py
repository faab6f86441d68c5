"""A project of somebody else compiles against the installed `.pxd` files and the header."""

import json
import re
import shutil
from collections.abc import Callable
from importlib import resources
from pathlib import Path
from random import Random
from typing import Any

import pytest

import cardgames
from cardgames import (
    BottleImp,
    CellarDesTriplettes,
    Game,
    Triplets,
    WineCellar,
    WineDeck,
    cellar_des_triplettes,
    triplets,
    wine_cellar,
)
from tests.native import environments
from tests.native.environments import Environment

# The modules of the other project: the game that each uses, and its structs.
MODULES = {
    "downstream": ("bottle_imp", ("bi_state", "bi_view")),
    "downstream_cellar": ("cellar_des_triplettes", ("ct_game", "ct_state", "ct_view")),
    "downstream_wine": ("wine_cellar", ("wc_game", "wc_state", "wc_view")),
    "downstream_triplets": ("triplets", ("tr_game", "tr_state", "tr_view")),
}
MODULE_OF = {game: module for module, (game, _) in MODULES.items()}
STRUCTS = [(module, struct) for module, (_, structs) in MODULES.items() for struct in structs]
STATES = [(module, struct) for module, struct in STRUCTS if struct.endswith("_state")]

# The library is named by the path of its wheel, as no index has it.
PYPROJECT = """\
[build-system]
requires = ["setuptools>=77", "Cython>=3.3,<3.4", "cardgames-engine @ {wheel}"]
build-backend = "setuptools.build_meta"

[project]
name = "downstream"
version = "1"

[tool.setuptools]
py-modules = []
"""
SETUP = """\
import cardgames
from Cython.Build import cythonize
from setuptools import Extension, setup

extensions = [
    Extension(name, [f"{name}.pyx"], include_dirs=[cardgames.get_include()])
    for name in {modules}
]
setup(ext_modules=cythonize(extensions))
"""


# Level, suit and whether it is hidden of each card of a hand; actions; level, and whether it is
# that of a standing triplet.
Turn = tuple[list[tuple[int, int, bool]], list[int], tuple[int, bool]]


def members(game: str, struct: str) -> list[str]:
    """The members of a struct as the .pxd of the library declares them."""
    declarations = resources.files("cardgames._core").joinpath(f"{game}.pxd").read_text()
    match = re.search(rf"^ctypedef struct {struct}:\n((?: .*\n)+)", declarations, re.MULTILINE)
    assert match is not None
    return re.findall(r"^ {4}\w+ (\w+)", match[1], re.MULTILINE)


def sizes_in_cython(game: str, structs: tuple[str, ...]) -> str:
    """A function for a module: of each struct its size, and the sizes of its members."""
    entries: list[str] = []
    for struct in structs:
        sizes = (f"{it!r}: sizeof((<{struct} *>NULL).{it})" for it in members(game, struct))
        entries.append(f"{struct!r}: (sizeof({struct}), {{{', '.join(sizes)}}})")
    return (
        f"from cardgames._core.{game} cimport {', '.join(structs)}\n"
        f"def struct_sizes():\n    return {{{', '.join(entries)}}}\n"
    )


def write_project(folder: Path, wheel: Path) -> None:
    (folder / "pyproject.toml").write_text(PYPROJECT.format(wheel=wheel.as_uri()))
    (folder / "setup.py").write_text(SETUP.replace("{modules}", repr(tuple(MODULES))))
    for path in Path(__file__).parent.glob("downstream*.p*"):
        shutil.copy(path, folder)
    for module, (game, structs) in MODULES.items():
        (folder / f"{module}_sizes.pxi").write_text(sizes_in_cython(game, structs))


@pytest.fixture(scope="session")
def downstream(environment: Environment, tmp_path_factory: pytest.TempPathFactory) -> Environment:
    """The environment with the other project in it, built in isolation against the wheel."""

    def make(folder: Path) -> None:
        write_project(folder, environment.wheel)
        environments.install(environment.python, "--no-deps", str(folder))

    environments.make_once(tmp_path_factory, f"downstream-{environment.version}", make)
    return environment


@pytest.fixture
def ask(downstream: Environment, tmp_path: Path) -> Callable[[str], Any]:
    """Asks the modules for the value of an expression."""

    def ask(expression: str) -> Any:
        program = f"import cardgames, json, {', '.join(MODULES)}\n"
        program += "from cardgames import BottleImp, CellarDesTriplettes, Triplets, WineCellar, "
        program += "WineDeck\n"
        program += "from cardgames.wine_cellar import Bottle, Client\n"
        program += f"print(json.dumps({expression}))"
        return json.loads(downstream.run("-c", program, cwd=tmp_path).stdout)

    return ask


@pytest.mark.parametrize(
    "game",
    [
        BottleImp(num_players=2, rounds=2),
        BottleImp(num_players=4, rounds=1),
        BottleImp(num_players=5, rounds=3),
        BottleImp(num_players=6, rounds=1, teams="2-2-1-1"),
        CellarDesTriplettes(num_players=3),
        CellarDesTriplettes(num_players=4, max_rounds=1),
        CellarDesTriplettes(num_players=5, max_rounds=3),
        WineCellar(num_players=1),
        WineCellar(num_players=3, games=3, client_set="B"),
        WineCellar(num_players=8),
        WineCellar(deck=WineDeck(WineDeck.standard().bottles, WineDeck.standard().clients[7:])),
        Triplets(num_players=2),
        Triplets(num_players=4, decks=4, lead="lowest", max_rounds=40),
        Triplets(num_players=10, refill="round"),
    ],
    ids=str,
)
def test_native_game_goes_as_in_python(game: Game[Any], ask: Callable[[str], Any]) -> None:
    module = MODULE_OF[game.name]
    actions, scores, winners = ask(f"{module}.play({game!r}, seed=5, choices=6)")
    state = game.new_state(seed=5)
    state.apply_all(actions)
    assert state.is_terminal
    assert list(state.scores()) == scores
    assert list(state.winners()) == winners


@pytest.mark.parametrize(
    "game",
    [
        BottleImp(num_players=3, rounds=2),
        CellarDesTriplettes(num_players=3),
        WineCellar(3, 3),
        Triplets(num_players=3),
    ],
    ids=str,
)
def test_native_playouts_are_those_of_python(game: Game[Any], ask: Callable[[str], Any]) -> None:
    scores, actions = ask(f"{MODULE_OF[game.name]}.playouts({game!r}, 50, seed=9)")
    sample = game.sample_games(50, seed=9)
    assert sample.scores.tolist() == scores
    assert sample.lengths.sum() == actions


@pytest.mark.parametrize(
    ("module", "name"),
    [
        ("downstream", "BottleImp"),
        ("downstream_cellar", "CellarDesTriplettes"),
        ("downstream_wine", "WineCellar"),
        ("downstream_triplets", "Triplets"),
    ],
)
def test_struct_of_a_python_state_is_used_without_a_copy(
    module: str, name: str, ask: Callable[[str], Any]
) -> None:
    state = f"state := {name}().new_state(3)"
    same, other = ask(f"[{module}.is_new_deal({state}, 3), {module}.is_new_deal(state, 4)]")
    assert (same, other) == (True, False)
    # Through the table, this plays a state of any game.
    played = "downstream.play_in_place(state, 1), state.is_terminal, state.scores()"
    _, over, scores = ask(f"[{state}, [{played}]][1]")
    assert over
    assert len(scores) == 4


def test_inline_functions_of_the_core_compile_elsewhere(ask: Callable[[str], Any]) -> None:
    assert ask("[downstream.deck_size(BottleImp(num_players=n)) for n in (4, 5)]") == [36, 54]
    sizes = "[downstream_cellar.deck_size(CellarDesTriplettes(num_players=n)) for n in (3, 4, 5)]"
    assert ask(sizes) == [48, 57, 66]
    facts = ask("[downstream_cellar.card_facts(card) for card in range(22)]")
    for (value, stars, two, ids), card in zip(facts, cellar_des_triplettes.CARDS, strict=True):
        assert (value, stars, two) == (card.tenths, card.stars, 2 * card.tenths)
        assert ids == [cellar_des_triplettes.place(card, slot) for slot in ("r1c1", "right")]
    assert ask("downstream_cellar.call_id()") == cellar_des_triplettes.CALL
    sizes = "[downstream_wine.deck_size(WineCellar(num_players=n)) for n in range(1, 9)]"
    assert ask(sizes) == [18, 18, 27, 36, 45, 54, 63, 72]
    for number, ids in enumerate(
        ask("[downstream_wine.action_ids(number) for number in range(1, 73)]"), 1
    ):
        takes = [wine_cellar.take(number, end) for end in wine_cellar.ENDS]
        assert ids == [wine_cellar.bid(number), *takes]


def test_a_turn_of_triplets_is_read_natively(ask: Callable[[str], Any]) -> None:
    """The struct in a state of Python as it is: hand, what may be played, what stands."""
    assert ask("[downstream_triplets.deck_size(Triplets(decks=n)) for n in (1, 4)]") == [52, 208]
    assert ask("downstream_triplets.first_triplet()") == triplets.triplet("2")
    state = Triplets(num_players=4).new_state(1)
    random = Random(2)
    states: list[triplets.TripletsState] = []
    while not state.is_terminal:
        states.append(state.copy())
        state.apply(random.choice(state.legal_actions()))
    saved = [it.to_bytes().hex() for it in states]
    read = "cardgames.state_from_bytes(bytes.fromhex(it))"
    found: list[Turn] = ask(f"[downstream_triplets.turn({read}) for it in {saved}]")
    kinds: set[str | None] = set()
    for it, (hand, legal, (level, stands)) in zip(states, found, strict=True):
        view, seat = it.view(), it.current_player
        known = [str(card) for card in view.known_hands[seat]]
        words = [str(triplets.CARDS[4 * (rank - 1) + suit]) for rank, suit, _ in hand]
        public = [word for word, (_, _, hidden) in zip(words, hand, strict=True) if not hidden]
        assert sorted(words) == sorted(map(str, view.hands[seat]))
        assert sorted(public) == sorted(known)
        assert legal == it.legal_actions()
        winning = view.winning
        kinds.add(winning.kind if winning else None)
        assert level == (triplets.RANKS.index(winning.rank) + 1 if winning else 0)
        assert stands == (winning is not None and winning.kind == "triplet")
    assert kinds == {None, "single", "triplet"}


def test_short_lists_compile_elsewhere(ask: Callable[[str], Any]) -> None:
    changed, found, missing = ask("downstream_wine.lists()")
    assert changed == [[10, 20, 30], [72, 10, 20, 30], [10, 20, 30, 5], [10, 30]]
    assert (found, missing) == (1, -1)


def test_a_cellar_is_scored_without_a_state(ask: Callable[[str], Any]) -> None:
    state = WineCellar(num_players=2).new_state(1)
    while not state.is_terminal:
        state.apply(state.legal_actions()[-1])
    cellars, clients = state.view().last_cellars, state.view().last_clients
    assert cellars is not None
    assert clients is not None
    for seat in range(2):
        numbers = [bottle.number for bottle in cellars[seat]]
        place = 1 + state.game.clients.index(clients[seat])
        asked = f"downstream_wine.cellar_parts(WineCellar(num_players=2), {numbers}, {place})"
        details = state.score_details(seat)
        parts = [details.ages, details.first_type, details.second_type, details.countries]
        assert ask(asked) == [details.total, parts]


@pytest.mark.parametrize(("name", "module"), MODULE_OF.items())
def test_table_of_the_library_is_of_the_version_compiled_against(
    name: str, module: str, ask: Callable[[str], Any]
) -> None:
    compiled, loaded, name_in_table = ask(f"{module}.versions()")
    assert compiled == loaded
    assert name_in_table == name


def test_every_game_has_a_module_that_uses_it() -> None:
    assert tuple(MODULE_OF) == cardgames.games()


@pytest.mark.parametrize(("module", "struct"), STRUCTS)
def test_structs_have_no_hidden_padding(
    module: str, struct: str, ask: Callable[[str], Any]
) -> None:
    """Equal positions are equal byte for byte only if every byte belongs to a member."""
    size, sizes = ask(f"{module}.struct_sizes()")[struct]
    assert sum(sizes.values()) == size
    assert list(sizes) == members(MODULES[module][0], struct)


@pytest.mark.parametrize(("module", "struct"), STATES)
def test_size_of_a_state_is_that_of_its_struct(
    module: str, struct: str, ask: Callable[[str], Any]
) -> None:
    game = cardgames.make(MODULES[module][0])
    assert ask(f"{module}.struct_sizes()")[struct][0] == game.state_size
