// Why this move: a tap on the percentage opens the reasons in words, and plays the expected line on the table.

import assert from 'node:assert/strict';
import { after, test } from 'node:test';
import { cardName } from '../../src/companion/cards.js';
import { follow as followFreeCell } from '../../src/companion/games/freecell_line.js';
import { follow } from '../../src/companion/games/klondike_line.js';
import { loadLanguage } from '../../src/companion/texts.js';
import { Api } from '../service/api.mjs';
import { startDaemon } from '../service/daemon.mjs';
import { isClean } from './axe.mjs';
import { DESKTOP, device, PHONE, shot, startBrowser } from './browser.mjs';
import { Table } from './table.mjs';

const daemon = await startDaemon(after);
const api = new Api(daemon);
const browser = await startBrowser(after);
await loadLanguage('en');

const TABLE = {
	columns: [{ unseen: 0, cards: ['6S', '5H'] }, { unseen: 2, cards: ['4S'] }, { unseen: 0, cards: [] }, { unseen: 1, cards: ['7H'] },
		...Array.from({ length: 3 }, () => ({ unseen: 0, cards: ['KC'] }))],
	foundations: { C: 'XC', D: '2D', H: 'XH', S: 'XS' },
	draw_pile: { cards: ['3D'], left: 3, shuffles: 2, known_order: ['9C'] },
};
const played = (line, rules = { draw: 1, shuffle_order: 'shuffled' }) => follow({ table: TABLE, rules }, line, 'en');

test('a line is followed move by move; unseen cards stay unknown', () => {
	const steps = played(['4S 2>1', '6S 1>4', '3D P>F', 'draw', 'draw']);
	assert.deepEqual(steps.map(({ text }) => text), ['', '4♠ → 1', '6♠ → 4', '3♦ → ▲', 'next card', 'next card']);
	assert.deepEqual(steps[1].table.columns.slice(0, 2), [{ unseen: 0, cards: ['6S', '5H', '4S'] }, { unseen: 1, cards: ['UU'] }]);
	assert.deepEqual(steps[2].cards, ['6S', '5H', '4S']);
	assert.deepEqual(steps[2].table.columns[3], { unseen: 1, cards: ['7H', '6S', '5H', '4S'] });
	assert.equal(steps[3].table.foundations.D, '3D');
	assert.deepEqual(steps[3].table.draw_pile, { cards: ['9C'], left: 2, shuffles: 2, known_order: [] });
	assert.deepEqual(steps[5].table.draw_pile, { cards: ['9C', null, null], left: 0, shuffles: 2, known_order: [] });
	assert.deepEqual(TABLE.columns[1], { unseen: 2, cards: ['4S'] }, 'the table itself stays as it is');
	assert.equal(cardName('UU', 'en'), 'an unknown card');
});

test('a line ends before an illegal or invalid move', () => {
	assert.equal(played(['9H 1>2']).length, 1);
	assert.equal(played(['4S 2>1', '4S 2>1']).length, 2);
	['', '4S', '4S 2>9', 'deal 3', '4S 2>1 and'].forEach((text) => assert.equal(played([text]).length, 1, text));
});

test('the redeal keeps the order if the rules require it', () => {
	const kept = played(['draw', 'draw', 'draw', 'shuffle'], { draw: 1, shuffle_order: 'kept' }).at(-1).table.draw_pile;
	assert.deepEqual(kept, { cards: ['3D'], left: 3, shuffles: 1, known_order: ['9C', null, null] });
	const mixed = played(['draw', 'draw', 'draw', 'shuffle']).at(-1).table.draw_pile;
	assert.deepEqual(mixed, { cards: [null], left: 3, shuffles: 1, known_order: [] });
});

/** The suggestion is worth something, another move less, and a line follows; as if the search had found it. */
async function advised(page) {
	const better = (session) => {
		const [first, second] = session.moves;
		Object.assign(first, { value: 0.61, low: 0.55, high: 0.66, line: ['8D 5>7', 'draw', 'draw'] });
		Object.assign(second, { value: 0.57, low: 0.5, high: 0.62 });
		Object.assign(session, { suggestion: first, advice: { ...session.advice, final: true, value: 0.61, low: 0.55, high: 0.66 } });
	};
	await page.routeWebSocket(/\/events/, (socket) => {
		const server = socket.connectToServer();
		server.onMessage((text) => {
			const message = JSON.parse(text);
			if (message.session?.moves?.length > 1) {
				better(message.session);
			}
			socket.send(JSON.stringify(message));
		});
	});
	await page.route('**/v1/sessions/*?language=*', async (route) => {
		const response = await route.fetch();
		const session = await response.json();
		if (session.moves?.length > 1) {
			better(session);
		}
		await route.fulfill({ response, json: session });
	});
}

async function opened(options) {
	const phone = await device(browser, options);
	await advised(phone.page);
	const { id } = await api.begun({ language: options.locale ?? 'en' });
	const table = await new Table(phone, daemon).open(id);
	await phone.page.waitForSelector('button.worth .number');
	await table.until(() => document.querySelector('button.worth .number')?.textContent !== '');
	return { ...phone, id, table };
}

const WORDS = {
	en: ['Chance of winning: 61% Very likely between 55% and 66%.', '4 percentage points less'],
	da: ['Chance for at vinde: 61 % Højst sandsynligt mellem 55 % og 66 %.', '4 procentpoint mindre'],
	de: ['Gewinnchance: 61 % Sehr wahrscheinlich zwischen 55 % und 66 %.', '4 Prozentpunkte weniger'],
	el: ['Πιθανότητα νίκης: 61% Πολύ πιθανό: μεταξύ 55% και 66%.', '4 ποσοστιαίες μονάδες λιγότερο'],
};

for (const [place, [locale, [chance, cost]]] of Object.entries(WORDS).entries()) {
	test(`a tap on the percentage shows the reasons: ${locale}`, async () => {
		const like = [PHONE, { ...PHONE, viewport: { width: 320, height: 640 } }, DESKTOP, { ...PHONE, viewport: { width: 320, height: 640 } }][place];
		const { page, finish } = await opened({ locale, like, colorScheme: place % 2 ? 'dark' : 'light' });
		await page.waitForSelector('.speak');
		await page.click('button.worth');
		await page.waitForSelector('#sheet[open] .sheet-why li');
		const text = (await page.textContent('.sheet-why')).replaceAll('\u00a0', ' ');
		assert.ok(text.includes(chance), text);
		assert.ok(text.includes(cost), text);
		assert.equal(await page.$$eval('.line-of-moves li', (all) => all.length), 3);
		assert.equal(await page.$eval('#sheet', (sheet) => sheet.scrollWidth - sheet.clientWidth), 0);
		await isClean(page, locale);
		await shot(page, `why-${locale}`);
		await finish();
	});
}

test('the line is played on the table, forwards and backwards; the table itself is not touched', async () => {
	const { page, table, id, finish } = await opened({ locale: 'de' });
	await page.waitForSelector('.speak');
	await page.click('button.worth');
	await page.waitForSelector('#sheet[open]:not(.fresh) .sheet-why .wide');
	await page.click('.sheet-why .wide');
	await page.waitForSelector('.line-bar');
	const [back, next] = ['.line-bar button:nth-of-type(1)', '.line-bar button:nth-of-type(2)'];
	assert.ok(await page.isDisabled(back));
	await page.click(next);
	await table.until(() => document.querySelector('.line-bar p').textContent === '1/3 · 8♦ → 7');
	const columns = async () => (await table.drawn()).columns.map(({ cards }) => cards.join(' '));
	assert.deepEqual((await columns()).slice(4), ['UU', '9D', '9C 8D']);
	await isClean(page, 'a line');
	await shot(page, 'why-line');
	await page.click(next);
	await page.click(next);
	await table.until(() => document.querySelector('.line-bar p').textContent.startsWith('3/3'));
	assert.ok(await page.isDisabled(next));
	await page.click('[data-spot="6/1"]', { force: true, position: { x: 12, y: 3 } });
	await page.click(back);
	await page.click(back);
	await page.click(back);
	await table.until(() => document.querySelector('.line-bar p').textContent === 'Der Tisch jetzt');
	assert.deepEqual((await columns()).slice(4), ['8D', '9D', '9C']);
	await page.click('.line-bar button:last-child');
	await page.waitForSelector('.thumb .main');
	assert.equal((await api.session(id)).body.version, 1);
	await finish();
});

test('a shown line is replaced by the table when that changes', async () => {
	const { page, id, finish } = await opened({});
	await page.waitForSelector('.speak');
	await page.click('button.worth');
	await page.waitForSelector('#sheet[open]:not(.fresh) .sheet-why .wide');
	await page.click('.sheet-why .wide');
	await page.click('.line-bar button:nth-of-type(2)');
	await api.move(id, { type: 3, from: 4, to: 6, cut: 1, revealed: 'QH' });
	await page.waitForSelector('main[data-version="2"]');
	await page.waitForSelector('.thumb .main');
	assert.equal(await page.$('.line-bar'), null);
	await finish();
});

test('FreeCell: the win that the search has found is played on the table to its end', async () => {
	const { id, table: dealt } = await api.create({ game: 'freecell', rules: { deal: 617 }, strategy: 'search', language: 'en' });
	const { body: { advice: { win } } } = await api.get(`/v1/sessions/${id}/advice?budget_ms=3000`);
	const steps = followFreeCell({ table: dealt }, win, 'en');
	assert.equal(steps.length, win.length + 1);
	assert.deepEqual(steps.at(-1).table.foundations, ['KC', 'KD', 'KH', 'KS']);
	assert.ok(steps.slice(1).every(({ cards, text }) => cards.length > 0 && / → ([1-8]|▢|▲)$/.test(text)));
	['', '99', '1x', '1h(', 'a1(2)', 'a1'].forEach((text) => assert.equal(followFreeCell({ table: dealt }, [text], 'en').length, 1, text));

	const { page, finish } = await device(browser, { locale: 'en' });
	await page.goto(`${daemon.url}/s/${id}`);
	await page.waitForSelector('.generic li');
	await page.waitForSelector('.speak');
	await page.waitForSelector('button.worth');
	await page.click('button.worth');
	await page.waitForSelector('#sheet[open]:not(.fresh) .sheet-why .wide');
	await isClean(page, 'FreeCell');
	await shot(page, 'why-freecell');
	await page.click('.sheet-why .wide');
	for (const { text } of steps.slice(1, 4)) {
		await page.click('.line-bar button:nth-of-type(2)');
		await page.waitForSelector(`.line-bar p:has-text("${text}")`);
	}
	await shot(page, 'why-freecell-line');
	const shown = await page.$$eval('[data-piles=columns] ol', (all) => all.map((one) => [...one.querySelectorAll('mk-card')].map((card) => card.getAttribute('code'))));
	assert.deepEqual(shown, steps[3].table.columns);
	await finish();
});
