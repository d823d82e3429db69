"""A bot in some thirty lines to start from: plays full at the object ball, slowly.

    filotto conformance --cmd "python3 docs/examples/bot_template.py" --only greeting,flush,infinite,one-answer,quit
"""

import math
import sys
import threading

position, stop, search = None, threading.Event(), None


def say(line):
    print(line, flush=True)


def think(fields, stop, infinite):
    white, yellow = (tuple(map(float, ball.split(","))) if ball != "-" else None for ball in fields[:2])
    cue, target = (white, yellow) if fields[4] == "w" else (yellow, white)
    place = "" if cue else " at=0.355,0.355" if fields[5] != "h:upper" else " at=2.485,0.355"
    cue = cue or ((0.355, 0.355) if fields[5] != "h:upper" else (2.485, 0.355))
    phi = math.degrees(math.atan2(target[1] - cue[1], target[0] - cue[0]))
    if infinite:
        stop.wait()
    say(f"beststroke phi={phi:.3f} v=2 a=0 b=0 theta=0{place}")


for line in sys.stdin:
    command, *words = line.split() or [""]
    if command == "fpi":
        say("id name template 1\nfpiok")
    elif command == "isready":
        say("readyok")
    elif command == "position":
        position = words  # a real bot checks it: error position field=… column=… message="…"
        mine, other = ("white", "yellow") if words[4] == "w" else ("yellow", "white")
        say(f"positionok {abs(hash(tuple(words))):016x} cue {mine} object {other}")
    elif command == "go" and words[:1] == ["lag"]:
        say("beststroke lag phi=0 v=1.9 a=0 b=0 theta=0")
    elif command == "go" and words[:1] in (["choose"], ["claim"]):
        say({"choose": "choice open", "claim": "claim no"}[words[0]])
    elif command == "go" and position is None:
        say('error no-position field=position message="no position has been given"')
    elif command == "go":
        stop = threading.Event()
        search = threading.Thread(target=think, args=(position, stop, "infinite" in words), daemon=True)
        search.start()
    elif command in ("stop", "quit"):
        stop.set()
        if command == "quit":
            if search:
                search.join()
            break
    elif command and command not in ("newmatch", "setoption", "declare", "ruling", "result"):
        say(f'error unknown message="no command {command}"')
