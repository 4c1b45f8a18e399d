// The page where the daemon wants tokens: taken from the address, kept, handed on in the QR code.

import assert from 'node:assert/strict';
import { after, test } from 'node:test';
import { Api, SEED_LINE } from '../service/api.mjs';
import { startDaemon } from '../service/daemon.mjs';
import { isClean } from './axe.mjs';
import { device, startBrowser } from './browser.mjs';

const ADMIN = 'the-administrator-of-the-tests';
const REFUSED = /Failed to load resource|WebSocket connection/;

const daemon = await startDaemon(after, { args: ['--auth', 'token', '--admin-token', ADMIN] });
const api = new Api(daemon);
const browser = await startBrowser(after);
const bearer = (token) => ({ authorization: `Bearer ${token}` });

async function begun() {
	const fields = { game: 'klondike', strategy: 'heuristic', language: 'en' };
	const { body: { id, tokens } } = await api.post('/v1/sessions', fields, { headers: bearer(ADMIN) });
	await api.send('POST', `/v1/sessions/${id}/snapshots`, { text: SEED_LINE, headers: bearer(tokens.camera) });
	return { id, tokens };
}

test('a scanned token opens the table, is removed from the address, and stored', async () => {
	const { id, tokens } = await begun();
	const { page, finish } = await device(browser);
	await page.goto(`${daemon.url}/s/${id}#token=${tokens.companion}`);
	await page.waitForSelector('.klondike');
	assert.equal(page.url(), `${daemon.url}/s/${id}`);
	await page.reload();
	await page.waitForSelector('.klondike');
	await finish();
});

test('messages arrive by the websocket, which carries the token, too', async () => {
	const { id, tokens } = await begun();
	const { page, finish } = await device(browser);
	const opened = page.waitForEvent('websocket');
	await page.goto(`${daemon.url}/s/${id}#token=${tokens.companion}`);
	await (await opened).waitForEvent('framereceived');
	const line = SEED_LINE.replace('KS', '2C');
	const { body } = await api.send('POST', `/v1/sessions/${id}/snapshots`, { text: line, headers: bearer(tokens.camera) });
	await page.waitForSelector(`main[data-version="${body.version}"]`);
	await finish();
});

test('without a token the page asks for one and shows nothing of the table', async () => {
	const { id } = await begun();
	const { page, finish } = await device(browser);
	await page.goto(`${daemon.url}/s/${id}`);
	await page.getByText(/This table needs a code/).first().waitFor();
	assert.equal(await page.$('.klondike'), null);
	await finish(REFUSED);
});

test('without a token the start page has the field for a code and its button on the first screen', async () => {
	const { page, finish } = await device(browser);
	await page.goto(daemon.url);
	await page.waitForSelector('[role=alert]:has-text("not allowed")');
	const { y, height } = await page.getByRole('button', { name: 'Open the table' }).boundingBox();
	assert.ok(y + height <= page.viewportSize().height, `its lower edge is at ${y + height}`);
	await isClean(page, 'a start page without a token');
	await finish(REFUSED);
});

test('the administrator creates a table on the start page, and its code has the companion token', async () => {
	const { page, finish } = await device(browser);
	await page.goto(`${daemon.url}/#token=${ADMIN}`);
	await page.waitForURL(`${daemon.url}/`);
	await page.click('[data-game=klondike]');
	await page.click('.top [aria-label="Open on another phone"]');
	await page.waitForSelector('mk-code svg path');
	const id = page.url().split('/').at(-1);
	const { own, share } = JSON.parse(await page.evaluate((table) => localStorage.getItem(`makker-token-${table}`), id));
	assert.match(own, /^mko_/);
	assert.match(share, /^mkp_/);
	const code = await api.get(`/s/${id}/qr.svg`, { headers: bearer(share) });
	assert.ok(code.text.includes(`#token=${share}`));
	await finish(REFUSED);
});

test('an owner renews the code: devices with the old one lose access, the sheet shows the new one', async () => {
	const { id, tokens } = await begun();
	const own = await device(browser);
	const watcher = await device(browser);
	await own.page.goto(`${daemon.url}/s/${id}#token=${tokens.owner}`);
	await watcher.page.goto(`${daemon.url}/s/${id}#token=${tokens.companion}`);
	for (const { page } of [own, watcher]) {
		await page.waitForSelector('.klondike');
		await page.click('.top [aria-label="Open on another phone"]');
		await page.waitForSelector('#sheet[open]:not(.fresh)');
	}
	await watcher.page.waitForSelector('mk-code svg path');
	assert.equal(await watcher.page.$('#sheet button:has-text("Make a new code")'), null);
	const { share: before } = JSON.parse(await own.page.evaluate((table) => localStorage.getItem(`makker-token-${table}`), id));
	await own.page.click('#sheet button:has-text("Make a new code …")');
	await own.page.waitForSelector('#sheet .sure');
	assert.equal(await own.page.evaluate(() => document.activeElement.textContent), 'Cancel');
	await isClean(own.page, 'is a new code to be made?');
	await own.page.click('#sheet button:has-text("Cancel")');
	await own.page.waitForSelector('#sheet .sure', { state: 'detached' });
	assert.equal(await own.page.evaluate(() => document.activeElement.textContent), 'Make a new code …');
	assert.equal(JSON.parse(await own.page.evaluate((table) => localStorage.getItem(`makker-token-${table}`), id)).share, before);
	await own.page.click('#sheet button:has-text("Make a new code …")');
	await own.page.click('#sheet .sure-buttons button:has-text("Make a new code")');
	await own.page.waitForSelector('#sheet [role=status]:has-text("no longer valid")', { state: 'attached' }); // content outside of a sheet is not announced
	await own.page.waitForSelector('#toast:popover-open:has-text("no longer valid")'); // above the sheet
	await own.page.waitForSelector('mk-code svg path');
	await watcher.page.waitForSelector('.status-line.lost:has-text("Code needed")', { state: 'attached' });
	await watcher.page.waitForSelector('main [role=alert]:has-text("This table needs a code")', { state: 'attached' });
	assert.equal(await watcher.page.locator('.thumb').count(), 0);
	const { share } = JSON.parse(await own.page.evaluate((table) => localStorage.getItem(`makker-token-${table}`), id));
	assert.match(share, /^mkp_/);
	assert.notEqual(share, tokens.companion);
	const newcomer = await device(browser);
	await newcomer.page.goto(`${daemon.url}/s/${id}#token=${share}`);
	await newcomer.page.waitForSelector('.klondike');
	await newcomer.finish();
	await own.finish(REFUSED); // an owner's token alone is no code to pass on
	await watcher.finish(REFUSED);
});

const DEALS = {
	'ten-twenty-thirty': { columns: [['5H', 'KD', 'QS'], ['6C', '4C'], ['7D', 'AD'], ['8S', '2C'], ['9C', '6H'], ['2H', '0C'], ['3D', 'JD']], deck_left: 37 },
	'take-away': { groups: [3, 4, 5] },
};
for (const [game, table] of Object.entries(DEALS)) {
	test(`${game}: a companion phone has no move buttons, neither before the deal nor after it`, async () => {
		const { body: { id, tokens } } = await api.post('/v1/sessions', { game, language: 'en' }, { headers: bearer(ADMIN) });
		const offered = ({ page }) => page.$$eval('.field button:enabled, .field input:enabled, .thumb .main', (all) => all.map(({ className }) => className));
		const own = await device(browser);
		const watcher = await device(browser);
		for (const [phone, token] of [[own, tokens.owner], [watcher, tokens.companion]]) {
			await phone.page.goto(`${daemon.url}/s/${id}#token=${token}`);
			// A phone that watches has an empty field before the deal.
			await phone.page.waitForSelector('main[data-version="0"] .field > div', { state: 'attached' });
		}
		assert.notDeepEqual(await offered(own), []);
		assert.deepEqual(await offered(watcher), []);
		const { status, text } = await api.post(`/v1/sessions/${id}/snapshots`, table, { headers: bearer(tokens.owner) });
		assert.equal(status, 200, text);
		for (const { page } of [own, watcher]) {
			await page.waitForSelector('main[data-version="1"] .field > div');
		}
		assert.notDeepEqual(await offered(own), []);
		assert.deepEqual(await offered(watcher), []);
		await own.finish();
		await watcher.finish();
	});
}
