// A game without a view of its own: its table is drawn from the lists of cards in the session, its moves are a list.

import assert from 'node:assert/strict';
import { after, test } from 'node:test';
import * as freecell from '../../src/companion/games/freecell.js';
import * as words from '../../src/companion/games/generic.js';
import * as taps from '../../src/companion/games/generic_taps.js';
import { layout } from '../../src/companion/games/generic_table.js';
import { loadLanguage } from '../../src/companion/texts.js';
import { startDaemon } from '../service/daemon.mjs';
import { DECK } from '../service/klondike.mjs';
import { isClean } from './axe.mjs';
import { device, PHONE, shot, startBrowser } from './browser.mjs';
import { Plain } from './plain_api.mjs';

const generic = { ...words, ...taps };
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
	assert.equal(generic.value(1, 'en'), '100%');
	assert.equal(generic.value(5.62, 'en'), '5.6');
});

const SMALL = { ...PHONE, viewport: { width: 360, height: 640 } };
const headings = (page) => page.$$eval('.generic h3', (all) => all.map(({ textContent }) => textContent));
const columnTitles = (page) => page.$$eval('[data-piles=columns] ol', (all) => all.map((one) => one.getAttribute('aria-label')));

test('every card of a numbered deal of FreeCell is drawn, also on a small phone', async () => {
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

// ---- A game without a module of its own: taps and corrections ---------------------------------------------------------

const KINDS = [
	{ name: 'waste', title: 'Waste', titles: 'Waste', single: true, content: 'front', first: 2, count: 1, max: 52 },
	{ name: 'columns', title: 'Column', titles: 'Columns', single: false, content: 'cards', first: 0, count: 2, max: 5 },
	{ name: 'stock', title: 'Stock', titles: 'Stock', single: true, content: 'number', first: 3, count: 1, max: 16 },
];

/** Golf as a game would list it; the module asks the daemon for the piles of the games. */
async function golf() {
	const real = globalThis.fetch;
	globalThis.fetch = async () => new Response(JSON.stringify({ games: [{ name: 'golf', title: 'Golf', piles: KINDS, reasons: [] }] }), { headers: { 'content-type': 'application/json' } });
	await generic.loadWords('en').finally(() => { globalThis.fetch = real; });
	return { game: 'golf', table: { waste: '8D', columns: [['KS', '9C'], ['7H', '9H']], stock: 3 }, moves: [
		{ rank: 1, kind: 'play', from: 0, to: 2, card: '9C' }, { rank: 2, kind: 'play', from: 1, to: 2, card: '9H' }, { rank: 3, kind: 'draw', from: 3, to: 2, card: null },
	] };
}

test('a tap picks a card up and a second one plays a listed move; a face-down pile with one move is played at once', async () => {
	const session = await golf();
	const tap = (position, index, more) => generic.press({ session, held: null, editing: false, ...more }, { position, index });
	const held = { position: 0, index: 1 };
	assert.deepEqual(tap(0, 1), { set: { held, chosen: generic.moveKey(session.moves[0]) } });
	assert.deepEqual(tap(2, 0, { held }), { move: session.moves[0] });
	assert.deepEqual(tap(0, 0), { set: { held: null, chosen: null } }, 'not the front card');
	assert.deepEqual(tap(0, 1, { held }), { set: { held: null, chosen: null } }, 'put down again');
	assert.deepEqual(tap(1, 1, { held }), { set: { held: { position: 1, index: 1 }, chosen: generic.moveKey(session.moves[1]) } }, 'another card instead');
	assert.deepEqual(tap(3, 0), { move: session.moves[2] });
	assert.deepEqual(tap(2, 0), { set: { held: null, chosen: null } }, 'a target is no source: nothing is played that was not meant');
});

test('several moves between the same two piles are shown for selection', async () => {
	const session = await golf();
	const moves = [...session.moves, { rank: 4, kind: 'play twice', from: 0, to: 2, card: '9C' }];
	assert.deepEqual(generic.press({ session: { ...session, moves }, held: { position: 0, index: 1 } }, { position: 2, index: 0 }), { set: { held: null, chosen: generic.moveKey(moves[0]) } });
});

test('a move that turns a card over offers the cards that are not visible', async () => {
	const session = await golf();
	const cards = generic.possibleRevealed({ session });
	assert.equal(cards.length, 52 - 5);
	assert.ok(!cards.includes('8D') && !cards.includes('KS') && cards.includes('AS'));
});

test('a corrected card is swapped with the misread one; foundations and numbers stay', async () => {
	const session = await golf();
	assert.deepEqual(generic.press({ session, held: null, editing: true }, { position: 1, index: 0 }), { pickCard: { position: 1, index: 1 } });
	assert.deepEqual([generic.press({ session, editing: true }, { position: 3, index: 0 }), generic.press({ session, editing: true }, { position: 2, index: 0 })], [{}, {}]);
	assert.deepEqual(generic.correction(session, { position: 1, index: 1, card: 'KS' }).table, { waste: '8D', columns: [['7H', '9C'], ['KS', '9H']], stock: 3 });
	assert.deepEqual(generic.correction(session, { position: 1, index: 1, card: 'AS' }).table.columns, [['KS', '9C'], ['AS', '9H']]);
	const offered = generic.possibleCards({ session });
	assert.ok(offered.includes('KS') && offered.includes('AS') && !offered.includes('8D'));
});

test('a pile that is the only one of its kind has no number in a question', async () => {
	await golf();
	await Promise.all(['en', 'de'].map((language) => loadLanguage(language)));
	assert.equal(generic.placeName(1, 'en', 'golf'), 'here: Column 2');
	assert.equal(generic.placeName(2, 'en', 'golf'), 'here: Waste');
});

/** The page without the module of FreeCell: the real game, known by its interface alone. */
async function bare(page) {
	await page.route('**/companion/games/freecell.js', (route) => route.fulfill({ contentType: 'text/javascript', body: 'export {};' }));
}
const still = (page) => page.waitForSelector('.field:not([aria-disabled])');

test('a game with nothing but its interface is played by taps on its piles, and by dragging', async () => {
	const { id } = await api.create({ game: 'freecell', rules: { deal: 1 }, strategy: 'heuristic' });
	const phone = await device(browser, { like: SMALL });
	const { page } = phone;
	await bare(page);
	await page.goto(`${daemon.url}/s/${id}`);
	await page.waitForSelector('.generic li button');
	await page.waitForSelector('.speak');
	await still(page);
	await page.tap('[data-position="5"] li:last-child button');
	await page.waitForSelector('[data-position="5"] li.held');
	assert.ok(await page.$('.generic .open [data-position="8"]'));
	await page.tap('[data-position="8"] + .free');
	await page.waitForSelector('main[data-version="1"]');
	assert.deepEqual((await api.session(id)).table.cells, ['3D', 'XX', 'XX', 'XX']);
	await still(page);
	await page.tap('[data-position="5"] li:nth-child(2) button', { position: { x: 12, y: 4 } }); // not the front card
	await page.waitForTimeout(600);
	assert.equal(await page.$('.held'), null);
	assert.equal((await api.session(id)).version, 1);
	const box = async (selector) => (await page.$(selector)).boundingBox();
	const [from, to] = [await box('[data-position="5"] li:last-child'), await box('[data-position="9"]')];
	await page.mouse.move(from.x + 15, from.y + 20);
	await page.mouse.down();
	await page.mouse.move(to.x + 15, to.y + 20, { steps: 5 });
	await page.mouse.up();
	await page.waitForSelector('main[data-version="2"]');
	assert.deepEqual((await api.session(id)).table.cells, ['3D', '2C', 'XX', 'XX']);
	await isClean(page, 'generic-bare');
	await phone.finish();
});

for (const [title, prepare] of [['its own module', async () => {}], ['nothing but its interface', bare]]) {
	test(`a misread card of FreeCell is corrected by a tap: with ${title}`, async () => {
		const { id } = await api.create({ game: 'freecell', rules: { deal: 1 }, strategy: 'heuristic' });
		const phone = await device(browser, { locale: 'da' });
		const { page } = phone;
		await prepare(page);
		await page.goto(`${daemon.url}/s/${id}`);
		await page.waitForSelector('.generic li button');
		await page.click('.thumb button:last-child');
		await page.waitForSelector('main.editing');
		assert.equal(await page.textContent('.sentence'), 'Tryk på det kort, der er forkert.');
		await still(page);
		await page.click('[data-position="2"] li:last-child button');
		await page.waitForSelector('#picker[open]:not(.fresh)');
		assert.equal(await page.textContent('#picker-title'), 'Hvilket kort ligger her: Kolonne 3?');
		await page.click('#picker [data-card="6C"]'); // lies in front of column 5
		await page.waitForSelector('main[data-version="1"]');
		const { table: { columns } } = await api.session(id);
		assert.deepEqual([columns[2].at(-1), columns[4].at(-1)], ['6C', '2H']);
		await isClean(page, 'generic-editing');
		await phone.finish();
	});
}

test('the heading of a single pile is not broken on the smallest phone', async () => {
	const { id } = await api.create({ game: 'freecell', rules: { deal: 1 }, strategy: 'heuristic' });
	for (const [locale, title] of [['de', 'Ziehstapel'], ['el', 'Τράπουλα'], ['da', 'Trækbunke'], ['en', 'Waste']]) {
		const phone = await device(browser, { locale, like: { ...PHONE, viewport: { width: 320, height: 640 } } });
		const { page } = phone;
		// The cells as a game would have them whose waste is one pile.
		await page.route('**/v1/games?*', async (route) => {
			const response = await route.fetch();
			const answer = await response.json();
			const { piles } = answer.games.find(({ name }) => name === 'freecell');
			Object.assign(piles.find(({ name }) => name === 'cells'), { title, titles: title, single: true, count: 1, content: 'number' });
			await route.fulfill({ response, json: answer });
		});
		await page.goto(`${daemon.url}/s/${id}`);
		await page.waitForSelector('.generic h3');
		const lines = await page.$eval('[data-piles=cells] h3', (one) => {
			const range = document.createRange();
			range.selectNodeContents(one);
			return new Set([...range.getClientRects()].map(({ top }) => Math.round(top))).size;
		});
		assert.equal(lines, 1, locale);
		await phone.finish();
	}
});
