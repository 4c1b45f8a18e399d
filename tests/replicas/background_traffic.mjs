// Requests of clients that do not play, through a proxy: own tables that are changed and deleted, lists, histories, pages,
// streams, simulations. A daemon or the database may be unreachable meanwhile: that is counted.

import assert from 'node:assert/strict';
import { setTimeout as sleep } from 'node:timers/promises';
import { JSON_TYPE } from '../service/api.mjs';
import { open, request } from '../service/client.mjs';
import { pick, randomFrom } from '../service/random.mjs';

class Away extends Error {}

export class BackgroundTraffic {
	/** `table()`: the id of a table with a running game. */
	constructor(url, { count, agent, pauseMs, table, over }) {
		Object.assign(this, { url, agent, table, failures: [], counts: { requests: 0, posts: 0, failedPosts: 0, failedReads: 0, streams: 0 } });
		this.random = randomFrom(7);
		this.ended = Promise.all(Array.from({ length: count }, async () => {
			while (!over()) {
				await this.#visit().catch((error) => assert.ok(error instanceof Away, error));
				await sleep(pauseMs);
			}
		}));
	}

	async #visit() {
		await pick([() => this.#read(), () => this.#read(), () => this.#change(), () => this.#listen(), () => this.#simulate()], this.random)();
	}

	/** An answer with one of the statuses `wanted`; where no daemon could give one that is counted, and the visit ends. */
	async #ask(method, path, body, wanted = 200) {
		const answer = await request(this.url + path, { method, agent: this.agent, headers: body === undefined ? {} : JSON_TYPE, body })
			.catch((error) => ({ status: 599, headers: {}, text: error.code }));
		this.counts.requests++;
		this.counts.posts += method !== 'GET';
		if (answer.status > 500) {
			this.counts[method === 'GET' ? 'failedReads' : 'failedPosts']++;
			this.failures.push(`${method} ${path.slice(0, 16)} ${answer.status} ${/"code":"(\w+)"/.exec(answer.text)?.[1] ?? answer.text}`);
			await sleep(1000 * Number(answer.headers['retry-after'] ?? 0));
			throw new Away();
		}
		assert.ok([wanted].flat().includes(answer.status), `${method} ${path}: ${answer.status} ${answer.text}`);
		return answer.text.startsWith('{') ? JSON.parse(answer.text) : undefined;
	}

	async #read() {
		const id = this.table();
		await this.#ask('GET', pick(['/v1/games', '/v1/sessions?limit=20', '/v1/sessions?status=playing', '/v1/statistics', '/openapi.yaml',
			`/v1/sessions/${id}`, `/v1/sessions/${id}/history?limit=50`, `/s/${id}`, `/v1/sessions/${id}?wait_s=1`], this.random));
	}

	async #change() {
		const { id } = await this.#ask('POST', '/v1/sessions', '{"game":"take-away","rules":{"groups":[3,4,5]}}', 201);
		const { suggestion: { kind, group, count } } = await this.#ask('GET', `/v1/sessions/${id}`);
		await this.#ask('POST', `/v1/sessions/${id}/moves`, JSON.stringify({ kind, group, count }));
		await this.#ask('POST', `/v1/sessions/${id}/undo`, '{"steps":1}');
		await this.#ask('PATCH', `/v1/sessions/${id}`, '{"name":"kitchen","language":"el"}');
		await this.#ask('DELETE', `/v1/sessions/${id}`, undefined, 204);
	}

	async #listen() {
		const accept = pick(['text/event-stream', 'application/x-ndjson'], this.random);
		const response = await open(`${this.url}/v1/sessions/${this.table()}/events`, { headers: { accept } }).catch(() => { throw new Away(); });
		this.counts.streams++;
		response.on('error', () => {}).resume();
		await sleep(1000 * this.random());
		response.destroy();
	}

	async #simulate() {
		const fields = JSON.stringify({ game: 'klondike', strategy: 'heuristic', games: 20, seed: this.counts.requests });
		const { id } = await this.#ask('POST', '/v1/simulations', fields, 202);
		await sleep(50 * this.random());
		// A simulation is its daemon's; the others know of it within a second.
		await this.#ask('DELETE', `/v1/simulations/${id}`, undefined, [200, 204, 404]);
	}
}
