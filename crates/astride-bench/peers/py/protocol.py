"""What the peers in Python share: reading maps and queries, timing, writing answers.

The lines are described in src/peers/child.rs.
"""

import sys
from time import perf_counter_ns

try:
    # Waiting for a core does not count.
    from time import thread_time_ns as busy
except ImportError:
    busy = perf_counter_ns

DIGITS = {
    (0, -1): "0",
    (1, -1): "1",
    (1, 0): "2",
    (1, 1): "3",
    (0, 1): "4",
    (-1, 1): "5",
    (-1, 0): "6",
    (-1, -1): "7",
}


def say(text):
    print(text, flush=True)


def missing(reason):
    say(f"missing {reason}")
    sys.exit(0)


def steps(path):
    """The answer to `path`, from rows of (y, x) with both ends, or None."""
    if path is None or len(path) == 0:
        return "none"
    rows = [(int(y), int(x)) for y, x in path]
    digits = "".join(
        DIGITS.get((x1 - x0, y1 - y0), "?") for (y0, x0), (y1, x1) in zip(rows, rows[1:])
    )
    return f"steps {digits}"


def timed(work, *arguments):
    """What it gives, and its nanoseconds: of this thread, or elapsed ones if these are fewer."""
    was_busy, began = busy(), perf_counter_ns()
    result = work(*arguments)
    elapsed = perf_counter_ns() - began
    return result, min(elapsed, busy() - was_busy)


def serve(version, build):
    """Answers until the input ends.

    `build(rows)` takes a list of lists of booleans, true where free, and returns the bytes of what
    it built or "-", a function that resets, and one that finds a path from (y, x) to (y, x).
    """
    say(f"hello {version}")
    reset = find = None
    for line in sys.stdin:
        word, *numbers = line.split()
        numbers = [int(number) for number in numbers]
        if word == "map":
            rows = [[cell == "." for cell in sys.stdin.readline().strip()] for _ in range(numbers[1])]
            (size, reset, find), nanos = timed(build, rows)
            say(f"ready {nanos} {size}")
        elif word == "path":
            reset()
            x0, y0, x1, y1 = numbers
            say(steps(find((y0, x0), (y1, x1))))
        elif word == "time":
            queries = [[int(number) for number in sys.stdin.readline().split()] for _ in range(numbers[0])]
            laps = []
            for x0, y0, x1, y1 in queries:
                _, cleared = timed(reset)
                _, nanos = timed(find, (y0, x0), (y1, x1))
                laps.append(f"{nanos} {cleared}")
            say("\n".join(laps))
