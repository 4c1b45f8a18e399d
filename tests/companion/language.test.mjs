// One language a phone: its texts come with the first view, those of another one when it is chosen; the letters on the cards follow.

import assert from 'node:assert/strict';
import { after, test } from 'node:test';
import { Api } from '../service/api.mjs';
import { startDaemon } from '../service/daemon.mjs';
import { isClean } from './axe.mjs';
import { device, shot, startBrowser } from './browser.mjs';
import { Table } from './table.mjs';

const daemon = await startDaemon(after);
const api = new Api(daemon);
const browser = await startBrowser(after);

/** The texts that were loaded; those of later views (`de_more`) are loaded when the page is idle. */
const loaded = (page) => page.evaluate(() => performance.getEntriesByType('resource').map(({ name }) => /words\/(\w+)\.js/.exec(name)?.[1])
	.filter((name) => name && !name.endsWith('_more')).sort());

async function choose(page, language) {
	await page.click('.top button:last-child');
	await page.waitForSelector('#sheet[open]:not(.fresh)');
	await page.selectOption('#sheet .setting select', language);
}

test('only the chosen language is loaded; another one when it is chosen, without changing the page until then', async () => {
	const phone = await device(browser, { locale: 'de' });
	const { page } = phone;
	const { id } = await api.begun({ language: 'de' });
	const table = await new Table(phone, daemon).open(id);
	await table.until(() => document.querySelector('.thumb .main span')?.textContent === 'Gemacht');
	assert.deepEqual(await loaded(page), ['de']);
	let release;
	await page.route('**/words/el.js', (route) => new Promise((then) => { release = () => then(route.continue()); }));
	await choose(page, 'el');
	await table.until(() => document.querySelector('#sheet select').value === 'el');
	assert.equal(await page.textContent('.thumb .main span'), 'Gemacht');
	assert.equal(await page.getAttribute('html', 'lang'), 'de');
	release();
	await table.until(() => document.documentElement.lang === 'el');
	const { body } = await api.get(`/v1/sessions/${id}?language=el`);
	await table.says(body);
	assert.deepEqual(await loaded(page), ['de', 'el']);
	await phone.finish();
});

test('texts that cannot be loaded are reported, and the page stays in its language', async () => {
	const phone = await device(browser);
	const { page } = phone;
	const { id } = await api.begun({ language: 'en' });
	const table = await new Table(phone, daemon).open(id);
	await page.route('**/words/da.js', (route) => route.abort());
	await choose(page, 'da');
	await table.until(() => document.querySelector('#toast').textContent === 'Makker does not respond.');
	assert.equal(await page.textContent('.thumb .main span'), 'I did this');
	await page.unroute('**/words/da.js');
	await page.selectOption('#sheet .setting select', 'de');
	await table.until(() => document.documentElement.lang === 'de');
	await phone.finish(/ERR_FAILED|Failed to load resource/);
});

test('the texts of a game are loaded with the game, also after a change of language', async () => {
	const phone = await device(browser, { locale: 'da' });
	const { page } = phone;
	const { id } = await api.create({ game: 'take-away', strategy: undefined });
	await page.goto(`${daemon.url}/s/${id}`);
	await page.waitForSelector('.entering');
	assert.deepEqual(await loaded(page), ['da', 'da_take_away']);
	await choose(page, 'el');
	await page.waitForSelector('html[lang=el]', { state: 'attached' });
	assert.deepEqual(await loaded(page), ['da', 'da_take_away', 'el', 'el_take_away']);
	await phone.finish();
});

for (const [language, [king, queen, jack]] of Object.entries({ da: ['K', 'D', 'Kn'], de: ['K', 'D', 'B'], el: ['K', 'Q', 'J'] })) {
	test(`cards have the letters of the language: ${language}`, async () => {
		const phone = await device(browser, { locale: language });
		const { page } = phone;
		const { id } = await api.begun({ language });
		await new Table(phone, daemon).open(id);
		const letterOf = (code) => page.$eval(`.klondike mk-card[code="${code}"]`, (card) => card.getAttribute('letter'));
		assert.equal(await letterOf('KS'), king);
		assert.equal(await letterOf('QC'), queen);
		await page.waitForSelector('.pad [data-card="JC"]');
		assert.equal(await page.textContent('.pad [data-card="JC"] [aria-hidden]'), `${jack}♣`);
		await isClean(page, language);
		await shot(page, `letters-${language}`);
		await phone.finish();
	});
}

for (const language of ['da', 'de', 'el', 'en']) {
	test(`each strategy of each game has a name: ${language}`, async () => {
		const words = Object.values(await import(`../../src/companion/words/${language}.js`));
		const { body: { games } } = await api.get('/v1/games');
		const names = games.flatMap(({ strategies }) => strategies.map(({ name }) => name));
		assert.ok(names.length > games.length);
		assert.deepEqual(names.filter((name) => !words.some((part) => part[`strategy_${name}`])), []);
	});
}
