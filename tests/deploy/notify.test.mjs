// The interface with systemd: Type=notify, WatchdogSec=, reload, socket activation.

import assert from 'node:assert/strict';
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { after, test } from 'node:test';
import { setTimeout as sleep } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';
import { request } from '../service/client.mjs';
import { PROGRAM } from '../service/daemon.mjs';
import { freePort } from '../service/free_port.mjs';

const DATAGRAMS = fileURLToPath(new URL('datagrams.pl', import.meta.url));
const PATIENCE_MS = 60_000;
const folder = mkdtempSync(join(tmpdir(), 'makker-notify-'));
after(() => rmSync(folder, { recursive: true }));

function run(program, args, env = {}) {
	const child = spawn(program, args, { stdio: ['ignore', 'pipe', 'pipe'], env: { ...process.env, ...env } });
	after(() => child.kill('SIGKILL'));
	child.lines = [];
	child.ended = once(child, 'close'); // with all that it wrote
	for (const output of [child.stdout, child.stderr]) {
		createInterface(output).on('line', (line) => child.lines.push(line));
	}
	return child;
}

/** Waits for the next line that fits, from the place where the last search ended. */
async function receives(child, wanted) {
	for (const end = Date.now() + PATIENCE_MS; Date.now() < end; await sleep(5)) {
		while (child.lines.length > 0) {
			const line = child.lines.shift();
			if (wanted.test(line)) {
				return line;
			}
		}
	}
	throw assert.fail(`${wanted} did not come`);
}

test('systemd is notified of ready, watchdog, reloading, ready again, and stopping', async () => {
	const path = join(folder, 'notify');
	const systemd = run('perl', [DATAGRAMS, path]);
	await receives(systemd, /^listening$/);
	const daemon = run(PROGRAM, ['--listen', '127.0.0.1:0', '--store', 'memory:'],
		{ NOTIFY_SOCKET: path, WATCHDOG_USEC: '200000' });
	await receives(systemd, /^READY=1$/);
	for (let i = 0; i < 3; i++) {
		await receives(systemd, /^WATCHDOG=1$/);
	}
	daemon.kill('SIGHUP');
	const message = await receives(systemd, /^RELOADING=1 MONOTONIC_USEC=\d+$/);
	// systemd takes a reload for finished only if this is not older than its own asking.
	const age = Number(process.hrtime.bigint() / 1000n) - Number(/\d+$/.exec(message)[0]);
	assert.ok(age >= 0 && age < PATIENCE_MS * 1000, `${age} µs`);
	await receives(systemd, /^READY=1$/);
	await receives(systemd, /^WATCHDOG=1$/);
	daemon.kill('SIGTERM');
	await receives(systemd, /^STOPPING=1$/);
	assert.deepEqual(await daemon.ended, [0, null]);
	systemd.kill();
});

test('a watchdog of another process gets no notifications', async () => {
	const path = join(folder, 'other');
	const systemd = run('perl', [DATAGRAMS, path]);
	await receives(systemd, /^listening$/);
	const daemon = run(PROGRAM, ['--listen', '127.0.0.1:0', '--store', 'memory:'],
		{ NOTIFY_SOCKET: path, WATCHDOG_USEC: '20000', WATCHDOG_PID: '1' });
	await receives(systemd, /^READY=1$/);
	daemon.kill('SIGTERM');
	await receives(systemd, /^STOPPING=1$/);
	await daemon.ended;
	assert.ok(!systemd.lines.some((line) => /WATCHDOG/.test(line)));
	systemd.kill();
});

test('the first request starts the daemon by its socket, and is answered', async () => {
	const port = await freePort();
	const activated = run('systemd-socket-activate', ['-l', `127.0.0.1:${port}`, PROGRAM, '--store', 'memory:']);
	await receives(activated, /Listening on/);
	const answer = await request(`http://127.0.0.1:${port}/v1/games`);
	assert.equal(answer.status, 200);
	activated.kill('SIGTERM');
	assert.deepEqual(await activated.ended, [0, null]);
});
