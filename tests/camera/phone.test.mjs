// From photons to phone: rendered photographs, the camera's command, a real daemon, the page in Chromium.

import assert from 'node:assert/strict';
import { execFile } from 'node:child_process';
import { mkdirSync, mkdtempSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { after, test } from 'node:test';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import { device, startBrowser } from '../companion/browser.mjs';
import { Table } from '../companion/table.mjs';
import { Api } from '../service/api.mjs';
import { startDaemon } from '../service/daemon.mjs';

const CLIENT = fileURLToPath(new URL('../../clients/camera/', import.meta.url));
const LEARNED = fileURLToPath(new URL('makker.npz', import.meta.url));
const run = promisify(execFile);
const python = (command, ...args) =>
	run(join(CLIENT, command), args, { env: { ...process.env, PYTHONDONTWRITEBYTECODE: '1' }, timeout: 120_000 });

const column = (backs, ...cards) => ({ backs, run: cards });
const DEAL = [column(0, '5S'), column(1, '5H'), column(2, 'QC'), column(3, '7H'), column(4, '8D'), column(5, '9D'), column(6, '9C')];
const MOVED = [...DEAL.slice(0, 4), column(3, 'QH'), DEAL[5], column(6, '9C', '8D')];
/* The deal, the eight of diamonds moved, a card drawn. (Black kings of the drawn deck look alike.) */
const SCENES = [
	{ columns: DEAL, draw_pile: '3D' },
	{ columns: MOVED, draw_pile: '3D' },
	{ columns: MOVED, draw_pile: '2H' },
];

/** A folder with photographs of each table, in their order: one may not be clear enough. */
async function photographed(t, scenes, count, seed) {
	const folder = mkdtempSync(join(tmpdir(), 'makker-camera-'));
	const pictures = join(folder, 'pictures');
	t.after(() => rmSync(folder, { recursive: true, force: true }));
	mkdirSync(pictures);
	for (const [number, scene] of scenes.entries()) {
		writeFileSync(join(folder, 'scene.json'), JSON.stringify(scene));
		const first = seed + count * number;
		await python('makker-render', folder, '--table', join(folder, 'scene.json'), '--seed', `${first}`, '--count', `${count}`,
			'--conditions', 'plain');
		for (let i = first; i < first + count; i++) {
			renameSync(join(folder, `${i}.jpg`), join(pictures, `${i}.jpg`));
		}
	}
	return pictures;
}

const watch = (daemon, session, pictures, ...more) => python('makker-camera', 'watch', '--camera', pictures, '--url', daemon.url,
	'--session', session.id, '--deck', LEARNED, ...more);

const browser = await startBrowser(after);
const daemon = await startDaemon(after);
const api = new Api(daemon);

test('what lies on the table is on the phone', async (t) => {
	const pictures = await photographed(t, SCENES, 3, 100);
	const session = await api.create({ game: 'klondike', language: 'en' });
	const phone = await device(browser);
	const table = await new Table(phone, daemon).open(session.id);

	const { stdout } = await watch(daemon, session, pictures);
	const known = (await api.session(session.id)).body;
	assert.deepEqual(known.table.columns.map(({ cards }) => cards), MOVED.map((one) => one.run), stdout);
	assert.deepEqual(known.table.draw_pile.cards, ['3D', '2H'], stdout);
	assert.ok(stdout.includes(known.message), stdout);
	await table.shows(known);
	await phone.finish();
});

test('a whole game, photograph by photograph, is on the phone to its end', async (t) => {
	const cards = [['7H', '3D', 'KC'], ['KD', '9C', '0S', '2H'], ['3C', '2D', '5H', 'QS', 'JD']];
	const counts = [[3, 4, 5], [3, 4, 1], [3, 1, 1], [1, 1, 1], [0, 1, 1], [0, 0, 1], [0, 0, 0]];
	const laid = (groups) => ({
		game: 'take-away',
		columns: [...groups.map((count, group) => column(0, ...cards[group].slice(0, count))), ...Array(4).fill(column(0))],
	});
	const pictures = await photographed(t, counts.map(laid), 2, 300);
	const session = await api.create({ game: 'take-away', strategy: 'theory', rules: { groups: counts[0], limits: [2, 3, 4] }, language: 'en' });
	const phone = await device(browser);
	const groupsShown = () => phone.page.$$eval('.group-count', (shown) => shown.map((count) => Number(count.textContent.replace(/\D/g, ''))));
	await phone.page.goto(`${daemon.url}/s/${session.id}`);
	await phone.page.waitForSelector('.take-away');
	assert.deepEqual(await groupsShown(), counts[0]);

	const { stdout } = await watch(daemon, session, pictures, '--game', 'take-away');
	const known = (await api.session(session.id)).body;
	assert.deepEqual([known.version, known.table.groups, known.sync], [session.version + 6, [0, 0, 0], 'in_sync'], stdout);
	assert.match(known.status, /^(won|lost)$/);
	await phone.page.waitForSelector('.ending');
	await phone.finish();
});
