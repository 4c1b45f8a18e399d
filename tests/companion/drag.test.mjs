// Cards dragged by a mouse and by a finger: the same move as by taps; refused where it is not possible; a small movement is a tap.

import assert from 'node:assert/strict';
import { after, test } from 'node:test';
import { Api } from '../service/api.mjs';
import { startDaemon } from '../service/daemon.mjs';
import { DECK } from '../service/klondike.mjs';
import { device, shot, startBrowser, until } from './browser.mjs';
import { Plain } from './plain_api.mjs';
import { Table } from './table.mjs';

const daemon = await startDaemon(after);
const api = new Api(daemon);
const plain = new Plain(daemon);
const browser = await startBrowser(after);
const REFUSED = 'That move is not possible here.';

/** A pointer that comes down, moves and goes up: a mouse, or a finger as Chromium's own input events. */
async function pointer(page, kind) {
	if (kind === 'mouse') {
		return {
			down: (x, y) => page.mouse.move(x, y).then(() => page.mouse.down()),
			move: (x, y) => page.mouse.move(x, y, { steps: 6 }),
			up: () => page.mouse.up(),
		};
	}
	const debug = await page.context().newCDPSession(page);
	const touch = (type, points) => debug.send('Input.dispatchTouchEvent', { type, touchPoints: points });
	let at;
	return {
		down: (x, y) => { at = { x, y }; return touch('touchStart', [at]); },
		async move(x, y) {
			const from = at;
			for (let step = 1; step <= 6; step++) {
				at = { x: from.x + ((x - from.x) * step) / 6, y: from.y + ((y - from.y) * step) / 6 };
				await touch('touchMove', [at]);
			}
		},
		up: () => touch('touchEnd', []),
	};
}

/** Where a finger takes a card: at its upper edge, which the cards upon it leave free. */
async function grip(page, selector) {
	const { x, y, width } = await page.locator(selector).boundingBox();
	return [x + width / 2, y + 9];
}

/** Drags from one element to another; a finger takes nothing before the table has been seen. */
async function drag(page, hand, from, to) {
	await page.waitForSelector('.field:not([aria-disabled])');
	await hand.down(...await grip(page, from));
	await hand.move(...await grip(page, to));
	await hand.up();
}

async function begun(options = {}) {
	const phone = await device(browser, options);
	const { id } = await api.begun({ language: 'en', strategy: 'heuristic' });
	const table = await new Table(phone, daemon).open(id);
	await phone.page.waitForSelector('.speak'); // the lazily loaded modules are there
	return { ...phone, id, table };
}

const versionIs = (page, version) => page.waitForSelector(`main[data-version="${version}"]`);
const still = (page) => until(page, () => !document.querySelector('[data-dragged], [data-drop], .dragging'));

for (const kind of ['mouse', 'touch']) {
	test(`${kind}: dragging a card to another column makes the move and asks for the card turned over`, async () => {
		const { page, id, finish } = await begun();
		const hand = await pointer(page, kind);
		await page.waitForSelector('.field:not([aria-disabled])');
		await hand.down(...await grip(page, '[data-spot="4/0"]'));
		const [x, y] = await grip(page, '[data-spot="6/0"]');
		await hand.move(x, y + 20);
		assert.equal(await page.locator('.dragging mk-card').getAttribute('code'), '8D');
		assert.deepEqual(await page.$$eval('[data-drop]', (all) => all.map(({ dataset }) => dataset.spot)), ['6/0']);
		await shot(page, `drag-${kind}`);
		await hand.up();
		await page.waitForSelector('#picker[open]:not(.fresh)');
		await page.click('#picker [data-card=QH]');
		await versionIs(page, 2);
		await still(page);
		const { body: { table, observed } } = await api.session(id);
		assert.deepEqual(table.columns.map(({ cards }) => cards).filter((_, place) => place === 4 || place === 6), [['QH'], ['9C', '8D']]);
		assert.equal(observed.moves.length, 1);
		await finish();
	});

	test(`${kind}: a card dropped at an illegal place goes back with a message`, async () => {
		const { page, id, finish } = await begun();
		const hand = await pointer(page, kind);
		await drag(page, hand, '[data-spot="4/0"]', '[data-spot="0/0"]');
		await until(page, (text) => document.getElementById('toast').textContent.includes(text), REFUSED);
		await still(page);
		assert.equal((await api.session(id)).body.version, 1);
		assert.equal(await page.locator('.held').count(), 0);
		await finish();
	});

	test(`${kind}: a card dropped beside the table goes back, and a small movement is a tap`, async () => {
		const { page, id, finish } = await begun();
		const hand = await pointer(page, kind);
		await drag(page, hand, '[data-spot="4/0"]', '.sentence');
		await still(page);
		assert.equal(await page.isVisible('#toast'), false);
		assert.equal(await page.locator('.held').count(), 0);
		const [x, y] = await grip(page, '[data-spot="4/0"]');
		await hand.down(x, y);
		await hand.move(x + 4, y + 3);
		await hand.up();
		await page.waitForSelector('[data-spot="4/0"].held');
		assert.equal((await api.session(id)).body.version, 1);
		await finish();
	});
}

test('a drag is cancelled when the table changes', async () => {
	const { page, id, finish } = await begun();
	const hand = await pointer(page, 'mouse');
	await page.waitForSelector('.field:not([aria-disabled])');
	await hand.down(...await grip(page, '[data-spot="4/0"]'));
	await hand.move(...await grip(page, '[data-spot="6/0"]'));
	await page.waitForSelector('.dragging mk-card');
	await api.move(id, { type: 5, revealed: '2C' });
	await versionIs(page, 2);
	await still(page);
	await hand.up();
	assert.equal(await page.isVisible('#picker'), false);
	assert.equal((await api.session(id)).body.version, 2);
	await finish();
});

test('a drag does not start on a table that has just changed', async () => {
	const { page, id, finish } = await begun();
	const hand = await pointer(page, 'mouse');
	const from = await grip(page, '[data-spot="4/0"]');
	const to = await grip(page, '[data-spot="6/0"]');
	await page.evaluate(() => { // it is seen later than any tap, however slow this machine is
		const now = performance.now.bind(performance);
		performance.now = () => now() + 1e6;
	});
	await api.move(id, { type: 5, revealed: '2C' });
	await versionIs(page, 2);
	await hand.down(...from);
	await hand.move(...to);
	assert.equal(await page.locator('.dragging').count(), 0);
	await hand.up();
	assert.equal(await page.isVisible('#picker'), false);
	await finish();
});

test('a rejected move puts the card back', async () => {
	const { page, finish } = await begun();
	const hand = await pointer(page, 'mouse');
	await page.route(/\/moves\?/, (route) => route.fulfill({ status: 409, contentType: 'application/problem+json', body: '{"code":"busy"}' }));
	await drag(page, hand, '[data-spot="4/0"]', '[data-spot="6/0"]');
	await page.click('#picker[open]:not(.fresh) [data-card=QH]');
	await page.waitForSelector('#toast:not([hidden])');
	await still(page);
	await finish(/Failed to load resource/);
});

test('a card without a move cannot be dragged, and a tap on it shows why', async () => {
	const { page, finish } = await begun();
	const hand = await pointer(page, 'mouse');
	await drag(page, hand, '[data-spot="2/0"]', '[data-spot="3/0"]');
	assert.equal(await page.locator('.dragging').count(), 0);
	// For a moment only: a look from outside may come too late.
	await page.$eval('[data-spot="2/0"]', (card) => {
		window.early = 0;
		new MutationObserver(() => { window.early += card.classList.contains('early'); }).observe(card, { attributes: true });
	});
	await page.click('[data-spot="2/0"]');
	await page.waitForFunction(() => window.early > 0);
	await finish();
});

test('FreeCell: cards are dragged to the nearest cell, to a column, and several at once', async () => {
	const { id } = await plain.create({ game: 'freecell', rules: { deal: 1 }, strategy: 'heuristic', language: 'en' });
	const { page, finish } = await device(browser);
	await page.goto(`${daemon.url}/s/${id}`);
	await page.waitForSelector('.generic li');
	await page.waitForSelector('.speak');
	const hand = await pointer(page, 'touch');
	await drag(page, hand, '[data-position="5"] li:last-child', '[data-position="10"]');
	await versionIs(page, 1);
	assert.deepEqual((await plain.session(id)).table.cells, ['XX', 'XX', '3D', 'XX']);
	await drag(page, hand, '[data-position="5"] li:nth-child(2)', '[data-position="8"]'); // not the front card
	assert.equal((await plain.session(id)).version, 1);

	const others = DECK.filter((card) => !['0H', '9C', '8D'].includes(card));
	await plain.send('POST', `/v1/sessions/${id}/corrections`, { table: {
		cells: ['XX', 'XX', 'XX', 'XX'], foundations: ['XX', 'XX', 'XX', 'XX'],
		columns: [['9C', '8D'], [...others.splice(0, 6), '0H'], ...Array.from({ length: 5 }, () => others.splice(0, 9)), others],
	} });
	await versionIs(page, 2);
	await drag(page, hand, '[data-position="0"] li:nth-child(1)', '[data-position="1"] li:last-child');
	await versionIs(page, 3);
	await still(page);
	assert.deepEqual((await plain.session(id)).table.columns.slice(0, 2).map((cards) => cards.slice(-3)), [[], ['0H', '9C', '8D']]);
	await drag(page, hand, '[data-position="1"] li:nth-last-child(2)', '[data-position="0"]');
	await versionIs(page, 4);
	assert.deepEqual((await plain.session(id)).table.columns[0], ['9C', '8D']);
	await finish();
});

test('FreeCell: a tap picks up a card with those upon it, a second one chooses the target', async () => {
	const { id } = await plain.create({ game: 'freecell', rules: { deal: 1 }, strategy: 'heuristic', language: 'en' });
	const { page, finish } = await device(browser);
	await page.goto(`${daemon.url}/s/${id}`);
	await page.waitForSelector('.generic li button');
	await page.waitForSelector('.speak');
	await still(page);
	await page.tap('[data-position="5"] li:last-child button');
	await page.waitForSelector('[data-position="5"] li.held');
	assert.equal(await page.$$eval('.generic .open [data-position]', (all) => all.filter(({ dataset }) => dataset.position >= 8 && dataset.position < 12).length), 4);
	await page.tap('[data-position="10"] + .free');
	await versionIs(page, 1);
	assert.deepEqual((await plain.session(id)).table.cells, ['XX', 'XX', '3D', 'XX']);
	await still(page);
	await page.tap('[data-position="5"] li:last-child button'); // and put down again
	await page.waitForSelector('[data-position="5"] li.held');
	await page.tap('[data-position="5"] li:last-child button');
	await page.waitForSelector('.generic:not(:has(li.held))');
	assert.equal((await plain.session(id)).version, 1);
	await finish();
});

const LONG = ['5H', 'KD', '9H', '9D', '4C', '7S', '5S']; // the first two and the last are twenty

async function tens() {
	const phone = await device(browser, { locale: 'en' });
	const { id } = await plain.create({ game: 'ten-twenty-thirty' });
	const columns = [LONG, ...['6C', '7D', '8S', '9C', '2H', '3D'].map((card) => [card])];
	await plain.send('POST', `/v1/sessions/${id}/snapshots`, { columns, deck_left: 39 });
	await phone.page.goto(`${daemon.url}/s/${id}`);
	await phone.page.waitForSelector('[data-way="0 T2B1"]:enabled');
	return { ...phone, id };
}
const columnOf = async (id) => (await plain.session(id)).table.columns[0];

for (const kind of ['mouse', 'touch']) {
	test(`${kind}: 10-20-30: dragging one of three cards to the deck moves all three`, async () => {
		const { page, id, finish } = await tens();
		const hand = await pointer(page, kind);
		await page.waitForSelector('.field:not([aria-disabled])');
		await hand.down(...await grip(page, '[data-spot="0/6"]'));
		await hand.move(...await grip(page, '[data-spot="1/0"]'));
		assert.deepEqual(await page.$$eval('.dragging mk-card', (all) => all.map((card) => card.getAttribute('code'))), ['5H', 'KD', '5S']);
		assert.deepEqual(await page.$$eval('[data-drop]', (all) => all.map(({ dataset }) => dataset.spot)), ['7/0']);
		await hand.up();
		await page.waitForSelector(`#toast:has-text("${REFUSED}")`);
		await still(page);
		assert.deepEqual(await columnOf(id), LONG);
		const { version } = await plain.session(id);
		await drag(page, hand, '[data-spot="0/6"]', '[data-spot="7/0"]');
		await versionIs(page, version + 1); // the button is disabled while the request is under way, too
		assert.deepEqual(await columnOf(id), LONG.slice(2, 6));
		await still(page);
		await finish();
	});
}

/** Clicks on cards, one right after the other however slow the machine is. */
const click = (page, ...spots) => page.evaluate((all) => all.forEach((spot) => document.querySelector(`[data-spot="${spot}"]`).click()), spots);

test('10-20-30: a double tap on a column takes three of its cards, one tap none', async () => {
	const { page, id, finish } = await tens();
	await page.waitForSelector('.field:not([aria-disabled])');
	await click(page, '0/4');
	await page.waitForTimeout(400);
	await click(page, '0/4', '1/0', '0/0');
	await page.waitForTimeout(400);
	assert.deepEqual(await columnOf(id), LONG);
	const { version } = await plain.session(id);
	await click(page, '0/0', '0/5');
	await versionIs(page, version + 1);
	assert.deepEqual(await columnOf(id), LONG.slice(2, 6));
	await finish();
});

test('10-20-30: the deck’s card is dragged to the column whose turn it is, and to no other', async () => {
	const phone = await device(browser, { locale: 'en' });
	const { page } = phone;
	const { id } = await plain.create({ game: 'ten-twenty-thirty', cards: 'program', seed: 5 });
	const hand = await pointer(page, 'mouse');
	await page.goto(`${daemon.url}/s/${id}`);
	await page.waitForSelector('.tens-head.next');
	const { table: { next_column: next }, version } = await plain.session(id);
	await drag(page, hand, '[data-spot="7/0"]', `[data-spot="${(next + 1) % 7}/0"]`);
	await page.waitForSelector(`#toast:has-text("${REFUSED}")`);
	await still(page);
	await drag(page, hand, '[data-spot="7/0"]', `[data-spot="${next}/0"]`);
	await versionIs(page, version + 1);
	assert.equal((await plain.session(id)).table.columns[next].length, 2);
	await phone.finish();
});
