// Nothing changes under the thumb: taps at every moment, while answers and messages come early, late and in any order, on a slow phone.
// MAKKER_TAPS: how many taps; MAKKER_SEED: which ones. `make check-taps` gives 10,000.

import assert from 'node:assert/strict';
import { after, test } from 'node:test';
import { Api } from '../service/api.mjs';
import { startDaemon } from '../service/daemon.mjs';
import { randomFrom } from '../service/random.mjs';
import { device, startBrowser } from './browser.mjs';
import { assertShown, tapAway, watchTaps } from './taps.mjs';

const TAPS = Number(process.env.MAKKER_TAPS ?? 250);
const SEED = Number(process.env.MAKKER_SEED ?? 22);
const A_TABLE = 125; // taps for one table
const LATE_MS = 900;
const SLOW = 4;

const daemon = await startDaemon(after);
const api = new Api(daemon);
const browser = await startBrowser(after);

/** The instructions of all moves that were made at a table, by the version before each. */
async function instructions(id) {
	const all = new Map();
	for (let next = 0; next !== null;) {
		const { body } = await api.history(id, `?limit=500&after=${next}&language=en`);
		body.events.forEach(({ version, moves }) => all.set(version - 1, moves?.map(({ instruction }) => instruction).join(' ')));
		next = body.next;
	}
	return all;
}

/** Another device reports the suggested move; it may be rejected, as the page may have been faster. */
async function changeOf(id) {
	const { body: { suggestion } } = await api.session(id);
	if (suggestion) {
		const { type, from, to, cut } = suggestion;
		await api.move(id, { type, from, to, cut });
	}
}

test('no tap records content that was shown for less than 300 ms, and no double tap records two moves', async (t) => {
	const random = randomFrom(SEED);
	const sums = { taps: 0, records: 0, tables: 0, early: Array(10).fill(0) };
	while (sums.taps < TAPS) {
		const phone = await device(browser);
		const debug = await phone.page.context().newCDPSession(phone.page);
		await debug.send('Emulation.setCPUThrottlingRate', { rate: SLOW });
		const notes = await watchTaps(phone.page, LATE_MS);
		const { id } = await api.begun({ language: 'en', strategy: 'search' });
		await phone.page.goto(`${daemon.url}/s/${id}`);
		await phone.page.waitForSelector('.thumb .main');
		await tapAway(phone.page, { count: Math.min(A_TABLE, TAPS - sums.taps), random, change: () => changeOf(id) });
		const made = await instructions(id);
		assertShown(notes, (version) => made.get(version));
		sums.taps += notes.taps.length;
		sums.records += notes.records.length;
		sums.tables += 1;
		notes.taps.filter(({ after: ms }) => ms >= 0 && ms < 1000).forEach(({ after: ms }) => { sums.early[Math.floor(ms / 100)] += 1; });
		await phone.finish(/status of 4(09|12|22|29)/);
	}
	t.diagnostic(`seed ${SEED}: ${sums.taps} taps at ${sums.tables} tables recorded ${sums.records} moves: by tenths of a second after a change ${sums.early.join(' ')}`);
	assert.ok(sums.records > 0);
	assert.ok(sums.early.every((count) => count > 0), 'a part of the first second without a tap');
});
