// The last file: checks that all others together covered the whole contract. It needs their records, so it
// is meaningful only when the whole folder is run.

import assert from 'node:assert/strict';
import { existsSync, readdirSync, readFileSync, rmSync } from 'node:fs';
import { basename, join } from 'node:path';
import { test } from 'node:test';
import { setTimeout as sleep } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';
import { documented, records } from './contract.mjs';

process.on('exit', () => rmSync(records, { recursive: true, force: true }));

const SELF = fileURLToPath(import.meta.url);
const FILES = readdirSync(new URL('.', import.meta.url))
	.filter((name) => name.endsWith('.test.mjs') && name !== basename(SELF));

// In tenths of a second: how long a file may take to begin, and to end.
const GRACE = 300;
const PATIENCE = 6000;

/** With several processes this file may run before the others have ended; returns those that have not. */
async function laggards() {
	const open = () => FILES.filter((name) => !existsSync(join(records, `${name}.json`)));
	const begun = () => open().some((name) => existsSync(join(records, `${name}.json.begun`)));
	for (let waited = 0; open().length > 0 && waited < (begun() ? PATIENCE : GRACE); waited++) {
		await sleep(100);
	}
	return open();
}

test('every documented response of every operation occurred', async () => {
	assert.deepEqual(await laggards(), [], 'run the whole folder: these files have left no record');
	const met = new Set(FILES.flatMap((name) => JSON.parse(readFileSync(join(records, `${name}.json`), 'utf8'))));
	const unmet = documented.filter((answer) => !met.has(answer));
	assert.deepEqual(unmet, []);
});
