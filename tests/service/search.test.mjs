// Search behind the API: waiting requests, notifications of subscribers, budgets, and the members of a value.

import assert from 'node:assert/strict';
import { after, describe, test } from 'node:test';
import { Api, SEED_LINE } from './api.mjs';
import { startDaemon } from './daemon.mjs';
import { FORMS } from './listeners.mjs';
import { readMetrics } from './metrics.mjs';
import { linkBy, Player } from './player.mjs';

const api = new Api(await startDaemon(after));
const drawn = (card) => SEED_LINE.replace('KS', card);

const table = async (fields) => (await api.create({ strategy: 'search', ...fields })).id;

/** How many searches the daemon has begun: how far each came is the machine's affair. */
async function thoughts() {
	const { samples } = readMetrics((await api.get('/metrics')).text).get('makker_searches_started_total');
	return samples.get('makker_searches_started_total');
}

/** Waits until the table is being searched. */
const changed = (at, id) => at.session(id, '?after=0&wait_s=60');

/** Advice of a search has a value within its interval, and every legal move once. */
function assertThought({ advice, moves, suggestion }) {
	assert.equal(advice.strategy, 'search');
	assert.equal(advice.final, true);
	assert.ok(advice.worlds > 0 && advice.nodes >= advice.worlds);
	assert.ok(advice.low <= advice.value && advice.value <= advice.high);
	assert.equal(advice.value, suggestion.value);
	assert.deepEqual(suggestion, moves[0]);
	assert.deepEqual(moves.map(({ line }) => line[0]).sort(), ['8D 5>7', 'draw']);
	assert.match(advice.outlook, /^The chance of winning is about \d+%\.$/);
}

test('search is the first strategy and the default of a new session', async () => {
	const { body } = await api.get('/v1/games');
	assert.equal(body.games[0].strategies[0].name, 'search');
	assert.equal((await api.post('/v1/sessions', { game: 'klondike' })).body.strategy, 'search');
});

test('a snapshot is answered after the search', async () => {
	const { body } = await api.line(await table(), SEED_LINE, { query: '?budget_ms=200' });
	assertThought(body);
});

test('without a budget the static evaluation is final', async () => {
	const { advice } = (await api.line(await table(), SEED_LINE, { query: '?budget_ms=0' })).body;
	assert.deepEqual([advice.strategy, advice.final, advice.worlds, advice.value], ['search', true, 0, null]);
});

test('a table is searched again only with a larger budget', async () => {
	const id = await table();
	const before = await thoughts();
	const first = (await api.line(id, SEED_LINE, { query: '?budget_ms=200' })).body.advice;
	assert.deepEqual((await api.line(id, SEED_LINE, { query: '?budget_ms=200' })).body.advice, first);
	assert.deepEqual((await api.session(id)).body.advice, first);
	assert.equal(await thoughts(), before + 1);
	const longer = (await api.get(`/v1/sessions/${id}/advice?budget_ms=400`)).body.advice;
	assert.equal(await thoughts(), before + 2);
	assert.deepEqual((await api.session(id)).body.advice, longer);
});

test('moves and undo are searched, too', async () => {
	const id = await table();
	await api.line(id, SEED_LINE, { query: '?budget_ms=0' });
	const answer = await api.post(`/v1/sessions/${id}/moves?budget_ms=200`,
		{ type: 5, from: 11, to: 11, cut: 0, revealed: '2C' });
	assert.ok(answer.body.advice.worlds > 0 && answer.body.advice.value !== null, answer.text);
	const undone = await api.post(`/v1/sessions/${id}/undo?budget_ms=200`, {});
	assertThought(undone.body);
});

test('another strategy applies to one response only', async () => {
	const id = await table({ strategy: 'heuristic' });
	const { body } = await api.line(id, SEED_LINE, { query: '?strategy=search&budget_ms=200' });
	assertThought(body);
	assert.equal((await api.session(id)).body.advice.strategy, 'heuristic');
	const asked = await api.get(`/v1/sessions/${id}/advice?strategy=search&budget_ms=200`);
	assertThought(asked.body);
});

test('a new snapshot ends the search of the old one', async () => {
	const id = await table();
	const old = api.line(id, SEED_LINE, { query: '?budget_ms=60000' });
	await changed(api, id);
	const next = await api.line(id, drawn('2C'), { query: '?budget_ms=200' });
	assert.equal(next.body.version, 2);
	assert.equal((await old).body.version, 1);
	assert.equal((await old).body.advice.final, false);
});

test('a plan is continued while no new card appears', async () => {
	const id = await table({ preset: 'klondike-1', rules: { stock_known: true } });
	const stock = '4C 2D KH JC AD 9S 3D 6H TC 4H 8S QH 5C 2H 7D KC 3S 6D JH AC 9H 0S 4D 6C'.replace('TC', '0C').split(' ');
	const first = await api.snapshot(id, { draw_pile: 'BACK', stock, columns: ['5S', '5H', 'QC', '7H', '8D', '9D', '9C'] },
		{ query: '?budget_ms=30' });
	assert.equal(first.status, 200, first.text);
	for (let i = 0, session = first.body; i < 10; i++) {
		const { type, from, to, cut, card } = session.suggestion;
		if (type !== 5) {
			break;
		}
		const { line } = session.suggestion;
		session = (await api.post(`/v1/sessions/${id}/moves?budget_ms=30`, { type, from, to, cut, card })).body;
		assert.deepEqual(session.suggestion.line.slice(0, 6), line.slice(1, 7));
	}
});

test('a client that disconnects during its search affects no other client', async () => {
	const id = await table();
	const client = new AbortController();
	const gone = fetch(api.url(`/v1/sessions/${id}/snapshots?budget_ms=60000`),
		{ method: 'POST', body: SEED_LINE, headers: { 'content-type': 'text/plain' }, signal: client.signal });
	await changed(api, id);
	client.abort();
	await assert.rejects(gone, { name: 'AbortError' });
	// The cancelled search has to give its thread back within the budget.
	const next = await api.line(id, drawn('2C'), { query: '?budget_ms=3000' });
	assert.deepEqual([next.body.version, next.body.advice.final], [2, true]);
});

const link = linkBy(async (method, path, json) => {
	const { status, body, text } = await api.send(method, path, { json });
	assert.ok(status < 300, text);
	return body;
}, { budget: 2 });

for (const preset of ['syvkabale', 'klondike-1', 'klondike-3']) {
	test(`games of ${preset} by search are played to the end, every response compared with the world`, async () => {
		for (let seed = 1; seed <= 4; seed++) {
			await new Player(link, seed, { preset, strategy: 'search' }).play();
		}
		await new Player(link, 5, { preset, strategy: 'search', deviation: 0.2 }).play();
	});
}

test('the daemon stops although a request waits for a long search', async (t) => {
	const daemon = await startDaemon(t.after.bind(t));
	const other = new Api(daemon);
	const { id } = await other.create({ strategy: 'search' });
	const waiting = other.line(id, SEED_LINE, { query: '?budget_ms=60000' });
	await changed(other, id);
	await daemon.stop();
	const { status, body } = await waiting;
	assert.deepEqual([status, body.advice.final], [200, false], 'its time was not over');
});

// One thread and a short queue: a request that arrives during a search is queued. A search of
// this budget takes a second while others wait, in which all requests arrive on the slowest machine.
const TABLES = 12;
const QUEUE = 4;
const BUDGET_MS = 2000;

/** A daemon with many tables that know their first cards. */
async function manyTables(t, fields) {
	const other = new Api(await startDaemon(t.after.bind(t), { args: ['--search-threads', '1', '--max-queued-searches', String(QUEUE)] }));
	const ids = await Promise.all(Array.from({ length: TABLES }, async () => (await other.create(fields)).id));
	await Promise.all(ids.map((id) => other.line(id, SEED_LINE, { query: '?budget_ms=0' })));
	return { other, ids };
}

/** Responses to simultaneous requests: all, those that found the queue full, and the others. */
async function rush(ids, ask) {
	const answers = await Promise.all(ids.map(ask));
	const isRefused = ({ status, body }) => status === 503 || body.advice.shortened?.given_ms === 0;
	const refused = answers.filter(isRefused);
	assert.ok(refused.length > 0 && refused.length < TABLES, `${refused.length} were refused`);
	return { answers, refused, served: answers.filter((answer) => !isRefused(answer)) };
}

test('searches of many tables are shortened, which their advice reports; beyond the queue the evaluation is static', async (t) => {
	const { other, ids } = await manyTables(t, { strategy: 'search' });
	const { answers, refused, served } = await rush(ids, (id) =>
		other.line(id, drawn('2C'), { query: `?budget_ms=${BUDGET_MS}` }));
	assert.ok(answers.every(({ status, body }) => status === 200 && body.version === 2 && body.suggestion), 'all are answered');
	assert.ok(refused.every(({ body }) => body.advice.worlds === 0));
	assert.ok(served.every(({ body }) => body.advice.worlds > 0 && body.advice.final));
	const shortened = answers.map(({ body }) => body.advice.shortened).filter(Boolean);
	assert.ok(shortened.every(({ wanted_ms: wanted, given_ms: given }) => wanted === BUDGET_MS && given < 0.75 * BUDGET_MS));
	assert.ok(shortened.length > refused.length, 'some searches are shorter');
	const figures = (await other.get('/metrics')).text;
	assert.match(figures, /^makker_searches_rejected_total [1-9]/m);
	assert.match(figures, /^makker_searches_shortened_total\{game="klondike",strategy="search"\} [1-9]/m);
});

test('a long search ends with its present result when others wait for its thread', async (t) => {
	const other = new Api(await startDaemon(t.after.bind(t), { args: ['--search-threads', '1'] }));
	const [patient, hasty] = await Promise.all([1, 2].map(() => other.create({ strategy: 'search' })));
	const long = other.line(patient.id, SEED_LINE, { query: '?budget_ms=60000' });
	await changed(other, patient.id);
	const short = await other.line(hasty.id, SEED_LINE, { query: '?budget_ms=100' });
	assert.equal(short.status, 200);
	const { advice } = (await long).body;
	assert.ok(advice.final && advice.worlds > 0 && advice.value !== null);
	const { wanted_ms: wanted, given_ms: given } = advice.shortened;
	assert.equal(wanted, 60_000);
	assert.ok(given >= 300 && given < 60_000, `${given} ms`);
});

test('many searches of one session do not block those of another', async (t) => {
	const other = new Api(await startDaemon(t.after.bind(t), { args: ['--search-threads', '1'] }));
	const [greedy, modest] = await Promise.all([1, 2].map(() => other.create({ strategy: 'heuristic' })));
	await other.line(greedy.id, SEED_LINE);
	await other.line(modest.id, SEED_LINE);
	const ask = ({ id }, budget) => other.get(`/v1/sessions/${id}/advice?strategy=search&budget_ms=${budget}`);
	// The last of them thinks for a minute, when the daemon is gone.
	const many = Array.from({ length: 20 }, () => ask(greedy, 60_000).catch(() => null));
	await many[0];
	for (const budget of [1000, 2000]) {
		const { status, body } = await ask(modest, budget);
		assert.equal(status, 200);
		assert.ok(body.advice.worlds > 0, `${budget} ms: ${JSON.stringify(body.advice.shortened)}`);
	}
});

test('while all threads are busy a search is answered with a move at its deadline', async (t) => {
	const other = new Api(await startDaemon(t.after.bind(t), { args: ['--search-threads', '1'] }));
	const [busy, ...waiting] = await Promise.all(Array.from({ length: 4 }, () => other.create({ strategy: 'search' })));
	const long = other.line(busy.id, SEED_LINE, { query: '?budget_ms=60000' });
	await changed(other, busy.id);
	const answers = await Promise.all(waiting.map(({ id }, place) => other.line(id, SEED_LINE, { query: `?budget_ms=${10 * (place + 1)}` })));
	for (const { status, body } of answers) {
		assert.equal(status, 200);
		assert.ok(body.suggestion.line, 'a move is suggested');
		assert.deepEqual([body.advice.worlds, body.advice.shortened.given_ms], [0, 0]);
	}
	assert.ok((await long).body.advice.final);
});

test('a request for advice alone gets 503 with Retry-After if the queue is full', async (t) => {
	const { other, ids } = await manyTables(t, { strategy: 'search' });
	const { refused, served } = await rush(ids, (id) => other.get(`/v1/sessions/${id}/advice?budget_ms=${BUDGET_MS}`));
	for (const { status, body, headers } of refused.filter((answer) => answer.status !== 200)) {
		assert.deepEqual([status, body.code], [503, 'busy']);
		assert.ok(Number(headers['retry-after']) >= 1);
	}
	assert.ok(served.every(({ status, body }) => status === 200 && body.advice.worlds > 0));
});

test('a change is applied although the queue is full for its strategy', async (t) => {
	const { other, ids } = await manyTables(t);
	const { answers, refused } = await rush(ids, (id) =>
		other.line(id, drawn('2C'), { query: `?strategy=search&budget_ms=${BUDGET_MS}` }));
	assert.ok(answers.every(({ status, body }) => status === 200 && body.version === 2));
	assert.ok(refused.every(({ body }) => body.advice.strategy === 'search' && body.advice.worlds === 0));
	assert.ok(refused.every(({ body }) => body.advice.shortened.wanted_ms === BUDGET_MS));
});

for (const [form, listen] of Object.entries(FORMS)) {
	describe(form, () => {
		test('subscribers receive the static evaluation, then advice of the search, then the final one', async () => {
			const id = await table();
			const messages = await listen(api, id);
			const answer = await api.line(id, SEED_LINE, { query: '?budget_ms=350&wait=false' });
			assert.equal(answer.body.advice.final, false);
			assert.equal(answer.body.advice.value, null);
			await messages.next();
			const session = await messages.next();
			assert.equal(session.event, 'session');
			assert.equal(session.session.advice.final, false);
			const advised = [];
			do {
				advised.push(await messages.next());
			} while (!advised.at(-1).advice.final);
			assert.ok(advised.every(({ event, id: version }) => event === 'advice' && version === 1));
			assertThought(advised.at(-1));
			assert.deepEqual(advised.at(-1).advice, (await api.session(id)).body.advice);
			messages.close();
		});
	});
}
