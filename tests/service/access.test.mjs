// Authorization with auth = token, over real sockets.

import assert from 'node:assert/strict';
import { spawnSync } from 'node:child_process';
import { readFileSync, writeFileSync } from 'node:fs';
import { after, test } from 'node:test';
import { WebSocket } from 'ws';
import { makker as run } from '../cli/makker.mjs';
import { Api, assertProblem, SEED_LINE } from './api.mjs';
import { request } from './client.mjs';
import { PROGRAM, startDaemon, temporaryStore } from './daemon.mjs';
import { refusedWebsocket } from './listeners.mjs';
import { scanned } from './qr.mjs';
import { until } from './runs.mjs';

const ADMIN = 'the-administrator-of-the-tests';
const TOKENS = /mk[cpo]_[\w-]{32}/;

const bearer = (token) => ({ authorization: `Bearer ${token}` });
const store = temporaryStore(after);
const guarded = ['--auth', 'token', '--admin-token', ADMIN];
const daemon = await startDaemon(after, { store, args: guarded });
const api = new Api(daemon);

/** A new session, made by the administrator, with its tokens. */
async function table(params = {}) {
	const { status, body } = await api.post('/v1/sessions',
		{ game: 'klondike', strategy: 'heuristic', ...params }, { headers: bearer(ADMIN) });
	assert.equal(status, 201);
	return body;
}

/** All operations on sessions: name, allowed roles (besides the administrator), request. */
const DEEDS = [
	['snapshots', ['camera', 'owner'], (id, headers) => api.send('POST', `/v1/sessions/${id}/snapshots`, { text: SEED_LINE, headers })],
	['moves', ['camera', 'owner'], (id, headers) => api.post(`/v1/sessions/${id}/moves`, { kind: 'draw', revealed: '2C' }, { headers })],
	['the session', ['companion', 'owner'], (id, headers) => api.get(`/v1/sessions/${id}`, { headers })],
	['advice', ['companion', 'owner'], (id, headers) => api.get(`/v1/sessions/${id}/advice`, { headers })],
	['history', ['companion', 'owner'], (id, headers) => api.get(`/v1/sessions/${id}/history`, { headers })],
	['the review', ['companion', 'owner'], (id, headers) => api.get(`/v1/sessions/${id}/review`, { headers })],
	['events', ['companion', 'owner'], (id, headers) => request(api.url(`/v1/sessions/${id}/events`), { method: 'HEAD', headers })],
	['corrections', ['companion', 'owner'], (id, headers) => api.post(`/v1/sessions/${id}/corrections`, { position: 4, card: '8D' }, { headers })],
	['undo', ['companion', 'owner'], (id, headers) => api.post(`/v1/sessions/${id}/undo`, { steps: 1 }, { headers })],
	['the QR code', ['companion'], (id, headers) => api.get(`/s/${id}/qr.svg`, { headers })],
	['PATCH', ['owner'], (id, headers) => api.send('PATCH', `/v1/sessions/${id}`, { json: { name: 'a' }, headers })],
	['DELETE', ['owner'], (id, headers) => api.send('DELETE', `/v1/sessions/${id}`, { headers })],
	['the list', [], (id, headers) => api.get('/v1/sessions', { headers })],
	['simulations', [], (id, headers) => api.get('/v1/simulations', { headers })],
	['creation', [], (id, headers) => api.post('/v1/sessions', { game: 'klondike' }, { headers })],
];

for (const [name, may, deed] of DEEDS) {
	test(`${name}: allowed for ${['the administrator', ...may].join(', ')} only`, async () => {
		const { id, tokens } = await table();
		for (const role of ['camera', 'companion', 'owner'].filter((one) => !may.includes(one))) {
			const refused = await deed(id, bearer(tokens[role]));
			assert.equal(refused.status, 403, role);
			assert.match(refused.headers['www-authenticate'] ?? 'Bearer error="insufficient_scope"', /insufficient_scope/);
		}
		for (const role of may) {
			const { id: own, tokens: its } = await table();
			const { status } = await deed(own, bearer(its[role]));
			assert.ok(![401, 403].includes(status), `${role} gets ${status}`);
		}
		assert.notEqual((await deed(id, bearer(ADMIN))).status, 401);
	});

	test(`${name}: 401 with the required authentication scheme if the token is missing or invalid`, async () => {
		const { id, tokens } = await table();
		const other = await table();
		const none = await deed(id, {});
		assert.equal(none.status, 401);
		assert.match(none.headers['www-authenticate'], /^Bearer realm="makker"$/);
		const wrong = [`${tokens.owner.slice(0, -1)}${tokens.owner.at(-1) === 'A' ? 'B' : 'A'}`, other.tokens.owner];
		for (const token of ['nonsense-of-sixteen', 'x'.repeat(9000), ...(may.length ? wrong : [])]) {
			const { status, headers } = await deed(id, bearer(token));
			assert.equal(status, 401, token.slice(0, 40));
			assert.match(headers['www-authenticate'], /^Bearer /);
		}
		assert.equal((await deed(id, { authorization: `Basic ${tokens.owner}` })).status, 401);
		assert.equal((await deed(id, { authorization: 'Bearer' })).status, 401);
		assert.equal((await deed(id, { authorization: `Bearer ${ADMIN} more` })).status, 401);
	});
}

test('the log has the role of each request and the reason of its rejection', async () => {
	const { id, tokens } = await table();
	const lineOf = async ({ headers }) => {
		const line = new RegExp(`^.* request_id=${headers['x-request-id']} .*$`, 'm');
		await until(() => line.test(daemon.output), 'its line');
		return line.exec(daemon.output)[0];
	};
	const get = (headers) => api.get(`/v1/sessions/${id}`, { headers });
	assert.match(await lineOf(await get(bearer(tokens.owner))), / role=owner( timing="[^"]+")? session=/);
	assert.match(await lineOf(await get(bearer(tokens.companion))), / role=companion( timing="[^"]+")? session=/);
	assert.match(await lineOf(await get(bearer(ADMIN))), / role=admin( timing="[^"]+")? session=/);
	assert.match(await lineOf(await get(bearer(tokens.camera))), / status=403 ms=[\d.]+ code=insufficient_scope role=camera( timing="[^"]+")? session=/);
	assert.match(await lineOf(await get({})), / status=401 ms=[\d.]+ code=\w+( timing=("[^"]+"|\S+))? session=/);
});

test('rejected requests have no effect', async () => {
	const { id, tokens } = await table();
	for (const [, , deed] of DEEDS) {
		await deed(id, {});
	}
	const { body } = await api.get(`/v1/sessions/${id}`, { headers: bearer(tokens.owner) });
	assert.equal(body.version, 0);
});

test('a token in the URL is ignored', async () => {
	const { id, tokens } = await table();
	for (const name of ['token', 'access_token']) {
		assertProblem(await api.get(`/v1/sessions/${id}?${name}=${tokens.owner}`), 401, 'token_required');
	}
});

test('tokens are returned once, whatever fields are selected, with Cache-Control: no-store', async () => {
	const answer = await api.post('/v1/sessions?fields=id', { game: 'klondike' }, { headers: bearer(ADMIN) });
	assert.deepEqual(Object.keys(answer.body), ['id', 'tokens']);
	assert.equal(answer.headers['cache-control'], 'no-store');
	const { id, tokens } = answer.body;
	assert.equal(new Set(Object.values(tokens)).size, 3);
	const again = await api.get(`/v1/sessions/${id}`, { headers: bearer(tokens.owner) });
	assert.doesNotMatch(again.text, TOKENS);
	assert.doesNotMatch((await api.get('/v1/sessions', { headers: bearer(ADMIN) })).text, TOKENS);
});

test('the page, the games, the contract, health and metrics need no token', async () => {
	const { id } = await table();
	for (const path of ['/', `/s/${id}`, '/v1/games', '/openapi.yaml', '/livez', '/readyz', '/metrics', '/sw.js']) {
		assert.equal((await api.get(path)).status, 200, path);
	}
	assert.equal((await api.send('OPTIONS', '/v1/sessions')).status, 204);
});

test('a page of an origin that is not allowed is rejected also with a token', async () => {
	const { id, tokens } = await table();
	const headers = { ...bearer(tokens.owner), origin: 'https://evil.example' };
	assertProblem(await api.get(`/v1/sessions/${id}`, { headers }), 403, 'origin_not_allowed');
});

test('tokens remain valid after kill -9 and are neither in the log nor in the store', async () => {
	const own = temporaryStore(after);
	const first = await startDaemon(after, { store: own, args: [...guarded, '--log-level', 'debug'] });
	const its = new Api(first);
	const made = await its.post('/v1/sessions', { game: 'klondike' }, { headers: bearer(ADMIN) });
	const { id, tokens } = made.body;
	const sent = { method: 'POST', body: SEED_LINE, headers: bearer(tokens.camera) };
	assert.equal((await request(its.url(`/v1/sessions/${id}/snapshots?token=${tokens.camera}`), sent)).status, 400);
	assert.equal((await request(its.url(`/v1/sessions/${id}/snapshots`), sent)).status, 200);
	await first.kill();
	await first.restart();
	for (const [role, status] of [['camera', 403], ['companion', 200], ['owner', 200]]) {
		assert.equal((await its.get(`/v1/sessions/${id}`, { headers: bearer(tokens[role]) })).status, status, role);
	}
	const path = own.replace('sqlite:', '');
	const kept = ['', '-wal'].map((end) => readFileSync(path + end).toString('latin1')).join('');
	assert.ok(kept.includes(id));
	for (const token of [...Object.values(tokens), ADMIN]) {
		assert.ok(!kept.includes(token));
		assert.ok(!first.log.includes(token));
	}
});

test('a session created without tokens is accessible to the administrator only', async () => {
	const own = temporaryStore(after);
	const open = await startDaemon(after, { store: own });
	const { id, tokens } = await new Api(open).create();
	assert.equal(tokens, undefined);
	await open.stop();
	const locked = new Api(await startDaemon(after, { store: own, args: guarded }));
	assert.equal((await locked.get(`/v1/sessions/${id}`, { headers: bearer(ADMIN) })).status, 200);
	assertProblem(await locked.get(`/v1/sessions/${id}`, { headers: bearer((await table()).tokens.owner) }), 401, 'invalid_token');
});

// ---- websockets ---------------------------------------------------------------------------------

/** The first message of a websocket that offers these protocols, and which one was confirmed. */
function firstMessage(id, protocols, headers = {}) {
	return new Promise((resolve, reject) => {
		const socket = new WebSocket(`${daemon.url.replace('http', 'ws')}/v1/sessions/${id}/events`, protocols, { headers });
		socket.once('error', reject);
		socket.once('message', (bytes) => {
			socket.terminate();
			resolve({ message: JSON.parse(bytes), protocol: socket.protocol });
		});
	});
}

test('a websocket passes its token as a subprotocol, and the other subprotocol is confirmed', async () => {
	const { id, tokens } = await table();
	const { message, protocol } = await firstMessage(id, ['makker', `makker.bearer.${tokens.companion}`]);
	assert.equal(message.session.id, id);
	assert.equal(protocol, 'makker');
	assert.equal((await firstMessage(id, [], bearer(tokens.owner))).message.session.id, id);
});

test('a websocket without a valid token is rejected', async () => {
	const { id, tokens } = await table();
	const upgrade = { 'sec-websocket-protocol': `makker, makker.bearer.${tokens.camera}` };
	assert.equal((await refusedWebsocket(api, `/v1/sessions/${id}/events`)).status, 401);
	assert.equal((await refusedWebsocket(api, `/v1/sessions/${id}/events`, upgrade)).status, 403);
	assert.equal((await api.get(`/v1/sessions/${id}`, { headers: upgrade })).status, 401, 'only for websockets');
});

// ---- the QR code --------------------------------------------------------------------------------

test('the QR code carries the companion token in the fragment, and no stronger one', async () => {
	const { id, tokens } = await table();
	const code = await api.get(`/s/${id}/qr.svg`, { headers: bearer(tokens.companion) });
	assert.equal(code.status, 200);
	assert.equal(scanned(code.text), `${daemon.url}/s/${id}#token=${tokens.companion}`);
	assertProblem(await api.get(`/s/${id}/qr.svg`, { headers: bearer(ADMIN) }), 403, 'insufficient_scope');
});

// ---- the command line ---------------------------------------------------------------------------

const ofSameBuild = PROGRAM.replace(/makkerd$/, 'makker');
const makker = (args, env) => run([...args, '--url', daemon.url], { program: ofSameBuild, env });

test('makker uses its token and prints those of a new table', async () => {
	assert.notEqual((await makker(['show'])).code, 0);
	assert.equal((await makker(['show', '--token', ADMIN])).code, 0);
	assert.equal((await makker(['show'], { MAKKER_TOKEN: ADMIN })).code, 0);
	const made = await makker(['post', SEED_LINE, '--new'], { MAKKER_TOKEN: ADMIN });
	assert.equal(made.code, 0, made.stderr);
	for (const role of ['camera', 'companion', 'owner']) {
		assert.match(made.stderr, new RegExp(`token of the ${role}: mk._`));
	}
	const evil = await makker(['show', '--token', 'two\nlines']);
	assert.notEqual(evil.code, 0);
	assert.match(evil.stderr, /invalid token: must be letters/);
});

// ---- the start ----------------------------------------------------------------------------------

function check(...args) {
	const { status, stderr } = spawnSync(PROGRAM, ['--check', '--store', 'memory:', ...args], { encoding: 'utf8' });
	return { status, stderr };
}

test('a non-loopback address requires auth = token or --insecure', () => {
	const everywhere = ['--listen', '0.0.0.0:0'];
	assert.equal(check(...everywhere).status, 78);
	assert.match(check(...everywhere).stderr, /auth = token.*insecure = yes/);
	assert.equal(check(...everywhere, ...guarded).status, 0);
	assert.equal(check(...everywhere, '--insecure').status, 0);
});

test('auth = token requires a valid administrator token', () => {
	assert.match(check('--auth', 'token').stderr, /admin_token_file/);
	for (const token of ['short', 'with a blank in the middle', 'ends-in-greek-letters-ω', 'x'.repeat(257), `mko_${'A'.repeat(32)}`]) {
		const { status, stderr } = check('--auth', 'token', '--admin-token', token);
		assert.equal(status, 78, token);
		assert.ok(!stderr.includes(token), 'the token is not in the error message');
	}
});

test('the administrator\'s token is read from a file', async () => {
	const path = `${temporaryStore(after).replace('sqlite:', '')}.token`;
	writeFileSync(path, `${ADMIN}-of-the-file\n`);
	const other = new Api(await startDaemon(after, { args: ['--auth', 'token', '--admin-token-file', path] }));
	assert.equal((await other.get('/v1/sessions', { headers: bearer(`${ADMIN}-of-the-file`) })).status, 200);
	assert.equal((await other.get('/v1/sessions', { headers: bearer(ADMIN) })).status, 401);
	assert.match(check('--auth', 'token', '--admin-token-file', `${path}.gone`).stderr, /No such file/);
	assert.match(check('--auth', 'token', '--admin-token', ADMIN, '--admin-token-file', path).stderr, /one of them/);
});
