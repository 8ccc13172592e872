#!/usr/bin/env python3
"""Runs a command where some system calls are refused, as a container may have it: without_calls.py SET... -- COMMAND...

SET is namespaces (new ones cannot be made: EPERM) or landlock (the kernel has none: ENOSYS). For root on x86-64.
"""
import ctypes
import os
import struct
import sys

EPERM, ENOSYS = 1, 38
X86_64 = 0xC000003E
ARCHITECTURE, NUMBER, FIRST_ARGUMENT = 4, 0, 16  # places in seccomp_data
LOAD, EQUAL, ANY_BIT, RETURN = 0x20, 0x15, 0x45, 0x06
ALLOW = 0x7FFF0000
CLONE, UNSHARE, SETNS, CLONE3, LANDLOCK = 56, 272, 308, 435, 444
NEW_NAMESPACES = 0x7E020000
SETS = {"namespaces": {UNSHARE: EPERM, SETNS: EPERM, CLONE3: ENOSYS}, "landlock": {LANDLOCK: ENOSYS}}


def refusal(error):
    return 0x00050000 | error


def program(sets):
    code = [(LOAD, 0, 0, ARCHITECTURE), (EQUAL, 1, 0, X86_64), (RETURN, 0, 0, ALLOW), (LOAD, 0, 0, NUMBER)]
    for name in sets:
        for number, error in SETS[name].items():
            code += [(EQUAL, 0, 1, number), (RETURN, 0, 0, refusal(error))]
    if "namespaces" in sets:
        code += [(EQUAL, 0, 3, CLONE), (LOAD, 0, 0, FIRST_ARGUMENT), (ANY_BIT, 0, 1, NEW_NAMESPACES),
                 (RETURN, 0, 0, refusal(EPERM))]
    return code + [(RETURN, 0, 0, ALLOW)]


def main():
    split = sys.argv.index("--")
    code = program(sys.argv[1:split])
    instructions = ctypes.create_string_buffer(b"".join(struct.pack("HBBI", *one) for one in code))
    filter_program = struct.pack("HxxxxxxQ", len(code), ctypes.addressof(instructions))
    libc = ctypes.CDLL(None, use_errno=True)
    set_seccomp, mode_filter = 22, 2
    if libc.prctl(set_seccomp, mode_filter, filter_program, 0, 0) != 0:
        sys.exit(f"without_calls.py: {os.strerror(ctypes.get_errno())}")
    os.execv(sys.argv[split + 1], sys.argv[split + 1:])


if __name__ == "__main__":
    main()
