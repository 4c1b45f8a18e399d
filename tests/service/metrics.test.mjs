// Figures from the first moment: a counter that appears with its first event hides that event from increase() and rate().

import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { after, test } from 'node:test';
import { setTimeout as sleep } from 'node:timers/promises';
import { Api } from './api.mjs';
import { startDaemon } from './daemon.mjs';
import { readMetrics } from './metrics.mjs';

const api = new Api(await startDaemon(after));
const figures = async () => readMetrics((await api.get('/metrics')).text);

test('every family has samples before the first event, those of searches with all labels', async () => {
	const first = await figures();
	for (const [name, { type, samples }] of first) {
		if (name !== 'makker_http_request_duration_seconds') { // a histogram for each route that was used
			assert.ok(samples.size > 0, `${name} (${type}) has none`);
		}
	}
	const games = JSON.parse((await api.get('/v1/games')).text).games;
	const searching = games.flatMap(({ game, name, strategies }) => strategies.filter(({ searches }) => searches)
		.map((strategy) => `{game="${game ?? name}",strategy="${strategy.name}"}`)).sort();
	assert.ok(searching.length >= 4, searching.join(' '));
	for (const name of ['makker_searches_completed_total', 'makker_search_worlds_total', 'makker_search_nodes_total',
		'makker_searches_shortened_total', 'makker_search_seconds_total']) {
		assert.deepEqual([...first.get(name).samples.keys()].sort(), searching.map((labels) => name + labels));
		assert.ok([...first.get(name).samples.values()].every((value) => value === 0), name);
	}
});

test('failures have a sample for each route from the start, also without a request', async () => {
	const { samples } = (await figures()).get('makker_http_requests_total');
	for (const labels of ['method="POST",route="/v1/sessions/{id}/snapshots"', 'method="DELETE",route="/v1/simulations/{id}"', 'method="",route=""']) {
		for (const code of [500, 503]) {
			assert.equal(samples.get(`makker_http_requests_total{${labels},code="${code}"}`), 0, `${labels} ${code}`);
		}
	}
});

test('every status of the contract has its own label; 0 is for disconnected clients', async () => {
	const source = readFileSync(new URL('../../src/api/pipeline/metrics.c', import.meta.url), 'utf8');
	const counted = /statuses\[\] = \{([^}]*)\}/.exec(source)[1].split(',').map(Number);
	const contract = readFileSync(new URL('../../openapi.yaml', import.meta.url), 'utf8');
	const promised = [...contract.matchAll(/^ +["']?([1-5]\d\d)["']?:/gm)].map(([, code]) => Number(code));
	assert.ok(promised.length > 100, `${promised.length} statuses`);
	assert.deepEqual([...new Set(promised)].filter((code) => !counted.includes(code)), []);
	const { id } = await api.create({ cards: 'program', seed: 3 });
	assert.equal((await api.get(`/v1/sessions/${id}/review`)).status, 202);
	const { samples } = (await figures()).get('makker_http_requests_total');
	assert.equal(samples.get('makker_http_requests_total{method="GET",route="/v1/sessions/{id}/review",code="202"}'), 1);
	assert.deepEqual([...samples].filter(([labels, value]) => labels.includes('code="0"') && value > 0), []);
});

test('an event adds samples to no family but those of the requests themselves', async () => {
	const before = await figures();
	const { id } = await api.begun();
	await api.line(id, 'KS,UU,UU,UU,UU,5S,5H,QC,7H,8D,9D,9C');
	await api.get(`/v1/sessions/${id}/advice?strategy=search&budget_ms=50`);
	await api.get('/v1/sessions/unknown');
	let now;
	for (const end = Date.now() + 60_000; ; await sleep(20)) {
		now = await figures();
		if ([...now.get('makker_searches_completed_total').samples.values()].some((value) => value > 0)) {
			break;
		}
		assert.ok(Date.now() < end, 'no search has ended');
	}
	for (const [name, { samples }] of now) {
		if (!name.startsWith('makker_http_request')) {
			assert.deepEqual([...samples.keys()], [...before.get(name).samples.keys()], name);
		}
	}
});
