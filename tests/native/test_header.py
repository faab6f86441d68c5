"""`cardgames.h` alone: it compiles as it is, and its layout is the one that was promised."""

import re
import shutil
import subprocess
from importlib import resources
from pathlib import Path
from typing import Any

import pytest

import cardgames
from tests.property.game_sets import GAMES

HEADER = Path(cardgames.get_include(), "cardgames.h")

# Bytes of a state: part of saved states and of arrays of states, so that a change needs a new
# version of the saved form.
STATE_SIZES = {
    "bottle_imp": 376,
    "cellar_des_triplettes": 728,
    "wine_cellar": 488,
    "triplets": 520,
}

# Members in order. The table is append-only: a new member goes to the end, with a new ABI version.
LAYOUT = {
    "cg_rng": ["s"],
    "cg_limits": [
        "num_players",
        "num_actions",
        "max_legal_actions",
        "max_game_length",
        "observation_size",
        "state_size",
        "view_size",
        "max_score",
    ],
    "cg_table": [
        "abi_version",
        "struct_size",
        "name",
        "reset",
        "to_act",
        "current_player",
        "legal",
        "refusal",
        "apply",
        "apply_unchecked",
        "play_random",
        "is_over",
        "scores",
        "winners",
        "view",
        "observe",
        "determinize",
        "check",
        "guided",
    ],
    "cg_game": ["table", "limits", "owner"],
    "cg_api": [
        "abi_version",
        "struct_size",
        "open",
        "close",
        "action_text",
        "read_action",
        "refusal_text",
        "rng_seed",
        "rng_next",
        "rng_below",
        "rng_stream",
        "copy",
        "hash",
        "returns",
        "value",
        "random_action",
        "playout",
        "playouts",
        "determinize",
        "view_hash",
    ],
}


def compile_alone(compiler: str, *flags: str, source: str, folder: Path) -> None:
    """Compiles, all warnings being errors; the function fails with what the compiler says."""
    command = shutil.which(compiler)
    if command is None:
        pytest.skip(f"there is no {compiler} here")
    suffix = ".c" if compiler == "cc" else ".cpp"
    file = (folder / "alone").with_suffix(suffix)
    file.write_text(source)
    result = subprocess.run(
        [
            command,
            *flags,
            *("-Wall", "-Wextra", "-pedantic", "-Werror", "-fsyntax-only", "-I", HEADER.parent),
            file,
        ],
        capture_output=True,
        text=True,
        check=False,
    )
    assert result.returncode == 0, result.stderr


def declarations() -> str:
    """The header without the lines of the preprocessor."""
    lines = HEADER.read_text(encoding="utf-8").splitlines()
    return "\n".join(line for line in lines if not line.startswith("#"))


@pytest.fixture
def ffi() -> Any:
    """The header as cffi reads it."""
    cffi = pytest.importorskip("cffi", reason="cffi is not installed")
    ffi = cffi.FFI()
    ffi.cdef(declarations())
    return ffi


@pytest.mark.parametrize(
    ("compiler", "standard"),
    [("cc", "c99"), ("cc", "c11"), ("c++", "c++11"), ("c++", "c++17")],
)
def test_header_compiles_alone(compiler: str, standard: str, tmp_path: Path) -> None:
    twice = '#include "cardgames.h"\n' * 2 + "cg_table table;\n"
    compile_alone(compiler, f"-std={standard}", source=twice, folder=tmp_path)


def test_sizes_and_offsets_are_as_promised(tmp_path: Path) -> None:
    checks = {"sizeof(cg_rng)": 32, "sizeof(cg_limits)": 4 * len(LAYOUT["cg_limits"])}
    pointers = LAYOUT["cg_table"][2:]
    checks["sizeof(cg_table)"] = 8 + 8 * len(pointers)
    functions = LAYOUT["cg_api"][2:]
    checks |= {"sizeof(cg_api)": 8 + 8 * len(functions), "sizeof(cg_game)": 24}
    checks |= {f"offsetof(cg_api, {name})": 8 + 8 * i for i, name in enumerate(functions)}
    checks |= {f"offsetof(cg_game, {name})": 8 * i for i, name in enumerate(LAYOUT["cg_game"])}
    for struct, names, size in (
        ("cg_limits", LAYOUT["cg_limits"], 4),
        ("cg_table", LAYOUT["cg_table"][:2], 4),
    ):
        checks |= {f"offsetof({struct}, {name})": size * i for i, name in enumerate(names)}
    checks |= {f"offsetof(cg_table, {name})": 8 + 8 * i for i, name in enumerate(pointers)}
    source = '#include "cardgames.h"\n' + "".join(
        f'_Static_assert({expression} == {value}, "{expression}");\n'
        for expression, value in checks.items()
    )
    compile_alone("cc", "-std=c11", source=source, folder=tmp_path)


def test_cffi_reads_the_header_without_its_preprocessor_lines(ffi: Any) -> None:
    for struct, names in LAYOUT.items():
        assert [name for name, _ in ffi.typeof(struct).fields] == names
    assert ffi.sizeof("cg_table") == 8 + 8 * len(LAYOUT["cg_table"][2:])


def test_header_says_the_version_and_limits_that_the_library_keeps(ffi: Any) -> None:
    lib = ffi.dlopen(None)
    assert lib.CG_ABI_VERSION == 2
    assert max(game.state_size for game in GAMES) <= 8 * lib.CG_MAX_STATE_WORDS
    assert all(game.state_size % 8 == 0 for game in GAMES)
    assert lib.CG_VIEW_SPECTATOR == cardgames.SPECTATOR
    assert max(game.num_players for game in GAMES) <= lib.CG_MAX_PLAYERS
    assert max(game.num_actions for game in GAMES) <= lib.CG_MAX_ACTIONS


def test_cython_declares_the_members_of_the_header() -> None:
    """Cython takes member names on trust; one that it lacks or has more would be noticed late."""
    source = resources.files("cardgames._core").joinpath("table.pxd").read_text(encoding="utf-8")
    for struct, names in LAYOUT.items():
        match = re.search(rf"ctypedef struct {struct}:\n((?: {{8}}.*\n)+)", source)
        assert match is not None
        member = r"^ {8}(?! ).*?(?:\(\*|[ *])(\w+)(?:\)|\[|$)"
        assert re.findall(member, match[1], re.MULTILINE) == names


@pytest.mark.parametrize("name", cardgames.games())
def test_size_of_a_state_is_small_and_as_promised(name: str) -> None:
    sizes = {game.state_size for game in GAMES if game.name == name}
    assert sizes == {STATE_SIZES[name]}
    assert max(sizes) < 1024
