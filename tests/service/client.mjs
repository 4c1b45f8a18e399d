// The HTTP client of the tests, directly on node:http: it keeps connections alive and sends what it
// is told to, right or wrong.

import http from 'node:http';

/** Connections that are used again; `most` at a time to one daemon. */
export const agentOf = (most) => new http.Agent({ keepAlive: true, maxSockets: most });

const shared = agentOf(16);
shared.unref?.();

/** Sends one request and gives the whole answer: {status, headers, text}. */
export function request(url, { method = 'GET', headers = {}, body, agent = shared, signal } = {}) {
	return new Promise((resolve, reject) => {
		const outgoing = http.request(url, { method, agent, signal, headers: sized(headers, body) });
		outgoing.once('error', reject);
		outgoing.once('response', (incoming) => {
			const pieces = [];
			incoming.on('data', (piece) => pieces.push(piece));
			incoming.once('error', reject);
			incoming.once('end', () => {
				const { statusCode: status, headers: answered } = incoming;
				resolve({ status, headers: answered, text: Buffer.concat(pieces).toString('utf8') });
			});
		});
		outgoing.end(body);
	});
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
