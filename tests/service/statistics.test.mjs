// Statistics of finished games: as advised, not as advised, simulated.

import assert from 'node:assert/strict';
import { after, test } from 'node:test';
import { Api, assertProblem } from './api.mjs';
import { Daemon, temporaryStore } from './daemon.mjs';
import { begun, played, until } from './runs.mjs';

const daemon = await new Daemon({ store: temporaryStore(after) }).start();
after(() => daemon.finish());
const api = new Api(daemon);

async function figures(game) {
	const { status, body, text } = await api.get('/v1/statistics');

	assert.equal(status, 200, text);
	return body.games.find((one) => one.game === game);
}

const endsOf = ({ played, won, lost, drawn }) => [played, won.games, lost.games, drawn.games];

/** A whole game of take-away against the computer; `choose` says which of the moves the user makes. */
async function play(choose) {
	let now = await api.create({ game: 'take-away', strategy: 'theory', rules: { groups: [3, 4, 5, 6, 7] } });

	while (now.status === 'playing') {
		const { group, count } = now.table.turn === 'user' ? choose(now) : now.suggestion;

		now = (await api.move(now.id, { kind: 'take', group, count })).body;
	}
	return now;
}

const asAdvised = ({ suggestion }) => suggestion;
const otherwise = ({ moves }) => moves.at(-1);

test('no game was played yet', async () => {
	const { advised, unadvised, automatic } = await figures('take-away');

	for (const ends of [advised, unadvised, automatic]) {
		assert.deepEqual(endsOf(ends), [0, 0, 0, 0]);
		assert.deepEqual(ends.won, { games: 0, share: null, low: 0, high: 1 });
	}
});

test('finished tables are counted, as advised or not', async () => {
	const won = await play(asAdvised);
	const lost = [await play(otherwise), await play(otherwise)];

	await api.create({ game: 'take-away', strategy: 'theory', rules: { groups: [3, 4, 5] } });
	assert.equal(won.status, 'won');
	assert.ok(lost.every(({ status }) => status === 'lost'));
	const { advised, unadvised, automatic } = await figures('take-away');
	assert.deepEqual(endsOf(advised), [1, 1, 0, 0]);
	assert.deepEqual(endsOf(unadvised), [2, 0, 2, 0]);
	assert.deepEqual(endsOf(automatic), [0, 0, 0, 0]);
});

test('forced moves do not count as advised: most deals of 10-20-30 are forced, and every other choice deviates', async () => {
	let now = await api.create({ game: 'ten-twenty-thirty', strategy: 'ordered', cards: 'program', seed: 3 });
	let choices = 0, made = 0;

	for (; now.status === 'playing'; made++) {
		const { kind, column, combo } = now.moves.find((move) => now.moves.length === 1 || (move.rank === now.suggestion.rank) === (choices % 2 === 1));

		choices += now.moves.length > 1 ? 1 : 0;
		now = (await api.move(now.id, { kind, column, combo })).body;
	}
	assert.ok(choices > 3 && 2 * choices <= made, `${choices} of ${made}`);
	const { advised, unadvised } = await figures('ten-twenty-thirty');
	assert.deepEqual([endsOf(advised)[0], endsOf(unadvised)[0]], [0, 1]);
});

test('statistics are not available as an image', async () => {
	assertProblem(await api.get('/v1/statistics', { headers: { accept: 'image/png' } }), 406, 'not_acceptable');
});

test('an undone end is not counted', async () => {
	const { id } = await play(otherwise);

	await api.undo(id, { steps: 1 });
	assert.deepEqual(endsOf((await figures('take-away')).unadvised), [2, 0, 2, 0]);
	await api.undo(id, { steps: -1 });
	assert.deepEqual(endsOf((await figures('take-away')).unadvised), [3, 0, 3, 0]);
	await api.remove(id);
	assert.deepEqual(endsOf((await figures('take-away')).unadvised), [2, 0, 2, 0]);
});

test('simulations are counted separately for each game', async () => {
	const run = await played(api, await begun(api, { game: 'take-away', games: 200, seed: 1 }));
	const { won, lost, drawn } = run.statistics;

	assert.deepEqual(endsOf((await figures('take-away')).automatic), [200, won.games, lost.games, drawn.games]);
	assert.deepEqual(endsOf((await figures('klondike')).automatic), [0, 0, 0, 0]);
});

test('statistics are kept over kill -9', async () => {
	const before = (await api.get('/v1/statistics')).body;

	await daemon.kill();
	await daemon.restart();
	await until(async () => (await api.get('/v1/simulations')).status === 200, 'the store');
	/* Games of a simulation that were played since its last write are played again, with the same results. */
	const played = before.games.find(({ game }) => game === 'take-away').automatic.played;
	await until(async () => (await figures('take-away')).automatic.played === played, 'the simulation');
	assert.deepEqual((await api.get('/v1/statistics')).body, before);
});
