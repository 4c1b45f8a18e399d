// A mix of all client operations, until stopped: games that are played (and deleted when they are
// over), corrected and undone; subscribers of all forms that connect and disconnect; pages, histories, metrics; invalid
// requests; simulations.

import assert from 'node:assert/strict';
import { setTimeout as sleep } from 'node:timers/promises';
import { WebSocket } from 'ws';
import { JSON_TYPE } from './api.mjs';
import { agentOf, open, request } from './client.mjs';
import { linkBy, Player } from './player.mjs';
import { pick, randomFrom } from './random.mjs';

class Over extends Error {}

const STREAMS = ['text/event-stream', 'application/x-ndjson'];
const WRONG = [
	['POST', '/v1/sessions', '{"game":"chess"}', 422],
	['POST', '/v1/sessions', '{', 400],
	['GET', '/v1/sessions/00000000000000000000000000000000', undefined, 404],
	['DELETE', '/v1/games', undefined, 405],
];

export class Traffic {
	/** `players` play, `visitors` do all the rest; each has one connection. */
	constructor(daemon, { players = 6, visitors = 6, budget = 5 } = {}) {
		Object.assign(this, { daemon, budget, over: false, requests: 0, games: 0, received: 0, ids: new Set() });
		this.random = randomFrom(1);
		this.agent = agentOf(players + visitors);
		this.running = [
			...Array.from({ length: players }, (_, place) => this.#until(() => this.#play(place))),
			...Array.from({ length: visitors }, () => this.#until(() => this.#visit())),
		];
	}

	/** Lets every client finish its operation; keeps the connections. */
	async end() {
		this.over = true;
		await Promise.all(this.running);
		await Promise.all([...this.ids].map((id) => this.#ask('DELETE', `/v1/sessions/${id}`)));
		this.agent.destroy();
	}

	async #until(turn) {
		while (!this.over) {
			await turn().catch((error) => assert.ok(error instanceof Over, error));
		}
	}

	async #ask(method, path, body, wanted) {
		const { status, text } = await request(this.daemon.url + path, {
			method, agent: this.agent, headers: body === undefined ? {} : JSON_TYPE, body,
		});
		this.requests++;
		// A table may be deleted by its player while other clients read it.
		const right = wanted === undefined ? status < 300 || status === 404 || status === 409 : status === wanted;
		// More searches wait than `max_queued_searches` where the machine is busy.
		if (status === 503 && path.includes('/advice')) { return undefined; }
		assert.ok(right, `${method} ${path}: ${status} ${text}`);
		return status < 300 && text !== '' && text.startsWith('{') ? JSON.parse(text) : undefined;
	}

	// ---- Players ----------------------------------------------------------------------------------

	#link() {
		return linkBy(async (method, path, body) => {
			if (this.over) {
				throw new Over();
			}
			const session = await this.#ask(method, path, JSON.stringify(body), method === 'POST' && path === '/v1/sessions' ? 201 : 200);
			this.ids.add(session.id);
			return session;
		}, { budget: this.budget });
	}

	async #play(place) {
		const seed = place + 1000 * this.games++;
		const strategy = seed % 3 === 0 ? 'search' : 'heuristic';
		const player = new Player(this.#link(), seed, { strategy, deviation: 0.1, missing: 0.02, shared: true });
		await player.play();
		this.ids.delete(player.id);
		await this.#ask('DELETE', `/v1/sessions/${player.id}`, undefined, 204);
	}

	// ---- Visitors ---------------------------------------------------------------------------------

	async #visit() {
		const visits = [
			() => this.#read(), () => this.#read(), () => this.#read(), () => this.#listen(), () => this.#stream(),
			() => this.#poll(), () => this.#change(), () => this.#err(), () => this.#simulate(),
		];
		await pick(visits, this.random)();
		await sleep(5);
	}

	/** One of the tables that are played at, or of one's own. */
	async #table() {
		if (this.ids.size === 0) {
			await sleep(10);
			throw new Over();
		}
		return pick([...this.ids], this.random);
	}

	async #read() {
		const id = await this.#table();
		const paths = ['/v1/games', '/v1/sessions?limit=20', '/v1/sessions?status=playing', '/v1/statistics', '/metrics',
			`/v1/sessions/${id}`, `/v1/sessions/${id}/history?limit=50`, `/v1/sessions/${id}/advice?budget_ms=${this.budget}`,
			`/s/${id}`, '/openapi.yaml'];
		await this.#ask('GET', pick(paths, this.random));
	}

	async #listen() {
		const socket = new WebSocket(`${this.daemon.url.replace('http', 'ws')}/v1/sessions/${await this.#table()}/events`);
		socket.on('message', () => this.received++);
		socket.on('error', () => {});
		await new Promise((resolve) => { socket.once('open', resolve).once('close', resolve); });
		await sleep(200 * this.random());
		if (this.random() < 0.5) {
			socket.close();
		} else {
			socket.terminate();
		}
	}

	async #stream() {
		const url = `${this.daemon.url}/v1/sessions/${await this.#table()}/events`;
		const response = await open(url, { headers: { accept: pick(STREAMS, this.random) } });
		response.on('data', () => this.received++).on('error', () => {});
		await sleep(200 * this.random());
		response.destroy();
	}

	async #poll() {
		await this.#ask('GET', `/v1/sessions/${await this.#table()}?wait_s=1`);
	}

	/** A table of one's own: moved at, taken back, named anew, deleted. */
	async #change() {
		const { id } = await this.#ask('POST', '/v1/sessions', '{"game":"take-away","rules":{"groups":[3,4,5]}}', 201);
		const { suggestion: { kind, group, count } } = await this.#ask('GET', `/v1/sessions/${id}`, undefined, 200);
		await this.#ask('POST', `/v1/sessions/${id}/moves`, JSON.stringify({ kind, group, count }), 200);
		await this.#ask('POST', `/v1/sessions/${id}/undo`, '{"steps":1}', 200);
		await this.#ask('PATCH', `/v1/sessions/${id}`, '{"name":"kitchen","language":"el"}', 200);
		await this.#ask('DELETE', `/v1/sessions/${id}`, undefined, 204);
	}

	async #err() {
		await this.#ask(...pick(WRONG, this.random));
	}

	async #simulate() {
		const fields = JSON.stringify({ game: 'klondike', strategy: 'heuristic', games: 20, seed: this.requests });
		const { id } = await this.#ask('POST', '/v1/simulations', fields, 202);
		await sleep(50 * this.random());
		await this.#ask('DELETE', `/v1/simulations/${id}`);
	}
}
