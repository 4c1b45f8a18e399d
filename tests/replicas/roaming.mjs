// A game whose every snapshot is posted to another daemon, and listeners that hear it at one of them.

import assert from 'node:assert/strict';
import { setTimeout as sleep } from 'node:timers/promises';
import { JSON_TYPE } from '../service/api.mjs';
import { agentOf, request } from '../service/client.mjs';
import { linkBy, Player } from '../service/player.mjs';
import { randomFrom } from '../service/random.mjs';
import { NotifyProbe, FORM_NAMES } from './notify_probe.mjs';

const agent = agentOf(64);
const PAUSE_MS = 20;
const passes = (status) => status === 503;

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
		this.form = FORM_NAMES[seed % FORM_NAMES.length];
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
			assert.ok(!this.ear.hearsAll || this.ear.heard.size === this.version + 1, 'each version from 0 on');
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
			this.ear = new NotifyProbe({ anywhere: () => this.cluster.any(this.random).url, id: this.id, form: this.form });
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
