// Entering cards without a camera: the pad below the table, error tolerance, and the number of taps.

import assert from 'node:assert/strict';
import { after, test } from 'node:test';
import { Api } from '../service/api.mjs';
import { startDaemon } from '../service/daemon.mjs';
import { Player } from '../service/player.mjs';
import { isClean } from './axe.mjs';
import { device, PHONE, shot, startBrowser, takesTap } from './browser.mjs';
import { Table } from './table.mjs';

const SHORT_GAME = 8; // a seed
const MAX_TO_START = 10;
const MAX_A_MOVE = 1.2;
const CARDS = ['5S', '5H', 'QC', '7H', '8D', '9D', '9C', 'KS'];

const daemon = await startDaemon(after);
const api = new Api(daemon);
const browser = await startBrowser(after);

async function waiting(options) {
	const phone = await device(browser, options);
	const { id } = await api.create({ language: 'en' });
	return { ...phone, id, table: await new Table(phone, daemon).open(id) };
}

const tap = (page, card) => page.click(`.pad [data-card="${card}"]`);
const entered = (page) => page.$$eval('.field mk-card[code]', (cards) => cards.map((card) => card.getAttribute('code')));
const asked = (page, text) => page.waitForSelector(`.pad p:has-text("${text}")`);

test('entered cards survive a reload and navigation; one tap undoes the last card', async () => {
	const { page, id, finish } = await waiting();
	for (const card of CARDS.slice(0, 3)) {
		await tap(page, card);
	}
	await asked(page, 'in column 4');
	await page.reload();
	await asked(page, 'in column 4');
	assert.deepEqual((await entered(page)).sort(), [...CARDS.slice(0, 3)].sort());
	await page.goto(`${daemon.url}/`);
	await page.goBack();
	await asked(page, 'in column 4');
	await page.click('.thumb [aria-label="Previous"]');
	await asked(page, 'in column 3');
	for (const card of CARDS.slice(2)) {
		await tap(page, card);
	}
	await page.click('.thumb .main');
	await page.waitForSelector('main[data-version="1"]');
	assert.deepEqual((await api.session(id)).body.table.columns.map(({ cards }) => cards[0]), CARDS.slice(0, 7));
	assert.equal(await page.evaluate((which) => localStorage.getItem(`makker-entry-${which}`), id), null);
	await finish();
});

test('a used card is grey, shows its place, and a tap swaps the two cards', async () => {
	const { page, table, finish } = await waiting();
	await tap(page, '5S');
	await tap(page, '5H');
	await page.getByRole('button', { name: 'five of spades, in column 1' }).click();
	await asked(page, 'in column 1'); // the card lies at column 3 now
	await tap(page, 'QC');
	await table.press(0, 0);
	await page.waitForSelector('#picker .place[aria-current]');
	await page.click('#picker [data-used="5H"]');
	await page.click('#picker [aria-label="Close"]');
	await table.until(() => !document.querySelector('#picker').open);
	const columns = (await table.drawn()).columns.map(({ cards }) => cards[0]);
	assert.deepEqual(columns.slice(0, 3), ['5H', 'QC', '5S']);
	await finish();
});

test('the strip of places marks the current one and links to each; "previous" goes one back', async () => {
	const { page, table, finish } = await waiting();
	await table.press(0, 0);
	await table.pick('5S');
	const current = () => page.textContent('#picker [aria-current] .hidden');
	await page.waitForSelector('#picker-title:has-text("column 2")');
	assert.equal(await current(), 'in column 2');
	await page.click('#picker [aria-label="Previous"]');
	await page.waitForSelector('#picker-title:has-text("column 1")');
	assert.equal(await current(), 'in column 1, five of spades');
	await page.click('#picker .place >> nth=4');
	await page.waitForSelector('#picker-title:has-text("column 5")');
	await isClean(page, 'strip');
	await finish();
});

test('during a game a used card shows its place', async () => {
	const { id } = await api.begun({ language: 'en' });
	const phone = await device(browser);
	await new Table(phone, daemon).open(id);
	await phone.page.click('.pad [data-used="8D"]');
	await phone.page.waitForSelector('#toast:has-text("The eight of diamonds is in column 5.")');
	assert.equal((await api.session(id)).body.version, 1);
	await phone.finish();
});

test('the pad is accessible and none of its titles is cut, in four languages on a small phone', async () => {
	for (const locale of ['en', 'da', 'de', 'el']) {
		const { page, finish } = await waiting({ locale, like: { ...PHONE, viewport: { width: 320, height: 690 } }, colorScheme: locale === 'da' ? 'dark' : 'light' });
		const isCut = () => page.$eval('.pad p', (title) => title.scrollWidth > title.clientWidth && title.textContent);
		for (const card of CARDS) {
			assert.equal(await isCut(), false);
			await tap(page, card);
		}
		await page.click('.thumb .main');
		await page.waitForSelector('main[data-version="1"] ~ .pad');
		assert.equal(await isCut(), false);
		await isClean(page, locale);
		const { width, height } = await page.locator('.pad [data-card] >> nth=0').boundingBox();
		assert.ok(width >= 24 && height >= 32, `${width}x${height}`);
		await shot(page, `pad-${locale}-320`);
		await finish();
	}
});

test('a whole game: 10 taps to start, and one for almost every move', async (t) => {
	const phone = await device(browser);
	const { page } = phone;
	const table = new Table(phone, daemon);
	const taps = { start: 0, moves: 0 };
	let session;
	let moves = 0;
	const link = {
		create: async () => {
			await page.goto(`${daemon.url}/`);
			await page.click('[data-game=klondike]');
			taps.start += 1;
			await page.waitForSelector('.pad');
			// That is a change, too: the loop below waits for the next one.
			session = (await api.patch(page.url().split('/').at(-1), { strategy: 'heuristic' })).body;
			return session;
		},
		post: async (id, kind, seen) => {
			if (session.status === 'waiting') {
				for (const card of [...seen.columns, seen.draw_pile]) {
					await tap(page, card);
					taps.start += 1;
				}
				await page.click('.thumb .main');
				taps.start += 1;
			} else {
				moves += 1;
				const { from } = session.suggestion;
				const selector = await page.$('.pad') ? `.pad [data-card="${seen.revealed ?? (from === 11 ? seen.draw_pile : seen.columns[from])}"]` : '.thumb .main';
				do { // an element that has just changed rejects a tap with a message
					await takesTap(page, selector);
					await page.click(selector);
					taps.moves += 1;
				} while (await page.$('.early'));
			}
			await table.until((version) => Number(document.querySelector('main').dataset.version) > version, session.version);
			session = (await api.session(id)).body;
			await table.until((message) => document.querySelector('.sentence').textContent === message, session.message);
			return session;
		},
	};
	assert.equal((await new Player(link, SHORT_GAME, {}).play()).status, 'won');
	t.diagnostic(`${taps.start} taps to start, ${taps.moves} for ${moves} moves: ${(taps.moves / moves).toFixed(2)} a move`);
	assert.ok(taps.start <= MAX_TO_START && taps.moves / moves < MAX_A_MOVE);
	await phone.finish();
});
