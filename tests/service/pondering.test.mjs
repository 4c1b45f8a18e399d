// Pondering: the advice that a search computes while the player moves is available for the expected table.

import assert from 'node:assert/strict';
import { after, test } from 'node:test';
import { setTimeout as sleep } from 'node:timers/promises';
import { Api } from './api.mjs';
import { startDaemon } from './daemon.mjs';
import { readMetrics } from './metrics.mjs';
import { asRequest } from './practice.mjs';
import { until } from './runs.mjs';

const QUERY = '?budget_ms=40';

const start = async (pondering = '--pondering-ms=10000') => new Api(await startDaemon(after, { args: [pondering] }));

/** A practice table whose first decision was searched. */
async function practised(api) {
	const { id } = await api.create({ game: 'klondike', preset: 'klondike-1', strategy: 'search', cards: 'program', seed: 5 });
	assert.equal((await api.get(`/v1/sessions/${id}/advice${QUERY}`)).status, 200);
	return (await api.session(id)).body;
}

const follow = (api, { id, suggestion }) => api.move(id, asRequest(suggestion), { query: QUERY });

const samplesOf = async (api, name) => readMetrics((await api.get('/metrics')).text).get(name).samples;

const total = async (api, name) => (await samplesOf(api, name)).get(name);

const searches = (api) => total(api, 'makker_searches_started_total');

const ponderings = (api) => total(api, 'makker_ponderings_started_total');

async function ended(api) {
	const samples = await samplesOf(api, 'makker_ponderings_ended_total');
	return Object.fromEntries(['ready', 'early', 'other'].map((table) => [table, samples.get(`makker_ponderings_ended_total{table="${table}"}`)]));
}

// At idle priority on a busy machine nothing may be pondered for a while, or less than a usual search, which is made then and may be the
// worse one: the player takes longer from move to move.
test('following the advice after a pause is answered from the advice cache', async () => {
	const api = await start();
	let session = await practised(api);
	let started;
	for (let pause = 250; session.suggestion && !(session.advice.pondered && started === 0); pause = Math.min(2 * pause, 8000)) {
		await sleep(pause);
		const before = await searches(api);
		const answer = await follow(api, session);
		assert.equal(answer.status, 200);
		session = answer.body;
		started = await searches(api) - before;
	}
	assert.equal(session.advice.pondered, true);
	assert.equal(session.advice.final, true);
	assert.ok(session.advice.nodes > 0 && session.advice.elapsed_ms > 0);
	assert.equal(started, 0);
	const { ready, other } = await ended(api);
	assert.ok(ready >= 1);
	assert.equal(other, 0);
});

test('another move than the suggested one is searched as usual', async () => {
	const api = await start();
	const session = await practised(api);
	await until(async () => await ponderings(api) === 1, 'a pondering at idle priority');
	const other = session.moves.find((move) => move.line[0] !== session.suggestion.line[0]);
	const { body } = await api.move(session.id, asRequest(other), { query: QUERY });
	assert.equal(body.advice.pondered, undefined);
	assert.equal(body.advice.final, true);
	assert.equal((await ended(api)).other, 1);
});

test('pondering_ms = 0 turns it off', async () => {
	const api = await start('--pondering-ms=0');
	const session = await practised(api);
	await sleep(500);
	assert.equal((await follow(api, session)).body.advice.pondered, undefined);
	assert.equal(await ponderings(api), 0);
});
