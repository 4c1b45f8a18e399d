// makker-lab verify-records: recorded games are replayed, and every difference from the record is printed.

import assert from 'node:assert/strict';
import { existsSync, readdirSync } from 'node:fs';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { test } from 'node:test';
import { fileURLToPath } from 'node:url';

import { lab } from '../cli/makker.mjs';

const GOLDEN = fileURLToPath(new URL('../golden/doppelkopf.jsonl', import.meta.url));

async function verify(text) {
	const folder = await mkdtemp(join(tmpdir(), 'makker-records-'));
	const file = join(folder, 'games.jsonl');

	await writeFile(file, text);
	try {
		return await lab(['verify-records', file]);
	} finally {
		await rm(folder, { recursive: true });
	}
}

test('golden cases are replayed without a difference', async () => {
	const { code, stdout } = await lab(['verify-records', GOLDEN]);

	assert.equal(code, 0, stdout);
	assert.match(stdout, /^\d+ games, .* (\d+) cases: 0 differences\n$/);
});

test('a wrong answer is printed with its line, and the exit status is 1', async () => {
	const { code, stdout } = await verify(
		'\n{"q":"re_won","eyes":120,"re":0,"contra":0,"re_all":false,"contra_all":false,"expect":true}\n');

	assert.equal(code, 1);
	assert.match(stdout, /games\.jsonl:2: re does not win, recorded: wins\n/);
	assert.match(stdout, / 1 cases: 1 differences\n$/);
});

test('hands that are no deal are a difference', async () => {
	const { code, stdout } = await verify('{"type":"normal","hands":["CA","CA","CA","CA"]}\n');

	assert.equal(code, 1);
	assert.match(stdout, /:1: these hands are no deal/);
});

test('a line that is not JSON is an error with its place', async () => {
	const { code, stderr } = await verify('{"q":\n');

	assert.equal(code, 1);
	assert.match(stderr, /games\.jsonl:1: /);
});

test('a game without records is refused', async () => {
	const { code, stderr } = await lab(['verify-records', '--game', 'klondike', GOLDEN]);

	assert.equal(code, 2);
	assert.match(stderr, /'klondike' has no recorded games/);
});

// Games of others, where they lie beside the project.
const DATA = process.env.MAKKER_DATA
	? join(process.env.MAKKER_DATA, 'doppelkopf')
	: fileURLToPath(new URL('../../../shared/data/doppelkopf', import.meta.url));

test('no recorded game differs', {
	skip: existsSync(DATA) ? false : 'the recorded games are not here',
}, async (t) => {
	const files = readdirSync(DATA).filter((name) => name.endsWith('.jsonl'));
	const { code, stdout } = await lab(['verify-records', ...files.map((name) => join(DATA, name))]);

	t.diagnostic(stdout.trim().split('\n').at(-1));
	assert.equal(code, 0, stdout);
	assert.match(stdout, / 0 differences\n$/);
	assert.ok(Number(/^(\d+) games/.exec(stdout)[1]) > 900);
});
