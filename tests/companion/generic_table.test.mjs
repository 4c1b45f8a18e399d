// A game without a view of its own: its table is drawn from the lists of cards in the session, its moves are a list.

import assert from 'node:assert/strict';
import { after, test } from 'node:test';
import * as freecell from '../../src/companion/games/freecell.js';
import { value } from '../../src/companion/games/generic.js';
import { layout } from '../../src/companion/games/generic_table.js';
import { startDaemon } from '../service/daemon.mjs';
import { DECK } from '../service/klondike.mjs';
import { isClean } from './axe.mjs';
import { device, PHONE, shot, startBrowser } from './browser.mjs';
import { Plain } from './plain_api.mjs';

const daemon = await startDaemon(after);
const api = new Plain(daemon);
const browser = await startBrowser(after);

const FRONT = { name: 'cells', title: 'Free cell', titles: 'Free cells', single: false, content: 'front', first: 8 };
const LISTED = { name: 'columns', title: 'Column', titles: 'Columns', single: false, content: 'cards', first: 0 };
const STOCK = { name: 'stock', title: 'Stock', titles: 'Stock', single: true, content: 'number', first: 16 };

test('the piles of a table are laid out as the game lists them, its other members are not', () => {
	assert.deepEqual(layout({ cells: ['XX', '5H'], columns: [['KS', 'QD'], []], stock: 3, turn: 3 }, [FRONT, LISTED, STOCK]), [
		{
			name: 'cells', heading: 'Free cells',
			piles: [{ position: 8, title: 'Free cell 1', cards: [], number: null }, { position: 9, title: 'Free cell 2', cards: ['5H'], number: null }],
		},
		{
			name: 'columns', heading: 'Columns',
			piles: [{ position: 0, title: 'Column 1', cards: ['KS', 'QD'], number: null }, { position: 1, title: 'Column 2', cards: [], number: null }],
		},
		{ name: 'stock', heading: 'Stock', piles: [{ position: 16, title: 'Stock', cards: ['BACK'], number: 3 }] },
	]);
});

test('a chance is a percentage, an expected score a number', () => {
	assert.equal(value(1, 'en'), '100%');
	assert.equal(value(5.62, 'en'), '5.6');
});

const SMALL = { ...PHONE, viewport: { width: 360, height: 640 } };
const headings = (page) => page.$$eval('.generic h3', (all) => all.map(({ textContent }) => textContent));
const columnTitles = (page) => page.$$eval('[data-piles=columns] ol', (all) => all.map((one) => one.getAttribute('aria-label')));

test('every card of a numbered deal of FreeCell is drawn, on a small phone, too', async () => {
	const { id } = await api.create({ game: 'freecell', rules: { deal: 1 }, strategy: 'heuristic' });
	const { table } = await api.session(id);
	const phone = await device(browser, { like: SMALL });
	const { page } = phone;
	await page.goto(`${daemon.url}/s/${id}`);
	await page.waitForSelector('.generic section');
	const drawn = await page.$$eval('[data-piles=columns] ol', (columns) =>
		columns.map((column) => [...column.querySelectorAll('mk-card')].map((card) => card.getAttribute('code'))));
	assert.deepEqual(drawn, table.columns);
	assert.equal(drawn.flat().length, 52);
	await isClean(page, 'generic');
	await shot(page, 'generic-freecell');
	await page.click('.thumb .main');
	await page.waitForSelector('main[data-version="1"]');
	await phone.finish();
});

test('piles and reasons are named in the language of the page, and in another one once it is chosen', async () => {
	const { id } = await api.create({ game: 'freecell', rules: { deal: 1 }, strategy: 'heuristic' });
	const { moves } = await api.session(id, '?language=de');
	const german = (await api.send('GET', '/v1/games?language=de')).games.find(({ name }) => name === 'freecell');
	const sentences = moves[0].reasons.map((code) => german.reasons.find((reason) => reason.code === code).text);
	const phone = await device(browser, { like: SMALL, locale: 'de' });
	const { page } = phone;
	await page.goto(`${daemon.url}/s/${id}`);
	await page.waitForSelector('.generic section');
	assert.deepEqual(await headings(page), ['Freie Zellen', 'Ablagestapel', 'Spalten']);
	assert.equal((await columnTitles(page))[2], 'Spalte 3');
	assert.ok(sentences.length > 0);
	assert.equal(await page.textContent('.moves li .why'), sentences.join(' · '));
	await isClean(page, 'generic-de');
	await shot(page, 'generic-freecell-de');
	await page.click('.top [aria-label="Einstellungen"]');
	await page.selectOption('#sheet .sheet-settings select >> nth=0', { label: 'Dansk' });
	await page.waitForSelector('.generic section[aria-label="Grundbunker"]');
	assert.deepEqual(await headings(page), ['Frie celler', 'Grundbunker', 'Kolonner']);
	await phone.finish();
});

test('FreeCell: cards are entered row by row, as they are dealt; each place is of the column that gets the card', () => {
	const dealt = Object.fromEntries(DECK.slice(0, 9).map((card, place) => [place, card]));
	const session = { status: 'waiting', table: { cells: ['XX'] } };
	assert.equal(freecell.entry.next(session, dealt), 9);
	assert.deepEqual(freecell.entered({ session, entry: dealt }), { cells: ['XX'], columns: [[DECK[0], DECK[8]], ...DECK.slice(1, 8).map((card) => [card])] });
	assert.equal(freecell.whereIs({ session, entry: dealt }, DECK[8]), 8);
	assert.deepEqual(freecell.unseenCards({ entry: dealt }).length, 43);
	const { columns } = freecell.entry.snapshot(session, Object.fromEntries(DECK.map((card, place) => [place, card])));
	assert.deepEqual(columns.map(({ length }) => length), [7, 7, 7, 7, 6, 6, 6, 6]);
});

test('FreeCell without a camera: the tile leads to a pad, the last card is tapped, and there is advice', async () => {
	const { table: { columns } } = await api.create({ game: 'freecell', rules: { deal: 1 }, strategy: 'heuristic' });
	const cards = DECK.map((_, place) => columns[place % 8][Math.floor(place / 8)]);
	const phone = await device(browser, { locale: 'da' });
	const { page } = phone;
	await page.goto(`${daemon.url}/`);
	await page.click('[data-game=freecell]');
	await page.waitForSelector('.pad p:has-text("i kolonne 1")');
	const id = page.url().split('/').at(-1);
	await page.evaluate(([key, entry]) => localStorage.setItem(key, JSON.stringify({ version: 0, entry })), [`makker-entry-${id}`, { ...cards.slice(0, 51) }]);
	await page.reload();
	await page.waitForSelector('.pad p:has-text("i kolonne 4")');
	assert.equal((await page.$$('[data-piles=columns] mk-card')).length, 51);
	await isClean(page, 'entering');
	await shot(page, 'generic-freecell-entering');
	await page.click(`.pad [data-card="${cards[51]}"]`);
	await page.click('.thumb .main:enabled');
	await page.waitForSelector('main[data-version="1"]');
	const session = await api.session(id, '?language=da');
	assert.deepEqual(session.table.columns, columns);
	await page.waitForSelector('.moves li');
	assert.equal(session.status, 'playing');
	await phone.finish();
});
