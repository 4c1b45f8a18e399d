// A game without a view of its own: its table is drawn from the lists of cards in the session, its moves are a list.

import assert from 'node:assert/strict';
import { after, test } from 'node:test';
import { reasons, value } from '../../src/companion/games/generic.js';
import { pilesOf } from '../../src/companion/games/generic_table.js';
import { startDaemon } from '../service/daemon.mjs';
import { isClean } from './axe.mjs';
import { device, PHONE, shot, startBrowser } from './browser.mjs';
import { Plain } from './plain_api.mjs';

const daemon = await startDaemon(after);
const api = new Plain(daemon);
const browser = await startBrowser(after);

test('lists of cards are piles, other members of a table are not', () => {
	assert.deepEqual(pilesOf({ cells: ['XX', '5H'], columns: [['KS', 'QD'], []], turn: 3, name: 'x', none: [] }),
		[{ name: 'cells', columns: [[], ['5H']] }, { name: 'columns', columns: [['KS', 'QD'], []] }]);
});

test('chances are percents, reasons are words', () => {
	assert.equal(value(1, 'en'), '100%');
	assert.equal(value(5.62, 'en'), '5.6');
	assert.deepEqual(reasons({ reasons: ['to_foundation'] }), ['to foundation']);
});

test('every card of a numbered deal of FreeCell is drawn, on a small phone, too', async () => {
	const { id } = await api.create({ game: 'freecell', rules: { deal: 1 }, strategy: 'heuristic' });
	const { table } = await api.session(id);
	const phone = await device(browser, { like: { ...PHONE, viewport: { width: 360, height: 640 } } });
	const { page } = phone;
	await page.goto(`${daemon.url}/s/${id}`);
	await page.waitForSelector('.generic');
	const drawn = await page.$$eval('.generic section[aria-label=columns] ol', (columns) =>
		columns.map((column) => [...column.querySelectorAll('mk-card')].map((card) => card.getAttribute('code'))));
	assert.deepEqual(drawn, table.columns);
	assert.equal(drawn.flat().length, 52);
	await isClean(page, 'generic');
	await shot(page, 'generic-freecell');
	await page.click('.thumb .main');
	await page.waitForSelector('main[data-version="1"]');
	await phone.finish();
});
