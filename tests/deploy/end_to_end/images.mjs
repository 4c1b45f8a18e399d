// Images without Docker: buildah builds them on a Debian of our own, and their programs run as in a container.

import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { chownSync, mkdirSync } from 'node:fs';
import { join } from 'node:path';
import { after } from 'node:test';
import { ROOT, debian, run } from './base.mjs';

const BASE = 'docker.io/library/debian:bookworm-slim';
const archive = debian('buildah', 'curl', 'unshare');

/** Images of a storage in `place`, with BASE in it. */
export function storage(place) {
	const buildah = (command, ...args) => run('buildah', ['--root', join(place, 'storage'), '--runroot', join(place, 'run'),
		'--storage-driver', 'vfs', command, ...args]);
	const base = buildah('from', 'scratch');
	buildah('add', base, archive, '/');
	buildah('commit', '--format', 'docker', '--rm', base, BASE);
	return buildah;
}

/** Builds an image; gives its configuration, and the folder with its files. */
export function built(buildah, tag, ...file) {
	buildah('bud', '--isolation', 'chroot', '--pull=never', '--format', 'docker', '-t', tag, ...file, ROOT);
	return {
		config: JSON.parse(buildah('inspect', '--type', 'image', tag)).Docker.config,
		root: buildah('mount', buildah('from', '--pull-never', tag)),
	};
}

/** Runs a program of the image as a container would, its root read-only and `state` in place of the volume. */
export function contain({ config, root }, state, env, ...words) {
	const [volume] = Object.keys(config.Volumes);
	const script = 'mount --bind "$0" "$0"; mount -o remount,bind,ro "$0"; mount --bind "$1" "$0$2"; '
		+ 'where=$0$2; shift 2; cd "$where"; exec env -i "$@"';
	const variables = [...config.Env, ...Object.entries(env).map(([name, value]) => `${name}=${value}`)];
	const child = spawn('unshare', ['--mount', 'sh', '-ec', script, root, state, volume, ...variables,
		'/usr/sbin/chroot', `--userspec=${config.User}`, root, ...words], { stdio: ['ignore', 'pipe', 'pipe'] });
	child.log = '';
	for (const output of [child.stdout, child.stderr]) {
		output.setEncoding('utf8').on('data', (text) => { child.log += text; });
	}
	child.ended = once(child, 'exit');
	after(() => child.kill('SIGKILL'));
	return child;
}

/** A folder in `place` for the volume of a container. */
export function stateOf(place, name) {
	const state = join(place, name);
	mkdirSync(state);
	chownSync(state, 10001, 10001);
	return state;
}
