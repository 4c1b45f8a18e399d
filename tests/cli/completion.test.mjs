// makker completion: in each shell, the scripts must offer the options and values that the program accepts.

import assert from 'node:assert/strict';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { after, test } from 'node:test';
import { makker } from './makker.mjs';

const folder = mkdtempSync(join(tmpdir(), 'makker-completion-'));
after(() => rmSync(folder, { recursive: true }));

const script = async (shell) => {
	const { code, stdout, stderr } = await makker(['completion', shell]);

	assert.deepEqual([code, stderr], [0, '']);
	return stdout;
};

/** The words that bash offers for the last one of `words`; readline splits them at "=". */
async function inBash(...words) {
	const file = join(folder, 'bash');

	writeFileSync(file, await script('bash'));
	const { code, stdout, stderr } = await makker(['-c',
		`. "$0"; COMP_WORDS=("$@"); COMP_CWORD=$(($# - 1)); _makker; printf '%s\\n' "\${COMPREPLY[@]}"`, file, 'makker', ...words],
		{ program: 'bash', cwd: folder });

	assert.deepEqual([code, stderr], [0, '']);
	return stdout.split('\n').filter(Boolean);
}

async function inFish(line) {
	const file = join(folder, 'fish');

	writeFileSync(file, await script('fish'));
	const { code, stdout, stderr } = await makker(['-c', `source ${file}; complete -C '${line}'`],
		{ program: 'fish', cwd: folder, env: { HOME: folder, XDG_CONFIG_HOME: folder } });

	assert.deepEqual([code, stderr], [0, '']);
	return stdout.split('\n').filter(Boolean).map((row) => row.split('\t')[0]);
}

/** The arguments of the functions of zsh that draw the list: `_describe`, `_arguments`. */
async function inZsh(...words) {
	const file = join(folder, 'zsh');

	writeFileSync(file, await script('zsh'));
	const { code, stdout, stderr } = await makker(['-f', '-c',
		`_describe() { print -l -- $commands }; _arguments() { print -l -- "$@" }; run() { . "$1" }
		words=("\${@[2,-1]}"); CURRENT=$#words; run "$1"`, 'zsh', file, 'makker', ...words],
		{ program: 'zsh', cwd: folder });

	assert.deepEqual([code, stderr], [0, '']);
	return stdout.split('\n').filter(Boolean);
}

/** The long options that a command names in its help. */
const optionsOf = async (command) =>
	[...(await makker(['help', command])).stdout.matchAll(/^ {2}(?: {4}|-., )--([a-z-]+)/gm)].map(([, name]) => `--${name}`);

const COMMANDS = [...(await makker(['--help'])).stdout.matchAll(/^ {2}([a-z]+) {2}/gm)].map(([, name]) => name);
const GAMES = ['doppelkopf', 'freecell', 'klondike', 'take-away', 'ten-twenty-thirty'];

test('bash offers the commands, their options and the values of options', async () => {
	assert.deepEqual(await inBash('adv'), ['advise']);
	assert.deepEqual((await inBash('')).filter((word) => !word.startsWith('-')).sort(), [...COMMANDS].sort());
	assert.deepEqual(await inBash('advise', '--ga'), ['--game']);
	assert.deepEqual((await inBash('advise', '--game', '')).sort(), GAMES);
	assert.deepEqual(await inBash('advise', '-g', 'kl'), ['klondike']);
	assert.deepEqual(await inBash('advise', '--game', '=', 'kl'), ['klondike']);
	assert.deepEqual((await inBash('advise', '--game', '=')).sort(), GAMES);
	assert.deepEqual(await inBash('simulate', '-l', ''), ['en', 'da', 'de', 'el']);
	assert.deepEqual(await inBash('simulate', '--rules', 'late'), ['late_removal=']);
	assert.deepEqual(await inBash('help', 'sh'), ['show']);
	assert.deepEqual(await inBash('completion', ''), ['bash', 'zsh', 'fish']);
	for (const command of ['play', 'rules', 'games']) { // the game may be left out
		assert.deepEqual((await inBash(command, '')).sort(), GAMES, command);
	}
});

test('bash offers files where a file is expected, and only there', async () => {
	writeFileSync(join(folder, 'table.txt'), '');
	assert.deepEqual(await inBash('advise', 'tab'), ['table.txt']);
	assert.deepEqual(await inBash('simulate', '--deals', 'tab'), ['table.txt']);
	assert.deepEqual(await inBash('play', '--deck', 'tab'), ['table.txt']);
	assert.deepEqual(await inBash('simulate', '--games', 'tab'), []);
	assert.deepEqual(await inBash('show', 'tab'), []);
});

test('fish offers the same', async () => {
	assert.deepEqual(await inFish('makker adv'), ['advise']);
	assert.deepEqual(await inFish('makker simulate --ga'), ['--game', '--games']);
	assert.deepEqual((await inFish('makker advise --game ')).sort(), GAMES);
	assert.deepEqual((await inFish('makker advise -g ')).sort(), GAMES);
	assert.deepEqual(await inFish('makker help sho'), ['show']);
	assert.deepEqual(await inFish('makker completion '), ['bash', 'fish', 'zsh']);
	assert.deepEqual((await inFish('makker play ')).sort(), GAMES);
	assert.ok((await inFish('makker advise ')).includes('table.txt'));
	assert.deepEqual(await inFish('makker show tab'), []);
});

test('zsh offers the same', async () => {
	assert.deepEqual((await inZsh('')).map((row) => row.split(':')[0]).sort(), [...COMMANDS].sort());
	assert.ok((await inZsh('')).includes("answer:answer the question of a daemon's session"));
	const rows = await inZsh('advise', '');
	assert.ok(rows.some((row) => row.startsWith('--game=[') && GAMES.every((game) => row.includes(game))), rows.join('\n'));
	assert.ok(rows.some((row) => row.startsWith('-g+[')));
	assert.ok(rows.includes('*:file:_files'));
	assert.ok((await inZsh('rules', '')).some((row) => row.startsWith('*:value:') && GAMES.every((game) => row.includes(game))));
});

for (const command of COMMANDS.filter((name) => name !== 'help')) {
	test(`${command}: every option is offered in every shell`, async () => {
		const options = (await optionsOf(command)).filter((name) => !['--usage', '--version'].includes(name)).sort();
		const bash = (await inBash(command, '--')).sort();
		const fish = (await inFish(`makker ${command} --`)).map((name) => name.replace(/=$/, '')).sort();
		const zsh = (await inZsh(command, '')).map((row) => row.match(/--[a-z-]+[a-z]/)?.[0]).filter(Boolean);

		assert.deepEqual(bash, options);
		assert.deepEqual(fish, options);
		assert.deepEqual([...new Set(zsh)].sort(), options);
	});
}

test('an unknown shell is rejected with the known ones', async () => {
	assert.deepEqual(await makker(['completion', 'tcsh']),
		{ code: 2, stdout: '', stderr: "makker completion: unknown shell 'tcsh', expected one of bash, zsh, fish\n" });
	assert.match((await makker(['completion'])).stderr, /missing SHELL: bash, zsh or fish/);
});
