// makker games: the list of games in the player's language.

import assert from 'node:assert/strict';
import { test } from 'node:test';
import { makker } from './makker.mjs';

test('games lists presets, strategies and rules in words', async () => {
	const { code, stdout } = await makker(['games']);

	assert.equal(code, 0);
	assert.match(stdout, /^klondike: /m);
	assert.match(stdout, /^ {4}syvkabale +\S/m);
	assert.match(stdout, /^ {4}heuristic +\S/m);
	assert.match(stdout, /^ {4}draw=1\|3 \(1\)$/m);
	assert.match(stdout, /^ {4}shuffle_order=\S+ \(shuffled\)$/m);
	assert.match(stdout, /^ {4}shuffles=0-\d+\|unlimited \(3\)$/m);
});

test('the language comes from the option, else from the environment, else it is English', async () => {
	const english = (await makker(['games'])).stdout;
	const danish = (await makker(['games', '--language', 'da'])).stdout;

	assert.notEqual(english, danish);
	assert.equal((await makker(['games'], { env: { LANG: 'da_DK.UTF-8' } })).stdout, danish);
	assert.equal(
		(await makker(['games'], { env: { LC_ALL: 'da_DK', LANG: 'de_DE.UTF-8' } })).stdout, danish);
	assert.equal((await makker(['games'], { env: { LANG: 'fr_FR.UTF-8' } })).stdout, english);
	assert.equal((await makker(['games', '-l', 'en'], { env: { LANG: 'da' } })).stdout, english);
});

test('an unsupported language is rejected', async () => {
	const { code, stderr } = await makker(['games', '--language', 'tlh']);

	assert.equal(code, 2);
	assert.match(stderr, /--language: unknown value 'tlh', expected one of en, da, de, el/);
});

test('games with a name lists that game only', async () => {
	const { code, stdout } = await makker(['games', 'freecell', '-l', 'en']);
	assert.equal(code, 0);
	assert.deepEqual(stdout.match(/^\S.*/gm), ['freecell: FreeCell']);
	const { code: failed, stderr } = await makker(['games', 'bridge']);
	assert.deepEqual([failed, stderr], [2, "makker games: --game: unknown value 'bridge', expected one of klondike, take-away, doppelkopf, ten-twenty-thirty, freecell\n"]);
});
