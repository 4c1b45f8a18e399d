"""The wall clock jumps by years while the daemon runs (libfaketime); the monotonic clock continues, as in reality."""

import datetime
import glob
import os
import threading
import time

from daemon import Failed, new_table
from wire import Closed, Malformed, Websocket, wait_until

DAY = 86400
SWEEP_S = 90  # within which expired sessions are deleted


def library():
    found = sorted(glob.glob("/usr/lib/*/faketime/libfaketimeMT.so.1") + glob.glob("/usr/lib/faketime/libfaketimeMT.so.1"))
    if not found:
        raise Failed("libfaketime is not installed (Debian package libfaketime)")
    return found[0]


class Clock:
    """The daemon's wall clock: real time and an offset that can be changed at any moment."""

    def __init__(self, folder):
        self.path = os.path.join(folder, "clock")
        self.set(0)

    def set(self, offset):
        self.offset = offset
        with open(self.path + ".new", "w", encoding="ascii") as file:
            file.write(f"{offset:+d}\n")
        os.rename(self.path + ".new", self.path)

    def environment(self):
        """A clock that is set leaves the times of files as they are: NO_FAKE_STAT."""
        return {"LD_PRELOAD": library(), "NO_FAKE_STAT": "1", "FAKETIME_TIMESTAMP_FILE": self.path, "FAKETIME_NO_CACHE": "1",
                "FAKETIME_DONT_FAKE_MONOTONIC": "1", "FAKETIME_DONT_RESET": "1"}

    def now(self):
        return time.time() + self.offset


def begin(run, options=()):
    folder = run.folder()
    clock = Clock(folder)
    made = run.daemon(options, folder=folder, environment=clock.environment()).start()
    return made, clock


def jump(run, made, clock, offset):
    """Sets the clock and checks that the daemon uses it."""
    clock.set(offset)
    table = new_table(made.client())
    said = datetime.datetime.fromisoformat(table["created_at"].replace("Z", "+00:00")).timestamp()
    run.check(abs(said - clock.now()) < 5,
              f"the daemon's clock is {said - clock.now():.0f} s off: is it faked at all?")
    made.client().request("DELETE", f"/v1/sessions/{table['id']}")


JUMPS = (3600, -3600, 25 * 3600, 400 * DAY, -400 * DAY, 10 * 365 * DAY, -5 * 365 * DAY, -20 * 365 * DAY, 0)


def jumps(run):
    """Tables, tokens, versions, subscribers and keys are independent of the wall clock."""
    made, clock = begin(run)
    admin = made.client()
    kept = [new_table(admin, rules={"groups": [10 ** 9, 10 ** 9], "opponent": "person"}) for _ in range(5)]
    versions = {table["id"]: 0 for table in kept}
    first = kept[0]
    listener = Websocket(made.address, f"/v1/sessions/{first['id']}/events",
                         [("Authorization", f"Bearer {(first.get('tokens') or {}).get('companion', 'x')}")],
                         timeout=30)
    run.check(listener.message()["event"] == "session", "no first message")
    order = list(JUMPS[:-1])
    rounds = 0
    while rounds < 1 or run.more():
        rounds += 1
        run.random.shuffle(order)
        for offset in order + [0]:
            jump(run, made, clock, offset)
            for table in kept:
                path = f"/v1/sessions/{table['id']}"
                client = made.client((table.get("tokens") or {}).get("owner"))
                answer = client.post(path + "/moves", {"group": 0, "count": 1})
                versions[table["id"]] += answer.status == 200
                run.check(answer.status == 200, f"a move after a jump to {offset}: {answer}")
                answer = client.get(path)
                run.check(answer.status == 200 and answer.json()["version"] == versions[table["id"]],
                          f"after a jump to {offset}: {answer}, version {versions[table['id']]} was acknowledged")
                client.close()
            message = listener.message()
            run.check(message["event"] in ("session", "advice") and message["id"] == versions[first["id"]],
                      f"after a jump to {offset} the subscriber receives {message['event']} {message.get('id')}")
            run.check(made.get("/readyz").status == 200, f"not ready after a jump to {offset}")
            while run.random.random() < 0.3 and run.settings.store == "sqlite":
                made.kill()
                made.start()
                listener = Websocket(made.address, f"/v1/sessions/{first['id']}/events",
                                     [("Authorization", f"Bearer {made.client().token}")], timeout=30)
                listener.message()
    listed = made.client().get("/v1/sessions?limit=100").json()["sessions"]
    run.check({one["id"] for one in listed} == set(versions), f"{len(listed)} of {len(versions)} tables are listed")
    events = made.client().get(f"/v1/sessions/{first['id']}/history?limit=500").json()["events"]
    run.check([one["version"] for one in events] == list(range(1, len(events) + 1)), "the history is not in order")
    made.require_live("clock jumps")


def keys(run):
    """An Idempotency-Key holds for hours, also when the clock is set back; a jump loses no change and makes none twice within a day."""
    made, clock = begin(run)
    client = made.client()
    table = new_table(client, rules={"groups": [10 ** 9, 10 ** 9], "opponent": "person"})
    path = f"/v1/sessions/{table['id']}/moves"
    move = {"group": 0, "count": 1}
    first = client.post(path, move, headers=[("Idempotency-Key", "clock-1")])
    for offset in (3600, 20 * 3600, -DAY, -3 * 365 * DAY, 60):
        jump(run, made, clock, offset)
        client = made.client()
        again = client.post(path, move, headers=[("Idempotency-Key", "clock-1")])
        run.check(again.status == 200 and again.body == first.body,
                  f"the same key after a jump to {offset}: {again}")
        if run.settings.store == "sqlite":
            made.restart()
            client = made.client()
            again = client.post(path, move, headers=[("Idempotency-Key", "clock-1")])
            run.check(again.status == 200 and again.json()["version"] == 1,
                      f"and after a restart at {offset}: {again}")
    version = client.get(f"/v1/sessions/{table['id']}").json()["version"]
    run.check(version == 1, f"one keyed move led to version {version}")
    made.require_live("keys and clocks")


def rates(run):
    """Rates go by a clock that does not jump: a client is neither shut out for years nor let through at once."""
    made, clock = begin(run, ["--rate-limit-local=yes", "--rate-limit-per-address=20", "--rate-limit-per-session=0"])
    for offset in (-5 * 365 * DAY, 5 * 365 * DAY, 0):
        client = made.client(source="127.0.0.2")
        seen = [client.get("/livez").status for _ in range(400)]
        run.check(seen.count(429) > 100, f"the rate is not reached: {seen.count(429)} of 400 refused")
        clock.set(offset)
        seen = [client.get("/livez").status for _ in range(200)]
        run.check(seen.count(200) < 100, f"a jump to {offset} lets {seen.count(200)} of 200 through")
        served = wait_until(lambda client=client: client.get("/livez").status == 200, 3, 0.2)
        run.check(served, f"after a jump to {offset} the address is not served for 3 s")
        client.close()
        time.sleep(0.5)
    time.sleep(1)
    made.require_live("rates and clocks")


def waits(run):
    """Long polls and deadlines end after the time that really passed."""
    made, clock = begin(run, ["--header-timeout-s=3", "--ping-interval-s=1"])
    client = made.client()
    table = new_table(client)
    path = f"/v1/sessions/{table['id']}"
    for offset in (-3 * 365 * DAY, 3 * 365 * DAY, 0):
        began = time.monotonic()
        client.close()
        poll = made.client()
        timer_moved = []

        def move_clock(offset=offset, done=timer_moved):
            time.sleep(0.2)
            clock.set(offset)
            done.append(True)

        mover = threading.Thread(target=move_clock, daemon=True)
        mover.start()
        answer = poll.get(path + "?after=99&wait_s=1")
        mover.join()
        took = time.monotonic() - began
        run.check(answer.status == 200 and 0.8 < took < 3.0 * run.settings.slowness,
                  f"a long poll of 1 s with a jump to {offset} took {took:.1f} s: {answer.status}")
        listener = Websocket(made.address, path + "/events",
                             [("Authorization", f"Bearer {made.client().token or 'x'}")])
        listener.message()
        try:
            opcode, _ = listener.frame()
            run.check(opcode == 9, f"opcode {opcode} where a ping is due")
        except (OSError, Malformed, Closed) as error:
            run.check(False, f"no ping after a jump to {offset}: {error!r}")
        listener.close()
    made.require_live("waits and clocks")


def listed(made):
    return len(made.get("/v1/sessions?limit=100").json()["sessions"])


def unused(run):
    """Sessions unused for session_ttl_days by the wall clock are deleted, and no others."""
    if run.settings.short:
        unused_start(run)
        return
    made, clock = begin(run, ["--session-ttl-days=30"])
    admin = made.client()
    old = [new_table(admin) for _ in range(20)]
    jump(run, made, clock, 20 * DAY)
    young = [new_table(made.client()) for _ in range(20)]
    jump(run, made, clock, -3 * 365 * DAY)
    past = [new_table(made.client()) for _ in range(5)]
    time.sleep(SWEEP_S)
    count = sum(made.get(f"/v1/sessions/{one['id']}").status == 200 for one in old + young + past)
    run.check(count == 45, f"{45 - count} tables are gone after the clock was set back")
    jump(run, made, clock, 40 * DAY)

    # By the list: what is read just now counts as used.
    run.check(wait_until(lambda: listed(made) <= len(young), SWEEP_S + 10, 2),
              f"tables that are unused for 40 days are still there after {SWEEP_S} s")
    still = sum(made.get(f"/v1/sessions/{one['id']}").status == 200 for one in old)
    run.check(still == 0, f"{still} tables that are not listed any more can be read")
    kept = sum(made.get(f"/v1/sessions/{one['id']}").status == 200 for one in young)
    run.check(kept == len(young), f"{len(young) - kept} tables that are 20 days old are gone")
    made.require_live("unused days")


def unused_start(run):
    """The same after a start at another time, when expired sessions are deleted at once."""
    made, clock = begin(run, ["--session-ttl-days=30"])
    old = [new_table(made.client()) for _ in range(5)]
    for offset, wanted in ((20 * DAY, 5), (-10 * 365 * DAY, 5), (0, 5), (31 * DAY, 0)):
        made.stop()
        clock.set(offset)
        made.start()

        def count():
            return sum(made.get(f"/v1/sessions/{one['id']}").status == 200 for one in old)
        if wanted:
            time.sleep(0.3)
            run.check(count() == wanted, f"started at {offset // DAY} days: {count()} of {wanted} tables")
        else:  # by the list: what is read just now counts as used
            run.check(wait_until(lambda: listed(made) == 0, 15, 0.5),
                      f"started at {offset // DAY} days: {listed(made)} tables are still there")
            run.check(count() == 0, f"{count()} tables that are not listed any more can be read")
    made.require_live("unused days")


SCENARIOS = (
    ("clocks_jumps", jumps, 2, ("plain",)),
    ("clocks_keys", keys, 1, ("plain",)),
    ("clocks_rates", rates, 1, ("plain",)),
    ("clocks_waits", waits, 1, ("plain",)),
    ("clocks_unused", unused, 1, ("plain", "sqlite")),
)
