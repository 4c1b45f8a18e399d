// makker export of a PostgreSQL store beside a daemon that serves it: each session as it was at one moment.

import assert from 'node:assert/strict';
import { execFileSync } from 'node:child_process';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { after, test } from 'node:test';
import { fileURLToPath } from 'node:url';
import { Api, SEED_LINE } from '../service/api.mjs';
import { startDaemon } from '../service/daemon.mjs';
import { makker } from './makker.mjs';

const SERVER = fileURLToPath(new URL('../postgres/server', import.meta.url));
const folder = mkdtempSync(join(tmpdir(), 'makker-export-'));
const server = (...args) => execFileSync(SERVER, args, { encoding: 'utf8' }).trim();
server('start', folder, 'fsync=off');
after(() => {
	server('stop', folder, 'immediate');
	rmSync(folder, { recursive: true, force: true });
});
const store = server('url', folder);
const api = new Api(await startDaemon(after, { store }));

const linesOf = (text) => text.split('\n').slice(0, -1).map((line) => JSON.parse(line));

/** Sessions with some events each. */
async function begun(count) {
	const all = [];
	for (let i = 0; i < count; i++) {
		all.push((await api.begun()).id);
	}
	return all;
}

test('sessions that change during the export are consistent: the number of events is the version', async () => {
	const ids = await begun(30);
	let busy = true, changes = 0;
	const writers = ids.slice(0, 8).map(async (id) => {
		for (let i = 0; busy && i < 400; i++, changes++) {
			const { status, text } = await api.post(`/v1/sessions/${id}/undo`, { steps: i % 2 ? -1 : 1 });
			assert.equal(status, 200, text);
		}
	});
	let versions = 0;
	for (let round = 0; round < 3; round++) {
		const { code, stdout, stderr } = await makker(['export', '--store', store]);
		assert.equal(code, 0, stderr);
		const lines = linesOf(stdout);
		assert.equal(lines.length, ids.length);
		for (const { id, version, events } of lines) {
			assert.equal(events.length, version, id);
			versions = Math.max(versions, version);
		}
		const copy = `sqlite:${folder}/copy-${round}.db`;
		const put = await makker(['import', '--store', copy], { input: stdout });
		assert.equal(put.code, 0, put.stderr);
		const checked = await makker(['check', '--store', copy]);
		assert.equal(checked.code, 0, checked.stdout + checked.stderr);
	}
	busy = false;
	await Promise.all(writers);
	assert.ok(changes > 8 && versions > 2, `${changes} changes, version ${versions}: nothing happened meanwhile`);
});

test('a session deleted during the export is omitted without an error; a missing named one is an error', async () => {
	const ids = await begun(300);
	const exporting = makker(['export', '--store', store]);
	for (const id of ids) { // the oldest first: the export comes to them last
		assert.equal((await api.remove(id)).status, 204);
	}
	const { code, stdout, stderr } = await exporting;
	assert.equal(stderr, '');
	assert.equal(code, 0);
	assert.ok(linesOf(stdout).length < 330, 'nothing was deleted before it was read');
	const gone = await makker(['export', '--store', store, ids[0]]);
	assert.equal(gone.code, 1);
	assert.match(gone.stderr, /session not found/);
});

test('a SQLite store in use by a daemon is rejected', async () => {
	const used = `sqlite:${folder}/used.db`;
	await startDaemon(after, { store: used });
	const { code, stderr } = await makker(['export', '--store', used]);
	assert.equal(code, 1);
	assert.match(stderr, /is used by another makkerd/);
});
