// A tap does not act on an element that has just appeared at its place.

import assert from 'node:assert/strict';
import { after, test } from 'node:test';
import { Api } from '../service/api.mjs';
import { startDaemon } from '../service/daemon.mjs';
import { device, startBrowser, until } from './browser.mjs';
import { Table } from './table.mjs';

const daemon = await startDaemon(after);
const api = new Api(daemon);
const browser = await startBrowser(after);

async function opened() {
	const phone = await device(browser);
	const { id } = await api.begun({ language: 'en' });
	const table = await new Table(phone, daemon).open(id);
	await phone.page.waitForSelector('.thumb .main:enabled:not([aria-disabled])');
	return { phone, id, table };
}

test('a double tap does not pick the card that has appeared under the finger', async () => {
	const { phone, id, table } = await opened();
	const { x, y, width, height } = await phone.page.locator('.thumb .main').boundingBox();
	const at = [x + width / 2, y + height / 2];
	// However long this machine takes, the second tap comes before what opened has settled.
	await phone.page.evaluate(() => {
		const later = window.setTimeout;
		window.setTimeout = (then, ms) => (ms === 400 ? (window.settle = then) && 0 : later(then, ms));
	});
	await phone.page.mouse.click(...at);
	await table.until(() => document.querySelector('#picker').open);
	await phone.page.mouse.click(...at);
	await phone.page.evaluate(() => window.settle());
	await phone.page.waitForSelector('#picker:not(.fresh)');
	assert.ok(await table.until(() => document.querySelector('#picker').open));
	assert.equal((await api.session(id)).body.version, 1);
	await phone.page.click('#picker .deck button >> nth=0');
	await table.until(() => document.querySelector('main').dataset.version === '2');
	await phone.finish();
});

test('a move made during a change of the suggestion can be undone at once', async () => {
	const { page, finish } = await device(browser);
	let push;
	await page.routeWebSocket(/\/events/, (socket) => {
		push = (message) => socket.send(JSON.stringify(message));
		socket.connectToServer().onMessage((text) => socket.send(text));
	});
	const { id } = await api.begun({ language: 'en' });
	const { body: { moves, advice } } = await api.session(id);
	const [first, other] = moves;
	const table = await new Table({ page }, daemon).open(id);
	await page.route(/\/moves\?/, async (route) => { // the better advice comes while the move is on its way
		push({ event: 'advice', id: 1, advice, moves, suggestion: other, message: other.instruction });
		await until(page, (text) => document.querySelector('.sentence').textContent === text, other.instruction);
		await route.continue();
	}, { times: 1 });
	await table.reads(first.instruction);
	await page.click('.pad [data-card="QH"]');
	await page.waitForSelector('#toast:has-text("Noted: 8♦ → 7")');
	assert.equal((await api.session(id)).body.version, 2);
	await page.click('#toast button');
	await page.waitForSelector('main[data-version="3"]');
	assert.deepEqual((await api.session(id)).body.table.columns[4].cards, ['8D']);
	await finish();
});

test('a double tap on Undo undoes one step', async () => {
	const { phone, id } = await opened();
	await api.move(id, { type: 3, from: 4, to: 6, cut: 1, revealed: 'QH' });
	await phone.page.waitForSelector('main[data-version="2"]');
	await phone.page.waitForSelector('.thumb [aria-label="Undo"]:enabled:not([aria-disabled])');
	const { x, y, width, height } = await phone.page.locator('.thumb [aria-label="Undo"]').boundingBox();
	await phone.page.mouse.dblclick(x + width / 2, y + height / 2);
	await phone.page.waitForSelector('main[data-version="3"]');
	await phone.page.waitForSelector('.thumb [aria-label="Redo"]:enabled:not([aria-disabled])'); // the second tap has been dealt with
	assert.equal((await api.session(id)).body.version, 3);
	await phone.finish(/status of 412/); // a second tap between the response and the new picture is refused by the daemon
});

test('a tap applies to the table on the screen, also if the page has received a newer one', async () => {
	const { page, finish } = await device(browser);
	let received = 0;
	await page.routeWebSocket(/\/events/, (socket) => {
		socket.connectToServer().onMessage((text) => {
			socket.send(text);
			received = Math.max(received, JSON.parse(text).id ?? 0);
		});
	});
	const { id } = await api.begun({ language: 'en' });
	await new Table({ page }, daemon).open(id);
	await page.waitForSelector('.pad [role=group]:not([aria-disabled])');
	await page.waitForSelector('.status-line[data-link=open]');
	const { x, y, width, height } = await page.locator('.pad [data-card="QH"]').boundingBox();
	await page.evaluate(() => { // no paint until the tap
		const { requestAnimationFrame: later } = window;
		const held = [];
		window.requestAnimationFrame = (paint) => held.push(paint);
		window.release = () => {
			window.requestAnimationFrame = later;
			held.forEach((paint) => later(paint));
		};
	});
	await api.move(id, { type: 5, from: 11, to: 11, cut: 0, revealed: '2C' });
	while (received < 2) {
		await new Promise((then) => { setTimeout(then, 5); });
	}
	await page.evaluate(() => 0); // the received messages have been processed
	const refused = page.waitForResponse(/\/moves\?/);
	await page.mouse.click(x + width / 2, y + height / 2);
	assert.equal((await refused).status(), 412);
	await page.evaluate(() => window.release());
	await page.waitForSelector('#toast:has-text("just changed")');
	assert.equal((await api.session(id)).body.version, 2);
	await finish(/status of 412/);
});
