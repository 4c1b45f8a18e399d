// The table of limits (docs/limits.md): for each row, requests up to the limit are served, one more is rejected as the
// row says, counted, and served again when capacity was released. Rows that other tests cover are named there.

import assert from 'node:assert/strict';
import { execFileSync, spawn, spawnSync } from 'node:child_process';
import net from 'node:net';
import { after, test } from 'node:test';
import { setTimeout as sleep } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';
import { Api, assertProblem, SEED_JSON, SEED_LINE } from './api.mjs';
import { agentOf, exchange, request } from './client.mjs';
import { pathOf, PROGRAM, startDaemon, temporaryStore } from './daemon.mjs';
import { readLines } from './lines.mjs';
import { readMetrics } from './metrics.mjs';
import { begun, cancelled, PATH, played, seen, until } from './runs.mjs';

const ROW = /^\| `(\w+)` \| (\d+|none)(?: ([^|]+))? \| ([^|]+) \| ([^|]+) \| .* \|$/;

/** Rows of the table by their name: {value, fixed, http, code}. */
const rows = new Map(execFileSync(PROGRAM, ['--limits'], { encoding: 'utf8' }).split('\n')
	.map((line) => ROW.exec(line)).filter(Boolean)
	.map(([, name, value, , range, beyond]) => {
		const [, http, code] = /^(\d{3}) `(\w+)`$/.exec(beyond) ?? [];
		return [name, { value: value === 'none' ? 0 : Number(value), fixed: range === 'fixed', http: Number(http), code }];
	}));

const covered = new Set();

/** A test that goes one beyond limit `names`. */
function beyond(names, sentence, body) {
	[names].flat().forEach((name) => {
		assert.ok(rows.has(name), `${name} is no row`);
		covered.add(name);
	});
	return test(`${[names].flat().join(', ')}: ${sentence}`, body);
}

const LOCAL = '--rate-limit-local';
const NO_RATES = ['--rate-limit-per-address', '0', '--rate-limit-per-session', '0'];
const TOKEN = 'the-administrator-of-the-tests';
const AUTH = ['--auth', 'token', '--admin-token', TOKEN];

async function start(args, options = {}) {
	return new Api(await startDaemon(after, { args, ...options }));
}

async function sample(api, figure, name) {
	const { samples } = readMetrics((await api.get('/metrics')).text).get(figure);
	return samples.get(`${figure}{limit="${name}"}`);
}

const count = (api, name) => sample(api, 'makker_limit_refusals_total', name);

/** The refusal that the row says. */
function assertRefused(answer, name) {
	const { http, code } = rows.get(name);
	assertProblem(answer, http, code);
	if (http === 429 || http === 503) {
		assert.ok(Number(answer.headers['retry-after']) >= 1);
	}
}

// ---- the table itself ---------------------------------------------------------------------------

test('every value is in the metrics', async () => {
	const api = await start(['--token-polls', '7']);
	const { samples } = readMetrics((await api.get('/metrics')).text).get('makker_limit');
	for (const [name, { value }] of rows) {
		assert.equal(samples.get(`makker_limit{limit="${name}"}`), name === 'token_polls' ? 7 : value, name);
	}
});

test('every option accepts its minimum and maximum, and no value beyond', () => {
	const text = execFileSync(PROGRAM, ['--limits'], { encoding: 'utf8' });
	for (const line of text.split('\n').filter((row) => ROW.test(row) && !row.includes('| fixed |'))) {
		const [, name] = ROW.exec(line);
		const [, least, most] = / \| (\d+) to (\d+)/.exec(line);
		const check = (value) => spawnSync(PROGRAM, ['--check', '--store=memory:', `--${name.replaceAll('_', '-')}=${value}`]).status;
		assert.equal(check(least), 0, `${name} ${least}`);
		assert.equal(check(most), 0, `${name} ${most}`);
		assert.equal(check(Number(most) + 1), 78, `${name} beyond ${most}`);
		if (least > 0) {
			assert.equal(check(least - 1), 78, `${name} below ${least}`);
		}
	}
});

// ---- subscribers and long polls -----------------------------------------------------------------

for (const [name, args, tokens] of [
	['session_subscribers', ['--session-subscribers', '2'], false],
	['token_subscribers', [...AUTH, '--token-subscribers', '2'], true],
	['address_subscribers', [LOCAL, ...NO_RATES, '--address-subscribers', '2'], false],
]) {
	beyond(name, 'two subscribers have a place, the third has not, and has it when one has left', async () => {
		const api = await start(args);
		const { body: { id, tokens: made } } = await api.post('/v1/sessions', { game: 'klondike' },
			{ headers: tokens ? { authorization: `Bearer ${TOKEN}` } : {} });
		const headers = tokens ? { authorization: `Bearer ${made.owner}` } : {};
		const path = `/v1/sessions/${id}/events`;
		const held = [await openStream(api, path, headers), await openStream(api, path, headers)];
		assertRefused(await api.get(path, { headers }), name);
		assertRefused(await api.get(`/v1/sessions/${id}?after=0&wait_s=5`, { headers }), name);
		assert.equal(await count(api, name), 2);
		held[0].destroy();
		let third;
		await until(async () => (third = await openStream(api, path, headers).catch(() => null)) !== null, 'a free place');
		[held[1], third].forEach((socket) => socket.destroy());
	});
}

/** A stream that stays open; fails unless it is answered 200. */
async function openStream(api, path, headers) {
	const socket = net.connect(api.daemon.port, '127.0.0.1');
	const lines = Object.entries(headers).map(([key, value]) => `${key}: ${value}\r\n`).join('');
	socket.write(`GET ${path} HTTP/1.1\r\nHost: localhost\r\n${lines}\r\n`);
	const first = await new Promise((resolve, reject) => {
		socket.once('data', (bytes) => resolve(String(bytes)));
		socket.once('error', reject);
		socket.once('close', () => resolve(''));
	});
	if (!first.startsWith('HTTP/1.1 200')) {
		socket.destroy();
		throw new Error(first);
	}
	return socket;
}

beyond('max_subscribers', 'one session has at most half of all places, the other half is for others', async () => {
	const api = await start(['--max-subscribers', '4']);
	const [one, other, third] = [await api.begun(), await api.begun(), await api.begun()];
	const path = ({ id }) => `/v1/sessions/${id}/events`;
	const held = [await openStream(api, path(one), {}), await openStream(api, path(one), {})];
	assertRefused(await api.get(path(one)), 'session_subscribers');
	held.push(await openStream(api, path(other), {}), await openStream(api, path(other), {}));
	assertRefused(await api.get(path(third)), 'max_subscribers');
	assert.equal(await count(api, 'max_subscribers'), 1);
	held.forEach((socket) => socket.destroy());
	await until(async () => (await openStream(api, path(third), {}).then((socket) => socket.destroy() && true, () => false)), 'a free place');
});

for (const [name, args] of [
	['session_polls', ['--session-polls', '2']],
	['token_polls', [LOCAL, ...NO_RATES, '--token-polls', '2']],
]) {
	beyond(name, 'two can wait, the third is rejected, and can wait when one was answered', async () => {
		const api = await start(args);
		const { id, version } = await api.begun();
		const agent = agentOf(8);
		const poll = () => api.get(`/v1/sessions/${id}?after=${version}&wait_s=20`, { agent });
		const waiting = [poll(), poll()];
		let third;
		await until(async () => (third = await Promise.race([poll(), new Promise((resolve) => { setTimeout(resolve, 300); })]))?.status === 429, 'both to wait');
		assertRefused(third, name);
		await api.patch(id, { name: 'changed' });
		(await Promise.all(waiting)).forEach(({ status }) => assert.equal(status, 200));
		assert.equal((await api.get(`/v1/sessions/${id}?after=${version}&wait_s=5`)).status, 200);
		assert.ok(await count(api, name) >= 1);
		agent.destroy();
	});
}

// ---- simulations, searches, sessions ------------------------------------------------------------

const LONG = { game: 'klondike', strategy: 'classic', games: 1_000_000_000, seed: 1 };

beyond('token_simulations', 'two run, the third does not, and does when one was cancelled', async () => {
	const api = await start([LOCAL, ...NO_RATES, '--token-simulations', '2']);
	const begin = () => api.post('/v1/simulations', LONG);
	const made = [await begin(), await begin()];
	made.forEach(({ status }) => assert.equal(status, 202));
	const third = await begin();
	assertRefused(third, 'token_simulations');
	assert.match(third.body.detail, /token_simulations/);
	assert.equal((await api.send('DELETE', `/v1/simulations/${made[0].body.id}`)).status, 200);
	assert.equal((await begin()).status, 202);
	assert.equal(await count(api, 'token_simulations'), 1);
});

beyond('max_running_simulations', 'two run, the third does not, and does when one was cancelled', async () => {
	const api = await start(['--max-running-simulations', '2']);
	const [one, other] = [await begun(api, LONG), await begun(api, LONG)];
	assertRefused(await api.post(PATH, LONG), 'max_running_simulations');
	assert.equal(await count(api, 'max_running_simulations'), 1);
	assert.equal((await api.get(PATH)).body.simulations.length, 2);
	await cancelled(api, one);
	await Promise.all([other, await begun(api, LONG)].map((simulation) => cancelled(api, simulation)));
	assert.equal(await count(api, 'max_running_simulations'), 1);
});

// ---- reviews ------------------------------------------------------------------------------------

/** A practice table on which so many moves were made; its review of 20,000 playouts a decision takes seconds. */
async function practised(api, seed, moves = 20) {
	const { body: { id } } = await api.post('/v1/sessions', { game: 'klondike', cards: 'program', seed, strategy: 'heuristic' });
	for (let made = 0; made < moves; made++) {
		const { kind, from, to, cut } = (await api.session(id)).body.suggestion;
		assert.equal((await api.post(`/v1/sessions/${id}/moves`, { kind, from, to, cut })).status, 200);
	}
	return id;
}

const review = (api, id, query = '?nodes=20000') => api.get(`/v1/sessions/${id}/review${query}`);

async function reviewed(api, id, query) {
	let answer;
	await until(async () => (answer = await review(api, id, query)).status !== 202, 'the review');
	return answer;
}

beyond(['token_reviews', 'max_running_reviews'], 'one runs, the second is refused, and begins when the first session was deleted', async () => {
	for (const name of ['token_reviews', 'max_running_reviews']) {
		const api = await start([LOCAL, ...NO_RATES, `--${name.replaceAll('_', '-')}`, '1']);
		const [one, other] = [await practised(api, 1), await practised(api, 2)];
		assert.equal((await review(api, one)).status, 202);
		assertRefused(await review(api, other), name);
		assert.equal(await count(api, name), 1);
		assert.equal((await api.send('DELETE', `/v1/sessions/${one}`)).status, 204);
		await until(async () => (await review(api, other)).status === 202, 'the place of the first');
	}
});

beyond('session_reviews', 'of one version one runs, another budget is refused, and reviewed when the first is finished', async () => {
	const api = await start([]);
	const id = await practised(api, 1, 4);
	assert.equal((await review(api, id)).status, 202);
	assertRefused(await review(api, id, '?nodes=50'), 'session_reviews');
	assert.equal(await count(api, 'session_reviews'), 1);
	assert.equal((await reviewed(api, id)).status, 200);
	assert.equal((await review(api, id, '?nodes=50')).status, 202);
});

beyond(['max_finished_reviews', 'finished_review_bytes'], 'the one that was read least recently is dropped, and computed again', async () => {
	for (const name of ['max_finished_reviews', 'finished_review_bytes']) {
		const few = name === 'max_finished_reviews' ? '2' : '196608';
		const api = await start([`--${name.replaceAll('_', '-')}`, few]);
		const [one, two, three] = [await practised(api, 1), await practised(api, 2), await practised(api, 3)];
		for (const id of [one, two]) {
			assert.equal((await reviewed(api, id, '?nodes=1')).status, 200);
		}
		assert.equal(await count(api, name), 0);
		assert.equal((await review(api, one, '?nodes=1')).status, 200);
		assert.equal((await reviewed(api, three, '?nodes=1')).status, 200);
		assert.equal(await count(api, name), 1);
		assert.equal((await review(api, one, '?nodes=1')).status, 200);
		assert.equal((await review(api, two, '?nodes=1')).status, 202);
	}
});

beyond('max_review_bytes', 'a review of more decisions is refused each time, one of fewer is made', async () => {
	const api = await start(['--max-review-bytes', '65536']);
	const [short, long] = [await practised(api, 1, 10), await practised(api, 1, 60)];
	assert.equal((await reviewed(api, short, '?nodes=1')).status, 200);
	assertRefused(await reviewed(api, long, '?nodes=1'), 'max_review_bytes');
	assert.equal(await count(api, 'max_review_bytes'), 1);
	assertRefused(await reviewed(api, long, '?nodes=1'), 'max_review_bytes');
});

beyond(['review_ms', 'review_nodes'], 'as much as the limit is taken, one more is not', async () => {
	const api = await start([]);
	const { id } = await api.create();
	for (const [parameter, name] of [['budget_ms', 'review_ms'], ['nodes', 'review_nodes']]) {
		const { value } = rows.get(name);
		assert.ok([200, 202].includes((await reviewed(api, id, `?${parameter}=${value}`)).status));
		assertRefused(await review(api, id, `?${parameter}=${value + 1}`), name);
		assert.equal(await count(api, name), 1);
	}
});

beyond('max_finished_simulations', 'one that has ended is kept, with the next one it is removed', async () => {
	const api = await start(['--max-finished-simulations', '1']);
	const first = await played(api, await begun(api, { ...LONG, games: 1 }));
	assert.deepEqual(await seen(api, first), first);
	assert.equal(await count(api, 'max_finished_simulations'), 0);
	const second = await played(api, await begun(api, { ...LONG, games: 1 }));
	await until(async () => (await api.get(`${PATH}/${first.id}`)).status === 404, 'removing the first');
	assert.equal(await count(api, 'max_finished_simulations'), 1);
	assert.equal((await seen(api, second)).status, 'finished');
});

// A game of some tenths of a second, whatever the machine.
const SLOW = { game: 'klondike', strategy: 'search', games: 1, seed: 5, budget: { ms: 3 } };

beyond('replays', 'as many as the limit are replayed, one more is refused, and replayed when they have ended', async () => {
	const api = await start(['--search-threads', '1']);
	const { value } = rows.get('replays');
	const agent = agentOf(value + 1);
	const simulation = await cancelled(api, await begun(api, SLOW));
	const replay = () => api.get(`${PATH}/${simulation.id}/games/0`, { agent });
	let refused = [];
	// On a busy machine the first may have ended before the last is asked for, and one may find no thread in its time (503)
	// or, with its low priority, not end in it (422).
	for (let tries = 0; tries < 10 && refused.length === 0; tries++) {
		assert.equal(await count(api, 'replays'), 0);
		const answers = await Promise.all(Array.from({ length: value + 1 }, replay));
		refused = answers.filter(({ status }) => status === 429);
		answers.filter(({ status }) => status === 503).forEach((answer) => assertProblem(answer, 503, 'busy'));
		answers.filter(({ status }) => status === 422).forEach((answer) => assertProblem(answer, 422, 'game_too_long'));
		assert.ok(answers.every(({ status }) => [200, 422, 429, 503].includes(status)));
	}
	assert.equal(refused.length, 1);
	assertRefused(refused[0], 'replays');
	assert.equal(await count(api, 'replays'), 1);
	assert.deepEqual(await seen(api, simulation), simulation);
	assert.ok([200, 422, 503].includes((await replay()).status), 'not counted among the running ones any more');
	agent.destroy();
});

beyond('max_queued_searches', 'of many that search at once some wait, the others are refused and counted', async () => {
	const api = await start(['--search-threads', '1', '--max-queued-searches', '2']);
	const agent = agentOf(8);
	const made = await Promise.all(Array.from({ length: 8 }, () => api.begun()));
	const ask = ({ id }) => api.get(`/v1/sessions/${id}/advice?strategy=search&budget_ms=2000`, { agent });
	const answers = await Promise.all(made.map(ask));
	const refused = answers.filter(({ status }) => status !== 200);
	assert.ok(refused.length > 0 && refused.length <= 6, `${refused.length} were refused`);
	refused.forEach((answer) => assertRefused(answer, 'max_queued_searches'));
	assert.equal(await count(api, 'max_queued_searches'), refused.length);
	assert.equal((await ask(made[0])).status, 200);
	agent.destroy();
});

beyond('token_searches', 'one waits for its search, the other gets a static evaluation or 503 with Retry-After', async () => {
	const api = await start([LOCAL, ...NO_RATES, '--token-searches', '1', '--search-threads', '1']);
	const [one, other] = [await api.begun(), await api.begun()];
	const agent = agentOf(8);
	const long = api.get(`/v1/sessions/${one.id}/advice?strategy=search&budget_ms=4000`, { agent });
	let refused;
	await until(async () => (refused = await api.get(`/v1/sessions/${other.id}/advice?strategy=search&budget_ms=50`, { agent })).status === 429, 'the first to wait');
	assertRefused(refused, 'token_searches');
	const posted = await api.send('POST', `/v1/sessions/${other.id}/snapshots?strategy=search&budget_ms=4000`, { text: SEED_LINE.replace('KS', '2C'), agent });
	assert.equal(posted.status, 200);
	assert.equal((await long).status, 200);
	assert.equal((await api.get(`/v1/sessions/${other.id}/advice?strategy=search&budget_ms=50`)).status, 200);
	agent.destroy();
});

beyond('token_sessions_per_hour', 'an hour\'s number at once, then no more', async () => {
	const api = await start([LOCAL, ...NO_RATES, '--token-sessions-per-hour', '3']);
	const make = () => api.post('/v1/sessions', { game: 'klondike' });
	for (let made = 0; made < 3; made++) {
		assert.equal((await make()).status, 201);
	}
	assertRefused(await make(), 'token_sessions_per_hour');
	assert.equal(await count(api, 'token_sessions_per_hour'), 1);
});

beyond('max_sessions', 'two exist, the third is refused, and made when one was deleted', async () => {
	const api = await start(['--max-sessions', '2']);
	const make = () => api.post('/v1/sessions', { game: 'klondike' });
	const made = [await make(), await make()];
	made.forEach(({ status }) => assert.equal(status, 201));
	assertRefused(await make(), 'max_sessions');
	assert.equal(await count(api, 'max_sessions'), 1);
	assert.equal((await api.get('/v1/sessions')).body.sessions.length, 2);
	assert.equal((await api.remove(made[0].body.id)).status, 204);
	assert.equal((await make()).status, 201);
});

for (const store of ['memory:', undefined]) {
	beyond('token_sessions', `two exist, the third is refused, and made when one was deleted (${store ?? 'SQLite'})`, async () => {
		const options = { store: store ?? temporaryStore(after) };
		const api = await start([LOCAL, ...NO_RATES, '--token-sessions', '2'], options);
		const make = () => api.post('/v1/sessions', { game: 'klondike' });
		const made = [await make(), await make()];
		made.forEach(({ status }) => assert.equal(status, 201));
		assertRefused(await make(), 'token_sessions');
		assert.equal(await count(api, 'token_sessions'), 1);
		assert.equal((await api.remove(made[0].body.id)).status, 204);
		assert.equal((await make()).status, 201);
		assertRefused(await make(), 'token_sessions');
	});
}

beyond('token_sessions', 'with auth = token it is counted for the token', async () => {
	const api = await start([...AUTH, '--token-sessions', '1']);
	const make = () => api.post('/v1/sessions', { game: 'klondike' }, { headers: { authorization: `Bearer ${TOKEN}` } });
	assert.equal((await make()).status, 201);
	assertRefused(await make(), 'token_sessions');
});

// ---- addresses ----------------------------------------------------------------------------------

beyond('address_requests', 'two are open, the third is refused, and served when one was answered', async () => {
	const api = await start([LOCAL, ...NO_RATES, '--address-requests', '3']);
	const { id, version } = await api.begun();
	const agent = agentOf(8);
	const polls = [0, 1, 2].map(() => api.get(`/v1/sessions/${id}?after=${version}&wait_s=2`, { agent }));
	let fourth;
	await until(async () => (fourth = await api.session(id)).status === 429, 'three to wait');
	assertRefused(fourth, 'address_requests');
	await Promise.all(polls);
	assert.equal((await api.session(id)).status, 200);
	agent.destroy();
});

beyond('address_connections', 'one more connection of an address is closed, and one is let in when another has gone', async () => {
	const api = await start([LOCAL, ...NO_RATES, '--address-connections', '40']);
	await api.get('/livez'); // those of the start stay open
	const sockets = [];
	let closed = 0;
	for (let opened = 0; opened < 60; opened++) {
		const socket = net.connect(api.daemon.port, '127.0.0.1');
		socket.on('error', () => {});
		socket.once('close', () => { closed++; });
		sockets.push(socket);
	}
	await until(() => closed >= 20, 'twenty to be closed');
	assert.ok(closed <= 40, `${closed} of 60 were closed`);
	sockets.forEach((socket) => socket.destroy());
	await until(async () => (await request(`${api.daemon.url}/livez`, { agent: false }).catch(() => ({}))).status === 200, 'a free place');
	assert.ok(await count(api, 'address_connections') >= 20);
});

beyond('max_connections', 'as many as the limit are open, one more closes an idle one, and requests are served', async () => {
	const api = await start(['--max-connections', '20', '--header-timeout-s', '300']);
	const used = () => sample(api, 'makker_limit_used', 'max_connections');
	const sockets = [];
	let closed = 0;
	const open = () => {
		const socket = net.connect(api.daemon.port, '127.0.0.1');
		socket.on('error', () => {});
		socket.once('close', () => { closed++; });
		sockets.push(socket);
	};
	for (let opened = await used(); opened < 20; opened++) {
		open();
		await until(async () => (await used()) > opened, 'the connection');
	}
	assert.equal(await count(api, 'max_connections'), 0);
	assert.equal(closed, 0);
	open();
	await until(() => closed === 1, 'one to be closed');
	assert.equal(await count(api, 'max_connections'), 1);
	assert.equal(await used(), 20);
	assert.equal((await api.get('/livez')).status, 200);
	sockets.forEach((socket) => socket.destroy());
});

/** Sends the header and the first byte of a body of `bytes`, and keeps the rest. */
function halfBody(api, bytes) {
	const socket = net.connect(api.daemon.port, '127.0.0.1');
	socket.on('error', () => {});
	socket.write(`POST /v1/sessions HTTP/1.1\r\nHost: localhost\r\nContent-Type: application/json\r\nContent-Length: ${bytes}\r\n\r\n{`);
	return socket;
}

for (const [name, args] of [
	['address_body_bytes', [LOCAL, ...NO_RATES, '--body-timeout-s', '300', '--address-body-bytes', '120000']],
	['body_bytes', ['--body-timeout-s', '300', '--body-bytes', '120000']],
]) {
	beyond(name, 'a body beyond the limit is rejected, and received when another has ended', async () => {
		const api = await start(args);
		const body = `{"game":"klondike"${' '.repeat(20_000)}}`;
		let held = [];
		let answer;
		const post = async () => (answer = await api.send('POST', '/v1/sessions', { text: body, headers: { 'content-type': 'application/json' } }));
		for (let tries = 0; tries < 20 && answer?.status !== rows.get(name).http; tries++) {
			held.forEach((socket) => socket.destroy());
			held = [halfBody(api, 55_000), halfBody(api, 55_000)];
			await sleep(200);
			await post();
		}
		assertRefused(answer, name);
		held.forEach((socket) => socket.destroy());
		await until(async () => (await post()).status === 201, 'room again');
		assert.ok(await count(api, name) >= 1);
	});
}

beyond('address_rejections', 'malformed requests beyond the rate get Retry-After', async () => {
	const api = await start([LOCAL, ...NO_RATES, '--address-rejections', '1']);
	const seen = new Map();
	for (let sent = 0; sent < 40 && !seen.has(429); sent++) {
		const { status, text } = await api.get('/livez', { headers: { 'x-a': '\u0001' } }).catch(() => raw(api));
		seen.set(status, text);
	}
	assert.ok(seen.has(400) && seen.has(429), [...seen.keys()].join());
	assert.equal(JSON.parse(seen.get(429)).code, rows.get('address_rejections').code);
	assert.ok(await count(api, 'address_rejections') >= 1);
	assert.equal((await api.get('/livez')).status, 200);
});

beyond('rate_limit_per_address', 'malformed requests beyond the rate of all requests get no response', async () => {
	const api = await start([LOCAL, '--rate-limit-per-session', '0', '--rate-limit-per-address', '4', '--address-rejections', '1']);
	const seen = [];
	while (seen.length < 60 && seen.at(-1)?.text !== '') {
		seen.push(await raw(api));
	}
	const [codes, last] = [seen.slice(0, -1).map(({ text }) => JSON.parse(text).code), seen.at(-1)];
	const first = codes.indexOf('too_many_rejections');
	assert.ok(first >= 4 && codes.slice(0, first).every((code) => code === 'invalid_request'), codes.join());
	assert.equal(last.text, '');
});

/** A request with two Host headers: {status, text}. */
function raw(api) {
	return new Promise((resolve) => {
		const socket = net.connect(api.daemon.port, '127.0.0.1');
		let all = '';
		socket.on('data', (bytes) => { all += bytes; });
		socket.on('close', () => resolve({ status: Number(all.slice(9, 12)), text: all.slice(all.indexOf('\r\n\r\n') + 4) }));
		socket.on('error', () => {});
		socket.end('GET /livez HTTP/1.1\r\nHost: a\r\nHost: b\r\nConnection: close\r\n\r\n');
	});
}

beyond(['rate_limit_per_address', 'rate_limit_per_session'], 'a flood is refused and counted', async () => {
	for (const name of ['rate_limit_per_address', 'rate_limit_per_session']) {
		const api = await start([LOCAL, ...NO_RATES, `--${name.replaceAll('_', '-')}`, '1']);
		const made = name === 'rate_limit_per_session' ? await api.begun() : { id: '0'.repeat(32) };
		const answers = await Promise.all(Array.from({ length: 30 }, () => api.session(made.id)));
		const refused = answers.filter(({ status }) => status === 429);
		assert.ok(refused.length > 0);
		refused.forEach((answer) => assertRefused(answer, name));
		await until(async () => (await api.get('/metrics')).status === 200, 'the rate');
	}
});

/** How many requests for the sessions in turn are let through before the first is refused, and the seconds that it took. */
async function admitted(api, ids) {
	const since = performance.now();
	for (let count = 0; ; count++) {
		const answer = await api.session(ids[count % ids.length]);
		if (answer.status !== 200) {
			assertRefused(answer, 'rate_limit_per_address');
			return { count, seconds: (performance.now() - since) / 1000 };
		}
	}
}

beyond('rate_limit_per_address', 'a session that is read from the store counts as one more request', async () => {
	const [RATE, BURST] = [10, 40];
	for (const [cache, weight] of [['0', 2], ['10', 1]]) {
		const store = temporaryStore(after);
		const first = await start([], { store });
		const ids = [(await first.begun()).id, (await first.begun()).id];
		await first.daemon.stop();
		const api = await start([LOCAL, ...NO_RATES, '--rate-limit-per-address', `${RATE}`, '--session-cache-size', cache], { store });
		await sleep(1000 * BURST / RATE); /* the start has asked, too */
		const before = await count(api, 'rate_limit_per_address');
		const { count: good, seconds } = await admitted(api, ids);
		const loads = weight === 2 ? good : 2;
		// Counting continues while they are requested, and some take a sanitized daemon on a slow machine more than a millisecond.
		assert.ok(good + loads >= 0.75 * BURST, `cache ${cache}: ${good}`);
		assert.ok(good + loads <= BURST + RATE * seconds + 2, `cache ${cache}: ${good} in ${seconds} s`);
		await sleep(1000);
		assert.equal(await count(api, 'rate_limit_per_address') - before, 1);
	}
});

// ---- the store and the log ----------------------------------------------------------------------

beyond('max_queued_writes', 'while the write queue is full writes are rejected and reads are served', async () => {
	const api = await start(['--max-queued-writes', '1'], { store: temporaryStore(after) });
	// The daemon's own writes when it starts count as well.
	let made;
	await until(async () => (made = await api.post('/v1/sessions', { game: 'klondike', strategy: 'heuristic' })).status === 201, 'the first write');
	const { id } = made.body;
	const before = await count(api, 'max_queued_writes');
	const agent = agentOf(32);
	let refused = [];
	// A fast store may have done each write of a burst before the next one.
	for (let bursts = 0; bursts < 20 && refused.length === 0; bursts++) {
		const answers = await Promise.all(Array.from({ length: 64 }, (_, number) => api.patch(id, { name: `name ${number}` }, { agent })));
		refused = answers.filter(({ status }) => status === 503);
	}
	assert.ok(refused.length > 0);
	refused.forEach((answer) => assertRefused(answer, 'max_queued_writes'));
	assert.equal(await count(api, 'max_queued_writes') - before, refused.length);
	await until(async () => (await api.patch(id, { name: 'again' })).status === 200, 'the writes to be done');
	agent.destroy();
});

beyond('log_value', 'a value as long as the limit is logged whole, a longer one is truncated and counted', async () => {
	const api = await start([]);
	const { value } = rows.get('log_value');
	const logged = async (sign, length) => {
		const line = `${sign.repeat(length)} /livez HTTP/1.1\r\nHost: localhost\r\nConnection: close\r\n\r\n`;
		assert.match((await exchange(api.daemon.port, line)).answer, /^HTTP\/1\.1 405 /);
		const method = new RegExp(`method=(${sign}+) `);
		await until(() => method.test(api.daemon.log), 'the line');
		return method.exec(api.daemon.log)[1].length;
	};
	assert.equal(await logged('A', value), value);
	assert.equal(await count(api, 'log_value'), 0);
	assert.equal(await logged('B', value + 1), value);
	assert.equal(await count(api, 'log_value'), 1);
});

beyond('log_lines', 'a flood logs at most the limit of lines a second and the number of suppressed lines', async () => {
	const api = await start(['--log-lines', '5']);
	for (let asked = 0; asked < 200; asked++) {
		await api.get('/livez');
	}
	await until(async () => (await api.get('/livez')) && /lines about requests were suppressed" lines=\d+/.test(api.daemon.log), 'the count');
	const perSecond = new Map();
	for (const [, second] of api.daemon.log.matchAll(/time=(\S{19})\S* level=info msg=request /g)) {
		perSecond.set(second, (perSecond.get(second) ?? 0) + 1);
	}
	// The daemon's seconds begin anywhere in those of the clock.
	assert.ok([...perSecond.values()].every((lines) => lines <= 10), JSON.stringify([...perSecond]));
	assert.ok(await count(api, 'log_lines') > 0);
});

test('client input cannot end a line of the log', async () => {
	const api = await start(['--log-level', 'debug']);
	const { id } = await api.begun();
	await api.get('/v1/sessions/%0alevel=error%20msg=forged');
	await api.patch(id, { name: 'a name' });
	await until(() => api.daemon.log.split('\n').length > 4, 'lines');
	assert.doesNotMatch(api.daemon.log, /^level=error|forged/m);
});

// ---- keys ---------------------------------------------------------------------------------------

beyond(['token_keys', 'token_key_bytes', 'session_keys', 'session_key_bytes', 'keys', 'key_bytes', 'memory_keys', 'memory_key_bytes', 'key_response_bytes'],
	'thousands of keys of one token leave the store within its limits (tests/store/keys_test.c has a test of each)', () => {
		const bench = fileURLToPath(new URL('../bench/keys.mjs', import.meta.url));
		const { status, stdout, stderr } = spawnSync(process.execPath, [bench], {
			encoding: 'utf8', env: { ...process.env, COUNT: '1500', RATIO: '0', ARGS: '--token-keys 200 --token-key-bytes 65536' },
		});
		assert.equal(status, 0, stdout + stderr);
		const { kept_rows: kept, dropped } = JSON.parse(stdout);
		assert.equal(kept, 200);
		assert.ok(dropped >= 1300, stdout);
	});

// ---- fixed limits of a request ------------------------------------------------------------------

// Its connections stay open while the tests above run, one of which keeps this process busy for long.
const fixed = await start(['--idle-timeout-s', '3600']);
const table = await fixed.begun();

/** A table that is so long as compact JSON. */
function tableOf(size) {
	const wide = { groups: [3, 4, 5], turn: 'user', grundy: '' };
	return { ...wide, grundy: 'x'.repeat(size - JSON.stringify(wide).length) };
}

const nested = (depth) => `{"a":${'['.repeat(depth - 1)}${']'.repeat(depth - 1)}}`;

/** A request of `size`, which is rejected as the row says if that is one more than the limit. */
const SIZES = {
	request_body_bytes: (size) => fixed.send('POST', '/v1/sessions', { text: `{"game":"klondike"${' '.repeat(size - 19)}}` }),
	json_depth: (size) => fixed.send('POST', '/v1/sessions', { text: nested(size), headers: { 'content-type': 'application/json' } }),
	json_values: (size) => fixed.send('POST', '/v1/sessions', { text: `{"a":[${'1,'.repeat(size - 3)}1]}`, headers: { 'content-type': 'application/json' } }),
	key_length: (size) => fixed.post('/v1/sessions', { game: 'klondike' }, { headers: { 'idempotency-key': 'k'.repeat(size) } }),
	name_length: (size) => fixed.patch(table.id, { name: 'n'.repeat(size) }),
	camera_length: (size) => fixed.post(`/v1/sessions/${table.id}/snapshots`, { camera: 'c'.repeat(size), frame: 1 }),
	undo_steps: (size) => fixed.undo(table.id, { steps: size }),
	page_length: (size) => fixed.get(`/v1/sessions?limit=${size}`),
	history_length: (size) => fixed.get(`/v1/sessions/${table.id}/history?limit=${size}`),
	wait_seconds: (size) => fixed.get(`/v1/sessions/${table.id}?after=0&wait_s=${size}`),
	think_ms: (size) => fixed.get(`/v1/sessions/${table.id}/advice?budget_ms=${size}`),
	simulated_games: (size) => fixed.post('/v1/simulations', { game: 'klondike', games: size, strategy: 'classic' }),
	headers: (size) => fixed.get('/livez', { headers: Object.fromEntries(Array.from({ length: size - 2 }, (_, number) => [`x-${number}`, '1'])) }),
	table_bytes: (size) => fixed.post('/v1/sessions', { game: 'take-away', table: tableOf(size) }),
	qr_length: (size) => fixed.get(`/s/${table.id}/qr.svg`, { headers: { host: `${'h'.repeat(size - 10)}.localhost` } }),
	header_bytes: (size) => fixed.get('/livez', { headers: { 'x-a': 'a'.repeat(size - 80) } }),
};

for (const [name, send] of Object.entries(SIZES)) {
	beyond(name, 'as much as the limit is read, more is refused', async () => {
		const { value, http, code } = rows.get(name);
		const before = await count(fixed, name);
		const within = await send(value);
		assert.notEqual(within.body?.code === code ? within.status : 0, http, `${name}: ${within.text}`);
		assert.equal(await count(fixed, name), before);
		const more = await send(name === 'header_bytes' ? value + 200 : value + 1);
		assertProblem(more, http, code);
		assert.equal(await count(fixed, name), before + 1);
	});
}

test('qr_length: a public_url as long as the limit is taken, a longer one is not', () => {
	const { value } = rows.get('qr_length');
	const check = (length) => spawnSync(PROGRAM, ['--check', '--store=memory:', `--public-url=https://${'h'.repeat(length - 8)}`]).status;
	assert.equal(check(value), 0);
	assert.equal(check(value + 1), 78);
});

beyond('token_length', 'a token as long as the limit is compared, a longer one is invalid', async () => {
	const api = await start(AUTH);
	const list = (length) => api.get('/v1/sessions', { headers: { authorization: `Bearer ${'t'.repeat(length)}` } });
	const { value, http, code } = rows.get('token_length');
	assert.notEqual((await list(value)).body.code, code);
	assert.equal(await count(api, 'token_length'), 0);
	assertProblem(await list(value + 1), http, code);
	assert.equal(await count(api, 'token_length'), 1);
});

/** Requests of a client with a small buffer that reads nothing; then how many bytes it had been sent. */
const UNREAD = `
import socket, sys, time
client = socket.socket()
client.setsockopt(socket.SOL_SOCKET, socket.SO_RCVBUF, 4096)
client.connect(('127.0.0.1', int(sys.argv[1])))
client.sendall(b'GET /openapi.yaml HTTP/1.1\\r\\nHost: localhost\\r\\n\\r\\n' * 100)
time.sleep(2)
print('full', flush=True)
sys.stdin.readline()
sent = 0
while True:
    try:
        more = client.recv(65536)
    except ConnectionResetError:
        break
    if not more:
        break
    sent += len(more)
print(sent)
`;

beyond('unread_bytes', 'a client that does not read is sent no more', async () => {
	const api = await start([]);
	const { value } = rows.get('unread_bytes');
	const client = spawn('python3', ['-c', UNREAD, String(api.daemon.port)], { stdio: ['pipe', 'pipe', 'inherit'] });
	const printed = readLines(client.stdout);
	assert.equal(await printed(), 'full');
	await api.daemon.kill(); // bytes in the kernel's buffers are delivered nevertheless
	client.stdin.write('\n');
	const sent = Number(await printed());
	assert.ok(sent > 0 && sent <= value + 65_536, `${sent} bytes of 7 MB`);
});

beyond('session_cache_size', 'one more idle session is loaded again when it is requested', async () => {
	const api = await start(['--session-cache-size', '2']);
	const made = [await api.begun(), await api.begun(), await api.begun()];
	const loaded = async () => readMetrics((await api.get('/metrics')).text).get('makker_sessions_cached').samples.get('makker_sessions_cached');
	assert.equal(await loaded(), 2);
	assert.equal(await count(api, 'session_cache_size'), 1);
	for (const { id } of made) {
		assert.equal((await api.session(id)).status, 200);
		assert.equal(await loaded(), 2);
	}
});

beyond('max_pondered_sessions', 'beyond it the tables after the oldest one are dropped, and the newest has its place', async () => {
	const api = await start(['--max-pondered-sessions', '2', '--pondering-ms', '10000']);
	const used = () => sample(api, 'makker_limit_used', 'max_pondered_sessions');
	for (let number = 1; number <= 4; number++) {
		const { id } = await api.create({ strategy: 'search' });
		await api.line(id, SEED_LINE, { query: '?budget_ms=20' });
		assert.equal(await used(), Math.min(number, 2));
		assert.equal(await count(api, 'max_pondered_sessions'), Math.max(number - 2, 0));
	}
});

// ---- one session --------------------------------------------------------------------------------

beyond('max_session_events', 'as many changes as the limit are kept, one more is refused', async () => {
	const api = await start(['--max-session-events', '3']);
	const { id } = await api.create();
	const change = (number) => api.patch(id, { name: `name ${number}` });
	for (let number = 1; number <= 3; number++) {
		assert.equal((await change(number)).body.version, number);
	}
	assertRefused(await change(4), 'max_session_events');
	assert.equal(await count(api, 'max_session_events'), 1);
	const { version, name } = (await api.session(id)).body;
	assert.deepEqual({ version, name }, { version: 3, name: 'name 3' });
});

beyond('max_session_bytes', 'a journal is full when events and the states beside them are as large, also after a restart', async () => {
	const MOST = 65_536;
	const STATE = 8192; // more than any state of this table
	const store = temporaryStore(after);
	const api = await start([...NO_RATES, '--max-session-bytes', String(MOST)], { store });
	const { id } = await api.begun();
	const steps = (count) => api.post(`/v1/sessions/${id}/undo?fields=version`, { steps: count });
	let answer;
	for (let number = 0; (answer = await steps(number % 2 ? -1 : 1)).status === 200; number++) {
		assert.ok(number < 1000, 'no end');
	}
	assertRefused(answer, 'max_session_bytes');
	assert.equal(await count(api, 'max_session_bytes'), 1);
	const before = (await api.session(id)).body;
	await api.daemon.stop();
	const stored = Number(execFileSync('sqlite3', [pathOf(store), 'SELECT sum(length(body) + length(ifnull(state, \'\'))) FROM event'], { encoding: 'utf8' }));
	assert.ok(stored > MOST - STATE && stored <= MOST + STATE, `${stored} bytes`);
	await api.daemon.restart();
	assert.equal((await api.session(id)).body.version, before.version);
	let refused;
	for (let number = 0; (refused = await steps(1)).status === 200 || (answer = await steps(-1)).status === 200; number++) {
		assert.ok(number < 4, 'it has room again'); // the last state is not counted when it is loaded
	}
	assertRefused([refused, answer].find(({ body }) => body.code !== 'nothing_to_undo'), 'max_session_bytes');
});

beyond('max_corrections', 'one is in effect, the second is refused, and made when the first was undone', async () => {
	const api = await start(['--max-corrections', '1']);
	const { id } = await api.begun();
	const correct = (card) => api.correct(id, { position: 4, card });
	const before = (await correct('2C')).body;
	assert.equal(before.version, 2);
	assertRefused(await correct('3C'), 'max_corrections');
	assert.equal(await count(api, 'max_corrections'), 1);
	assert.deepEqual((await api.session(id)).body.table, before.table);
	assert.equal((await api.undo(id, { steps: 1 })).status, 200);
	assert.equal((await correct('3C')).status, 200);
});

beyond('max_queued_changes', 'of many at once some wait, the others are refused, counted, and change nothing', async () => {
	const api = await start([...NO_RATES, '--max-queued-changes', '1'], { store: temporaryStore(after) });
	const { id, version } = await api.begun();
	const agent = agentOf(32);
	const answers = await Promise.all(Array.from({ length: 64 }, (_, number) => api.patch(id, { name: `name ${number}` }, { agent })));
	const refused = answers.filter(({ status }) => status !== 200);
	assert.ok(refused.length > 0);
	refused.forEach((answer) => assertRefused(answer, 'max_queued_changes'));
	assert.equal(await count(api, 'max_queued_changes'), refused.length);
	assert.equal((await api.session(id)).body.version, version + answers.length - refused.length);
	agent.destroy();
});

beyond('cameras', 'frames of as many cameras as the limit are remembered, with one more those of the first are not', async () => {
	const api = await start([]);
	const { value } = rows.get('cameras');
	const { id } = await api.create();
	const send = (camera, card = 'KS') =>
		api.snapshot(id, { ...SEED_JSON, draw_pile: card, camera: `camera ${camera}`, frame: 5 });
	const seenCard = ({ body }) => body.table.draw_pile.cards.at(-1);
	for (let camera = 0; camera < value; camera++) {
		assert.equal((await send(camera)).status, 200);
	}
	assert.equal(seenCard(await send(0, '2C')), 'KS', 'that frame was sent before');
	assert.equal(await count(api, 'cameras'), 0);
	assert.equal((await send(value)).status, 200);
	assert.equal(await count(api, 'cameras'), 1);
	assert.equal(seenCard(await send(0, '2C')), '2C', 'it was forgotten that it was sent');
});

/** A stream of a session's changes whose client reads nothing for now. */
function streamOf(api, id) {
	return new Promise((resolve, reject) => {
		const socket = net.connect(api.daemon.port, '127.0.0.1');
		socket.once('error', reject);
		socket.once('connect', () => {
			socket.pause().on('error', () => {});
			socket.write(`GET /v1/sessions/${id}/events HTTP/1.1\r\nHost: localhost\r\nAccept: text/event-stream\r\n\r\n`);
			resolve(socket);
		});
	});
}

test('subscriber_bytes: queued messages of subscribers that do not read are in the metrics, until they read or disconnect', async () => {
	const api = await start(['--search-budget-ms', '0']);
	const used = () => sample(api, 'makker_limit_used', 'subscriber_bytes');
	const { id } = await api.create({ game: 'take-away', strategy: undefined, rules: { groups: Array(64).fill(1000) } });
	const change = async () => {
		assert.equal((await api.move(id, { kind: 'take', group: 0, count: 1 })).status, 200);
	};
	/** Changes of 25 KB each, until as much is queued: bytes in the kernel's buffers are not counted. */
	const changeUntil = async (bytes) => {
		for (let changes = 0; await used() < bytes; changes++) {
			assert.ok(changes < 200, `${await used()} of ${bytes} bytes wait`);
			await change();
		}
	};
	for (const end of [(socket) => socket.resume(), (socket) => socket.destroy()]) {
		assert.equal(await used(), 0);
		const sockets = await Promise.all([streamOf(api, id), streamOf(api, id)]);
		await until(async () => readMetrics((await api.get('/metrics')).text).get('makker_subscribers').samples.get('makker_subscribers') >= 2, 'the subscribers');
		await changeUntil(1);
		const first = await used();
		await changeUntil(first + 50_000);
		end(sockets[0]);
		await until(async () => await used() < first + 50_000, 'the first one');
		assert.ok(await used() > 0, 'the other one still does not read');
		end(sockets[1]);
		await until(async () => await used() === 0, 'the other one');
		sockets.forEach((socket) => socket.destroy());
		await until(async () => readMetrics((await api.get('/metrics')).text).get('makker_subscribers').samples.get('makker_subscribers') === 0, 'their end');
	}
	assert.equal(await count(api, 'subscriber_bytes'), 0);
});

// ---- those that are tested elsewhere ------------------------------------------------------------

// Boundaries that no client can reach exactly, or at all.
const ELSEWHERE = {
	queue_bytes: '../http/stream_test.c',
	address_subscriber_bytes: '../http/stream_test.c',
	subscriber_bytes: '../http/stream_test.c',
	message_bytes: '../ws/refuse_test.c',
	websocket_rate: '../ws/refuse_test.c',
	event_bytes: '../session/change_test.c',
	response_bytes: '../api/call_test.c',
	key_hours: '../store/keys_test.c',
	review_record_bytes: '../session/review_record_test.c',
	corrections_at_once: '../session/beside_test.c',
	store_timeout_s: 'hung_disk.test.mjs',
};

test('every limit has a test', () => {
	const missing = [...rows.keys()].filter((name) => !covered.has(name) && !(name in ELSEWHERE));
	assert.deepEqual(missing, []);
	const stale = Object.keys(ELSEWHERE).filter((name) => !rows.has(name) || covered.has(name));
	assert.deepEqual(stale, []);
});
