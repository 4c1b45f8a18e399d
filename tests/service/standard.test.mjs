// A daemon that was started with closed standard descriptors.

import assert from 'node:assert/strict';
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, readlinkSync, rmSync } from 'node:fs';
import { request } from 'node:http';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { test } from 'node:test';
import { setTimeout as sleep } from 'node:timers/promises';
import './contract.mjs'; // which notes that this file has run
import { PROGRAM } from './daemon.mjs';

const PATIENCE_MS = 60_000; // against a hanging daemon

function status(socketPath) {
	return new Promise((resolve) => {
		request({ socketPath, path: '/readyz' }, (answer) => resolve(answer.resume().statusCode))
			.on('error', () => resolve(0)).end();
	});
}

async function ready(socketPath) {
	for (const end = Date.now() + PATIENCE_MS; Date.now() < end; await sleep(20)) {
		if (await status(socketPath) === 200) {
			return;
		}
	}
	assert.fail('the daemon was not ready');
}

for (const closed of ['>&-', '2>&-', '<&- >&- 2>&-']) {
	test(`with ${closed} no other file gets these descriptors, and the daemon ends in order`, async (t) => {
		const folder = mkdtempSync(join(tmpdir(), 'makker-standard-'));
		const socket = join(folder, 'socket');
		const child = spawn('sh', ['-c', `exec "$0" "$@" ${closed}`, PROGRAM, '--listen', `unix:${socket}`,
			'--store', `sqlite:${folder}/tables.db`], { stdio: ['ignore', 'ignore', 'ignore'] });

		t.after(() => {
			child.kill('SIGKILL');
			rmSync(folder, { recursive: true });
		});
		await ready(socket);
		for (const file of [0, 1, 2]) {
			assert.equal(readlinkSync(`/proc/${child.pid}/fd/${file}`), '/dev/null');
		}
		child.kill('SIGTERM');
		assert.deepEqual(await once(child, 'exit'), [0, null]);
	});
}
