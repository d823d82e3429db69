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
    place = (2.485 if fields[5] == "h:upper" else 0.355, 0.355)  # for a ball in hand
    balls = [None if ball == "-" else tuple(map(float, ball.split(","))) for ball in fields[:2]]
    own, other = balls if fields[4] == "w" else balls[::-1]
    at, cue = ("", own) if own else (f" at={place[0]},{place[1]}", place)
    phi = math.degrees(math.atan2(other[1] - cue[1], other[0] - cue[0]))
    if infinite:
        stop.wait()
    say(f"beststroke phi={phi:.3f} v=2 a=0 b=0 theta=0{at}")

for line in sys.stdin:
    command, *words = line.split() or [""]
    if command == "fpi":
        say("id name template 1\nfpiok")
    elif command == "isready":
        say("readyok")
    elif command == "position":
        position = words  # a real bot checks it: error position field=… column=… message="…"
        cue, other = ("white", "yellow") if words[4] == "w" else ("yellow", "white")
        say(f"positionok {abs(hash(tuple(words))):016x} cue {cue} object {other}")
    elif command == "go" and words[:1] in (["lag"], ["choose"], ["claim"]):
        say({"lag": "beststroke lag phi=0 v=1.15 a=0 b=0 theta=0", "choose": "choice open", "claim": "claim no"}[words[0]])
    elif command == "go" and position:
        stop = threading.Event()
        search = threading.Thread(target=think, args=(position, stop, "infinite" in words), daemon=True)
        search.start()
    elif command in ("stop", "quit"):
        stop.set()
        if search and command == "quit":
            search.join()
        if command == "quit":
            break
    elif command not in ("", "newmatch", "setoption", "declare", "ruling", "result"):
        say(f'error {"no-position" if command == "go" else "unknown"} message="{command}"')
