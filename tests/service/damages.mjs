// Files of a store that another program cuts or overwrites in place while many clients write.

import assert from 'node:assert/strict';
import { closeSync, openSync, statSync, truncateSync, writeSync } from 'node:fs';
import { setTimeout as sleep } from 'node:timers/promises';
import { request } from './client.mjs';
import { Daemon, pathOf } from './daemon.mjs';
import { Client, Kills } from './kills.mjs';

const LIMIT_MS = 120_000;
const LOG_HEADER = 32;
const PAGE = 4096;
const QUIET_MS = 300;

const cut = (path, share) => truncateSync(path, Math.floor(statSync(path).size * share));

function overwrite(path, length) {
	const file = openSync(path, 'r+');
	writeSync(file, Buffer.alloc(length), 0, length, 0);
	closeSync(file);
}

/** Damages that the daemon repairs: it has the data in memory. */
export const LOG_DAMAGES = {
	'cut to nothing': (path) => cut(path, 0),
	'cut to half': (path) => cut(path, 0.5),
	'its header overwritten': (path) => overwrite(path, LOG_HEADER),
};

/** Damages that cannot be repaired. */
export const DATABASE_DAMAGES = {
	'cut to a page': (path) => truncateSync(path, PAGE),
	'overwritten with zeros': (path) => overwrite(path, statSync(path).size),
};

async function until(what, holds) {
	const end = Date.now() + LIMIT_MS;
	while (!(await holds())) {
		assert.ok(Date.now() < end, what);
		await sleep(2);
	}
}

/**
 * Round by round: the log is damaged, changes are acknowledged after it, kill -9, a new start, and everything that was
 * acknowledged is there. At most one change of each client was in progress at the time of the damage.
 */
export async function damageLogs(daemon, damage, { rounds, clients, pause }) {
	let after = 0;
	const kills = new Kills(daemon, {
		clients,
		lasts: async (posted) => {
			await until('hardly anything is posted', () => posted() > clients);
			await sleep(pause());
			damage(`${pathOf(daemon.store)}-wal`);
			const before = posted();
			await until('nothing is acknowledged any more', () => posted() > before + 2 * clients);
			after += posted() - before;
		},
	});
	await kills.run(rounds);
	return `${kills}; ${after} of them after the damage`;
}

async function assertRefused(daemon, clients) {
	const posted = () => clients.reduce((sum, { posts }) => sum + posts, 0);
	const before = posted();
	await until('the damage is not noticed', async () => (await request(`${daemon.url}/readyz`)).status === 503);
	await sleep(QUIET_MS); // answers that were on their way may come behind that of /readyz
	const noticed = posted();
	assert.ok(noticed <= before + clients.length, `${noticed - before} changes were acknowledged after the damage`);
	assert.match((await request(`${daemon.url}/readyz`)).text, /the database was damaged by another program/);
	await sleep(QUIET_MS);
	assert.equal(posted(), noticed, 'a change was acknowledged after the damage was noticed');
	return noticed - before;
}

async function assertNoStart(daemon) {
	await assert.rejects(daemon.restart(), /ended while starting/);
	assert.match(daemon.output, /was cut: pages are missing|is damaged|is not a database/);
}

/**
 * The database itself is damaged: nothing is acknowledged that was not on its way then, /readyz says why, and the next
 * start refuses the file. `store` is a path that is free.
 */
export async function damageDatabase(store, damage, { clients: count, pause }) {
	const daemon = new Daemon({ store });
	const clients = Array.from({ length: count }, (_, place) => new Client(daemon, place));
	const play = () => clients.map((client) => client.run());
	await daemon.start();
	// The first writes are in the database and no longer in its log.
	let running = play();
	await sleep(pause());
	await daemon.kill();
	await Promise.all(running);
	await daemon.restart();
	await daemon.stop();
	await daemon.restart();
	running = play();
	await sleep(pause());
	damage(pathOf(store));
	let late;
	try {
		late = await assertRefused(daemon, clients);
	} finally {
		await daemon.kill();
		await Promise.all(running);
		clients.forEach(({ agent }) => agent.destroy());
	}
	await assertNoStart(daemon);
	return late;
}
