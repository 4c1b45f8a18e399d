// makker review: the decisions of a session as a table, printed as they are valued.

import assert from 'node:assert/strict';
import { test } from 'node:test';
import { ID, problem, startFake } from './fake.mjs';
import { makker, PROGRAM } from './makker.mjs';

const decision = (number, fields = {}) => ({
	number, version: number + 1, move: { instruction: `Move ${number}.` }, better: { instruction: 'Another move.', line: ['AS 4>F', '2S 1>F'] },
	before: 0.5, best: 0.5, made: 0.5, after: 0.625, choice: 0, luck: 0.125, error: 0, mark: 'best', kind: null, ...fields,
});
const BAD = { made: 0.3, after: 0.25, choice: -0.2, luck: -0.05, mark: 'blunder' };
const UNKNOWN = { before: null, best: null, made: null, after: null, choice: null, luck: null, error: null, mark: null };
const SUMS = { decisions: 2, start: 0.5, end: 0.25, luck: 0.075, choice: -0.325, choice_error: 0.01, marks: {}, kinds: [
	{ kind: 'unlucky', text: 'A kind without a mistake', decisions: 4, losses: 0, choice: -0.001, choice_error: 0.01 },
	{ kind: 'too_early', text: 'You are too early', decisions: 5, losses: 1, choice: -0.325, choice_error: 0.01 },
] };

test('review prints each decision once, the sums and the costliest decisions', async (t) => {
	const pages = [
		{ status: 202, json: { status: 'running', sums: SUMS, dearest: [], decisions: [decision(1)], next: 1 } },
		{ json: { status: 'finished', sums: SUMS, dearest: [decision(2, BAD)], decisions: [decision(2, BAD), decision(3, UNKNOWN)], next: null } },
	];
	const asked = [];
	const fake = await startFake(t, ({ url }) => {
		asked.push(url);
		return pages[asked.length - 1];
	});
	const { code, stdout, stderr } = await makker(['review', ID, '--url', fake.url, '--nodes', '300', '--language', 'en']);
	assert.equal(code, 0, stderr);
	assert.deepEqual(asked, [0, 1].map((after) => `/v1/sessions/${ID}/review?limit=200&after=${after}&nodes=300&language=en`));
	const lines = stdout.split('\n');
	assert.match(lines[0], /^ no\. +version +before +made +after +choice +luck +mark +move$/);
	assert.match(lines[1], /^ +1 +2 +50\.0 +50\.0 +62\.5 +0\.0 +\+12\.5 +best +Move 1\.$/);
	assert.match(lines[2], /^ +2 +3 +50\.0 +30\.0 +25\.0 +−20\.0 +−5\.0 +blunder +Move 2\.$/);
	assert.match(lines[3], /^ +3 +4 +– +– +– +– +– +Move 3\.$/);
	assert.equal(lines[5], '2 decisions: from 50.0% to 25.0%. Luck +7.5%, your choices −32.5% (±2.0%).');
	assert.match(stdout, /The costliest moves:\n.*Move 2\.\n +better: Another move\. Then 2S 1>F\n\nBy kinds of mistakes:\n +−32\.5 +1x +You are too early\n$/);
});

test('the kinds of mistakes of a review are listed by cost', async (t) => {
	const kinds = [
		{ kind: 'some', text: 'Some', decisions: 5, losses: 1, choice: -0.034, choice_error: 0.01 },
		{ kind: 'most', text: 'Most', decisions: 5, losses: 2, choice: -0.25, choice_error: 0.01 },
		{ kind: 'more', text: 'More', decisions: 5, losses: 1, choice: -0.046, choice_error: 0.01 },
	];
	const fake = await startFake(t, () => ({ json: { ...REVIEW, sums: { ...SUMS, kinds } } }));
	const { stdout } = await makker(['review', ID, '--url', fake.url, '--language', 'en']);
	assert.match(stdout, /By kinds of mistakes:\n +−25\.0 +2x +Most\n +−4\.6 +1x +More\n +−3\.4 +1x +Some\n$/);
});

test('an announcement that was worse than none is marked as such', async (t) => {
	const answer = { status: 'finished', unit: 'points', sums: SUMS, dearest: [decision(2, { ...BAD, better: null })], decisions: [decision(2, { ...BAD, better: null })], next: null };
	const fake = await startFake(t, () => ({ json: answer }));
	for (const [language, text] of [['en', 'better: Announce nothing.'], ['da', 'bedre: Meld ikke noget.'], ['de', 'besser: Sag nichts an.'], ['el', 'καλύτερα: Μη δηλώσεις τίποτα.']]) {
		const { stdout } = await makker(['review', ID, '--url', fake.url, '--language', language]);
		assert.match(stdout, new RegExp(`Move 2\\.\n +${text}\n`), stdout);
	}
});

// The program's own texts of a review: {language: [texts, in order]}. Moves and kinds come from the daemon.
const SAID = {
	da: ['nr.', 'version', 'før', 'spillet', 'efter', 'valg', 'held', 'dom', 'træk', 'bedst', 'grov fejl', '2 beslutninger: fra 50,0 % til 25,0 %. Held +7,5 %, dine valg −32,5 % (±2,0 %).', 'Kabalen kunne være gået op.', 'De dyreste træk:', 'bedre:', 'Derefter', 'Efter slags fejl:'],
	de: ['Nr.', 'Version', 'vorher', 'gespielt', 'danach', 'Wahl', 'Glück', 'Urteil', 'Zug', 'am besten', 'schwerer Fehler', '2 Entscheidungen: von 50,0 % auf 25,0 %. Glück +7,5 %, deine Entscheidungen −32,5 % (±2,0 %).', 'Diese Karten waren zu gewinnen.', 'Die teuersten Züge:', 'besser:', 'Danach', 'Nach Art der Fehler:'],
	el: ['αρ.', 'έκδοση', 'πριν', 'έπαιξες', 'μετά', 'επιλογή', 'τύχη', 'κρίση', 'κίνηση', 'άριστη', 'σοβαρό λάθος', '2 αποφάσεις: από 50,0% σε 25,0%. Τύχη +7,5%, οι επιλογές σου −32,5% (±2,0%).', 'Αυτή η μοιρασιά μπορούσε να κερδηθεί.', 'Οι ακριβότερες κινήσεις:', 'καλύτερα:', 'Μετά', 'Ανά είδος λάθους:'],
};
const REVIEW = {
	status: 'finished', sums: SUMS, verdict: 'winnable', dearest: [decision(2, { ...BAD, move: { instruction: '*' }, better: { instruction: '*', line: ['*', '*'] } })],
	decisions: [decision(1, { move: { instruction: '*' } }), decision(2, { ...BAD, move: { instruction: '*' } })], next: null,
};

for (const [language, said] of Object.entries(SAID)) {
	test(`all of a review is in the player's language: ${language}, that of the session or of --language`, async (t) => {
		const own = { ...REVIEW, sums: { ...SUMS, kinds: [{ ...SUMS.kinds[1], text: '*' }] } };
		const fake = await startFake(t, ({ url }) => ({ json: url.includes('/review?') ? own : { id: ID, language } }));
		const { code, stdout, stderr } = await makker(['review', ID, '--url', fake.url]);
		assert.equal(code, 0, stderr);
		let at = 0;
		for (const words of said) {
			const found = stdout.indexOf(words, at);
			assert.ok(found >= 0, `${words} is missing after ${stdout.slice(at)}`);
			at = found + words.length;
		}
		assert.doesNotMatch(stdout, /[-]\d|\d\.\d|decision|better|best |luck|choice/, 'nothing English');
		assert.equal((await makker(['review', ID, '--url', fake.url, '--language', language])).stdout, stdout);
		const [head, ...rows] = stdout.split('\n').slice(0, 3).map((line) => [...line]);
		const move = head.join('').lastIndexOf(said[8]);
		rows.forEach((row) => assert.equal(row.indexOf('*'), move, 'the moves stand below their head'));
	});
}

test('an error of the daemon is printed, and invalid input is not sent', async (t) => {
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

const game = (number, fields = {}) => ({ id: String(number).padStart(32, '0'), game: 'klondike', preset: 'syvkabale', status: 'won', ...fields });
const reviewed = (choice, kinds) => ({
	json: { status: 'finished', unit: 'win_chance', sums: { ...SUMS, choice, kinds: Object.entries(kinds).map(([kind, cost]) => ({ kind, text: `Too ${kind}`, decisions: 6, losses: cost < -0.01 ? 1 : 0, choice: cost, choice_error: 0 })) }, dearest: [], decisions: [], next: 1 },
});

test('the last finished games are reviewed and summed by kinds, with the interval of the mean', async (t) => {
	const pages = [
		{ sessions: [game(1), game(2, { status: 'playing' }), game(3, { preset: 'klondike-1' })], next: 'f'.repeat(32) },
		{ sessions: [game(4, { status: 'lost' }), game(5), game(6), game(7)], next: null },
	];
	const reviews = {
		1: [{ status: 202, json: { status: 'running', sums: SUMS, dearest: [], decisions: [], next: 0 } }, reviewed(-0.1, { early: -0.1 })],
		4: [reviewed(-0.31, { early: -0.1, late: -0.21 })],
		5: [problem(404, 'gone')],
		6: [reviewed(0, { seldom: -0.003 })],
	};
	const asked = [];
	const fake = await startFake(t, ({ url }) => {
		asked.push(url);
		const [, id] = /sessions\/0*(\d)\/review\?limit=1&after=0&nodes=50&language=en$/.exec(url) ?? [];
		return id ? reviews[id].shift() : { json: pages.shift() };
	});
	const { code, stdout, stderr } = await makker(['review', '--game', 'klondike', '--preset', 'syvkabale', '--games', '3', '--nodes', '50', '--url', fake.url], { env: { LC_ALL: 'C', LANG: 'C' } });
	assert.equal(code, 0, stderr);
	assert.deepEqual(asked.filter((url) => !url.includes('review')), ['/v1/sessions?limit=100&game=klondike', `/v1/sessions?limit=100&game=klondike&after=${'f'.repeat(32)}`]);
	assert.equal(asked.length, 7);
	// The sample's standard deviation of 0.1, 0.31 and 0 is 0.15822; 1.96 of it by the root of 3 games is 17.9 per cent.
	assert.equal(stdout, '3 games. Your choices: −13.7% (±17.9) a game.\n\n  a game       ±  mistakes  kind of mistake\n   −7.0%   ±13.7         1  Too late\n   −6.7%    ±6.5         2  Too early\n');
});

test('the summary of games is in the requested language, or in that of the environment', async (t) => {
	const asked = [];
	const fake = await startFake(t, ({ url }) => {
		asked.push(url);
		return url.includes('/review?') ? reviewed(-0.1, { early: -0.1 }) : { json: { sessions: [game(1), game(2)], next: null } };
	});
	const texts = { da: '2 spil. Dine valg: −10,0 % (±0,0) pr. spil.', de: '2 Spiele. Deine Entscheidungen: −10,0 % (±0,0) je Spiel.', el: '2 παιχνίδια. Οι επιλογές σου: −10,0% (±0,0) ανά παιχνίδι.' };
	for (const [language, text] of Object.entries(texts)) {
		const args = ['review', '--game', 'klondike', '--games', '2', '--url', fake.url];
		const { stdout } = await makker([...args, '--language', language]);
		assert.equal(stdout.split('\n')[0], text);
		assert.equal((await makker(args, { env: { LC_ALL: `${language}_XX.UTF-8` } })).stdout, stdout);
	}
	assert.equal(asked.filter((url) => /review\?.*&language=(da|de|el)$/.test(url)).length, 12);
});

// The longest names of mistakes (kinds of Klondike and Doppelkopf in Greek) are wrapped below themselves.
const LONG = 'Κόβεις με ατού εκεί που έπρεπε να ξεφορτωθείς φύλλο';
const HEADS = {
	win_chance: { en: 'a game', da: 'pr. spil', de: 'je Spiel', el: 'ανά παιχνίδι' },
	points: { en: 'points a game', da: 'point pr. spil', de: 'Punkte je Spiel', el: 'πόντοι ανά παιχνίδι' },
};

for (const [unit, heads] of Object.entries(HEADS)) {
	test(`the columns of many games are aligned with their heads, within 80 columns, in four languages: ${unit}`, async (t) => {
		const sums = (choice) => ({ ...SUMS, choice, kinds: [
			{ kind: 'long', text: LONG, decisions: 6, losses: 12, choice: choice * 0.9, choice_error: 0 },
			{ kind: 'short', text: 'Kort', decisions: 6, losses: 1, choice: choice * 0.1, choice_error: 0 },
		] });
		let asked = 0;
		const answer = () => ({ json: { status: 'finished', unit, sums: sums(asked++ % 2 ? -0.11 : -12.5), dearest: [], decisions: [], next: 1 } });
		const fake = await startFake(t, ({ url }) => (url.includes('/review?') ? answer() : { json: { sessions: [game(1), game(2)], next: null } }));
		for (const [language, head] of Object.entries(heads)) {
			for (const games of ['1', '2']) {
				const { stdout } = await makker(['review', '--game', 'klondike', '--games', games, '--url', fake.url, '--language', language]);
				const [, empty, top, ...rows] = stdout.trimEnd().split('\n');
				const at = (line, text) => [...line.slice(0, line.indexOf(text))].length;
				assert.equal(empty, '');
				assert.ok(top.trimStart().startsWith(head), stdout);
				const kind = /\S+( \S+)*$/u.exec(top)[0];
				const figures = rows.filter((row) => /\d/.test(row));
				assert.equal(figures.length, 2, stdout);
				assert.equal(at(figures.find((row) => row.includes('Kort')), 'Kort'), top.lastIndexOf(kind.split(/ {2,}/).at(-1)), stdout);
				rows.forEach((row) => assert.ok([...row].length <= 80, `${row}: ${[...row].length}`));
				const ends = (line) => /^ *\S+( %)?/.exec(line)[0].length;
				assert.equal(ends(figures[0]), ends(figures[1]), 'the means end in one column');
				assert.equal(ends(figures[0]), at(top, head) + head.length, 'below the end of their head');
				assert.ok(rows.join(' ').replace(/ +/g, ' ').includes(LONG), stdout);
			}
		}
	});
}

const NOTHING = { en: 'There was nothing to decide.', da: 'Der var intet at beslutte.', de: 'Es gab nichts zu entscheiden.', el: 'Δεν υπήρχε τίποτε να αποφασιστεί.' };
const LOST = { en: 'These cards could have been won.', da: 'Kabalen kunne være gået op.', de: 'Diese Karten waren zu gewinnen.', el: 'Αυτή η μοιρασιά μπορούσε να κερδηθεί.' };

test('a game given up before the first move has no table; the output says that there were no decisions and whether it was winnable', async (t) => {
	const none = { status: 'finished', count: 0, valued: 0, unit: 'win_chance', verdict: 'winnable', sums: { ...SUMS, decisions: 0, kinds: [] }, dearest: [], decisions: [], next: null };
	const fake = await startFake(t, () => ({ json: none }));
	for (const [language, text] of Object.entries(NOTHING)) {
		const { code, stdout } = await makker(['review', ID, '--url', fake.url, '--language', language]);
		assert.deepEqual([code, stdout], [0, `${text}\n${LOST[language]}\n`]);
	}
});

test('on a terminal the progress of many games is shown while the daemon reviews them', async (t) => {
	const answers = [{ status: 202, json: { status: 'running', count: 80, valued: 12, sums: SUMS, dearest: [], decisions: [], next: 0 } }, reviewed(-0.1, {})];
	const fake = await startFake(t, ({ url }) => (url.includes('/review?') ? answers.shift() : { json: { sessions: [game(1)], next: null } }));
	const { stdout } = await makker(['-qec', `${PROGRAM} review --game klondike --games 2 --url ${fake.url}`, '/dev/null'], { program: 'script', env: { TERM: 'xterm', LC_ALL: 'C' } });
	assert.match(stdout, /\r.* 0 of 2.*\r.* 0 of 2 +\(12\/80\).*\r.* 1 of 2/s);
	assert.match(stdout, /\r\u001b\[K1 game\. Your choices: −10\.0%\.\r\n$/);
});

test('no finished game is reported as such; an id and a game exclude each other', async (t) => {
	const fake = await startFake(t, () => ({ json: { sessions: [game(1, { status: 'playing' })], next: null } }));
	const { code, stdout } = await makker(['review', '--game', 'klondike', '--url', fake.url], { env: { LC_ALL: 'C' } });
	assert.deepEqual([code, stdout], [0, 'There are no finished games with values.\n']);
	for (const wrong of [['--game', 'klondike', ID], ['--games', '3', ID], ['--preset', 'ddv', ID], ['--game', 'a/b'], ['--game', 'klondike', '--games', '0']]) {
		assert.equal((await makker(['review', '--url', fake.url, ...wrong])).code, 2, wrong.join(' '));
	}
});
