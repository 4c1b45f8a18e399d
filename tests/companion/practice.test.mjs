// Practice tables on the page: the program deals, so that no card is entered, corrected or announced for others.

import assert from 'node:assert/strict';
import { after, test } from 'node:test';
import { startDaemon } from '../service/daemon.mjs';
import { isClean } from './axe.mjs';
import { device, startBrowser, until } from './browser.mjs';
import { Plain } from './plain_api.mjs';

const daemon = await startDaemon(after);
const api = new Plain(daemon);
const browser = await startBrowser(after);
const PLAYED = 6;

const versionOf = (page) => page.$eval('main', ({ dataset }) => Number(dataset.version));
const newer = (page, version) => until(page, (last) => Number(document.querySelector('main')?.dataset.version ?? -1) > last, version);

/** Waits until the main button takes a tap. */
const ready = (page) => until(page, () => {
	const main = document.querySelector('.thumb .main');
	return main && !main.disabled && !main.closest('[aria-disabled=true]');
});

const STRATEGIES = { klondike: 'heuristic', 'ten-twenty-thirty': 'ordered', freecell: 'heuristic' };
for (const game of Object.keys(STRATEGIES)) {
	test(`${game}: a game with the program's cards is begun in the form of the variants and asks for no card`, async () => {
		const { page, finish } = await device(browser);
		await page.goto(daemon.url);
		await page.click(`[data-variants=${game}]`);
		await page.waitForSelector('#sheet[open]:not(.fresh)');
		await page.check('#sheet [name=program]');
		await page.click('#sheet form .main');
		await page.waitForSelector('.thumb .main');
		const id = page.url().split('/').at(-1);
		await api.send('PATCH', `/v1/sessions/${id}`, { strategy: STRATEGIES[game] });
		for (let made = 0, version = await versionOf(page); made < PLAYED; made++, version = await versionOf(page)) {
			await ready(page);
			assert.equal(await page.textContent('.thumb .main > span'), 'Play it');
			await page.tap('.thumb .main');
			await newer(page, version);
			assert.equal(await page.$('.pad'), null);
			assert.equal(await page.isVisible('#picker'), false);
		}
		assert.equal(await page.$('.thumb [aria-label=Correct]'), null);
		assert.equal((await api.session(id)).cards, 'program');
		await page.goto(daemon.url); // the tile remembers it, as any variant
		await page.waitForSelector(`[data-game=${game}]:has-text("Makker deals")`);
		await finish();
	});
}

test('another game with the program’s cards has them again', async () => {
	const { id } = await api.create({ game: 'take-away', cards: 'program', rules: { groups: [1], first: 'user' } });
	const { page, finish } = await device(browser);
	await page.goto(`${daemon.url}/s/${id}`);
	await ready(page);
	await page.tap('.thumb .main');
	await page.waitForSelector('.thumb .main:has-text("Another game")');
	await ready(page);
	await page.tap('.thumb .main');
	await page.waitForURL((url) => !url.href.includes(id));
	await page.waitForSelector('.take-away');
	assert.equal((await api.session(page.url().split('/').at(-1))).cards, 'program');
	await finish();
});

test('Doppelkopf: the program speaks and plays for the others; the player says only what is theirs', async () => {
	const { id } = await api.create({ game: 'doppelkopf', cards: 'program', seed: 7, strategy: 'tree' });
	const { page, finish } = await device(browser);
	await page.goto(`${daemon.url}/s/${id}`);
	await page.waitForSelector('.doko-own');
	const offered = () => page.evaluate(() => [...document.querySelectorAll('[data-all=healthy], .doko-others, .doko-possible, .doko-enter, .thumb [aria-label=Correct]')].map(({ className }) => className));
	let cards = 0;
	for (let version = await versionOf(page); cards < 4; version = await versionOf(page)) {
		await ready(page);
		assert.deepEqual(await offered(), []);
		cards += (await api.session(id)).suggestion?.card ? 1 : 0;
		await page.tap('.thumb .main');
		await newer(page, version);
	}
	await isClean(page, 'a practice table of Doppelkopf');
	await finish();
});

test('a new table has a value as soon as a later one: what was dealt is searched when a page shows it', async () => {
	const searching = await startDaemon(after, { args: [] });
	const { id } = await new Plain(searching).create({ game: 'klondike', cards: 'program', seed: 3, strategy: 'search' });
	const { page, finish } = await device(browser);
	await page.goto(`${searching.url}/s/${id}`);
	await until(page, () => /\d+\s?%/.test(document.querySelector('main').textContent));
	assert.equal(await versionOf(page), 0);
	await finish();
});
