// Search behind the API: who waits, what the listeners hear, budgets, and what is told with a value.

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

/** The table is thought about: what comes next comes while it is. */
const changed = (at, id) => at.session(id, '?after=0&wait_s=60');

/** What is thought has a value within its interval, and every legal move once. */
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

test('search is the first strategy, and what a new session gets', async () => {
	const { body } = await api.get('/v1/games');
	assert.equal(body.games[0].strategies[0].name, 'search');
	assert.equal((await api.post('/v1/sessions', { game: 'klondike' })).body.strategy, 'search');
});

test('a snapshot is answered when it has been thought about', async () => {
	const { body } = await api.line(await table(), SEED_LINE, { query: '?budget_ms=200' });
	assertThought(body);
});

test('without a budget the instant judgement is final', async () => {
	const { advice } = (await api.line(await table(), SEED_LINE, { query: '?budget_ms=0' })).body;
	assert.deepEqual([advice.strategy, advice.final, advice.worlds, advice.value], ['search', true, 0, null]);
});

test('the same table is not thought about again, longer where more time is given', async () => {
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

test('moves and undo are thought about, too', async () => {
	const id = await table();
	await api.line(id, SEED_LINE, { query: '?budget_ms=0' });
	const told = await api.post(`/v1/sessions/${id}/moves?budget_ms=200`,
		{ type: 5, from: 11, to: 11, cut: 0, revealed: '2C' });
	assert.ok(told.body.advice.worlds > 0 && told.body.advice.value !== null, told.text);
	const undone = await api.post(`/v1/sessions/${id}/undo?budget_ms=200`, {});
	assertThought(undone.body);
});

test('another strategy thinks for one answer only', async () => {
	const id = await table({ strategy: 'heuristic' });
	const { body } = await api.line(id, SEED_LINE, { query: '?strategy=search&budget_ms=200' });
	assertThought(body);
	assert.equal((await api.session(id)).body.advice.strategy, 'heuristic');
	const asked = await api.get(`/v1/sessions/${id}/advice?strategy=search&budget_ms=200`);
	assertThought(asked.body);
});

test('a new snapshot ends the thought about the old one', async () => {
	const id = await table();
	const old = api.line(id, SEED_LINE, { query: '?budget_ms=60000' });
	await changed(api, id);
	const next = await api.line(id, drawn('2C'), { query: '?budget_ms=200' });
	assert.equal(next.body.version, 2);
	assert.equal((await old).body.version, 1);
	assert.equal((await old).body.advice.final, false);
});

test('a plan that was begun goes on while nothing new shows', async () => {
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

test('a client that goes away while it is thought hurts nobody', async () => {
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
	test(`games of ${preset} by search come to an end, every answer compared with the truth`, async () => {
		for (let seed = 1; seed <= 4; seed++) {
			await new Player(link, seed, { preset, strategy: 'search' }).play();
		}
		await new Player(link, 5, { preset, strategy: 'search', deviation: 0.2 }).play();
	});
}

test('the daemon stops although somebody would have waited long', async (t) => {
	const daemon = await startDaemon(t.after.bind(t));
	const other = new Api(daemon);
	const { id } = await other.create({ strategy: 'search' });
	const waiting = other.line(id, SEED_LINE, { query: '?budget_ms=60000' });
	await changed(other, id);
	await daemon.stop();
	const { status, body } = await waiting;
	assert.deepEqual([status, body.advice.final], [200, false], 'its time was not over');
});

// One thread, and a queue for a few: whoever comes while they are thought about finds others before him. A thought of
// so long lasts a second where others wait, in which a crowd comes on the slowest machine.
const CROWD = 12;
const QUEUE = 4;
const BUDGET_MS = 2000;

/** A daemon with a crowd of tables that know their first cards. */
async function crowded(t, fields) {
	const other = new Api(await startDaemon(t.after.bind(t), { args: ['--search-threads', '1', '--max-queued-searches', String(QUEUE)] }));
	const ids = await Promise.all(Array.from({ length: CROWD }, async () => (await other.create(fields)).id));
	await Promise.all(ids.map((id) => other.line(id, SEED_LINE, { query: '?budget_ms=0' })));
	return { other, ids };
}

/** What all are answered who ask at once, of those whom the queue has no room for and of the others. */
async function rush(ids, ask) {
	const answers = await Promise.all(ids.map(ask));
	const isRefused = ({ status, body }) => status === 503 || body.advice.shortened?.given_ms === 0;
	const refused = answers.filter(isRefused);
	assert.ok(refused.length > 0 && refused.length < CROWD, `${refused.length} were refused`);
	return { answers, refused, served: answers.filter((answer) => !isRefused(answer)) };
}

test('when many tables want thought, each gets less, which its advice says; who comes too late is judged at once', async (t) => {
	const { other, ids } = await crowded(t, { strategy: 'search' });
	const { answers, refused, served } = await rush(ids, (id) =>
		other.line(id, drawn('2C'), { query: `?budget_ms=${BUDGET_MS}` }));
	assert.ok(answers.every(({ status, body }) => status === 200 && body.version === 2 && body.suggestion), 'all are answered');
	assert.ok(refused.every(({ body }) => body.advice.worlds === 0));
	assert.ok(served.every(({ body }) => body.advice.worlds > 0 && body.advice.final));
	const shortened = answers.map(({ body }) => body.advice.shortened).filter(Boolean);
	assert.ok(shortened.every(({ wanted_ms: wanted, given_ms: given }) => wanted === BUDGET_MS && given < 0.75 * BUDGET_MS));
	assert.ok(shortened.length > refused.length, 'some think for less time');
	const figures = (await other.get('/metrics')).text;
	assert.match(figures, /^makker_searches_rejected_total [1-9]/m);
	assert.match(figures, /^makker_searches_shortened_total\{game="klondike",strategy="search"\} [1-9]/m);
});

test('a long thought ends when others wait for its thread, with what it has found', async (t) => {
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

test('however many searches one session asks for, another has its turn', async (t) => {
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

test('while all threads are busy a search is answered when its budget is over, with a move', async (t) => {
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

test('who would then wait for advice alone is told to come again', async (t) => {
	const { other, ids } = await crowded(t, { strategy: 'search' });
	const { refused, served } = await rush(ids, (id) => other.get(`/v1/sessions/${id}/advice?budget_ms=${BUDGET_MS}`));
	for (const { status, body, headers } of refused.filter((answer) => answer.status !== 200)) {
		assert.deepEqual([status, body.code], [503, 'busy']);
		assert.ok(Number(headers['retry-after']) >= 1);
	}
	assert.ok(served.every(({ status, body }) => status === 200 && body.advice.worlds > 0));
});

test('a change that another strategy has no time for is a change all the same', async (t) => {
	const { other, ids } = await crowded(t);
	const { answers, refused } = await rush(ids, (id) =>
		other.line(id, drawn('2C'), { query: `?strategy=search&budget_ms=${BUDGET_MS}` }));
	assert.ok(answers.every(({ status, body }) => status === 200 && body.version === 2));
	assert.ok(refused.every(({ body }) => body.advice.strategy === 'search' && body.advice.worlds === 0));
	assert.ok(refused.every(({ body }) => body.advice.shortened.wanted_ms === BUDGET_MS));
});

for (const [form, listen] of Object.entries(FORMS)) {
	describe(form, () => {
		test('the instant judgement comes first, then advice of the search, at last the final one', async () => {
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
