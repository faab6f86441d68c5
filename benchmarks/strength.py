"""How strong the bots are: plays the tournaments of docs/strength.md and draws its curve.

    python benchmarks/strength.py                     play all that have no result yet (hours)
    python benchmarks/strength.py wine_cellar_ladder  play these anew
    python benchmarks/strength.py --list              say what each of them is
    python benchmarks/strength.py --curve             draw the curve only

Each tournament is a command of `cardgames tournament`, its result a file in docs/strength/. The
tables of the page are made from these (`python docs/tables.py`). Needs the extras cli, ratings and
plot.
"""

from __future__ import annotations

import argparse
import json
import os
import shlex
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path
from typing import Any

FOLDER = Path(__file__).resolve().parents[1] / "docs" / "strength"
SEED = 2026
LADDER = (30, 100, 300, 1000, 3000, 10_000)
COLOURS = {"bottle_imp": "#b3261e", "cellar_des_triplettes": "#3b6ea5", "triplets": "#4c8c4a"}

# Long games are cut, as ten thousand simulations a decision take too long otherwise.
SHORT = {
    "bottle_imp": "--rounds 1",
    "cellar_des_triplettes": "--max-rounds 2",
    "wine_cellar": "",
    "triplets": "--max-rounds 5",
}


def tournaments() -> Iterator[tuple[str, str]]:
    """Name and command of each tournament, without what all have in common."""
    for game, short in SHORT.items():
        ladder = ",".join(f"ismcts:{simulations}" for simulations in LADDER)
        for name, options, bots, games in (
            ("greedy", "", "random,greedy", 2000),
            ("search", short, "greedy,ismcts:1000", 2000),
            ("more", short, "ismcts:1000,ismcts:10000", 4000 if game == "bottle_imp" else 2000),
            ("ladder", short, f"random,greedy,{ladder}", 2000),
        ):
            words = [game, options, "--bots", bots, "--games", str(games), "--seed", str(SEED)]
            yield f"{game}_{name}", " ".join(word for word in words if word)


def play(name: str, command: str, workers: int) -> None:
    """Plays a tournament and writes its result."""
    words = [*shlex.split(command), "--workers", str(workers), "--json"]
    done = subprocess.run(
        [sys.executable, "-m", "cardgames", "tournament", *words],
        stdout=subprocess.PIPE,
        check=True,
    )
    result = {"command": f"cardgames tournament {command}"} | json.loads(done.stdout)
    path = FOLDER / f"{name}.json"
    path.write_text(json.dumps(result, indent=1) + "\n", encoding="utf-8")
    print(f"{name}: {result['games']} games in {result['seconds']:.0f} s", flush=True)


def curve() -> None:
    """Draws win shares over simulations, from the ladders."""
    import matplotlib
    from matplotlib.figure import Figure

    # The same file every time.
    with matplotlib.rc_context({"svg.hashsalt": "cardgames", "svg.fonttype": "none"}):
        figure = Figure(figsize=(7.5, 4.5), layout="constrained")
        axes: Any = figure.add_subplot()
        for game in SHORT:
            path = FOLDER / f"{game}_ladder.json"
            rated = {it["bot"]: it for it in json.loads(path.read_text("utf-8"))["standings"]}
            shares = [rated[f"ismcts:{simulations}"]["win_share"] for simulations in LADDER]
            axes.errorbar(
                LADDER,
                [100 * share["mean"] for share in shares],
                [100 * 1.96 * share["error"] for share in shares],
                label=game,
                marker="o",
                capsize=3,
                color=COLOURS.get(game, "#8a5a9e"),
            )
        axes.set_xscale("log")
        axes.set_xlabel("simulations a decision")
        axes.set_ylabel("games won, % (25 if all bots were alike)")
        axes.grid(alpha=0.3)
        axes.legend()
        figure.savefig(FOLDER / "curve.svg", metadata={"Date": None})


def main() -> int:
    """Carries out the command line."""
    parser = argparse.ArgumentParser(description="The tournaments of docs/strength.md.")
    parser.add_argument("names", nargs="*", help="tournaments to play anew")
    parser.add_argument("--list", action="store_true", help="list the tournaments")
    parser.add_argument("--curve", action="store_true", help="only draw the curve")
    parser.add_argument("--workers", type=int, default=os.cpu_count() or 1)
    options = parser.parse_args()
    known = dict(tournaments())
    unknown = [name for name in options.names if name not in known]
    if unknown:
        parser.error(f"no tournament is called {', '.join(unknown)}")
    if options.list:
        for name, command in known.items():
            print(f"{name}: cardgames tournament {command}")
        return 0
    if not options.curve:
        for name in options.names or known:
            if options.names or not (FOLDER / f"{name}.json").exists():
                play(name, known[name], options.workers)
    curve()
    return 0


if __name__ == "__main__":
    sys.exit(main())
