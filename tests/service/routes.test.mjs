// The table of routes against the contract, row by row: tests/golden/routes.tsv is equal to the table in
// src/api/routes.c (checked by tests/api/routes_test.c), and here it is compared with openapi.yaml.
// The roles and query parameters of a row are then tested against a daemon.

import assert from 'node:assert/strict';
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { after, describe, test } from 'node:test';
import { Api, assertProblem } from './api.mjs';
import { request } from './client.mjs';
import { document, operations, queryNames, resolved } from './contract.mjs';
import { startDaemon, temporaryStore } from './daemon.mjs';

const ADMIN = 'the-administrator-of-the-tests';
const bearer = (token) => ({ authorization: `Bearer ${token}` });

const METRICS = 'the-figures-of-the-tests';
const folder = mkdtempSync(join(tmpdir(), 'makker-routes-'));
after(() => rmSync(folder, { recursive: true }));
writeFileSync(join(folder, 'metrics-token'), `${METRICS}\n`, { mode: 0o600 });

const guarded = ['--auth', 'token', '--admin-token', ADMIN, '--metrics-token-file', join(folder, 'metrics-token')];
const daemon = await startDaemon(after, { store: temporaryStore(after), args: guarded });
const api = new Api(daemon);
const hurried = new Api(await startDaemon(after, { args: ['--rate-limit-local', '--rate-limit-per-address', '1', '--rate-limit-per-session', '0'] }));

// ---- Both sides ---------------------------------------------------------------------------------

const [, ...lines] = readFileSync(new URL('../golden/routes.tsv', import.meta.url), 'utf8').trimEnd().split('\n');
const list = (cell) => (cell === '-' ? [] : cell.split(','));

const routes = lines.map((line) => line.split('\t')).map(([method, path, roles, parameters]) => ({
	name: `${method} ${path}`, method, path, roles: list(roles), parameters: list(parameters),
}));

/** Files beside the page that the document describes together with /companion/{path}. */
const FILES = ['/manifest.webmanifest', '/sw.js', '/favicon.ico'];
const described = routes.filter(({ path }) => !FILES.includes(path));

const operationAt = (name) => operations.find((one) => one.name === name);

/** The roles that are allowed an operation; none: no authentication. */
function rolesOf({ at }) {
	const { security = document.security } = resolved(at)[0];
	const wanted = security.filter((one) => Object.keys(one).length > 0);
	assert.ok(wanted.length === 0 || security.length === wanted.length + 1, 'without tokens (auth = off) all may');
	return wanted.map(({ token }) => {
		assert.equal(token?.length, 1, 'each alternative names one role');
		return token[0];
	}).sort();
}

function parametersOf(operation) {
	if (resolved(operation.at)[0]['x-any-query']) {
		return ['*'];
	}
	return queryNames(operation).sort();
}

test('every route is an operation of the contract, and every operation a route', () => {
	const names = (rows) => rows.map(({ name }) => name).sort();
	assert.deepEqual(names(operations), names(described));
});

describe('row by row', () => {
	for (const { name, roles, parameters } of described) {
		test(name, () => {
			const operation = operationAt(name);
			assert.ok(operation, 'openapi.yaml lacks it');
			assert.deepEqual(rolesOf(operation), roles);
			assert.deepEqual(parametersOf(operation), parameters);
			const refusals = roles.length > 0 ? ['401', '403'] : [];
			assert.deepEqual(refusals.filter((status) => !operation.responses.includes(status)), []);
		});
	}
});

// ---- Behaviour of the daemon -----------------------------------------------------------------------

const ROLES = ['camera', 'companion', 'owner'];

async function madeSession() {
	const { status, body, text } = await api.post('/v1/sessions', { game: 'klondike', strategy: 'heuristic' }, { headers: bearer(ADMIN) });
	assert.equal(status, 201, text);
	return { id: body.id, tokens: { admin: ADMIN, metrics: METRICS, ...body.tokens } };
}

const madeSimulation = async () =>
	(await api.post('/v1/simulations', { game: 'take-away', games: 1 }, { headers: bearer(ADMIN) })).body.id;

/** A stream never ends: only its headers are checked. */
const isStream = ({ path }) => path.endsWith('/events');

/** A path of a row that leads somewhere. */
const whole = (path, id) => path.replace('{id}', id).replace('{game}', 'klondike').replace('{path}', 'main.js').replace('{n}', '0');

const BODIES = { POST: { json: {} }, PATCH: { json: {} } };

const send = (row, id, { headers = {}, json = BODIES[row.method]?.json } = {}) =>
	(isStream(row) ? request(api.url(whole(row.path, id)), { method: 'HEAD', headers })
		: api.send(row.method, whole(row.path, id), { json, headers }));

async function place({ path }) {
	const session = await madeSession();
	return path.includes('/simulations/{id}') ? { ...session, id: await madeSimulation() } : session;
}

describe('roles', () => {
	for (const row of routes.filter(({ roles }) => roles.length > 0)) {
		test(`${row.name}: ${row.roles.join(', ')}`, async () => {
			const { id, tokens } = await place(row);
			assertProblem(await api.send(row.method, whole(row.path, id), BODIES[row.method]), 401, 'token_required');
			assertProblem(await api.send(row.method, whole(row.path, id),
				{ ...BODIES[row.method], headers: bearer('nonsense-of-sixteen') }), 401, 'invalid_token');
			const refused = [...ROLES, 'admin'].filter((role) => !row.roles.includes(role));
			for (const role of refused) {
				assertProblem(await api.send(row.method, whole(row.path, id),
					{ ...BODIES[row.method], headers: bearer(tokens[role]) }), 403, 'insufficient_scope');
			}
			for (const role of row.roles) {
				const { status } = await send(row, id, { headers: bearer(tokens[role]) });
				assert.ok(status !== 401 && status !== 403, `${role}: ${status}`);
			}
		});
	}
});

describe('authorization precedes content negotiation', () => {
	const impossible = { accept: 'application/x-of-no-route' };

	for (const row of routes) {
		test(row.name, async () => {
			const { id, tokens } = await place(row);
			const ask = (headers) => api.send(row.method, whole(row.path, id), { ...BODIES[row.method], headers: { ...impossible, ...headers } });
			const refused = [...ROLES, 'admin'].filter((role) => !row.roles.includes(role));
			if (row.roles.length === 0) {
				assert.ok([200, 406].includes((await ask({})).status));
				return;
			}
			assertProblem(await ask({}), 401, 'token_required');
			assertProblem(await ask(bearer('nonsense-of-sixteen')), 401, 'invalid_token');
			for (const role of refused) {
				assertProblem(await ask(bearer(tokens[role])), 403, 'insufficient_scope');
			}
		});
	}
});

describe('query parameters', () => {
	for (const row of routes) {
		test(row.name, async () => {
			const { id, tokens } = await place(row);
			const headers = row.roles.length > 0 ? bearer(tokens[row.roles[0]]) : {};
			const signal = AbortSignal.timeout(20_000); // of a stream that should have been refused
			const ask = (query) => api.send(row.method, whole(row.path, id) + query, { ...BODIES[row.method], headers, signal });
			if (row.parameters[0] === '*') {
				assert.equal((await ask('?utm_source=messenger&utm_source=2')).status < 400, true);
				return;
			}
			assertProblem(await ask('?colour=red'), 400, 'unknown_parameter', '?colour');
			for (const name of row.parameters) {
				assertProblem(await ask(`?${name}=1&${name}=1`), 400, 'duplicate_parameter', `?${name}`);
				const near = await ask(`?${name}x=1`);
				assertProblem(near, 400, 'unknown_parameter', `?${name}x`);
				assert.match(near.body.detail, new RegExp(`did you mean "${name}"\\?$`));
			}
		});
	}
});

describe('bodies in another coding or character set', () => {
	for (const row of routes.filter(({ method }) => method in BODIES)) {
		test(row.name, async () => {
			const { id, tokens } = await place(row);
			const ask = (headers) => api.send(row.method, whole(row.path, id),
				{ json: {}, headers: { ...bearer(tokens[row.roles[0]]), ...headers } });
			const coded = await ask({ 'content-encoding': 'gzip' });
			assertProblem(coded, 415, 'unsupported_content_encoding', 'Content-Encoding');
			assert.equal(coded.headers['accept-encoding'], 'identity');
			assertProblem(await ask({ 'content-type': 'application/json; charset=utf-16' }), 415, 'unsupported_media_type', 'Content-Type');
			assertProblem(await ask({ expect: 'a-miracle' }), 417, 'expectation_failed');
			const large = { headers: bearer(tokens[row.roles[0]]), json: { name: 'n'.repeat(1 << 16) } };
			assertProblem(await send(row, id, large), 413, 'too_large');
			const fine = await ask({ 'content-encoding': 'identity', 'content-type': 'application/json; charset="UTF-8"' });
			assert.ok(![415, 417].includes(fine.status), fine.text);
		});
	}
});

test('every operation returns 429 beyond the rate limit of an address', async () => {
	for (const row of described) {
		const ask = () => hurried.send(row.method, whole(row.path, '0'.repeat(32)), BODIES[row.method]);
		let answer = await ask();
		for (let asked = 1; answer.status !== 429 && asked < 20; asked++) {
			answer = await ask();
		}
		assertProblem(answer, 429, 'too_many_requests');
	}
});
