// A disk under SQLite that does not respond: every request is answered within store_timeout_s, /readyz reports it, and the
// outcome of a post is known by its idempotency key afterwards.

import assert from 'node:assert/strict';
import { rmSync, writeFileSync } from 'node:fs';
import { after, test } from 'node:test';
import { setTimeout as sleep } from 'node:timers/promises';
import { Api, assertProblem } from './api.mjs';
import { pathOf, startDaemon, temporaryStore } from './daemon.mjs';
import { hungDisk } from './disks.mjs';
import { DRAW, keyed, WISH } from './keys.mjs';

const TIMEOUT_S = 2;
const TICK_MS = 1000; /* how often the daemon looks */
const SLACK_MS = 2000; /* of a busy machine */
const WAIT_MS = 30_000; /* against hanging requests */

async function until(holds, what) {
	for (const end = Date.now() + WAIT_MS; !(await holds()); await sleep(20)) {
		assert.ok(Date.now() < end, `${what} takes too long`);
	}
}

/** The same request once the first one has ended. */
async function again(api, post) {
	let answer;
	await until(async () => (answer = await api.post(...post)).body.code !== 'request_in_progress', 'the first request');
	return answer;
}

test('while no sync returns, posts get 503 in time, reads are served, and each idempotency key has one effect', async () => {
	const store = temporaryStore(after);
	const hung = `${pathOf(store)}.hung`;
	const api = new Api(await startDaemon(after, { store, args: ['--store-timeout-s', String(TIMEOUT_S)], env: hungDisk(hung) }));
	const { id, version } = await api.begun();
	const other = await api.begun();
	const posts = [[`/v1/sessions/${id}/moves`, DRAW, { headers: keyed() }], ['/v1/sessions', { ...WISH, name: 'hung' }, { headers: keyed() }]];
	const poll = api.session(id, `?after=${version}&wait_s=60`);
	writeFileSync(hung, '');
	const since = Date.now();
	const waiting = posts.map((post) => api.post(...post));
	waiting.push(api.patch(other.id, { name: 'one' }), api.patch(other.id, { name: 'behind it' }));
	assert.equal((await api.get('/v1/sessions')).status, 200);
	await until(async () => (await api.get('/readyz')).status === 503, '/readyz');
	assert.ok(Date.now() - since <= TIMEOUT_S * 1000 + SLACK_MS, '/readyz');
	assert.match((await api.get('/readyz')).body.detail, /the disk does not respond/);
	for (const answer of await Promise.all(waiting)) {
		assertProblem(answer, 503, 'store_unavailable');
		assert.ok(Number(answer.headers['retry-after']) >= 1);
		assert.match(answer.body.detail, /unknown whether anything was changed/);
	}
	assert.ok(Date.now() - since <= TIMEOUT_S * 1000 + TICK_MS + SLACK_MS, `after ${Date.now() - since} ms`);
	rmSync(hung);
	await until(async () => (await api.get('/readyz')).status === 200, 'the disk');
	assert.equal((await poll).body.version, version + 1, 'a long poll has waited for the change, not for the disk');
	const [moved, made] = [await again(api, posts[0]), await again(api, posts[1])];
	assert.deepEqual([moved.status, made.status], [200, 201], moved.text + made.text);
	assert.equal(moved.body.version, version + 1);
	assert.equal((await api.session(id)).body.version, version + 1);
	await until(async () => (await api.session(other.id)).body.name === 'behind it', 'the change behind another');
	const { body } = await api.get('/v1/sessions');
	assert.equal(body.sessions.filter(({ name }) => name === 'hung').length, 1);
});
