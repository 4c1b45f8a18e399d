// The companion page as a browser gets it: each file with its type, its ETag and its headers, and
// no other files. The behaviour of the page is tested in tests/companion.

import assert from 'node:assert/strict';
import { mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, statSync, symlinkSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { after, test } from 'node:test';
import { fileURLToPath } from 'node:url';
import { gunzipSync } from 'node:zlib';
import { Api, assertProblem } from './api.mjs';
import { fetchBytes } from './client.mjs';
import { startDaemon } from './daemon.mjs';
import { DECK } from './klondike.mjs';
import { scanned } from './qr.mjs';

const FOLDER = fileURLToPath(new URL('../../src/companion/', import.meta.url));
const TYPES = {
	html: 'text/html; charset=utf-8',
	css: 'text/css; charset=utf-8',
	js: 'text/javascript; charset=utf-8',
	json: 'application/json',
	webmanifest: 'application/manifest+json',
	svg: 'image/svg+xml',
	png: 'image/png',
	ico: 'image/vnd.microsoft.icon',
	txt: 'text/plain; charset=utf-8',
};
const NO_TABLE = '0123456789abcdef0123456789abcdef';

const daemon = await startDaemon(after, { args: ['--allowed-hosts', '*'] });
const api = new Api(daemon);

const files = (folder = '') => readdirSync(FOLDER + folder).flatMap((name) =>
	(statSync(FOLDER + folder + name).isDirectory() ? files(`${folder + name}/`) : [folder + name]));
const served = files().filter((name) => !name.endsWith('.md'));
const bytes = (path, headers) => fetchBytes(api.url(path), { headers });
const html = (path, headers) => api.get(path, { headers: { accept: 'text/html', ...headers } });

test('every file of the page is served with its type, unchanged except for bundled modules', async () => {
	assert.ok(served.length > 0);
	for (const name of served) {
		const answer = await bytes(`/companion/${name}`);
		assert.equal(answer.status, 200, name);
		assert.equal(answer.headers['content-type'], TYPES[name.split('.').at(-1)], name);
		const file = readFileSync(FOLDER + name);
		assert.ok(/^import /m.test(file) || file.equals(answer.body), name);
	}
});

test('the entry module of the page is bundled and imports no other file', async () => {
	const imports = async (name) => [...String((await bytes(`/companion/${name}`)).body).matchAll(/^import .* from '(.*)';$/gm)].map(([, path]) => path);
	assert.deepEqual(await imports('preload.js'), []);
	assert.deepEqual(new Set(await imports('main.js')), new Set(['./preload.js']));
});

test('documentation files are not served', async () => {
	for (const name of files().filter((one) => one.endsWith('.md'))) {
		assertProblem(await api.get(`/companion/${name}`), 404, 'not_found');
	}
});

test('a file is compressed if the client accepts it and only if that makes it smaller', async () => {
	for (const name of served) {
		const { body: plain } = await bytes(`/companion/${name}`);
		const { headers, body } = await bytes(`/companion/${name}`, { 'accept-encoding': 'br, gzip' });
		assert.equal(headers.vary, 'Accept-Encoding');
		if (headers['content-encoding'] === 'gzip') {
			assert.ok(body.length < 0.9 * plain.length, name);
			assert.deepEqual(gunzipSync(body), plain, name);
		} else {
			assert.deepEqual(body, plain, name);
		}
	}
});

test('the document is compressed unless the client refuses it', async () => {
	const encoding = async (accepted) =>
		(await bytes('/', accepted === undefined ? {} : { 'accept-encoding': accepted })).headers['content-encoding'];
	for (const accepted of ['gzip', 'GZIP;q=0.5', 'deflate, gzip', '*', 'br;q=1, *;q=0.1']) {
		assert.equal(await encoding(accepted), 'gzip', accepted);
	}
	for (const refused of [undefined, 'identity', 'gzip;q=0', 'gzip;q=0, *', 'br', '*;q=0', 'gzipped']) {
		assert.equal(await encoding(refused), undefined, refused);
	}
});

test('the start page and a table\'s page are the same document', async () => {
	const { id } = await api.create();
	const document = readFileSync(`${FOLDER}index.html`, 'utf8');
	assert.equal((await html('/')).text, document);
	assert.equal((await html(`/s/${id}`)).text, document);
});

test('the document of an unknown table is served with status 404', async () => {
	for (const id of [NO_TABLE, 'abc', '%3Cimg%3E', NO_TABLE + NO_TABLE]) {
		const answer = await html(`/s/${id}`);
		assert.equal(answer.status, 404);
		assert.match(answer.text, /^<!doctype html>/);
	}
});

test('content negotiation: plain text is one line, an unsupported type is 406', async () => {
	const { id } = await api.create();
	for (const path of ['/', `/s/${id}`]) {
		const line = await api.get(path, { headers: { accept: 'text/plain' } });
		assert.match(line.text, /^Makker \d+\.\d+\.\d+(~dev(\d+\+g[0-9a-f]{8})?)?, see \/openapi\.yaml\n$/);
		assertProblem(await api.get(path, { headers: { accept: 'image/png' } }), 406, 'not_acceptable');
	}
});

test('If-None-Match is answered with 304, and each encoding has its own ETag', async () => {
	const { id } = await api.create();
	for (const path of ['/', `/s/${id}`, '/companion/index.html']) {
		const plain = (await html(path)).headers.etag;
		const packed = (await bytes(path, { 'accept-encoding': 'gzip' })).headers.etag;
		assert.notEqual(plain, packed);
		for (const known of [plain, `W/${plain}`, `"x", ${plain}`, '*']) {
			const answer = await html(path, { 'if-none-match': known });
			assert.equal(answer.status, 304, known);
			assert.equal(answer.text, '');
			assert.equal(answer.headers.etag, plain);
			assert.equal(answer.headers['cache-control'], 'no-cache');
		}
		assert.equal((await html(path, { 'if-none-match': packed })).status, 200);
		assert.equal((await bytes(path, { 'accept-encoding': 'gzip', 'if-none-match': packed })).status, 304);
	}
	assert.equal((await html(`/s/${NO_TABLE}`, { 'if-none-match': '*' })).status, 404);
});

test('HEAD returns the headers of GET without the body', async () => {
	for (const path of ['/', '/companion/index.html']) {
		const get = await bytes(path);
		const head = await fetchBytes(api.url(path), { method: 'HEAD' });
		assert.equal(head.body.length, 0);
		for (const name of ['content-length', 'content-type', 'etag', 'content-security-policy']) {
			assert.equal(head.headers[name], get.headers[name], name);
		}
	}
});

test('the page allows only GET, HEAD and OPTIONS', async () => {
	for (const path of ['/', '/companion/index.html', `/s/${NO_TABLE}`]) {
		for (const method of ['POST', 'PUT', 'PATCH', 'DELETE']) {
			const answer = await api.send(method, path);
			assertProblem(answer, 405, 'method_not_allowed');
			assert.equal(answer.headers.allow, 'GET, HEAD, OPTIONS');
		}
	}
});

test('no path leads out of the folder', async () => {
	const attempts = [
		'nothing.js', '', '/', '.', '..', '../daemon/main.c', '../../etc/passwd', '../../../../../../etc/passwd',
		'..%2f..%2fetc%2fpasswd', '%2e%2e/%2e%2e/etc/passwd', '..\\..\\etc\\passwd', '/etc/passwd', '%2fetc%2fpasswd',
		'index.html/', 'index.html/..', './index.html', 'x/../index.html', 'index.html%20', 'INDEX.HTML', 'README.md',
		'index.html.gz', '%c0%ae%c0%ae/etc/passwd',
	];
	for (const attempt of attempts) {
		const { status, body } = await fetchBytes(daemon.url, { path: `/companion/${attempt}` });
		assert.equal(status, 404, attempt);
		assert.equal(JSON.parse(body).code, 'not_found', attempt);
	}
	assert.equal((await fetchBytes(daemon.url, { path: '/companion/index.html%00.js' })).status, 400);
	assertProblem(await api.get('/companion'), 404, 'not_found');
});

test('the content security policy allows neither other origins nor inline scripts', async () => {
	const { id } = await api.create();
	const paths = ['/', `/s/${id}`, `/s/${NO_TABLE}`, ...served.map((name) => `/companion/${name}`)];
	for (const path of paths) {
		const { headers } = await bytes(path, { accept: '*/*' });
		const policy = Object.fromEntries(headers['content-security-policy'].split('; ')
			.map((rule) => [rule.split(' ')[0], rule.split(' ').slice(1)]));
		assert.deepEqual(policy['default-src'], ["'none'"]);
		for (const [name, sources] of Object.entries(policy)) {
			assert.ok(sources.every((source) => ["'none'", "'self'"].includes(source)), `${path}: ${name} ${sources}`);
		}
		for (const name of ['base-uri', 'form-action', 'frame-ancestors']) {
			assert.deepEqual(policy[name], ["'none'"], name);
		}
		assert.equal(headers['x-content-type-options'], 'nosniff');
		assert.equal(headers['referrer-policy'], 'no-referrer');
		assert.equal(headers['cross-origin-resource-policy'], 'same-origin');
		assert.match(headers['permissions-policy'], /camera=\(\)/);
	}
});

test('pages of other origins cannot read it', async () => {
	const { id } = await api.create();
	for (const path of ['/', `/s/${id}`, '/companion/index.html']) {
		assertProblem(await html(path, { origin: 'https://elsewhere.example' }), 403, 'origin_not_allowed');
	}
});

test('the well-known files at the root are served', async () => {
	for (const name of ['manifest.webmanifest', 'sw.js', 'favicon.ico']) {
		const { status, headers, body } = await bytes(`/${name}`);
		assert.equal(status, 200, name);
		assert.equal(headers['content-type'], TYPES[name.split('.').at(-1)], name);
		assert.deepEqual(body, readFileSync(FOLDER + name), name);
	}
});

/** Width and height of a PNG. */
const sizeOf = (png) => [png.readUInt32BE(16), png.readUInt32BE(20)].join('x');

test('the manifest makes the page installable, and its icons are as large as it says', async () => {
	const manifest = JSON.parse((await bytes('/manifest.webmanifest')).body);
	assert.equal(manifest.name, 'Makker');
	assert.equal(manifest.display, 'standalone');
	assert.equal(manifest.start_url, '/');
	assert.equal(manifest.scope, '/');
	for (const { src, type, sizes } of manifest.icons) {
		const icon = await bytes(src);
		assert.equal(icon.headers['content-type'], type, src);
		if (type === 'image/png') {
			assert.equal(sizeOf(icon.body), sizes, src);
		}
	}
	for (const purpose of [undefined, 'maskable']) {
		const sizes = manifest.icons.filter((icon) => icon.purpose === purpose).map((icon) => icon.sizes);
		assert.ok(sizes.includes('192x192') && sizes.includes('512x512'), purpose);
	}
});

test('there is an image of every card, without references to other URLs', async () => {
	for (const card of DECK) {
		const { status, body } = await bytes(`/companion/cards/pictures/${card}.svg`);
		assert.equal(status, 200, card);
		assert.doesNotMatch(String(body).replace('http://www.w3.org/2000/svg', ''), /https?:|www\.|<text|<script|<style/, card);
	}
});

// ---- QR codes -----------------------------------------------------------------------------------

const codeOf = (id, headers) => api.get(`/s/${id}/qr.svg`, { headers });

test('a QR code has the URL of the table with the host of the request', async () => {
	const { id } = await api.create();
	const own = await codeOf(id);
	assert.equal(own.headers['content-type'], 'image/svg+xml');
	assert.equal(own.headers['cache-control'], 'no-store');
	assert.equal(scanned(own.text), `${daemon.url}/s/${id}`);
	assert.match(own.text, new RegExp(`<title>${daemon.url}/s/${id}</title>`));
	for (const host of ['192.168.1.7:8377', 'cards.example', 'Makker.local:80', '[fd00::7]:8377']) {
		assert.equal(scanned((await codeOf(id, { host })).text), `http://${host}/s/${id}`);
	}
});

test('there is no QR code for an unknown table or an invalid host', async () => {
	const { id } = await api.create();
	assertProblem(await codeOf(NO_TABLE), 404, 'unknown_session');
	assertProblem(await codeOf('x'), 404, 'unknown_session');
	assertProblem(await codeOf(id, { accept: 'image/png' }), 406, 'not_acceptable');
	assertProblem(await codeOf(id, { origin: 'https://elsewhere.example' }), 403, 'origin_not_allowed');
	for (const host of ['a"b', '<img>', 'a/b', 'user@host', 'a'.repeat(256)]) {
		const code = /^[a@]*$/.test(host) ? 'invalid_host' : 'invalid_request';
		assertProblem(await codeOf(id, { host }), 400, code);
	}
});

test('public_url sets the URL of the QR code', async (t) => {
	const public_url = 'https://cards.example/';
	const other = new Api(await startDaemon((done) => t.after(done), { args: ['--public-url', public_url] }));
	const { id } = await other.create();
	assert.equal(scanned((await other.get(`/s/${id}/qr.svg`)).text), `https://cards.example/s/${id}`);
});

// ---- another folder -----------------------------------------------------------------------------

test('companion_dir replaces the built-in files', async (t) => {
	const folder = mkdtempSync(join(tmpdir(), 'makker-test-'));
	t.after(() => rmSync(folder, { recursive: true, force: true }));
	mkdirSync(join(folder, 'deep/er'), { recursive: true });
	writeFileSync(join(folder, 'index.html'), '<!doctype html>mine');
	writeFileSync(join(folder, 'deep/er/a.js'), 'export {}');
	writeFileSync(join(folder, '.hidden.js'), 'secret');
	symlinkSync('nowhere', join(folder, 'broken.js'));
	const other = await startDaemon((done) => t.after(done), { args: ['--companion-dir', folder] });
	const at = (path, headers) => fetchBytes(other.url + path, { headers: { 'accept-encoding': 'gzip', ...headers } });

	const document = await at('/');
	assert.equal(String(document.body), '<!doctype html>mine');
	assert.equal((await at('/', { 'if-none-match': document.headers.etag })).status, 304);
	const script = await at('/companion/deep/er/a.js');
	assert.equal(String(script.body), 'export {}');
	assert.equal(script.headers['content-type'], TYPES.js);
	for (const path of ['/companion/.hidden.js', '/companion/broken.js', '/companion/deep', '/sw.js']) {
		assert.equal((await at(path)).status, 404, path);
	}
});
