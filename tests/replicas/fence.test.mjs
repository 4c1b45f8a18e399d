// A newer makkerd changes the schema of the database while this one runs: from then on this one writes nothing, and reports why.

import assert from 'node:assert/strict';
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { after, test } from 'node:test';
import { setTimeout as sleep } from 'node:timers/promises';
import { Api, assertProblem } from '../service/api.mjs';
import { startDaemon } from '../service/daemon.mjs';
import { readLines } from '../service/lines.mjs';
import { until } from '../service/runs.mjs';
import { startPostgres } from './postgres.mjs';

const NEWER = 'a newer makkerd has changed the schema of the database';
const CLIENTS = 8;
const SOON_MS = 1000; // within which it stops writing, or reports it

const postgres = startPostgres(after);
const daemon = await startDaemon(after, { store: postgres.database('fence') });
const api = new Api(daemon);
const sessions = await Promise.all(Array.from({ length: CLIENTS }, () => api.create()));
const sql = (text) => postgres.sql(text, 'fence');
const version = Number(sql('SELECT version FROM makker.schema'));
const events = () => Number(sql('SELECT count(*) FROM makker.event'));

/** A migration in a transaction of its own, which `commit` ends. */
async function migration() {
	const psql = spawn('psql', ['-X', '-q', '-A', '-t', postgres.url('fence')], { stdio: ['pipe', 'pipe', 'inherit'] });
	psql.stdin.write('BEGIN; LOCK TABLE makker.schema IN ACCESS EXCLUSIVE MODE; UPDATE makker.schema SET version = version + 1; SELECT 1;\n');
	const printed = readLines(psql.stdout);
	assert.equal(await printed(), '1');
	return async () => {
		psql.stdin.write('COMMIT; SELECT count(*) FROM makker.event;\n');
		const counted = await printed();
		psql.stdin.end();
		await once(psql, 'exit');
		return Number(counted);
	};
}

/** Clients that rename continuously until `over`; returns the responses of each. */
function play(over) {
	const answers = [];
	const ended = Promise.all(sessions.map(async ({ id }, client) => {
		for (let i = 0; !over(); i++) {
			const { status } = await api.patch(id, { name: `${client} ${i}` });
			answers.push(status);
		}
	}));
	return { answers, ended };
}

async function comesBack() {
	sql(`UPDATE makker.schema SET version = ${version}`);
	await until(async () => (await api.get('/readyz')).status === 200, 'the end of the fence');
	assert.equal((await api.patch(sessions[0].id, { name: 'back' })).status, 200);
}

test('no change is written after a migration, whatever was pending', async () => {
	for (let round = 0; round < 5; round++) {
		let over = false;
		const { answers, ended } = play(() => over);
		await sleep(100 + 40 * round);
		const commit = await migration();
		const counted = await commit();
		const since = Date.now();
		await until(() => answers.at(-1) === 503, 'a refusal');
		assert.ok(Date.now() - since < SOON_MS, `after ${Date.now() - since} ms`);
		await sleep(200);
		over = true;
		await ended;
		assert.equal(events(), counted);
		assert.deepEqual(new Set(answers), new Set([200, 503]));
		await comesBack();
	}
});

test('the reason is in the responses, in /readyz and once in the log', async () => {
	const from = daemon.log.length;
	sql(`UPDATE makker.schema SET version = ${version + 1}`);
	assertProblem(await api.patch(sessions[0].id, { name: 'refused' }), 503, 'store_unavailable');
	const readyz = await api.get('/readyz');
	assert.equal(readyz.status, 503);
	assert.match(readyz.text, new RegExp(NEWER));
	await sleep(2500); // some more tries
	const lines = daemon.log.slice(from).split('\n').filter((line) => line.includes('store status') && line.includes(NEWER));
	assert.equal(lines.length, 1, lines.join('\n'));
	assert.equal((await api.session(sessions[0].id)).status, 200); // cached sessions can be read
	await comesBack();
});

test('a daemon without writes becomes not ready, too', async () => {
	sql(`UPDATE makker.schema SET version = ${version + 1}`);
	await until(async () => (await api.get('/readyz')).status === 503, 'the next check');
	await comesBack();
});
