// One of two daemons behind the shipped Caddy loses its way to the database, which the other one has: its tables go to the other one,
// and come back; one is killed, and is avoided from the first post that it did not answer.

import assert from 'node:assert/strict';
import { after, test } from 'node:test';
import { setTimeout as sleep } from 'node:timers/promises';
import { Cutter } from '../replicas/cutter.mjs';
import { startPostgres } from '../replicas/postgres.mjs';
import { SEED_LINE } from '../service/api.mjs';
import { request } from '../service/client.mjs';
import { Daemon } from '../service/daemon.mjs';
import { freePort } from '../service/free_port.mjs';
import { ask, startProxy } from './proxy.mjs';

const TABLES = 12;
const PATIENCE_MS = 60_000;
const MAX_AWAY_MS = 15_000; // 0.49 s measured

async function until(what, holds) {
	for (const end = Date.now() + PATIENCE_MS; !(await holds()); await sleep(20)) {
		assert.ok(Date.now() < end, `${what} did not come`);
	}
}

test('a proxy avoids a daemon without its database while another one has it', async (t) => {
	const postgres = startPostgres(after, 'fsync=off');
	const store = postgres.database('lone');
	const cutter = await new Cutter(postgres).listen();
	after(() => cutter.close());
	const daemons = await Promise.all([cutter.url('lone'), store].map(async (url) => new Daemon({ store: url,
		args: ['--listen', `127.0.0.1:${await freePort()}`, '--trusted-proxies', '127.0.0.1', '--shutdown-delay-s', '0', '--shutdown-grace-s', '1'] }).start()));
	after(() => Promise.all(daemons.map((daemon) => daemon.finish())));
	const proxy = await startProxy(after, 'caddy', daemons.map(({ port }) => `127.0.0.1:${port}`));
	const post = (id, key) => ask(proxy, `/v1/sessions/${id}/snapshots?budget_ms=0`, { method: 'POST', body: SEED_LINE,
		headers: { 'content-type': 'text/plain', 'idempotency-key': key, 'x-request-id': 'of-the-client' }, from: '127.0.0.2' });
	const ids = [];
	while (ids.length < TABLES) {
		const { text } = await ask(proxy, '/v1/sessions', { method: 'POST', headers: { 'content-type': 'application/json' }, body: '{"game":"klondike"}' });
		ids.push(JSON.parse(text).id);
	}
	for (const id of ids) {
		assert.equal((await post(id, 'first')).status, 200);
	}
	const servedBy = (daemon) => ids.filter((id) => daemon.output.split('\n').some((line) => line.includes('/snapshots') && line.includes(`session=${id}`)));
	const lone = servedBy(daemons[0]);
	assert.ok(lone.length > 0 && lone.length < TABLES, 'each has some tables');

	cutter.others = 1; // nothing passes
	const begin = performance.now();
	let failed = 0;
	let away = 0;
	const isUnready = async () => (await request(`${daemons[0].url}/readyz`)).status === 503;
	await until('a second without a failure', async () => {
		for (const id of lone) {
			const { status, text } = await post(id, `away-${failed}`);
			if (status !== 200) {
				assert.ok([502, 503].includes(status), text);
				failed++;
				away = performance.now() - begin;
			}
		}
		return performance.now() - begin > away + 1000 && isUnready();
	});
	t.diagnostic(`the posts of its tables failed for ${(away / 1000).toFixed(2)} s (${failed} posts)`);
	assert.ok(away < MAX_AWAY_MS);
	for (const id of ids) {
		assert.equal((await ask(proxy, `/v1/sessions/${id}`)).status, 200);
		assert.equal((await post(id, 'second')).status, 200);
	}

	cutter.others = 0;
	await until('its own store', async () => (await request(`${daemons[0].url}/readyz`)).status === 200);
	const before = daemons[0].output.length;
	await until('its tables', async () => {
		assert.equal((await post(lone[0], 'third')).status, 200);
		return daemons[0].output.slice(before).includes(`session=${lone[0]}`);
	});
});

test('without any database the error of the API reaches the client, and is logged with its address', async () => {
	const postgres = startPostgres(after, 'fsync=off');
	const cutter = await new Cutter(postgres).listen();
	after(() => cutter.close());
	postgres.database('away');
	const daemons = await Promise.all([1, 2].map(async () => new Daemon({ store: cutter.url('away'),
		args: ['--listen', `127.0.0.1:${await freePort()}`, '--trusted-proxies', '127.0.0.1', '--shutdown-delay-s', '0', '--shutdown-grace-s', '1'] }).start()));
	after(() => Promise.all(daemons.map((daemon) => daemon.finish())));
	const proxy = await startProxy(after, 'caddy', daemons.map(({ port }) => `127.0.0.1:${port}`));
	cutter.others = 1;
	await until('its end', async () => (await Promise.all(daemons.map(({ url }) => request(`${url}/readyz`)))).every(({ status }) => status === 503));
	await sleep(2000); // three rounds of Caddy's health checks
	const begin = performance.now();
	const answer = await ask(proxy, '/v1/sessions', { method: 'POST', headers: { 'content-type': 'application/json' }, body: '{"game":"klondike"}',
		from: '127.0.0.3' });
	assert.deepEqual([answer.status, JSON.parse(answer.text).code], [503, 'store_unavailable'], answer.text);
	assert.ok(performance.now() - begin < 3000);
	let line;
	await until('the line in the log', () => {
		line = daemons.flatMap(({ output }) => output.split('\n')).find((one) => one.includes('method=POST') && one.includes('status=503'));
		return line !== undefined;
	});
	assert.match(line, /client=127\.0\.0\.3/);
	assert.ok(line.includes(`request_id=${answer.headers['x-request-id']}`), line);
	cutter.others = 0;
});

test('a killed daemon is avoided at once, and failed requests get an error in the form of the API', async (t) => {
	const daemons = await Promise.all([1, 2].map(async () => new Daemon({ args: ['--listen', `127.0.0.1:${await freePort()}`] }).start()));
	after(() => Promise.all(daemons.map((daemon) => daemon.finish())));
	const proxy = await startProxy(after, 'caddy', daemons.map(({ port }) => `127.0.0.1:${port}`));
	const create = () => ask(proxy, '/v1/sessions', { method: 'POST', headers: { 'content-type': 'application/json' }, body: '{"game":"klondike"}' });
	await sleep(1500); // Caddy has seen both

	await daemons[0].kill();
	const begin = performance.now();
	const failed = [];
	let posts = 0;
	for (; performance.now() - begin < 1000; posts++) {
		const answer = await create();
		if (answer.status !== 201) {
			failed.push(answer);
		}
	}
	t.diagnostic(`${failed.length} of ${posts} posts failed`);
	for (const { status, headers, text } of failed) {
		assert.deepEqual([status, headers['retry-after'], text && JSON.parse(text).code], [502, '1', 'unreachable'], text);
	}
	assert.ok(posts > 20 && failed.length <= 2, `${failed.length} of ${posts} posts failed`); // 53 of 242, each with an empty body, before
	const id = JSON.parse((await create()).text).id;
	assert.equal((await ask(proxy, `/v1/sessions/${id}`)).status, 200);
});
