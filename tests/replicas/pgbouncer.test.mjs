// Daemons behind pgbouncer: in session mode everything works, also while it is killed; in transaction mode the daemon reports the requirement.

import assert from 'node:assert/strict';
import { execFileSync, spawn } from 'node:child_process';
import { once } from 'node:events';
import { chmodSync, chownSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { after, test } from 'node:test';
import { setTimeout as sleep } from 'node:timers/promises';
import { need } from '../deploy/proxy.mjs';
import { Api } from '../service/api.mjs';
import { PROGRAM, startDaemon } from '../service/daemon.mjs';
import { until } from '../service/runs.mjs';
import { startCluster } from './cluster.mjs';
import { startPostgres } from './postgres.mjs';

const PORT = 6432; // of a socket in a folder of its own
const CLIENTS = 8;
const CUTS = 3;
const OBSERVED_MS = 4000; // the daemon looks every second whether its connections are its own

need('test', 'pgbouncer');
const postgres = startPostgres(after);
const DRAW = { kind: 'draw', revealed: '2C' };

/** A pgbouncer of the test's own in front of `database`. */
class Bouncer {
	constructor(t, mode, database) {
		this.database = database;
		this.folder = mkdtempSync(join(tmpdir(), 'makker-pgbouncer-'));
		this.file = join(this.folder, 'pgbouncer.ini');
		writeFileSync(this.file, `[databases]\n${database} = host=${postgres.folder} user=makker\n[pgbouncer]\npool_mode = ${mode}\n`
			+ `listen_port = ${PORT}\nlisten_addr =\nunix_socket_dir = ${this.folder}\nauth_type = any\n`);
		chmodSync(this.folder, 0o755);
		t.after(async () => {
			await this.kill();
			rmSync(this.folder, { recursive: true, force: true });
		});
	}

	/** It does not run as root. */
	async start() {
		let words = ['pgbouncer', '-q', this.file];
		if (process.getuid() === 0) {
			const uid = Number(execFileSync('id', ['-u', 'postgres']));
			chownSync(this.folder, uid, uid);
			words = ['setpriv', '--reuid', 'postgres', '--regid', 'postgres', '--clear-groups', ...words];
		}
		this.child = spawn(words[0], words.slice(1), { stdio: ['ignore', 'inherit', 'ignore'] });
		await until(() => this.#answers(), 'pgbouncer');
		return this;
	}

	#answers() {
		try {
			return execFileSync('psql', ['-X', '-A', '-t', '-q', '-c', 'SELECT 1', this.url], { stdio: ['ignore', 'pipe', 'ignore'] }).length > 0;
		} catch {
			return false;
		}
	}

	async kill() {
		if (this.child?.exitCode === null && this.child.signalCode === null) {
			const ended = once(this.child, 'exit');
			this.child.kill('SIGKILL');
			await ended;
		}
	}

	get url() {
		return `postgresql:///${this.database}?user=makker&host=${this.folder}&port=${PORT}`;
	}
}

const ready = async (api) => (await api.get('/readyz')).status === 200;

test('session mode: two daemons share a database, and a subscriber at one receives the changes of the other', async (t) => {
	postgres.database('shared');
	const bouncer = await new Bouncer(t, 'session', 'shared').start();
	const { daemons } = await startCluster(t.after.bind(t), { store: bouncer.url, size: 2 });
	const [one, two] = daemons.map((daemon) => new Api(daemon));
	const { id, version } = await one.begun();
	const posted = await two.post(`/v1/sessions/${id}/moves`, DRAW);
	assert.equal(posted.status, 200, posted.text);
	const { status, body } = await one.get(`/v1/sessions/${id}?after=${version}&wait_s=20`);
	assert.equal(status, 200);
	assert.equal(body.version, version + 1);
});

test(`session mode: pgbouncer is killed ${CUTS} times while ${CLIENTS} clients post; nothing acknowledged is lost`, async (t) => {
	postgres.database('cut');
	const bouncer = await new Bouncer(t, 'session', 'cut').start();
	const api = new Api(await startDaemon(t.after.bind(t), { store: bouncer.url }));
	const sessions = await Promise.all(Array.from({ length: CLIENTS }, () => api.create()));
	let over = false;
	let posts = 0;
	const refused = new Set();
	const players = sessions.map(async ({ id }, player) => {
		let name;
		for (let i = 0; !over; i++) {
			const wanted = `${player} ${i}`;
			const { status } = await api.patch(id, { name: wanted });
			if (status === 200) {
				name = wanted;
				posts++;
			} else {
				refused.add(status);
			}
		}
		return name;
	});
	for (let cut = 0; cut < CUTS; cut++) {
		const before = posts;
		await until(() => posts > before + 10 * CLIENTS, 'posts');
		await bouncer.kill();
		await until(async () => !await ready(api), 'noticing it');
		await bouncer.start();
		await until(() => ready(api), 'the store');
	}
	const before = posts;
	await until(() => posts > before + CLIENTS, 'posts after the last cut');
	over = true;
	const names = await Promise.all(players);
	assert.deepEqual([...refused], [503]);
	for (const [player, { id }] of sessions.entries()) {
		assert.equal((await api.session(id)).body.name, names[player]);
	}
});

test('transaction mode is not supported: the daemon is not ready, and reports the requirement', async (t) => {
	postgres.database('mixed');
	const bouncer = await new Bouncer(t, 'transaction', 'mixed').start();
	const daemon = spawn(PROGRAM, ['--listen', '127.0.0.1:0', '--store', bouncer.url], { stdio: ['ignore', 'pipe', 'pipe'] });
	t.after(async () => {
		const ended = once(daemon, 'exit');
		daemon.kill();
		await ended;
	});
	let log = '';
	daemon.stderr.setEncoding('utf8').on('data', (text) => { log += text; });
	const [address] = await once(daemon.stdout.setEncoding('utf8'), 'data');
	await until(() => log.includes('pgbouncer needs pool_mode = session'), 'the reason in the log');
	const api = new Api({ url: address.trim() });
	const end = Date.now() + OBSERVED_MS;
	while (Date.now() < end) {
		assert.equal(await ready(api), false, log);
		await sleep(20);
	}
});
