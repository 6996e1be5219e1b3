"""The bytes of files of maps and scenarios, plain or gzip."""

from __future__ import annotations

import gzip
import os
import zlib

from .errors import BadData

#: No file may hold more bytes than this, unpacked: those of a map of about 23 000 x 23 000 cells.
MOST = 512 << 20


def bytes_of(file: str | os.PathLike[str]) -> bytes:
    """All bytes of a file, unpacked if they begin as gzip does."""
    with open(file, "rb") as opened:
        is_packed = opened.peek(2)[:2] == b"\x1f\x8b"
        source = gzip.GzipFile(fileobj=opened) if is_packed else opened
        content = bytearray()
        try:
            while len(content) <= MOST and (part := source.read(1 << 20)):
                content += part
        except (EOFError, gzip.BadGzipFile, zlib.error) as error:
            raise BadData(f"the gzip data of {file} is damaged: {error}") from None
    if len(content) > MOST:
        raise BadData(f"{file} holds more than {MOST >> 20} MiB when unpacked, expected at most that")
    return bytes(content)
