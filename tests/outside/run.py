#!/usr/bin/python3
"""Drives a real makkerd from outside: raw sockets, credentials, floods, clocks, broken files, signals, long journals.

Only Python's standard library and what openapi.yaml, the manual and docs/ promise. Every chance comes
from --seed, which is printed. The last line is `N passed, N failed`; the status is 0 when nothing failed.
"""

import argparse
import concurrent.futures
import os
import random
import shutil
import signal
import subprocess
import sys
import tempfile
import time
import traceback
import zlib

sys.path.insert(0, os.path.dirname(os.path.abspath(__file__)))
sys.dont_write_bytecode = True

import clocks
import contract
import daemon
import files
import floods
import journals
import limits
import matrix
import raw
import signals

MODULES = (raw, matrix, floods, limits, clocks, files, signals, journals)
ROOT = os.path.dirname(os.path.dirname(os.path.dirname(os.path.abspath(__file__))))
SHORT_SECONDS = 30
MAX_FAILURES_SHOWN = 25


class Run:
    """The context of a scenario: its random generator, its time, and its report."""

    def __init__(self, settings, name, seconds):
        self.settings = settings
        self.name = name
        self.random = random.Random(zlib.crc32(name.encode()) ^ settings.seed)
        self.seconds = seconds
        self.began = time.monotonic()
        self.failures = []
        self.checks = 0
        self.base = tempfile.mkdtemp(prefix="makker-outside-")
        self.daemons = []

    def more(self):
        """True if there is time for another round."""
        return time.monotonic() - self.began < self.seconds

    def check(self, condition, text):
        """One assertion; the scenario continues after a failure."""
        self.checks += 1
        if not condition:
            self.failures.append(text)
            if self.settings.verbose:
                print(f"    ! {text}", flush=True)
        return bool(condition)

    def note(self, text):
        print(f"    {text}", flush=True)

    def folder(self):
        return tempfile.mkdtemp(dir=self.base)

    def daemon(self, options=(), folder=None, **more):
        """A daemon that is not started yet; it is stopped at the end of the scenario."""
        made = daemon.Daemon(self.settings, folder or self.folder(), options, **more)
        self.daemons.append(made)
        return made

    def finish(self):
        for made in self.daemons:
            try:
                problem = made.leave()
            except OSError as error:
                problem = repr(error)
            if problem:
                self.failures.append(problem)
        for made in self.daemons:
            for report in made.reports():
                self.failures.append(f"sanitizer: {report}")
        if self.checks == 0 and not self.failures:
            self.failures.append("nothing was checked")
        if self.settings.keep:
            self.note(f"kept: {self.base}")
        else:
            shutil.rmtree(self.base, ignore_errors=True)


def scenarios(settings):
    """(name, function, weight, alone) of those that apply to this daemon and store."""
    chosen = []
    for module in MODULES:
        for name, function, weight, wants in module.SCENARIOS:
            if settings.only and not any(name == one or name.startswith(one + "_") for one in settings.only):
                continue
            if "sqlite" in wants and settings.store != "sqlite":
                continue
            if "plain" in wants and settings.sanitizer:
                continue
            chosen.append((name, function, weight, "alone" in wants))
    return chosen


def run_one(settings):
    """The child: one scenario in this process."""
    name, function, _, _ = scenarios(settings)[0]
    run = Run(settings, name, settings.seconds)
    try:
        function(run)
    except daemon.Failed as error:
        run.failures.append(str(error))
    except Exception:
        run.failures.append(traceback.format_exc(limit=-4))
    run.finish()
    for text in run.failures[:MAX_FAILURES_SHOWN]:
        print(f"    not ok: {text[:600]}")
    if len(run.failures) > MAX_FAILURES_SHOWN:
        print(f"    and {len(run.failures) - MAX_FAILURES_SHOWN} more")
    print(f"    {run.checks} checks")
    return 1 if run.failures else 0


def run_child(settings, name, seconds, limit):
    """A scenario in a process group of its own, which is ended as a whole."""
    command = [sys.executable, os.path.abspath(__file__), "--child", "--only", name, "--seconds", str(seconds)]
    for option in ("makkerd", "seed", "auth", "store", "requests", "events", "route_ms", "live_ms", "stretch_ms",
                   "memory_mb", "contract", "limits"):
        command += [f"--{option.replace('_', '-')}", str(getattr(settings, option))]
    command += ["--short"] if settings.short else []
    command += ["--verbose"] if settings.verbose else []
    command += ["--keep"] if settings.keep else []
    began = time.monotonic()
    child = subprocess.Popen(command, stdout=subprocess.PIPE, stderr=subprocess.STDOUT, start_new_session=True)
    try:
        output, _ = child.communicate(timeout=limit)
        good = child.returncode == 0
    except subprocess.TimeoutExpired:
        end_group(child.pid)
        output, _ = child.communicate()
        output += f"    not ok: hangs: not over after {limit:.0f} s\n".encode()
        good = False
    end_group(child.pid)
    return name, good, time.monotonic() - began, output.decode("utf-8", "replace")


def end_group(group):
    try:
        os.killpg(group, signal.SIGKILL)
    except ProcessLookupError:
        pass


def options():
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--makkerd", default=os.environ.get("MAKKERD", os.path.join(ROOT, "build/release/makkerd")))
    parser.add_argument("--contract", help="openapi.yaml of this makkerd")
    parser.add_argument("--limits", help="docs/limits.md of this makkerd")
    parser.add_argument("--only", action="append", help="a scenario, or a group such as raw; may be repeated")
    parser.add_argument("--seconds", type=float, help=f"for all together ({SHORT_SECONDS} with --short, else 300)")
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--auth", choices=("off", "token"), default="token",
                        help="of scenarios that are not about tokens themselves")
    parser.add_argument("--store", choices=("sqlite", "memory"), default="sqlite")
    parser.add_argument("--short", action="store_true", help="one small round of each")
    parser.add_argument("--list", action="store_true")
    parser.add_argument("--jobs", type=int,
                        help="scenarios beside each other (2; 4 with --short); those that measure run alone")
    parser.add_argument("--requests", type=int, default=0, help="of each malformed kind at least")
    parser.add_argument("--events", type=int, default=0,
                        help="of each kind of long journal (200 with --short, else 2000)")
    parser.add_argument("--route-ms", type=float, help="a response of a long session (250; 1000 with --short)")
    parser.add_argument("--live-ms", type=float,
                        help="/livez meanwhile, p99 (5; no limit with --short, which runs beside other tests)")
    parser.add_argument("--stretch-ms", type=float, default=20, help="the loop busy at a stretch")
    parser.add_argument("--memory-mb", type=float, default=0,
                        help="what may be resident more afterwards (2; sanitized 64)")
    parser.add_argument("--verbose", action="store_true")
    parser.add_argument("--keep", action="store_true", help="keep the directories of the daemons")
    parser.add_argument("--child", action="store_true", help=argparse.SUPPRESS)
    return parser.parse_args()


def complete(settings):
    settings.makkerd = os.path.abspath(settings.makkerd)
    if not os.access(settings.makkerd, os.X_OK):
        sys.exit(f"no makkerd at {settings.makkerd}")
    settings.sanitizer = daemon.sanitizer_of(settings.makkerd)
    settings.slowness = {"": 1, "asan": 4, "tsan": 8}[settings.sanitizer]
    settings.own_in_flight = 1  # the request for /metrics itself
    settings.contract = settings.contract or os.path.join(ROOT, "openapi.yaml")
    settings.limits = settings.limits or os.path.join(ROOT, "docs", "limits.md")
    settings.codes = contract.codes(settings.contract, settings.limits)
    settings.seconds = settings.seconds or (SHORT_SECONDS if settings.short else 300)
    settings.jobs = settings.jobs or (4 if settings.short else 2)
    settings.events = settings.events or (200 if settings.short else 2000)
    settings.route_ms = settings.route_ms or (1000 if settings.short else 250)
    settings.live_ms = settings.live_ms or 5
    settings.memory_mb = settings.memory_mb or (64 if settings.sanitizer else 2)
    return settings


def report(result, counts):
    name, good, seconds, output = result
    counts[0 if good else 1] += 1
    print(f"{'ok    ' if good else 'not ok'} {name:<28} {seconds:6.1f} s", flush=True)
    if output.strip():
        print(output.rstrip(), flush=True)


def main():
    # A shell starts what is in the background with SIGINT ignored, and makkerd would inherit that.
    signal.signal(signal.SIGINT, signal.default_int_handler)
    settings = complete(options())
    if settings.child:
        return run_one(settings)
    chosen = scenarios(settings)
    if settings.list:
        print("\n".join(name for name, *_ in chosen))
        return 0
    if not chosen:
        sys.exit("no such scenario")
    print(f"seed {settings.seed}, {settings.seconds:.0f} s, {settings.makkerd} {settings.sanitizer}".rstrip(),
          flush=True)
    counts = [0, 0]
    total = sum(weight / (1 if alone else settings.jobs) for _, _, weight, alone in chosen)

    def start(name, weight):
        seconds = 0.1 if settings.short else settings.seconds * weight / total
        return run_child(settings, name, seconds,
                         ((60 if settings.short else 300) + 3 * seconds) * settings.slowness)

    with concurrent.futures.ThreadPoolExecutor(settings.jobs) as pool:
        beside = sorted((one for one in chosen if not one[3]), key=lambda one: -one[2])
        running = [pool.submit(start, name, weight) for name, _, weight, _ in beside]
        for future in concurrent.futures.as_completed(running):
            report(future.result(), counts)
    for name, _, weight, alone in chosen:
        if alone:
            report(start(name, weight), counts)
    print(f"{counts[0]} passed, {counts[1]} failed")
    return 1 if counts[1] else 0


if __name__ == "__main__":
    sys.exit(main())
