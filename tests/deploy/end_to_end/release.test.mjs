// make release: the same commit gives the same files, in another folder and at another time.

import assert from 'node:assert/strict';
import { readFileSync, readdirSync } from 'node:fs';
import { join } from 'node:path';
import { after, before, describe, test } from 'node:test';
import { folder, run } from './base.mjs';

const sources = new URL('../../..', import.meta.url).pathname;

/** Clones the sources to `place`, makes the release of `commit` there and returns the folder with its files. */
function released(place, commit) {
	run('git', ['clone', '--quiet', '--no-checkout', sources, place]);
	run('git', ['-C', place, 'checkout', '--quiet', '--detach', commit]);
	run('make', ['-C', place, 'release']);
	const [name] = readdirSync(join(place, 'build')).filter((entry) => entry.startsWith('release-'));
	return join(place, 'build', name);
}

describe('a release', () => {
	const place = folder((done) => after(done), 'release');
	let first;
	let second;

	before(() => {
		const commit = run('git', ['-C', sources, 'rev-parse', 'HEAD']); // others may commit meanwhile
		first = released(join(place, 'first'), commit);
		second = released(join(place, 'second-with-a-longer-name'), commit);
	});

	test('has the same bytes when it is made again elsewhere', () => {
		const sums = readFileSync(join(first, 'SHA256SUMS'), 'utf8');
		assert.match(sums, /\.tar\.gz\n/);
		assert.match(sums, /\.deb\n/);
		assert.equal(readFileSync(join(second, 'SHA256SUMS'), 'utf8'), sums);
	});

	test('has its version everywhere', () => {
		const version = run(join(first, '../../.ci/version'), []).trim();
		const archive = readdirSync(first).find((name) => /^makker_.*\.deb$/.test(name));
		assert.equal(run('dpkg-deb', ['-f', join(first, archive), 'Version']).trim(), version);
		const unpacked = join(place, 'unpacked');
		run('dpkg-deb', ['-x', join(first, archive), unpacked]);
		assert.equal(run(join(unpacked, 'usr/bin/makkerd'), ['--version']).trim(), `makkerd ${version}`);
		const list = run('tar', ['-tzf', join(first, `makker-${version}.tar.gz`)]);
		assert.match(list, new RegExp(`^makker-${version.replaceAll('+', '\\+')}/VERSION$`, 'm'));
	});
});
