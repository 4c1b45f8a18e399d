// A game whose every snapshot is posted to another daemon, and listeners that hear it at one of them.

import assert from 'node:assert/strict';
import { setTimeout as sleep } from 'node:timers/promises';
import { WebSocket } from 'ws';
import { JSON_TYPE } from '../service/api.mjs';
import { agentOf, request } from '../service/client.mjs';
import { linkBy, Player } from '../service/player.mjs';
import { randomFrom } from '../service/random.mjs';

const agent = agentOf(64);
const PAUSE_MS = 20;
const PATIENCE_MS = 20_000;
const passes = (status) => status === 503;

/** Hears a session's versions, each with its table; joins another daemon where the one it heard has died. */
class Ear {
	constructor(game) {
		this.game = game;
		this.heard = new Map();
		this.joined = 0;
		this.last = -1;
		this.problem = undefined;
	}

	async join() {
		const { cluster, random, id } = this.game;
		const { url } = cluster.any(random);
		this.joined++;
		this.fresh = true;
		this.socket = new WebSocket(`${url.replace('http:', 'ws:')}/v1/sessions/${id}/events`);
		this.socket.on('message', (bytes) => this.#take(JSON.parse(bytes)));
		this.socket.on('error', () => {});
		await new Promise((resolve) => {
			this.socket.once('open', resolve);
			this.socket.once('close', resolve);
		});
		this.socket.once('close', () => this.#rejoin());
		if (this.socket.readyState === WebSocket.CLOSED) {
			this.#rejoin();
		}
	}

	async #rejoin() {
		if (!this.left && !this.joining) {
			this.joining = true;
			await sleep(PAUSE_MS);
			this.joining = false;
			await this.join();
		}
	}

	/** A connection begins with the present session; then comes each version, once. */
	#take({ event, session }) {
		if (event !== 'session') {
			return;
		}
		const { version, table } = session;
		const expected = this.fresh ? version >= this.last : version === this.last + 1;
		if (!expected) {
			this.problem ??= `version ${version} after ${this.last}`;
		}
		this.fresh = false;
		this.last = version;
		this.heard.set(version, JSON.stringify(table));
	}

	leave() {
		this.left = true;
		this.socket.terminate();
	}

	/** Waits for the last version; then everything that was heard is what was answered. */
	async finish(version, answered) {
		const end = Date.now() + PATIENCE_MS;
		while (this.last < version && Date.now() < end) {
			await sleep(5);
		}
		this.leave();
		assert.equal(this.problem, undefined);
		assert.equal(this.last, version, 'the last version was not heard');
		for (const [heard, table] of this.heard) {
			assert.ok(!answered.has(heard) || answered.get(heard) === table, `version ${heard} is another`);
		}
	}
}

/** The game is left in the middle. */
export class Left extends Error {}

/**
 * One game, to its end or until `over()`. Where daemons may die (`mortal`) each post names the version that it is for, so that it can be
 * sent again to another daemon: one that was carried out already is refused there.
 */
export class Roaming {
	constructor(cluster, seed, { mortal = false, over = () => false, ...how } = {}) {
		Object.assign(this, { cluster, mortal, over });
		this.random = randomFrom(seed ^ 0x5eed);
		this.answered = new Map();
		this.counts = { posts: 0, again: 0, refused: 0, lateAnswers: 0, joined: 0 };
		this.player = new Player(linkBy((...wish) => this.#send(...wish)), seed, { deviation: 0.1, ...how });
	}

	async play() {
		const session = await this.player.play();
		await this.ear.finish(this.version, this.answered);
		this.counts.joined = this.ear.joined;
		if (!this.mortal) {
			assert.equal(this.ear.joined, 1);
			assert.equal(this.ear.heard.size, this.version + 1, 'each version from 0 on');
		}
		return session;
	}

	async #send(method, path, body) {
		if (this.over()) {
			this.ear?.leave();
			throw new Left();
		}
		const session = await this.#ask(method, path, body);
		this.counts.posts++;
		this.version = session.version;
		this.answered.set(session.version, JSON.stringify(session.table));
		if (!this.ear) {
			this.id = session.id;
			this.ear = new Ear(this);
			await this.ear.join();
		}
		return session;
	}

	async #ask(method, path, body) {
		const condition = this.mortal && this.id ? { 'if-match': `"${this.version}"` } : {};
		for (;;) {
			const answer = await this.#askOnce(method, path, body, { ...JSON_TYPE, ...condition });
			if (answer?.status === 412) {
				this.counts.lateAnswers++;
				return this.#present();
			}
			if (answer && !passes(answer.status)) {
				assert.ok(answer.status < 300, `${method} ${path}: ${answer.status} ${answer.text}`);
				return JSON.parse(answer.text);
			}
			assert.ok(this.mortal, answer?.text ?? 'a daemon does not answer');
			this.counts[answer ? 'refused' : 'again']++;
			await sleep(PAUSE_MS);
		}
	}

	async #askOnce(method, path, body, headers) {
		const { url } = this.cluster.any(this.random);
		try {
			return await request(url + path, { method, agent, headers, body: JSON.stringify(body) });
		} catch (error) {
			assert.ok(this.mortal, error);
			return undefined;
		}
	}

	/** The post had been carried out when it was sent again. */
	async #present() {
		let answer;
		do {
			answer = await this.#askOnce('GET', `/v1/sessions/${this.id}`, undefined, {});
		} while (!answer || passes(answer.status));
		const session = JSON.parse(answer.text);
		assert.equal(session.version, this.version + 1, 'another version than ours');
		return session;
	}
}

/** Plays games beside each other; gives the sum of their counts. */
export async function playAll(cluster, { games, clients, seed = 1, ...how }) {
	const sum = {};
	let next = 0;
	const client = async () => {
		while (next < games) {
			const game = new Roaming(cluster, seed + next++, how);
			await game.play();
			Object.entries(game.counts).forEach(([name, count]) => { sum[name] = (sum[name] ?? 0) + count; });
		}
	};
	await Promise.all(Array.from({ length: clients }, client));
	return sum;
}
