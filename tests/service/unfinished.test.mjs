// Requests that are never completed: they are answered as far as possible before.

import assert from 'node:assert/strict';
import net from 'node:net';
import { after, test } from 'node:test';
import { Api } from './api.mjs';
import { startDaemon } from './daemon.mjs';

const api = new Api(await startDaemon(after, { args: ['--body-timeout-s', '2'] }));
const PATIENCE_MS = 60_000;

/** Sends the header, then `byte` 20 times a second as long as that is possible; all that is answered, with the milliseconds until its first byte. */
function unfinished(header, byte = '') {
	return new Promise((resolve, reject) => {
		const begin = Date.now();
		const socket = net.connect({ port: api.daemon.port, host: '127.0.0.1' });
		let text = '', ms;
		const drip = setInterval(() => byte && socket.writable && socket.write(byte), 50);
		const late = setTimeout(() => { socket.destroy(); reject(new Error(`still open after ${text}`)); }, PATIENCE_MS);
		socket.setEncoding('utf8').on('data', (piece) => { ms ??= Date.now() - begin; text += piece; });
		socket.on('error', () => {});
		socket.on('close', () => {
			clearInterval(drip);
			clearTimeout(late);
			resolve({ text, ms, status: Number(/^HTTP\/1.1 (\d+)/.exec(text)?.[1]), body: text.split('\r\n\r\n')[1] });
		});
		socket.write(header);
	});
}

const post = (headers) => `POST /v1/sessions HTTP/1.1\r\nHost: localhost\r\nContent-Type: application/json\r\n${headers}\r\n`;

test('an unknown Expect is rejected without waiting for the body', async () => {
	for (const length of ['Content-Length: 30\r\n', 'Transfer-Encoding: chunked\r\n']) {
		const { status, ms, body } = await unfinished(post(`Expect: a-miracle\r\n${length}`));
		assert.equal(status, 417);
		assert.equal(JSON.parse(body).code, 'expectation_failed');
		assert.ok(ms < 1900, `${ms} ms: only when the time for the body was over`);
	}
});

test('a slow or stopped body gets 408 at its timeout, and the connection is closed', async () => {
	for (const [length, byte] of [['Content-Length: 3000\r\n', ' '], ['Content-Length: 3000\r\n', ''], ['Transfer-Encoding: chunked\r\n', '1\r\n \r\n']]) {
		const { text, status, ms, body } = await unfinished(post(length), byte);
		assert.equal(status, 408, text);
		assert.match(text, /^connection: close\r$/im);
		assert.match(text, /^x-request-id: /im);
		assert.equal(JSON.parse(body).code, 'request_timeout');
		assert.ok(ms > 1900, `${ms} ms`);
	}
	assert.equal((await api.get('/v1/sessions')).body.sessions.length, 0);
});

test('a connection with an unfinished header is closed without a response', async () => {
	const slow = new Api(await startDaemon(after, { args: ['--header-timeout-s', '1'] }));
	const text = await new Promise((resolve) => {
		const socket = net.connect({ port: slow.daemon.port, host: '127.0.0.1' });
		let all = '';
		socket.setEncoding('utf8').on('data', (piece) => { all += piece; }).on('close', () => resolve(all));
		socket.write('POST /v1/sessions HTTP/1.1\r\nHost: loc');
	});
	assert.equal(text, '');
});
