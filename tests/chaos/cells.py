"""The cells of the chaos clients. An ordinary one tells what it found: which kernel it runs in, and what ran there before."""

import json
import os

PYTHON = """
import os as _os
_ledger = _os.open({ledger!r}, _os.O_WRONLY | _os.O_APPEND | _os.O_CREAT)
_os.write(_ledger, b{line!r})
_os.close(_ledger)
try:
    seen
except NameError:
    seen, kernel = [], {id!r}
seen.append({id!r})
import json as _json
print(_json.dumps([kernel, seen]))
"""

JAVASCRIPT = """
var seen, kernel;
if (seen === undefined) {{ seen = []; kernel = {id}; }}
seen.push({id});
console.log(JSON.stringify([kernel, seen]));
"""

# What a cell may do to its kernel, to others and to the machine. None of them touches `seen`.
ROUGH = (
    "import os\nos._exit(3)",
    "import os, signal\nos.kill(os.getpid(), signal.SIGKILL)",
    "for _ in range(20000): print('x' * 200)",
    "import sys\nsys.stdout.write('y' * 3_000_000)",
    "import os\nfor _ in range(5):\n    if os.fork() == 0:\n        import time; time.sleep(30); os._exit(0)",
    "import subprocess\nsubprocess.Popen(['sleep', '60'])\nsubprocess.Popen(['sh', '-c', 'sleep 60 & sleep 60'])",
    "try:\n    open('fill', 'wb').write(bytes(80_000_000))\nexcept OSError as error:\n    print(error)\n"
    "import os\ntry:\n    os.remove('fill')\nexcept OSError: pass",
    "raise ValueError('x' * 100_000)",
    "import threading, time\nthreading.Thread(target=lambda: (time.sleep(2), print('late')), daemon=True).start()",
    "import os\nos.closerange(3, 200)",
    "import os\nos.close(1); os.close(2)",
)
SLOW = ("import time\ntime.sleep({seconds})", "while True: pass", "import subprocess\nsubprocess.run(['sleep', '30'])")


class Cells:
    """Makes cells with an id of their own, and knows which of them ran."""

    def __init__(self, folder):
        self.ledger = os.path.join(folder, "ledger")
        open(self.ledger, "wb").close()

    def ordinary(self, language, identity):
        if language == "js":
            return JAVASCRIPT.format(id=json.dumps(identity))
        return PYTHON.format(ledger=self.ledger, line=identity + "\n", id=identity)

    def ran(self):
        """The ids of the Python cells that ran, as often as they did."""
        with open(self.ledger, encoding="ascii") as file:
            return file.read().split()
