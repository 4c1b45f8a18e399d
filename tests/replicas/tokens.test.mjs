// Tokens that one daemon renews, and another one that has the table in memory with the old ones.

import assert from 'node:assert/strict';
import { after, test } from 'node:test';
import { WebSocket } from 'ws';
import { Api, assertProblem, SEED_LINE } from '../service/api.mjs';
import { until } from '../service/runs.mjs';
import { startCluster } from './cluster.mjs';
import { startPostgres } from './postgres.mjs';

const ADMIN = 'the-administrator-of-the-tests';
const bearer = (token) => ({ authorization: `Bearer ${token}` });
const store = startPostgres(after, 'fsync=off').database('tokens');
const cluster = await startCluster(after, { store, size: 2, args: ['--auth', 'token', '--admin-token', ADMIN] });
const [here, there] = cluster.daemons.map((daemon) => new Api(daemon));

const read = (api, id, token) => api.get(`/v1/sessions/${id}`, { headers: bearer(token) });
const snapshot = (api, id, token, text = SEED_LINE) =>
	api.send('POST', `/v1/sessions/${id}/snapshots?wait=false`, { text, headers: bearer(token) });
const renew = (api, id, ...roles) => api.post(`/v1/sessions/${id}/tokens`, { renew: roles }, { headers: bearer(ADMIN) });

/** A table that both daemons have in memory. */
async function table() {
	const { body } = await here.post('/v1/sessions', { game: 'klondike', strategy: 'heuristic' }, { headers: bearer(ADMIN) });
	for (const api of [here, there]) {
		assert.equal((await read(api, body.id, body.tokens.companion)).status, 200);
	}
	return body;
}

test('an old token reads nothing at another daemon, and the new one does', async () => {
	const { id, tokens } = await table();
	const { body } = await renew(here, id, 'companion');
	assertProblem(await read(there, id, tokens.companion), 401, 'invalid_token');
	assert.equal((await read(there, id, body.tokens.companion)).status, 200);
});

test('an old token changes nothing at another daemon', async () => {
	const { id, tokens } = await table();
	const { body } = await renew(here, id, 'camera', 'owner');
	assertProblem(await snapshot(there, id, tokens.camera), 401, 'invalid_token');
	assertProblem(await there.send('PATCH', `/v1/sessions/${id}`, { json: { name: 'a' }, headers: bearer(tokens.owner) }), 401, 'invalid_token');
	assertProblem(await there.send('DELETE', `/v1/sessions/${id}`, { headers: bearer(tokens.owner) }), 401, 'invalid_token');
	assert.equal((await read(here, id, body.tokens.owner)).body.version, 1);
	assert.equal((await snapshot(there, id, body.tokens.camera)).status, 200);
});

test('a new token is valid at the other daemon with its first request', async () => {
	for (const ask of [
		(id, tokens) => snapshot(there, id, tokens.camera),
		(id, tokens) => there.send('PATCH', `/v1/sessions/${id}`, { json: { name: 'a' }, headers: bearer(tokens.owner) }),
		(id, tokens) => there.get(`/v1/sessions/${id}/history`, { headers: bearer(tokens.companion) }),
		(id, tokens) => there.post(`/v1/sessions/${id}/tokens`, { renew: ['camera'] }, { headers: bearer(tokens.owner) }),
	]) {
		const { id } = await table();
		const { body } = await renew(here, id, 'camera', 'companion', 'owner');
		const answer = await ask(id, body.tokens);
		assert.equal(answer.status, 200, answer.text);
	}
});

test('two daemons that renew at the same time both return valid tokens', async () => {
	const { id } = await table();
	const [camera, companion] = await Promise.all([renew(here, id, 'camera'), renew(there, id, 'companion')]);
	assert.deepEqual([camera.status, companion.status], [200, 200]);
	assert.equal((await snapshot(there, id, camera.body.tokens.camera)).status, 200);
	assert.equal((await read(here, id, companion.body.tokens.companion)).status, 200);
});

test('a websocket at another daemon ends within a second', async () => {
	const { id, tokens } = await table();
	const socket = new WebSocket(`${there.daemon.url.replace('http', 'ws')}/v1/sessions/${id}/events`,
		['makker', `makker.bearer.${tokens.companion}`]);
	let messages = 0;
	socket.on('message', () => { messages++; });
	const ended = new Promise((resolve) => { socket.on('close', (code) => resolve({ code, at: Date.now() })); });
	await until(() => messages > 0, 'the first message');
	const since = Date.now();
	await renew(here, id, 'companion');
	const { code, at } = await ended;
	assert.equal(code, 1008);
	assert.ok(at - since < 1000, `after ${at - since} ms`);
});
