// The disk under PostgreSQL is full while clients post: they get 503, nothing that was acknowledged is lost, and the daemons
// serve again automatically when there is space. FULL says what has no space, "tables log", and DISKS on which
// disks: "mounted" (by root), "preloaded"; by default the first available one.

import assert from 'node:assert/strict';
import { test } from 'node:test';
import { setTimeout as sleep } from 'node:timers/promises';
import { JSON_TYPE } from '../service/api.mjs';
import { request } from '../service/client.mjs';
import { startCluster } from './cluster.mjs';
import { DISKS, smallDisk } from './disks.mjs';
import { Postgres } from './postgres.mjs';
import { DistributedGame, Left } from './distributed_game.mjs';

const WHAT = (process.env.FULL ?? 'log').split(' ');
const CLIENTS = 12;
const FORMS = process.env.DISKS ? process.env.DISKS.split(' ') : DISKS.slice(0, 1);
const PATIENCE_MS = 60_000;
const SETTINGS = ['min_wal_size=32MB', 'max_wal_size=32MB', 'wal_recycle=off', 'wal_init_zero=on'];

async function until(holds, what) {
	for (const end = Date.now() + PATIENCE_MS; !(await holds()); await sleep(20)) {
		assert.ok(Date.now() < end, `${what} takes too long`);
	}
}

function runs(server) {
	try {
		server.sql('SELECT 1');
		return true;
	} catch {
		return false;
	}
}

const open = ({ url }) => request(`${url}/v1/sessions`, { method: 'POST', headers: JSON_TYPE, body: '{"game":"take-away"}' });

// Where there is no room for a table's next page a statement fails; where there is none for the log of changes PostgreSQL
// ends all connections and begins anew, over and over, or ends.
const NEEDS = {
	tables: 'CREATE TEMP TABLE other AS SELECT repeat(md5(i::text), 20) FROM generate_series(1, 20000) i',
	log: 'SELECT pg_switch_wal()',
};

for (const form of FORMS) {
	for (const what of WHAT) {
		test(`the disk of PostgreSQL's ${what} is full for a while (${form} disk)`, (t) => fullFor(t, form, NEEDS[what]));
	}
}

async function fullFor(t, form, sql) {
	const ends = [];
	t.after(async () => {
		for (const end of ends.reverse()) {
			await end();
		}
	});
	const after = (end) => ends.push(end);
	const disk = smallDisk(form, after);
	const server = new Postgres(disk);
	after(() => server.hasEnded() || server.crash());
	server.start(...SETTINGS);
	const cluster = await startCluster(after, { store: server.database('small'), size: 2 });
	let over = false;
	const games = [];
	const client = async (number) => {
		while (!over) {
			const game = new DistributedGame(cluster, 7000 + number + CLIENTS * games.length, { mortal: true, over: () => over });
			games.push(game);
			await game.play().catch((error) => assert.ok(error instanceof Left, error));
		}
	};
	const sum = (what) => games.reduce((all, { counts }) => all + counts[what], 0);
	const playing = Promise.all(Array.from({ length: CLIENTS }, (_, number) => client(number)));
	await until(() => sum('posts') > 100, 'playing');
	disk.fill();
	for (let more = 0; more < 40 && sum('refused') === 0; more++) {
		try {
			server.sql(sql, 'small');
		} catch {
			// That is expected.
		}
		await sleep(20);
	}
	await until(() => sum('refused') > CLIENTS, 'a refusal');
	// A row that fits into allocated pages may still be stored.
	let refusal;
	await until(async () => (refusal = await open(cluster.daemons[0])).status !== 201, 'a table that is refused');
	assert.equal(refusal.status, 503, refusal.text);
	assert.equal(JSON.parse(refusal.text).code, 'store_unavailable');
	assert.ok(refusal.headers['retry-after'] > 0);
	await sleep(1000);

	disk.empty();
	await until(() => server.hasEnded() || runs(server), 'PostgreSQL');
	const ended = server.hasEnded();
	if (ended) {
		server.start(...SETTINGS); // as its service is started again
	}
	const there = sum('posts');
	await until(() => sum('posts') > there + 100, 'service when there is room');
	over = true;
	await playing;
	const kept = new Map(server.sql('SELECT id || version FROM makker.session', 'small').split('\n')
		.map((row) => [row.slice(0, 32), Number(row.slice(32))]));
	games.filter(({ id }) => id).forEach(({ id, version }) => assert.equal(kept.get(id), version));
	t.diagnostic(`${sum('posts')} posts, ${sum('refused')} refused; PostgreSQL ${ended ? 'ended and was started again' : 'continued'}`);
}
