// The log at the start: the store, whether it is new, and since when requests are answered.

import assert from 'node:assert/strict';
import { execFileSync } from 'node:child_process';
import { createServer, connect } from 'node:net';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { describe, test } from 'node:test';
import { setTimeout as sleep } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';
import { Api } from './api.mjs';
import { request } from './client.mjs';
import { Daemon, pathOf, temporaryStore } from './daemon.mjs';

const SERVER = fileURLToPath(new URL('../postgres/server', import.meta.url));
const ROOT = fileURLToPath(new URL('../../', import.meta.url));
const PATIENCE_MS = 60_000;

const listening = (daemon) => /level=info msg=listening address=\S+ store=("[^"]*"|\S+)/.exec(daemon.output)?.[1];
const created = (daemon) => /level=warn msg="store created" store=("[^"]*"|\S+)/.exec(daemon.output)?.[1];

test('the log names the store and reports that it is new', async (t) => {
	const store = temporaryStore((done) => t.after(done));
	const daemon = await new Daemon({ store }).start();
	t.after(() => daemon.finish());
	assert.equal(listening(daemon), store);
	assert.equal(created(daemon), store);
	await daemon.stop();
	await daemon.restart();
	assert.equal(listening(daemon), store);
	assert.equal(created(daemon), undefined, 'it was there');
});

test('a new store is logged as a warning', async (t) => {
	const daemon = await new Daemon({ store: temporaryStore((done) => t.after(done)), args: ['--log-level', 'warn'] }).start();
	t.after(() => daemon.finish());
	assert.equal(created(daemon), daemon.store);
	assert.equal(listening(daemon), undefined);
});

test('a relative path of the store is logged as an absolute path', async (t) => {
	const path = pathOf(temporaryStore((done) => t.after(done)));
	const here = process.cwd();
	t.after(() => process.chdir(here));
	process.chdir(dirname(path));
	const daemon = await new Daemon({ store: 'sqlite:makker.db' }).start();
	t.after(() => daemon.finish());
	assert.equal(created(daemon), `sqlite:${path}`);
	assert.equal(listening(daemon), `sqlite:${path}`);
});

test('a store in memory is not logged as a new file', async (t) => {
	const daemon = await new Daemon().start();
	t.after(() => daemon.finish());
	assert.equal(listening(daemon), 'memory:');
	assert.equal((await new Api(daemon).get('/readyz')).status, 200);
	assert.equal(created(daemon), undefined);
});

/** An empty PostgreSQL of the test's own: the folder with its socket. */
function postgres(t) {
	const folder = mkdtempSync(join(tmpdir(), 'makker-start-'));
	const server = (...args) => execFileSync(SERVER, args, { encoding: 'utf8', cwd: ROOT });
	server('start', folder, 'fsync=off');
	t.after(() => {
		server('stop', folder, 'immediate');
		rmSync(folder, { recursive: true, force: true });
	});
	return folder;
}

/** Before PostgreSQL; from the second connection on it passes nothing on until `open()`. */
class Gate {
	static async before(t, folder) {
		const gate = Object.assign(new Gate(), { count: 0, held: [], isOpen: false, sockets: new Set() });
		gate.server = createServer((client) => {
			const server = connect(join(folder, '.s.PGSQL.5432'));
			for (const socket of [client, server]) {
				gate.sockets.add(socket);
				socket.on('error', () => {});
			}
			const pass = () => client.pipe(server).pipe(client);
			if (gate.isOpen || gate.count++ === 0) {
				pass();
			} else {
				gate.held.push(pass);
			}
		});
		await new Promise((done) => gate.server.listen(0, '127.0.0.1', done));
		t.after(() => {
			gate.sockets.forEach((socket) => socket.destroy());
			gate.server.close();
		});
		return gate;
	}

	get store() {
		return `postgres://makker@127.0.0.1:${this.server.address().port}/postgres`;
	}

	open() {
		this.isOpen = true;
		this.held.forEach((pass) => pass());
	}
}

/** Its start, of which a failing test does not wait for the end. */
function begin(daemon) {
	const started = daemon.start();
	started.catch(() => {});
	return started;
}

async function until(what, holds) {
	for (const end = Date.now() + PATIENCE_MS; !holds(); await sleep(2)) {
		assert.ok(Date.now() < end, what);
	}
}

describe('on PostgreSQL', () => {
	test('the log names the database without its password', async (t) => {
		const folder = postgres(t);
		const secret = 'a-password-of-the-test';
		const daemon = await new Daemon({ store:
			`postgresql://makker:${secret}@/postgres?host=${encodeURIComponent(folder)}&sslpassword=${secret}&pass%77ord=${secret}` }).start();
		t.after(() => daemon.finish());
		assert.equal(listening(daemon), `"postgres://makker@/postgres?host=${folder}"`);
		assert.equal(created(daemon), listening(daemon));
		assert.ok(!daemon.output.includes(secret), daemon.output);
		await daemon.stop();
		await daemon.restart();
		assert.equal(created(daemon), undefined, 'its tables were there');
	});

	test('readiness is announced only when requests are answered', async (t) => {
		const gate = await Gate.before(t, postgres(t));
		const daemon = new Daemon({ store: gate.store });
		const started = begin(daemon);
		t.after(() => daemon.finish());
		await until('its connections', () => gate.held.length >= 2);
		await sleep(300);
		assert.ok(!/listening|http:/.test(daemon.output), daemon.output);
		gate.open();
		await until('the announcement', () => listening(daemon));
		const { status } = await request(`http://127.0.0.1:${/http:..127\.0\.0\.1:(\d+)/.exec(daemon.output)[1]}/readyz`);
		assert.equal(status, 200);
		await started;
		assert.equal(listening(daemon), gate.store);
		assert.ok(!/not ready/.test(daemon.output), daemon.output);
	});

	test('an unreachable store is logged, and the daemon listens nevertheless', async (t) => {
		const gate = await Gate.before(t, postgres(t));
		const daemon = new Daemon({ store: gate.store });
		const started = begin(daemon);
		t.after(() => daemon.finish());
		await until('the announcement', () => listening(daemon));
		assert.match(daemon.output, /level=warn msg="not ready" detail=.+\n.*msg=listening/);
		const { status, text } = await request(`http://127.0.0.1:${/http:..127\.0\.0\.1:(\d+)/.exec(daemon.output)[1]}/readyz`);
		assert.equal(status, 503);
		assert.equal(JSON.parse(text).code, 'not_ready');
		gate.open();
		await started;
		await until('the end of it', () => /msg=ready/.test(daemon.output));
	});
});
