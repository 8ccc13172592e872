"""The Python runner of evald: executes one session's cells in one process (see PROTOCOL.md).

    __main__     takes the protocol's descriptors away, then starts `kernel`
    kernel       the composition root and the loop over requests
    cell         one cell from `started` to `done`
    compiling, event_loop, outcome, tracebacks      how its code is run and how its end is told
    frames, inbox, json_lines                       the protocol: frames out, requests and answers in
    output, streams, threads, children              whose text is whose, and in which order it leaves
    bundles, display, figures, strict_json          rich output
    interrupts, stdin, environment, namespace       what a cell may do to its process, and what is put back
    prelude and the modules it names                the helpers in every cell's namespace
    imports, spawned, ipython_*                     other libraries told how to live in a kernel

Only what every cell needs is imported at start: a kernel must be there in milliseconds and stay small.
"""
