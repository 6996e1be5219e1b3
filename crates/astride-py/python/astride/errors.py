"""What Astride raises.

All of it is an :class:`Error`; most are also the exception that Python itself would raise, so
``except ValueError`` works as well. That there is no path is no exception but an answer.
"""


class Error(Exception):
    """Everything that Astride refuses. The message says what, where, and what would be right.

    `code` names the failure for programs, such as "cell-off-map", and stays the same when the
    message is reworded. It is empty where this package refuses before the engine is asked.
    """

    def __init__(self, message: str = "", code: str = "") -> None:
        super().__init__(message)
        self.code = code


class BadArgument(Error, ValueError):
    """A number or a name is not one that is taken."""


class BadArray(Error, ValueError):
    """An array has another kind of number, shape or range than is taken."""


class BadData(Error, ValueError):
    """Bytes or a text are not what they should be: damaged, of another kind, or of another map."""


class OffMap(Error, IndexError):
    """A cell or a rectangle is not on the map."""


class UnknownNumber(Error, LookupError):
    """There is no mover, faction, overlay or request of this number."""


class Stale(Error, RuntimeError):
    """An index or a field is of another state of the map."""


class Full(Error, RuntimeError):
    """There are as many as there can be, or a limit was reached."""


class Unsupported(Error, ValueError):
    """The method or index cannot do this for this map and mover."""


class Fault(Error, RuntimeError):
    """The library has a fault: please report it with what led to it."""
