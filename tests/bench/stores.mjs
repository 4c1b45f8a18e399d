// Stores with as many sessions as are wanted: some are played on a daemon, the others are copies of them.

import { execFileSync } from 'node:child_process';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { JSON_TYPE } from '../service/api.mjs';
import { request } from '../service/client.mjs';
import { BUILD, Daemon } from '../service/daemon.mjs';
import { linkBy, Player } from '../service/player.mjs';

const KLONDIKE_GAMES = 8;
const TAKE_AWAY_GAMES = 4;

/** A folder that goes when the program ends. */
export function temporaryFolder() {
	const folder = mkdtempSync(join(tmpdir(), 'makker-bench-'));
	process.on('exit', () => rmSync(folder, { recursive: true, force: true }));
	return folder;
}

/** Posts JSON; gives the session that is answered. */
export async function post(url, path, body) {
	const { status, text } = await request(url + path, { method: 'POST', headers: JSON_TYPE, body: JSON.stringify(body) });
	if (status >= 300) {
		throw new Error(`${path}: ${text}`);
	}
	return JSON.parse(text);
}

async function playTakeAway(url, groups) {
	let { id, status, suggestion } = await post(url, '/v1/sessions', { game: 'take-away', rules: { groups } });
	while (status === 'playing') {
		const { kind, group, count } = suggestion;
		({ status, suggestion } = await post(url, `/v1/sessions/${id}/moves`, { kind, group, count }));
	}
}

async function playTemplates(store) {
	const daemon = await new Daemon({ store }).start();
	const link = linkBy((method, path, body) => post(daemon.url, path, body));
	for (let seed = 0; seed < KLONDIKE_GAMES; seed++) {
		await new Player(link, seed, { deviation: 0.1 }).play();
	}
	for (let game = 0; game < TAKE_AWAY_GAMES; game++) {
		await playTakeAway(daemon.url, [1, 2 + game]);
	}
	await daemon.stop();
}

/** The URL of a store with `count` sessions of at most `events` events each. */
export async function filledStore(folder, count, events) {
	const template = `sqlite:${join(folder, 'template.db')}`;
	const store = `sqlite:${join(folder, 'makker.db')}`;
	await playTemplates(template);
	execFileSync(join(BUILD, 'bench/fill'), [template, store, String(count), String(events)]);
	return store;
}
