// Subscribers that record a table's versions at any daemon, in every form, and reconnect to another daemon when theirs dies.

import assert from 'node:assert/strict';
import { setTimeout as sleep } from 'node:timers/promises';
import { WebSocket } from 'ws';
import { open, request } from '../service/client.mjs';

const PAUSE_MS = 20;
const PATIENCE_MS = 60_000;
const WAIT_S = 2;

/** Calls `take` for each line of `response` behind `mark`. */
function lines(response, mark, take) {
	let rest = '';
	response.setEncoding('utf8').on('data', (text) => {
		const pieces = (rest + text).split('\n');
		rest = pieces.pop();
		pieces.filter((piece) => piece.startsWith(mark) && piece.length > mark.length)
			.forEach((piece) => take(JSON.parse(piece.slice(mark.length))));
	});
}

function streams(accept, mark) {
	return async (url, { take, ended }) => {
		const response = await open(`${url}/events`, { headers: { accept } });
		response.on('error', () => {});
		if (response.statusCode !== 200) {
			response.destroy();
			ended();
			return () => {};
		}
		lines(response, mark, take);
		response.once('close', ended);
		return () => response.destroy();
	};
}

async function websocket(url, { take, ended }) {
	const socket = new WebSocket(`${url.replace('http:', 'ws:')}/events`);
	socket.on('message', (bytes) => take(JSON.parse(bytes)));
	socket.on('error', () => {});
	socket.once('close', ended);
	await new Promise((resolve) => { socket.once('open', resolve).once('close', resolve); });
	return () => socket.terminate();
}

/** Long polls for newer versions; intermediate ones may be skipped. */
async function poll(url, { take, ended }) {
	let left = false;
	let last;
	const ask = async () => {
		const { status, text } = await request(last === undefined ? url : `${url}?after=${last}&wait_s=${WAIT_S}`, { agent: false });
		assert.equal(status, 200, text);
		const session = JSON.parse(text);
		if (session.version !== last) {
			last = session.version;
			take({ event: 'session', session });
		}
	};
	await ask();
	(async () => {
		while (!left) {
			await ask();
		}
	})().catch(ended);
	return () => { left = true; };
}

/** Forms of subscription to the table at `url`: each returns a function that ends it. */
const FORMS = {
	websocket, sse: streams('text/event-stream', 'data: '), ndjson: streams('application/x-ndjson', ''), poll,
};
export const FORM_NAMES = Object.keys(FORMS);

/** Records a session's versions, each with its table; reconnects to another daemon when its own has died. */
export class NotifyProbe {
	/** `anywhere()` gives a daemon's URL. */
	constructor({ anywhere, id, form = 'websocket' }) {
		Object.assign(this, { anywhere, id, form });
		this.received = new Map();
		this.joined = 0;
		this.last = -1;
		this.problem = undefined;
	}

	get receivesAll() {
		return this.form !== 'poll';
	}

	async join() {
		this.joined++;
		this.fresh = true;
		let over = false;
		const ended = () => {
			if (!over) {
				over = true;
				this.#rejoin();
			}
		};
		try {
			this.end = await FORMS[this.form](`${this.anywhere()}/v1/sessions/${this.id}`, { take: (message) => this.#take(message), ended });
		} catch {
			ended();
		}
	}

	async #rejoin() {
		if (!this.left) {
			await sleep(PAUSE_MS);
			await this.join();
		}
	}

	/** A connection begins with the present session; then comes each version, once: and again when a doubt is over. */
	#take({ event, session }) {
		this.deleted ||= event === 'deleted';
		if (event !== 'session') {
			this.doubted ||= event === 'conflict';
			return;
		}
		const { version, table } = session;
		const text = JSON.stringify(table);
		const next = this.receivesAll ? version === this.last + 1 : version > this.last;
		const again = this.doubted && version === this.last && this.received.get(version) === text;
		if (!(this.fresh ? version >= this.last : next || again)) {
			this.problem ??= `${this.form}: version ${version} after ${this.last}`;
		}
		this.doubted = session.sync !== 'in_sync';
		this.fresh = false;
		this.last = version;
		this.received.set(version, text);
	}

	leave() {
		this.left = true;
		this.end?.();
	}

	/** Waits for the last version, and compares all received tables with the responses. */
	async finish(version, answered) {
		const end = Date.now() + PATIENCE_MS;
		while (this.last < version && Date.now() < end) {
			await sleep(5);
		}
		this.leave();
		assert.equal(this.problem, undefined);
		assert.equal(this.last, version, `${this.form}: the last version was not received`);
		for (const [received, table] of this.received) {
			assert.ok(!answered.has(received) || answered.get(received) === table, `version ${received} is another`);
		}
	}
}
