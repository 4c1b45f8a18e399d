// The page where the daemon wants tokens: taken from the address, kept, handed on in the QR code.

import assert from 'node:assert/strict';
import { after, test } from 'node:test';
import { Api, SEED_LINE } from '../service/api.mjs';
import { startDaemon } from '../service/daemon.mjs';
import { device, startBrowser } from './browser.mjs';

const ADMIN = 'the-administrator-of-the-tests';
const REFUSED = /Failed to load resource|WebSocket connection/;

const daemon = await startDaemon(after, { args: ['--auth', 'token', '--admin-token', ADMIN] });
const api = new Api(daemon);
const browser = await startBrowser(after);
const bearer = (token) => ({ authorization: `Bearer ${token}` });

async function begun() {
	const wish = { game: 'klondike', strategy: 'heuristic', language: 'en' };
	const { body: { id, tokens } } = await api.post('/v1/sessions', wish, { headers: bearer(ADMIN) });
	await api.send('POST', `/v1/sessions/${id}/snapshots`, { text: SEED_LINE, headers: bearer(tokens.camera) });
	return { id, tokens };
}

test('a scanned token opens the table, leaves the address, and is remembered', async () => {
	const { id, tokens } = await begun();
	const { page, finish } = await device(browser);
	await page.goto(`${daemon.url}/s/${id}#token=${tokens.companion}`);
	await page.waitForSelector('.klondike');
	assert.equal(page.url(), `${daemon.url}/s/${id}`);
	await page.reload();
	await page.waitForSelector('.klondike');
	await finish();
});

test('news arrive by the websocket, which carries the token too', async () => {
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

test('without a token the page says what it wants, and shows nothing of the table', async () => {
	const { id } = await begun();
	const { page, finish } = await device(browser);
	await page.goto(`${daemon.url}/s/${id}`);
	await page.getByText(/This table needs a code/).first().waitFor();
	assert.equal(await page.$('.klondike'), null);
	await finish(REFUSED);
});

test('the administrator opens a table on the start page, and its code is for the companion', async () => {
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
