// A game whose snapshots are posted to different daemons, with a subscriber at one of them.

import assert from 'node:assert/strict';
import { randomUUID } from 'node:crypto';
import { setTimeout as sleep } from 'node:timers/promises';
import { JSON_TYPE } from '../service/api.mjs';
import { agentOf, request } from '../service/client.mjs';
import { linkBy, Player } from '../service/player.mjs';
import { randomFrom } from '../service/random.mjs';
import { NotifyProbe, FORM_NAMES } from './notify_probe.mjs';

const agent = agentOf(64);
const PAUSE_MS = 20;
const PATIENCE_MS = 60_000; // with one post
const PASSING = [502, 503, 504]; // the first and the last by a proxy

/** Milliseconds until it may be sent again. */
const pauseAfter = (answer) => (answer?.headers['retry-after'] ? 1000 * Number(answer.headers['retry-after']) : PAUSE_MS);
const isUnderWay = ({ status, text }) => status === 409 && JSON.parse(text).code === 'request_in_progress';

/** The game was abandoned. */
export class Left extends Error {}

/**
 * One game, to its end or until `over()`. Where daemons may die (`mortal`) each post names the version that it is for, so that it can be
 * sent again to another daemon: one that was already applied is rejected there. `keyed`: it has an Idempotency-Key instead. `polite`: it
 * is sent again when `Retry-After` says; `pauseMs`: between two posts; `budget`: milliseconds for a search.
 */
export class DistributedGame {
	constructor(cluster, seed, { mortal = false, over = () => false, keyed = false, polite = false, pauseMs = 0, budget = 0, ...how } = {}) {
		Object.assign(this, { cluster, mortal, over, keyed, polite, pauseMs });
		this.random = randomFrom(seed ^ 0x5eed);
		this.form = FORM_NAMES[seed % FORM_NAMES.length];
		this.answered = new Map();
		this.failures = []; // statuses, or the client's error
		this.counts = { posts: 0, again: 0, refused: 0, lateAnswers: 0, joined: 0 };
		this.player = new Player(linkBy((...fields) => this.#send(...fields), { budget }), seed, { deviation: 0.1, ...how });
	}

	async play() {
		try {
			return await this.#playToTheEnd();
		} finally {
			this.subscriber?.leave();
		}
	}

	async #playToTheEnd() {
		const session = await this.player.play();
		await this.subscriber.finish(this.version, this.answered);
		this.counts.joined = this.subscriber.joined;
		if (!this.mortal) {
			assert.equal(this.subscriber.joined, 1);
			assert.ok(!this.subscriber.receivesAll || this.subscriber.received.size === this.version + 1, 'each version from 0 on');
		}
		return session;
	}

	async #send(method, path, body) {
		if (this.over()) {
			this.subscriber?.leave();
			throw new Left();
		}
		if (this.pauseMs > 0) {
			await sleep(this.pauseMs);
		}
		const session = await this.#ask(method, path, body);
		this.counts.posts++;
		this.version = session.version;
		this.answered.set(session.version, JSON.stringify(session.table));
		if (!this.subscriber) {
			this.id = session.id;
			this.subscriber = new NotifyProbe({ anywhere: () => this.cluster.any(this.random).url, id: this.id, form: this.form });
			await this.subscriber.join();
		}
		return session;
	}

	async #ask(method, path, body) {
		const condition = this.#condition();
		for (const end = Date.now() + PATIENCE_MS; ;) {
			const answer = await this.#askOnce(method, path, body, { ...JSON_TYPE, ...condition });
			if (answer?.status === 412) {
				this.counts.lateAnswers++;
				return this.#present();
			}
			if (answer && !PASSING.includes(answer.status) && !isUnderWay(answer)) {
				assert.ok(answer.status < 300, `${method} ${path}: ${answer.status} ${answer.text}`);
				return JSON.parse(answer.text);
			}
			assert.ok(this.mortal && Date.now() < end, answer?.text ?? 'a daemon does not answer');
			this.counts[answer ? 'refused' : 'again']++;
			this.failures.push(answer ? `${answer.status} ${/"code":"(\w+)"/.exec(answer.text)?.[1]}` : 'no answer');
			await sleep(this.polite ? pauseAfter(answer) : PAUSE_MS);
		}
	}

	/** Headers that make it safe to repeat a post. */
	#condition() {
		if (this.keyed) {
			return { 'idempotency-key': randomUUID() };
		}
		return this.mortal && this.id ? { 'if-match': `"${this.version}"` } : {};
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

	/** The post had been applied when it was repeated. */
	async #present() {
		let answer;
		do {
			answer = await this.#askOnce('GET', `/v1/sessions/${this.id}`, undefined, {});
		} while (!answer || PASSING.includes(answer.status));
		const session = JSON.parse(answer.text);
		assert.equal(session.version, this.version + 1, 'a version of another client');
		return session;
	}
}

/** Plays games concurrently; returns the sum of their counts. */
export async function playAll(cluster, { games, clients, seed = 1, ...how }) {
	const sum = {};
	let next = 0;
	const client = async () => {
		while (next < games) {
			const game = new DistributedGame(cluster, seed + next++, how);
			await game.play();
			Object.entries(game.counts).forEach(([name, count]) => { sum[name] = (sum[name] ?? 0) + count; });
		}
	};
	await Promise.all(Array.from({ length: clients }, client));
	return sum;
}
