// The metrics of PostgreSQL: unavailable while it is unreachable, an error for each rejected change, none for an
// attempt that was repeated with success.

import assert from 'node:assert/strict';
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { after, test } from 'node:test';
import { Api } from '../service/api.mjs';
import { startDaemon } from '../service/daemon.mjs';
import { until } from '../service/runs.mjs';
import { startPostgres } from './postgres.mjs';

const postgres = startPostgres(after);
const api = new Api(await startDaemon(after, { store: postgres.database('figures') }));
const { id } = await api.begun({ game: 'klondike' });

async function figure(name) {
	const { text } = await api.get('/metrics');
	return Number(new RegExp(`^${name} (\\d+)$`, 'm').exec(text)?.[1]);
}
const failures = () => figure('makker_store_failed_appends_total');
const rename = (name) => api.patch(id, { name });

test('a failed attempt with a successful retry is no error', async () => {
	const before = await failures();
	const locker = spawn('psql', ['-X', '-q', postgres.url('figures')], { stdio: ['pipe', 'pipe', 'inherit'] });
	locker.stdin.write('BEGIN; LOCK TABLE makker.session IN ACCESS EXCLUSIVE MODE; SELECT 1;\n');
	await once(locker.stdout, 'data');
	const renamed = rename('slow');
	const blocked = "FROM pg_stat_activity WHERE wait_event_type = 'Lock'";
	await until(() => postgres.sql(`SELECT count(*) ${blocked}`) !== '0', 'the lock');
	postgres.sql(`SELECT pg_terminate_backend(pid) ${blocked}`);
	locker.stdin.end('ROLLBACK;\n');
	await once(locker, 'exit');
	assert.equal((await renamed).status, 200);
	assert.equal(await failures(), before);
	assert.equal(await figure('makker_store_available'), 1);
});

test('while PostgreSQL is unreachable the store is unavailable, and each rejected change is an error', async () => {
	const before = await failures();
	postgres.crash();
	let refused = 0;
	await until(async () => {
		refused += (await rename('away')).status === 503;
		return refused >= 3 && await figure('makker_store_available') === 0;
	}, 'the figure');
	assert.ok(await failures() >= before + 3, `${await failures()} after ${before}`);
	postgres.start();
	await until(async () => await figure('makker_store_available') === 1, 'the end');
	assert.equal((await rename('back')).status, 200);
});
