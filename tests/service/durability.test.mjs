// Acknowledged means durable: kill -9 while many clients post, start again, and everything that was
// acknowledged is there; also where the disk fails meanwhile. MAKKER_KILLS sets how often;
// `tests/bench/run kill` does the same for longer.

import assert from 'node:assert/strict';
import { statSync } from 'node:fs';
import { after, test } from 'node:test';
import { setTimeout as sleep } from 'node:timers/promises';
import { request } from './client.mjs';
import { Daemon, pathOf, temporaryStore } from './daemon.mjs';
import { failsOnce, fillDisk, weakDisk } from './disks.mjs';
import { Kills, persist } from './kills.mjs';
import { randomFrom } from './random.mjs';

const KILLS = Number(process.env.MAKKER_KILLS ?? 20);
const FAILING = Math.ceil(KILLS / 10);
const CLIENTS = 8;
const random = randomFrom(8377);
const awhile = () => 40 + 160 * random();

/** Waits, on a slow machine longer, until that is so. */
async function until(holds) {
	const end = Date.now() + 120_000;
	while (!holds()) {
		assert.ok(Date.now() < end, 'hardly anything was posted');
		await sleep(5);
	}
}

async function kill(t, times, { env, lasts }) {
	const daemon = new Daemon({ store: temporaryStore(after), env });
	await persist(daemon, () => daemon.start());
	const kills = new Kills(daemon, { clients: CLIENTS, lasts: (posted) => lasts(daemon, posted) });
	await kills.run(times);
	await daemon.stop();
	t.diagnostic(String(kills));
}

test(`kill -9 in the middle of posting, ${KILLS} times`, async (t) => {
	await kill(t, KILLS, {
		lasts: async (daemon, posted) => {
			await sleep(awhile());
			await until(() => posted() > CLIENTS);
		},
	});
});

test(`kill -9 while the disk is full now and then, ${FAILING} times`, async (t) => {
	await kill(t, FAILING, {
		lasts: async (daemon) => {
			await sleep(awhile());
			await fillDisk(daemon, awhile());
			await sleep(awhile());
		},
	});
});

test(`kill -9 while writes fail by chance, ${FAILING} times`, async (t) => {
	await kill(t, FAILING, { env: weakDisk(1), lasts: failsOnce });
});

test('a full disk is logged once with its reason, and once when it is over', async () => {
	const daemon = await new Daemon({ store: temporaryStore(after) }).start();
	after(() => daemon.finish());
	const lines = () => daemon.output.split('\n').filter((line) => line.includes('msg="store status"')).map((line) => /detail="([^"]*)"/.exec(line)[1]);
	const create = async () => (await request(`${daemon.url}/v1/sessions`, { method: 'POST', headers: { 'content-type': 'application/json' },
		body: '{"game":"klondike"}' })).status;
	const { size } = statSync(`${pathOf(daemon.store)}-wal`);
	daemon.limitFiles(size);
	while (await create() !== 503) { /* there is room in the last page */ }
	for (let i = 0; i < 3; i++) {
		assert.equal(await create(), 503);
	}
	await until(() => lines().length > 0);
	await sleep(2500); // tries of its own
	assert.equal(lines().length, 1, lines().join('\n'));
	assert.match(lines()[0], /^nothing is stored: (disk I\/O error|database or disk is full)$/);
	daemon.limitFiles(Infinity);
	await until(() => lines().length > 1);
	assert.deepEqual(lines().slice(1), ['changes can be stored again']);
	assert.equal(await create(), 201);
});
