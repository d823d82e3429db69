"""A bot that plays full at the object ball, until it fails in the way its first argument names."""

import math
import sys
import time

FAULT = sys.argv[1]
AFTER = int(sys.argv[2]) if len(sys.argv) > 2 else 0
strokes = 0
fields = []


def say(line):
    print(line, flush=True)


for line in sys.stdin:
    words = line.split()
    if not words:
        continue
    if words[0] == "fpi":
        if FAULT == "mute":
            time.sleep(600)
        say("id name failing\nfpiok")
    elif words[0] == "position":
        fields = words[1:]
        say("positionok 0 cue white object yellow")
    elif words[:2] == ["go", "lag"]:
        say("beststroke lag phi=0 v=1.2 a=0 b=0 theta=0")
    elif words[:2] == ["go", "choose"]:
        say("choice open")
    elif words[:2] == ["go", "claim"]:
        say("claim no")
    elif words[0] == "go":
        strokes += 1
        if strokes > AFTER:
            if FAULT == "crash":
                sys.exit(1)
            if FAULT == "timeout":
                time.sleep(600)
            if FAULT == "garbage":
                say("Traceback (most recent call last):")
                continue
            if FAULT == "illegal":
                say("beststroke phi=0 v=99 a=0 b=0 theta=0")
                continue
            if FAULT == "stall":
                say('error search message="I don\'t know"')
                continue
        white, yellow = (tuple(map(float, f.split(","))) if f != "-" else None for f in fields[:2])
        cue, target = (white, yellow) if fields[4] == "w" else (yellow, white)
        place = "" if cue else " at=2.485,0.2" if fields[5] == "h:upper" else " at=0.355,0.2"
        cue = cue or ((2.485, 0.2) if fields[5] == "h:upper" else (0.355, 0.2))
        phi = math.degrees(math.atan2(target[1] - cue[1], target[0] - cue[0]))
        say(f"beststroke phi={phi} v=2 a=0 b=0 theta=0{place}")
    elif words[0] == "quit":
        break
