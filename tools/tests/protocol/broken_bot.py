"""A bot with one deliberate fault, named by the first argument: what the conformance suite must find."""

import sys
import threading

FAULT = sys.argv[1]
state = {"position": None, "stop": None, "late": False}


def say(line):
    sys.stdout.write(line + ("\r\n" if FAULT == "crlf" else "\n"))
    if FAULT != "no-flush":
        sys.stdout.flush()


def think(stop, infinite):
    if infinite:
        if FAULT != "impatient":
            stop.wait()
    if FAULT == "silent" and stop.is_set():
        return
    say("beststroke phi=1 v=2 a=0 b=0 theta=0" + (" at=0.5,0.5" if state["position"].split()[0] == "-" else ""))
    if FAULT == "twice":
        say("beststroke phi=1 v=2 a=0 b=0 theta=0")


def go(words):
    if state["position"] is None and words[:1] not in (["lag"], ["choose"]):
        say('error no-position field=position message="none"')
        return
    stop = threading.Event()
    if FAULT == "late-stop" and state["late"]:
        stop.set()
        state["late"] = False
    state["stop"] = stop
    thread = threading.Thread(target=think, args=(stop, "infinite" in words), daemon=True)
    thread.start()
    state["thread"] = thread


def main():
    for line in sys.stdin:
        words = line.split()
        if not words:
            continue
        if words[0] == "isready":
            if FAULT == "deaf" and state["stop"] and not state["stop"].is_set():
                state["thread"].join()
            say("readyok")
        elif words[0] == "position":
            if "2.90,0.71" in line:
                if FAULT == "crash":
                    raise ValueError(line)
                state["position"] = None
                say('error position field=red column=19 message="outside"')
            else:
                state["position"] = " ".join(words[1:])
                say("positionok 0 cue white object yellow")
        elif words[0] == "go":
            go(words[1:])
        elif words[0] == "stop":
            running = state["stop"] and not state["stop"].is_set() and state["thread"].is_alive()
            state["late"] = not running
            if state["stop"]:
                state["stop"].set()
        elif words[0] == "quit":
            if state["stop"]:
                state["stop"].set()
                state["thread"].join()
            sys.exit(3 if FAULT == "exit-code" else 0)
        else:
            say('error unknown message="?"')
    if FAULT == "zombie":
        threading.Event().wait()


main()
