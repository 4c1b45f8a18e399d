// Acknowledged means durable: kill -9 while many clients post, start again, and everything that was
// acknowledged is there. MAKKER_KILLS sets how often.

import assert from 'node:assert/strict';
import { after, test } from 'node:test';
import { setTimeout as sleep } from 'node:timers/promises';
import { JSON_TYPE } from './api.mjs';
import { agentOf, request } from './client.mjs';
import { Daemon, temporaryStore } from './daemon.mjs';
import { linkBy, Player } from './player.mjs';
import { randomFrom } from './random.mjs';
import { assertTable, assertTruth } from './truth.mjs';

const KILLS = Number(process.env.MAKKER_KILLS ?? 50);
const CLIENTS = 8;
const random = randomFrom(8377);

class Killed extends Error {}

/**
 * One client: plays one game after another until the daemon dies. It knows what was acknowledged last
 * in each game, and which post of the last one had no answer: that may have been carried out or not.
 */
class Client {
	constructor(daemon, number) {
		Object.assign(this, { daemon, number, posts: 0, games: [] });
		this.agent = agentOf(1);
		this.link = linkBy((method, path, body) => this.#send(method, path, body));
	}

	async #send(method, path, body) {
		const game = this.games.at(-1);
		game.pending = { method, path, body };
		try {
			game.acknowledged = await this.post(game.pending);
		} catch (error) {
			throw error.code === undefined ? error : new Killed(error.message);
		}
		game.pending = undefined;
		this.posts++;
		return game.acknowledged;
	}

	async post({ method, path, body }) {
		const options = { method, agent: this.agent, headers: JSON_TYPE, body: JSON.stringify(body) };
		const { status, text } = await request(this.daemon.url + path, options);
		assert.ok(status < 300, `${method} ${path}: ${text}`);
		return JSON.parse(text);
	}

	/** Plays until the daemon is killed. */
	async run() {
		try {
			for (;;) {
				const seed = this.number * 100_000 + this.games.length;
				const player = new Player(this.link, seed, { deviation: 0.1 });
				this.games.push({ player });
				await player.play();
			}
		} catch (error) {
			assert.ok(error instanceof Killed, error);
		}
	}
}

/** What was acknowledged is there, or the one post more whose answer was lost: nothing else. */
async function assertKept(client, { acknowledged, pending, player }) {
	const path = `/v1/sessions/${acknowledged.id}`;
	const kept = await client.post({ method: 'GET', path });
	if (kept.version === acknowledged.version) {
		assert.deepEqual(kept.table, acknowledged.table);
	} else {
		assert.ok(pending, `version ${kept.version}, but ${acknowledged.version} was acknowledged last`);
		assert.equal(kept.version, acknowledged.version + 1);
		assertTable(kept.table, player.table);
	}
}

/** The post without an answer is sent again, as a camera would, and the game goes on. */
async function goOn(client, { acknowledged, pending, player }) {
	if (pending?.path.includes('/snapshots')) {
		const session = await client.post(pending);
		assert.equal(session.version, acknowledged.version + 1);
		assertTruth(session, player.table);
	}
}

async function killOnce(daemon, kill) {
	const clients = Array.from({ length: CLIENTS }, (_, place) => new Client(daemon, kill * CLIENTS + place));
	const running = clients.map((client) => client.run());
	await sleep(40 + 160 * random());
	await daemon.kill();
	await Promise.all(running);
	await daemon.restart();
	const games = clients.flatMap((client) => client.games
		.filter(({ acknowledged }) => acknowledged).map((game) => ({ client, game })));
	for (const { client, game } of games) {
		await assertKept(client, game);
		await goOn(client, game);
	}
	clients.forEach(({ agent }) => agent.destroy());
	return { posts: clients.reduce((sum, client) => sum + client.posts, 0), games: games.length };
}

test(`kill -9 in the middle of posting, ${KILLS} times`, async (t) => {
	const daemon = await new Daemon({ store: temporaryStore(after) }).start();
	const sums = { posts: 0, games: 0 };
	for (let kill = 0; kill < KILLS; kill++) {
		const { posts, games } = await killOnce(daemon, kill);
		sums.posts += posts;
		sums.games += games;
	}
	await daemon.stop();
	t.diagnostic(`killed ${KILLS} times: ${sums.posts} acknowledged posts in ${sums.games} games, none lost`);
	assert.ok(sums.posts > KILLS * CLIENTS, 'hardly anything was posted');
});
