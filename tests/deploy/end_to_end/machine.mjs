// A Debian under a real systemd, booted by systemd-nspawn: packages are installed before, commands run inside.

import assert from 'node:assert/strict';
import { spawn, spawnSync } from 'node:child_process';
import { once } from 'node:events';
import { copyFileSync, existsSync, mkdirSync, writeFileSync } from 'node:fs';
import { basename, join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { debian, folder, run } from './base.mjs';

export const archive = debian('curl', 'dpkg-buildpackage', 'dh', 'systemd-nspawn', 'nsenter');
const PATIENCE_MS = 180_000;

export class Machine {
	#console = '';

	/** `after`: the hook of the tests; it runs its functions in this order, so the machine ends before its folder is removed. */
	constructor(after, name) {
		after(() => this.#end());
		this.place = folder(after, name);
	}

	there(path) {
		return join(this.place, path);
	}

	/** Installs the package `deb`, boots. `later`: packages in /root whose dependencies are installed, too. */
	async boot(deb, later = []) {
		run('tar', ['-x', '-C', this.place, '-f', archive]);
		copyFileSync('/etc/resolv.conf', this.there('etc/resolv.conf'));
		for (const file of [deb, ...later]) {
			copyFileSync(file, this.there(`root/${basename(file)}`));
		}
		const ready = later.map((file) => `apt-get install -q -y --no-install-recommends --download-only /root/${basename(file)};`).join(' ');
		run('chroot', [this.place, 'sh', '-ec', 'export DEBIAN_FRONTEND=noninteractive; apt-get update -q; '
			+ `apt-get install -q -y --no-install-recommends systemd systemd-sysv dbus curl /root/${basename(deb)}; ${ready}`]);
		this.machine = spawn('systemd-nspawn', ['--boot', '--register=no', '--keep-unit', '--private-network', '-D', this.place],
			{ stdio: ['ignore', 'pipe', 'pipe'] });
		for (const output of [this.machine.stdout, this.machine.stderr]) {
			output.setEncoding('utf8').on('data', (text) => { this.#console += text; });
		}
		process.on('exit', () => this.machine.kill('SIGKILL'));
		await this.until('the machine', () => {
			// On a busy machine systemd-nspawn has a second child for a while.
			this.init = spawnSync('pgrep', ['-P', String(this.machine.pid)], { encoding: 'utf8' }).stdout.trim().split('\n')
				.find((pid) => /^\d+$/.test(pid) && existsSync(`/proc/${pid}/root/run/dbus/system_bus_socket`));
			return this.init && spawnSync('nsenter', ['-t', this.init, '-a', 'systemctl', 'is-active', '--quiet', 'multi-user.target']).status === 0;
		});
	}

	/** A command of the shell inside; its output. */
	inside(command) {
		return run('nsenter', ['-t', this.init, '-m', '-u', '-i', '-n', '-p', '-C', '--', 'env', '-i',
			'PATH=/usr/sbin:/usr/bin:/sbin:/bin', 'LC_ALL=C.UTF-8', 'DEBIAN_FRONTEND=noninteractive', 'sh', '-c', command]);
	}

	property(unit, what) {
		return this.inside(`systemctl show --value --property=${what} ${unit}`);
	}

	code(path, ...more) {
		return this.inside(`curl -s -o /dev/null --max-time 10 -w '%{http_code}' ${more.join(' ')} http://127.0.0.1:8377${path} || true`);
	}

	async until(what, holds) {
		for (const end = Date.now() + PATIENCE_MS; !holds(); await sleep(100)) {
			assert.ok(Date.now() < end && this.machine.exitCode === null,
				`${what} did not come\n${this.#console}\n${this.init && this.inside('journalctl -n 40 --no-pager')}`);
		}
	}

	ready() {
		return this.until('/readyz', () => this.code('/readyz') === '200');
	}

	dropIn(unit, text) {
		mkdirSync(this.there(`etc/systemd/system/${unit}.d`), { recursive: true });
		writeFileSync(this.there(`etc/systemd/system/${unit}.d/test.conf`), text);
		this.inside('systemctl daemon-reload');
	}

	async #end() {
		if (this.machine?.exitCode === null) {
			const ended = once(this.machine, 'exit');
			spawnSync('nsenter', ['-t', this.init, '-a', 'systemctl', 'poweroff', '--no-block']);
			await Promise.race([ended, sleep(20_000, undefined, { ref: false })]);
			this.machine.kill('SIGKILL');
		}
	}
}
