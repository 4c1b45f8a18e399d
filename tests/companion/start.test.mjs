// The start page: one tap begins or continues a game; tables are renamed, removed, filtered; a code opens one; a companion is shown its role.

import assert from 'node:assert/strict';
import { after, test } from 'node:test';
import { Api, SEED_LINE } from '../service/api.mjs';
import { startDaemon } from '../service/daemon.mjs';
import { isClean } from './axe.mjs';
import { device, PHONE, shot, startBrowser, takesTap, until } from './browser.mjs';

const ADMIN = 'the-administrator-of-the-tests';
const LANGUAGES = ['en', 'da', 'de', 'el'];

const daemon = await startDaemon(after);
const api = new Api(daemon);
const guarded = await startDaemon(after, { args: ['--auth', 'token', '--admin-token', ADMIN] });
const browser = await startBrowser(after);

async function opened(options) {
	const phone = await device(browser, options);
	await phone.page.goto(`${daemon.url}/`);
	await phone.page.waitForSelector('.tile');
	return phone;
}

const idOf = (page) => page.url().split('/').at(-1);
const names = (page) => page.$$eval('.tables strong', (all) => all.map(({ textContent }) => textContent));

test('a tap on a tile starts the last used variant, the gear opens the variants', async () => {
	const { page, finish } = await opened();
	await page.click('[data-variants=klondike]');
	await page.check('#sheet [name=preset][value="klondike-3"]');
	await page.click('#sheet form .main');
	await page.waitForSelector('.klondike');
	assert.equal((await api.session(idOf(page))).body.preset, 'klondike-3');
	await page.goto(`${daemon.url}/`);
	await page.waitForSelector('[data-game=klondike]:has-text("Three cards at a time")');
	await page.click('[data-game=klondike]');
	await page.waitForSelector('.klondike');
	assert.equal((await api.session(idOf(page))).body.preset, 'klondike-3');
	await page.goto(`${daemon.url}/`);
	await page.click('[data-game=take-away]');
	await page.waitForSelector('.entering');
	await finish();
});

for (const [language, text] of Object.entries({ en: 'Play without cards', da: 'Spil uden kort', de: 'Ohne Karten spielen', el: 'Χωρίς τράπουλα' })) {
	test(`without cards: one tap beside each tile starts a table that the program deals: ${language}`, async () => {
		const { page, finish } = await opened({ locale: language, like: { ...PHONE, viewport: { width: 320, height: 690 } } });
		assert.deepEqual(await page.$$eval('.tile .without', (all) => all.map(({ textContent }) => textContent)), Array(5).fill(text));
		await shot(page, `start-without-${language}-320`);
		for (const game of language === 'en' ? ['klondike', 'take-away', 'doppelkopf', 'ten-twenty-thirty', 'freecell'] : ['doppelkopf']) {
			await page.tap(`[data-practise=${game}]`);
			await page.waitForSelector('.thumb .main');
			const { body: session } = await api.session(idOf(page));
			assert.deepEqual([session.game, session.cards, session.status], [game, 'program', 'playing']);
			await page.goto(`${daemon.url}/`);
			await page.waitForSelector('.tile');
		}
		await finish();
	});
}

test('the button without cards starts the last used variant, and the tile that with real cards', async () => {
	const { page, finish } = await opened();
	await page.click('[data-variants=klondike]');
	await page.check('#sheet [name=preset][value="klondike-3"]');
	await page.click('#sheet form .main');
	await page.waitForSelector('.klondike');
	await page.goto(`${daemon.url}/`);
	await page.click('[data-practise=klondike]');
	await page.waitForSelector('.thumb .main');
	const { preset, cards } = (await api.session(idOf(page))).body;
	assert.deepEqual([preset, cards], ['klondike-3', 'program']);
	await page.goto(`${daemon.url}/`);
	await page.click('[data-game=klondike]');
	await page.waitForSelector('.klondike');
	assert.notEqual((await api.session(idOf(page))).body.cards, 'program');
	await finish();
});

test('the last used table is on top, with its move and its chance, without a layout shift', async () => {
	const { id } = await api.begun({ language: 'en', strategy: 'search', name: 'Kitchen' });
	const phone = await device(browser);
	const { page } = phone;
	await page.addInitScript(() => {
		window.shifts = [];
		new PerformanceObserver((list) => window.shifts.push(...list.getEntries().map(({ value }) => value))).observe({ type: 'layout-shift', buffered: true });
	});
	await page.goto(`${daemon.url}/`);
	await until(page, () => /^Continue.*Kitchen · Klondike.*move 1 · \d+%$/.test(document.querySelector('.continue')?.textContent));
	assert.deepEqual(await page.evaluate(() => window.shifts), []);
	await page.click('.continue');
	await page.waitForSelector('.klondike');
	assert.equal(idOf(page), id);
	await phone.finish();
});

test('a table is renamed, filtered, removed, and restored', async () => {
	const { id } = await api.begun({ language: 'en', name: 'Old name' });
	const { page, finish } = await opened();
	const manage = (name) => page.click(`.tables [aria-label="${name}: Rename or remove"]`);
	await manage('Old name');
	await page.fill('#sheet input', 'New name');
	await page.click('#sheet form .main');
	await until(page, () => document.querySelector('.tables').textContent.includes('New name'));
	assert.equal((await api.session(id)).body.name, 'New name');
	await page.selectOption('.titled select', 'finished');
	await until(page, () => !document.querySelector('.tables'));
	await page.selectOption('.titled select', 'open');
	await page.waitForSelector('.tables');
	await manage('New name');
	await page.click('#sheet .remove');
	await until(page, () => !document.querySelector('.tables')?.textContent.includes('New name'));
	await page.click('#toast button');
	await until(page, () => document.querySelector('.tables').textContent.includes('New name'));
	await manage('New name');
	await page.click('#sheet .remove');
	await page.waitForSelector('#toast:has-text("New name")');
	await page.goto(`${daemon.url}/`); // leaving the page discards the undo
	await page.waitForSelector('.tile');
	await until(page, () => !document.querySelector('.tables')?.textContent.includes('New name'));
	assert.equal((await api.session(id)).status, 404);
	assert.ok(!(await names(page)).includes('New name'));
	await finish();
});

test('a code opens its table; an invalid one is rejected with a message', async () => {
	const { id } = await api.begun({ language: 'en' });
	const { page, finish } = await opened();
	await page.fill('#code', 'kitchen');
	await page.click('.code button');
	await page.waitForSelector('#toast:has-text("not the code")');
	await page.fill('#code', ` ${daemon.url}/s/${id}#token=mkp_abc `);
	await page.click('.code button');
	await page.waitForSelector('.klondike');
	assert.equal(idOf(page), id);
	await finish();
});

test('a companion sees its role, and no action that would be rejected', async () => {
	const bearer = (token) => ({ authorization: `Bearer ${token}` });
	const asked = new Api(guarded);
	const { body: { id, tokens } } = await asked.post('/v1/sessions', { game: 'klondike', strategy: 'heuristic', language: 'en' }, { headers: bearer(ADMIN) });
	const { page, finish } = await device(browser);
	await page.goto(`${guarded.url}/s/${id}#token=${tokens.companion}`);
	await page.waitForSelector('.watching:has-text("Watching")');
	assert.equal(await page.$('.pad'), null);
	await page.click('[data-spot="0/0"]');
	await page.waitForSelector('#toast:has-text("only watching")');
	await asked.send('POST', `/v1/sessions/${id}/snapshots`, { text: SEED_LINE, headers: bearer(tokens.camera) });
	await page.waitForSelector('main[data-version="1"]');
	assert.equal(await page.$('.thumb .main'), null);
	assert.equal(await page.$('.pad'), null);
	await page.waitForSelector('.thumb [aria-label="Undo"]:enabled');
	await isClean(page, 'watching');
	await finish();
});

test('a companion at a practice table can show a hint on its phone only, without a button to play it', async () => {
	const asked = new Api(guarded);
	const { body: { id, tokens } } = await asked.post('/v1/sessions', { game: 'klondike', cards: 'program', seed: 3, strategy: 'heuristic', language: 'en' }, { headers: { authorization: `Bearer ${ADMIN}` } });
	const { page, finish } = await device(browser, { like: { ...PHONE, viewport: { width: 320, height: 690 } } });
	await page.goto(`${guarded.url}/s/${id}#token=${tokens.companion}`);
	await page.waitForSelector('.thumb .main:has-text("Hint")');
	assert.match(await page.textContent('.thumb .main small'), /Watching/);
	await isClean(page, 'watching a practice table');
	await takesTap(page);
	await page.tap('.thumb .main');
	await page.waitForSelector('.arrow');
	await page.waitForSelector('.watching:has-text("Watching")');
	assert.equal(await page.$('.thumb .main'), null);
	await finish();
});

test('the start page is accessible and nothing is cut, in four languages on a small phone', async () => {
	for (const locale of LANGUAGES) {
		const { page, finish } = await opened({ locale, like: { ...PHONE, viewport: { width: 320, height: 690 } }, colorScheme: locale === 'de' ? 'dark' : 'light' });
		await isClean(page, locale);
		assert.deepEqual(await page.$$eval('.tile *, .continue *', (all) => all.filter((one) => one.scrollWidth > one.clientWidth + 1 && one.clientWidth > 0 && getComputedStyle(one).overflow !== 'visible')
			.map(({ textContent }) => textContent)), []);
		const broken = await page.$$eval('.tile strong', (all) => all.filter((one) => {
			const range = document.createRange();
			range.selectNodeContents(one);
			return new Set([...range.getClientRects()].map(({ top }) => top)).size > one.textContent.split(/[ -]/).length;
		}).map(({ textContent }) => textContent));
		assert.deepEqual(broken, [], 'a word is broken');
		assert.equal(await page.evaluate(() => document.documentElement.scrollWidth), 320);
		await shot(page, `start-${locale}-320`);
		await finish();
	}
});
