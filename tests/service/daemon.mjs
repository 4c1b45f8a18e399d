// A real daemon for the tests: started on a free port with a store of its own, stopped in order,
// killed, started again on the same store. Its output is kept for the failing test's message.

import assert from 'node:assert/strict';
import { execFileSync, spawn } from 'node:child_process';
import { randomBytes } from 'node:crypto';
import { once } from 'node:events';
import { existsSync, mkdtempSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';
import { request } from './client.mjs';

// MAKKERD names the program, or MAKKER_BUILD the folder that it was built in, with its other files.
const RELEASE = fileURLToPath(new URL('../../build/release', import.meta.url));
export const BUILD = process.env.MAKKER_BUILD ?? (process.env.MAKKERD ? dirname(process.env.MAKKERD) : RELEASE);
export const PROGRAM = process.env.MAKKERD ?? join(BUILD, 'makkerd');
// Against a hanging daemon: a busy machine may be slow.
const START_MS = 60_000;
const STOP_MS = 60_000;

// No test may leave a daemon behind, however it ends.
const running = new Set();
process.on('exit', () => running.forEach((child) => child.kill('SIGKILL')));
for (const [signal, number] of [['SIGINT', 2], ['SIGTERM', 15]]) {
	process.once(signal, () => process.exit(128 + number));
}

export class Daemon {
	/** `env`: additional environment variables; `program`: another build. */
	constructor({ store = 'memory:', args = [], env = {}, program = PROGRAM } = {}) {
		Object.assign(this, { store, args, env, program });
		this.log = '';
	}

	/** Starts the program and waits until it is ready to serve. */
	async start() {
		const args = ['--listen', '127.0.0.1:0', '--store', this.store, ...this.args];
		this.child = this.#spawn(args);
		this.mayEnd = false;
		this.exited = once(this.child, 'close'); // with all that it wrote
		running.add(this.child);
		this.child.once('exit', () => running.delete(this.child));
		this.started = this.log.length;
		for (const output of [this.child.stdout, this.child.stderr]) {
			output.setEncoding('utf8').on('data', (text) => { this.log += text; });
		}
		await this.#until('its port', () => this.#learnPort());
		await this.#until('/readyz', async () => (await this.#ready()) === 200);
		return this;
	}

	get url() {
		return `http://127.0.0.1:${this.port}`;
	}

	/** The output of this run of the program. */
	get output() {
		return this.log.slice(this.started);
	}

	get isRunning() {
		return this.child.exitCode === null && this.child.signalCode === null;
	}

	/** Stops it, unless the test has done so; an unexpected exit is an error. */
	async finish() {
		if (this.isRunning) {
			await this.stop();
		}
		if (!this.mayEnd) {
			// Node calls no other hook of the file then, and would wait for its other daemons.
			running.forEach((child) => child.kill('SIGKILL'));
		}
		assert.ok(this.mayEnd, `makkerd ended unexpectedly:\n${this.output.slice(-4000)}`);
	}

	/** Asks it to stop and waits; anything but exit status 0 is an error. */
	async stop() {
		this.mayEnd = true;
		this.child.kill('SIGTERM');
		await this.stopped();
	}

	/** Waits for the orderly end of a stop that was already asked for. */
	async stopped() {
		const end = await Promise.race([this.exited, sleep(STOP_MS, undefined, { ref: false })]);
		assert.ok(end, `makkerd did not stop within ${STOP_MS} ms:\n${this.output}`);
		assert.deepEqual(end, [0, null], `makkerd ended with [status, signal] ${end}:\n${this.output}`);
	}

	/** From now on its files may grow to so many bytes, as if the disk were full then; Infinity: as they like. */
	limitFiles(bytes) {
		const limit = bytes === Infinity ? 'unlimited' : String(bytes);
		execFileSync('prlimit', [`--pid=${this.child.pid}`, `--fsize=${limit}:`]);
	}

	/** kill -9. */
	async kill() {
		this.mayEnd = true;
		this.child.kill('SIGKILL');
		await this.exited;
	}

	/** Starts it again on the same store; the port is a new one. */
	async restart() {
		this.port = undefined;
		return this.start();
	}

	/*
	 * In a session of its own, as it is started by a terminal or by systemd: Linux shares the processors among sessions first.
	 * Within one session the worker threads, whose nice value is 19, would get 1.5 % of a processor beside other tests.
	 */
	#spawn(args) {
		return spawn(this.program, args, { stdio: ['ignore', 'pipe', 'pipe'], env: { ...process.env, ...this.env }, detached: true });
	}

	#learnPort() {
		this.port = Number(/http:\/\/127\.0\.0\.1:([1-9]\d*)/.exec(this.output)?.[1]);
		return this.port > 0;
	}

	async #ready() {
		try {
			return (await request(`${this.url}/readyz`)).status;
		} catch {
			return 0;
		}
	}

	async #until(what, holds) {
		const end = Date.now() + START_MS;
		while (!(await holds())) {
			assert.equal(this.child.exitCode, null, `makkerd ended while starting:\n${this.output}`);
			assert.ok(Date.now() < end, `makkerd does not show ${what}:\n${this.output}`);
			await sleep(5);
		}
	}
}

/**
 * A running daemon that is stopped (and must end with 0) after the tests of the file or suite that
 * `after` belongs to.
 */
export async function startDaemon(after, options) {
	const daemon = await new Daemon(options).start();
	after(() => daemon.finish());
	return daemon;
}

const SQLITE = 'sqlite:';

/** A store on disk that is removed after the tests. */
export function temporaryStore(after) {
	const folder = mkdtempSync(join(tmpdir(), 'makker-test-'));
	after(() => rmSync(folder, { recursive: true, force: true }));
	return SQLITE + join(folder, 'makker.db');
}

/** The file of a store on disk. */
export const pathOf = (store) => store.slice(SQLITE.length);

/** Overwrites a store's files with noise. */
export function spoil(store) {
	const path = pathOf(store);
	for (const file of [path, `${path}-wal`].filter((name) => existsSync(name))) {
		writeFileSync(file, randomBytes(statSync(file).size));
	}
}
