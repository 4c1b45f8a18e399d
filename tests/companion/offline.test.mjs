// The service worker in a real browser: the page is there while the daemon is not, the API never comes
// out of the cache, and a new version of the page is shown as soon as there is one.

import assert from 'node:assert/strict';
import { cpSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { after, test } from 'node:test';
import { fileURLToPath } from 'node:url';
import { Api, SEED_LINE } from '../service/api.mjs';
import { startDaemon, temporaryStore } from '../service/daemon.mjs';
import { device, startBrowser, until } from './browser.mjs';

const SOURCES = fileURLToPath(new URL('../../src/companion/', import.meta.url));
const browser = await startBrowser(after);

/** A daemon whose page may be changed, and which comes back at the same address. */
async function changeable(t) {
	const folder = mkdtempSync(join(tmpdir(), 'makker-test-'));
	t.after(() => rmSync(folder, { recursive: true, force: true }));
	cpSync(SOURCES, folder, { recursive: true });
	const store = temporaryStore((done) => t.after(done));
	const daemon = await startDaemon((done) => t.after(done), { store, args: ['--companion-dir', folder] });
	daemon.args.push('--listen', `127.0.0.1:${daemon.port}`);
	return { daemon, folder };
}

/** A visit after which the service worker has taken over. */
async function visited(daemon) {
	const api = new Api(daemon);
	const { id } = await api.create({ strategy: 'heuristic' });
	await api.line(id, SEED_LINE);
	const phone = await device(browser, { serviceWorkers: 'allow' });
	await phone.page.goto(`${daemon.url}/s/${id}`);
	await phone.page.evaluate(() => navigator.serviceWorker.ready);
	await until(phone.page, () => navigator.serviceWorker.controller !== null);
	return { ...phone, id };
}

/** The paths that the page has cached. */
const kept = (page) => page.evaluate(async () => {
	const caught = await Promise.all((await caches.keys()).map(async (name) => (await caches.open(name)).keys()));
	return caught.flat().map(({ url }) => new URL(url).pathname);
});

const WITHOUT_DAEMON = /ERR_CONNECTION_REFUSED|WebSocket|Failed to fetch|Failed to load resource/;

test('without the daemon the page is available offline, on every table', async (t) => {
	const { daemon } = await changeable(t);
	const { page, finish } = await visited(daemon);
	const paths = await kept(page);
	// Lazily fetched files and those of other views are there as well.
	['picker', 'decisive_move', 'start_view', 'games/klondike_table'].forEach((name) => assert.ok(paths.includes(`/companion/${name}.js`), String(paths)));
	await daemon.stop();
	for (const path of ['/', `/s/${'0'.repeat(32)}`]) {
		const answer = await page.goto(daemon.url + path);
		assert.equal(answer.status(), 200);
		assert.ok(answer.fromServiceWorker());
		await until(page, () => document.querySelector('#page').childElementCount > 0);
	}
	assert.match(await page.textContent('#page'), /does not respond/);
	await page.goto(daemon.url);
	await page.waitForSelector('.loading:has-text("does not respond") button');
	await daemon.restart();
	await page.waitForSelector('.tile'); // without a tap
	await finish(WITHOUT_DAEMON);
});

test('API responses are never cached', async (t) => {
	const { daemon } = await changeable(t);
	const { page, id, finish } = await visited(daemon);
	await page.reload();
	await page.evaluate(async (path) => { await (await fetch(path)).text(); }, `/v1/sessions/${id}`);
	await page.evaluate(async (path) => { await (await fetch(path)).text(); }, `/s/${id}/qr.svg`);
	const paths = await kept(page);
	assert.ok(paths.includes('/') && paths.includes('/companion/main.js'), String(paths));
	assert.deepEqual(paths.filter((path) => path !== '/' && !path.startsWith('/companion/') &&
		path !== '/manifest.webmanifest'), []);
	await daemon.stop();
	const reached = await page.evaluate((path) => fetch(path).then(() => true, () => false), `/v1/sessions/${id}`);
	assert.equal(reached, false);
	await finish(WITHOUT_DAEMON);
	await daemon.restart();
});

test('a new version of the page is shown at the next visit', async (t) => {
	const { daemon, folder } = await changeable(t);
	const { page, finish } = await visited(daemon);
	await daemon.stop();
	const document = join(folder, 'index.html');
	writeFileSync(document, readFileSync(document, 'utf8').replace('<title>Makker</title>', '<title>Newer</title>')
		.replace('</head>', '<link rel="modulepreload" href="/companion/newer.js">\n</head>'));
	writeFileSync(join(folder, 'newer.js'), 'export const newer = true;\n');
	await daemon.restart();
	const answer = await page.goto(daemon.url);
	assert.match(await answer.text(), /<title>Newer</);
	await until(page, () => caches.match('/companion/newer.js').then(Boolean));
	await daemon.stop();
	assert.match(await (await page.goto(daemon.url)).text(), /<title>Newer</);
	await finish(WITHOUT_DAEMON);
	await daemon.restart();
});
