"""sys.stdout and sys.stderr of the cells."""

import codecs
import io
import os
import sys
from fcntl import F_DUPFD_CLOEXEC, fcntl

from .interrupts import PRIVATE_FROM
from .output import GATHER, ErrorText, current


class Stream(io.TextIOBase):
    """A text stream whose text goes to the cell on whose behalf the writing thread runs.

    Closing and detaching it changes nothing: a cell that closes its stdout must not silence those after it.
    """

    encoding = "utf-8"
    errors = "replace"
    newlines = None
    mode = "w"
    closed = False
    line_buffering = True
    write_through = False
    sync = None  # called before someone may write to the descriptor below

    def __init__(self, name, descriptor, pump):
        self.name = name
        self._descriptor = descriptor
        self._pump = pump
        self.buffer = ByteStream(self)

    def write(self, text):
        if text.__class__ is not str:
            text = _checked(text)
        output = current.get()
        output.parts.append(text)
        output.size += len(text)
        if output.is_paused or output.size >= GATHER:
            self._pump.release(output, text[-1:] == "\n" or "\r" in text)
        return len(text)

    def writelines(self, lines):
        for line in lines:
            self.write(line)

    def flush(self):
        """A loop that flushes each line gathers most of them all the same."""
        output = current.get()
        if output.parts and (output.is_paused or output.flushes_left > 0):
            output.flushes_left -= 1
            self._pump.release(output, True)

    def writable(self):
        return True

    def isatty(self):
        return False

    def fileno(self):
        self.sync()
        return self._descriptor

    def reconfigure(self, **settings):
        """There is nothing to set: text leaves as UTF-8."""

    def close(self):
        self.flush()

    def detach(self):
        return self.buffer

    def __repr__(self):
        return "<%s name=%r mode='w' encoding='utf-8'>" % (type(self).__name__, self.name)


class ErrorStream(Stream):
    def write(self, text):
        if not isinstance(text, str):
            _checked(text)
        output = current.get()
        output.is_mixed = True
        output.parts.append(ErrorText(text))
        output.size += len(text)
        if output.is_paused or output.size >= GATHER:
            self._pump.release(output, text[-1:] == "\n" or "\r" in text)
        return len(text)


def _checked(text):
    if not isinstance(text, str):
        raise TypeError("write() argument must be str, not %s" % type(text).__name__)
    return str.__str__(text)


class ByteStream(io.BufferedIOBase):
    """`sys.stdout.buffer`: bytes that are text in the end; characters may be split over writes."""

    closed = False

    def __init__(self, stream):
        self._stream = stream
        self._decoder = codecs.getincrementaldecoder("utf-8")("replace")
        self._is_used = False  # since the last cell's end
        self.name = stream.name
        self.mode = "wb"

    @property
    def raw(self):
        return self

    def write(self, data):
        view = memoryview(data)
        self._is_used = True
        self._write(self._decoder.decode(view.tobytes()))
        return view.nbytes

    def finish(self):
        """What is left of a character that never became whole."""
        if not self._is_used:
            return
        self._is_used = False
        self._write(self._decoder.decode(b"", True))

    def _write(self, text):
        if text:
            self._stream.write(text)

    def flush(self):
        self._stream.flush()

    def writable(self):
        return True

    def isatty(self):
        return False

    def fileno(self):
        return self._stream.fileno()

    def close(self):
        self.flush()

    def detach(self):
        return self


def _identity(descriptor):
    try:
        status = os.fstat(descriptor)
    except OSError:
        return None
    return status.st_ino, status.st_dev


def _copy(descriptor):
    return fcntl(descriptor, F_DUPFD_CLOEXEC, PRIVATE_FROM)


class StandardStreams:
    """Installs the streams, and puts them back before each cell."""

    def __init__(self, pump, sync):
        self.stdout = Stream("<stdout>", 1, pump)
        self.stderr = ErrorStream("<stderr>", 2, pump)
        self.stdout.sync = self.stderr.sync = sync
        self._descriptors = [(number, _identity(number), _copy(number)) for number in (1, 2)]
        self.install()

    def install(self):
        for number, identity, copy in self._descriptors:
            if _identity(number) != identity:  # a cell has put something else there, and not put it back
                os.dup2(copy, number)
        sys.stdout = sys.__stdout__ = self.stdout
        sys.stderr = sys.__stderr__ = self.stderr

    def finish(self):
        """Bring out what a cell's own replacement of a stream (a TextIOWrapper around its buffer) still holds."""
        for name, own in (("stdout", self.stdout), ("stderr", self.stderr)):
            stream = getattr(sys, name, None)
            if stream is not own:
                try:
                    stream.flush()
                except Exception:
                    pass  # closed, or no stream at all: nothing more can come out of it
            own.buffer.finish()
