// The recorded games (../golden), played through a running daemon by curl, as a shell script would:
// every response must be the recorded one. golden/record.mjs describes the files.

import assert from 'node:assert/strict';
import { execFile } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { after, test } from 'node:test';
import { promisify } from 'node:util';
import { timeless } from './api.mjs';
import { startDaemon } from './daemon.mjs';

const daemon = await startDaemon(after);
const run = promisify(execFile);

function recorded(name) {
	const text = readFileSync(new URL(`../golden/${name}`, import.meta.url), 'utf8');
	return text.trimEnd().split('\n').map((row) => JSON.parse(row));
}

async function curl(body, path) {
	const { stdout } = await run('curl', ['-s', '-d', body, daemon.url + path]);
	return JSON.parse(stdout);
}

/** Posts every line of the game; gives the last session and the true table. */
async function replay([{ fields }, ...rows]) {
	const { truth } = rows.pop();
	const { id } = await curl(JSON.stringify(fields), '/v1/sessions');
	let session;
	for (const { line, answer } of rows) {
		session = await curl(line, `/v1/sessions/${id}/snapshots?typed=true`);
		const observed = { ...answer.observed, unconfirmed: [] };
		assert.deepEqual(timeless(session), { asks: null, ...answer, observed }, `after ${line}`);
	}
	return { session, truth, snapshots: rows.length };
}

/** The daemon's table, without the parts that only the strategy uses. */
function plain({ columns, foundations, draw_pile: { cards, left, removed, shuffles } }) {
	return { columns, foundations, draw_pile: { cards, left, removed, shuffles } };
}

test('a complete recorded game ends in `won`, with every response as recorded', async (t) => {
	const { session, truth, snapshots } = await replay(recorded('won.jsonl'));
	assert.equal(session.status, 'won');
	assert.deepEqual(plain(session.table), truth);
	t.diagnostic(`${snapshots} snapshots by curl`);
});

test('after ten deviations of the player the table is known exactly', async (t) => {
	const rows = recorded('deviating.jsonl');
	const others = rows.filter(({ answer }) => answer?.observed.explanation === 'other_move');
	assert.equal(others.length, 10);
	const { session, truth, snapshots } = await replay(rows);
	assert.deepEqual(plain(session.table), truth);
	t.diagnostic(`${snapshots} snapshots by curl`);
});
