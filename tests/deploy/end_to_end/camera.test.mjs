// The camera's lines of README.md, word for word, on a Debian that has never seen Makker; where a camera would be, there are
// rendered photographs.

import assert from 'node:assert/strict';
import { copyFileSync, existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { after, before, describe, test } from 'node:test';
import { startDaemon } from '../../service/daemon.mjs';
import { debian, folder, run, ROOT } from './base.mjs';

const HOME = '/root/makker';
const [, SECTION] = readFileSync(join(ROOT, 'README.md'), 'utf8').split('\n## With a camera\n');
const [INSTALL] = /apt-get install [^`]*/.exec(SECTION);
const LINES = SECTION.split('\n## ')[0].split('\n').filter((line) => line.startsWith('clients/camera/'));
const DEAL = ['5S', '5H', 'QC', '7H', '8D', '9D', '9C'];

const archive = debian('git');

describe('the camera', () => {
	const place = folder((done) => after(done), 'camera');
	const there = (path) => join(place, HOME, path);
	const shell = (line, env = {}) => run('chroot', [place, 'sh', '-ec', `cd ${HOME}; ${line}`], {
		env: { PATH: '/usr/sbin:/usr/bin:/sbin:/bin', DEBIAN_FRONTEND: 'noninteractive', LC_ALL: 'C.UTF-8', HOME: '/root', ...env },
	});
	/** The only line of the README that has these words. */
	const readme = (words) => {
		const found = LINES.filter((line) => line.includes(words));
		assert.equal(found.length, 1, `${words}: ${LINES.join('\n')}`);
		return found[0];
	};

	before(() => {
		run('tar', ['-x', '-C', place, '-f', archive]);
		copyFileSync('/etc/resolv.conf', join(place, 'etc/resolv.conf'));
		mkdirSync(there('.'), { recursive: true });
		run('sh', ['-ec', `git -C "$1" ls-files -z clients src/companion | tar -c -C "$1" --null -T - | tar -x -C "$2"`, '-', ROOT, there('.')]);
		shell(`apt-get update -q && ${INSTALL} -q -y --no-install-recommends`);
	});

	test('prints a mat', () => {
		shell(readme('mat > mat.pdf'));
		assert.match(readFileSync(there('mat.pdf'), 'latin1'), /^%PDF-1\.4[^]*\/Count 2 [^]*%%EOF\n$/);
	});

	test('learns a deck from photographs of its cards, and posts a photographed table', async (t) => {
		const daemon = await startDaemon((done) => t.after(done));
		shell('clients/camera/makker-render photographs --cards --conditions plain');
		shell(readme('enrol photographs/'));
		const table = { columns: DEAL.map((card, backs) => ({ backs, run: [card] })), draw_pile: '3D' };
		writeFileSync(there('table.json'), JSON.stringify(table));
		// A camera that the daemon does not know yet is asked for more than half a dozen.
		shell('clients/camera/makker-render pictures --table table.json --conditions plain --count 12');
		const output = shell(readme('watch --camera 0').replace('--camera 0', '--camera pictures'), { MAKKER_URL: daemon.url });
		const [, id] = /\/s\/([0-9a-f]+)/.exec(output);
		const known = await (await fetch(`${daemon.url}/v1/sessions/${id}`)).json();
		assert.deepEqual(known.table.columns.map(({ cards }) => cards), DEAL.map((card) => [card]), output);
		assert.deepEqual([known.table.draw_pile.cards, known.sync], [['3D'], 'in_sync'], output);
		assert.ok(output.includes(known.message), output);
	});

	test('reads rendered tables without a camera or a daemon', () => {
		shell(readme('makker-render pictures --count'));
		const result = JSON.parse(shell(readme('camera read ')));
		assert.equal(result.snapshot.columns.length, 7);
		assert.ok(existsSync(there('pictures/3.json')));
	});
});
