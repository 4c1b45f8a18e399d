"""The files of the daemon are truncated, replaced, removed or of another kind; two daemons open one store.

The rule: nothing that was acknowledged is lost, or nothing is acknowledged after the fault and /readyz says why.
"""

import os
import shutil
import signal
import socket
import stat
import threading
import time

from daemon import ADMIN_TOKEN, Failed, new_table
from wire import Closed, Malformed, wait_until

WRITERS = 8
PERSON = {"groups": [10 ** 9, 10 ** 9], "opponent": "person"}


class Writer(threading.Thread):
    """Moves one table on and remembers which version was acknowledged, and when last."""

    def __init__(self, made):
        super().__init__(daemon=True)
        self.made = made
        client = made.client()
        self.table = new_table(client, rules=PERSON)
        client.close()
        self.path = f"/v1/sessions/{self.table['id']}"
        self.token = (self.table.get("tokens") or {}).get("owner")
        self.acknowledged = 0
        self.acknowledged_late = 0  # after `late` was set
        self.late = threading.Event()
        self.ended = threading.Event()
        self.statuses = {}
        self.wrong = []

    def run(self):
        client = self.made.client(self.token, timeout=5)
        while not self.ended.is_set():
            late = self.late.is_set()
            try:
                answer = client.post(self.path + "/moves", {"group": self.acknowledged % 2, "count": 1})
            except (OSError, Malformed, Closed):
                self.statuses["lost"] = self.statuses.get("lost", 0) + 1
                time.sleep(0.01)
                continue
            self.statuses[answer.status] = self.statuses.get(answer.status, 0) + 1
            if answer.status == 200:
                version = answer.json()["version"]
                if version <= self.acknowledged:
                    self.wrong.append(f"version {version} behind {self.acknowledged}")
                self.acknowledged = version
                self.acknowledged_late += late
            elif answer.status >= 500:
                time.sleep(0.01)
        client.close()


def write(made, count=WRITERS, source=None):
    writers = [Writer(made) for _ in range(count)]
    for writer in writers:
        writer.start()
    return writers


def end(writers):
    for writer in writers:
        writer.ended.set()
    for writer in writers:
        writer.join(10)


def compare(run, made, writers, what):
    """The number of tables that lack an acknowledged change; the others must be complete."""
    lost = 0
    client = made.client()
    for writer in writers:
        answer = client.get(writer.path)
        if answer.status != 200 or answer.json()["version"] < writer.acknowledged:
            lost += 1
            continue
        version = answer.json()["version"]
        taken = 2 * 10 ** 9 - sum(answer.json()["table"]["groups"])
        run.check(taken == version, f"{what}: {taken} cards taken at version {version}")
        page = client.get(f"{writer.path}/history?after={max(0, version - 5)}")
        run.check(page.status == 200 and [one["version"] for one in page.json()["events"]] ==
                  list(range(max(0, version - 5) + 1, version + 1)), f"{what}: the history's end is {page}")
        run.check(not writer.wrong, f"{what}: {writer.wrong[:1]}")
    client.close()
    return lost


# ---- Faults to one file ------------------------------------------------------------------------------

def cut(size):
    def fault(path):
        os.truncate(path, size)
    return fault


def cut_half(path):
    os.truncate(path, os.stat(path).st_size // 2 // 4096 * 4096)


def cut_odd(path):
    os.truncate(path, max(0, os.stat(path).st_size - 1000))


def zero_head(path):
    with open(path, "r+b") as file:
        file.write(bytes(100))


def zero_all(path):
    size = os.stat(path).st_size
    with open(path, "r+b") as file:
        file.write(bytes(size))


def replace_copy(path):
    shutil.copy(path, path + ".copy")
    os.rename(path + ".copy", path)


def replace_empty(path):
    with open(path + ".new", "wb"):
        pass
    os.rename(path + ".new", path)


def replace_directory(path):
    os.unlink(path)
    os.mkdir(path)


def replace_fifo(path):
    os.unlink(path)
    os.mkfifo(path)


def replace_symlink(path):
    os.rename(path, path + ".moved")
    os.symlink(os.path.basename(path) + ".moved", path)


def replace_dangling(path):
    os.unlink(path)
    os.symlink("/nonexistent/there", path)


RUNNING_FAULTS = (
    ("database_to_nothing", "", cut(0)), ("database_to_a_page", "", cut(4096)), ("database_to_half", "", cut_half),
    ("database_head_zeroed", "", zero_head), ("database_copy", "", replace_copy),
    ("database_removed", "", os.unlink),
    ("database_empty", "", replace_empty), ("database_directory", "", replace_directory),
    ("database_fifo", "", replace_fifo),
    ("database_symlink", "", replace_symlink), ("database_dangling", "", replace_dangling),
    ("wal_to_nothing", "-wal", cut(0)), ("wal_to_head", "-wal", cut(32)), ("wal_to_half", "-wal", cut_half),
    ("wal_odd", "-wal", cut_odd), ("wal_head_zeroed", "-wal", zero_head), ("wal_zeroed", "-wal", zero_all),
    ("wal_copy", "-wal", replace_copy), ("wal_removed", "-wal", os.unlink),
    ("wal_empty", "-wal", replace_empty), ("wal_directory", "-wal", replace_directory),
    ("wal_fifo", "-wal", replace_fifo),
    ("wal_symlink", "-wal", replace_symlink),
    ("shm_to_nothing", "-shm", cut(0)), ("shm_zeroed", "-shm", zero_all), ("shm_removed", "-shm", os.unlink),
    ("shm_directory", "-shm", replace_directory), ("shm_fifo", "-shm", replace_fifo),
    ("lock_removed", ".lock", os.unlink), ("lock_to_nothing", ".lock", cut(0)),
    ("lock_copy", ".lock", replace_copy),
    ("lock_symlink", ".lock", replace_symlink), ("lock_fifo", ".lock", replace_fifo),
    ("lock_directory", ".lock", replace_directory),
)


def heal(path, suffix):
    """A repair that a person would make before a second try; false if there is none."""
    if os.path.islink(path) and os.path.exists(path + ".moved"):
        os.rename(path + ".moved", path)
        return True
    if suffix in ("-shm", ".lock") and os.path.lexists(path):  # these hold no changes
        if os.path.isdir(path):
            os.rmdir(path)
        else:
            os.unlink(path)
        return True
    return False


def check_fault(run, fault, ending):
    """Writes, breaks a file, writes on; then kill -9 or SIGTERM, a new start, and a comparison."""
    name, suffix, apply = fault
    what = f"{name}, {ending}"
    made = run.daemon().start()
    writers = write(made)
    time.sleep(0.15 + 0.2 * run.random.random())
    path = made.path + suffix
    if not os.path.lexists(path):
        end(writers)  # a store without this file has nothing to lose with it
        run.check(suffix == "-shm", f"{what}: there is no {os.path.basename(path)}")
        made.stop()
        return
    run.check(sum(writer.acknowledged for writer in writers) > 0,
              f"{what}: nothing was acknowledged before the fault")
    apply(path)
    time.sleep(0.1)
    for writer in writers:
        writer.late.set()
    time.sleep(0.4)
    alive = made.alive()
    ready, reason = readiness(made)
    end(writers)
    # docs/operations.md: SQLite has -shm in memory, and a process whose mapped file is cut ends by SIGBUS.
    ended = made.process.poll() == -signal.SIGBUS and suffix == "-shm"
    run.check(alive or ended or made.process.returncode in (0, 69), f"{what}: makkerd died with {made.process.poll()}")
    if ending == "killed" or made.process.poll() == -signal.SIGBUS:
        made.kill()
    else:
        run.check(made.stop() is not None, f"{what}: SIGTERM does not end it")
    lost = start_again(run, made, writers, (path, suffix), what)
    late = sum(writer.acknowledged_late for writer in writers)
    run.check(lost == 0 or late == 0,
              f"{what}: {lost} of {len(writers)} tables lost, but {late} changes acknowledged after the fault")
    refused = sum(writer.statuses.get(503, 0) for writer in writers)
    if refused and late == 0 and alive:
        run.check(ready == 503 and any(word in reason for word in ("store", "file", "wal", "log", "database")),
                  f"{what}: changes are refused, but /readyz is {ready} {reason}")
    for report in made.reports():
        run.check(False, f"{what}: {report[:300]}")


def readiness(made):
    """The status of /readyz, and what it says in small letters."""
    try:
        answer = made.get("/readyz")
        return answer.status, answer.body.decode("utf-8", "replace").lower()
    except (OSError, Malformed, Closed) as error:
        return None, repr(error)


def start_again(run, made, writers, broken, what):
    """A new start, a second one where a person has to help; how many tables lack what was acknowledged."""
    starts = made.launch().wait_ready()
    if not starts:
        status = made.wait(5)
        run.check(status in (69, 78), f"{what}: a start that is refused ends with {status}: {made.log_tail(150)}")
        if status is None:
            made.kill()
        starts = heal(*broken) and made.launch().wait_ready()
    if not starts:
        if made.alive():
            made.kill()
        return len(writers)
    lost = compare(run, made, writers, what)
    outcome = made.stop()
    run.check(outcome == 0, f"{what}: ends with {outcome} after the new start")
    return lost


def running(run):
    """Each fault while clients write, ended by kill -9 and by SIGTERM."""
    faults = [(fault, ending) for fault in RUNNING_FAULTS for ending in ("killed", "stopped")]
    run.random.shuffle(faults)
    if run.settings.short:
        wanted = ("wal_to_nothing", "database_to_a_page")
        faults = [one for one in faults if one[0][0] in wanted and one[1] == "killed"] + faults[:2]
    done = 0
    while done < len(faults) or run.more():
        fault, ending = faults[done % len(faults)]
        done += 1
        try:
            check_fault(run, fault, ending)
        except Failed as error:
            run.check(False, f"{fault[0]}, {ending}: {error}")
        if len(run.failures) > 60:
            break
    run.note(f"{done} faults")


# ---- At the start ----------------------------------------------------------------------------------

def launch_and_look(run, made, what, may_serve):
    """A start with something wrong: it serves, or ends soon with a status and a reason; it never hangs."""
    size = made.log_size()
    began = time.monotonic()
    ready = made.launch().wait_ready(6 * run.settings.slowness)
    took = time.monotonic() - began
    if ready:
        run.check(may_serve, f"{what}: it starts")
        served = wait_until(lambda: made.get("/readyz").status == 200, 2 * run.settings.slowness)
        if not served:
            answer = made.get("/readyz")
            run.check(made.get("/livez").status == 200 and answer.code() == "not_ready" and made.log_size() > size,
                      f"{what}: not ready, and no reason is logged: {answer}")
        status = made.stop()
        run.check(status == 0, f"{what}: ends with {status}")
        return served
    status = made.wait(0.5)
    run.check(status in (64, 69, 78),
              f"{what}: {'hangs' if status is None else f'ends with {status}'} after {took:.1f} s")
    run.check(made.log_size() > size, f"{what}: no reason is logged")
    if status is None:
        made.kill()
    return False


def starting(run):
    """Files of the store that are something else before the start: reported or served, never hanging, no target overwritten."""
    for suffix in ("", "-wal", "-shm", ".lock"):
        for name, apply in (("directory", replace_directory), ("fifo", replace_fifo),
                            ("dangling", replace_dangling),
                            ("symlink", replace_symlink), ("noise", zero_all), ("cut", cut(10))):
            made = run.daemon().start()
            writers = write(made, 2)
            time.sleep(0.1)
            made.kill()
            end(writers)
            path = made.path + suffix
            if not os.path.exists(path):
                continue
            what = f"start with {name} for makker.db{suffix}"
            apply(path)
            served = launch_and_look(run, made, what, True)
            if served and suffix in (".lock", "-shm"):
                try:
                    made.start()
                except Failed as error:
                    run.check(False, f"{what}, second start: {error}")
                    made.kill()
                    continue
                run.check(compare(run, made, writers, what) == 0, f"{what}: acknowledged changes are lost")
                made.stop()


def lock_target(run):
    """PATH.lock that is a symbolic link to another file: its target is left alone (also a link to a link)."""
    for depth in (1, 2):
        folder = run.folder()
        target = os.path.join(folder, "precious")
        with open(target, "w", encoding="ascii") as file:
            file.write("precious\n" * 100)
        link = os.path.join(folder, "makker.db.lock")
        if depth == 2:
            os.symlink("precious", os.path.join(folder, "between"))
            os.symlink("between", link)
        else:
            os.symlink(target, link)
        made = run.daemon(folder=folder)
        launch_and_look(run, made, f"a lock that is a link ({depth})", True)
        with open(target, encoding="ascii") as file:
            run.check(file.read() == "precious\n" * 100, f"the target of makker.db.lock was overwritten ({depth})")


def unix_socket(run):
    """A socket's path that is something else is never removed or written to."""
    for name in ("file", "symlink", "fifo", "directory", "used"):
        folder = run.folder()
        path = os.path.join(folder, "sock")
        target = os.path.join(folder, "precious")
        with open(target, "w", encoding="ascii") as file:
            file.write("precious")
        holder = None
        if name == "file":
            os.link(target, path)
        elif name == "symlink":
            os.symlink(target, path)
        elif name == "fifo":
            os.mkfifo(path)
        elif name == "directory":
            os.mkdir(path)
        else:
            holder = socket.socket(socket.AF_UNIX)
            holder.bind(path)
            holder.listen(1)
        before = os.lstat(path)
        made = run.daemon(folder=folder)
        made.listen = f"unix:{path}"
        made.launch()
        status = made.wait(3 * run.settings.slowness)
        run.check(status == 69 or status == 78, f"a socket's path that is a {name}: status {status}")
        if status is None:
            made.kill()
        after = os.lstat(path) if os.path.lexists(path) else None
        run.check(after and (after.st_ino, stat.S_IFMT(after.st_mode)) == (before.st_ino,
                                                                           stat.S_IFMT(before.st_mode)),
                  f"a {name} at the socket's path is gone")
        with open(target, encoding="ascii") as file:
            run.check(file.read() == "precious", f"{name}: the file was written to")
        if holder:
            holder.close()


def read_only(run):
    """A store that may not be written: refused at the start with a reason; run as an unprivileged user where this is root."""
    more = {"user": 65534, "group": 65534, "extra_groups": []} if os.geteuid() == 0 else {}
    folder = run.folder()
    os.chmod(run.base, 0o755)
    os.chmod(folder, 0o777)
    made = run.daemon(folder=folder)
    made.start(**more)
    table = new_table(made.client())
    made.stop()
    for path, mode in ((made.path, 0o444), (made.path, 0o000), (folder, 0o555)):
        os.chmod(path, mode)
        made.launch(**more)
        ready = made.wait_ready(5 * run.settings.slowness)
        if ready:
            answer = made.client().post("/v1/sessions", {"game": "klondike"})
            run.check(answer.status == 503 or answer.status == 201 and path == folder,
                      f"mode {mode:o} of {os.path.basename(path)}: a table is made all the same: {answer.status}")
            made.stop()
        else:
            run.check(made.wait(2) == 69,
                      f"mode {mode:o} of {os.path.basename(path)}: ends with {made.process.poll()}")
            run.check(made.log_tail(100) != "", "a refused start logs no reason")
        os.chmod(path, 0o777 if path == folder else 0o644)
        if os.geteuid() == 0:
            os.chown(made.path, 65534, 65534)
    made.start(**more)
    run.check(made.get(f"/v1/sessions/{table['id']}").status == 200, "the table is lost")
    made.require_live("read only")


# ---- Configuration and token ------------------------------------------------------------------------

def configuration(run):
    """The configuration becomes something else, then SIGHUP: reported, still served, and SIGTERM still ends it."""
    changes = (("fifo", replace_fifo), ("directory", replace_directory), ("dangling", replace_dangling),
               ("removed", os.unlink),
               ("zeroes", zero_all), ("empty", replace_empty), ("symlink", replace_symlink), ("garbage", garbage),
               ("huge", huge), ("device", device))
    for name, apply in changes:
        folder = run.folder()
        config = os.path.join(folder, "makkerd.conf")
        with open(config, "w", encoding="ascii") as file:
            file.write("search_budget_ms = 10\ndefault_language = da\n")
        made = run.daemon(folder=folder, config=config).start()
        client = made.client()
        table = new_table(client)
        apply(config)
        for _ in range(3):
            made.signal(signal.SIGHUP)
            time.sleep(0.05)
        try:
            made.require_live(f"configuration: {name}")
            answer = client.post(f"/v1/sessions/{table['id']}/moves", {"group": 0, "count": 1})
            run.check(answer.status == 200, f"configuration {name}: {answer}")
        except (Failed, OSError) as error:
            run.check(False, f"configuration {name}: {error}")
        status = made.stop(4 * run.settings.slowness)
        run.check(status == 0, f"configuration {name}: SIGTERM behind SIGHUP ends it with {status}")
        if name in ("fifo", "directory", "dangling", "removed", "garbage", "huge", "device"):
            launch_and_look(run, made, f"start with the configuration: {name}", False)


def garbage(path):
    with open(path, "wb") as file:
        file.write(b"search_budget_ms = = 1\n[section\n\xff\xfe = \x00\nnonsense\n")


def huge(path):
    with open(path, "wb") as file:
        file.write(b"# " + b"x" * (8 << 20) + b"\nno_such_option = 1\n")


def device(path):
    os.unlink(path)
    os.symlink("/dev/zero", path)


def token_file(run):
    """The administrator's token file: something else at the start is refused, soon and with a reason."""
    for name, apply, serves in (("fifo", replace_fifo, False), ("directory", replace_directory, False),
                                ("dangling", replace_dangling, False),
                                ("removed", os.unlink, False), ("empty", replace_empty, False),
                                ("short", lambda path: cut(5)(path), False),
                                ("zeroes", zero_all, False), ("device", device, False),
                                ("same", lambda path: None, True)):
        folder = run.folder()
        path = os.path.join(folder, "admin-token")
        with open(path, "w", encoding="ascii") as file:
            file.write(ADMIN_TOKEN + "\n")
        os.chmod(path, 0o600)
        made = run.daemon([f"--admin-token-file={path}"], folder=folder, auth="token").start()
        table = new_table(made.client())
        apply(path)
        made.signal(signal.SIGHUP)
        time.sleep(0.05)
        answer = made.client().get(f"/v1/sessions/{table['id']}")
        run.check(answer.status == 200, f"token file {name} and SIGHUP: {answer}")
        run.check(made.client("wrong-token-wrong-token").get("/v1/sessions").status == 401,
                  f"token file {name}: a wrong token")
        status = made.stop(4 * run.settings.slowness)
        run.check(status == 0, f"token file {name}: SIGTERM ends it with {status}")
        launch_and_look(run, made, f"start with the token file: {name}", serves)


# ---- Two daemons ------------------------------------------------------------------------------------

def second(run):
    """A second daemon on the same file, by any name, is rejected; the first continues; then the second can start."""
    folder = run.folder()
    first = run.daemon(folder=folder).start()
    writers = write(first, 4)
    other = run.folder()
    os.symlink(first.path, os.path.join(other, "by-symlink.db"))
    os.symlink(folder, os.path.join(other, "folder"))
    os.link(first.path, os.path.join(folder, "by-hard-link.db"))
    os.link(first.path, os.path.join(other, "elsewhere.db"))
    os.symlink("by-symlink.db", os.path.join(other, "twice.db"))
    names = (("the same path", first.path, None), ("a symlink", os.path.join(other, "by-symlink.db"), None),
             ("two symlinks", os.path.join(other, "twice.db"), None),
             ("a symlink to the folder", os.path.join(other, "folder", "makker.db"), None),
             ("a hard link", os.path.join(folder, "by-hard-link.db"), None),
             ("a hard link elsewhere", os.path.join(other, "elsewhere.db"), None),
             ("a relative path", "makker.db", folder),
             ("a path with dots", os.path.join(folder, "..", os.path.basename(folder), ".", "makker.db"), None),
             ("a path with slashes", folder + "//makker.db", None),
             ("/proc", f"/proc/{first.process.pid}/root{first.path}", None))
    for name, path, folder_of_start in names:
        made = run.daemon(folder=run.folder(), store=f"sqlite:{path}")
        more = {"cwd": folder_of_start} if folder_of_start else {}
        made.launch(**more)
        ready = made.wait_ready(5 * run.settings.slowness)
        status = made.wait(1)
        run.check(not ready and status == 69,
                  f"a second daemon by {name}: {'it serves' if ready else f'status {status}'}")
        run.check(made.log_tail() != "", f"a second daemon by {name} says nothing")
        if made.alive():
            made.kill()
        first.require_live(f"the first, beside a second by {name}")
    for _ in range(3):  # many at once
        rivals = [run.daemon(folder=run.folder(), store=f"sqlite:{first.path}").launch() for _ in range(4)]
        for rival in rivals:
            run.check(rival.wait(6 * run.settings.slowness) == 69, f"one of four rivals: {rival.process.poll()}")
    end(writers)
    run.check(sum(writer.acknowledged for writer in writers) > 0, "the first acknowledged nothing")
    first.kill()
    heir = run.daemon(folder=run.folder(), store=f"sqlite:{first.path}").start()
    run.check(compare(run, heir, writers, "the second, after the first") == 0, "acknowledged changes are lost")
    heir.require_live("the heir")
    rivals = [run.daemon(folder=run.folder(), store=f"sqlite:{heir.path}.other").launch() for _ in range(4)]
    serving = sum(rival.wait_ready(6 * run.settings.slowness) for rival in rivals)
    run.check(serving == 1, f"of four that start at once on a new file {serving} serve")
    for rival in rivals:
        if rival.alive():
            rival.stop()


def two_commands(run):
    """The first daemon that is stopped (SIGSTOP) still holds its store."""
    first = run.daemon().start()
    table = new_table(first.client())
    first.signal(signal.SIGSTOP)
    made = run.daemon(folder=run.folder(), store=f"sqlite:{first.path}").launch()
    status = made.wait(6 * run.settings.slowness)
    run.check(status == 69, f"beside a daemon that stands still: status {status}")
    if status is None:
        made.kill()
    first.signal(signal.SIGCONT)
    run.check(wait_until(lambda: first.get(f"/v1/sessions/{table['id']}").status == 200, 5), "it does not continue")
    first.require_live("after SIGCONT")


SCENARIOS = (
    ("files_running", running, 6, ("sqlite",)),
    ("files_starting", starting, 1, ("sqlite",)),
    ("files_lock_target", lock_target, 1, ("sqlite",)),
    ("files_unix_socket", unix_socket, 1, ("sqlite",)),
    ("files_read_only", read_only, 1, ("sqlite",)),
    ("files_configuration", configuration, 1, ()),
    ("files_token_file", token_file, 1, ()),
    ("files_second_daemon", second, 1, ("sqlite",)),
    ("files_second_beside_stopped", two_commands, 1, ("sqlite",)),
)
