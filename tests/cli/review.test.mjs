// makker review: the decisions of a session as a table, printed as they are valued.

import assert from 'node:assert/strict';
import { test } from 'node:test';
import { ID, problem, startFake } from './fake.mjs';
import { makker } from './makker.mjs';

const decision = (number, wish = {}) => ({
	number, version: number + 1, move: { instruction: `Move ${number}.` }, better: { instruction: 'Another move.', line: ['AS 4>F', '2S 1>F'] },
	before: 0.5, best: 0.5, made: 0.5, after: 0.625, choice: 0, luck: 0.125, error: 0, mark: 'best', kind: null, ...wish,
});
const BAD = { made: 0.3, after: 0.25, choice: -0.2, luck: -0.05, mark: 'blunder' };
const UNKNOWN = { before: null, best: null, made: null, after: null, choice: null, luck: null, error: null, mark: null };
const SUMS = { decisions: 2, start: 0.5, end: 0.25, luck: 0.075, choice: -0.325, choice_error: 0.01, marks: {}, kinds: [{ kind: 'too_early', text: 'You are too early', decisions: 1, losses: 1, choice: -0.325, choice_error: 0.01 }] };

test('review prints each decision once, the sums and the dearest decisions', async (t) => {
	const pages = [
		{ status: 202, json: { status: 'running', sums: SUMS, dearest: [], decisions: [decision(1)], next: 1 } },
		{ json: { status: 'finished', sums: SUMS, dearest: [decision(2, BAD)], decisions: [decision(2, BAD), decision(3, UNKNOWN)], next: null } },
	];
	const asked = [];
	const fake = await startFake(t, ({ url }) => {
		asked.push(url);
		return pages[asked.length - 1];
	});
	const { code, stdout, stderr } = await makker(['review', ID, '--url', fake.url, '--nodes', '300', '--language', 'da']);
	assert.equal(code, 0, stderr);
	assert.deepEqual(asked, [0, 1].map((after) => `/v1/sessions/${ID}/review?limit=200&after=${after}&nodes=300&language=da`));
	const lines = stdout.split('\n');
	assert.match(lines[0], /^ no\. version +before +made +after +choice +luck +mark +move$/);
	assert.match(lines[1], /^ +1 +2 +50\.0 +50\.0 +62\.5 +\+0\.0 +\+12\.5 +best +Move 1\.$/);
	assert.match(lines[2], /^ +2 +3 +50\.0 +30\.0 +25\.0 +-20\.0 +-5\.0 +blunder +Move 2\.$/);
	assert.match(lines[3], /^ +3 +4 +- +- +- +- +- +Move 3\.$/);
	assert.match(lines[5], /^2 decisions: from +50\.0 +to +25\.0 +%: luck +\+7\.5 +choices +-32\.5 +\(\+- 2\.0\)$/);
	assert.match(stdout, /The dearest decisions:\n.*Move 2\.\n +better: Another move\. Then 2S 1>F\n\nBy kinds of mistakes:\n +-32\.5 +1x +You are too early\n$/);
});

test('what the daemon refuses is said, and what it cannot take is not sent', async (t) => {
	const fake = await startFake(t, () => problem(409, 'there are no reviews of this game'));
	const refused = await makker(['review', ID, '--url', fake.url]);
	assert.equal(refused.code, 1);
	assert.match(refused.stderr, /there are no reviews of this game/);
	assert.equal(refused.stdout, '', 'no head of a table without rows');
	for (const wrong of [['--nodes', '0'], ['--budget-ms', '1001'], ['--language', 'tlh']]) {
		assert.equal((await makker(['review', ID, '--url', fake.url, ...wrong])).code, 2, wrong.join(' '));
	}
	assert.equal((await makker(['review', '--url', fake.url])).code, 2);
});

// ---- the last games -----------------------------------------------------------------------------

const game = (number, wish = {}) => ({ id: String(number).padStart(32, '0'), game: 'klondike', preset: 'syvkabale', status: 'won', ...wish });
const reviewed = (choice, kinds) => ({
	json: { status: 'finished', unit: 'win_chance', sums: { ...SUMS, choice, kinds: Object.entries(kinds).map(([kind, cost]) => ({ kind, text: `Too ${kind}`, decisions: 2, losses: 1, choice: cost, choice_error: 0 })) }, dearest: [], decisions: [], next: 1 },
});

test('the last finished games are reviewed and added up by kinds, with the interval of the mean', async (t) => {
	const pages = [
		{ sessions: [game(1), game(2, { status: 'playing' }), game(3, { preset: 'klondike-1' })], next: 'f'.repeat(32) },
		{ sessions: [game(4, { status: 'lost' }), game(5), game(6), game(7)], next: null },
	];
	const reviews = {
		1: [{ status: 202, json: { status: 'running', sums: SUMS, dearest: [], decisions: [], next: 0 } }, reviewed(-0.1, { early: -0.1 })],
		4: [reviewed(-0.31, { early: -0.1, late: -0.21 })],
		5: [problem(404, 'gone')],
		6: [reviewed(0, {})],
	};
	const asked = [];
	const fake = await startFake(t, ({ url }) => {
		asked.push(url);
		const [, id] = /sessions\/0*(\d)\/review\?limit=1&after=0&nodes=50$/.exec(url) ?? [];
		return id ? reviews[id].shift() : { json: pages.shift() };
	});
	const { code, stdout, stderr } = await makker(['review', '--game', 'klondike', '--preset', 'syvkabale', '--games', '3', '--nodes', '50', '--url', fake.url]);
	assert.equal(code, 0, stderr);
	assert.deepEqual(asked.filter((url) => !url.includes('review')), ['/v1/sessions?limit=100&game=klondike', `/v1/sessions?limit=100&game=klondike&after=${'f'.repeat(32)}`]);
	assert.equal(asked.length, 7);
	// The sample's standard deviation of 0.1, 0.31 and 0 is 0.15822; 1.96 of it by the root of 3 games is 17.9 per cent.
	assert.equal(stdout, '3 games: choices  -13.7 (+- 17.9) % a game\n   -7.0 (+- 13.7)  2x  Too late\n   -6.7 (+- 6.5)  4x  Too early\n');
});

test('without a finished game that is said; an id and a game exclude each other', async (t) => {
	const fake = await startFake(t, () => ({ json: { sessions: [game(1, { status: 'playing' })], next: null } }));
	const { code, stdout } = await makker(['review', '--game', 'klondike', '--url', fake.url]);
	assert.deepEqual([code, stdout], [0, 'There are no finished games with values.\n']);
	for (const wrong of [['--game', 'klondike', ID], ['--games', '3', ID], ['--preset', 'ddv', ID], ['--game', 'a/b'], ['--game', 'klondike', '--games', '0']]) {
		assert.equal((await makker(['review', '--url', fake.url, ...wrong])).code, 2, wrong.join(' '));
	}
});
