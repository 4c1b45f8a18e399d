// makker-lab train, pack-policy, unpack-policy and compare-policies, and the recipe of `make policies`.

import assert from 'node:assert/strict';
import { execFile } from 'node:child_process';
import { mkdtemp, readdir, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { after, before, test } from 'node:test';
import { promisify } from 'node:util';
import { LAB, lab } from '../cli/makker.mjs';

const WEIGHTS = 'src/games/klondike/search/policy.weights';
const BEGIN = 'src/lab/policies-0.1.weights';
// So small a part of the games; sanitized a tenth of it.
const SHARE = LAB.includes('/release/') ? '300' : '3000';
let folder;

before(async () => {
	folder = await mkdtemp(join(tmpdir(), 'makker-policies-'));
});
after(() => rm(folder, { recursive: true }));

async function run(...args) {
	const { code, stdout, stderr } = await lab(args);

	assert.equal(code, 0, stderr);
	return stdout;
}

async function policies(name, threads) {
	const env = { ...process.env, MAKKER_LAB: LAB, SHARE, THREADS: threads, POLICIES: join(folder, name) };
	const { stdout } = await promisify(execFile)('sh', ['src/lab/policies.sh'], { env });

	return stdout;
}

const bytes = (...path) => readFile(join(folder, ...path));

test('a small part of the recipe gives the same bytes again, with one thread and with two', async () => {
	const weights = await readFile(WEIGHTS);

	await policies('one', '1');
	await policies('two', '2');
	const networks = (await readdir(join(folder, 'one'))).filter((name) => name.endsWith('.net'));
	assert.ok(networks.length > 0);
	for (const name of [...networks, 'policy.weights']) {
		const one = await bytes('one', name);
		assert.ok(one.equals(await bytes('two', name)), name);
	}
	assert.ok(!(await bytes('one', 'policy.weights')).equals(await readFile(BEGIN)), 'something was learned');
	assert.ok(weights.equals(await readFile(WEIGHTS)), 'a trial leaves the tree as it is');
});

test('a stage that is done is not done again, unless its output is damaged', async () => {
	const again = await policies('one', '1');
	assert.match(again, /^syvkabale: done already$/m);
	assert.doesNotMatch(again, /games: won/);

	const network = await bytes('one', 'syvkabale.net');
	await writeFile(join(folder, 'one', 'syvkabale.net'), network.subarray(0, 1000));
	assert.match(await policies('one', '1'), /games: won/);
	assert.ok(network.equals(await bytes('one', 'syvkabale.net')));
});

test('the log names commit, arguments, inputs and outputs', async () => {
	const log = await readFile(join(folder, 'one', 'log'), 'utf8');
	assert.match(log, /^([0-9a-f]{40}|no commit) syvkabale: syvkabale --critic-games \d+ --games \d+ --rate \d+ --seed \d+ from [0-9a-f]{64} by [0-9a-f]{64} gives [0-9a-f]{64}$/m);
	assert.match(log, /^packed .* gives [0-9a-f]{64}$/m);
});

test('a packed policy that is taken out and packed again is the same', async () => {
	const network = join(folder, 'klondike-3.net');
	const packed = join(folder, 'packed');

	await run('unpack-policy', WEIGHTS, 'klondike-3', network);
	await run('pack-policy', packed, WEIGHTS, WEIGHTS, WEIGHTS, network, WEIGHTS, WEIGHTS);
	assert.ok((await bytes('packed')).equals(await readFile(WEIGHTS)));
});

test('a network that learned from nothing plays better than one that did not', async () => {
	const [none, some] = [join(folder, 'none.net'), join(folder, 'some.net')];
	const games = LAB.includes('/release/') ? '8192' : '2048';

	await run('train', none, 'syvkabale', '--games', '0');
	await run('train', some, 'syvkabale', '--games', games, '--rate', '2000', '--entropy', '2000', '--lambda', '0.95');
	const text = await run('compare-policies', some, none, 'syvkabale', '--games', '2000', '--threads', '2');
	const [, difference, margin] = text.match(/difference ([+-][\d.]+) \+- ([\d.]+) points/);
	assert.ok(Number(difference) > Number(margin), text);
	assert.equal(text, await run('compare-policies', some, none, 'syvkabale', '--games', '2000'));
});

test('a policy does not differ from itself', async () => {
	const text = await run('compare-policies', WEIGHTS, WEIGHTS, 'klondike-1', '--games', '200');
	assert.match(text, /difference \+0\.00 \+- 0\.00 points; only one won 0 and 0/);
});

test('another seed deals other cards; the seed of the check is the default', async () => {
	const compare = (...args) => run('compare-policies', WEIGHTS, BEGIN, 'klondike-1', '--games', '1000', ...args);
	const usual = await compare();

	assert.equal(usual, await compare('--seed', '4000000000'));
	assert.notEqual(usual, await compare('--seed', '7000000000'));
});

test('a name that is no rule set is refused, and plays by no other', async () => {
	for (const args of [['headroom', 'klondike-2', '1', '1', '1', '1'], ['unpack-policy', WEIGHTS, 'klondike-2', join(folder, 'none.net')],
		['compare-policies', WEIGHTS, WEIGHTS, 'klondike-2'], ['train', join(folder, 'none.net'), 'klondike-2'],
		['benchmark', 'deals', 'klondike-1+kept']]) {
		const { code, stderr } = await lab(args);
		assert.equal(code, 2, args.join(' '));
		assert.match(stderr, /'klondike-(2|1\+kept)' is none of the six rule sets/, args.join(' '));
	}
});

test('a file of another length is not a network', async () => {
	const { code, stderr } = await lab(['compare-policies', 'Makefile', WEIGHTS, 'klondike-1']);
	assert.equal(code, 1);
	assert.match(stderr, /Makefile: Invalid argument/);
});

test('a batch is played by at most as many threads as it has parts', async () => {
	const { code } = await lab(['train', join(folder, 'none.net'), 'syvkabale', '--threads', '5']);
	assert.equal(code, 2);
});

test('the weights of the quick player of Doppelkopf are the same bytes each time, and others from other games', async () => {
	const files = ['one.c', 'again.c', 'other.c'].map((name) => join(folder, name));

	const said = await run('train-doppelkopf', files[0], '12', '2', '7');
	assert.match(said, /^\d+ tables: gain -?[\d.]+ by rules of thumb, -?[\d.]+ learned\n\d+ tables: .*\n$/);
	assert.equal(await run('train-doppelkopf', files[1], '12', '2', '7'), said);
	await run('train-doppelkopf', files[2], '12', '2', '8');
	const [one, again, other] = await Promise.all(files.map((file) => readFile(file, 'utf8')));
	assert.equal(one, again);
	assert.notEqual(one, other);
	assert.equal(one.match(/^\t\{(-?\d+, ){23}-?\d+\},$/gm).length, 96);
});

test('numbers of train-doppelkopf that are none are refused', async () => {
	const { code, stderr } = await lab(['train-doppelkopf', join(folder, 'none.c'), '12', 'two', '7']);
	assert.equal(code, 2);
	assert.match(stderr, /GAMES, ROUNDS and SEED are numbers/);
});
