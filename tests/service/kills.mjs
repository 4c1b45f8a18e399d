// Acknowledged means durable: clients that play until the daemon is killed, and the check that its
// acknowledged changes are there after a restart. The disk may fail meanwhile: then every response
// reports it, nothing has changed, and the client sends the request again.

import assert from 'node:assert/strict';
import { setTimeout as sleep } from 'node:timers/promises';
import { JSON_TYPE } from './api.mjs';
import { agentOf, request } from './client.mjs';
import { linkBy, Player } from './player.mjs';
import { assertTable, assertTruth } from './truth.mjs';

const AGAIN_MS = 5;
const MAX_STARTS = 10;

class Killed extends Error {}

/**
 * One client: plays one game after another until the daemon dies. It knows the last acknowledged change
 * in each game, and which post of the last one had no answer: that may have been carried out or not.
 */
export class Client {
	constructor(daemon, number) {
		Object.assign(this, { daemon, number, posts: 0, refusals: 0, games: [] });
		this.agent = agentOf(1);
		this.link = linkBy((method, path, body) => this.#send(method, path, body));
	}

	async #send(method, path, body) {
		const game = this.games.at(-1);
		game.pending = { method, path, body };
		game.acknowledged = this.#taken(game, await this.#ask(game.pending));
		game.pending = undefined;
		this.posts++;
		return game.acknowledged;
	}

	/** A request that the disk rejects is sent again. */
	async #ask(fields) {
		let answer;
		while ((answer = await this.#askOnce(fields)).status === 503) {
			assertRefusal(answer);
			this.refusals++;
			await sleep(AGAIN_MS);
		}
		return answer;
	}

	#askOnce({ method, path, body }) {
		const options = { method, agent: this.agent, headers: JSON_TYPE, body: JSON.stringify(body) };
		return request(this.daemon.url + path, options).catch((error) => { throw new Killed(error.message); });
	}

	/** The session of an answer, which is one version further, with its ETag. */
	#taken({ acknowledged }, { status, headers, text }) {
		assert.ok(status < 300, text);
		const session = JSON.parse(text);
		assert.equal(headers.etag, `"${session.version}"`);
		assert.equal(session.version, acknowledged ? acknowledged.version + 1 : 0);
		return session;
	}

	async post(pending) {
		const { status, text } = await this.#ask(pending);
		assert.ok(status < 300, `${pending.method} ${pending.path}: ${text}`);
		return JSON.parse(text);
	}

	get(path) {
		return this.post({ method: 'GET', path });
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

function assertRefusal({ headers, text }) {
	assert.equal(headers['content-type'], 'application/problem+json', text);
	assert.equal(JSON.parse(text).code, 'store_unavailable', text);
	assert.ok(Number(headers['retry-after']) > 0, 'no Retry-After');
}

/** The acknowledged changes are there, and at most one more whose response was lost. */
async function assertKept(client, { acknowledged, pending, player }) {
	const kept = await client.get(`/v1/sessions/${acknowledged.id}`);
	if (kept.version === acknowledged.version) {
		assert.deepEqual(kept.table, acknowledged.table);
	} else {
		assert.ok(pending, `version ${kept.version}, but ${acknowledged.version} was acknowledged last`);
		assert.equal(kept.version, acknowledged.version + 1);
		assertTable(kept.table, player.table);
	}
	return kept;
}

/** A picture that comes twice at the end of the draw pile may show a shuffle that brought the same card up: the player says no. */
async function answerNo(client, session) {
	const { correction } = session.asks.answers.find(({ means }) => means.shuffles === session.table.draw_pile.shuffles && means.left === session.table.draw_pile.left);
	return client.post({ method: 'POST', path: `/v1/sessions/${session.id}/corrections`, body: correction });
}

/**
 * The post without an answer is sent again, as a camera would, and the game continues. If it had been carried out, the
 * picture shows an unchanged table: that is no change, or one of its own where a shuffle may have brought the same card up.
 */
async function goOn(client, game, kept) {
	game.last = kept;
	if (game.pending?.path.includes('/snapshots')) {
		const again = await client.post(game.pending);
		const asks = again.asks?.question !== undefined;
		const carriedOut = kept.version > game.acknowledged.version;
		const more = carriedOut ? [0, 1] : [1];
		assert.ok(more.includes(again.version - kept.version), `version ${kept.version}, then ${again.version}`);
		assert.ok(asks || (again.observed.explanation === 'unchanged') === carriedOut, again.observed.explanation);
		game.last = asks ? await answerNo(client, again) : again;
		assert.equal(game.last.version, again.version + (asks ? 1 : 0));
		assertTruth(game.last, game.player.table);
	}
}

/** Every version is in the history, once and in order. */
async function assertHistory(client, { id, version }) {
	const versions = [];
	let page;
	do {
		page = await client.get(`/v1/sessions/${id}/history?limit=500&after=${versions.length}`);
		versions.push(...page.events.map((event) => event.version));
	} while (page.next !== null);
	assert.deepEqual(versions, Array.from({ length: version }, (_, place) => place + 1));
}

/** Nothing of a game has changed since it was read. */
async function assertStill(client, { last }) {
	const { version, table } = await client.get(`/v1/sessions/${last.id}`);
	assert.equal(version, last.version);
	assert.deepEqual(table, last.table);
}

/** Where the disk fails just then the daemon does not start, and says why: the test starts it again. */
export async function persist(daemon, start) {
	for (let attempt = 1; ; attempt++) {
		try {
			return await start();
		} catch (error) {
			assert.ok(attempt < MAX_STARTS && /store|disk I\/O error/.test(daemon.output), error);
		}
	}
}

/**
 * Kills a daemon again and again. `clients` play beside each other; `lasts()` is awaited between the start
 * of a round and the kill, and is given a function that returns how often they have posted in it; `again()` starts the daemon
 * after it.
 */
export class Kills {
	constructor(daemon, { clients, lasts, again = () => persist(daemon, () => daemon.restart()) }) {
		Object.assign(this, { daemon, clients, lasts, again, rounds: 0, posts: 0, refusals: 0, games: [] });
	}

	async round() {
		const clients = Array.from({ length: this.clients },
			(_, place) => new Client(this.daemon, this.rounds * this.clients + place));
		const running = clients.map((client) => client.run());
		try {
			await this.lasts(() => clients.reduce((sum, { posts }) => sum + posts, 0));
		} finally {
			await this.daemon.kill(); // else its clients would never come to an end
			await Promise.all(running);
		}
		await this.again();
		for (const client of clients) {
			await this.#check(client);
		}
		this.rounds++;
	}

	/** Runs the rounds and checks all games once more; a failure leaves no daemon, which would keep the test from ending. */
	async run(rounds) {
		try {
			while (this.rounds < rounds) {
				await this.round();
			}
			await this.checkAll();
		} catch (error) {
			await this.daemon.kill();
			throw error;
		}
	}

	async #check(client) {
		for (const game of client.games.filter(({ acknowledged }) => acknowledged)) {
			const kept = await assertKept(client, game);
			await goOn(client, game, kept);
			await assertHistory(client, game.last);
			this.games.push(game);
		}
		this.posts += client.posts;
		this.refusals += client.refusals;
		client.agent.destroy();
	}

	/** All games of all rounds, once more. */
	async checkAll() {
		const client = new Client(this.daemon, 0);
		for (const game of this.games) {
			await assertStill(client, game);
		}
		client.agent.destroy();
	}

	toString() {
		const { rounds, clients, posts, refusals, games } = this;
		const refused = refusals > 0 ? `, ${refusals} refused as the disk failed` : '';
		return `killed ${rounds} times under ${clients} clients: ${posts} acknowledged posts in ${games.length} games`
			+ `${refused}, none lost`;
	}
}
