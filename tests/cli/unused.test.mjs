// Expired sessions, imported from an old export.

import assert from 'node:assert/strict';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { after, test } from 'node:test';
import { setTimeout as sleep } from 'node:timers/promises';
import { Api } from '../service/api.mjs';
import { Daemon, startDaemon } from '../service/daemon.mjs';
import { FORMS } from '../service/listeners.mjs';
import { makker } from './makker.mjs';

const DAY_MS = 24 * 3600 * 1000;
const folder = mkdtempSync(join(tmpdir(), 'makker-unused-'));
after(() => rmSync(folder, { recursive: true, force: true }));

/** A store with `count` sessions; that of number n was changed n days ago. */
async function aged(name, count) {
	const model = `sqlite:${folder}/${name}-model.db`;
	const daemon = await new Daemon({ store: model }).start();
	await new Api(daemon).begun();
	await daemon.stop();
	const line = JSON.parse((await makker(['export', '--store', model])).stdout);
	const store = `sqlite:${folder}/${name}.db`;
	const lines = Array.from({ length: count }, (_, days) => JSON.stringify({
		...line, id: days.toString(16).padStart(32, '0'),
		created_ms: line.created_ms - 1000 * DAY_MS, updated_ms: line.updated_ms - days * DAY_MS,
	}));
	assert.equal((await makker(['import', '--store', store], { input: lines.join('\n') })).code, 0);
	return store;
}

/** All sessions, by the days since their last change. */
async function ids(api) {
	const all = [];
	for (let next = ''; next !== null;) {
		const { body: page } = await api.get(`/v1/sessions?limit=100${next && `&after=${next}`}`);
		all.push(...page.sessions.map(({ id }) => id));
		next = page.next;
	}
	return all.map((id) => parseInt(id, 16)).sort((one, other) => one - other);
}

async function until(holds) {
	for (const end = Date.now() + 60_000; !(await holds()); await sleep(50)) {
		assert.ok(Date.now() < end, 'it takes too long');
	}
}

test('sessions older than session_ttl_days are deleted, any number of others stays', async () => {
	const api = new Api(await startDaemon(after, { store: await aged('many', 150), args: ['--session-ttl-days', '10'] }));
	await until(async () => (await ids(api)).length <= 10);
	// A session changed exactly ten days ago may be on either side of this moment.
	assert.deepEqual((await ids(api)).slice(0, 10), [0, 1, 2, 3, 4, 5, 6, 7, 8, 9]);
	assert.match(api.daemon.log, /expired sessions deleted/);
	assert.equal((await api.session('f'.padStart(32, '0'))).status, 404);
	assert.equal((await api.session('5'.padStart(32, '0'))).status, 200);
});

test('without session_ttl_days no session is deleted', async () => {
	const api = new Api(await startDaemon(after, { store: await aged('kept', 20) }));
	await sleep(500);
	assert.equal((await ids(api)).length, 20);
});

test('many expired sessions with subscribers do not keep the others', async () => {
	const [oldest, days, followed] = [99, 12, 70];
	const file = join(folder, 'subscribed.conf');
	writeFileSync(file, '');
	const api = new Api(await startDaemon(after, { store: await aged('subscribed', oldest + 1), args: ['--config', file] }));
	const kept = Array.from({ length: followed }, (_, i) => days + 1 + i);
	const subscribers = await Promise.all(kept.map((age) => FORMS.ndjson(api, age.toString(16).padStart(32, '0'))));
	writeFileSync(file, `session_ttl_days = ${days}`);
	api.daemon.child.kill('SIGHUP');
	await until(async () => (await ids(api)).filter((age) => age > days).length === followed);
	assert.deepEqual((await ids(api)).filter((age) => age > days), kept);
	subscribers.forEach((subscriber) => subscriber.close());
});

test('a subscriber keeps an expired session, a read does not', async () => {
	const file = join(folder, 'makkerd.conf');
	writeFileSync(file, '');
	const api = new Api(await startDaemon(after, { store: await aged('followed', 20), args: ['--config', file] }));
	const [followed, looked] = [15, 16].map((days) => days.toString(16).padStart(32, '0'));
	const messages = await FORMS.ndjson(api, followed);
	assert.equal((await api.session(looked)).status, 200);
	writeFileSync(file, 'session_ttl_days = 12');
	api.daemon.child.kill('SIGHUP');
	await until(async () => (await ids(api)).filter((days) => days > 12).length === 1);
	assert.equal((await api.session(looked)).status, 404);
	assert.equal((await api.session(followed)).status, 200);
	assert.equal((await api.patch(followed, { name: 'still here' })).status, 200);
	messages.close();
});
