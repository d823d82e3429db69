#!/usr/bin/env python3
"""Runs the same strokes on filotto and on pooltool, alternately, and prints the ratio of their speeds.

Nothing is installed: see README.md beside this file. The strokes are the set `random` or `aimed` of the benchmarks,
without pins (the peer has none), on a 2.84 x 1.42 m carom table with 61.5 mm balls.
"""

import argparse
import json
import os
import re
import statistics
import subprocess
import sys
import time

RADIUS, MASS, LENGTH, WIDTH = 0.03075, 0.210, 2.84, 1.42


def strokes(examples, name, count):
    """The strokes of a set, from the example `strokes`."""
    out = subprocess.run([f"{examples}/strokes", name, "bare", str(count)], check=True, capture_output=True, text=True)
    return [json.loads(line) for line in out.stdout.splitlines()]


def ours(examples, name, count, rounds):
    """Strokes a second of filotto on one core, on the same strokes, from the example `count`."""
    command = [f"{examples}/count", name, "bare", str(count), str(rounds)]
    out = subprocess.run(command, check=True, capture_output=True, text=True)
    return float(re.search(r"strokes/s (\d+)", out.stdout).group(1))


def system(pt, stroke):
    """The stroke as the peer takes it: its x runs across the table and its y along it, so everything is turned by a
    quarter to the left."""
    specs = pt.objects.BilliardTableSpecs(l=LENGTH, w=WIDTH)
    params = dict(R=RADIUS, m=MASS)
    balls = {}
    for name, (x, y) in zip(("white", "yellow", "red"), stroke["balls"]):
        balls[name] = pt.Ball.create(name, xy=(WIDTH - y, x), **params)
    cue = pt.Cue(cue_ball_id="white")
    cue.set_state(V0=stroke["v"], phi=(stroke["phi"] + 90) % 360, theta=0, a=stroke["a"], b=stroke["b"])
    return pt.System(cue=cue, table=pt.Table.from_table_specs(specs), balls=balls)


def peer(pt, given):
    """Strokes a second and events a stroke of the peer on one core; making the systems is not timed. Its fastest
    setting is the default without the continuous resampling that drawing needs."""
    systems = [system(pt, stroke) for stroke in given]
    start = time.perf_counter()
    for one in systems:
        pt.simulate(one, inplace=True, continuous=False)
    seconds = time.perf_counter() - start
    return len(systems) / seconds, sum(len(one.events) for one in systems) / len(systems)


def main():
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--examples", default="target/release/examples", help="where filotto's examples are built")
    parser.add_argument("--set", choices=["random", "aimed"], default="random", help="which directions")
    parser.add_argument("--strokes", type=int, default=100, help="strokes a turn of the peer")
    parser.add_argument("--turns", type=int, default=5, help="turns of each, alternately")
    args = parser.parse_args()
    # This file has the peer's name: its own folder must not be where the peer is looked for.
    here = os.path.dirname(os.path.abspath(__file__))
    sys.path = [path for path in sys.path if os.path.abspath(path or ".") != here]
    try:
        import pooltool as pt
    except ImportError:
        sys.exit("pooltool is not installed: `pip install pooltool-billiards` in an environment of its own")
    given = strokes(args.examples, args.set, args.strokes)
    peer(pt, given[:5])  # compiles what it compiles at first use
    ratios, rates = [], []
    for turn in range(args.turns):
        one = ours(args.examples, args.set, args.strokes, max(1, 200_000 // args.strokes))
        other, events = peer(pt, given)
        ratios.append(one / other)
        rates.append((one, other))
        print(f"turn {turn + 1}: filotto {one:.0f} strokes/s, pooltool {other:.2f} strokes/s ({events:.1f} events), "
              f"ratio {one / other:.0f}", file=sys.stderr)
    print(json.dumps({
        "set": args.set,
        "strokes": args.strokes,
        "turns": args.turns,
        "pooltool": getattr(pt, "__version__", "unknown"),
        "filotto_strokes_per_s": statistics.median(rate for rate, _ in rates),
        "pooltool_strokes_per_s": statistics.median(rate for _, rate in rates),
        "ratio": statistics.median(ratios),
    }))


if __name__ == "__main__":
    main()
