// Hostile requests, byte for byte: requests that a proxy may read differently, malformed ones, and ones that are too
// large. A row has the request and its status. `BROKEN` ones are answered once, whatever else
// was sent behind them, and the connection is closed; after a `REFUSED` one the connection continues with the
// very next byte. After each the daemon serves as before.

import assert from 'node:assert/strict';
import { after, describe, test } from 'node:test';
import { Api, assertProblem } from './api.mjs';
import { exchange } from './client.mjs';
import { startDaemon } from './daemon.mjs';
import { statusesOf } from '../outside/malformed.mjs';

// No timeout applies: the daemon closes a connection only because of its content.
const UNHURRIED = ['--header-timeout-s', '3600', '--body-timeout-s', '3600', '--idle-timeout-s', '3600'];
const api = new Api(await startDaemon(after, { args: UNHURRIED }));
const { id } = await api.begun();

// ---- The wire -----------------------------------------------------------------------------------

const { port } = api.daemon;
const statuses = (answer) => [...answer.matchAll(/HTTP\/1\.[01] (\d{3}) [A-Z]/g)].map(([, status]) => Number(status));

async function assertAlive() {
	assert.equal((await api.get('/livez')).status, 200);
}

// ---- Words of HTTP ------------------------------------------------------------------------------

const HOST = 'Host: localhost\r\n';
const JSON_TYPE = 'Content-Type: application/json\r\n';
const GAME = '{"game":"klondike"}';
const NEXT = `GET /v1/games HTTP/1.1\r\n${HOST}\r\n`;
const get = (target, headers = '') => `GET ${target} HTTP/1.1\r\n${HOST}${headers}\r\n`;
const header = (line) => get('/livez', `${line}\r\n`);
const post = (headers, body, target = '/v1/sessions') => `POST ${target} HTTP/1.1\r\n${HOST}${JSON_TYPE}${headers}\r\n${body}`;
const sized = (body, target) => post(`Content-Length: ${Buffer.byteLength(body)}\r\n`, body, target);
const chunked = (body, value = 'chunked') => post(`Transfer-Encoding: ${value}\r\n`, body);
const snapshot = (body, query = '') => sized(body, `/v1/sessions/${id}/snapshots${query}`);
const nested = (depth) => `${'['.repeat(depth)}${']'.repeat(depth)}`;

// ---- Broken: one answer, then the end -----------------------------------------------------------

const SMUGGLING = {
	'two lengths': [post('Content-Length: 2\r\nContent-Length: 19\r\n', GAME), 400],
	'the same length twice': [post('Content-Length: 19\r\nContent-Length: 19\r\n', GAME), 400],
	'a list of lengths': [post('Content-Length: 19, 19\r\n', GAME), 400],
	'a length and chunks': [post('Content-Length: 5\r\nTransfer-Encoding: chunked\r\n', '0\r\n\r\n'), 400],
	'chunks and a length': [post('Transfer-Encoding: chunked\r\nContent-Length: 5\r\n', '0\r\n\r\n'), 400],
	'chunks twice': [post('Transfer-Encoding: chunked\r\nTransfer-Encoding: chunked\r\n', '0\r\n\r\n'), 400],
	'chunks, and then identity': [post('Transfer-Encoding: chunked\r\nTransfer-Encoding: identity\r\n', '0\r\n\r\n'), 400],
	'chunks within gzip': [chunked('0\r\n\r\n', 'gzip, chunked'), 400],
	'chunks that are not last': [chunked('0\r\n\r\n', 'chunked, gzip'), 400],
	'chunks in quotes': [chunked('0\r\n\r\n', '"chunked"'), 400],
	'chunks behind a vertical tab': [chunked('0\r\n\r\n', '\x0bchunked'), 400],
	'chunks with a letter behind': [chunked('0\r\n\r\n', 'chunkedx'), 400],
	'chunks before a comma': [chunked('0\r\n\r\n', 'chunked,'), 400],
	'two tokens': [post('Content-Length: 19\r\nAuthorization: Bearer a\r\nAuthorization: Bearer b\r\n', GAME), 400],
	'two types': [post('Content-Length: 19\r\nContent-Type: text/plain\r\n', GAME), 400],
	'two keys of a repetition': [post('Content-Length: 19\r\nIdempotency-Key: a\r\nidempotency-key: a\r\n', GAME), 400],
	'two origins': [post(`Content-Length: 19\r\nOrigin: ${api.daemon.url}\r\nOrigin: http://evil.example\r\n`, GAME), 400],
	'an unknown transfer coding': [chunked('0\r\n\r\n', 'cow'), 400],
	'chunks with a space before the colon': [post('Transfer-Encoding : chunked\r\n', '0\r\n\r\n'), 400],
	'chunks in a folded line': [post('Transfer-Encoding:\r\n chunked\r\n', '0\r\n\r\n'), 400],
	'chunks of HTTP/1.0': [`POST /v1/sessions HTTP/1.0\r\n${HOST}Transfer-Encoding: chunked\r\n\r\n0\r\n\r\n`, 400],
	'a length with a space before the colon': [post('Content-Length : 19\r\n', GAME), 400],
	'a length with a sign': [post('Content-Length: +19\r\n', GAME), 400],
	'a length below nothing': [post('Content-Length: -1\r\n', GAME), 400],
	'a length in hex': [post('Content-Length: 0x13\r\n', GAME), 400],
	'a length with letters behind': [post('Content-Length: 19a\r\n', GAME), 400],
	'a length of two words': [post('Content-Length: 1 9\r\n', GAME), 400],
	'a length with a fraction': [post('Content-Length: 19.0\r\n', GAME), 400],
	'a length that is a word': [post('Content-Length: all\r\n', GAME), 400],
	'no length at all': [post('Content-Length:\r\n', GAME), 400],
	'a length beyond 64 bits': [post('Content-Length: 99999999999999999999\r\n', GAME), 413],
	'a length of 2^64 + 19': [post('Content-Length: 18446744073709551635\r\n', GAME), 413],
	'a length of 63 bits': [post('Content-Length: 9223372036854775807\r\n', GAME), 413],
	'a length one beyond the limit': [post('Content-Length: 65537\r\n', GAME), 413],
};

const CHUNKS = {
	'that have no size': [chunked('\r\nx\r\n0\r\n\r\n'), 400],
	'whose size is a word': [chunked('xyz\r\nabc\r\n0\r\n\r\n'), 400],
	'whose size has a sign': [chunked('+3\r\nabc\r\n0\r\n\r\n'), 400],
	'whose size is below nothing': [chunked('-3\r\nabc\r\n0\r\n\r\n'), 400],
	'whose size is written as hex of C': [chunked('0x3\r\nabc\r\n0\r\n\r\n'), 400],
	'whose size is beyond 64 bits': [chunked('fffffffffffffffff\r\nabc\r\n0\r\n\r\n'), [400, 413]],
	'with a bare LF behind the size': [chunked('2\n{}\r\n0\r\n\r\n'), 400],
	'with a bare LF behind an extension': [chunked('2;a\n{}\r\n0\r\n\r\n'), 400],
	'with a bare LF behind the data': [chunked('2\r\n{}\n0\r\n\r\n'), 400],
	'with a bare LF behind the last one': [chunked('2\r\n{}\r\n0\n\r\n'), 400],
	'with a bare LF behind a trailer': [chunked('2\r\n{}\r\n0\r\nA: b\n\r\n'), 400],
	'with a bare LF at the end': [chunked('2\r\n{}\r\n0\r\n\n'), 400],
	'with a bare CR in an extension': [chunked('2;a\rb\r\n{}\r\n0\r\n\r\n'), 400],
	'with an extension of 5 KiB': [chunked(`2;${'a'.repeat(5000)}\r\n{}\r\n0\r\n\r\n`), 400],
	'with a trailer of 5 KiB': [chunked(`2\r\n{}\r\n0\r\nA: ${'b'.repeat(5000)}\r\n\r\n`), 431],
	'that are longer than they say': [chunked('2\r\n{}x\r\n0\r\n\r\n'), 400],
	'that are shorter than they say': [chunked('5\r\n{}\r\n0\r\n\r\n'), 400],
};

const LINES = {
	'no HTTP at all': ['hello\r\n\r\n', 400],
	'a method alone': ['GET\r\n\r\n', 400],
	'the beginning of TLS': ['\x16\x03\x01\x02\0\x01\0\x01\xfc\x03\x03\r\n\r\n', 400],
	'400 parameters': [get(`/?${'&'.repeat(400)}`), 414],
	'a star that is not asked for options': [get('*'), 400],
	'a way through to others': [`CONNECT evil.example:443 HTTP/1.1\r\n${HOST}\r\n`, 400],
	'an address with user information': [get('http://localhost@evil.example/livez'), 400],
	'an address of https': [get('https://localhost/livez'), 421],
	'an address of another scheme': [get('ftp://localhost/livez'), 400],
	'no version': [`GET /livez\r\n${HOST}\r\n`, [400, 505]],
	'HTTP/0.9': [`GET /livez HTTP/0.9\r\n${HOST}\r\n`, 505],
	'HTTP/2.0': [`GET /livez HTTP/2.0\r\n${HOST}\r\n`, 505],
	'HTTP/9.9': [`GET /livez HTTP/9.9\r\n${HOST}\r\n`, 505],
	'a version in small letters': [`GET /livez http/1.1\r\n${HOST}\r\n`, [400, 505]],
	'a version without a dot': [`GET /livez HTTP/11\r\n${HOST}\r\n`, [400, 505]],
	'another protocol': [`GET /livez ICY/1.1\r\n${HOST}\r\n`, [400, 505]],
	'a word behind the version': [`GET /livez HTTP/1.1 x\r\n${HOST}\r\n`, [400, 505]],
	'the beginning of HTTP/2': ['PRI * HTTP/2.0\r\n\r\nSM\r\n\r\n', 505],
	'two spaces behind the method': [`GET  /livez HTTP/1.1\r\n${HOST}\r\n`, 400],
	'two spaces behind the target': [`GET /livez  HTTP/1.1\r\n${HOST}\r\n`, 400],
	'a tab behind the method': [`GET\t/livez HTTP/1.1\r\n${HOST}\r\n`, 400],
	'a space in the target': [`GET /livez x HTTP/1.1\r\n${HOST}\r\n`, 400],
	'a tab in the target': [`GET /li\tvez HTTP/1.1\r\n${HOST}\r\n`, 400],
	'a bell in the target': [`GET /li\x07vez HTTP/1.1\r\n${HOST}\r\n`, 400],
	'DEL in the target': [`GET /li\x7fvez HTTP/1.1\r\n${HOST}\r\n`, 400],
	'NUL in the target': [`GET /livez\0 HTTP/1.1\r\n${HOST}\r\n`, 400],
	'NUL in percent in the path': [get('/livez%00'), 400],
	'NUL in percent in the query': [get('/v1/sessions?limit=%001'), 400],
	'NUL in the method': [`G\0ET /livez HTTP/1.1\r\n${HOST}\r\n`, 400],
	'a method with brackets': [`G(E)T /livez HTTP/1.1\r\n${HOST}\r\n`, 400],
	'a space before the method': [` GET /livez HTTP/1.1\r\n${HOST}\r\n`, 400],
	'bare LF behind the request line': [`GET /livez HTTP/1.1\n${HOST}\r\n`, 400],
	'bare LF everywhere': ['GET /livez HTTP/1.1\nHost: localhost\n\n', 400],
	'bare CR behind the request line': [`GET /livez HTTP/1.1\r${HOST}\r\n`, 400],
	'a path of 20 KiB': [get(`/${'a'.repeat(20_480)}`), [414, 431]],
	'a query of 40 KiB': [get(`/livez?${'a'.repeat(40_960)}`), [414, 431]],
};

const HEADERS = {
	'no Host': ['GET /livez HTTP/1.1\r\nAccept: */*\r\n\r\n', 400],
	'two Hosts': [get('/livez', HOST), 400],
	'two different Hosts': [get('/livez', 'Host: evil.example\r\n'), 400],
	'a Host in a folded line': ['GET /livez HTTP/1.1\r\nHost:\r\n localhost\r\n\r\n', 400],
	'a folded line': [header('A: b\r\n c'), 400],
	'a folded first line': [`GET /livez HTTP/1.1\r\n A: b\r\n${HOST}\r\n`, 400],
	'a line without a colon': [header('nonsense'), 400],
	'a line that is a colon': [header(':'), 400],
	'a name of nothing': [header(': b'), 400],
	'a space before the colon': [header('A : b'), 400],
	'a tab before the colon': [header('A\t: b'), 400],
	'a space in a name': [header('A b: c'), 400],
	'a name with brackets': [header('A(b): c'), 400],
	'a name that is no ASCII': [header('\xc3\xa6: b'), 400],
	'NUL in a name': [header('A\0: b'), 400],
	'NUL in a value': [header('A: b\0c'), 400],
	'NUL at the end of a value': [header('A: b\0'), 400],
	'a bell in a value': [header('A: b\x07c'), 400],
	'DEL in a value': [header('A: b\x7fc'), 400],
	'a bare CR in a value': [header('A: b\rc'), 400],
	'a bare LF in a value': [header('A: b\nX: c'), 400],
	'a bare LF as the end': [`GET /livez HTTP/1.1\r\n${HOST}\n`, 400],
	'101 headers': [get('/livez', Array.from({ length: 100 }, (_, i) => `A${i}: b\r\n`).join('')), 431],
	'a value of 17 KiB': [header(`A: ${'b'.repeat(17 * 1024)}`), 431],
	'a name of 17 KiB': [header(`${'A'.repeat(17 * 1024)}: b`), 431],
	'a header of 60 KiB': [header(`A: ${'b'.repeat(60 * 1024)}`), 431],
};

// ---- Rejected: the connection stays open --------------------------------------------------------

const TARGETS = {
	'a way up': [get('/../../etc/passwd'), 404],
	'a way up in percent': [get('/%2e%2e/%2e%2e/etc/passwd'), 404],
	'a way up below the page': [get('/companion/../../etc/passwd'), 404],
	'a way up below the page in percent': [get('/companion/%2e%2e%2f%2e%2e%2fetc%2fpasswd'), 404],
	'a way up with backslashes': [get('/companion/..\\..\\etc\\passwd'), 404],
	'two slashes at the start': [get('//livez'), 404],
	'the address of another host': [get('http://evil.example/livez'), 421],
	'a percent sign without digits': [get('/v1/sessions/%zz'), 404],
	'a percent sign at the end': [get('/v1/sessions/%'), 404],
	'UTF-8 that is none': [get('/v1/sessions/%ff%fe'), 404],
	'an overlong slash': [get('/v1/sessions/%c0%af'), 404],
	'a line break in percent': [get('/v1/sessions/%0d%0aX:%20y'), 404],
	'an id that is SQL': [get('/v1/sessions/\'%20OR%201=1--'), 404],
	'an id of 4000 letters': [get(`/v1/sessions/${'f'.repeat(4000)}`), 404],
	'a thousand segments': [get('/a'.repeat(1000)), 404],
	'a limit beyond 64 bits': [get('/v1/sessions?limit=99999999999999999999'), 400],
	'a limit below nothing': [get('/v1/sessions?limit=-1'), 400],
	'a limit that is a format': [get('/v1/sessions?limit=%25n%25s'), 400],
	'a method that is not for this': [`TRACE /livez HTTP/1.1\r\n${HOST}\r\n`, 405],
	'an unknown method': [`BREW /livez HTTP/1.1\r\n${HOST}\r\n`, 405],
	'a method of 4000 letters': [`${'A'.repeat(4000)} /livez HTTP/1.1\r\n${HOST}\r\n`, 405],
	'a Host that is not ours': ['GET /livez HTTP/1.1\r\nHost: evil.example\r\n\r\n', 421],
	'a page from elsewhere': [header('Origin: https://evil.example'), 403],
	'a page from nowhere': [header('Origin: null'), 403],
	'a page of a longer name': [header('Origin: http://localhost.evil.example'), 403],
	'an answer in no form': [header('Accept: image/png'), 406],
	'an If-Match of megabits': [`PATCH /v1/sessions/${id} HTTP/1.1\r\n${HOST}${JSON_TYPE}If-Match: "${'9'.repeat(4000)}"\r\nContent-Length: 2\r\n\r\n{}`, [400, 412]],
	'an Idempotency-Key of 256 letters': [post(`Idempotency-Key: ${'k'.repeat(256)}\r\nContent-Length: 19\r\n`, GAME), 400],
};

const BODIES = {
	'nothing': [sized(''), 400],
	'a NUL': [sized('\0'), 400],
	'JSON with a NUL behind': [sized(`${GAME}\0`), 400],
	'a NUL in a string': [sized('{"game":"klon\\u0000dike"}'), [400, 422]],
	'half of it': [sized('{"game":'), 400],
	'two of it': [sized(`${GAME}${GAME}`), 400],
	'a name twice': [sized('{"game":"klondike","game":"whist"}'), 400],
	'JSON of JavaScript': [sized('{game:\'klondike\'}'), 400],
	'a list': [sized('[]'), 400],
	'a number': [sized('7'), 400],
	'17 levels': [sized(`{"rules":${nested(16)}}`), 400],
	'30,000 levels': [sized(nested(30_000)), 400],
	'30,000 levels that do not end': [sized('['.repeat(30_000)), 400],
	'5,000 values': [sized(`{"game":[${'0,'.repeat(5000)}0]}`), 400],
	'a number of 400 digits': [sized(`{"game":${'9'.repeat(400)}}`), 400],
	'a number beyond doubles': [sized('{"game":1e999}'), 400],
	'NaN': [sized('{"game":NaN}'), 400],
	'UTF-8 that is none': [post('Content-Length: 16\r\n', '{"game":"\xff\xfe\xff\xfe"}x'.slice(0, 16)), 400],
	'an overlong slash': [post('Content-Length: 14\r\n', '{"game":"\xc0\xaf"}x'), 400],
	'half a surrogate': [sized('{"game":"\\ud800"}'), 400],
	'a mark of byte order': [post('Content-Length: 22\r\n', `\xef\xbb\xbf${GAME}`), 400],
	'UTF-16': [post('Content-Length: 38\r\n', Buffer.from(GAME, 'utf16le').toString('latin1')), 400],
	'a name with control letters': [sized('{"game":"klondike","name":"a\\u0007b"}'), 400],
	'a prototype': [sized('{"__proto__":{"game":"klondike"}}'), 400],
	'a form': [`POST /v1/sessions HTTP/1.1\r\n${HOST}Content-Type: multipart/form-data\r\nContent-Length: 2\r\n\r\n{}`, 415],
	'a snapshot of 60,000 columns': [snapshot(`{"columns":[${'"XX",'.repeat(11_000)}"XX"]}`), 400],
	'a snapshot with candidates without end': [snapshot(`{"draw_pile":[${'{"card":"8D","p":0.001},'.repeat(1000)}{"card":"8H","p":0.1}]}`), 400],
	'a probability beyond one': [snapshot('{"draw_pile":[{"card":"8D","p":1e300}]}'), 400],
	'a frame beyond 64 bits': [snapshot('{"draw_pile":"KS","frame":99999999999999999999}'), 400],
	'a budget beyond all bounds': [snapshot('{"draw_pile":"KS"}', '?budget_ms=4294967297'), 400],
};

function rows(about, table, carryOut) {
	describe(about, () => {
		for (const [name, [bytes, ...wanted]] of Object.entries(table)) {
			test(name, async () => {
				await carryOut(bytes, ...wanted);
				await assertAlive();
			});
		}
	});
}

const includes = (wanted, status) => [wanted].flat().includes(status);

async function broken(bytes, wanted) {
	const { answer, closed } = await exchange(port, bytes + NEXT);
	const [status, ...more] = statuses(answer);
	assert.ok(includes(wanted, status), `${status}, not ${wanted}: ${answer.slice(0, 400)}`);
	assert.deepEqual(more, [], `there is more than one answer: ${answer.slice(0, 400)}`);
	assert.deepEqual(statusesOf(answer), [status]);
	assert.match(answer, /\r\nContent-Type: application\/problem\+json\r\n/);
	assert.ok(closed, 'the connection is still open');
}

async function refused(bytes, wanted) {
	const { answer } = await exchange(port, bytes + NEXT, (text) => statuses(text).length > 1);
	const [status, ...more] = statuses(answer);
	assert.ok(includes(wanted, status), `${status}, not ${wanted}: ${answer.slice(0, 400)}`);
	assert.deepEqual(more, [200], `the next request was lost: ${answer.slice(0, 600)}`);
}

rows('framing that others may read differently', SMUGGLING, broken);
rows('chunks', CHUNKS, broken);
rows('request lines', LINES, broken);
rows('header lines', HEADERS, broken);
rows('targets and words that are refused', TARGETS, refused);
rows('bodies', BODIES, refused);

// ---- Targets of other forms ---------------------------------------------------------------------

test('an absolute request target is served as its path, checked by its own host', async () => {
	const { answer } = await exchange(port, 'GET http://localhost/livez HTTP/1.1\r\nHost: evil.example\r\nConnection: close\r\n\r\n');
	assert.deepEqual(statusesOf(answer), [200]);
});

test('OPTIONS * returns the methods of the server', async () => {
	const { answer } = await exchange(port, `OPTIONS * HTTP/1.1\r\n${HOST}Connection: close\r\n\r\n`);
	assert.deepEqual(statuses(answer), [204]);
	assert.match(answer, /\r\nAllow: GET, HEAD, POST, PATCH, DELETE, OPTIONS\r\n/);
});

// ---- Websockets ---------------------------------------------------------------------------------

const KEY = 'Sec-WebSocket-Key: dGhlIHNhbXBsZSBub25jZQ==\r\n';
const VERSION = 'Sec-WebSocket-Version: 13\r\n';
const UPGRADE = 'Upgrade: websocket\r\nConnection: Upgrade\r\n';
const events = (headers, method = 'GET', version = '1.1') =>
	`${method} /v1/sessions/${id}/events HTTP/${version}\r\n${HOST}${headers}\r\n`;

const HANDSHAKES = {
	'without a key': [events(UPGRADE + VERSION), 400],
	'with a short key': [events(`${UPGRADE}${VERSION}Sec-WebSocket-Key: AAAA\r\n`), 400],
	'with a key that is no base64': [events(`${UPGRADE}${VERSION}Sec-WebSocket-Key: ${'!'.repeat(24)}\r\n`), 400],
	'with a key of a megabit': [events(`${UPGRADE}${VERSION}Sec-WebSocket-Key: ${'A'.repeat(10_000)}\r\n`), 400],
	'without a version': [events(UPGRADE + KEY), 400],
	'with a version of its own': [events(`${UPGRADE}${KEY}Sec-WebSocket-Version: 8\r\n`), 426],
	'without Connection': [events(`Upgrade: websocket\r\n${KEY}${VERSION}`), 400],
	'by POST': [events(`${UPGRADE}${KEY}${VERSION}Content-Length: 0\r\n`, 'POST'), 405],
	'from elsewhere': [events(`${UPGRADE}${KEY}${VERSION}Origin: https://evil.example\r\n`), 403],
	'at another Host': [events(UPGRADE + KEY + VERSION).replace('localhost', 'evil.example'), 421],
	'of a session that is none': [events(UPGRADE + KEY + VERSION).replace(id, '0'.repeat(32)), 404],
};
rows('handshakes', HANDSHAKES, refused);

const masked = (first, length, payload = '') => `${first}${length}\0\0\0\0${payload}`;
const close = (code) => String.fromCharCode(code >> 8, code & 255);
const FRAMES = {
	'without a mask': ['\x81\x05hello', 1002],
	'with reserved bits': [masked('\xf1', '\x80'), 1002],
	'of a kind that is none': [masked('\x83', '\x80'), 1002],
	'of a control kind that is none': [masked('\x8b', '\x80'), 1002],
	'that continue no message': [masked('\x80', '\x80'), 1002],
	'that begin anew in the middle': [masked('\x01', '\x81', 'a') + masked('\x81', '\x81', 'b'), 1002],
	'that are pings in pieces': [masked('\x09', '\x80'), 1002],
	'that are pings of 126 bytes': [masked('\x89', '\xfe\0\x7e', 'a'.repeat(126)), 1002],
	'that close with half a code': [masked('\x88', '\x81', '\x03'), 1002],
	'that close with a reserved code': [masked('\x88', '\x82', '\x03\xed'), 1002],
	'that close with words that are no UTF-8': [masked('\x88', '\x83', '\x03\xe8\xff'), 1007],
	'of text that is no UTF-8': [masked('\x81', '\x82', '\xc0\xaf'), 1007],
	'of bytes': [masked('\x82', '\x81', 'a'), 1003],
	'of 64 KiB and one': [masked('\x81', '\xff\0\0\0\0\0\x01\0\x01', 'a'), 1009],
	'of 2^62 bytes, of which none comes': [masked('\x81', '\xff\x40\0\0\0\0\0\0\0'), 1009],
	'of 2^63 bytes': [masked('\x81', '\xff\x80\0\0\0\0\0\0\0'), [1002, 1009]],
	'of all that there is': [masked('\x81', '\xff\x7f\xff\xff\xff\xff\xff\xff\xff', 'a'), 1009],
	'with a length in more bytes than it needs': [masked('\x81', '\xfe\0\x05', 'hello'), 1002],
};

/** The code of the close frame that is the last thing sent. */
function closeCode(answer) {
	const frame = answer.slice(answer.lastIndexOf('\x88'));
	return frame.charCodeAt(0) === 0x88 ? frame.charCodeAt(2) << 8 | frame.charCodeAt(3) : undefined;
}

rows('frames', FRAMES, async (bytes, wanted) => {
	const { answer, closed } = await exchange(port, events(UPGRADE + KEY + VERSION) + bytes);
	assert.deepEqual(statuses(answer), [101]);
	assert.ok(closed, 'the connection is still open');
	assert.ok(includes(wanted, closeCode(answer)), `closed with ${closeCode(answer)}, not ${wanted}`);
});

// ---- After all of it ----------------------------------------------------------------------------

test('the tables have at least a hundred requests, and the session is unchanged', async () => {
	const tables = [SMUGGLING, CHUNKS, LINES, HEADERS, TARGETS, BODIES, HANDSHAKES, FRAMES];
	assert.ok(tables.reduce((sum, table) => sum + Object.keys(table).length, 0) >= 100);
	assert.equal((await api.session(id)).body.version, 1);
	assert.deepEqual((await api.get('/v1/sessions')).body.sessions.map((session) => session.id), [id]);
	assertProblem(await api.get('/v1/sessions/x'), 404, 'unknown_session');
});
