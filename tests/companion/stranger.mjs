// A stranger with a deck of cards and a slow phone. `make stranger` runs it, and then the whole games of the other suites.
//
// The pace of a person, really waited: 2 s to read new content on the screen, 1 s to look at a card of the deck, 0.6 s for each tap.
// The time of the page and the daemon is added, on a processor of a quarter of the speed.

import assert from 'node:assert/strict';
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { createInterface } from 'node:readline';
import { after, test } from 'node:test';
import { setTimeout as sleep } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';
import { PROGRAM, startDaemon } from '../service/daemon.mjs';
import { DECK } from '../service/klondike.mjs';
import { randomFrom, shuffled } from '../service/random.mjs';
import { device, startBrowser, takesTap, until } from './browser.mjs';
import { Plain } from './plain_api.mjs';

const RUN = fileURLToPath(new URL('../../src/daemon/run.sh', import.meta.url));
const SLOW = 4;
const READ_MS = 2000;
const LOOK_MS = 1000;
const TAP_MS = 600;
const MAX_TAPS = 14;
const MAX_MS = 60_000;
const SEED = Number(process.env.MAKKER_SEED ?? 22);

const browser = await startBrowser(after);

/** Starts what `make run` starts after the build; returns the address that it prints for players. */
async function started(t) {
	const child = spawn(RUN, [PROGRAM, '--listen', '127.0.0.1:0', '--store', 'memory:'], { stdio: ['ignore', 'pipe', 'ignore'] });
	t.after(async () => {
		child.kill('SIGTERM');
		await once(child, 'exit');
	});
	for await (const line of createInterface({ input: child.stdout })) {
		const [, address] = /The page for players: (\S+)/.exec(line) ?? [];
		if (address) {
			child.stdout.resume();
			return address;
		}
	}
	throw new Error(`no address was printed by ${RUN} ${PROGRAM}`);
}

/** A phone whose taps are counted, at the pace of a person or as fast as the page takes them. */
async function tapper({ pace = 0, ...options } = {}) {
	const phone = await device(browser, options);
	const { page } = phone;
	const debug = await page.context().newCDPSession(page);
	await debug.send('Emulation.setCPUThrottlingRate', { rate: SLOW });
	const taps = { count: 0 };
	return {
		...phone, taps,
		read: () => sleep(pace * READ_MS),
		look: () => sleep(pace * LOOK_MS),
		/** As soon as the page takes it: a person sees that a button is grey. */
		async tap(selector) {
			await sleep(pace * TAP_MS);
			await page.waitForSelector(selector);
			await takesTap(page, selector);
			await page.tap(selector);
			taps.count += 1;
		},
		/** Waits for a version of the table that is newer; gives it. */
		after: (version) => until(page, (last) => {
			const now = Number(document.querySelector('main')?.dataset.version ?? -1);
			return now > last && now;
		}, version),
	};
}

const idOf = (page) => page.url().split('/').at(-1).split('#')[0];

test('from the address that make run prints to the first advice of a real deal: under 14 taps and under 60 s', async (t) => {
	const address = await started(t);
	const { page, taps, tap, read, look, finish } = await tapper({ pace: 1, locale: 'en' });
	const cards = shuffled(DECK, randomFrom(SEED)).slice(0, 8); // the front cards of the seven columns, and one turned over
	const since = Date.now();
	await page.goto(address);
	await page.waitForSelector('.tile');
	await read();
	await tap('[data-game=klondike]');
	await page.waitForSelector('.pad');
	await read();
	for (const card of cards) {
		await look();
		await tap(`.pad [data-card="${card}"]`);
	}
	await tap('.thumb .main');
	const advice = await until(page, () => document.querySelector('main[data-version="1"] .say .worth') && document.querySelector('.sentence').textContent);
	const took = Date.now() - since;
	t.diagnostic(`"${advice}" after ${taps.count} taps and ${(took / 1000).toFixed(1)} s: ${READ_MS} ms to read a screen, ${LOOK_MS} ms to look at a card, ${TAP_MS} ms a tap`);
	assert.match(advice, /^[A-Z].+\.$/);
	assert.ok(taps.count < MAX_TAPS, `${taps.count} taps`);
	assert.ok(took < MAX_MS, `${took} ms`);
	await finish();
});

const perMove = (taps, moves) => `${taps} taps for ${moves} moves: ${(taps / moves).toFixed(2)} a move`;

test('10-20-30: a whole game by taps', async (t) => {
	const daemon = await startDaemon((done) => t.after(done));
	const api = new Plain(daemon);
	const { page, taps, tap, after: changed, finish } = await tapper();
	const deck = shuffled(DECK, randomFrom(SEED));
	await page.goto(daemon.url);
	await tap('[data-game=ten-twenty-thirty]');
	await page.waitForSelector('.pad');
	const id = idOf(page);
	await api.send('PATCH', `/v1/sessions/${id}`, { strategy: 'ordered' }); // it is about taps
	for (const card of deck.splice(0, 7)) {
		await tap(`.pad [data-card="${card}"]`);
	}
	await tap('.thumb .main');
	const start = taps.count;
	let moves = 0;
	let session;
	for (let version = await changed(0); ; version = await changed(version)) {
		session = await api.session(id);
		assert.equal(session.version, version);
		if (session.status !== 'playing' || session.suggestion === null) {
			break;
		}
		moves += 1;
		const isUnknown = session.suggestion.kind === 'deal' && !session.table.known_deck[0];
		// Cards that were removed go below the deck, in this order, and are known from then on.
		await tap(isUnknown ? `.pad [data-card="${deck.shift()}"]` : '.thumb .main');
	}
	assert.notEqual(session.status, 'waiting');
	t.diagnostic(`10-20-30: ${start} taps to start, ${session.status}, ${perMove(taps.count - start, moves)}`);
	await finish();
});

test('FreeCell: a deal entered card by card, and a whole game by taps', async (t) => {
	const daemon = await startDaemon((done) => t.after(done));
	const api = new Plain(daemon);
	const { page, taps, tap, after: changed, finish } = await tapper();
	// A numbered deal, so that it can be won; the page is shown the cards alone.
	const { table } = await api.create({ game: 'freecell', rules: { deal: 1 }, strategy: 'heuristic' });
	await page.goto(daemon.url);
	await tap('[data-game=freecell]');
	await page.waitForSelector('.pad');
	const id = idOf(page);
	for (let place = 0; place < DECK.length; place++) {
		await tap(`.pad [data-card="${table.columns[place % 8][Math.floor(place / 8)]}"]`);
	}
	await tap('.thumb .main');
	const start = taps.count;
	let moves = 0;
	for (let version = await changed(0); ; version = await changed(version)) {
		const session = await api.session(id);
		if (moves === 0) {
			assert.deepEqual(session.table.columns, table.columns);
		}
		if (session.status !== 'playing') {
			assert.equal(session.status, 'won');
			break;
		}
		moves += 1;
		await tap('.thumb .main');
	}
	t.diagnostic(`FreeCell: ${start} taps to start, won, ${perMove(taps.count - start, moves)}`);
	await finish();
});
