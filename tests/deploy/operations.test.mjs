// docs/operations.md: its commands are run as they stand there, on stores with a real daemon, and no figure or alarm is
// missing in its tables.

import assert from 'node:assert/strict';
import { execFile, execFileSync } from 'node:child_process';
import { mkdirSync, mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { describe, test } from 'node:test';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import { parse } from 'yaml';
import { Api, SEED_LINE } from '../service/api.mjs';
import { Daemon, PROGRAM } from '../service/daemon.mjs';
import { readMetrics } from '../service/metrics.mjs';
import { until } from '../service/runs.mjs';

const ROOT = fileURLToPath(new URL('../..', import.meta.url));
const page = readFileSync(`${ROOT}docs/operations.md`, 'utf8');
const MAKKER = process.env.MAKKER ?? join(dirname(PROGRAM), 'makker');

/** The commands that stand behind `<!-- verified: name -->`. */
function commands(name) {
	const found = new RegExp(`<!-- verified: ${name} -->\n\`\`\`sh\n([^]*?)\`\`\``).exec(page);
	assert.ok(found, `there are no commands '${name}'`);
	return found[1];
}

/** A place that stands for /var/lib/makker and /var/backups; systemctl is the test's own business. */
class Place {
	constructor(done) {
		this.folder = mkdtempSync(join(tmpdir(), 'makker-operations-'));
		mkdirSync(join(this.folder, 'lib'));
		mkdirSync(join(this.folder, 'backups'));
		done(() => rmSync(this.folder, { recursive: true, force: true }));
		this.store = `sqlite:${this.folder}/lib/makker.db`;
	}

	#bash(name, env) {
		const script = commands(name).replaceAll('/var/lib/makker', `${this.folder}/lib`)
			.replaceAll('/var/backups', `${this.folder}/backups`);
		const prelude = `systemctl() { :; }; makker() { '${MAKKER}' "$@"; }`;
		return ['bash', ['-euo', 'pipefail', '-c', `${prelude}\n${script}`], { encoding: 'utf8', env: { ...process.env, ...env } }];
	}

	run(name, env = {}) {
		const [program, args, options] = this.#bash(name, env);
		return execFileSync(program, args, { ...options, stdio: ['ignore', 'pipe', 'pipe'] });
	}

	/** The same, concurrently with the test. */
	async runBeside(name, env = {}) {
		await promisify(execFile)(...this.#bash(name, env));
	}
}

async function tables(api) {
	const all = (await api.get('/v1/sessions?limit=100')).body.sessions;
	return all.map(({ id, version }) => `${id} ${version}`).sort();
}

async function open(store, done) {
	const daemon = await new Daemon({ store }).start();
	done(() => daemon.finish());
	return new Api(daemon);
}

test('a backup of a running daemon has all acknowledged changes', async (t) => {
	const place = new Place((done) => t.after(done));
	const api = await open(place.store, (done) => t.after(done));
	for (let i = 0; i < 20; i++) {
		await api.begun();
	}
	place.run('backup');
	const saved = await tables(api);
	await api.begun();
	await api.daemon.stop();
	const other = await open(`sqlite:${place.folder}/backups/makker.db`, (done) => t.after(done));
	assert.equal(saved.length, 20);
	assert.deepEqual(await tables(other), saved);
});

test('a backup ends during continuous posts, and a second one replaces it', async (t) => {
	const place = new Place((done) => t.after(done));
	const api = await open(place.store, (done) => t.after(done));
	let over = false;
	const posted = [];
	const post = async () => {
		while (!over) {
			posted.push((await api.begun()).id);
		}
	};
	const clients = [post(), post(), post(), post()];
	for (let copies = 0; copies < 2; copies++) {
		const before = posted.length;
		await until(() => posted.length > before + 50, 'posts');
		const acknowledged = [...posted];
		await place.runBeside('backup');
		const other = await open(`sqlite:${place.folder}/backups/makker.db`, (done) => t.after(done));
		for (const id of acknowledged) {
			assert.equal((await other.session(id)).status, 200);
		}
		await other.daemon.stop();
	}
	over = true;
	await Promise.all(clients);
});

test('a restored backup has the saved state and can be continued', async (t) => {
	const place = new Place((done) => t.after(done));
	const api = await open(place.store, (done) => t.after(done));
	const { id } = await api.begun();
	const saved = await tables(api);
	place.run('backup');
	assert.equal(place.run('check'), 'ok\n1\n');
	await api.line(id, 'KS,UU,UU,UU,UU,5S,5H,QC,7H,QH,9D,8D');
	await api.begun();
	await api.daemon.kill(); // which leaves a -wal that does not belong to the copy
	place.run('restore');
	await api.daemon.restart();
	assert.deepEqual(await tables(api), saved);
	assert.equal((await api.line(id, 'KS,UU,UU,UU,UU,5S,5H,QC,7H,QH,9D,8D')).body.version, 2);
});

const SERVER = `${ROOT}tests/postgres/server`;

/** An empty PostgreSQL of the test's own; its address. */
function postgres(done) {
	const folder = mkdtempSync(join(tmpdir(), 'makker-postgres-'));
	const server = (...args) => execFileSync(SERVER, args, { encoding: 'utf8', cwd: ROOT }).trim();
	server('start', folder, 'fsync=off');
	done(() => {
		server('stop', folder, 'immediate');
		rmSync(folder, { recursive: true, force: true });
	});
	return server('url', folder);
}

const sql = (store, text) => execFileSync('psql', ['-XAtc', text, store], { encoding: 'utf8' }).trim();
const COUNTED = 'SELECT (SELECT sum(sessions) FROM makker.kind) = (SELECT count(*) FROM makker.session)';

describe('on PostgreSQL', () => {
	test('sessions are counted again after a manual deletion', async (t) => {
		const place = new Place((done) => t.after(done));
		const MAKKER_STORE = postgres((done) => t.after(done));
		const api = await open(MAKKER_STORE, (done) => t.after(done));
		const { id } = await api.begun();
		await api.begun();
		sql(MAKKER_STORE, `DELETE FROM makker.session WHERE id = '${id}'`);
		assert.equal(sql(MAKKER_STORE, COUNTED), 'f');
		place.run('pg-count', { MAKKER_STORE });
		assert.equal(sql(MAKKER_STORE, COUNTED), 't');
		await api.begun();
		assert.equal(sql(MAKKER_STORE, COUNTED), 't');
		await api.daemon.stop();
	});

	test('a restored backup of a running daemon has the saved state and can be continued', async (t) => {
		const place = new Place((done) => t.after(done));
		const MAKKER_STORE = postgres((done) => t.after(done));
		const api = await open(MAKKER_STORE, (done) => t.after(done));
		const { id } = await api.begun();
		const saved = await tables(api);
		place.run('pg-backup', { MAKKER_STORE });
		await api.line(id, 'KS,UU,UU,UU,UU,5S,5H,QC,7H,QH,9D,8D');
		await api.begun();
		await api.daemon.stop();
		place.run('pg-restore', { MAKKER_STORE });
		await api.daemon.restart();
		assert.equal(sql(MAKKER_STORE, COUNTED), 't');
		assert.deepEqual(await tables(api), saved);
		assert.equal((await api.line(id, 'KS,UU,UU,UU,UU,5S,5H,QC,7H,QH,9D,8D')).body.version, 2);
		await api.daemon.stop();
	});

	test('sessions are migrated from SQLite, and a second run adds none', async (t) => {
		const place = new Place((done) => t.after(done));
		const MAKKER_STORE = postgres((done) => t.after(done));
		const old = await open(place.store, (done) => t.after(done));
		for (let i = 0; i < 20; i++) {
			await old.begun();
		}
		const moved = await tables(old);
		const { id } = await old.begun({ name: 'kitchen', language: 'da' });
		const history = (await old.get(`/v1/sessions/${id}/history`)).body;
		await old.daemon.stop();
		place.run('move', { MAKKER_STORE });
		assert.throws(() => place.run('move', { MAKKER_STORE }));
		const api = await open(MAKKER_STORE, (done) => t.after(done));
		assert.deepEqual(await tables(api), [...moved, `${id} 1`].sort());
		assert.equal((await api.session(id)).body.name, 'kitchen');
		assert.deepEqual((await api.get(`/v1/sessions/${id}/history`)).body, history);
		await api.daemon.stop();
	});
});

test('the table has exactly the metrics of /metrics', async (t) => {
	const api = await open('memory:', (done) => t.after(done));
	const { id } = await api.create({ strategy: 'search' });
	await api.line(id, SEED_LINE, { query: '?budget_ms=20' });
	const there = [...readMetrics((await api.get('/metrics')).text).keys()].sort();
	const rows = /\n## Metrics\n[^]*?\n## /.exec(page)[0].match(/^\| `.*$/gm);
	const documented = rows.flatMap((row) => [...row.split('|')[1].matchAll(/`(\w+)`/g)].map(([, name]) => name)).sort();
	assert.deepEqual(documented, there);
});

test('the table has exactly the alarms', () => {
	const { groups } = parse(readFileSync(`${ROOT}conf/observe/alarms.yml`, 'utf8'));
	const rules = groups.flatMap((group) => group.rules).map(({ alert }) => alert);
	const documented = [...page.matchAll(/^\| `(Makker\w+)`/gm)].map(([, name]) => name);
	assert.deepEqual(documented, rules);
});
