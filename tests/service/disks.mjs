// Disks that fail under a running daemon.

import assert from 'node:assert/strict';
import { existsSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { request } from './client.mjs';
import { BUILD, pathOf } from './daemon.mjs';

const PATIENCE_MS = 120_000;

/** An environment in which, by chance, one of so many writes and of so many syncs fails. */
export function weakDisk(seed, { writes = 1000, syncs = 30 } = {}) {
	const library = join(BUILD, 'weak_disk.so');
	assert.ok(existsSync(library), `${library} is not there: the disk would never fail (make check builds it)`);
	// The sanitizers' own library wants to be the first, but need not.
	const options = [process.env.ASAN_OPTIONS, 'verify_asan_link_order=0'].filter(Boolean).join(':');
	let starts = 0;
	// Each start by another chance: by the same one a daemon that cannot start never could.
	return { LD_PRELOAD: library, get WEAK_DISK() { return `${seed + starts++},${writes},${syncs}`; }, ASAN_OPTIONS: options };
}

/** An environment in which no sync returns while the file `path` exists. */
export function hungDisk(path) {
	const library = join(BUILD, 'hung_disk.so');
	assert.ok(existsSync(library), `${library} is not there: the disk would always respond (make check builds it)`);
	const options = [process.env.ASAN_OPTIONS, 'verify_asan_link_order=0'].filter(Boolean).join(':');
	return { LD_PRELOAD: library, HUNG_DISK: path, ASAN_OPTIONS: options };
}

const sizeOf = (path) => (existsSync(path) ? statSync(path).size : 0);

async function failuresOf(daemon) {
	const { text } = await request(`${daemon.url}/metrics`);
	return Number(/^makker_store_failed_appends_total (\d+)$/m.exec(text)[1]);
}

/** Waits until the disk has failed once more while the daemon wrote. */
export async function failsOnce(daemon) {
	const before = await failuresOf(daemon);
	const end = Date.now() + PATIENCE_MS;
	while ((await failuresOf(daemon)) === before) {
		assert.ok(Date.now() < end, 'the disk never fails');
		await sleep(5);
	}
}

/** The disk is full for a while: the store's files do not grow; then there is room again. */
export async function fillDisk(daemon, ms) {
	const path = pathOf(daemon.store);
	daemon.limitFiles(Math.min(sizeOf(path), sizeOf(`${path}-wal`)));
	await failsOnce(daemon);
	await sleep(ms);
	daemon.limitFiles(Infinity);
}
