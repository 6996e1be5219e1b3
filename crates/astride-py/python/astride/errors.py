"""What Astride raises.

What it refuses itself is an :class:`Error`; an argument that is no text, truth value or object of the
class that is expected is a plain ``TypeError``, and a file that cannot be read an ``OSError``. Most are
also the exception that Python itself would raise, so ``except ValueError`` works as well. That there is
no path is no exception but an answer.
"""

import re


# What is added for an argument that cannot be converted, before the exception is raised.
_ARGUMENT = re.compile("while processing '([^']+)'")


class Error(Exception):
    """Everything that Astride refuses. The message says what, where, and what would be right.

    `code` names the failure for programs, such as "cell-off-map", and stays the same when the
    message is reworded. It is empty where this package refuses before the engine is asked.
    """

    def __init__(self, message: str = "", code: str = "") -> None:
        super().__init__(message)
        self.code = code

    def add_note(self, note: str, /) -> None:
        """Adds a note, as of every exception; the name of an argument goes to the message instead."""
        argument = _ARGUMENT.fullmatch(note)
        if argument and self.__traceback__ is None:
            self.args = (f"{argument[1]}: {self}",)
        elif hasattr(super(), "add_note"):  # from Python 3.11 on
            super().add_note(note)  # type: ignore[misc]


class BadArgument(Error, ValueError):
    """A number or a name is not one that is taken."""


class BadArray(Error, ValueError):
    """An array has another kind of number, shape or range than is taken."""


class BadType(Error, TypeError):
    """A cell, a rectangle, a class or a number is given as another kind of value."""


class BadData(Error, ValueError):
    """Bytes or a text are not what they should be: damaged, of another kind, or of another map."""


class OffMap(Error, IndexError):
    """A cell or a rectangle is not on the map."""


class UnknownNumber(Error, LookupError):
    """There is no mover, faction, overlay, set of places, request, unit or robot of this number."""


class Stale(Error, RuntimeError):
    """An index, a field or a range is of another state of the map."""


class Full(Error, RuntimeError):
    """There are as many as there can be, there is no memory for more, or a limit was reached."""


class Unsupported(Error, ValueError):
    """The method or index cannot do this for this map and mover."""


class Fault(Error, RuntimeError):
    """The library has a fault: please report it with what led to it."""
