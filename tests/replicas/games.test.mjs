// Three daemons on one PostgreSQL: clients post to any of them and listen at any. After every snapshot the
// table is the true one, and every subscriber receives every version once and in order; the same while daemons
// are killed. GAMES sets how many games (tests/replicas/run plays 2000).

import { after, test } from 'node:test';
import { setTimeout as sleep } from 'node:timers/promises';
import { startCluster } from './cluster.mjs';
import { startPostgres } from './postgres.mjs';
import { playAll } from './distributed_game.mjs';

const GAMES = Number(process.env.GAMES ?? 40);
const KILL_EVERY_MS = Number(process.env.KILL_EVERY_MS ?? 1000);
const CLIENTS = 12;
const postgres = startPostgres(after, ...(process.env.POSTGRES_SETTINGS ?? 'fsync=off').split(' '));

test(`${GAMES} games at three daemons, each snapshot at a different one`, async (t) => {
	const cluster = await startCluster(t.after.bind(t), { store: postgres.database('games'), size: 3 });
	const counts = await playAll(cluster, { games: GAMES, clients: CLIENTS });
	t.diagnostic(JSON.stringify(counts));
});

test(`${GAMES} games while a daemon is killed every ${KILL_EVERY_MS} ms`, async (t) => {
	const cluster = await startCluster(t.after.bind(t), { store: postgres.database('kills'), size: 3 });
	let over = false;
	const killing = sleep(KILL_EVERY_MS).then(() => cluster.killAll(KILL_EVERY_MS, () => over));
	for (let seed = 50_000; seed === 50_000 || cluster.kills === 0; seed += GAMES) { // on a quick machine they are over before the first
		const counts = await playAll(cluster, { games: GAMES, clients: CLIENTS, seed, mortal: true });
		t.diagnostic(JSON.stringify({ ...counts, kills: cluster.kills }));
	}
	over = true;
	await killing;
});
