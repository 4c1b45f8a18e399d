// A simulation belongs to the daemon that was asked, and to another one when that is gone. It gives the very same
// numbers as one daemon with a store of its own, also when daemons are killed on the way. SIMULATED sets how many games.

import assert from 'node:assert/strict';
import { after, test } from 'node:test';
import { Api } from '../service/api.mjs';
import { startDaemon, temporaryStore } from '../service/daemon.mjs';
import { begun, cancelled, numbersOf, PATH, played, seen, until } from '../service/runs.mjs';
import { startCluster } from './cluster.mjs';
import { startPostgres } from './postgres.mjs';

const GAMES = Number(process.env.SIMULATED ?? 3000);
const WISH = { game: 'klondike', strategy: 'classic', games: GAMES, seed: 7 };
const SLOW = { game: 'klondike', strategy: 'search', games: 6, seed: 5, budget: { worlds: 4 } };
const ARGS = ['--simulation-priority', 'normal', '--simulation-threads', '1'];
const postgres = startPostgres(after, 'fsync=off');

const figure = async (daemon, name) => {
	const { text } = await new Api(daemon).get('/metrics');
	return Number(new RegExp(`^${name} (.*)$`, 'm').exec(text)?.[1]);
};

async function alone(store, fields) {
	const daemon = await startDaemon(after, { store, args: ARGS });
	return numbersOf(await played(new Api(daemon), await begun(new Api(daemon), fields)));
}

const truth = new Map();
for (const fields of [WISH, SLOW]) {
	truth.set(fields, await alone('memory:', fields));
}

test('one daemon has the same results with every store', async () => {
	assert.deepEqual(await alone(temporaryStore(after), WISH), truth.get(WISH));
	assert.deepEqual(await alone(postgres.database('one'), WISH), truth.get(WISH));
});

test(`one of three daemons plays ${GAMES} games, and all of them have the results`, async (t) => {
	const cluster = await startCluster(t.after.bind(t), { store: postgres.database('three'), size: 3, args: ARGS });
	const [first] = cluster.daemons;
	for (const fields of [WISH, SLOW]) {
		const one = await begun(new Api(first), fields);
		for (const daemon of cluster.daemons) {
			await until(async () => (await new Api(daemon).get(`${PATH}/${one.id}`)).status === 200, 'its notification');
			assert.deepEqual(numbersOf(await played(new Api(daemon), one)), truth.get(fields));
		}
	}
	const games = await Promise.all(cluster.daemons.map((daemon) => figure(daemon, 'makker_simulated_games_total')));
	assert.deepEqual(games, [WISH.games + SLOW.games, 0, 0]);
});

test('a simulation of a stopped daemon is continued by another at once', async (t) => {
	const cluster = await startCluster(t.after.bind(t), { store: postgres.database('stopped'), size: 2, args: ARGS });
	const [first, second] = cluster.daemons;
	const one = await begun(new Api(first), { ...WISH, games: 1_000_000_000 });
	await until(async () => (await seen(new Api(first), one)).played > 0, 'the first game');
	await first.stop();
	const before = await seen(new Api(second), one);
	await until(async () => (await seen(new Api(second), one)).played > before.played, 'the next games');
	const end = await cancelled(new Api(second), one);
	assert.deepEqual(await alone('memory:', { ...WISH, games: end.played }), numbersOf(end));
});

test('a simulation of a killed daemon is continued by another, repeatedly', async (t) => {
	const cluster = await startCluster(t.after.bind(t), { store: postgres.database('killed'), size: 3, args: ARGS });
	const one = await begun(new Api(cluster.daemons[0]), WISH);
	let over = false;
	const killing = cluster.killAll(2000, () => over);
	let now = one;
	while (now.status !== 'finished') {
		const { played: before } = now;
		await until(async () => {
			now = await seen(new Api(cluster.any(Math.random)), one).catch(() => now);
			return now.status === 'finished' || now.played > before;
		}, 'the next games');
	}
	over = true;
	await killing;
	for (const daemon of cluster.daemons) {
		assert.deepEqual(numbersOf(await played(new Api(daemon), one)), truth.get(WISH));
	}
	t.diagnostic(`${cluster.kills} kills`);
});

test('one daemon cancels a simulation of another, and all have the same final results', async (t) => {
	const cluster = await startCluster(t.after.bind(t), { store: postgres.database('ended'), size: 3, args: ARGS });
	const [first, second, third] = cluster.daemons.map((daemon) => new Api(daemon));
	const one = await begun(first, { ...WISH, games: 1_000_000_000 });
	await until(async () => (await second.get(`${PATH}/${one.id}`)).status === 200, 'its notification');
	await until(async () => (await seen(second, one)).played > 0, 'the first checkpoint');
	const end = await cancelled(second, one);
	assert.equal(end.status, 'cancelled');
	for (const api of [first, third]) {
		await until(async () => (await seen(api, one)).status === 'cancelled', 'the notification of the end');
		assert.deepEqual(numbersOf(await seen(api, one)), numbersOf(end));
	}
	assert.deepEqual(await alone('memory:', { ...WISH, games: end.played }), numbersOf(end));
});
