// The HTTP client of the tests, directly on node:http: it keeps connections alive and sends what it
// is given, valid or not.

import http from 'node:http';
import net from 'node:net';

/** Connections that are used again; `most` at a time to one daemon. */
export const agentOf = (most) => new http.Agent({ keepAlive: true, maxSockets: most });

const shared = agentOf(16);
shared.unref?.();

/**
 * Sends one request and gives the whole answer: {status, headers, body}, the body as bytes. `path` is
 * sent as it is, where that of an URL would be cleaned before.
 */
export function fetchBytes(url, { method = 'GET', path, headers = {}, body, agent = shared, signal } = {}) {
	return new Promise((resolve, reject) => {
		const asked = { method, agent, signal, headers: sized(headers, body) };
		const outgoing = http.request(url, path === undefined ? asked : { ...asked, path });
		outgoing.once('error', reject);
		outgoing.once('response', (incoming) => {
			const pieces = [];
			incoming.on('data', (piece) => pieces.push(piece));
			incoming.once('error', reject);
			incoming.once('end', () => {
				const { statusCode: status, headers: answered } = incoming;
				resolve({ status, headers: answered, body: Buffer.concat(pieces) });
			});
		});
		outgoing.end(body);
	});
}

/** The same, the body as text: {status, headers, text}. */
export async function request(url, options) {
	const { status, headers, body } = await fetchBytes(url, options);
	return { status, headers, text: body.toString('utf8') };
}

function sized(headers, body) {
	return body === undefined || 'transfer-encoding' in headers
		? headers : { 'content-length': Buffer.byteLength(body), ...headers };
}

/** Opens an endless answer; gives node's IncomingMessage. */
export function open(url, { headers = {}, agent = false } = {}) {
	return new Promise((resolve, reject) => {
		http.get(url, { headers, agent }, resolve).once('error', reject);
	});
}

const PATIENCE_MS = 60_000; /* against hanging requests */

/** Sends bytes as they are; gives {answer, closed}: all that comes back until the daemon closes, or until `enough` says so. */
export function exchange(port, bytes, enough = () => false) {
	return new Promise((resolve, reject) => {
		const socket = net.connect({ port, host: '127.0.0.1' });
		let answer = '';
		const end = (closed) => { clearTimeout(timer); socket.destroy(); resolve({ answer, closed }); };
		const timer = setTimeout(() => end(false), PATIENCE_MS);
		socket.setEncoding('latin1').on('data', (piece) => {
			answer += piece;
			if (enough(answer)) { end(false); }
		});
		socket.on('error', (error) => (answer ? end(true) : reject(error))).on('close', () => end(true));
		socket.write(Buffer.from(bytes, 'latin1'));
	});
}
