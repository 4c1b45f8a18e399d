// An older package, built from the history, is upgraded to this one as docs/operations.md has it, under a real systemd with the store
// of the package, and beside a PostgreSQL: every table is served as before and can be continued; and downgrades by export and import.

import assert from 'node:assert/strict';
import { execFileSync } from 'node:child_process';
import { appendFileSync, copyFileSync, existsSync, mkdirSync, readFileSync, readdirSync, renameSync, rmSync } from 'node:fs';
import { basename, join } from 'node:path';
import { after, before, describe, test } from 'node:test';
import { fileURLToPath } from 'node:url';
import { startPostgres } from '../../replicas/postgres.mjs';
import { SEED_LINE } from '../../service/api.mjs';
import { request } from '../../service/client.mjs';
import { Daemon } from '../../service/daemon.mjs';
import { ROOT, folder, packaged, run } from './base.mjs';
import { Machine } from './machine.mjs';

/** Version 4 of the tables of both stores, and the first whose events have the present form: older versions cannot import them. */
const OLDER = 'b993bc72';
/** The members of a move, by game. */
const MOVES = {
	klondike: ['type', 'from', 'to', 'cut'],
	freecell: ['kind', 'from', 'to', 'count'],
	'ten-twenty-thirty': ['kind', 'deal', 'column', 'combo'],
	doppelkopf: ['seat', 'card', 'announce', 'team', 'reservation', 'cards', 'shift', 'return', 'take'],
	'take-away': ['kind', 'group', 'count'],
};
const GAMES = Object.keys(MOVES);
const STORE = '/var/lib/makker/makker.db';
/** Tables of an earlier version still: with pictures, corrections and moves taken back. */
const JOURNAL = fileURLToPath(new URL('../../journals/tables-3.jsonl', import.meta.url));
const KEPT = ['game', 'preset', 'strategy', 'language', 'name', 'version', 'status', 'sync', 'table'];

/** The package of the older commit, built once. */
function older() {
	const built = join(ROOT, 'build/deploy', `older-${OLDER}`);
	const find = () => readdirSync(built).map((file) => join(built, file)).find((file) => /\/makker_.*\.deb$/.test(file));
	if (!existsSync(built)) {
		const sources = `${built}.sources`;
		rmSync(sources, { recursive: true, force: true });
		mkdirSync(join(ROOT, 'build/deploy'), { recursive: true });
		run('git', ['clone', '--quiet', '--no-checkout', ROOT, sources]);
		run('git', ['-C', sources, 'checkout', '--quiet', '--detach', OLDER]);
		run('make', ['-C', sources, 'deb', 'LTO=off']);
		renameSync(join(sources, 'build/deb'), built);
		rmSync(sources, { recursive: true, force: true });
	}
	return find();
}

const membersOf = (thing, names) => Object.fromEntries(names.filter((name) => name in thing).map((name) => [name, thing[name]]));

/** The session when the program has played for all other seats. */
async function settled(ask, id) {
	let session = await ask('GET', `/v1/sessions/${id}`);
	while (session.status === 'playing' && session.moves.length === 0) {
		session = await ask('GET', `/v1/sessions/${id}?after=${session.version}&wait_s=10`);
	}
	return session;
}

/** Opens tables of all games by `ask(method, path, body)` and plays some moves. */
async function openTables(ask) {
	const { id } = await ask('POST', '/v1/sessions', { game: 'klondike', name: 'seen' });
	await ask('POST', `/v1/sessions/${id}/snapshots?budget_ms=0`, SEED_LINE);
	await ask('POST', `/v1/sessions/${id}/snapshots?budget_ms=0`, SEED_LINE.replace('KS', '8C'));
	for (const game of GAMES) {
		const { id: dealt } = await ask('POST', '/v1/sessions', { game, cards: 'program', name: `${game}, dealt` });
		await play(ask, dealt, 4);
	}
}

/** Plays `count` moves at a table, or to its end. */
async function play(ask, id, count) {
	for (let moves = 0; moves < count; moves++) {
		const session = await settled(ask, id);
		if (session.status !== 'playing') {
			return;
		}
		const { version } = await ask('POST', `/v1/sessions/${id}/moves?budget_ms=0`,
			membersOf(session.suggestion ?? session.moves[0], MOVES[session.game]));
		assert.ok(version > session.version);
	}
}

/** The answers about all tables, by id. */
async function answers(ask) {
	const { sessions } = await ask('GET', '/v1/sessions?limit=100');
	const all = {};
	for (const { id } of sessions) {
		all[id] = membersOf(await settled(ask, id), KEPT);
	}
	return all;
}

/** One more move at each table whose cards the program has dealt. */
async function playOn(ask) {
	const { sessions } = await ask('GET', '/v1/sessions?limit=100');
	for (const { id } of sessions.filter(({ name }) => name.endsWith('dealt'))) {
		await play(ask, id, 1);
	}
}

describe('an upgrade of the package', () => {
	const machine = new Machine((done) => after(done), 'upgrade');
	const inside = (command) => machine.inside(command);
	const state = 'var/lib/private/makker';
	const install = (file, ...options) => inside(`apt-get install -q -y ${options.join(' ')} -o Dpkg::Options::=--force-confold ./root/${basename(file)} 2>&1`);
	const installed = () => [inside('dpkg-query -W -f \'${Version}\' makker'), inside('makkerd --version').replace('makkerd ', '')];
	/** By curl: nothing outside reaches the machine. */
	async function ask(method, path, body) {
		const data = body === undefined ? '' : `-d '${typeof body === 'string' ? body : JSON.stringify(body)}'`;
		const type = typeof body === 'string' ? 'text/plain' : 'application/json';
		const text = inside(`curl -sSg --max-time 20 -X ${method} -H 'Content-Type: ${type}' -w '\\n%{http_code}' ${data} 'http://127.0.0.1:8377${path}'`);
		const [, answer, status] = /^([^]*)\n(\d+)$/.exec(text);
		assert.match(status, /^2/, `${method} ${path}: ${text}`);
		return JSON.parse(answer);
	}
	let old;
	let now;
	let answered;

	before(async () => {
		old = older();
		now = packaged();
		await machine.boot(old, [now]);
		await machine.ready();
	});

	test('starts with tables that the older version serves', async () => {
		const [version, program] = installed();
		assert.equal(program, version);
		assert.match(version, new RegExp(OLDER));
		inside('systemctl stop makkerd.service');
		copyFileSync(JOURNAL, machine.there('root/tables.jsonl'));
		inside(`makker import --store=sqlite:${STORE} </root/tables.jsonl; chown --reference=/var/lib/makker/. /var/lib/makker/*`);
		inside('systemctl start makkerd.service');
		await machine.ready();
		await openTables(ask);
		answered = await answers(ask);
		assert.equal(Object.keys(answered).length, readFileSync(JOURNAL, 'utf8').trim().split('\n').length + GAMES.length + 1);
		appendFileSync(machine.there('etc/makker/makkerd.conf'), '\ndefault_language = da\n');
	});

	test('starts the new program, which serves every table as before, with the changed configuration', async () => {
		const pid = machine.property('makkerd.service', 'MainPID');
		install(now);
		await machine.ready();
		const [version, program] = installed();
		assert.equal(program, version);
		assert.ok(!version.includes(OLDER));
		assert.notEqual(machine.property('makkerd.service', 'MainPID'), pid);
		assert.deepEqual(await answers(ask), answered);
		assert.equal((await ask('POST', '/v1/sessions', { game: 'take-away', name: 'new' })).language, 'da');
	});

	test('keeps a copy of the store for the older version', () => {
		const copies = readdirSync(machine.there(state)).filter((name) => /^makker\.db\.before-\d+$/.test(name));
		assert.equal(copies.length, 1);
		const version = (name) => execFileSync('sqlite3', [machine.there(`${state}/${name}`), 'PRAGMA user_version'], { encoding: 'utf8' }).trim();
		assert.equal(version(copies[0]), '4');
		assert.equal(version('makker.db'), copies[0].split('-').pop());
	});

	test('allows moves at every table', async () => {
		await playOn(ask);
		answered = await answers(ask);
	});

	test('is reverted by export and import, as in docs/operations.md: the older version serves every table as the newer did', async () => {
		const page = readFileSync(join(ROOT, 'docs/operations.md'), 'utf8');
		const [, commands] = /<!-- verified: downgrade -->\n```sh\n([^]*?)```/.exec(page);
		assert.ok(commands.includes('./makker_OLD.deb'));
		inside(`cd /root; exec 2>&1; set -e; ${commands.replace('apt-get install', 'apt-get install -q -y -o Dpkg::Options::=--force-confold')
			.replace('./makker_OLD.deb', `./${basename(old)}`)}`);
		await machine.ready();
		assert.match(installed()[1], new RegExp(OLDER));
		assert.match(inside('journalctl -u makkerd --no-pager'), /store_newer|written by a newer makkerd/);
		assert.deepEqual(await answers(ask), answered);
		await playOn(ask);
	});
});

describe('an upgrade of a daemon on PostgreSQL', () => {
	const place = folder((done) => after(done), 'upgrade-postgres');
	const postgres = startPostgres(after, 'fsync=off');
	const askOf = (daemon) => async (method, path, body) => {
		const { status, text } = await request(daemon.url + path, { method, body: typeof body === 'object' ? JSON.stringify(body) : body,
			headers: { 'content-type': typeof body === 'string' ? 'text/plain' : 'application/json' } });
		assert.ok(status < 300, `${method} ${path}: ${status} ${text}`);
		return JSON.parse(text);
	};
	const start = async (build, store) => {
		const daemon = await new Daemon({ store, program: join(place, build, 'usr/bin/makkerd') }).start();
		after(() => daemon.finish());
		return daemon;
	};
	const makker = (build, args, input) => execFileSync(join(place, build, 'usr/bin/makker'), args, { input, encoding: 'utf8' });
	let overtaken;
	let next;
	let answered;

	before(() => {
		run('dpkg-deb', ['-x', older(), join(place, 'older')]);
		run('dpkg-deb', ['-x', packaged(), join(place, 'newer')]);
	});

	test('fences the older daemon, and serves every table as it did', async () => {
		overtaken = await start('older', postgres.database('upgraded'));
		await openTables(askOf(overtaken));
		answered = await answers(askOf(overtaken));
		next = await start('newer', overtaken.store);
		assert.deepEqual(await answers(askOf(next)), answered);
		const post = await request(`${overtaken.url}/v1/sessions`, { method: 'POST', headers: { 'content-type': 'application/json' }, body: '{"game":"take-away"}' });
		assert.equal(post.status, 503, post.text);
		assert.match((await request(`${overtaken.url}/readyz`)).text, /a newer makkerd has changed the schema of the database/);
		await overtaken.stop();
		await playOn(askOf(next));
		answered = await answers(askOf(next));
		await next.stop();
	});

	test('is reverted by export and import into an empty database', async () => {
		const store = postgres.database('again');
		makker('older', ['import', `--store=${store}`], makker('newer', ['export', `--store=${next.store}`]));
		const back = await start('older', store);
		assert.deepEqual(await answers(askOf(back)), answered);
		await playOn(askOf(back));
		await back.stop();
	});
});
