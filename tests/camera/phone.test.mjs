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
/* As in the README: the deal, the eight of diamonds moved, a card drawn. */
const SCENES = [
	{ columns: DEAL, draw_pile: 'KS' },
	{ columns: MOVED, draw_pile: 'KS' },
	{ columns: MOVED, draw_pile: '8C' },
];

test('what lies on the table is on the phone', async (t) => {
	const daemon = await startDaemon(after);
	const folder = mkdtempSync(join(tmpdir(), 'makker-camera-'));
	const pictures = join(folder, 'pictures');
	t.after(() => rmSync(folder, { recursive: true, force: true }));
	mkdirSync(pictures);
	for (const [number, scene] of SCENES.entries()) {
		writeFileSync(join(folder, 'scene.json'), JSON.stringify(scene));
		await python('makker-render', folder, '--table', join(folder, 'scene.json'), '--seed', `${number + 11}`);
		renameSync(join(folder, `${number + 11}.jpg`), join(pictures, `${number}.jpg`));
	}
	const api = new Api(daemon);
	const session = await api.create({ game: 'klondike', language: 'en' });
	const phone = await device(await startBrowser(after));
	const table = await new Table(phone, daemon).open(session.id);

	const { stdout } = await python('makker-camera', 'watch', '--camera', pictures, '--url', daemon.url, '--session', session.id,
		'--deck', LEARNED);
	const known = (await api.session(session.id)).body;
	assert.deepEqual(known.table.columns.map(({ cards }) => cards), MOVED.map((one) => one.run), stdout);
	assert.deepEqual(known.table.draw_pile.cards, ['KS', '8C'], stdout);
	assert.ok(stdout.includes(known.message), stdout);
	await table.shows(known);
	await phone.finish();
});
