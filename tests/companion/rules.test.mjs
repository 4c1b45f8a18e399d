// The rules of every game, opened by "?" on the start page and at the table: whole and readable on a small phone in four languages.

import assert from 'node:assert/strict';
import { after, test } from 'node:test';
import { Api } from '../service/api.mjs';
import { startDaemon } from '../service/daemon.mjs';
import { isClean } from './axe.mjs';
import { device, PHONE, shot, startBrowser, until } from './browser.mjs';

const daemon = await startDaemon(after);
const api = new Api(daemon);
const browser = await startBrowser(after);

const { body: { games } } = await api.get('/v1/games');
const LANGUAGES = ['en', 'da', 'de', 'el'];
const SMALL = { ...PHONE, viewport: { width: 320, height: 690 } };

async function opened(path, more = {}) {
	const phone = await device(browser, { like: SMALL, ...more });
	await phone.page.goto(daemon.url + path);
	return phone;
}

const button = (game) => `.tile:has([data-game="${game}"]) button:has(svg) >> nth=0`;
const shown = (page) => page.waitForSelector('mk-rules:not([aria-busy]) .of-aim');

/** Opens a section that is folded, so that all of the text is there to be measured. */
const unfold = (page) => page.$$eval('mk-rules details', (all) => all.forEach((one) => { one.open = true; }));

/** Texts that stand outside the sheet, are wider than their place, or lie over another one in the drawing. */
const faults = (page) => page.evaluate(() => {
	const sheet = document.getElementById('sheet').getBoundingClientRect();
	const outside = (box) => box.left < sheet.left - 1 || box.right > sheet.right + 1;
	const texts = [...document.querySelectorAll('#sheet :is(h2, h3, p, dt, dd, summary, button, select, label span)')]
		.filter((one) => outside(one.getBoundingClientRect()) || (one.scrollWidth > one.clientWidth + 1 && one.clientWidth > 0));
	const drawing = document.querySelector('svg.deal')?.getBoundingClientRect();
	const words = [...document.querySelectorAll('svg.deal .words')].map((one) => ({ text: one.textContent, box: one.getBoundingClientRect() }));
	const cut = words.filter(({ box }) => box.left < drawing.left - 1 || box.right > drawing.right + 1 || box.bottom > drawing.bottom + 1);
	const covered = words.filter(({ box }, place) => words.slice(place + 1)
		.some(({ box: other }) => box.left < other.right && other.left < box.right && box.top < other.bottom && other.top < box.bottom));
	return [...texts.map(({ textContent }) => textContent), ...[...cut, ...covered].map(({ text }) => text)];
});

for (const { name: game, presets } of games) {
	for (const locale of LANGUAGES) {
		test(`${game}, ${locale}: every section is there, nothing is cut, on a phone of 320 pixels`, async () => {
			const { page, finish } = await opened('/', { locale, colorScheme: locale === 'de' || locale === 'el' ? 'dark' : 'light' });
			await page.click(button(game));
			await shown(page);
			await unfold(page);
			const { body } = await api.get(`/v1/games/${game}/rules?language=${locale}`);
			const titles = await page.$$eval('mk-rules :is(h3, summary)', (all) => all.map(({ textContent }) => textContent));
			assert.deepEqual(titles, body.sections.map(({ title }) => title));
			const text = await page.textContent('mk-rules');
			for (const { paragraphs, items } of body.sections) {
				[...paragraphs, ...items.flatMap(({ term, text: meaning }) => [term, meaning])].forEach((one) => assert.ok(text.includes(one), one));
			}
			assert.equal(await page.getAttribute('svg.deal', 'aria-label'), body.sections.find(({ name }) => name === 'deal').title);
			assert.deepEqual(await faults(page), []);
			assert.equal(await page.evaluate(() => document.documentElement.scrollWidth), 320);
			await isClean(page, `${game} ${locale}`);
			await page.locator('svg.deal').scrollIntoViewIfNeeded();
			await shot(page, `rules-${game}-${locale}-320`);
			if (presets.length > 1) {
				const other = presets.at(-1).name;
				await page.selectOption('#sheet select', other);
				await until(page, (name) => document.querySelector('mk-rules:not([aria-busy])')?.getAttribute('preset') === name, other);
				const { body: { sections } } = await api.get(`/v1/games/${game}/rules?preset=${other}&language=${locale}`);
				const about = sections.find(({ name }) => name === 'options').paragraphs[0];
				await until(page, (wanted) => document.querySelector('.of-options p').textContent === wanted, about);
				await unfold(page);
				assert.deepEqual(await faults(page), []);
			}
			await finish();
		});
	}
}

test('the page of 10-20-30 names its author and the blog, in every language', async () => {
	for (const locale of LANGUAGES) {
		const { page, finish } = await opened('/', { locale });
		await page.click(button('ten-twenty-thirty'));
		await shown(page);
		assert.match(await page.textContent('mk-rules .of-sources'), /Nestor Louizidis.*[Bb]log/);
		await page.locator('.of-sources').scrollIntoViewIfNeeded();
		await finish();
	}
});

for (const { name: game } of games) {
	test(`${game}: at the table "?" opens the rules; Escape closes them and restores the focus`, async () => {
		const { id } = await api.create({ game, language: 'da', strategy: undefined });
		const { page, finish } = await opened(`/s/${id}`, { locale: 'da' });
		await page.waitForSelector('.thumb .main');
		const ask = '.top [aria-label="Spillets regler"]';
		await page.focus(ask);
		await page.keyboard.press('Enter');
		await shown(page);
		assert.equal(await page.textContent('#sheet-title'), 'Spillets regler');
		assert.equal(await page.$('mk-rules .of-own'), null);
		assert.ok(await page.evaluate(() => document.getElementById('sheet').contains(document.activeElement)));
		assert.deepEqual(await faults(page), []);
		await isClean(page, game);
		await page.keyboard.press('Escape');
		await page.waitForSelector('mk-rules', { state: 'hidden' });
		assert.equal(await page.evaluate(() => document.activeElement.getAttribute('aria-label')), 'Spillets regler');
		await finish();
	});
}

test('a table with its own rules lists them first, as text', async () => {
	const { id } = await api.create({ rules: { draw: 3, shuffles: 'unlimited', shuffle_order: 'kept', foundation_return: true }, language: 'de' });
	const { page, finish } = await opened(`/s/${id}`, { locale: 'de' });
	await page.click('.top [aria-label="Spielregeln"]:enabled');
	await shown(page);
	assert.deepEqual(await page.$$eval('.of-own dd', (all) => all.map(({ textContent }) => textContent)), ['3', 'unbegrenzt', 'Er wird nur umgedreht', 'Ja']);
	const moveRules = async () => page.textContent('mk-rules .of-moves');
	assert.match(await moveRules(), /drei Karten/);
	const { body: { sections } } = await api.get('/v1/games/klondike/rules?language=de');
	assert.notEqual(await moveRules(), sections.find(({ name }) => name === 'moves').title + sections.find(({ name }) => name === 'moves').paragraphs.join(''));
	assert.deepEqual(await faults(page), []);
	await finish();
});

test('Start starts the variant whose rules are open', async () => {
	const { page, finish } = await opened('/', { locale: 'en' });
	await page.click(button('klondike'));
	await shown(page);
	await page.selectOption('#sheet select', 'klondike-3');
	await page.click('#sheet .main');
	await page.waitForSelector('.thumb .main');
	const { body } = await api.session(new URL(page.url()).pathname.split('/').at(-1));
	assert.equal(body.preset, 'klondike-3');
	await finish();
});

test('a failed load of the rules is reported and can be retried; their module is loaded on demand', async () => {
	const { page, finish } = await opened('/', { locale: 'en' });
	const asked = [];
	page.on('request', (request) => asked.push(new URL(request.url()).pathname));
	await page.waitForSelector('.tile');
	await page.waitForLoadState('networkidle');
	assert.deepEqual(asked.filter((path) => /rules/.test(path)), []);
	await page.route('**/v1/games/*/rules*', (route) => route.abort(), { times: 1 });
	await page.click(button('freecell'));
	await page.waitForSelector('mk-rules [role=alert]');
	await isClean(page, 'failed');
	await page.click('mk-rules button');
	await shown(page);
	await finish(/ERR_FAILED/);
});
