// A whole game of Klondike from photons to phone: a player, a camera, a daemon, the page in Chromium. Minutes; `make check-camera`.

import assert from 'node:assert/strict';
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { createInterface } from 'node:readline';
import { after, test } from 'node:test';
import { fileURLToPath } from 'node:url';
import { device, startBrowser } from '../companion/browser.mjs';
import { Table } from '../companion/table.mjs';
import { Api } from '../service/api.mjs';
import { startDaemon } from '../service/daemon.mjs';

const [DECK, LEARNED] = [process.env.DECK ?? 'makker', process.env.LEARNED ?? fileURLToPath(new URL('makker.npz', import.meta.url))];
const GAMES = fileURLToPath(new URL('games.py', import.meta.url));

test('a whole game of Klondike is on the phone, move by move', async (t) => {
	const daemon = await startDaemon(after);
	const api = new Api(daemon);
	const phone = await device(await startBrowser(after));
	const player = spawn('/usr/bin/python3', [GAMES, DECK, LEARNED, '3', '1', '--url', daemon.url], { stdio: ['ignore', 'pipe', 'inherit'] });
	t.after(() => player.kill());
	const ended = once(player, 'exit');
	let table, id;
	const said = [];
	for await (const line of createInterface({ input: player.stdout })) {
		said.push(line);
		id ??= /^session (\w+)$/.exec(line)?.[1];
		table ??= id && await new Table(phone, daemon).open(id);
	}
	assert.deepEqual(await ended, [0, null], said.join('\n'));
	t.diagnostic(said.join('; '));
	await table.shows((await api.session(id)).body);
	const versions = await phone.page.evaluate(() => new Set(window.said.map(({ version }) => version)).size);
	const { version } = (await api.session(id)).body;
	t.diagnostic(`${versions} of ${version} versions were seen on the page`);
	assert.ok(versions > version / 2);
	await phone.finish();
});
