// A game by curl, as the README has it, against whatever serves at an address.

import assert from 'node:assert/strict';
import { setTimeout as sleep } from 'node:timers/promises';
import { SEED_LINE } from '../../service/api.mjs';
import { run } from './base.mjs';

const PATIENCE_MS = 20_000;

const curl = (...args) => run('curl', ['-sS', '--max-time', '20', ...args]);

/** Waits until the daemon is ready; `isRunning` returns whether that is still possible. */
export async function ready(url, isRunning, log) {
	const end = Date.now() + PATIENCE_MS;
	for (;;) {
		try {
			curl('-f', '-o', '/dev/null', `${url}/readyz`);
			return;
		} catch (error) {
			assert.ok(isRunning() && Date.now() < end, `${error.message}\n${log()}`);
			await sleep(100);
		}
	}
}

/** Creates a table and posts two snapshots; returns the id of the table. */
export function play(url) {
	const { id } = JSON.parse(curl(`${url}/v1/sessions`, '-d', '{"game":"klondike"}'));
	const post = (line) => curl('-H', 'Accept: text/plain', `${url}/v1/sessions/${id}/snapshots`, '-d', line);
	// Which move it is depends on how far there is time to think.
	assert.match(post(SEED_LINE), /^[A-Z].*\.$/);
	assert.match(post('KS,UU,UU,UU,UU,5S,5H,QC,7H,QH,9D,8D'), /^[A-Z].*\.$/);
	assert.equal(version(url, id), 2);
	return id;
}

export const version = (url, id) => JSON.parse(curl(`${url}/v1/sessions/${id}`)).version;
