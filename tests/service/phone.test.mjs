// The output of `make run`: the address for players, and with PHONE=1 a code with a token that a phone can read.

import assert from 'node:assert/strict';
import { execFileSync, spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, readFileSync, rmSync, statSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { after, test } from 'node:test';
import { fileURLToPath } from 'node:url';
import jsQR from 'jsqr';
import { request } from './client.mjs';
import { PROGRAM } from './daemon.mjs';

const RUN = fileURLToPath(new URL('../../src/daemon/run.sh', import.meta.url));
const state = mkdtempSync(join(tmpdir(), 'makker-phone-'));
after(() => rmSync(state, { recursive: true }));

/** Runs the script until its output matches `wanted`; returns the match and stops the script. */
async function ran(args, env, wanted) {
	const child = spawn(RUN, [PROGRAM, '--store', 'memory:', ...args], { env: { ...process.env, XDG_STATE_HOME: state, ...env } });
	const ended = once(child, 'close');
	let output = '';
	for (const stream of [child.stdout, child.stderr]) {
		stream.setEncoding('utf8').on('data', (text) => { output += text; });
	}
	const found = await Promise.race([ended.then(() => null), (async () => {
		while (!wanted.test(output)) {
			await once(child.stdout, 'data');
		}
		return wanted.exec(output);
	})()]);
	assert.ok(found, output);
	return { found, output, stop: async () => { child.kill('SIGTERM'); await ended; } };
}

/** The code that was drawn in the terminal: two rows of modules a line, dark where a block is. */
function readTerminal(output) {
	const lines = [...output.matchAll(/\x1b\[30;107m([ ▀▄█]+)\x1b\[0m/g)].map(([, line]) => [...line]);
	const rows = lines.flatMap((line) => [line.map((block) => '▀█'.includes(block)), line.map((block) => '▄█'.includes(block))]);
	const [width, height] = [4 * rows[0].length, 4 * rows.length];
	const pixels = new Uint8ClampedArray(4 * width * height).fill(255);
	for (let y = 0; y < height; y++) {
		for (let x = 0; x < width; x++) {
			if (rows[y >> 2][x >> 2]) {
				pixels.fill(0, 4 * (y * width + x), 4 * (y * width + x) + 3);
			}
		}
	}
	return jsQR(pixels, width, height)?.data;
}

test('with PHONE=1 the QR code has the address with a valid token, which stays the same', async () => {
	const wanted = /^ {2}(http:\/\/[\d.]+:(\d+)\/)#token=(\w+)$/m;
	const tokens = new Set();
	for (let run = 0; run < 2; run++) {
		const { found: [address, , port, token], output, stop } = await ran(['--listen', '0.0.0.0:0'], { PHONE: '1' }, wanted);
		assert.equal(readTerminal(output), address.trim());
		assert.match(token, /^[0-9a-f]{48}$/);
		const sessions = `http://127.0.0.1:${port}/v1/sessions`;
		assert.equal((await request(sessions)).status, 401);
		assert.equal((await request(sessions, { headers: { authorization: `Bearer ${token}` } })).status, 200);
		tokens.add(token);
		await stop();
	}
	const file = join(state, 'makker', 'phone-token');
	assert.deepEqual([...tokens], [readFileSync(file, 'utf8')]);
	assert.equal(statSync(file).mode & 0o777, 0o600);
});

test('without PHONE there is no token, and only the loopback address is open', async () => {
	const { found: [, address], output, stop } = await ran(['--listen', '127.0.0.1:0'], {}, /The page for players: (http:\/\/127\.0\.0\.1:\d+)\/[\s\S]*snapshots\n/);
	assert.doesNotMatch(output, /token/i);
	assert.equal((await request(`${address}/v1/sessions`)).status, 200);
	await stop();
});

test('makkerd --qr draws a line of standard input and rejects empty input', () => {
	const draw = (input) => execFileSync(PROGRAM, ['--qr'], { input, encoding: 'utf8', stdio: 'pipe' });
	assert.equal(readTerminal(draw('http://192.168.1.7:8377/\n')), 'http://192.168.1.7:8377/');
	assert.throws(() => draw(''), ({ status, stderr }) => status === 66 && /no line/.test(stderr));
});
