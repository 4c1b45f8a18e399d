// The systemd units: well formed, and shut off from all they do not need.

import assert from 'node:assert/strict';
import { execFileSync, spawnSync } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { after, test } from 'node:test';
import { fileURLToPath } from 'node:url';

const ROOT = fileURLToPath(new URL('../..', import.meta.url));
const UNITS = ['makkerd.service', 'makkerd-socket.service', 'makkerd.socket', 'makker-camera.service'];

// As `make install` installs them, below a folder of its own.
const place = mkdtempSync(join(tmpdir(), 'makker-units-'));
after(() => rmSync(place, { recursive: true }));
execFileSync('make', ['-C', ROOT, 'install', 'install-camera', `PREFIX=${place}`], { stdio: 'ignore' });
const units = UNITS.map((name) => join(place, 'lib/systemd/system', name));
const lines = (unit) => readFileSync(unit, 'utf8').split('\n').filter((line) => /^[A-Z]/.test(line));

test('the installed units are well formed, and start the installed program', () => {
	const { status, stderr } = spawnSync('systemd-analyze', ['verify', '--man=no', ...units], { encoding: 'utf8' });
	assert.deepEqual({ status, stderr }, { status: 0, stderr: '' });
	for (const unit of units.slice(0, 2)) {
		assert.ok(lines(unit).includes(`ExecStart=${place}/bin/makkerd`));
	}
	assert.ok(lines(units[3]).includes(`ExecStart=${place}/bin/makker-camera serve $MAKKER_CAMERA_OPTIONS`));
});

for (const [unit, most] of [[units[0], 1.2], [units[1], 0.5], [units[3], 1.5]]) {
	test(`${unit.split('/').pop()} is exposed by ${most} at most`, () => {
		const args = ['security', '--offline=true', '--no-pager', `--threshold=${Math.round(most * 10)}`, unit];
		const { status, stdout } = spawnSync('systemd-analyze', args, { encoding: 'utf8' });
		assert.equal(status, 0, stdout);
		assert.ok(Number(/Overall exposure level for .*: ([\d.]+)/.exec(stdout)[1]) <= most, stdout);
	});
}

test('both services differ only in the origin of the socket', () => {
	const network = /^(Requires|Wants|After|Conflicts|IPAddress|PrivateNetwork|RestrictAddressFamilies|WantedBy)/;
	const [own, handed] = units.slice(0, 2).map((unit) => lines(unit).filter((line) => !network.test(line)));
	assert.deepEqual(handed, own);
	assert.ok(own.length > 30);
});

test('a reload checks the configuration before the daemon reads it', () => {
	for (const unit of units.slice(0, 2)) {
		const reloads = lines(unit).filter((line) => line.startsWith('ExecReload='));
		assert.equal(reloads.length, 2);
		assert.match(reloads[0], /makkerd --check$/);
		assert.match(reloads[1], /kill -HUP \$MAINPID/);
	}
});

test('a start is retried without limit, except with an invalid configuration', () => {
	for (const unit of units.slice(0, 2)) {
		for (const line of ['StartLimitIntervalSec=0', 'Restart=on-failure', 'RestartPreventExitStatus=64 78']) {
			assert.ok(lines(unit).includes(line), `${unit}: ${line}`);
		}
	}
});
