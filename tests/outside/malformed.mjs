// Malformed requests, each kind many times, from outside: plain sockets, and nothing of the daemon's code.
// For each kind: how many were answered and how many closed without an answer, the daemon's resident memory
// before and after, and its requests in flight. Exits 1 when a kind leaves more than 2 MB or a request, or
// when an answer is not the one expected.
//
//     node tests/outside/malformed.mjs [--count 100000] [--kind NAME]... [--url http://127.0.0.1:8377]
//         [--parallel 64] [--through nginx|caddy [--plain]] [--probe TRIES] [--list]
//
// Without --url a daemon is started, with --through one behind the proxy as it is shipped. A proxy answers many kinds by
// itself: a kind of which the daemon saw none in the first `--probe` tries (four times `--parallel`) is not repeated,
// because nothing of it can grow there. TLS sessions are resumed; --plain leaves TLS out, which costs client and proxy time
// and never reaches the daemon.

import net from 'node:net';
import tls from 'node:tls';
import { setTimeout as sleep } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';
import { parseArgs } from 'node:util';

export const MAX_GROWTH = 2 * 1024 * 1024;
const SETTLE_MS = 15_000; // until what was sent has been noticed as gone
const PATIENCE_MS = 60_000; // only so that what hangs ends
const PROXY_MS = 1000; // a proxy may wait for more of what it has refused already

// ---- The kinds ----------------------------------------------------------------------------------

const HOST = 'Host: localhost\r\n';
const get = (target, headers = HOST) => `GET ${target} HTTP/1.1\r\n${headers}\r\n`;
const post = (headers, body = '') => `POST /v1/sessions HTTP/1.1\r\n${HOST}Content-Type: application/json\r\n${headers}\r\n${body}`;
const chunked = (body) => post('Transfer-Encoding: chunked\r\n', body);
const lines = (count) => Array.from({ length: count }, (_, i) => `A${i}: b\r\n`).join('');

// How the client ends: it waits for the end of the connection, sends FIN or RST behind its bytes.
const WAIT = 'wait', FIN = 'fin', RESET = 'reset';
// What is expected besides a status: no answer.
const NONE = 'closed';

/** [name, what is sent, which status (or NONE), how the client ends]; an array is sent in pieces. */
export const KINDS = [
	['400 parameters', get(`/?${'&'.repeat(400)}`), 414],
	['2,000 parameters', get(`/livez?${'a=b&'.repeat(2000)}`), 414],
	['400 parameters in two pieces', [`GET /?${'&'.repeat(100)}`, `${'&'.repeat(300)} HTTP/1.1\r\n${HOST}\r\n`], 414],
	['a target of 20 KiB', get(`/${'a'.repeat(20_480)}`), 414],
	['a method of 20 KiB', `${'A'.repeat(20_480)} / HTTP/1.1\r\n${HOST}\r\n`, 414],
	['a header of 20 KiB', get('/', `${HOST}A: ${'b'.repeat(20_480)}\r\n`), 431],
	['a header name of 20 KiB', get('/', `${HOST}${'A'.repeat(20_480)}: b\r\n`), 431],
	['101 headers', get('/', HOST + lines(100)), 431],
	['1,000 headers', get('/', HOST + lines(1000)), 431],
	['1,000 cookies', get('/', `${HOST}Cookie: ${'a=b;'.repeat(1000)}\r\n`), 431],
	['a cookie of 12 KiB', get('/', `${HOST}Cookie: ${'a'.repeat(12_288)}\r\n`), 431],
	['a line without a colon', get('/', `${HOST}nonsense\r\n`), 400],
	['a folded line', get('/', `${HOST}A: b\r\n c\r\n`), 400],
	['a name with a space', get('/', `${HOST}A : b\r\n`), 400],
	['a NUL in a value', get('/', `${HOST}A: b\0c\r\n`), 400],
	['a bare LF behind a line', `GET / HTTP/1.1\r\nHost: localhost\n\r\n`, 400],
	['a bare CR in a value', get('/', `${HOST}A: b\rc\r\n`), 400],
	['no Host', get('/', ''), 400],
	['two Hosts', get('/', HOST + HOST), 400],
	['no HTTP', 'hello\r\n\r\n', 400],
	['the beginning of TLS', '\x16\x03\x01\x02\0\x01\0\x01\xfc\x03\x03', 400],
	['HTTP/0.9', `GET / HTTP/0.9\r\n${HOST}\r\n`, 505],
	['HTTP/2.0', 'PRI * HTTP/2.0\r\n\r\nSM\r\n\r\n', 505],
	['a version that is none', `GET / HTTX/1.1\r\n${HOST}\r\n`, 400],
	['a space in the target', `GET /a b HTTP/1.1\r\n${HOST}\r\n`, 400],
	['a NUL in the target', get('/%00'), 400],
	['an authority as the target', `CONNECT localhost:443 HTTP/1.1\r\n${HOST}\r\n`, 400],
	['user information in the target', get('http://user@localhost/'), 400],
	['a star that is not asked for options', get('*'), 400],
	['a length with a sign', post('Content-Length: +2\r\n', '{}'), 400],
	['a list of lengths', post('Content-Length: 2,2\r\n', '{}'), 400],
	['two words of length', post('Content-Length: 2 2\r\n', '{}'), 400],
	['an empty length', post('Content-Length:\r\n', '{}'), 400],
	['a length below zero', post('Content-Length: -2\r\n', '{}'), 400],
	['a length twice', post('Content-Length: 2\r\nContent-Length: 2\r\n', '{}'), 400],
	['a length beyond 64 bits', post('Content-Length: 99999999999999999999\r\n', '{}'), 413],
	['a length beyond the limit', post('Content-Length: 1000000\r\n', '{}'), 413],
	['a length and chunks', post('Content-Length: 2\r\nTransfer-Encoding: chunked\r\n', '0\r\n\r\n'), 400],
	['an unknown coding', post('Transfer-Encoding: gzip\r\n', '{}'), 400],
	['a chunk without a size', chunked('\r\n'), 400],
	['a bare LF behind a size', chunked('2\n{}\r\n0\r\n\r\n'), 400],
	['a bare LF behind a size, in a piece of its own', [chunked(''), '2\n{}\r\n0\r\n\r\n'], 400],
	['a bare LF behind data', [chunked('2\r\n{}'), '\n0\r\n\r\n'], 400],
	['a bare LF behind the last chunk', [chunked('2\r\n{}\r\n'), '0\n\r\n'], 400],
	['a bare LF behind a trailer', [chunked('2\r\n{}\r\n0\r\n'), 'A: b\n\r\n'], 400],
	['a bare CR in a chunk extension', [chunked(''), '2;a\rb\r\n{}\r\n0\r\n\r\n'], 400],
	['a chunk extension of 10 KiB', [chunked(''), `2;${'a'.repeat(10_240)}\r\n{}\r\n0\r\n\r\n`], 400],
	['a trailer of 10 KiB', [chunked('2\r\n{}\r\n0\r\n'), `A: ${'b'.repeat(10_240)}\r\n\r\n`], 431],
	['a broken request behind a whole one', get('/livez') + 'hello\r\n\r\n', [200, 400]],
	['half a request line, and the end', 'GET /liv', NONE, FIN],
	['half a header, and the end', `GET /?${'&'.repeat(50)} HTTP/1.1\r\n${HOST}A`, NONE, FIN],
	['half a body, and the end', post('Content-Length: 20\r\n', '{'), NONE, FIN],
	['half a chunk, and the end', chunked('20\r\n{'), NONE, FIN],
	['half a header, and a reset', `GET / HTTP/1.1\r\n${HOST}A`, NONE, RESET],
	['half a body, and a reset', post('Content-Length: 20\r\n', '{'), NONE, RESET],
].map(([name, bytes, expected, end = WAIT]) => ({ name, pieces: [bytes].flat().map((piece) => Buffer.from(piece, 'latin1')), expected, end }));

// ---- The wire -----------------------------------------------------------------------------------

function connect(target) {
	const { port, secure, proxied, session } = target;
	return secure
		? tls.connect({ port, host: '127.0.0.1', servername: 'localhost', rejectUnauthorized: false, session })
			.once('session', (ticket) => { target.session = ticket; })
		: net.connect({ port, host: '127.0.0.1', allowHalfOpen: !proxied });
}

/** Sends one; gives all that comes back until the end. */
function exchange(target, { pieces, end }) {
	return new Promise((resolve, reject) => {
		const socket = connect(target);
		let answer = '';
		const timer = setTimeout(() => {
			socket.destroy();
			if (target.proxied) { resolve(answer); } else { reject(new Error('the connection stays open')); }
		}, target.proxied ? PROXY_MS : PATIENCE_MS);
		const finish = () => { clearTimeout(timer); resolve(answer); };
		socket.setEncoding('latin1').setNoDelay(true);
		socket.on('data', (text) => {
			answer += text;
			if (target.proxied && isWhole(answer)) { socket.destroy(); } // a proxy keeps its side open
		});
		socket.on('end', () => (target.proxied ? socket.destroy() : socket.resetAndDestroy()));
		socket.on('error', () => {}).on('close', finish);
		socket.on(target.secure ? 'secureConnect' : 'connect', () => send(socket, pieces, 0, end));
	});
}

/** Pieces arrive one by one: the next follows a little later. */
function send(socket, pieces, at, end) {
	if (socket.destroyed) { return; }
	if (at + 1 < pieces.length) {
		socket.write(pieces[at]);
		setTimeout(send, 2, socket, pieces, at + 1, end);
	} else if (end === FIN) {
		socket.end(pieces[at]);
	} else if (end === RESET) {
		socket.write(pieces[at], () => (socket.encrypted ? socket.destroy() : socket.resetAndDestroy()));
	} else {
		socket.write(pieces[at]);
	}
}

/** The statuses of well-formed answers, one behind the other; throws at anything else. */
export function statusesOf(answer) {
	const statuses = [];
	for (let rest = answer; rest !== '';) {
		const [, status] = /^HTTP\/1\.[01] (\d{3}) [^\r\n]*\r\n(?:[^\r\n:]+:[^\r\n]*\r\n)*\r\n/.exec(rest) ?? [];
		const head = rest.indexOf('\r\n\r\n') + 4;
		const length = status === '304' || status === '204' ? 0
			: Number(/\r\ncontent-length: *(\d+)\r\n/i.exec(rest.slice(0, head))?.[1]);
		if (status === undefined || !(rest.length >= head + length)) {
			throw new Error(`not an answer: ${rest.slice(0, 300)}`);
		}
		statuses.push(Number(status));
		rest = rest.slice(head + length);
	}
	return statuses;
}

function isWhole(answer) {
	try {
		return statusesOf(answer).length > 0;
	} catch {
		return false;
	}
}

function judge(answer, { expected }, anyStatus) {
	if (anyStatus) { // a proxy's own answer may last until the end of the connection
		return answer.startsWith('HTTP/1.1 ') ? 1 : 0;
	}
	const statuses = statusesOf(answer);
	if ( `${statuses}` !== (expected === NONE ? '' : `${[expected].flat()}`)) {
		throw new Error(`${statuses.length > 0 ? statuses : 'no answer'}, not ${expected}: ${answer.slice(0, 300)}`);
	}
	return statuses.length;
}

// ---- The daemon's figures -----------------------------------------------------------------------

let scrapes = 0;

/** Without the requests that ask for them. */
async function figures(url) {
	scrapes++;
	const text = await (await fetch(`${url}/metrics`, { headers: { connection: 'close' } })).text();
	const value = (name) => Number(new RegExp(`^${name} (\\S+)$`, 'm').exec(text)?.[1]);
	const sum = (name) => [...text.matchAll(new RegExp(`^${name}\\{[^}]*\\} (\\d+)$`, 'gm'))].reduce((all, [, one]) => all + Number(one), 0);
	return {
		seen: sum('makker_http_requests_total') + sum('makker_http_rejected_requests_total') - scrapes,
		resident: value('process_resident_memory_bytes'),
		running: value('makker_http_requests_in_flight') - 1,
		connections: value('makker_http_connections') - 1,
	};
}

/** When all that was sent has ended; a proxy keeps its connections, and `others` were there before. */
async function settled({ url, anyStatus, others }) {
	for (const end = Date.now() + SETTLE_MS; ;) {
		const now = await figures(url);
		if ((now.running === 0 && (anyStatus || now.connections <= others)) || Date.now() > end) { return now; }
		await sleep(100);
	}
}

// ---- A run --------------------------------------------------------------------------------------

async function repeated(target, kind, { count, parallel, anyStatus }) {
	const seen = { answered: 0, closed: 0, wrong: [] };
	let left = count;
	async function one() {
		while (left-- > 0) {
			try {
				seen[judge(await exchange(target, kind), kind, anyStatus) > 0 ? 'answered' : 'closed']++;
			} catch (error) {
				seen.wrong.push(error.message);
			}
		}
	}
	await Promise.all(Array.from({ length: parallel }, one));
	return seen;
}

/** One kind, `times` times: what was answered, and the daemon's figures before and after. */
async function round(where, kind, times) {
	const before = await settled(where);
	const seen = await repeated(where.target, kind, { ...where, count: times });
	return { ...seen, before, after: await settled(where) };
}

const grew = ({ before, after }) => after.resident - before.resident > MAX_GROWTH;

/**
 * Each kind `count` times to `target` ({port, proxied, secure}); figures come from the daemon at `url`. Gives a row each:
 * {name, count, answered, closed, wrong, before, after, reached, rounds, ok}. A kind after which the daemon has grown by more than
 * MAX_GROWTH is repeated once: room that is used again does not grow again, what is lost does. `anyStatus`: a proxy answers some of them in its own
 * words; `probe`: how many tries show whether a kind passes the proxy.
 */
export async function run({ target, url, kinds = KINDS, count, parallel = 64, anyStatus = false, probe = 4 * parallel, report = () => {} }) {
	const where = { target, url, parallel, anyStatus, others: (await figures(url)).connections };
	const rows = [];
	const stopped = new Set(); // kinds that the proxy keeps to itself
	for (const kind of kinds) { // so that buffers and pools have their size
		const before = await settled(where);
		await repeated(target, kind, { count: Math.min(count, probe), parallel, anyStatus });
		const after = await settled(where);
		if (anyStatus && after.seen === before.seen) { stopped.add(kind); }
	}
	for (const kind of kinds) {
		const times = stopped.has(kind) ? Math.min(count, probe) : count;
		const first = await round(where, kind, times);
		const seen = grew(first) ? await round(where, kind, times) : first;
		const ok = first.wrong.length === 0 && seen.wrong.length === 0 && seen.after.running === 0 && !grew(seen);
		rows.push({ name: kind.name, count: times, reached: !stopped.has(kind), ...seen, rounds: grew(first) ? 2 : 1, ok });
		report(rows.at(-1));
	}
	return rows;
}

export const named = (names) => KINDS.filter(({ name }) => names.includes(name));

// ---- The command --------------------------------------------------------------------------------

const megabytes = (bytes) => (bytes / 1048576).toFixed(2).padStart(7);

function line({ name, reached, answered, closed, wrong, before, after, rounds, ok }) {
	return `${ok ? 'ok  ' : 'FAIL'} ${name.padEnd(48)} ${String(answered).padStart(7)} answered ${String(closed).padStart(7)} closed`
		+ ` ${megabytes(before.resident)} -> ${megabytes(after.resident)} MB, ${after.running} in flight${reached ? '' : ', stopped by the proxy'}${rounds > 1 ? ', in a second round' : ''}`
		+ (wrong.length > 0 ? `, ${wrong.length} wrong: ${wrong[0]}` : '');
}

async function targetOf(options, after) {
	if (options.url) {
		return { target: { port: Number(new URL(options.url).port) }, url: options.url };
	}
	const { startDaemon } = await import('../service/daemon.mjs');
	const { url, port } = await startDaemon(after, { args: ['--log-level', 'warn', '--trusted-proxies', '127.0.0.1'] });
	if (!options.through) {
		return { target: { port }, url };
	}
	const { startProxy } = await import('../deploy/proxy.mjs');
	const proxy = await startProxy(after, options.through, [`127.0.0.1:${port}`], { plain: options.plain });
	return { target: { port: proxy.port, proxied: true, secure: !options.plain }, url, anyStatus: true };
}

async function main() {
	const { values } = parseArgs({ options: {
		count: { type: 'string', default: '100000' }, kind: { type: 'string', multiple: true }, url: { type: 'string' },
		parallel: { type: 'string', default: '64' }, through: { type: 'string' }, list: { type: 'boolean' },
		probe: { type: 'string' }, plain: { type: 'boolean', default: false },
	} });
	if (values.list) {
		KINDS.forEach(({ name, expected }) => console.log(`${name}: ${expected}`));
		return 0;
	}
	const ends = [];
	const where = await targetOf(values, (end) => ends.push(end));
	const probe = Number(values.probe ?? 4 * Number(values.parallel)); // each connection is used before the measured round
	const rows = await run({
		...where, kinds: values.kind ? named(values.kind) : KINDS, count: Number(values.count),
		parallel: Number(values.parallel), probe, report: (row) => console.log(line(row)),
	});
	const growth = rows.at(-1).after.resident - rows[0].before.resident;
	const reached = rows.filter((row) => row.reached);
	const stopped = rows.length - reached.length;
	console.log(`${reached.length} kinds, ${values.count} each${stopped > 0 ? `, ${stopped} kinds stopped by the proxy, ${Math.min(Number(values.count), probe)} each` : ''}: `
		+ `${megabytes(growth)} MB more, ${rows.filter(({ ok }) => !ok).length} failed`);
	for (const end of ends.reverse()) { await end(); }
	return rows.every(({ ok }) => ok) && growth <= MAX_GROWTH ? 0 : 1;
}

if (process.argv[1] === fileURLToPath(import.meta.url)) {
	process.exit(await main());
}
