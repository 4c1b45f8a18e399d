// Operation of the daemon: health, metrics, the log, the contract, the shutdown.

import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import net from 'node:net';
import { after, test } from 'node:test';
import { setTimeout as sleep } from 'node:timers/promises';
import { Api, SEED_LINE } from './api.mjs';
import { Daemon, startDaemon, temporaryStore } from './daemon.mjs';
import { FORMS } from './listeners.mjs';
import { readMetrics } from './metrics.mjs';
import { until } from './runs.mjs';

const api = new Api(await startDaemon(after));
const metrics = async () => readMetrics((await api.get('/metrics')).text);

test('the daemon is alive and ready', async () => {
	for (const path of ['/livez', '/readyz']) {
		assert.deepEqual((await api.get(path)).body, { status: 'ok' });
		assert.equal((await api.get(path, { headers: { accept: 'text/plain' } })).text, 'ok\n');
	}
});

test('the daemon serves the contract as it is published', async () => {
	const { text } = await api.get('/openapi.yaml');
	assert.equal(text, readFileSync(new URL('../../openapi.yaml', import.meta.url), 'utf8'));
});

// ---- Figures ------------------------------------------------------------------------------------

test('the metrics are well-formed: each family has help and a type, and is unique', async () => {
	const figures = await metrics();
	assert.ok(figures.size > 5);
	for (const [name, { help, type, samples }] of figures) {
		assert.match(name, /^(makker|process)_[a-z_]+$/);
		assert.ok(help, `${name} has no help`);
		assert.ok(['counter', 'gauge', 'histogram'].includes(type), `${name} is a ${type}`);
		assert.ok(type !== 'counter' || name.endsWith('_total'), `the counter ${name}`);
		assert.ok(samples.size > 0, `${name} has no sample`);
	}
});

test('histograms have cumulative buckets, a sum and a count', async () => {
	await api.begun();
	const histograms = [...(await metrics())].filter(([, { type }]) => type === 'histogram');
	assert.ok(histograms.length > 0);
	for (const [name, { samples }] of histograms) {
		const rows = [...samples].filter(([key]) => key.startsWith(`${name}_bucket`));
		const groups = new Map();
		for (const [key, value] of rows) {
			const others = key.replace(/,?le="[^"]*"/, '');
			groups.set(others, [...(groups.get(others) ?? []), value]);
		}
		for (const [others, values] of groups) {
			assert.deepEqual(values, [...values].sort((a, b) => a - b), others);
			const count = samples.get(others.replace('_bucket', '_count').replace('{}', ''));
			assert.equal(values.at(-1), count, `${others}: +Inf is not the count`);
		}
	}
});

test('events are counted', async () => {
	const total = (figures, pattern) => [...figures.values()].flatMap(({ samples }) => [...samples])
		.filter(([key]) => pattern.test(key)).reduce((sum, [, value]) => sum + value, 0);
	const before = await metrics();
	const { id } = await api.begun();
	await api.line(id, SEED_LINE.replace('8D', '8H'));
	await api.line(id, 'nonsense');
	const now = await metrics();
	const grown = (pattern) => total(now, pattern) - total(before, pattern);
	assert.equal(grown(/^makker_snapshots_total\{.*first/), 1);
	assert.equal(grown(/^makker_snapshots_total\{.*contradiction/), 1);
	assert.ok(grown(/^makker_http_requests_total\{.*"400"/) >= 1);
	assert.ok(grown(/^makker_http_requests_total\{.*"409"/) >= 1);
	assert.ok(grown(/^makker_http_requests_total\{/) >= 4);
	await api.get(`/v1/sessions/${id}/advice?strategy=search&budget_ms=5`);
	assert.equal(total(await metrics(), /^makker_searches_started_total/) - total(before, /^makker_searches_started_total/), 1);
	assert.equal(total(await metrics(), /^makker_searches_active/), 0);
	const searched = (name) => total(later, new RegExp(`^makker_${name}\\{game="klondike",strategy="search"\\}`))
		- total(before, new RegExp(`^makker_${name}\\{game="klondike",strategy="search"\\}`));
	const later = await metrics();
	assert.equal(searched('searches_completed_total'), 1);
	assert.ok(searched('search_nodes_total') > 0);
	assert.ok(searched('search_seconds_total') > 0);
});

test('the metrics have the busy time of the event loop', async () => {
	const of = async (name) => (await metrics()).get(`makker_event_loop_${name}`).samples;
	const turns = async () => (await of('busy_seconds')).get('makker_event_loop_busy_seconds_count');
	const before = await turns();
	await api.get('/livez');
	assert.ok(await turns() > before);
	const longest = (await of('max_busy_seconds')).get('makker_event_loop_max_busy_seconds');
	assert.ok(longest > 0 && longest < 600, `${longest} s`);
});

test('commits are timed', async () => {
	const kept = new Api(await startDaemon(after, { store: temporaryStore(after) }));
	await kept.begun();
	const figures = readMetrics((await kept.get('/metrics')).text);
	const durations = figures.get('makker_store_commit_duration_seconds').samples;
	assert.equal(durations.get('makker_store_commit_duration_seconds_count'),
		figures.get('makker_store_commits_total').samples.get('makker_store_commits_total'));
	assert.ok(durations.get('makker_store_commit_duration_seconds_sum') > 0);
});

test('labels come from the routes, never from client input', async () => {
	await api.get('/v1/sessions/some-secret');
	await api.get('/some-other-path');
	const { text } = await api.get('/metrics');
	assert.ok(!/some-secret|some-other-path/.test(text));
});

test('subscribers are counted as they connect and disconnect', async () => {
	const { id } = await api.begun();
	const listening = async () => (await metrics()).get('makker_subscribers').samples.get('makker_subscribers');
	const before = await listening();
	const joined = await Promise.all(Object.values(FORMS).map((listen) => listen(api, id)));
	assert.equal(await listening(), before + joined.length);
	joined.forEach((messages) => messages.close());
	await until(async () => (await listening()) === before, 'leaving');
});

// ---- The log ------------------------------------------------------------------------------------

/** Waits until an answer's request, and with it all before it, is in the log: the line may be on its way. */
const logged = ({ 'x-request-id': id }) => until(() => api.daemon.output.includes(id), 'its line in the log');

test('every request is a line of the log with its id', async () => {
	const { headers } = await api.get('/v1/games');
	const id = headers['x-request-id'];
	await logged(headers);
	const lines = api.daemon.output.split('\n').filter((line) => line.includes(id));
	assert.equal(lines.length, 1, lines.join('\n'));
	assert.match(lines[0], /200/);
	assert.match(lines[0], /\/v1\/games/);
});

test('a line end in client input does not forge a line of the log', async () => {
	await api.get('/v1/sessions/x%0aforged=1');
	const { headers } = await api.get('/nowhere%0d%0aforged=2');
	await logged(headers);
	assert.ok(!/^forged/m.test(api.daemon.output));
});

// ---- Quiet streams ------------------------------------------------------------------------------

test('a quiet stream carries pings', async () => {
	const daemon = await startDaemon(after, { args: ['--ping-interval-s', '1'] });
	const quiet = new Api(daemon);
	const { id } = await quiet.begun();
	const joined = await Promise.all(Object.values(FORMS).map((listen) => listen(quiet, id)));
	await Promise.all(joined.map((messages) => messages.until(() => messages.pings > 1, 'pings')));
	joined.forEach((messages) => messages.close());
});

// ---- The stop -----------------------------------------------------------------------------------

/** A shutdown that waited for a client would take ten minutes, longer than any test. */
const PATIENT = ['--shutdown-grace-s', '600'];

const subscribersAre = (of, count) => until(async () =>
	readMetrics((await of.get('/metrics')).text).get('makker_subscribers').samples.get('makker_subscribers') === count, `${count} subscribers`);

test('a shutdown answers waiting requests, notifies subscribers, and exits with 0', async () => {
	const store = temporaryStore(after);
	const stopping = new Api(await new Daemon({ store, args: PATIENT }).start());
	const session = await stopping.begun();
	const { id } = session;
	const waiting = stopping.session(id, '?after=1&wait_s=60');
	const joined = await Promise.all(Object.entries(FORMS).map(async ([form, listen]) =>
		[form, await listen(stopping, id)]));
	await subscribersAre(stopping, 1 + joined.length);
	const posts = Array.from({ length: 8 }, (_, count) => stopping.patch(id, { name: `name ${count}` }));
	const posting = Promise.allSettled(posts); // requests that the daemon has not read when it stops get no response, and must not be applied
	await Promise.race(posts);
	stopping.daemon.child.kill('SIGTERM');
	const answer = await waiting;
	assert.ok([200, 503].includes(answer.status), answer.text);
	for (const [form, messages] of joined) {
		await messages.until(() => messages.over, `the end of ${form}`);
		if (form === 'websocket') {
			assert.equal(messages.ending, 1001);
		}
	}
	const accepted = (await posting).filter(({ value }) => value?.status === 200).length;
	await stopping.daemon.stopped();
	await stopping.daemon.restart();
	assert.equal((await stopping.session(id)).body.version, 1 + accepted);
	await stopping.daemon.stop();
});

test('a shutdown does not wait for idle connections', async () => {
	const idle = await new Daemon({ args: PATIENT }).start();
	const sockets = Array.from({ length: 5 }, () => net.connect(idle.port, '127.0.0.1'));
	sockets.forEach((socket) => socket.on('error', () => {}));
	sockets[0].write('GET /livez HTTP/1.1\r\nHost: localhost\r\n\r\n');
	sockets[1].write('GET /livez HTTP/1.1\r\nHo');
	sockets[2].write('POST /v1/sessions HTTP/1.1\r\nHost: localhost\r\nContent-Length: 100\r\n\r\n{"ga');
	await sleep(50);
	await idle.stop();
	sockets.forEach((socket) => socket.destroy());
});

test('a shutdown does not wait for an answered client that stays connected', async () => {
	const stopping = new Api(await new Daemon({ args: PATIENT }).start());
	const { id } = await stopping.begun();
	const socket = net.connect({ port: stopping.daemon.port, host: '127.0.0.1', allowHalfOpen: true });
	let text = '';
	socket.on('data', (bytes) => { text += bytes; });
	const ended = new Promise((resolve) => { socket.on('end', resolve); });
	socket.write(`GET /v1/sessions/${id}?after=1&wait_s=60 HTTP/1.1\r\nHost: localhost\r\n\r\n`);
	await subscribersAre(stopping, 1);
	await stopping.daemon.stop();
	await ended;
	assert.match(text, /^HTTP\/1\.1 200 [^]*\}$/);
	socket.destroy();
});

test('a shutdown does not wait for subscribers that do not disconnect', async () => {
	const stopping = new Api(await new Daemon({ args: PATIENT }).start());
	const { id } = await stopping.begun();
	const sockets = ['text/event-stream', 'application/x-ndjson'].map((accept) => {
		const socket = net.connect({ port: stopping.daemon.port, host: '127.0.0.1', allowHalfOpen: true });
		socket.write(`GET /v1/sessions/${id}/events HTTP/1.1\r\nHost: localhost\r\nAccept: ${accept}\r\n\r\n`);
		return socket;
	});
	const ended = sockets.map((socket) => {
		let text = '';
		socket.on('data', (bytes) => { text += bytes; });
		return new Promise((resolve) => { socket.on('end', () => resolve(text)); });
	});
	await Promise.all(sockets.map((socket) => new Promise((resolve) => { socket.once('data', resolve); })));
	await stopping.daemon.stop();
	for (const text of await Promise.all(ended)) {
		assert.ok(text.endsWith('\r\n0\r\n\r\n'), 'the stream has no final chunk');
	}
	sockets.forEach((socket) => socket.destroy());
});

test('SIGINT stops the daemon as SIGTERM does', async () => {
	const daemon = await new Daemon().start();
	daemon.child.kill('SIGINT');
	await daemon.stopped();
});

// ---- The store ----------------------------------------------------------------------------------

test('a restart restores every session', async () => {
	const store = temporaryStore(after);
	const kept = new Api(await startDaemon(after, { store }));
	const { id } = await kept.begun({ name: 'køkken', language: 'da' });
	await kept.line(id, 'KS,UU,UU,UU,UU,5S,5H,QC,7H,4C,9D,8D');
	await kept.line(id, 'KS,UU,UU,UU,UU,5S,4C,QC,7H,2H,9D,8D');
	await kept.undo(id, { steps: 1 });
	const { id: waiting } = await kept.create();
	const sessions = async () => Promise.all([id, waiting].map(async (one) => (await kept.session(one)).body));
	const before = await sessions();
	const events = (await kept.history(id)).body;
	await kept.daemon.stop();
	await kept.daemon.restart();
	const elapsed = (session) => ({ ...session, observed: 0, advice: 0 });
	assert.deepEqual((await sessions()).map(elapsed), before.map(elapsed));
	assert.deepEqual((await kept.history(id)).body, events);
	assert.equal((await kept.undo(id, { steps: -1 })).body.table.columns[4].cards[0], '2H');
});

test('a response and its line of the log have the time of each stage in milliseconds', async (t) => {
	const daemon = await startDaemon((end) => t.after(end), { store: temporaryStore((end) => t.after(end)) });
	const own = new Api(daemon);
	const { id } = await own.begun({ game: 'klondike', strategy: 'search' });
	const posted = await own.post(`/v1/sessions/${id}/moves?budget_ms=120`, { kind: 'draw', revealed: '2C' });
	assert.equal(posted.status, 200, posted.text);
	const timing = posted.headers['server-timing'];
	assert.match(timing, /^([a-z]+;dur=\d+\.\d{3})(, [a-z]+;dur=\d+\.\d{3})*$/);
	const spent = Object.fromEntries(timing.split(', ').map((one) => one.split(';dur=')).map(([name, ms]) => [name, Number(ms)]));
	for (const name of Object.keys(spent)) {
		assert.ok(['queue', 'load', 'learn', 'store', 'search', 'write'].includes(name), name);
	}
	assert.ok(spent.store > 0 && spent.search >= 10, timing); // on a busy machine most of the budget may pass while it waits for a thread
	const line = new RegExp(`^.* request_id=${posted.headers['x-request-id']} .*$`, 'm');
	await until(() => line.test(daemon.log), 'its line');
	assert.ok(line.exec(daemon.log)[0].includes(` timing="${timing}"`));
	const ms = Number(/ ms=([\d.]+)/.exec(line.exec(daemon.log)[0])[1]);
	assert.ok(Object.values(spent).reduce((sum, one) => sum + one, 0) <= ms + 0.01, `${timing} of ${ms} ms`);
});

test('the time of a search is that of stage search, the time of a creation that of stage store', async (t) => {
	const daemon = await startDaemon((end) => t.after(end), { store: temporaryStore((end) => t.after(end)) });
	const own = new Api(daemon);
	const made = await own.post('/v1/sessions', { game: 'klondike', strategy: 'search' });
	const { id } = made.body;
	assert.match(made.headers['server-timing'] ?? 'store;dur=1', /store;dur=/); // left out of a fast answer
	assert.equal((await own.send('POST', `/v1/sessions/${id}/snapshots?budget_ms=0`, { text: SEED_LINE })).status, 200);
	const { headers } = await own.get(`/v1/sessions/${id}/advice?budget_ms=200`);
	const spent = (name) => Number(new RegExp(`${name};dur=([\\d.]+)`).exec(headers['server-timing'])?.[1] ?? 0);
	assert.ok(spent('search') >= 100 && spent('write') < spent('search'), headers['server-timing']);
	const line = new RegExp(`^.*msg=request request_id=${made.headers['x-request-id']} .*$`, 'm');
	await until(() => line.test(daemon.log), 'its line');
	assert.match(line.exec(daemon.log)[0], new RegExp(` session=${id}( |$)`));
});
