// The PostgreSQL dies while 32 clients post, and its synchronous standby is promoted: no version that was
// acknowledged is lost, nothing is there twice, and the daemons are back by themselves. FAILOVERS sets how often.

import assert from 'node:assert/strict';
import { test } from 'node:test';
import { setTimeout as sleep } from 'node:timers/promises';
import { request } from '../service/client.mjs';
import { freePort } from '../service/free_port.mjs';
import { startCluster } from './cluster.mjs';
import { assertKept, byTcp, startPair, until } from './pair.mjs';
import { DistributedGame, Left } from './distributed_game.mjs';

const FAILOVERS = Number(process.env.FAILOVERS ?? 1);
const CLIENTS = 32;

const bySockets = (servers) => `postgresql:///play?user=makker&host=${servers.map(({ folder }) => folder).join(',')}`;

/** Clients that play until `over`; gives their games. */
function play(cluster, over, seed) {
	const games = [];
	const client = async (number) => {
		while (!over()) {
			const game = new DistributedGame(cluster, seed + number + CLIENTS * games.length, { mortal: true, over });
			games.push(game);
			await game.play().catch((error) => assert.ok(error instanceof Left, error));
		}
	};
	return { games, ended: Promise.all(Array.from({ length: CLIENTS }, (_, number) => client(number))) };
}

const posts = (games) => games.reduce((sum, { counts }) => sum + counts.posts, 0);
const refusals = (games) => games.reduce((sum, { counts }) => sum + counts.refused, 0);

for (let round = 1; round <= FAILOVERS; round++) {
	const tcp = round % 2 === 1;
	test(`a standby is promoted while ${CLIENTS} clients post, by ${tcp ? 'TCP' : 'sockets'} (${round})`, async (t) => {
		const [primary, standby] = await startPair(t.after.bind(t), tcp ? [await freePort(), await freePort()] : []);
		/* The one that only reads stands first, as after an earlier failover. */
		const store = tcp ? byTcp([standby, primary]) : bySockets([primary, standby]);
		const cluster = await startCluster(t.after.bind(t), { store, size: 2 });
		let over = false;
		const { games, ended } = play(cluster, () => over, round * 1_000_000);
		ended.catch(() => {});
		await until(() => posts(games) > CLIENTS * 10, 'playing');
		await sleep(Math.random() * 300);

		const before = posts(games);
		primary.crash();
		await until(() => refusals(games) > 0, 'a refusal');
		const [{ url }] = cluster.daemons;
		await until(async () => (await request(`${url}/readyz`)).status === 503, 'noticing it');
		const asked = Date.now();
		standby.promote();
		const promoted = Date.now();
		const there = posts(games);
		await until(() => posts(games) > there + CLIENTS, 'service after the promotion');
		const back = Date.now();
		await sleep(500);
		over = true;
		await ended;
		assertKept(standby, games);
		const late = games.reduce((sum, { counts }) => sum + counts.lateAnswers, 0);
		t.diagnostic(`${before} posts before, ${posts(games)} in all; promotion ${promoted - asked} ms,`
			+ ` ${CLIENTS} posts more ${back - promoted} ms after it; ${refusals(games)} refusals, ${late} late answers`);
	});
}

test('each of several unreachable hosts is logged once', async (t) => {
	const [primary, standby] = await startPair(t.after.bind(t), []);
	const cluster = await startCluster(t.after.bind(t), { store: bySockets([primary, standby]), size: 1 });
	const [daemon] = cluster.daemons;
	const lines = () => daemon.output.split('\n').filter((line) => line.includes('msg="store status"')).map((line) => /detail="(.*)"$/.exec(line)[1]);
	primary.sql('ALTER SYSTEM RESET synchronous_standby_names');
	standby.crash();
	primary.crash();
	await until(async () => (await request(`${daemon.url}/readyz`)).status === 503, 'noticing it');
	const named = ({ folder }) => lines().some((line) => line.includes(folder));
	await until(() => named(primary) && named(standby), 'naming both');
	await sleep(5000); // some eight tries
	const away = lines();
	assert.deepEqual([...new Set(away)], away);
	primary.start('fsync=off');
	const isBack = (line) => line === 'the server is back';
	await until(() => lines().some(isBack), 'its way back');
	const after = lines().slice(away.length);
	assert.equal(after.filter(isBack).length, 1, after.join('\n'));
	assert.ok(after.every((line) => isBack(line) || line.includes('FATAL:  the database system is ')), after.join('\n')); // starting up, not yet accepting connections
	assert.equal((await request(`${daemon.url}/readyz`)).status, 200);
});
