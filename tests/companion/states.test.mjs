// Exceptional states of the page: unclear and contradicting snapshots, a lost connection, the end.

import assert from 'node:assert/strict';
import { after, test } from 'node:test';
import { setTimeout as sleep } from 'node:timers/promises';
import { Api, LOSING, SEED_LINE } from '../service/api.mjs';
import { startDaemon } from '../service/daemon.mjs';
import { isClean } from './axe.mjs';
import { device, shot, startBrowser } from './browser.mjs';
import { Proxy } from './proxy.mjs';
import { Table } from './table.mjs';

const CUT = /Failed to load resource|WebSocket connection/;

const daemon = await startDaemon(after);
const api = new Api(daemon);
const browser = await startBrowser(after);

async function opened(fields, where = daemon) {
	const phone = await device(browser);
	const session = await api.begun({ language: 'en', ...fields });
	const table = await new Table(phone, where).open(session.id);
	await phone.page.waitForSelector('.status-line[data-link=open]'); // subscribed to messages from now on
	return { phone, id: session.id, session, table };
}

/** Taps the reconnect button, unless the page has reconnected automatically. */
const tryNow = ({ page }) => page.evaluate(() => document.querySelector('.cut-off .link')?.click());

test('an unclear snapshot: the page shows where, until the next clear one', async () => {
	const { phone, id, session, table } = await opened();
	const { body } = await api.line(id, SEED_LINE.replace('8D', 'UU').replace('9C', '8D'));
	assert.equal(body.sync, 'looking');
	await table.says(body);
	assert.match(await table.statusLine(), /Looking again/);
	await shot(phone.page, 'phone-looking');
	await api.line(id, SEED_LINE);
	await table.says(session);
	assert.match(await table.statusLine(), /Up to date/);
	await table.stoodStill();
	await phone.finish();
});

test('a contradiction is answered by one tap', async () => {
	const { phone, id, table } = await opened();
	const answer = await api.line(id, SEED_LINE.replace('8D', '8H'));
	assert.equal(answer.status, 409, answer.text);
	const { body } = await api.session(id);
	await table.says(body);
	assert.match(await table.statusLine(), /Conflict/);
	await phone.page.waitForSelector('.questions');
	await shot(phone.page, 'phone-desynced');
	const [{ position, cards }] = body.observed.asks;
	await phone.page.click(`[data-position="${position}"] [data-answer="${cards[0]}"]`);
	await table.until(() => document.querySelector('main').classList.contains('in_sync') || document.querySelector('.questions') === null);
	assert.equal((await api.session(id)).body.sync, 'in_sync');
	await phone.finish();
});

test('a card that is not among the answers is picked from the pad', async () => {
	const { phone, id, table } = await opened();
	const unclear = SEED_LINE.replace('8D', 'UU').replace('9C', '8D');
	await api.line(id, unclear);
	await phone.page.waitForSelector('.questions .more');
	await phone.page.click('.questions .more');
	await phone.page.waitForSelector('#picker[open]');
	await api.line(id, unclear); // the camera continues
	await sleep(300);
	await table.pick('2C');
	await table.until(() => document.querySelector('main').dataset.version === '2');
	const { body } = await api.session(id);
	assert.deepEqual(body.table.columns[4], { unseen: 3, cards: ['2C'] });
	assert.deepEqual(body.table.columns[6].cards, ['9C', '8D']);
	await phone.finish();
});

test('if no single card is wrong the whole table is entered, while snapshots continue', async () => {
	const { phone, id, table } = await opened();
	const other = SEED_LINE.replace('5S,5H', '0S,2H').replace('KS', 'QD');
	assert.equal((await api.line(id, other)).status, 409);
	await phone.page.click('.enter-table');
	const place = (at) => phone.page.click(`#sheet [data-place="${at}"]`);
	for (const [at, card] of [['0/0', '0S'], ['1/0', '2H'], ['11/0', 'QD']]) {
		await place(at);
		await api.line(id, other);
		await table.pick(card);
	}
	await place('0/1');
	await table.pick('4C');
	await shot(phone.page, 'phone-table-entry');
	await phone.page.click('#sheet .main');
	await phone.page.waitForSelector('#sheet .refusal');
	assert.equal((await api.session(id)).body.version, 1);

	await place('0/1');
	await phone.page.click('#picker .wide');
	await phone.page.click('#sheet .main');
	await table.until(() => document.querySelector('main').dataset.version === '2');
	await table.until(() => !document.querySelector('#sheet').open);
	const { body } = await api.session(id);
	assert.equal(body.sync, 'in_sync');
	assert.deepEqual(body.table.columns.slice(0, 3).map(({ cards }) => cards), [['0S'], ['2H'], ['QC']]);
	assert.deepEqual(body.table.draw_pile.cards, ['QD']);
	await table.shows(body);
	await phone.finish(/status of 422/);
});

test('a connection lost for 20 s: the page shows since when, reconnects automatically and is up to date', async () => {
	const proxy = await new Proxy(daemon).start();
	const begun = Date.now();
	const { phone, id, table } = await opened({}, proxy);
	const cut = Date.now();
	proxy.cut();
	await phone.page.waitForSelector('.cut-off');
	await phone.page.waitForSelector('.pad');
	assert.deepEqual(await phone.page.evaluate(() => {
		const { left, right, top, bottom } = document.querySelector('.cut-off').getBoundingClientRect();
		return [...document.querySelectorAll('.pad, .field')].filter((part) => {
			const box = part.getBoundingClientRect();
			return box.left < right && box.right > left && box.top < bottom && box.bottom > top;
		}).map(({ className }) => className);
	}), [], 'covers cards');
	await api.move(id, { type: 3, from: 4, to: 6, cut: 1, revealed: 'QH' });
	const shown = await table.until(() => {
		const seconds = Number(/No connection for (\d+) s/.exec(document.querySelector('.cut-off').textContent)?.[1]);
		return seconds >= 10 && seconds;
	});
	assert.ok(shown <= (Date.now() - begun) / 1000 + 1, `${shown} s`);
	await shot(phone.page, 'phone-lost');
	await sleep(cut + 20_000 - Date.now());
	proxy.mend();
	const { body } = await api.session(id);
	await table.says(body);
	await table.until(() => document.querySelector('.cut-off') === null);
	proxy.finish();
	await phone.finish(CUT);
});

test('returning to the page reconnects at once', async () => {
	const proxy = await new Proxy(daemon).start();
	const { phone, id, table } = await opened({}, proxy);
	await phone.page.evaluate(() => { window.setTimeout = () => 0; }); // no automatic retry
	proxy.cut();
	await phone.page.waitForSelector('.cut-off');
	await api.move(id, { type: 3, from: 4, to: 6, cut: 1, revealed: 'QH' });
	proxy.mend();
	await phone.page.evaluate(() => document.dispatchEvent(new Event('visibilitychange')));
	await table.says((await api.session(id)).body);
	proxy.finish();
	await phone.finish(CUT);
});

test('files that could not be fetched while offline are fetched afterwards', async () => {
	const proxy = await new Proxy(daemon).start();
	const phone = await device(browser);
	let refused = 0;
	await phone.page.route('**/companion/history.js', (route) => { refused += 1; return route.abort(); });
	const { id } = await api.begun({ language: 'en' });
	const table = await new Table(phone, proxy).open(id);
	await table.until(() => performance.getEntriesByName('usable').length > 0);
	await phone.page.click('.top [aria-label="History"]');
	await table.until(() => /does not respond/.test(document.querySelector('#toast').textContent));
	assert.ok(refused > 0);
	await phone.page.unroute('**/companion/history.js');
	proxy.cut();
	await phone.page.waitForSelector('.cut-off');
	proxy.mend();
	await tryNow(phone);
	await table.until(() => document.querySelector('.cut-off') === null);
	await phone.page.click('.top [aria-label="History"]');
	await phone.page.waitForSelector('#sheet[open] .events');
	proxy.finish();
	await phone.finish(CUT);
});

test('a silent connection is detected', async () => {
	const proxy = await new Proxy(daemon).start();
	const { phone, table } = await opened({}, proxy);
	proxy.silent = true;
	await phone.page.waitForSelector('.cut-off');
	proxy.mend();
	await tryNow(phone);
	await table.until(() => document.querySelector('.cut-off') === null);
	proxy.finish();
	await phone.finish(CUT);
});

test('a deleted table accepts no tap and links to the start page', async () => {
	const { phone, id, table } = await opened();
	await api.remove(id);
	await table.until(() => /Table gone/.test(document.querySelector('.status-line').textContent));
	await phone.page.waitForSelector('[role=alert]:has-text("no longer exists")');
	assert.equal(await phone.page.locator('.thumb, .pad, .field').count(), 0);
	await isClean(phone.page, 'a table that is gone');
	await phone.page.click('main button:has-text("All tables")');
	await phone.page.waitForSelector('.tile');
	await phone.finish();
});

test('an unknown table is shown as deleted', async () => {
	const phone = await device(browser);
	await phone.page.goto(`${daemon.url}/s/0123456789abcdef0123456789abcdef`);
	await phone.page.waitForSelector('.loading:has-text("no longer exists")');
	await phone.page.goto(`${daemon.url}/s/kitchen`);
	await phone.page.waitForSelector('#toast:has-text("no longer exists")');
	await phone.finish(CUT);
});

test('a lost game is shown with the chance over the game, and another one can be started', async () => {
	const phone = await device(browser);
	const { id } = await api.create({ rules: { shuffles: 0 }, strategy: 'search', language: 'en' });
	const table = await new Table(phone, daemon).open(id);
	for (const line of LOSING) {
		await api.line(id, line, { query: '?budget_ms=30' });
	}
	const { body } = await api.session(id);
	assert.equal(body.status, 'lost');
	await table.says(body);
	await phone.page.waitForSelector('.ending .curve');
	assert.match(await phone.page.textContent('.ending figcaption'), /to 0 ?% now/);
	await shot(phone.page, 'phone-lost-game');
	await phone.page.click('.top [aria-label="History"]');
	await phone.page.waitForSelector('.events');
	await shot(phone.page, 'phone-history');
	await phone.page.keyboard.press('Escape');
	await phone.page.click('.thumb .main');
	await phone.page.waitForURL((url) => url.pathname.startsWith('/s/') && !url.pathname.endsWith(id));
	await phone.finish();
});
