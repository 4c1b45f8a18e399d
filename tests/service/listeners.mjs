// Subscribers of a session's events in the three forms; each receives the same messages.

import assert from 'node:assert/strict';
import { once } from 'node:events';
import { setTimeout as sleep } from 'node:timers/promises';
import { WebSocket } from 'ws';
import { open } from './client.mjs';
import { assertSchema, check, meet } from './contract.mjs';

const PATIENCE_MS = 60_000;

const schemaOf = (path) => (path.startsWith('/v1/simulations/') ? 'SimulationEvent' : 'EventMessage');

/** Messages in the order of their arrival, read one by one. */
class Messages {
	constructor(schema) {
		this.schema = schema;
		this.all = []; // all messages received, also those already read
		this.asked = 0;
		this.pings = 0;
		this.over = false;
		this.arrived = () => {};
	}

	add(message) {
		assertSchema(`#/components/schemas/${this.schema}`, message, 'an event');
		this.all.push(message);
		this.arrived();
	}

	end(how) {
		this.over = true;
		this.ending = how;
		this.arrived();
	}

	/** Waits until `holds()`. */
	async until(holds, what) {
		const end = Date.now() + PATIENCE_MS;
		while (!holds()) {
			const left = end - Date.now();
			assert.ok(left > 0, `${what} did not come; there was ${JSON.stringify(this.all.map(nameOf))}`);
			const news = new Promise((resolve) => { this.arrived = resolve; });
			await Promise.race([news, sleep(Math.min(left, 100), undefined, { ref: false })]);
		}
	}

	/** The next message. */
	async next() {
		await this.until(() => this.asked < this.all.length || this.over, 'a message');
		assert.ok(this.asked < this.all.length, 'the stream ended before the message');
		return this.all[this.asked++];
	}

	/** Waits for the end; returns the messages that were not read yet. */
	async rest() {
		await this.until(() => this.over, 'the end');
		return this.all.slice(this.asked);
	}
}

const nameOf = ({ event, id }) => `${event} ${id ?? ''}`.trim();

// ---- NDJSON and SSE -----------------------------------------------------------------------------

/** Calls `take` for each piece of `response` that ends with `mark`. */
function split(response, mark, take) {
	let rest = '';
	response.setEncoding('utf8').on('data', (text) => {
		const pieces = (rest + text).split(mark);
		rest = pieces.pop();
		pieces.forEach(take);
	});
}

async function stream(api, path, headers, messages) {
	const url = api.url(path);
	const response = await open(url, { headers });
	const { statusCode: status, headers: answered } = response;
	assert.equal(status, 200);
	meet('GET', path.split('?')[0], 200);
	assert.match(answered['content-type'], new RegExp(`^${headers.accept}`));
	response.socket.unref(); // a failed test does not wait for its listeners
	response.once('close', () => messages.end('end of stream'));
	response.on('error', () => {});
	messages.pause = () => response.pause();
	messages.resume = () => response.resume();
	messages.close = () => response.destroy();
	return response;
}

async function ndjson(api, path, headers) {
	const messages = new Messages(schemaOf(path));
	const response = await stream(api, path, { accept: 'application/x-ndjson', ...headers }, messages);
	split(response, '\n', (line) => (line === '' ? messages.pings++ : messages.add(JSON.parse(line))));
	return messages;
}

/** One event of a stream: its fields by name. */
function fieldsOf(block) {
	const fields = {};
	for (const line of block.split('\n')) {
		const [, name, value] = /^(\w*): ?(.*)$/.exec(line);
		fields[name] = value;
	}
	return fields;
}

async function sse(api, path, headers) {
	const messages = new Messages(schemaOf(path));
	const response = await stream(api, path, { accept: 'text/event-stream', ...headers }, messages);
	split(response, '\n\n', (block) => {
		const { event, id, data } = fieldsOf(block);
		if (data === undefined) {
			messages.pings++;
			return;
		}
		const message = JSON.parse(data);
		assert.equal(event, message.event);
		assert.equal(id, message.id === undefined ? undefined : String(message.id));
		messages.add(message);
	});
	return messages;
}

// ---- Websockets ---------------------------------------------------------------------------------

async function websocket(api, path, headers) {
	const messages = new Messages(schemaOf(path));
	const socket = new WebSocket(api.url(path).replace('http:', 'ws:'), { headers });
	socket.on('message', (bytes, binary) => {
		assert.equal(binary, false);
		messages.add(JSON.parse(bytes.toString('utf8')));
	});
	socket.on('ping', () => messages.pings++);
	socket.on('close', (code) => messages.end(code));
	socket.once('upgrade', (response) => response.socket.unref());
	await once(socket, 'open');
	meet('GET', path.split('?')[0], 101);
	messages.pause = () => socket.pause();
	messages.resume = () => socket.resume();
	messages.close = () => socket.close();
	messages.socket = socket;
	return messages;
}

/** How a websocket that was asked for is refused: the answer, checked. */
export async function refusedWebsocket(api, path, headers) {
	const url = api.url(path);
	const socket = new WebSocket(url.replace('http:', 'ws:'), { headers });
	socket.once('open', () => socket.emit('error', new Error('the websocket was accepted')));
	const [, response] = await once(socket, 'unexpected-response');
	const pieces = [];
	for await (const piece of response) {
		pieces.push(piece);
	}
	const { statusCode: status, headers: answered } = response;
	return check(url, {}, { status, headers: answered, text: Buffer.concat(pieces).toString('utf8') });
}

/** How to listen, by the name of the form: (api, id, headers) -> messages. */
const formsOf = (folder) => Object.fromEntries(Object.entries({ websocket, sse, ndjson }).map(([name, listen]) =>
	[name, (api, id, headers = {}, query = '') => listen(api, `/v1/${folder}/${id}/events${query}`, headers)]));
export const FORMS = formsOf('sessions');
export const SIMULATION_FORMS = formsOf('simulations');
