"""Signals at every moment of the start, under load and while stopping; kill -9 under writers; systemd's watchdog."""

import os
import select
import signal
import socket
import threading
import time

import files
from daemon import new_table
from wire import Closed, Connection, Malformed, request_bytes, wait_until

HARMLESS = (signal.SIGHUP, signal.SIGPIPE, signal.SIGUSR1, signal.SIGUSR2, signal.SIGWINCH, signal.SIGCHLD)
STOPPING = (signal.SIGTERM, signal.SIGINT)
# Signals that the manual does not name may end it as they always do; these may not.
PROTECTED = (signal.SIGHUP, signal.SIGPIPE, signal.SIGWINCH, signal.SIGCHLD)


def begun(made):
    """True if the program has begun; before that the kernel or the loader decides the effect of a signal."""
    if made.log_size() or os.path.lexists(made.path) or os.path.lexists(made.path + ".lock"):
        return True
    if made.settings.sanitizer:
        return False  # a sanitizer catches signals before main() begins
    try:
        with open(f"/proc/{made.process.pid}/status", encoding="ascii") as file:
            fields = dict(line.split(":", 1) for line in file)
        return int(fields["SigCgt"], 16) != 0
    except (OSError, KeyError):
        return False


def at_start(run):
    """Each signal at each millisecond of the start."""
    probe = run.daemon().start()
    probe.kill()
    began = time.monotonic()
    probe.start()
    span = time.monotonic() - began
    probe.stop()
    count = 12 if run.settings.short else 60
    cases = [(number, span * 1.3 * place / count) for place in range(count) for number in (signal.SIGHUP,
                                                                                           signal.SIGPIPE)]
    cases += [(number, span * 1.3 * place / count) for place in range(0, count,
                                                                      2) for number in STOPPING + (signal.SIGUSR1,)]
    run.random.shuffle(cases)
    done = 0
    while done < len(cases) or run.more():
        number, delay = cases[done % len(cases)]
        done += 1
        check_start(run, number, delay)
    run.note(f"{done} signals over {span * 1000:.0f} ms")


def check_start(run, number, delay):
    name = f"{signal.Signals(number).name} {delay * 1000:.1f} ms after the start"
    made = run.daemon()
    made.launch()
    if delay:
        time.sleep(delay)
    there = begun(made)
    made.signal(number)
    if number in STOPPING:
        status = made.wait(8 * run.settings.slowness)
        run.check(status == 0 or status == -number and not there, f"{name}: status {status}")
        if status is None:
            made.kill()
        else:
            made.process.stdout.close()
    elif not made.wait_ready(8 * run.settings.slowness):
        status = made.wait(0.5)
        excused = status == -number and (not there or number not in PROTECTED)
        run.check(excused, f"{name}: {'never ready' if status is None else f'status {status}'}")
        if status is None:
            made.kill()
    else:
        if number not in PROTECTED and made.wait(0.2) == -number:
            return finish_start(run, made, name)
        try:
            run.check(wait_until(lambda: made.get("/readyz").status == 200, 5), f"{name}: not ready")
        except OSError as error:
            run.check(False, f"{name}: {error!r}, status {made.process.poll()}")
        status = made.stop(8 * run.settings.slowness)
        run.check(status == 0, f"{name}: SIGTERM later ends it with {status}")
    return finish_start(run, made, name)


def finish_start(run, made, name):
    run.daemons.remove(made)
    for report in made.reports():
        run.check(False, f"{name}: {report[:500]}")


def under_load(run):
    """SIGHUP, SIGPIPE and others in bursts under writers: all is served; then SIGTERM: status 0, nothing lost."""
    folder = run.folder()
    config = os.path.join(folder, "makkerd.conf")
    with open(config, "w", encoding="ascii") as file:
        file.write("search_budget_ms = 10\n")
    rounds = 0
    while rounds < 1 or run.more():
        rounds += 1
        made = run.daemon(folder=folder, config=config).start()
        writers = files.write(made, 6)
        for _ in range(100):
            made.signal(run.random.choice(PROTECTED))
            if run.random.random() < 0.3:
                time.sleep(0.005)
        run.check(made.alive(), f"ended by a signal under load: {made.process.poll()}")
        made.require_live("signals under load")
        before = sum(writer.acknowledged for writer in writers)
        moved = wait_until(lambda: sum(writer.acknowledged for writer in writers) > before, 3)
        run.check(moved, "nothing is acknowledged after the signals")
        number = run.random.choice(STOPPING)
        made.signal(number)
        for _ in range(5):
            time.sleep(0.002)
            made.signal(run.random.choice(PROTECTED))
        status = made.wait(8 * run.settings.slowness)
        run.check(status == 0, f"{signal.Signals(number).name} under load, then others: status {status}")
        files.end(writers)
        if status is None:
            made.kill()
        if run.settings.store == "sqlite":
            made.start()
            run.check(files.compare(run, made, writers, "stopped under load") == 0,
                      "acknowledged changes are lost by a stop")
            made.stop()


def stopping(run):
    """While it stops: /readyz 503, running requests are answered; a second signal ends it at once."""
    for second in (None, signal.SIGTERM, signal.SIGINT, signal.SIGHUP):
        made = run.daemon(["--shutdown-grace-s=1"]).start()
        client = made.client()
        table = new_table(client)
        path = f"/v1/sessions/{table['id']}"
        credentials = [("Authorization", f"Bearer {client.token}")] if client.token else []
        poll, stream = Connection(made.address), Connection(made.address)
        poll.send(request_bytes("GET", path + "?after=99&wait_s=30", credentials))
        stream.send(request_bytes("GET", path + "/events", credentials + [("Accept", "application/x-ndjson")]))
        run.check(stream.head()[0] == 200, "no stream")
        thinking = Connection(made.address)
        thinking.send(b"POST /v1/sessions HTTP/1.1\r\nHost: localhost\r\nContent-Length: 100\r\n\r\n{")
        kept = made.client()
        run.check(kept.get("/readyz").status == 200, "not ready before the stop")
        time.sleep(0.1)
        run.check(not select.select([poll.socket], [], [], 0)[0], "a long poll is answered before its time")
        began = time.monotonic()
        made.signal(signal.SIGTERM)
        if not second:
            time.sleep(0.05)
            try:
                status = kept.get("/readyz").status
                run.check(status == 503, f"/readyz while stopping: {status}")
            except (Malformed, Closed, OSError):
                pass  # it is over already, or takes no requests any more
        if second:
            time.sleep(0.1)
            made.signal(second)
        status = made.wait(6 * run.settings.slowness)
        took = time.monotonic() - began
        name = signal.Signals(second).name if second else "nothing more"
        wanted = (0, -second, 128 + second) if second in STOPPING else (0,)
        run.check(status in wanted, f"SIGTERM, then {name}: status {status}")
        run.check(took < 2.5 * run.settings.slowness, f"SIGTERM, then {name}: {took:.1f} s with a grace of 1 s")
        if status is None:
            made.kill()
        try:
            answer = poll.response()
            run.check(answer.status in (200, 503), f"a long poll while stopping: {answer}")
        except (Malformed, Closed, OSError) as error:
            run.check(second in STOPPING, f"a long poll while stopping, then {name}: {error!r}")
        for one in (poll, stream, thinking):
            one.close()


def killed(run):
    """kill -9 under 32 writers, then a new start: nothing that was acknowledged is lost."""
    rounds = 0
    total = 0
    folder = run.folder()
    while rounds < (1 if run.settings.short else 3) or run.more():
        rounds += 1
        made = run.daemon(folder=folder).start()
        writers = files.write(made, 32)
        time.sleep(0.3 + run.random.random() * 0.7)
        made.kill()
        files.end(writers)
        count = sum(writer.acknowledged for writer in writers)
        total += count
        run.check(count > 0, "nothing was acknowledged")
        began = time.monotonic()
        made.start()
        took = time.monotonic() - began
        run.check(took < 3 * run.settings.slowness, f"the start after kill -9 took {took:.1f} s")
        lost = files.compare(run, made, writers, "kill -9")
        run.check(lost == 0, f"kill -9: {lost} of 32 tables lost acknowledged changes")
        made.require_live("after kill -9")
        made.stop()
    run.note(f"{rounds} rounds, {total} acknowledged changes")


class Notify:
    """A supervisor's socket (sd_notify): receives READY=1 and the signs of life, at once, as a supervisor does.

    A sender blocks where ten messages wait, so a thread reads them.
    """

    def __init__(self, folder):
        self.path = os.path.join(folder, "notify")
        self.socket = socket.socket(socket.AF_UNIX, socket.SOCK_DGRAM)
        self.socket.bind(self.path)
        self.received = []
        threading.Thread(target=self.read, daemon=True).start()

    def read(self):
        while True:
            text = self.socket.recv(4096).decode()
            self.received.append((time.monotonic(), text))

    def has(self, word, seconds=1.0):
        """True if a message with this word was received."""
        return wait_until(lambda: any(word in text for _, text in self.received), seconds)

    def gaps(self):
        """The longest time between two signs of life, and how many came."""
        moments = [moment for moment, text in self.received if "WATCHDOG=1" in text]
        return max((b - a for a, b in zip(moments, moments[1:])), default=None), len(moments)


def supervised(run):
    """READY=1 once, STOPPING=1, and signs of life in time while clients work."""
    seconds = 1
    folder = run.folder()
    notify = Notify(folder)
    made = run.daemon(folder=folder,
                      environment={"NOTIFY_SOCKET": notify.path, "WATCHDOG_USEC": str(seconds * 1000000)})
    made.start()
    notify.has("READY=1")
    run.check(sum("READY=1" in text for _, text in notify.received) == 1, f"READY=1: {notify.received}")
    writers = files.write(made, 4)
    time.sleep(max(2.5 * seconds, run.seconds))
    files.end(writers)
    longest, count = notify.gaps()
    run.check(count >= 3, f"{count} signs of life in {2 * seconds} s")
    run.check(longest is not None and longest < seconds, f"{longest} s without a sign of life")
    made.require_live("supervised")
    run.check(made.stop() == 0, "no orderly stop")
    run.check(notify.has("STOPPING=1"), "STOPPING=1 is not sent")


SCENARIOS = (
    ("signals_at_start", at_start, 3, ()),
    ("signals_under_load", under_load, 2, ()),
    ("signals_while_stopping", stopping, 1, ()),
    ("signals_kill", killed, 4, ("sqlite",)),
    ("signals_supervised", supervised, 1, ()),
)
