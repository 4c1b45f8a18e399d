// A connection to PostgreSQL that breaks when a commit has taken place, before its answer comes: nothing is
// reported as failed that was stored, nor the reverse. DOUBTS sets how many games are played.

import assert from 'node:assert/strict';
import { after, test } from 'node:test';
import { setTimeout as sleep } from 'node:timers/promises';
import { JSON_TYPE } from '../service/api.mjs';
import { agentOf, request } from '../service/client.mjs';
import { startDaemon } from '../service/daemon.mjs';
import { linkBy, Player } from '../service/player.mjs';
import { randomFrom } from '../service/random.mjs';
import { Cutter } from './cutter.mjs';
import { startPostgres } from './postgres.mjs';

const GAMES = Number(process.env.DOUBTS ?? 24);
const CLIENTS = 12;
const postgres = startPostgres(after, 'fsync=off');
const agent = agentOf(CLIENTS);

/** A client that looks after every refusal whether anything has changed. */
class Sceptic {
	constructor(daemon, seed) {
		Object.assign(this, { daemon, version: -1, posts: 0, refusals: 0 });
		this.player = new Player(linkBy((...fields) => this.#send(...fields)), seed, { deviation: 0.1 });
	}

	async #send(method, path, body) {
		const { status, text } = await this.#ask(method, path, body);
		assert.ok(status < 300, `${method} ${path}: ${status} ${text}`);
		const session = JSON.parse(text);
		assert.equal(session.version, this.version + 1);
		Object.assign(this, { id: session.id, version: session.version });
		this.posts++;
		return session;
	}

	async #ask(method, path, body) {
		for (;;) {
			const answer = await this.#once(method, path, body);
			if (answer.status !== 503) {
				return answer;
			}
			this.refusals++;
			await this.#assertUnchanged();
		}
	}

	#once(method, path, body) {
		return request(this.daemon.url + path, { method, agent, headers: JSON_TYPE, body: JSON.stringify(body) });
	}

	async #assertUnchanged() {
		let answer;
		while (this.id && (answer = await this.#once('GET', `/v1/sessions/${this.id}`)).status === 503) {
			await sleep(5);
		}
		if (answer) {
			assert.equal(JSON.parse(answer.text).version, this.version, 'refused, and stored all the same');
		}
	}
}

test(`${GAMES} games over connections that break around commits`, async (t) => {
	const random = randomFrom(4711);
	postgres.database('doubt');
	const cutter = await new Cutter(postgres, { answers: 0.05, others: 0.003, random }).listen();
	t.after(() => cutter.close());
	cutter.quiet = true;
	const daemon = await startDaemon(t.after.bind(t), { store: cutter.url('doubt') });
	cutter.quiet = false;
	const sceptics = [];
	const client = async () => {
		while (sceptics.length < GAMES) {
			const sceptic = new Sceptic(daemon, 900 + sceptics.length);
			sceptics.push(sceptic);
			await sceptic.player.play();
		}
	};
	await Promise.all(Array.from({ length: CLIENTS }, client));
	cutter.quiet = true;
	const kept = new Map(postgres.sql("SELECT id || version FROM makker.session", 'doubt').split('\n')
		.map((row) => [row.slice(0, 32), Number(row.slice(32))]));
	sceptics.forEach(({ id, version }) => assert.equal(kept.get(id), version));
	assert.equal(kept.size, GAMES, 'a session was opened twice');
	const events = postgres.sql('SELECT count(*) FROM makker.event', 'doubt');
	const posts = sceptics.reduce((sum, one) => sum + one.posts, 0);
	assert.equal(Number(events), posts - GAMES, 'the number of events is the number of acknowledged posts');
	assert.ok(cutter.cuts.answers > 0, 'no commit was cut off');
	t.diagnostic(`${posts} posts, ${sceptics.reduce((sum, one) => sum + one.refusals, 0)} refusals, ${JSON.stringify(cutter.cuts)}`);
});
