// README.md and docs/curl.md for a stranger: each block can be pasted, ends, and gets an answer; every file that is named exists.

import assert from 'node:assert/strict';
import { existsSync, readFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { after, test } from 'node:test';
import { fileURLToPath } from 'node:url';
import { makker, PROGRAM } from '../cli/makker.mjs';
import { startDaemon } from './daemon.mjs';

const ROOT = fileURLToPath(new URL('../..', import.meta.url));
const README = readFileSync(join(ROOT, 'README.md'), 'utf8');
const CURL = readFileSync(join(ROOT, 'docs/curl.md'), 'utf8');
const daemon = await startDaemon(after);

/** The blocks of a section that are to be pasted. */
const blocks = (text, section) => [...text.split(`\n## ${section}\n`)[1].split('\n## ')[0].matchAll(/```sh\n([^]*?)```/g)].map(([, block]) => block);

/** Pastes them into one shell, in the clone; a command that fails ends it, but for a stream that its time limit ends. */
async function paste(lines) {
	const script = lines.join('\n').replaceAll('http://127.0.0.1:8377', daemon.url).replaceAll('build/makker ', `${PROGRAM} `)
		.replaceAll(/^(curl .* -m 2 .*?)( *#.*)?$/gm, '$1 || [ $? = 28 ]');

	return makker(['-euc', script], { program: 'bash', cwd: ROOT, env: { MAKKER_URL: daemon.url } });
}

function assertAnswered({ code, stdout, stderr }, words) {
	assert.equal(code, 0, stderr + stdout);
	assert.match(stdout, words);
	assert.doesNotMatch(stdout, /"status": ?4\d\d|"code":/, 'no problem document');
}

test('the curl commands of the README lead to the first advice', async () => {
	const lines = blocks(README, 'The first advice with curl');

	assert.equal(lines.length, 2);
	assertAnswered(await paste(lines), /^(Move the eight of diamonds from column 5 to column 7|Turn over the next card of the stock)\.\n/);
});

test('the terminal commands of the README need no daemon', async () => {
	const { code, stdout, stderr } = await paste(blocks(README, 'In the terminal, without the daemon'));

	assert.equal(code, 0, stderr);
	for (const words of [/kolonne/, /Take the seven of hearts/, /Sag Re an|Spiele/, /^2\twinnable/m, /^Draw\t/m, /^heuristic: 10000 games/m, /Commands:/]) {
		assert.match(stdout, words);
	}
	assert.match(stderr, /3 agree, 0 differ/);
});

for (const [, section] of CURL.matchAll(/\n## (.*)\n/g)) {
	test(`docs/curl.md, ${section}: the commands end and are answered`, async () => {
		assertAnswered(await paste(blocks(CURL, section)), /./);
	});
}

for (const [name, text] of [['README.md', README], ['docs/curl.md', CURL]]) {
	test(`every file that ${name} names exists`, () => {
		const links = [...text.matchAll(/\]\(([^)#:]+)\)|src="([^"]+)"/g)].map(([, link, source]) => join(dirname(name), link ?? source));
		const examples = [...text.matchAll(/examples\/[\w.-]+/g)].map(([file]) => file);

		assert.ok(links.length > 0);
		assert.deepEqual([...links, ...examples].filter((file) => !existsSync(join(ROOT, file))), []);
	});
}

test('every example is used by a line of the README', async () => {
	const { stdout } = await makker(['-c', 'ls examples'], { program: 'sh', cwd: ROOT });

	assert.deepEqual(stdout.trim().split('\n').filter((file) => !README.includes(`examples/${file}`)), []);
});
