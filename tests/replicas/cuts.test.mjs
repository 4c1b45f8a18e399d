// PostgreSQL ends the daemons' connections again and again (pg_terminate_backend) while games are played: the daemons
// live, nothing acknowledged is lost, and every subscriber receives every version. CUTS_MS sets for how long; with the sanitizers'
// daemon (make check-replicas) no memory is used that is gone.

import assert from 'node:assert/strict';
import { after, test } from 'node:test';
import { setTimeout as sleep } from 'node:timers/promises';
import { request } from '../service/client.mjs';
import { startCluster } from './cluster.mjs';
import { startPostgres } from './postgres.mjs';
import { DistributedGame, Left } from './distributed_game.mjs';

const CUTS_MS = Number(process.env.CUTS_MS ?? 2500);
const CLIENTS = 12;
const PATIENCE_MS = 60_000;
const postgres = startPostgres(after, 'fsync=off');

const OURS = "application_name = 'makkerd' AND pid <> pg_backend_pid()";
/** All of them, one of them, or those that are in the middle of something. */
const CUTS = [OURS, `${OURS} ORDER BY random() LIMIT 1`, `${OURS} AND state <> 'idle'`];

test(`connections are cut for ${CUTS_MS} ms`, async (t) => {
	const cluster = await startCluster(t.after.bind(t), { store: postgres.database('cuts'), size: 2 });
	let over = false;
	const games = [];
	const client = async (number) => {
		while (!over) {
			const game = new DistributedGame(cluster, 4000 + number + CLIENTS * games.length, { mortal: true, over: () => over });
			games.push(game);
			await game.play().catch((error) => assert.ok(error instanceof Left, error));
		}
	};
	const playing = Promise.all(Array.from({ length: CLIENTS }, (_, number) => client(number)));
	const posts = () => games.reduce((sum, { counts }) => sum + counts.posts, 0);
	const begun = Date.now();
	const goesOn = (since) => since < CUTS_MS || (posts() === 0 && since < PATIENCE_MS); // a busy machine posts late
	let cuts = 0;
	for (; goesOn(Date.now() - begun); await sleep(50 + Math.random() * 150)) {
		cuts += Number(postgres.sql('SELECT count(pg_terminate_backend(pid)) FROM (SELECT pid FROM pg_stat_activity WHERE'
			+ ` datname = 'cuts' AND ${CUTS[cuts % CUTS.length]}) AS ours`));
	}
	over = true;
	await playing;
	for (const { url } of cluster.daemons) {
		for (const end = Date.now() + PATIENCE_MS; (await request(`${url}/readyz`)).status !== 200; await sleep(20)) {
			assert.ok(Date.now() < end, 'it is not ready again');
		}
	}
	const kept = new Map(postgres.sql("SELECT id || version FROM makker.session", 'cuts').split('\n')
		.map((row) => [row.slice(0, 32), Number(row.slice(32))]));
	games.filter(({ id }) => id).forEach(({ id, version, subscriber }) => {
		assert.equal(kept.get(id), version);
		assert.equal(subscriber.problem, undefined);
	});
	assert.ok(posts() > 0 && cuts > 0);
	t.diagnostic(`${posts()} posts, ${cuts} connections cut`);
});
