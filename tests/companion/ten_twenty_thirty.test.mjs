// 10-20-30 on the page: the first table entered, cards dealt by a tap, three cards taken by a button.

import assert from 'node:assert/strict';
import { after, test } from 'node:test';
import { startDaemon } from '../service/daemon.mjs';
import { isClean } from './axe.mjs';
import { DESKTOP, device, PHONE, shot, startBrowser, takesTap } from './browser.mjs';
import { cutTexts } from './cut.mjs';
import { Plain } from './plain_api.mjs';
import { Table } from './table.mjs';

const daemon = await startDaemon(after);
const api = new Plain(daemon);
const browser = await startBrowser(after);

const FIRST = ['5H', '6C', '7D', '8S', '9C', '2H', '3D'];
const DEALT = ['KD', '4C', 'AD', 'QS', '6H', '0C', 'JD', '5S'];

const columnsOf = (page) => page.$$eval('.tens-column', (columns) =>
	columns.map((column) => [...column.querySelectorAll('.tens-card mk-card')].map((card) => card.getAttribute('code'))));
const reaches = (table, version) => table.until((wanted) => document.querySelector('main').dataset.version === wanted, String(version));

test('a game by taps: seven cards entered, the next ones dealt, three taken by their button', async () => {
	const phone = await device(browser, { locale: 'da' });
	const { page } = phone;
	await page.goto(`${daemon.url}/`);
	await page.click('[data-game=ten-twenty-thirty]');
	await page.waitForSelector('.tens-enter');
	const id = page.url().split('/').at(-1);
	const table = new Table(phone, daemon);
	await isClean(page, 'entering');
	await page.click('.tens-column:nth-child(1) .tens-enter');
	await page.waitForSelector('#picker[open]');
	for (const card of FIRST) { // the picker moves on to the next place automatically
		await table.pick(card);
	}
	await table.main();
	await reaches(table, 1);
	for (const [place, card] of DEALT.entries()) {
		assert.equal(await page.getAttribute('.tens-column:has(.next)', 'aria-label'), `Kolonne ${place % 7 + 1}, får det næste kort`);
		await page.click(place % 2 ? '.tens-head.next' : '.tens-stock');
		await page.waitForSelector('#picker[open]');
		const offered = await table.offered();
		assert.equal(offered.length, 52 - FIRST.length - place);
		assert.ok(offered.includes(card) && !offered.includes(FIRST[0]));
		await table.pick(card);
		await reaches(table, 2 + place);
	}
	assert.deepEqual(await columnsOf(page), (await api.session(id)).table.columns);
	// 5 of hearts, king of diamonds, 5 of spades: twenty.
	await page.waitForSelector('.way.aimed');
	assert.equal(await page.$$eval('.way:enabled', (ways) => ways.length), 1, 'the three cards of a whole column are one move');
	assert.equal(await page.$$eval('.way.aimed', (ways) => ways.length), 1);
	await isClean(page, 'three may go');
	await shot(page, 'tens-phone');
	await page.click('[data-way="0 B3"]');
	await reaches(table, 2 + DEALT.length);
	const { table: known } = await api.session(id);
	assert.deepEqual([known.columns[0], known.known_deck.filter(Boolean)], [[], ['5H', 'KD', '5S']]);
	assert.match(await page.textContent('.tens-coming'), /37 ukendte, så 5♥ K♦ 5♠/);
	await page.click('.thumb [aria-label="Fortryd"]');
	await table.until(() => document.querySelectorAll('.tens-column:nth-child(1) .tens-card').length === 3);
	await phone.finish();
});

test('a long column is folded in the middle, and unfolded by a tap', async () => {
	const desktop = await device(browser, { like: { ...DESKTOP, colorScheme: 'dark' } });
	const { page } = desktop;
	const { id } = await api.create({ game: 'ten-twenty-thirty' });
	const long = ['KD', 'QD', '9H', '9D', '8H', 'KC', '9S', '6D', '8C', '2C'];
	await api.send('POST', `/v1/sessions/${id}/snapshots`, { columns: [long, ...FIRST.slice(1).map((card) => [card])], deck_left: 36 });
	await page.goto(`${daemon.url}/s/${id}`);
	await page.waitForSelector('.tens-fold');
	assert.deepEqual((await columnsOf(page))[0], ['KD', 'QD', '6D', '8C', '2C']);
	await isClean(page, 'folded');
	await shot(page, 'tens-desktop');
	await page.click('.tens-fold');
	await page.waitForSelector('.tens-card:nth-child(10)');
	assert.deepEqual((await columnsOf(page))[0], long);
	await desktop.finish();
});

test('own rules: a repeating game can be set to count as drawn', async () => {
	const { page, finish } = await device(browser);
	await page.goto(`${daemon.url}/`);
	await page.click('[data-variants=ten-twenty-thirty]');
	await page.click('#sheet[open]:not(.fresh) details.rules summary');
	assert.deepEqual(await page.$$eval('#rule-stuck option', (all) => all.map(({ textContent }) => textContent)), ['drawn', 'lost']);
	await page.selectOption('#rule-stuck', 'drawn');
	await page.click('#sheet [type=submit]');
	await page.waitForSelector('.tens-enter');
	assert.equal((await api.session(page.url().split('/').at(-1))).rules.stuck, 'drawn');
	await finish();
});

// The longest sentences of the page: three cards of the suit with the longest name in each language.
const LONGEST = { en: 'D', da: 'H', de: 'C', el: 'S' };
const SCREENS = [[320, 640], [320, 740], [360, 640], [360, 740], [412, 915], [640, 360], [740, 360]];

test('the longest sentence hides no reason and is not cut in the list of moves, in four languages on phones of every size', async () => {
	for (const [locale, suit] of Object.entries(LONGEST)) {
		const first = { 0: '4', 7: '6', 14: 'Q' }; // the first column: twenty
		const others = [...'SHCD'].flatMap((one) => [...'A234567890JQK'].map((rank) => rank + one)).filter((card) => !Object.values(first).some((rank) => card === rank + suit));
		const deck = Array.from({ length: 52 }, (_, place) => (first[place] ? first[place] + suit : others.shift()));
		const { id } = await api.create({ game: 'ten-twenty-thirty', cards: 'program', deck, strategy: 'ordered' });
		for (let place = 7; place <= 14; place++) {
			await api.send('POST', `/v1/sessions/${id}/moves`, { kind: 'deal', column: place % 7 });
		}
		assert.deepEqual((await api.session(id)).suggestion.cards, ['4', '6', 'Q'].map((rank) => rank + suit));
		for (const [width, height] of SCREENS) {
			const { page, finish } = await device(browser, { locale, like: { ...PHONE, viewport: { width, height } } });
			await page.goto(`${daemon.url}/s/${id}`);
			await takesTap(page);
			await page.tap('.thumb .main');
			await page.waitForSelector('.say .worth .why');
			const { sentence, reason, end } = await page.evaluate(() => {
				const range = document.createRange();
				const lines = (selector) => { range.selectNodeContents(document.querySelector(selector)); return range.getBoundingClientRect(); };
				return { sentence: lines('.say .sentence').bottom, reason: lines('.say .worth .why').top, end: document.querySelector('.say').getBoundingClientRect().bottom };
			});
			assert.ok(sentence <= Math.min(reason, end) + 2, `${locale}, ${width} x ${height}: the sentence ends at ${sentence}, the reason begins at ${reason}`);
			assert.deepEqual(await cutTexts(page), [], `${locale}, ${width} x ${height}`);
			const rows = await page.$$eval('.moves li', (all) => all.map((one) => one.getBoundingClientRect()).sort((one, two) => one.top - two.top));
			assert.ok(rows.length > 1 && rows.every(({ top }, place) => place === 0 || top >= rows[place - 1].bottom), `${locale}, ${width} x ${height}: no row covers another`);
			await finish();
		}
	}
});
