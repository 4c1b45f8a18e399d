// A fake daemon with responses set by the test, for cases that are rare with a real one.

import { createServer } from 'node:http';
import { once } from 'node:events';

export class Fake {
	/** `answer(request)` gives {status, json|text, headers}; `request` has method, url, type and body. */
	constructor(answer) {
		this.answer = answer;
		this.requests = [];
	}

	async start(port = 0) {
		this.server = createServer((message, reply) => this.#take(message, reply));
		this.server.listen(port, '127.0.0.1');
		await once(this.server, 'listening');
		this.port = this.server.address().port;
		this.url = `http://127.0.0.1:${this.port}`;
		return this;
	}

	async stop() {
		if (!this.server.listening) {
			return;
		}
		const closed = once(this.server, 'close');

		this.server.close();
		this.server.closeAllConnections();
		await closed;
	}

	/** The bodies of all posted snapshots, in order. */
	get snapshots() {
		return this.requests.filter((request) => request.url.split('?')[0].endsWith('/snapshots'))
			.map((request) => request.body);
	}

	async #take(message, reply) {
		let body = '';

		for await (const part of message) {
			body += part;
		}
		const request = {
			method: message.method, url: message.url, type: message.headers['content-type'], body,
		};
		Object.defineProperty(request, 'key', { value: message.headers['idempotency-key'] });
		this.requests.push(request);
		const { status = 200, json, text, headers = {} } = await this.answer(request);
		reply.writeHead(status, {
			'content-type': status < 400 ? 'application/json' : 'application/problem+json', ...headers,
		});
		reply.end(text ?? JSON.stringify(json));
	}
}

export async function startFake(t, answer) {
	const fake = await new Fake(answer).start();

	t.after(() => fake.stop());
	return fake;
}

export const ID = '0123456789abcdef0123456789abcdef';

/** A session as the daemon returns it, with the members that the command line reads. */
export function session(fields = {}) {
	return {
		id: ID, game: 'klondike', preset: 'syvkabale', rules: {}, language: 'en', strategy: 'heuristic',
		name: null, version: 1, status: 'playing', sync: 'in_sync', updated_at: '2026-11-21T10:00:00.000Z',
		table: {}, message: 'Draw.', ...fields,
	};
}

export function problem(status, detail, more = {}) {
	return { status, json: { type: 'about:blank', title: 'Refused', status, detail, ...more } };
}
