// Pages of other origins: those that --allowed-origins lists may send requests and read the responses.

import assert from 'node:assert/strict';
import { after, test } from 'node:test';
import { Api, assertProblem } from './api.mjs';
import { startDaemon } from './daemon.mjs';
import { FORMS, refusedWebsocket } from './listeners.mjs';

const LISTED = 'https://cards.example';
const FOREIGN = 'https://evil.example';
const api = new Api(await startDaemon(after, { args: ['--allowed-origins', `${LISTED} https://other.example:8443`] }));

const from = (origin, more = {}) => ({ headers: { origin, ...more } });
const words = (header) => header.split(/, */).sort();

test('a page of an allowed origin gets its permissions by a preflight request', async () => {
	const { id } = await api.begun();
	const { status, headers } = await api.send('OPTIONS', `/v1/sessions/${id}/moves`,
		from(LISTED, { 'access-control-request-method': 'POST', 'access-control-request-headers': 'content-type, if-match' }));
	assert.equal(status, 204);
	assert.equal(headers['access-control-allow-origin'], LISTED);
	assert.deepEqual(words(headers['access-control-allow-methods']), ['OPTIONS', 'POST']);
	assert.ok(['authorization', 'content-type', 'idempotency-key', 'if-match'].every((name) =>
		words(headers['access-control-allow-headers'].toLowerCase()).includes(name)));
	assert.ok(Number(headers['access-control-max-age']) > 0);
	assert.equal(headers['access-control-allow-credentials'], undefined, 'tokens are no cookies');
});

test('a page of an allowed origin can read responses, errors and the exposed headers', async () => {
	const { id } = await api.begun();
	for (const [path, expected] of [[`/v1/sessions/${id}`, 200], ['/v1/sessions/nobody', 404]]) {
		const { status, headers } = await api.get(path, from(LISTED));
		assert.equal(status, expected);
		assert.equal(headers['access-control-allow-origin'], LISTED);
		assert.deepEqual(words(headers['access-control-expose-headers']), ['ETag', 'Location', 'Retry-After', 'X-Request-Id']);
	}
});

test('an origin that differs in one letter is rejected', async () => {
	for (const origin of [FOREIGN, `${LISTED}:8443`, 'http://cards.example', 'https://other.example', `${LISTED}.evil.example`, 'null', `${LISTED}/`]) {
		const asked = await api.get('/v1/games', from(origin));
		assertProblem(asked, 403, 'origin_not_allowed');
		assert.equal(asked.headers['access-control-allow-origin'], undefined);
		const before = await api.send('OPTIONS', '/v1/sessions', from(origin, { 'access-control-request-method': 'POST' }));
		assert.equal(before.status, 403, origin);
		assert.equal(before.headers['access-control-allow-methods'], undefined);
	}
});

test('responses have Vary: Origin for caches', async () => {
	for (const asked of [{}, from(LISTED), from(FOREIGN), from(api.daemon.url)]) {
		const { headers } = await api.get('/v1/games', asked);
		assert.ok(words(headers.vary).includes('Origin'), JSON.stringify(asked));
	}
});

test('a websocket is for pages of allowed origins, too', async () => {
	const { id } = await api.begun();
	const messages = await FORMS.websocket(api, id, { origin: LISTED });
	assert.equal((await messages.next()).session.id, id);
	messages.close();
	assertProblem(await refusedWebsocket(api, `/v1/sessions/${id}/events`, { origin: FOREIGN }), 403, 'origin_not_allowed');
});

test('a star allows every origin', async () => {
	const open = new Api(await startDaemon(after, { args: ['--allowed-origins', '*'] }));
	const { status, headers } = await open.get('/v1/games', from(FOREIGN));
	assert.equal(status, 200);
	assert.equal(headers['access-control-allow-origin'], FOREIGN);
});
