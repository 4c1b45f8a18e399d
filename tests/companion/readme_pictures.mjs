// Draws the pictures of the README anew: `node tests/companion/readme_pictures.mjs` leaves them in build/screenshots.

import { Api } from '../service/api.mjs';
import { Daemon } from '../service/daemon.mjs';
import { Player } from '../service/player.mjs';
import { DESK, device, shot, startBrowser } from './browser.mjs';
import { Table } from './table.mjs';

const GAME = 8; // a seed
const SNAPSHOTS = 30; // after which the table is worth a picture, when a card is to be moved
const COLUMN_TO_COLUMN = 3;

class Enough extends Error {}

const daemon = await new Daemon().start();
const api = new Api(daemon);
const after = [() => daemon.finish()];
const browser = await startBrowser((end) => after.unshift(end));

let id;
let count = 0;
const link = {
	create: async (wish) => {
		const session = await api.create({ ...wish, language: 'en', name: 'Kitchen table' });
		({ id } = session);
		return session;
	},
	post: async (_, kind, body) => {
		count += 1;
		const session = (await api.post(`/v1/sessions/${id}/${kind}`, body)).body;
		if (count > SNAPSHOTS && session.suggestion?.type === COLUMN_TO_COLUMN) {
			throw new Enough();
		}
		return session;
	},
};
await new Player(link, GAME, {}).play().catch((error) => {
	if (!(error instanceof Enough)) {
		throw error;
	}
});
await api.patch(id, { strategy: 'search' });
await api.get(`/v1/sessions/${id}/advice?budget_ms=1500`);
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
