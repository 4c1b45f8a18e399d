// Signals at every moment of the start, while the configuration cannot be read, and during the stop.
//
// MAKKER_SIGNAL_ROUNDS (1) and MAKKER_SIGNAL_STEP_MS (4) make it as thorough as there is time for.

import assert from 'node:assert/strict';
import { execFileSync, spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdirSync, mkdtempSync, readFileSync, readdirSync, rmSync, symlinkSync, truncateSync, writeFileSync } from 'node:fs';
import { constants, tmpdir } from 'node:os';
import { join } from 'node:path';
import { after, test } from 'node:test';
import { setTimeout as sleep } from 'node:timers/promises';
import { isDeepStrictEqual } from 'node:util';
import { PROGRAM, startDaemon } from './daemon.mjs';
import { Api } from './api.mjs';
import { until } from './runs.mjs';

const ROUNDS = Number(process.env.MAKKER_SIGNAL_ROUNDS ?? 1);
const STEP_MS = Number(process.env.MAKKER_SIGNAL_STEP_MS ?? 4);
const LAST_MS = 60;
const FURTHER_ROUNDS = 3;
const LATER_MS = 10; // of a slow machine
const SLOW_MS = 3000;

const folder = mkdtempSync(join(tmpdir(), 'makker-signals-'));
after(() => rmSync(folder, { recursive: true, force: true }));
let folders = 0;

/** Whether the process reads SIGHUP from a descriptor or will do so: then the default action of a signal ends it no more. */
function holdsSignals(pid) {
	const status = readFileSync(`/proc/${pid}/status`, 'utf8');
	const blocked = BigInt(`0x${/^SigBlk:\s*(\w+)/m.exec(status)?.[1] ?? 0}`);
	return ((blocked >> BigInt(constants.signals.SIGHUP - 1)) & 1n) === 1n;
}

const SPIN = new Int32Array(new SharedArrayBuffer(4));
const wait = (ms) => Atomics.wait(SPIN, 0, 0, ms); // without the event loop, which is late

/** Starts a daemon in a folder of its own, on a unix socket and a store that are files there. */
function start() {
	const place = join(folder, String(++folders));
	mkdirSync(place);
	const child = spawn(PROGRAM, [
		'--listen', `unix:${join(place, 'socket')}`, '--store', `sqlite:${join(place, 'makker.db')}`,
	], { stdio: ['ignore', 'pipe', 'pipe'] });
	const daemon = { place, child, output: '', exited: once(child, 'close') };
	for (const stream of [child.stdout, child.stderr]) {
		stream.setEncoding('utf8').on('data', (text) => { daemon.output += text; });
	}
	after(() => child.kill('SIGKILL'));
	return daemon;
}

/**
 * Starts a daemon and sends `signals` after so many milliseconds. `prepared`: main() had begun by then, so that no
 * signal's default action ends the process; before that no program can prevent it. `held`: the start was not over.
 */
function startAndSend(ms, signals) {
	const daemon = start();
	const { pid } = daemon.child;
	wait(ms);
	daemon.prepared = holdsSignals(pid);
	daemon.held = daemon.prepared && !readdirSync(daemon.place).includes('socket');
	daemon.ends = signals.filter((signal) => signal !== 'SIGHUP').length;
	for (const signal of signals) {
		process.kill(pid, signal);
	}
	return daemon;
}

/** Moments to try until one meets a start under way: on a fast machine it lasts a few milliseconds, on a slow one it is late. */
function* furtherMoments() {
	for (let again = 0; again < FURTHER_ROUNDS; again++) {
		for (let ms = 0; ms < LAST_MS; ms++) {
			yield ms;
		}
	}
	for (let ms = LAST_MS; ms < SLOW_MS; ms += LATER_MS) {
		yield ms;
	}
}

/** One after another at each moment of the start. */
async function atEveryMoment(signals, check) {
	let held = 0;
	const sendAfter = async (ms) => {
		const daemon = startAndSend(ms, signals);
		held += daemon.held;
		await check(daemon, `${signals} after ${ms} ms`);
		daemon.child.kill('SIGKILL');
		await daemon.exited;
		rmSync(daemon.place, { recursive: true });
	};
	for (let round = 0; round < ROUNDS; round++) {
		for (let ms = 0; ms <= LAST_MS; ms += STEP_MS) {
			await sendAfter(ms);
		}
	}
	for (const ms of furtherMoments()) {
		if (held > 0) {
			break;
		}
		await sendAfter(ms);
	}
	assert.ok(held > 0, `${signals}: no start held its signals back until it could handle them`);
}

/**
 * An orderly end; before main() the signal's own is the only one there is. A second signal while it stops, which takes
 * longer on a busy machine, forces the end.
 */
async function endsInOrder(daemon, when) {
	const [status, signal] = await daemon.exited;
	if (daemon.output.includes('shutdown forced by second signal')) {
		assert.ok(daemon.ends > 1 && status > 128, `${when}: [${status}, ${signal}] ${daemon.output}`);
		return;
	}
	if (daemon.prepared || signal === null) {
		assert.deepEqual([status, signal], [0, null], `${when}: ${daemon.output}`);
	}
	const left = readdirSync(daemon.place).filter((name) => /socket|-wal|-shm|-journal/.test(name));
	assert.deepEqual(left, [], `${when}: files are left behind`);
}

const isAlive = ({ child }) => child.exitCode === null && child.signalCode === null;

for (const signals of [['SIGTERM'], ['SIGINT'], ['SIGTERM', 'SIGTERM'], ['SIGHUP', 'SIGTERM'], ['SIGINT', 'SIGHUP', 'SIGTERM']]) {
	test(`${signals} at any moment of the start leads to an orderly end`, () => atEveryMoment(signals, endsInOrder));
}

test('SIGHUP at any moment of the start has the configuration reloaded once it serves', async () => {
	await atEveryMoment(['SIGHUP'], async (daemon, when) => {
		const serves = () => daemon.output.includes('configuration reloaded') || (!daemon.held && daemon.output.includes('listening'));
		await until(() => serves() || !isAlive(daemon), 'serving');
		assert.ok(serves() || !daemon.prepared, `${when}: [${daemon.child.exitCode}, ${daemon.child.signalCode}] ${daemon.output}`);
	});
});

/** Starts argv[1:] and sends SIGHUP while its libraries are initialized; prints its status, and whether it reloaded. */
const DURING_INITIALIZATION = `
import fcntl, os, signal, subprocess, sys
F_SETPIPE_SZ = 1031
read, write = os.pipe()
fcntl.fcntl(write, F_SETPIPE_SZ, 4096) # a full pipe stops the program where it is, a few lines on
child = subprocess.Popen(sys.argv[1:], stdout=subprocess.DEVNULL, stderr=write, env={**os.environ, 'LD_DEBUG': 'files,bindings'})
os.close(write)
def pass_until(words):
    text = b'-'
    while words not in text:
        more = os.read(read, 4096)
        if not more:
            return False
        text = text[-100:] + more
    return True
began = pass_until(b'calling init')
os.kill(child.pid, signal.SIGHUP)
reloaded = pass_until(b'configuration reloaded')
child.terminate()
pass_until(b'the end of the output')
print('began' if began else 'not begun', 'reloaded' if reloaded else 'not reloaded', child.wait())
`;

test('SIGHUP while the libraries are initialized, before main() begins, has the configuration reloaded', () => {
	const output = execFileSync('python3', ['-c', DURING_INITIALIZATION, PROGRAM, '--listen', '127.0.0.1:0', '--store', 'memory:'],
		{ encoding: 'utf8' });
	assert.equal(output.trim(), 'began reloaded 0');
});

test('repeated SIGHUP never ends the daemon once it can be blocked', async () => {
	for (let round = 0; round < 4 * ROUNDS; round++) {
		const daemon = start();
		while (isAlive(daemon) && !holdsSignals(daemon.child.pid)) {
			wait(0.1);
		}
		const sent = setInterval(() => daemon.child.kill('SIGHUP'), 1);
		await until(() => daemon.output.includes('configuration reloaded') || !isAlive(daemon), 'serving');
		clearInterval(sent);
		assert.ok(isAlive(daemon), `${daemon.child.signalCode} ${daemon.output}`);
		daemon.child.kill('SIGTERM');
		assert.deepEqual(await daemon.exited, [0, null]);
	}
});

test('unused signals have no effect, from the start on', async () => {
	await atEveryMoment(['SIGUSR1', 'SIGUSR2', 'SIGALRM', 'SIGPIPE'], async (daemon, when) => {
		await until(() => daemon.output.includes('listening') || !isAlive(daemon), 'serving');
		assert.ok(isAlive(daemon) || !daemon.prepared, `${when}: ${daemon.child.signalCode}`);
	});
});

test('signals work although they were blocked or ignored by the parent process', async () => {
	const file = join(folder, 'inherited.conf');
	writeFileSync(file, 'log_level = info\n');
	const inherit = 'import os, signal, sys\n' +
		'signal.pthread_sigmask(signal.SIG_BLOCK, [signal.SIGTERM, signal.SIGHUP])\n' +
		'signal.signal(signal.SIGINT, signal.SIG_IGN)\n' +
		'os.execv(sys.argv[1], sys.argv[1:])\n';
	for (const signal of ['SIGTERM', 'SIGINT']) {
		const child = spawn('python3', ['-c', inherit, PROGRAM, '--listen', '127.0.0.1:0', '--store', 'memory:', '--config', file]);
		let output = '';
		child.stderr.on('data', (text) => { output += text; });
		after(() => child.kill('SIGKILL'));
		await until(() => output.includes('listening'), 'serving');
		child.kill('SIGHUP');
		await until(() => output.includes('configuration reloaded'), 'the configuration reloaded');
		child.kill(signal);
		assert.deepEqual(await once(child, 'exit'), [0, null]);
	}
});

test('SIGTERM ends a daemon that waits for its configuration; --check is ended by the signal', async () => {
	const file = join(folder, 'waits.conf');
	execFileSync('mkfifo', [file]);
	const rows = [[[], 'SIGTERM', [0, null]], [[], 'SIGINT', [0, null]], [['--check'], 'SIGTERM', [null, 'SIGTERM']],
		[['--check'], 'SIGHUP', [null, 'SIGHUP']]];
	for (const [args, signal, end] of rows) {
		const child = spawn(PROGRAM, ['--store', 'memory:', '--config', file, ...args], { stdio: 'ignore' });
		const exited = once(child, 'exit');
		after(() => child.kill('SIGKILL'));
		// A slow program begins later: before that no signal can be held. A check holds none.
		await until(() => args.length > 0 || !isAlive({ child }) || holdsSignals(child.pid), 'its signals to be held');
		await sleep(300); // by then it waits, or has refused to read that; a slow one refuses it later
		child.kill(signal);
		const ended = await exited;
		assert.ok(ended[0] === 78 || isDeepStrictEqual(ended, end), `${signal}: ${ended}`);
	}
});

test('a check that a signal ends does not report a valid configuration', async () => {
	for (let i = 0; i < 120; i++) {
		const child = spawn(PROGRAM, ['--store', 'memory:', '--check'], { stdio: ['ignore', 'pipe', 'ignore'] });
		const closed = once(child, 'close');
		let output = '';
		child.stdout.on('data', (text) => { output += text; });
		await sleep(i % 40 / 4);
		child.kill(i % 2 ? 'SIGTERM' : 'SIGINT');
		const [status, signal] = await closed;
		assert.ok(signal || output.includes('configuration valid'), `${i}: status ${status}, "${output}"`);
	}
});

test('SIGHUP with an unreadable configuration file does not interrupt serving or stopping', async (t) => {
	const place = join(folder, 'odd');
	mkdirSync(place);
	const file = join(place, 'makkerd.conf');
	const rows = [
		['a named pipe', () => execFileSync('mkfifo', [file])],
		['a folder', () => mkdirSync(file)],
		['an endless device', () => symlinkSync('/dev/zero', file)],
		['a terminal-like device', () => symlinkSync('/dev/tty', file)],
		['a sparse file of 1 GB', () => { writeFileSync(file, ''); truncateSync(file, 1 << 30); }],
		['a loop of links', () => symlinkSync(file, file)],
		['nothing', () => {}],
	];
	for (const [what, make] of rows) {
		await t.test(what, async () => {
			rmSync(file, { recursive: true, force: true });
			writeFileSync(file, 'log_level = info\n');
			const daemon = await startDaemon(() => {}, { args: ['--config', file] });
			t.after(() => daemon.child.kill('SIGKILL'));
			rmSync(file);
			make();
			daemon.child.kill('SIGHUP');
			await sleep(200);
			const api = new Api(daemon);
			assert.equal((await api.get('/readyz')).status, 200);
			const begin = Date.now();
			await daemon.stop();
			assert.ok(Date.now() - begin < 20_000, 'the stop waited for the configuration');
			if (what !== 'a named pipe') {
				assert.match(daemon.output, /configuration reload failed/);
			}
		});
	}
});

test('SIGHUP during a shutdown has no effect, and a second SIGTERM ends it without leaving the socket', async () => {
	const daemon = start();
	await until(() => daemon.output.includes('listening'), 'serving');
	// A request that does not end keeps the stop waiting.
	const open = spawn('python3', ['-c', 'import socket, sys, time\n' +
		's = socket.socket(socket.AF_UNIX); s.connect(sys.argv[1])\n' +
		's.send(b"POST /v1/sessions HTTP/1.1\\r\\nHost: localhost\\r\\nContent-Length: 9\\r\\n\\r\\n{")\n' +
		'print("sent", flush=True); time.sleep(60)', join(daemon.place, 'socket')]);
	after(() => open.kill('SIGKILL'));
	await once(open.stdout, 'data');
	await sleep(100);
	daemon.child.kill('SIGTERM');
	await until(() => daemon.output.includes('stopping'), 'stopping');
	daemon.child.kill('SIGHUP');
	await sleep(200);
	assert.ok(isAlive(daemon), daemon.output);
	assert.doesNotMatch(daemon.output, /configuration reloaded/);
	daemon.child.kill('SIGTERM');
	assert.deepEqual(await daemon.exited, [143, null]);
	assert.deepEqual(readdirSync(daemon.place).filter((name) => name === 'socket'), []);
});

/** Sends signals as fast as it can until the process is gone: about 100,000 a second, from two processes. */
function bombard({ child, exited }, signals) {
	const loop = `while kill -0 "$0"; do ${signals.map((signal) => `kill -${signal} "$0"; `).join('')}done 2>/dev/null`;
	const senders = [1, 2].map(() => spawn('bash', ['-c', loop, String(child.pid)], { stdio: 'ignore' }));
	return exited.finally(() => senders.forEach((sender) => sender.kill('SIGKILL')));
}

const FLOODS = [[['HUP'], [0]], [['HUP', 'PIPE', 'USR1'], [0]], [['TERM', 'HUP', 'INT'], [0, 143, 130]]];

for (const [signals, statuses] of FLOODS) {
	test(`a flood of ${signals} does not kill the daemon at the end of a shutdown`, async () => {
		for (let round = 0; round < 12 * ROUNDS; round++) {
			const daemon = start();
			await until(() => daemon.output.includes('listening'), 'serving');
			// Reading the configuration again starts threads, which must not take the signals either.
			daemon.child.kill('SIGHUP');
			await until(() => daemon.output.includes('configuration reloaded'), 'the configuration reloaded');
			const ended = bombard(daemon, signals);
			await sleep(20);
			daemon.child.kill('SIGTERM');
			const [status, signal] = await ended;
			assert.ok(statuses.includes(status), `status ${status}, signal ${signal}: ${daemon.output}`);
			assert.deepEqual(readdirSync(daemon.place).filter((name) => name === 'socket'), []);
		}
	});
}

// ---- a load balancer ----------------------------------------------------------------------------

/** As a load balancer asks, three times within 30 seconds. */
async function watch(api) {
	for (let i = 0; i < 3; i++) {
		assert.equal((await api.get('/readyz')).status, 200);
	}
}

test('if /readyz is polled, a stopping daemon is not ready and serves for shutdown_delay_s', async () => {
	const daemon = await startDaemon(after, { args: ['--shutdown-delay-s', '600'] });
	const api = new Api(daemon);
	await watch(api);
	daemon.mayEnd = true;
	daemon.child.kill('SIGTERM');
	await until(async () => (await api.get('/readyz')).status === 503, 'not ready');
	const { id } = await api.create();
	const answer = await api.session(id);
	assert.equal(answer.status, 200);
	assert.equal(answer.headers.connection, 'close');
	await sleep(150); // a signal that follows at once is the same one
	daemon.child.kill('SIGTERM');
	await daemon.stopped();
});

test('a shutdown does not wait if /readyz is not polled', async () => {
	const daemon = await startDaemon(after, { args: ['--shutdown-delay-s', '600'] });
	await daemon.stop();
});
