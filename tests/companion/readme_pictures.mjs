// Draws the pictures of the README anew: `node tests/companion/readme_pictures.mjs` leaves them in build/screenshots.

import { Api } from '../service/api.mjs';
import { Daemon } from '../service/daemon.mjs';
import { DESK, device, shot, startBrowser } from './browser.mjs';
import { middleGame } from './prepared_tables.mjs';
import { Table } from './table.mjs';

const daemon = await new Daemon().start();
const api = new Api(daemon);
const after = [() => daemon.finish()];
const browser = await startBrowser((end) => after.unshift(end));

const id = await middleGame(api, { language: 'en', name: 'Kitchen table' });
for (const [name, options] of Object.entries({ phone: {}, desk: { like: { ...DESK, colorScheme: 'dark' } } })) {
	const { page } = await device(browser, options);
	const table = await new Table({ page }, daemon).open(id);
	await table.until(() => document.querySelector('.worth .number')?.textContent.endsWith('%'));
	await table.until(() => document.fonts.ready.then(() => document.getAnimations().length === 0));
	await shot(page, `readme-${name}`);
}
for (const end of after) {
	await end();
}
