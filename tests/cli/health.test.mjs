// makker health, and how every command finds its daemon.

import assert from 'node:assert/strict';
import { once } from 'node:events';
import { mkdtempSync, rmSync } from 'node:fs';
import { createServer } from 'node:http';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { test } from 'node:test';
import { problem, startFake } from './fake.mjs';
import { makker } from './makker.mjs';

test('health exits with 0 if the daemon is ready, otherwise with 1 and the reason', async (t) => {
	const answers = [{ json: { status: 'ok' } }, problem(503, 'the daemon stops', { code: 'not_ready' })];
	const fake = await startFake(t, () => answers.shift());
	const ready = await makker(['health', '--url', fake.url]);
	const stopping = await makker(['health', '--url', fake.url]);

	assert.deepEqual(ready, { code: 0, stdout: 'ready\n', stderr: '' });
	assert.deepEqual(stopping, { code: 1, stdout: '', stderr: 'makker health: the daemon stops\n' });
});

test('MAKKER_URL names the daemon, and --url takes precedence', async (t) => {
	const fake = await startFake(t, () => ({ json: { status: 'ok' } }));

	assert.equal((await makker(['health'], { env: { MAKKER_URL: `${fake.url}/` } })).code, 0);
	assert.equal(
		(await makker(['health', '-u', fake.url], { env: { MAKKER_URL: 'http://127.0.0.1:9' } })).code, 0);
	assert.deepEqual(fake.requests.map((request) => request.url), ['/readyz', '/readyz']);
});

test('a proxy of the environment is not used', async (t) => {
	const fake = await startFake(t, () => ({ json: { status: 'ok' } }));
	const env = { http_proxy: 'http://127.0.0.1:9', no_proxy: '', NO_PROXY: '' };

	assert.equal((await makker(['health', '-u', fake.url], { env })).code, 0);
});

test('a refused connection is reported', async () => {
	const { code, stdout, stderr } = await makker(['health', '--url', 'http://127.0.0.1:9']);

	assert.equal(code, 1);
	assert.equal(stderr, 'makker health: connection refused; is makkerd running at http://127.0.0.1:9?\n');
	assert.equal(stdout, '');
});

test('the URL can be a positional argument, and --quiet prints nothing', async (t) => {
	const answers = [{ json: { status: 'ok' } }, problem(503, 'the daemon stops', { code: 'not_ready' })];
	const fake = await startFake(t, () => answers.shift());

	assert.deepEqual(await makker(['health', '-q', fake.url]), { code: 0, stdout: '', stderr: '' });
	assert.deepEqual(await makker(['health', '--quiet', fake.url]), { code: 1, stdout: '', stderr: '' });
});

test('a unix socket can be the address', async (t) => {
	const folder = mkdtempSync(join(tmpdir(), 'makker-health-'));
	t.after(() => rmSync(folder, { recursive: true }));
	const server = createServer((_, reply) => reply.end('{"status":"ok"}')).listen(join(folder, 'socket'));
	t.after(() => server.close());
	await once(server, 'listening');

	assert.equal((await makker(['health', `unix:${folder}/socket`])).code, 0);
	const { code, stderr } = await makker(['health', `unix:${folder}/other`]);
	assert.equal(code, 1);
	assert.match(stderr, /is makkerd running at unix:.*other\?/);
});

test('a daemon that does not respond is a failure after a short timeout', async (t) => {
	const fake = await startFake(t, () => new Promise(() => {}));
	const since = Date.now();
	const { code, stderr } = await makker(['health', fake.url]);

	assert.equal(code, 1);
	assert.match(stderr, /timed out/i);
	assert.ok(Date.now() - since < 29_000); /* any other command waits for half a minute */
});

test('health accepts exactly one valid address', async () => {
	const two = await makker(['health', 'http://127.0.0.1:9', 'x']);
	const bad = await makker(['health', 'x']);

	assert.equal(two.code, 2);
	assert.match(two.stderr, /Too many arguments/);
	assert.equal(bad.code, 2);
	assert.match(bad.stderr, /invalid URL 'x': must begin with/);
});

test('a missing unix socket is reported', async () => {
	const { code, stderr } = await makker(['health', 'unix:/nowhere/makker.sock']);

	assert.deepEqual([code, stderr], [1, 'makker health: no such file or directory; is makkerd running at unix:/nowhere/makker.sock?\n']);
});

test('a client that needs a token gets the instructions for it', async (t) => {
	const fake = await startFake(t, () => problem(401, 'authentication required'));
	const { code, stderr } = await makker(['show', '--url', fake.url]);

	assert.deepEqual([code, stderr], [1, 'makker show: authentication required (--token, or MAKKER_TOKEN)\n']);
});
