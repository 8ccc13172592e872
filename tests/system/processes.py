"""What /proc tells of processes: who descends from whom, how much memory, how many descriptors."""
import os


def parent(pid):
    """The parent of a process, or None when it is gone."""
    try:
        with open(f"/proc/{pid}/stat", "rb") as file:
            stat = file.read()
    except OSError:
        return None
    return int(stat.rpartition(b")")[2].split()[1])


def state(pid):
    """The state letter of a process (R, S, Z, …), or None when it is gone."""
    try:
        with open(f"/proc/{pid}/stat", "rb") as file:
            stat = file.read()
    except OSError:
        return None
    return stat.rpartition(b")")[2].split()[0].decode()


def alive(pid):
    """Whether a process is there and no zombie."""
    return state(pid) not in (None, "Z", "X")


def all_pids():
    return [int(name) for name in os.listdir("/proc") if name.isdigit()]


def descendants(pid):
    """Children, their children and so on, zombies included."""
    parents = {other: parent(other) for other in all_pids()}
    found = [pid]
    for ancestor in found:
        found += [other for other, its_parent in parents.items() if its_parent == ancestor]
    return found[1:]


def zombies(pid):
    return [other for other in descendants(pid) if state(other) == "Z"]


def command(pid):
    try:
        with open(f"/proc/{pid}/cmdline", "rb") as file:
            return file.read().replace(b"\0", b" ").decode(errors="replace").strip()
    except OSError:
        return ""


def descriptors(pid):
    """How many descriptors a process has open."""
    return len(os.listdir(f"/proc/{pid}/fd"))


def _status_kilobytes(pid, name):
    with open(f"/proc/{pid}/status", encoding="utf-8") as file:
        for line in file:
            if line.startswith(name + ":"):
                return int(line.split()[1])
    return 0


def resident_megabytes(pid):
    return _status_kilobytes(pid, "VmRSS") / 1024


def peak_megabytes(pid):
    """The most that was ever resident (VmHWM)."""
    return _status_kilobytes(pid, "VmHWM") / 1024
