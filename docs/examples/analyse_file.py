"""Analyses a file of positions, one a line, through `filotto bot --json` and prints a table.

    python3 docs/examples/analyse_file.py [--nodes N] POSITIONS COMMAND...
    python3 docs/examples/analyse_file.py positions.txt target/release/filotto bot --json

Empty lines and those that begin with # are passed over. Standard library only.
"""

import argparse
import json
import subprocess
import sys


def main():
    parser = argparse.ArgumentParser(description=__doc__.split("\n")[0])
    parser.add_argument("--nodes", type=int, default=20000)
    parser.add_argument("--skill", default="pro")
    parser.add_argument("positions")
    parser.add_argument("command", nargs=argparse.REMAINDER)
    options = parser.parse_args()
    with open(options.positions, encoding="utf-8") as file:
        positions = [line.strip() for line in file if line.strip() and not line.startswith("#")]
    command = options.command or ["filotto", "bot", "--json"]
    bot = subprocess.Popen(command, stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True, bufsize=1)
    request = {"id": "file", "action": "analyze", "positions": positions, "skill": options.skill,
               "budget": {"nodes": options.nodes}, "want": ["explain"]}
    bot.stdin.write(json.dumps(request) + "\n")
    bot.stdin.close()  # the end of input: the bot finishes what waits and leaves
    failed = 0
    for line in bot.stdout:
        reply = json.loads(line)
        if "index" not in reply:
            if "error" in reply:
                raise SystemExit(f"{reply.get('field')}: {reply['error']}")
            if reply["final"]:
                print(f"{reply['positions']} positions, {reply['failed']} failed")
                failed = reply["failed"]
        elif "error" in reply:
            print(f"{reply['index'] + 1:4} {reply['field']}: {reply['error']}")
        else:
            best = reply["suggestions"][0]
            print(f"{reply['index'] + 1:4} {best['stroke']:60} {best['points']:6.2f} {best['fault']:6.3f} {best['explain']}")
    return bot.wait(timeout=30) or (1 if failed else 0)


if __name__ == "__main__":
    sys.exit(main())
