// A Debian system for end-to-end tests: made by mmdebstrap, kept for a week. If that is not possible, the tests
// fail with the reason.

import { spawnSync } from 'node:child_process';
import { existsSync, mkdirSync, mkdtempSync, readdirSync, renameSync, rmSync, statSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join, resolve } from 'node:path';
import { fileURLToPath } from 'node:url';
import { need } from '../proxy.mjs';

export const ROOT = fileURLToPath(new URL('../../..', import.meta.url));
const SUITE = 'bookworm';
const WEEK_MS = 7 * 24 * 3600 * 1000;

/** Runs it and waits; its output is part of the message of a failing test. */
export function run(program, args, options = {}) {
	const { status, error, stdout, stderr } = spawnSync(program, args,
		{ encoding: 'utf8', maxBuffer: 64 * 1024 * 1024, ...options });
	if (error || status !== 0) {
		throw new Error(`${program} ${args.join(' ')}: ${error ?? `status ${status}`}\n${stdout}\n${stderr}`.slice(-8000));
	}
	return stdout.trim();
}

/** The archive of a minimal Debian. */
export function debian(...programs) {
	const archive = join(ROOT, 'build/deploy/base.tar');
	need('deploy', 'mmdebstrap', ...programs);
	if (process.getuid() !== 0) {
		throw new Error('only root can make another Debian here');
	}
	if (existsSync(archive) && Date.now() - statSync(archive).mtimeMs < WEEK_MS) {
		return archive;
	}
	mkdirSync(dirname(archive), { recursive: true });
	rmSync(`${archive}.new.tar`, { force: true });
	run('mmdebstrap', ['--variant=minbase', SUITE, `${archive}.new.tar`]);
	renameSync(`${archive}.new.tar`, archive);
	return archive;
}

/** The path of the package: MAKKER_DEB, else a new one. */
export function packaged() {
	if (process.env.MAKKER_DEB) {
		return resolve(process.env.MAKKER_DEB);
	}
	run('make', ['-C', ROOT, 'deb']);
	const built = join(ROOT, 'build/deb');
	return join(built, readdirSync(built).find((file) => /^makker_.*\.deb$/.test(file)));
}

/** A folder that is removed after the tests, mounts in it first. */
export function folder(after, name) {
	const path = mkdtempSync(join(tmpdir(), `makker-${name}-`));
	after(() => rmSync(path, { recursive: true, force: true }));
	return path;
}
