// Several daemons delete expired tables (session_ttl_days): each is deleted once, and none that was
// changed in the last moment, wherever.

import assert from 'node:assert/strict';
import { after, test } from 'node:test';
import { setTimeout as sleep } from 'node:timers/promises';
import { Api } from '../service/api.mjs';
import { startCluster } from './cluster.mjs';
import { startPostgres } from './postgres.mjs';

const OLD = 150;
const CHANGED = 20;
const PATIENCE_MS = 60_000;
const DAY_MS = 24 * 3600 * 1000;
const postgres = startPostgres(after, 'fsync=off');

test(`three daemons delete ${OLD} expired tables while ${CHANGED} of them are changed`, async (t) => {
	const cluster = await startCluster(t.after.bind(t),
		{ store: postgres.database('expiry'), size: 3, args: ['--session-ttl-days', '30'] });
	const apis = cluster.daemons.map((daemon) => new Api(daemon));
	const names = { game: 'take-away' };
	const sql = (text) => postgres.sql(text, 'expiry');
	const old = await Promise.all(Array.from({ length: OLD }, async (_, i) => (await apis[i % 3].post('/v1/sessions', names)).body.id));
	const { body: { id: young } } = await apis[0].post('/v1/sessions', names);
	sql(`UPDATE makker.session SET created_ms = created_ms - 40 * ${DAY_MS}::bigint,`
		+ ` updated_ms = updated_ms - 40 * ${DAY_MS}::bigint WHERE id <> '${young}'`);

	const rename = (id, i) => apis[(i + 1) % 3].send('PATCH', `/v1/sessions/${id}`, { json: { name: 'still wanted' } });
	cluster.daemons.forEach(({ child }) => child.kill('SIGHUP'));
	const renamed = await Promise.all(old.slice(0, CHANGED).map(rename));
	for (const end = Date.now() + PATIENCE_MS;
		sql(`SELECT count(*) FROM makker.session WHERE updated_ms < ${Date.now() - 30 * DAY_MS}`) !== '0'; await sleep(20)) {
		assert.ok(Date.now() < end, 'they are not cleared');
	}
	const wanted = old.slice(0, CHANGED).filter((_, i) => renamed[i].status === 200);
	renamed.forEach(({ status }) => assert.ok(status === 200 || status === 404, `${status}`));
	assert.deepEqual(sql('SELECT id FROM makker.session ORDER BY id').split('\n'), [...wanted, young].sort());
	for (const api of apis) {
		for (const id of [...wanted, young]) {
			assert.equal((await api.session(id)).status, 200);
		}
		assert.equal((await api.session(old.at(-1))).status, 404);
	}
	assert.equal(sql('SELECT sum(sessions) FROM makker.kind'), String(wanted.length + 1));
	t.diagnostic(`${wanted.length} of ${CHANGED} were changed in time`);
});
