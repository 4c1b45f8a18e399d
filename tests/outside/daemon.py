"""A makkerd under test: started on a free port of 127.0.0.1 in a directory of its own, watched from outside."""

import glob
import os
import re
import select
import signal
import socket
import subprocess
import time

from wire import Client, Closed, Malformed, wait_until

ADMIN_TOKEN = "outside-admin-token-0123456789"
SAMPLE = re.compile(r"^([a-z_]+)(\{.*\})? ([0-9.eE+-]+|NaN|[+-]Inf)$")


class Failed(Exception):
    """A scenario found what must not be."""


def sanitizer_of(program):
    """'asan', 'tsan' or '' by what the program contains."""
    with open(program, "rb") as file:
        data = file.read()
    if b"__tsan_init" in data:
        return "tsan"
    return "asan" if b"__asan_init" in data else ""


class Daemon:
    def __init__(self, settings, folder, options=(), auth=None, store=None, environment=None, config=None):
        self.settings = settings
        self.folder = folder
        self.auth = auth or settings.auth
        self.path = os.path.join(folder, "makker.db")
        self.store = store or ("memory:" if settings.store == "memory" else f"sqlite:{self.path}")
        self.options = list(options)
        self.environment = dict(environment or {})
        self.config = config
        self.listen = "127.0.0.1:0"
        self.process = None
        self.address = None
        self.starts = 0
        self.log = os.path.join(folder, "log")

    # ---- Start and stop --------------------------------------------------------------------------

    def command(self, more=()):
        command = [self.settings.makkerd]
        if self.config:
            command.append(f"--config={self.config}")
        command += [f"--listen={self.listen}", f"--store={self.store}", f"--auth={self.auth}"]
        if not any(option.startswith("--log-level") for option in self.options):
            command.append("--log-level=warn")
        return command + self.options + list(more)

    def variables(self):
        kept = {name: value for name, value in os.environ.items()
                if not name.startswith("MAKKER_") and name not in ("NOTIFY_SOCKET", "WATCHDOG_USEC", "LISTEN_FDS")}
        if self.auth == "token" and not any("admin-token" in option for option in self.options):
            kept["MAKKER_ADMIN_TOKEN"] = ADMIN_TOKEN
        reports = os.path.join(self.folder, "sanitizer")
        kept["ASAN_OPTIONS"] = f"log_path={reports}:quarantine_size_mb=8:malloc_context_size=20:detect_leaks=1"
        kept["UBSAN_OPTIONS"] = f"log_path={reports}:print_stacktrace=1"
        kept["TSAN_OPTIONS"] = f"log_path={reports}:exitcode=0:second_deadlock_stack=1"
        kept.update(self.environment)
        return kept

    def launch(self, more=(), **popen):
        """Starts the process and does not wait for anything."""
        self.starts += 1
        self.address = None
        with open(self.log, "ab") as log:
            self.process = subprocess.Popen(self.command(more), stdout=subprocess.PIPE, stderr=log,
                                            stdin=subprocess.DEVNULL, env=self.variables(), **popen)
        return self

    def start(self, seconds=None, **popen):
        self.launch(**popen)
        if not self.wait_ready(seconds):
            status = self.process.poll()
            raise Failed(f"makkerd is not ready (status {status}): {self.log_tail()}")
        if not wait_until(lambda: self.get("/readyz").status == 200, 5 * self.settings.slowness):
            raise Failed(f"makkerd has printed its address, but /readyz is {self.get('/readyz')}: {self.log_tail()}")
        return self

    def wait_ready(self, seconds=None):
        """Reads the address that the daemon writes once it is ready; false when it ends or never does."""
        end = time.monotonic() + (seconds or 20 * self.settings.slowness)
        text = b""
        while time.monotonic() < end:
            if select.select([self.process.stdout], [], [], 0.05)[0]:
                data = os.read(self.process.stdout.fileno(), 4096)
                text += data
                found = re.search(rb"http://127\.0\.0\.1:(\d+)", text)
                if found:
                    self.address = ("127.0.0.1", int(found[1]))
                    return True
                if not data:
                    self.wait(2)
                    return False
        return False

    def wait(self, seconds):
        try:
            return self.process.wait(seconds)
        except subprocess.TimeoutExpired:
            return None

    def signal(self, number):
        if self.process.poll() is None:
            self.process.send_signal(number)

    def kill(self):
        self.signal(signal.SIGKILL)
        self.process.wait()
        self.process.stdout.close()

    def stop(self, seconds=None):
        """SIGTERM; the status, or None where it had to be killed."""
        self.signal(signal.SIGTERM)
        status = self.wait(seconds or 10 * self.settings.slowness)
        if status is None:
            self.kill()
        else:
            self.process.stdout.close()
        return status

    def restart(self):
        self.kill()
        return self.start()

    def leave(self):
        """The end of a scenario: a daemon that still runs must stop in order."""
        if not self.process or self.process.poll() is not None:
            return None
        status = self.stop()
        return None if status == 0 else f"makkerd ended with {status} on SIGTERM: {self.log_tail()}"

    # ---- What can be seen of it ------------------------------------------------------------------

    def alive(self):
        return self.process.poll() is None

    def client(self, token=None, source=None, timeout=15.0):
        if token is None and self.auth == "token":
            token = ADMIN_TOKEN
        return Client(self.address, token, source, timeout * self.settings.slowness)

    def get(self, path, token=None, headers=()):
        client = self.client(token)
        try:
            return client.get(path, headers=headers)
        finally:
            client.close()

    def metrics(self):
        """Figures by name; those with labels by name{labels}, and the sum of them by name."""
        figures = {}
        for line in self.get("/metrics").body.decode().splitlines():
            found = SAMPLE.match(line)
            if not found:
                continue
            name, labels, value = found[1], found[2] or "", float(found[3])
            figures[name + labels] = value
            if labels:
                figures[name] = figures.get(name, 0.0) + value
        return figures

    def in_flight(self):
        return self.metrics().get("makker_http_requests_in_flight")

    def resident(self):
        """Resident memory in bytes."""
        with open(f"/proc/{self.process.pid}/status", encoding="ascii") as file:
            for line in file:
                if line.startswith("VmRSS:"):
                    return int(line.split()[1]) * 1024
        raise Failed("makkerd has no memory any more")

    def loop_cpu(self):
        """Processor seconds of the main thread."""
        pid = self.process.pid
        with open(f"/proc/{pid}/task/{pid}/schedstat", encoding="ascii") as file:
            return int(file.read().split()[0]) / 1e9

    def descriptors(self):
        return len(os.listdir(f"/proc/{self.process.pid}/fd"))

    def disk(self):
        """Bytes of the store's files."""
        return sum(os.stat(name).st_size for name in glob.glob(self.path + "*") if os.path.isfile(name))

    def log_tail(self, size=400):
        try:
            with open(self.log, "rb") as file:
                return file.read()[-size:].decode("utf-8", "replace").strip()
        except OSError:
            return ""

    def log_size(self):
        try:
            return os.stat(self.log).st_size
        except OSError:
            return 0

    def reports(self):
        """Reports of sanitizers, as text."""
        found = []
        for name in glob.glob(os.path.join(self.folder, "sanitizer.*")):
            with open(name, "rb") as file:
                text = file.read().decode("utf-8", "replace").strip()
            if text:
                found.append(text[:3000])
        return found

    def require_live(self, what):
        """Alive, /livez 200 and ready: what every scenario ends with."""
        if not self.alive():
            raise Failed(f"{what}: makkerd ended with {self.process.poll()}: {self.log_tail()}")
        for path in ("/livez", "/readyz"):
            try:
                response = self.get(path)
            except (OSError, Malformed, Closed) as error:
                raise Failed(f"{what}: {path} is not answered: {error!r}") from error
            if response.status != 200:
                raise Failed(f"{what}: {path} is {response}")

    def require_idle(self, what, seconds=5.0):
        """Nothing in flight but the request that asks, and no connection left but its own."""
        seen = {}

        def idle():
            seen.update(self.metrics())
            return seen.get("makker_http_requests_in_flight") <= self.settings.own_in_flight
        if not wait_until(idle, seconds * self.settings.slowness, 0.05):
            raise Failed(f"{what}: {seen.get('makker_http_requests_in_flight'):.0f} requests stay in flight")

    def require_connections(self, what, seconds=5.0):
        seen = {}

        def idle():
            seen.update(self.metrics())
            return seen.get("makker_http_connections") <= 1
        if not wait_until(idle, seconds * self.settings.slowness, 0.05):
            raise Failed(f"{what}: {seen.get('makker_http_connections'):.0f} connections stay open")


# ---- Tables over the API ---------------------------------------------------------------------------

def new_table(client, **fields):
    """A session: its object with tokens where there are some."""
    body = {"game": "take-away", "rules": {"groups": [3, 4, 5]}}
    body.update(fields)
    response = client.post("/v1/sessions", body)
    if response.status != 201:
        raise Failed(f"no session: {response}")
    return response.json()
