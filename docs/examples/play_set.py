"""Plays a set against `filotto bot`: the client strikes full at the object ball, the bot thinks.

    python3 docs/examples/play_set.py [--target N] [--nodes N] COMMAND...
    python3 docs/examples/play_set.py target/release/filotto bot

The bot is its own referee here: `judge STROKE` gives the points and the next position. Standard library only.
"""

import argparse
import math
import re
import subprocess
import sys


class Bot:
    """A bot behind two pipes."""

    def __init__(self, command):
        self.process = subprocess.Popen(command, stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True, bufsize=1)
        self.ask("fpi", "fpiok")

    def ask(self, line, answer):
        """Sends a line and waits for the answer that begins so; `info` and `option` lines are passed over."""
        self.process.stdin.write(line + "\n")
        self.process.stdin.flush()
        for reply in self.process.stdout:
            words = reply.split()
            if words and words[0] == answer:
                return reply.strip()
            if words and words[0] == "error":
                raise SystemExit(f"the bot says: {reply.strip()}")
        raise SystemExit(f"the bot has gone; it was asked: {line}")

    def quit(self):
        self.process.stdin.write("quit\n")
        self.process.stdin.flush()
        return self.process.wait(timeout=30)


def my_stroke(position):
    """Full at the object ball; a ball in hand goes to the first place tried that the bot takes."""
    fields = position.split()
    white, yellow = (None if ball == "-" else tuple(map(float, ball.split(","))) for ball in fields[:2])
    cue, target = (white, yellow) if fields[4] == "w" else (yellow, white)
    place = ""
    if cue is None:
        cue = (2.485, 0.2) if fields[5] == "h:upper" else (0.355, 0.2)
        if math.dist(cue, target) < 0.1:
            cue = (cue[0], 1.2)
        place = f" at={cue[0]},{cue[1]}"
    phi = math.degrees(math.atan2(target[1] - cue[1], target[0] - cue[0]))
    return f"phi={phi:.4f} v=3 a=0 b=0 theta=0{place}"


def main():
    parser = argparse.ArgumentParser(description=__doc__.split("\n")[0])
    parser.add_argument("--target", type=int, default=20)
    parser.add_argument("--nodes", type=int, default=2000)
    parser.add_argument("--strokes", type=int, default=400, help="give up after so many")
    parser.add_argument("command", nargs=argparse.REMAINDER)
    options = parser.parse_args()
    bot = Bot(options.command or ["filotto", "bot"])
    bot.ask("isready", "readyok")
    position = f"- 2.74,0.71 2.13,0.71 UDLRC w o 0-0/{options.target}"
    for number in range(1, options.strokes + 1):
        bot.ask(f"position {position}", "positionok")
        striker = position.split()[4]
        if striker == "w":
            stroke, who = my_stroke(position), "client"
        else:
            best = bot.ask(f"go nodes {options.nodes}", "beststroke")
            stroke, who = best.removeprefix("beststroke "), "bot"
        verdict = bot.ask(f"judge {stroke}", "verdict")
        points = re.search(r"striker=(\d+) opponent=(\d+) faults=(\S+)", verdict)
        position = re.search(r'next="([^"]*)"', verdict).group(1)
        print(f"{number:3} {who:6} {stroke:60} +{points[1]} -{points[2]} {points[3]:8} {position.split()[6]}")
        if position.split()[5] == "e":
            break
    print("result", position.split()[6])
    return bot.quit()


if __name__ == "__main__":
    sys.exit(main())
