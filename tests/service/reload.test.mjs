// SIGHUP: the configuration is reloaded while the daemon serves.

import assert from 'node:assert/strict';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import net from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { after, test } from 'node:test';
import { Api } from './api.mjs';
import { startDaemon } from './daemon.mjs';
import { overflow } from './floods.mjs';
import { until } from './runs.mjs';

const folder = mkdtempSync(join(tmpdir(), 'makker-reload-'));
after(() => rmSync(folder, { recursive: true, force: true }));
const file = join(folder, 'makkerd.conf');
const configure = (...lines) => writeFileSync(file, `${lines.join('\n')}\n`);

configure('log_level = info');
const daemon = await startDaemon(after, { args: ['--config', file, '--ping-interval-s', '20'] });
const api = new Api(daemon);

/** Makes the daemon reload it; returns its log until `word`. */
async function reread(word) {
	const from = daemon.log.length;
	const said = () => daemon.log.slice(from);
	daemon.child.kill('SIGHUP');
	await until(() => said().includes(word), `saying '${word}'`);
	return said();
}

/** A request by its id in the log. */
const asked = async () => (await api.get('/livez')).headers['x-request-id'];

/** Waits until a request that is made now is in the log: by then all before it are, if they ever will be. */
async function logsRequests() {
	const id = await asked();
	await until(() => daemon.log.includes(id), 'a line in the log');
}

test('the log level, the default language and the rate limits take effect at once', async () => {
	await logsRequests();
	assert.equal((await api.create()).language, 'en');
	configure('log_level = warn', 'default_language = da', 'rate_limit_local = yes', 'rate_limit_per_session = 1');
	daemon.child.kill('SIGHUP');
	await until(async () => (await api.create()).language === 'da', 'another language');
	const silent = await asked();
	const { id } = await api.create();
	await overflow(() => api.session(id));
	configure('log_level = info');
	await reread('configuration reloaded');
	assert.equal((await api.create()).language, 'en');
	await logsRequests();
	assert.ok(!daemon.log.includes(silent), 'the request during log_level = warn is not logged');
});

test('an invalid configuration is reported with its location, and changes nothing', async () => {
	configure('log_level = info', 'default_language = tlh');
	const said = await reread('configuration reload failed');
	assert.match(said, /makkerd\.conf:2: default_language/);
	assert.equal((await api.create()).language, 'en');
	configure('listen = 0.0.0.0:0');
	assert.equal((await api.get('/livez')).status, 200);
});

test('only options that require a restart are logged as such', async () => {
	configure('session_cache_size = 5', 'search_budget_ms = 10', 'card_confidence = 0.5');
	const said = await reread('option=card_confidence');
	assert.match(said, /option=session_cache_size/);
	assert.doesNotMatch(said, /option=(search_budget_ms|listen|store|ping_interval_s)/);
});

test('repeated reloads do not interrupt serving', async () => {
	const asked = Array.from({ length: 50 }, async (_, count) => {
		configure(`default_language = ${count % 2 ? 'da' : 'de'}`, 'default_strategy = heuristic', `rate_limit_per_session = ${count + 1}`);
		daemon.child.kill('SIGHUP');
		return (await api.create({ strategy: undefined })).strategy;
	});
	for (const strategy of await Promise.all(asked)) {
		assert.ok(['search', 'heuristic'].includes(strategy));
	}
	assert.equal((await api.get('/readyz')).status, 200);
});

test('rate_limit_local holds for connections, too', async () => {
	configure('rate_limit_local = yes', 'address_connections = 20');
	await reread('configuration reloaded');
	const sockets = Array.from({ length: 40 }, () => net.connect(daemon.port, '127.0.0.1'));
	let closed = 0;
	sockets.forEach((socket) => socket.on('error', () => {}).once('close', () => { closed++; }));
	await until(() => closed >= 20, 'twenty to be closed');
	sockets.forEach((socket) => socket.destroy());
	configure('rate_limit_local = no', 'address_connections = 20');
	let metrics;
	await until(async () => (metrics = await api.get('/metrics').catch(() => ({}))).status === 200, 'a free place');
	const refusals = Number(/^makker_limit_refusals_total\{limit="address_connections"\} (\d+)$/m.exec(metrics.text)[1]);
	assert.ok(refusals >= 20, `${refusals} refusals`);
	await reread('configuration reloaded');
	const more = Array.from({ length: 40 }, () => net.connect(daemon.port, '127.0.0.1'));
	await Promise.all(more.map((socket) => new Promise((resolve, reject) => {
		socket.once('data', (bytes) => (String(bytes).startsWith('HTTP/1.1 200') ? resolve() : reject(new Error(`${bytes}`))));
		socket.once('error', reject).once('close', () => reject(new Error('closed')));
		socket.write('GET /livez HTTP/1.1\r\nHost: localhost\r\n\r\n');
	})));
	more.forEach((socket) => socket.destroy());
});

test('the administrator token is rotated without a gap', async (t) => {
	const [old, next] = ['the-old-token-of-the-administrator', 'the-next-token-of-the-administrator'];
	const tokens = join(folder, 'admin-token');
	const write = (...lines) => writeFileSync(tokens, lines.map((one) => `${one}\n`).join(''), { mode: 0o600 });
	write(old);
	const guarded = await startDaemon((done) => t.after(done), { args: ['--auth', 'token', '--admin-token-file', tokens] });
	const there = new Api(guarded);
	const status = async (token) => (await there.get('/v1/sessions', { headers: { authorization: `Bearer ${token}` } })).status;
	const reload = async (word = 'configuration reloaded') => {
		const from = guarded.log.length;
		guarded.child.kill('SIGHUP');
		await until(() => guarded.log.slice(from).includes(word), word);
	};
	assert.deepEqual([await status(old), await status(next)], [200, 401]);
	write(old, next);
	await reload();
	assert.deepEqual([await status(old), await status(next)], [200, 200]);
	write(next);
	await reload();
	assert.deepEqual([await status(old), await status(next)], [401, 200]);
	write(next, 'short');
	await reload('configuration reload failed');
	write('');
	await reload('configuration reload failed');
	assert.deepEqual([await status(old), await status(next), await status('')], [401, 200, 401]);
	assert.equal((await there.get('/v1/sessions')).status, 401);
	assert.doesNotMatch(guarded.log, new RegExp(`${old}|${next}|requires restart`));
});
