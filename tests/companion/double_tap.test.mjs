// What is meant for what is seen is not done to what has just opened there.

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

test('whoever taps twice does not pick the card that has opened under the finger', async () => {
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

test('a move that met a change of the suggestion can be undone at once', async () => {
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
