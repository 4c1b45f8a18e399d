// Draws the pictures of the README anew: `node tests/companion/readme_pictures.mjs` leaves them in docs.

import { writeFileSync } from 'node:fs';
import { Api } from '../service/api.mjs';
import { Daemon } from '../service/daemon.mjs';
import { DESKTOP, device, startBrowser } from './browser.mjs';
import { middleGame } from './prepared_tables.mjs';
import { Table } from './table.mjs';

const daemon = await new Daemon().start();
const api = new Api(daemon);
const after = [() => daemon.finish()];
const browser = await startBrowser((end) => after.unshift(end));

const QUALITY = 82;

/** As WebP: a third of the size of PNG. */
async function picture(page, name) {
	const debug = await page.context().newCDPSession(page);
	const { data } = await debug.send('Page.captureScreenshot', { format: 'webp', quality: QUALITY });
	writeFileSync(new URL(`../../docs/${name}.webp`, import.meta.url), Buffer.from(data, 'base64'));
}

const id = await middleGame(api, { language: 'en', name: 'Kitchen table' });
const { body: { table: { columns, foundations, draw_pile: pile } } } = await api.session(id);
await api.post(`/v1/sessions/${id}/corrections?budget_ms=1500`, { table: { columns, foundations, draw_pile: pile } }); // no card is in doubt
for (const [name, options] of Object.entries({ phone: {}, desk: { like: { ...DESKTOP, colorScheme: 'dark' } } })) {
	const { page } = await device(browser, { ...options, reducedMotion: 'reduce' }); // no card is on its way
	const table = await new Table({ page }, daemon).open(id);
	await table.until(() => document.querySelector('.worth .number')?.textContent.endsWith('%'));
	await page.waitForSelector('.status-line.check');
	await page.waitForSelector('.thumb .main:not([aria-disabled])');
	await page.waitForSelector('.speak');
	await table.until(() => document.fonts.ready.then(() => document.getAnimations().length === 0));
	await picture(page, `companion-${name}`);
}
for (const end of after) {
	await end();
}
