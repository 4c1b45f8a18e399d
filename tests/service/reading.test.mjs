// Reading a session: versions and conditions, the long poll, parts of it, plain text, advice.

import assert from 'node:assert/strict';
import { after, test } from 'node:test';
import { Api, assertProblem, gameOf, SEED_LINE } from './api.mjs';
import { startDaemon } from './daemon.mjs';
import { readMetrics } from './metrics.mjs';
import { until } from './runs.mjs';

const api = new Api(await startDaemon(after));
const PLAIN = { accept: 'text/plain' };
const nextLine = (card) => SEED_LINE.replace('KS', card);

// ---- Versions -----------------------------------------------------------------------------------

test('the ETag is the version in the response to every change and to GET', async () => {
	const { id } = await api.create();
	assert.equal((await api.session(id)).headers.etag, '"0"');
	assert.equal((await api.line(id, SEED_LINE)).headers.etag, '"1"');
	assert.equal((await api.line(id, nextLine('2C'))).headers.etag, '"2"');
	assert.equal((await api.session(id)).headers.etag, '"2"');
	assert.equal((await api.undo(id, { steps: 1 })).headers.etag, '"3"');
});

test('If-None-Match returns 304 if nothing has changed', async () => {
	const { id } = await api.begun();
	const status = async (tag) =>
		(await api.get(`/v1/sessions/${id}`, { headers: { 'if-none-match': tag } })).status;
	for (const same of ['"1"', '"0", "1"', '"0","1","2"', '*', 'W/"1"']) {
		assert.equal(await status(same), 304, same);
	}
	for (const other of ['"0"', '"2"', '"11"', '"0", "7"']) {
		assert.equal(await status(other), 200, other);
	}
});

test('a rejected snapshot changes the ETag for If-None-Match, not the version for If-Match', async () => {
	const { id } = await api.begun();
	const get = async (tag) => await api.get(`/v1/sessions/${id}`, { headers: { 'if-none-match': tag } });
	await api.line(id, Array(12).fill('UU').join(','));
	const looking = await get('"1"');
	assert.equal(looking.status, 200);
	const { etag } = looking.headers;
	assert.match(etag, /^"1\.\d+"$/);
	assert.equal(looking.body.version, 1);
	assert.equal((await get(etag)).status, 304);
	await api.line(id, Array(12).fill('UU').join(','));
	assert.equal((await get(etag)).status, 304, 'the same snapshot again changes no ETag');
	const next = await api.line(id, nextLine('2C'), { headers: { 'if-match': etag } });
	assert.equal(next.status, 200);
	assert.equal(next.headers.etag, '"2"');
	assert.equal((await get(etag)).headers.etag, '"2"');
});

test('If-Match admits a change of the expected version', async () => {
	const { id } = await api.create();
	const when = (tag) => ({ headers: { 'if-match': tag } });
	assert.equal((await api.line(id, SEED_LINE, when('"0"'))).status, 200);
	assert.equal((await api.line(id, nextLine('2C'), when('"0", "1"'))).status, 200);
	assert.equal((await api.patch(id, { name: 'a' }, when('*'))).status, 200);
	assert.equal((await api.undo(id, { steps: 1 }, when('"3"'))).status, 200);
	assert.equal((await api.move(id, { kind: 'draw', revealed: '2C' }, when('"4"'))).status, 200);
});

test('If-Match rejects every change of another version', async () => {
	const { id } = await api.begun();
	const before = (await api.session(id)).body;
	for (const tag of ['"0"', '"2"', 'W/"1"', '"11"']) {
		const when = { headers: { 'if-match': tag } };
		for (const answer of [await api.line(id, nextLine('2C'), when), await api.patch(id, { name: 'a' }, when),
			await api.undo(id, { steps: 1 }, when), await api.move(id, { kind: 'draw', revealed: '2C' }, when)]) {
			assertProblem(answer, 412, 'version_mismatch');
		}
	}
	assert.deepEqual((await api.session(id)).body, before);
});

test('one of two concurrent changes of the same version gets 412', async () => {
	const { id } = await api.begun();
	const when = { headers: { 'if-match': '"1"' } };
	const answers = await Promise.all(['2C', '3C', '4C', '6C'].map((card) => api.line(id, nextLine(card), when)));
	assert.deepEqual(answers.map(({ status }) => status).sort(), [200, 412, 412, 412]);
	assert.equal((await api.session(id)).body.version, 2);
});

// ---- The long poll ------------------------------------------------------------------------------

// The longest wait; a response within half of it was not caused by its end.
const LONG = 'wait_s=60';
const LONG_MS = 60_000;

async function timed(promise) {
	const begun = Date.now();
	return { ...(await promise), elapsed: Date.now() - begun };
}

/** Waits until so many subscribers wait for a change of a session. */
async function polling(count) {
	const waiting = async () =>
		readMetrics((await api.get('/metrics')).text).get('makker_subscribers').samples.get('makker_subscribers');
	await until(async () => (await waiting()) === count, `${count} long polls`);
}

test('a long poll is answered when the version exceeds the given one', async () => {
	const { id } = await api.begun();
	const waiting = timed(api.session(id, `?after=1&${LONG}`));
	await polling(1);
	await api.line(id, nextLine('2C'));
	const { status, body, headers, elapsed } = await waiting;
	assert.equal(status, 200);
	assert.equal(body.version, 2);
	assert.equal(headers.etag, '"2"');
	assert.ok(elapsed < LONG_MS / 2, `${elapsed} ms`);
});

test('a long poll for an older version is answered at once', async () => {
	const { id } = await api.begun();
	const { body, elapsed } = await timed(api.session(id, `?after=0&${LONG}`));
	assert.equal(body.version, 1);
	assert.ok(elapsed < LONG_MS / 2, `${elapsed} ms`);
});

test('a long poll without a change returns the present session at its end', async () => {
	const { id } = await api.begun();
	const { status, body, elapsed } = await timed(api.session(id, '?after=1&wait_s=1'));
	assert.deepEqual([status, body.version], [200, 1]);
	assert.ok(elapsed >= 900 && elapsed < LONG_MS / 2, `${elapsed} ms`);
});

test('without `after` a long poll waits for the next change', async () => {
	const { id } = await api.begun();
	const waiting = api.session(id, `?${LONG}`);
	await polling(1);
	await api.line(id, nextLine('2C'));
	assert.equal((await waiting).body.version, 2);
});

test('a change answers all long polls, and a request without effect answers none', async () => {
	const { id } = await api.begun();
	let woken = 0;
	const waiting = Array.from({ length: 8 }, () =>
		api.session(id, `?after=1&${LONG}&fields=version`).finally(() => woken++));
	await polling(8);
	await api.line(id, SEED_LINE);
	await api.line(id, SEED_LINE.replace('8D', '8H'));
	await polling(8);
	assert.equal(woken, 0);
	await api.line(id, nextLine('2C'));
	for (const { body } of await Promise.all(waiting)) {
		assert.deepEqual(body, { version: 2 });
	}
});

test('deleting a session ends its long polls with 404', async () => {
	const { id } = await api.begun();
	const waiting = api.session(id, `?after=1&${LONG}`);
	await polling(1);
	await api.remove(id);
	assertProblem(await waiting, 404, 'unknown_session');
});

test('a client that disconnects from a long poll affects no other client', async () => {
	const { id } = await api.begun();
	const staying = api.session(id, `?after=1&${LONG}`);
	for (let count = 0; count < 20; count++) {
		const leaving = new AbortController();
		setTimeout(() => leaving.abort(), 10 + count);
		const left = api.get(`/v1/sessions/${id}?after=1&${LONG}`, { signal: leaving.signal, agent: false });
		await assert.rejects(left, { name: 'AbortError' });
	}
	await api.line(id, nextLine('2C'));
	assert.equal((await staying).body.version, 2);
});

// ---- Parts and plain text -----------------------------------------------------------------------

test('`fields` selects top-level members', async () => {
	const { id, message, suggestion } = await api.begun();
	const { body } = await api.session(id, '?fields=suggestion,message');
	assert.deepEqual(body, { message, suggestion });
	const one = await api.line(id, SEED_LINE, { query: '?fields=version' });
	assert.deepEqual(one.body, { version: 1 });
});

test('plain text is the message alone, one line', async () => {
	const { id, message } = await api.begun({ language: 'da' });
	const { text, headers } = await api.get(`/v1/sessions/${id}`, { headers: PLAIN });
	assert.equal(text, `${message}\n`);
	assert.match(headers['content-type'], /^text\/plain; ?charset=utf-8$/i);
	const posted = await api.line(id, nextLine('2C'), { headers: PLAIN });
	assert.equal(posted.text.split('\n').length, 2);
	const answer = await api.move(id, { kind: 'draw', revealed: '3C' }, { headers: PLAIN });
	assert.equal(answer.headers.etag, '"3"');
});

test('a problem in plain text is its detail alone', async () => {
	const { id } = await api.begun();
	const json = await api.line(id, 'KS,UU');
	const plain = await api.line(id, 'KS,UU', { headers: PLAIN });
	assert.equal(plain.status, 400);
	assert.equal(plain.text, `${json.body.detail}\n`);
});

test('the preferred media type of the client is used', async () => {
	const { id } = await api.begun();
	const type = async (accept) =>
		(await api.get(`/v1/sessions/${id}`, { headers: { accept } })).headers['content-type'].split(';')[0];
	assert.equal(await type('*/*'), 'application/json');
	assert.equal(await type('text/plain;q=0.5, application/json'), 'application/json');
	assert.equal(await type('application/json;q=0.5, text/plain'), 'text/plain');
	assert.equal(await type('image/png, text/*'), 'text/plain');
	assert.equal(await type('application/*'), 'application/json');
});

test('HEAD returns the headers of GET', async () => {
	const { id } = await api.begun();
	const whole = await api.session(id);
	const head = await api.send('HEAD', `/v1/sessions/${id}`);
	assert.equal(head.status, 200);
	assert.equal(head.text, '');
	assert.equal(head.headers.etag, whole.headers.etag);
	assert.equal(head.headers['content-type'], whole.headers['content-type']);
});

// ---- Advice -------------------------------------------------------------------------------------

test('options of an advice request apply to its response only', async () => {
	const before = await api.begun();
	const { body, headers } = await api.get(
		`/v1/sessions/${before.id}/advice?strategy=classic&language=de&max_moves=1&budget_ms=0`);
	assert.equal(headers.etag, '"1"');
	assert.equal(body.advice.strategy, 'classic');
	assert.equal(body.moves.length, 1);
	assert.notEqual(body.message, before.message);
	assert.deepEqual((await api.session(before.id)).body, before);
});

test('advice of the session\'s own strategy equals that in the session', async () => {
	const session = await api.begun();
	const { body } = await api.get(`/v1/sessions/${session.id}/advice`);
	assert.deepEqual(gameOf({ ...body, table: 0 }), gameOf({ ...session, table: 0 }));
	assert.equal(body.message, session.message);
	assert.equal(body.version, session.version);
});

test('before the first snapshot there is a message instead of advice', async () => {
	const { id, message } = await api.create();
	const { body } = await api.get(`/v1/sessions/${id}/advice`);
	assert.deepEqual([body.moves, body.suggestion, body.advice], [[], null, null]);
	assert.equal(body.message, message);
	const { text } = await api.get(`/v1/sessions/${id}/advice`, { headers: PLAIN });
	assert.equal(text, `${message}\n`);
});
