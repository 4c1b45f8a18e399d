// The end of a game: what is remarkable about it, the cascade, a picture to share, an invitation to install; the record of this phone.

import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { after, test } from 'node:test';
import { clock, summaryOf } from '../../src/companion/record.js';
import { Api } from '../service/api.mjs';
import { startDaemon } from '../service/daemon.mjs';
import { isClean } from './axe.mjs';
import { DESK, device, PHONE, shot, startBrowser } from './browser.mjs';
import { almostWon, win } from './prepared_tables.mjs';
import { Table } from './table.mjs';

const daemon = await startDaemon(after);
const api = new Api(daemon);
const browser = await startBrowser(after);

const won = (id, moves, seconds) => ({ id, game: 'klondike', preset: 'syvkabale', status: 'won', moves, seconds });

test('streaks and best values are those of the won games, in their order', () => {
	const lost = { ...won('x', 12, 3), status: 'lost' };
	assert.deepEqual(summaryOf([won('a', 90, 300), won('b', 120, 200), lost, won('c', 100, 250)]),
		{ played: 4, won: 3, streak: 1, longest: 2, fastest: 200, shortest: 90 });
	assert.deepEqual(summaryOf([]), { played: 0, won: 0, streak: 0, longest: 0, fastest: null, shortest: null });
	assert.deepEqual([0, 59, 247, 3909].map(clock), ['0:00', '0:59', '4:07', '1:05:09']);
});

async function opened(options = {}, before = []) {
	const id = await almostWon(api);
	const phone = await device(browser, options);
	await phone.page.addInitScript((games) => {
		window.layers = 0;
		new MutationObserver((all) => all.forEach(({ addedNodes }) => addedNodes.forEach((one) => { window.layers += one.className === 'over-table'; })))
			.observe(document, { subtree: true, childList: true });
		if (!localStorage.getItem('makker-games')) {
			localStorage.setItem('makker-games', JSON.stringify(games));
		}
	}, before);
	const table = await new Table(phone, daemon).open(id);
	await phone.page.waitForSelector('.speak');
	return { ...phone, id, table };
}

test('a win is told with its moves, its streak and what is best so far, and the cards cascade', async () => {
	const { page, id, finish } = await opened({}, [won('a', 90, 900), won('b', 95, 800), { ...won('c', 1, 1), preset: 'klondike-1' }]);
	await win(api, id);
	await page.waitForSelector('.result .praise');
	assert.match(await page.textContent('.result .figure'), /^1 move · \d+:\d\d$/);
	assert.equal(await page.textContent('.result .praise'), '3 wins in a row · best time so far · fewest moves so far');
	assert.match(await page.textContent('.result .muted'), /^3 of 3 won · fastest win \d+:\d\d$/);
	await page.waitForSelector('.over-table mk-card');
	await isClean(page, 'cascade');
	await shot(page, 'win-cascade');
	await page.waitForSelector('.over-table', { state: 'detached' });
	const [kept] = JSON.parse(await page.evaluate(() => localStorage.getItem('makker-games'))).filter((one) => one.status === 'won').slice(-1);
	assert.deepEqual([kept.id, kept.game, kept.moves], [id, 'klondike', 1]);
	await finish();
});

test('with less motion nothing moves, neither the hint nor the cascade', async () => {
	const { page, id, finish } = await opened({ reducedMotion: 'reduce' });
	await win(api, id);
	await page.waitForSelector('.result');
	await page.waitForTimeout(1200);
	assert.equal(await page.evaluate(() => window.layers), 0);
	await finish();
});

test('the suggested card moves once along its arrow, not again for the same suggestion', async () => {
	const { page, id, table, finish } = await opened();
	await table.until(() => window.layers === 1);
	await page.waitForSelector('.over-table', { state: 'detached' });
	await page.click('.move[aria-pressed=false]');
	await page.waitForSelector('.say.other');
	await page.click('.say .link');
	await page.waitForSelector('.say:not(.other)');
	await page.waitForTimeout(1000);
	assert.equal(await page.evaluate(() => window.layers), 1);
	assert.equal((await api.session(id)).body.version, 2);
	await finish();
});

test('a game that was taken back and won again counts once, and a reload adds nothing', async () => {
	const { page, id, finish } = await opened();
	await win(api, id);
	await page.waitForSelector('.result');
	await api.post(`/v1/sessions/${id}/undo`, { steps: 1 });
	await page.waitForSelector('.arrow');
	await win(api, id);
	await page.waitForSelector('.result');
	await page.reload();
	await page.waitForSelector('.result');
	assert.equal(await page.textContent('.result .muted').then((text) => text.slice(0, 10)), '1 of 1 won');
	assert.equal(await page.$('.praise'), null, 'the first game is the best by itself');
	await finish();
});

for (const [locale, like] of [['da', PHONE], ['de', { ...PHONE, viewport: { width: 320, height: 640 } }], ['el', { ...PHONE, viewport: { width: 320, height: 640 } }], ['en', DESK]]) {
	test(`the result is a picture to share, and the page invites to be installed: ${locale}`, async () => {
		const { page, id, table, finish } = await opened({ locale, like, colorScheme: locale === 'de' ? 'dark' : 'light' }, [won('a', 90, 900), won('b', 95, 800)]);
		await page.evaluate(() => {
			window.prompted = 0;
			window.dispatchEvent(Object.assign(new Event('beforeinstallprompt', { cancelable: true }), { prompt: () => { window.prompted += 1; } }));
		});
		await win(api, id);
		await page.waitForSelector('.result-buttons button:nth-child(2)');
		assert.equal(await page.evaluate(() => document.documentElement.scrollWidth - innerWidth), 0);
		await page.waitForSelector('.over-table', { state: 'detached' });
		await page.$eval('.ending', (one) => one.scrollIntoView({ block: 'center' }));
		await isClean(page, locale);
		await shot(page, `win-${locale}`);
		const [download] = await Promise.all([page.waitForEvent('download'), page.click('.result-buttons button:first-child')]);
		assert.equal(download.suggestedFilename(), 'makker.png');
		const picture = readFileSync(await download.path());
		assert.equal(picture.toString('latin1', 1, 4), 'PNG');
		assert.deepEqual([picture.readUInt32BE(16), picture.readUInt32BE(20)], [1080, 1080]);
		await page.click('.result-buttons button:nth-child(2)');
		await table.until(() => window.prompted === 1 && !document.querySelector('.result-buttons button:nth-child(2)'));
		await finish();
	});
}

test('where files can be shared the picture is shared, and a player who changes their mind is told nothing', async () => {
	const { page, id, table, finish } = await opened();
	await page.evaluate(() => {
		navigator.canShare = () => true;
		navigator.share = async ({ files: [file] }) => {
			window.shared = `${file.name} ${file.type}`;
			throw new DOMException('no', 'AbortError');
		};
	});
	await win(api, id);
	await page.click('.result-buttons button');
	await table.until(() => window.shared === 'makker.png image/png');
	assert.equal(await page.textContent('#toast'), '');
	await finish();
});

test('the statistics tell the games of this phone by variant', async () => {
	const { page, finish } = await opened({ locale: 'de' }, [won('a', 90, 900), won('b', 95, 61), { ...won('c', 80, 9), preset: 'klondike-3', status: 'lost' }]);
	await page.goto(`${daemon.url}/#statistics`);
	await page.waitForSelector('.own');
	await page.waitForSelector('.own h3:has-text("Klondike · Drei Karten"), .own h3:has-text("Jeweils drei Karten")');
	const figures = await page.$$eval('.own .ends', (all) => all.map((one) => [...one.querySelectorAll('dd')].map(({ textContent }) => textContent)));
	assert.deepEqual(figures, [['2 von 2', '2', '2', '1:01', '90'], ['0 von 1', '0', '0']]);
	await isClean(page, 'statistics');
	await shot(page, 'win-statistics');
	await finish();
});

test('a few notes sound for a win where they are wanted', async () => {
	const { page, id, table, finish } = await opened();
	await page.evaluate(() => {
		window.notes = 0;
		const { createOscillator } = AudioContext.prototype;
		AudioContext.prototype.createOscillator = function count() {
			window.notes += 1;
			return createOscillator.call(this);
		};
	});
	await page.click('.top button:last-child');
	await page.waitForSelector('#sheet[open]:not(.fresh)');
	await page.click('#sheet .setting:has-text("Sound when") input');
	await page.click('#sheet header button');
	await win(api, id);
	await table.until(() => window.notes === 4);
	await finish();
});

test('a tap that comes too early is answered by the button', async () => {
	const { page, id, table, finish } = await opened();
	await page.waitForSelector('.thumb .main:not([aria-disabled])');
	await page.evaluate(() => {
		window.early = 0;
		new MutationObserver((all) => { window.early += all.some(({ target }) => target.classList?.contains('early')); })
			.observe(document.querySelector('.thumb'), { subtree: true, attributes: true, attributeFilter: ['class'] });
	});
	await page.evaluate(() => new Promise((then) => {
		const main = document.querySelector('.thumb .main');
		new MutationObserver((all, observer) => {
			if (main.getAttribute('aria-disabled') === 'true') {
				observer.disconnect();
				requestAnimationFrame(() => requestAnimationFrame(() => {
					main.dispatchEvent(new PointerEvent('pointerdown', { bubbles: true }));
					main.click();
				}));
			}
		}).observe(main, { attributes: true, attributeFilter: ['aria-disabled'] });
		document.querySelectorAll('.move')[1].click();
		then();
	}));
	await table.until(() => window.early > 0);
	assert.equal((await api.session(id)).body.version, 2);
	await finish();
});
