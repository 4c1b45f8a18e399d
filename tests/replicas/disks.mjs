// Disks under PostgreSQL that are full for a while.

import assert from 'node:assert/strict';
import { execFileSync } from 'node:child_process';
import { copyFileSync, existsSync, mkdtempSync, rmSync, statfsSync, truncateSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { BUILD } from '../service/daemon.mjs';

const DISK_MB = 160;

/** A real one in memory, where one can be mounted: root may. */
class Mounted {
	static can() {
		const folder = mkdtempSync(join(tmpdir(), 'makker-mount-'));
		try {
			Mounted.#mount(folder, 1);
			execFileSync('umount', [folder]);
			return true;
		} catch {
			return false;
		} finally {
			rmSync(folder, { recursive: true, force: true });
		}
	}

	static #mount(folder, megabytes) {
		execFileSync('mount', ['-t', 'tmpfs', '-o', `size=${megabytes}m,mode=711`, 'makker-test', folder], { stdio: ['ignore', 'ignore', 'pipe'] });
	}

	constructor(folder) {
		Object.assign(this, { folder, env: {}, ballast: join(folder, 'ballast') });
		Mounted.#mount(folder, DISK_MB);
	}

	fill() {
		const { bavail, bsize } = statfsSync(this.folder);
		const piece = Buffer.alloc(bsize);
		try {
			writeFileSync(this.ballast, Buffer.alloc((bavail - 4) * bsize));
			for (;;) {
				writeFileSync(this.ballast, piece, { flag: 'a' });
			}
		} catch (error) {
			assert.equal(error.code, 'ENOSPC');
		}
	}

	empty() {
		truncateSync(this.ballast);
	}

	remove() {
		execFileSync('umount', ['--lazy', this.folder]);
	}
}

/** No disk: a library (tests/disk/full.c) rejects writes that would grow a file of the server. */
class Preloaded {
	constructor(folder) {
		const library = join(BUILD, 'full_disk.so');
		assert.ok(existsSync(library), `${library} is not there: make check builds it`);
		// The server's user may not be able to reach ours.
		copyFileSync(library, join(folder, 'full_disk.so'));
		this.full = join(folder, 'full');
		Object.assign(this, { folder, env: { LD_PRELOAD: join(folder, 'full_disk.so'), FULL_DISK: this.full } });
	}

	fill() {
		writeFileSync(this.full, '');
	}

	empty() {
		rmSync(this.full);
	}

	remove() {}
}

const FORMS = { mounted: Mounted, preloaded: Preloaded };

/** Which of them there are here. */
export const DISKS = Object.keys(FORMS).filter((name) => name !== 'mounted' || Mounted.can());

/** One of them, that is removed after the test. */
export function smallDisk(form, after) {
	const folder = mkdtempSync(join(tmpdir(), 'makker-full-'));
	after(() => rmSync(folder, { recursive: true, force: true }));
	const disk = new FORMS[form](folder);
	after(() => disk.remove());
	return disk;
}
