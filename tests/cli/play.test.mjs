// makker play: a game in the terminal, by typed input.

import assert from 'node:assert/strict';
import { mkdtempSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { after, test } from 'node:test';
import { Api } from '../service/api.mjs';
import { startDaemon } from '../service/daemon.mjs';
import { inOrder } from '../../src/companion/games/doppelkopf.js';
import { makker, Program, PROGRAM } from './makker.mjs';

const NIM = ['play', 'take-away', '--rules', 'groups=[3,4,5]'];

/** Plays on as suggested until the program ends; returns all that it printed. */
async function playAsSuggested(args) {
	const program = new Program(args);
	const prompts = () => program.stdout.split('Your move').length - 1;
	let over = false;

	program.ended().then(() => { over = true; });
	for (let asked = 1; ; asked += 2) {
		await program.until('a turn or the end', () => over || prompts() >= asked);
		if (over) {
			return program;
		}
		program.child.stdin.write('?\n');
		await program.until('the suggestion', () => over || prompts() >= asked + 1);
		const [, number] = /\* *(\d+)\. [^]*?$/.exec(program.stdout.slice(program.stdout.lastIndexOf('*')));
		program.child.stdin.write(`${number}\n`);
	}
}

test('take-away against the program: following the suggestions wins a won position', async () => {
	const program = await playAsSuggested(NIM);

	assert.equal(await program.ended(), 0, program.stderr);
	assert.match(program.stdout, /\n {2}2\. Take 2 cards from group 1\.\n/);
	assert.match(program.stdout, /\* 2\. +100% {2}Take 2 cards from group 1\.\n +Whatever the other side does, you can answer\.\n/);
	assert.match(program.stdout, /I take \d cards? from group \d\.\n/);
	assert.match(program.stdout, /You have won!\n$/);
});

test('a whole game of Klondike is played to its end', async () => {
	const program = await playAsSuggested(['play', 'klondike', '--strategy', 'heuristic', '--seed', '5']);

	assert.equal(await program.ended(), 0, program.stderr);
	assert.match(program.stdout, /(You have won!.*|the game is lost\. .*\n(These cards could( not)? have been won|It could not be worked out).*)\n$/);
});

test('a match of Doppelkopf continues after a deal with its result and the next cards; u undoes across deals', async () => {
	const { code, stdout, stderr } = await makker(
		['play', 'doppelkopf', '--strategy', 'tricks', '--seed', '3', '--rules', 'games=2,mandatory_soli=0'], { input: '1\n'.repeat(60) });
	const ends = stdout.match(/^The (game|match) is over\..*$/gm);

	assert.equal(code, 0, stderr);
	assert.match(ends[0], /^The game is over\. Your game points: −?\d+\.$/);
	assert.match(ends[1], /^The match is over\. Your points: −?\d+\.$/);
	assert.equal(ends.length, 2);
	assert.ok(stdout.trimEnd().endsWith(ends[1]), 'the end of the match is the last line');
	const [first, second] = stdout.split(ends[0]);
	const turns = first.split('Your move').length - 1;
	const undone = await makker(
		['play', 'doppelkopf', '--strategy', 'tricks', '--seed', '3', '--rules', 'games=2,mandatory_soli=0'], { input: `${'1\n'.repeat(turns)}u\nq\n` });
	assert.match(second, /\n {2}1\. Say: “healthy”/);
	assert.ok(undone.stdout.includes(ends[0]));
	assert.match(undone.stdout.split(ends[0])[1], /\n {2}1\. Play [^\n]+\nYour move \(1;[^]*$/, 'the last card again');
});

test('u undoes the last move and the reply to it', async () => {
	const { code, stdout } = await makker(NIM, { input: 'u\n2\nu\nq\n' });
	const first = stdout.match(/^ {5}1 +\d.*$/gm); /* the first group of each table */

	assert.equal(code, 0);
	assert.match(stdout, /There is no move to take back\./);
	assert.equal(first.length, 3, stdout);
	assert.equal(first[2], first[0]);
	assert.notEqual(first[1], first[0]);
});

test('other input is rejected, and no move is played', async () => {
	for (const answer of ['0', '13', '-1', '1x', '', '1 2', '+1', 'qq', 'ja', '99999999999999999999', 'x'.repeat(1000)]) {
		const { code, stdout } = await makker(NIM, { input: `${answer}\nq\n` });

		assert.equal(code, 0);
		assert.match(stdout, /Type a number from 1 to 12, or \?, u, r, g or q\./, answer);
		assert.equal(stdout.split('Your move').length, 3, answer);
		assert.doesNotMatch(stdout, /I take/);
	}
});

test('capitals and spaces around the input are accepted', async () => {
	const played = async (input) => (await makker([...NIM, '--seed', '3'], { input })).stdout;

	assert.equal(await played(' 2\n\tU \n3 \n R\nQ\n2\n'), await played('2\nu\n3\nr\nq\n'));
	assert.doesNotMatch(await played('Q\n'), /Type a number/);
});

test('with one legal move the prompt has its number, not a range', async () => {
	const { stdout } = await makker(['play', 'take-away', '--rules', 'groups=[1]'], { input: '2\nq\n' });

	assert.match(stdout, /\nYour move \(1; \?[^\n]+: \nType 1, or \?, u, r, g or q\.\n/);
});

test('the end of the input ends the game', async () => {
	assert.equal((await makker(NIM, { input: '' })).code, 0);
	assert.equal((await makker(NIM, { input: '1' })).code, 0);
});

test('equal seeds deal equal cards, which stay hidden; the first line names the seed', async () => {
	const play = (...args) => makker(['play', ...args], { input: 'q\n' }).then(({ stdout }) => stdout);
	const first = await play('--seed', '7');
	const [, seed] = /^klondike syvkabale, --seed (\d+)\n/.exec(await play());

	assert.equal(await play('-S', '7', '-g', 'klondike'), first);
	assert.notEqual(await play('--seed', '8'), first);
	assert.ok(Number(seed) >= 0);
	assert.equal(first.split('##').length - 1, 1 + 21, 'the stock and the cards below the front cards');
});

test('the first line has the rules and the seed, which deal the same cards again', async () => {
	const play = (...args) => makker(['play', ...args], { input: 'q\n' }).then(({ stdout }) => stdout);
	const game = await play('freecell', '--rules', 'deal=617');
	const [, options] = /^freecell freecell, (.*)\n/.exec(game);
	assert.match(options, /^--rules deal=617, --seed \d+$/);
	assert.equal(await play('freecell', ...options.split(', ').flatMap((option) => option.split(' '))), game);
	const several = await play('klondike', '--rules', 'draw=3', '--rules', 'shuffles=2', '-S', '5');
	assert.match(several, /^klondike syvkabale, --rules draw=3, --rules shuffles=2, --seed 5\n/);
});

test('the seed of a finished practice table deals its cards again', async () => {
	const seed = '00112233445566778899aabbccddeeff';
	const { stdout } = await makker(['play', '--seed', seed], { input: 'q\n' });
	assert.ok(stdout.startsWith(`klondike syvkabale, --seed ${seed}\n`), stdout);
	const api = new Api(await startDaemon(after, { args: [] }));
	const { table } = await api.create({ cards: 'program', seed });
	for (const { cards: [front] } of table.columns) {
		const shown = front.replace(/^0/, '10');
		assert.ok(stdout.includes(shown), `${shown} in\n${stdout}`);
	}
	assert.equal((await makker(['play', '--seed', `${seed}0`], { input: 'q\n' })).code, 2);
	assert.equal((await makker(['play', '--seed', seed.replace('f', 'g')], { input: 'q\n' })).code, 2);
});

test('r restarts with the same cards; the end lists the help used', async () => {
	const { code, stdout } = await makker(['play', '--seed', '7'], { input: '1\n1\nr\nr\nq\n' });
	const tables = stdout.split(/\n\n {2}1\. /).slice(0, -1).map((text) => text.slice(text.lastIndexOf('    1    2')));

	assert.equal(code, 0);
	assert.equal(tables.length, 4, stdout);
	assert.equal(tables[3], tables[0]);
	assert.notEqual(tables[2], tables[0]);
	assert.match(stdout, /\nYou are at the beginning already\.\n/, 'the second r');
	assert.doesNotMatch(stdout, /take back\./, 'which takes no single move back');
	const nim = ['play', 'take-away', '--rules', 'groups=[1],last_card=wins', '--hint'];
	const ended = await makker(nim, { input: '1\n' });
	assert.match(ended.stdout, /Moves taken back: 0\. Suggestions: 1\.\nYou have won!/);
});

test('g gives the game up and shows whether the cards were winnable', async () => {
	for (const [deal, verdict] of [[164, 'These cards could have been won.'], [11982, 'These cards could not have been won.']]) {
		const { code, stdout } = await makker(['play', 'freecell', '--rules', `deal=${deal}`], { input: '1\nG\n1\n' });
		assert.equal(code, 0);
		assert.ok(stdout.endsWith(`\nThe game was given up.\n${verdict}\n`), stdout.slice(-300));
	}
	const { stdout } = await makker(['play', 'take-away', '--language', 'da'], { input: 'g\n' });
	assert.ok(stdout.endsWith('\nSpillet blev opgivet.\n'), stdout.slice(-100));
});

/** The output of the program on a terminal for these input lines. */
async function onTerminal(args, lines, env = {}) {
	const { code, stdout } = await makker(['-qec', `${PROGRAM} ${args}`, '/dev/null'], { program: 'script', env: { TERM: 'xterm', LC_ALL: 'C.UTF-8', ...env }, input: lines.map((line) => `${line}\n`).join('') });
	return { code, text: stdout.replaceAll('\r', '') };
}

test('after the end at a terminal the player can undo, replay the same cards, or quit', async () => {
	const args = 'play take-away --rules groups=[1],last_card=wins --language en';
	const { code, text } = await onTerminal(args, ['1', 'x', 'u', '1', 'r', '1', 'q']);
	assert.equal(code, 0, text);
	assert.equal(text.split('You have won!').length - 1, 3, text);
	assert.match(text, /Type u, r or q\./);
	assert.equal(text.split('The game is over (u undo').length - 1, 4, text);
	const freecell = await onTerminal('play freecell --rules deal=164 --language en', ['1', 'g', 'u', 'g', 'r', 'g', 'r', 'q']);
	assert.equal(freecell.text.split('The game was given up.').length - 1, 3, freecell.text);
	assert.match(freecell.text, /Moves taken back: 1\. Suggestions: 0\.\nThe game was given up\./);
});

test('? gives the reasons of the suggested move, in each game', async () => {
	const reasons = {
		klondike: /^It builds up a foundation\./, 'ten-twenty-thirty': /^It is the only move\.$/, freecell: /^It brings a card to its foundation\.$/,
		doppelkopf: /^Your side wins/, 'take-away': /^Whatever the other side does/,
	};
	for (const [game, reason] of Object.entries(reasons)) {
		const { stdout } = await makker(['play', game, '--seed', '3', '--language', 'en'], { input: '?\nq\n' });
		const [, line] = /\n\* *\d+\. [^\n]+\n {6}([^\n]+)\n/.exec(stdout) ?? assert.fail(`${game}: ${stdout.slice(-400)}`);
		assert.match(line, reason, game);
	}
});

test('on a terminal lines are wrapped between words, in a pipe a move and its reasons are a line each', async () => {
	const deal = 'play take-away --seed 3 --language de';
	const { stdout: piped } = await makker(deal.split(' '), { input: '?\nq\n' });
	const [, reason] = /\n {6}([^\n]{100,})\n/.exec(piped) ?? assert.fail(piped);
	const { stdout } = await makker(['-qec', `stty cols 50; ${PROGRAM} ${deal}`, '/dev/null'], { program: 'script', env: { TERM: 'xterm', LC_ALL: 'C.UTF-8' }, input: '?\nq\n' });
	const lines = stdout.replaceAll('\r', '').split('\n');
	const from = lines.findIndex((line) => line.startsWith('      ') && reason.startsWith(line.trim()));
	const whole = lines.slice(from, lines.findIndex((line, place) => place > from && !line.startsWith('      ')));
	assert.equal(whole.map((line) => line.trim()).join(' '), reason);
	assert.ok(whole.length > 1 && whole.every((line) => line.length <= 50), whole.join('\n'));
	assert.ok(lines.filter((line) => /^ *\d+\. /.test(line)).every((line) => line.length <= 50));
});

test('--hint suggests a move at each turn without a request', async () => {
	const { stdout } = await makker([...NIM, '--hint'], { input: '2\nq\n' });
	const turns = stdout.split('Your move').slice(0, -1);

	assert.equal(turns.length, 2);
	turns.forEach((turn) => assert.match(turn, /\n\* *\d+\. +(\d+% +)?Take [^\n]+\n[^]*$/));
	assert.doesNotMatch((await makker(NIM, { input: 'q\n' })).stdout, /\n\*/);
});

test('in a pipe cards are codes, without colours; on a terminal with UTF-8 they have signs', async () => {
	const onTerminal = (env) => makker(['-qec', `${PROGRAM} play --seed 7`, '/dev/null'], {
		program: 'script', input: 'q\n', env: { TERM: 'xterm', LC_ALL: 'C.UTF-8', NO_COLOR: '', ...env },
	}).then(({ stdout }) => stdout);
	const { stdout: piped } = await makker(['play', '--seed', '7'], { input: 'q\n', env: { LC_ALL: 'C.UTF-8' } });

	assert.match(piped, / 3C {16}/);
	assert.doesNotMatch(piped, /[♣♦♥♠\u001b]/u);
	assert.match(await onTerminal(), /\u001b\[31m8♥\u001b\[0m/u);
	assert.doesNotMatch(await onTerminal({ NO_COLOR: '1' }), /\u001b/);
	assert.match(await onTerminal({ NO_COLOR: '1' }), /8♥/u);
	const plain = await onTerminal({ LC_ALL: 'C' });
	assert.match(plain, /\u001b\[31m8H/);
	assert.doesNotMatch(plain, /[♣♦♥♠]/u);
});

for (const game of ['klondike', 'take-away', 'doppelkopf', 'ten-twenty-thirty', 'freecell']) {
	test(`${game} can be played, in the player's language`, async () => {
		const { code, stdout, stderr } = await makker(['play', game, '--language', 'de', '--worlds', '5'], { input: '?\n1\n1\nq\n' });

		assert.equal(code, 0, stderr);
		assert.match(stdout, /\n {2}1\. [A-ZÄÖÜ]/);
		assert.match(stdout, /Dein Zug \((1-)?\d+; \? Tipp, /);
		assert.match(stdout, /\* ?\d+\. /);
	});
}

test('in a pipe the queen of diamonds is QD in every language; a Danish jack is as wide as a code there', async () => {
	const dealt = async (language, env = {}) => drawn((await makker(['play', 'freecell', '--rules', 'deal=1', '--language', language], { input: 'q\n', env: { LC_ALL: 'C.UTF-8', ...env } })).stdout);
	const english = await dealt('en');

	assert.match(english, / QD .*\n/);
	for (const language of ['da', 'de', 'el']) {
		assert.equal(await dealt(language), english, language);
	}
	const { text } = await onTerminal('play freecell --rules deal=1 --language da', ['q'], { NO_COLOR: '1' });
	assert.match(text, /\n {2}Kn♦ {3}2♦ {3}9♥ {2}Kn♣ {3}5♦ {3}7♥ {3}7♣ {3}5♥\n/u);
	assert.match(english, /\n {3}JD {3}2D {3}9H {3}JC {3}5D {3}7H {3}7C {3}5H\n/);
});

test('the prompts fit in a terminal line together with the input', async () => {
	for (const language of ['en', 'da', 'de', 'el']) {
		for (const [args, lines] of [['freecell --rules deal=1', ['g', 'q']], ['take-away --rules groups=[1]', ['1', 'q']]]) {
			const { text } = await onTerminal(`play ${args} --language ${language}`, lines);
			const asked = text.split('\n').filter((line) => /\(.*\bu .*\bq /.test(line));
			assert.equal(asked.length, 2, text);
			asked.forEach((line) => assert.ok([...line].length <= 80, `${[...line].length}: ${line}`));
		}
	}
});

// As the page shows them: letters of ranks on the drawn table, and its words. All aces, jacks, queens and kings of a deck are dealt.
const LETTERS = { en: 'AJQK', da: ['E', 'Kn', 'D', 'K'], de: 'ABDK', el: 'AJQK' };
const WORDS = {
	'ten-twenty-thirty': { en: 'Deck 45', da: 'Bunke 45', de: 'Stapel 45', el: 'Τράπουλα 45' },
	doppelkopf: { en: 'Reservations. Dealer: ', da: 'Forbehold. Giver: ', de: 'Vorbehalte. Geber: ', el: 'Επιφυλάξεις. Μοιράζει: ' },
	'take-away': { en: 'Group      Cards  Take\n', da: 'Gruppe       Kort  Tag\n', de: 'Gruppe     Karten  Nimm\n', el: 'Ομάδα      Φύλλα  Πάρε\n' },
};

/** The drawn table, above the first move. */
const drawn = (stdout) => stdout.slice(stdout.indexOf('\n'), stdout.indexOf('\n  1. '));

for (const game of ['klondike', 'doppelkopf', 'ten-twenty-thirty', 'freecell', 'take-away']) {
	test(`${game}: the table is drawn in the player's language`, async () => {
		for (const [language, letters] of Object.entries(LETTERS)) {
			const found = new Set();
			for (let seed = 1; seed <= 6; seed++) {
				const { text } = await onTerminal(`play ${game} --seed ${seed} --language ${language}`, ['q'], { NO_COLOR: '1' });
				const table = drawn(text.slice(text.indexOf(`${game} `)));
				[...table.matchAll(/(?<= )(10|[A-Z]n?|\d)[♣♦♥♠]/gu)].map(([, rank]) => rank).filter((rank) => !/\d/.test(rank)).forEach((rank) => found.add(rank));
				assert.ok(table.includes(WORDS[game]?.[language] ?? ''), text);
				if (language !== 'en') {
					assert.doesNotMatch(table, /normal |deck|game/i, 'no English');
				}
			}
			assert.deepEqual([...found].sort(), game === 'take-away' ? [] : [...letters].sort(), language);
		}
	});
}

// ---- The table of Doppelkopf ---------------------------------------------------------------------------

const CARD_IN_TABLE = /(10|[AKQJ9])([CDHS])/g;
const codes = (text) => [...text.matchAll(CARD_IN_TABLE)].map(([, rank, suit]) => (rank === '10' ? '0' : rank) + suit);
const doppelkopfTables = async (input, ...args) => {
	const { code, stdout } = await makker(['play', 'doppelkopf', '--strategy', 'tricks', ...args], { input });
	assert.equal(code, 0, stdout);
	return stdout.split('Your move');
};

/** The listed moves that play a card, as codes. */
const listedCards = (table) => [...table.matchAll(/^ *\d+\. Play the (\w+) of (\w+)\.$/gm)]
	.map(([, rank, suit]) => ({ ace: 'A', ten: '0', king: 'K', queen: 'Q', jack: 'J', nine: '9' })[rank] + suit[0].toUpperCase());

test('the hand of Doppelkopf is sorted as on the page: trumps first, then the suits, with wider gaps; moves are in the same order', async () => {
	for (const seed of [1, 2, 3, 4]) {
		for (const [input, game] of [['1\n1\n1\n', 'normal'], ['4\n1\n1\n', 'solo_hearts'], ['6\n1\n', 'solo_queens'], ['8\n1\n', 'solo_meatless']]) {
			const tables = await doppelkopfTables(input, '--seed', String(seed));
			const last = tables.at(-2);
			if (game === 'normal' && !last.includes('Normal game, ')) {
				continue; // another player has a reservation
			}
			const hand = codes(/^Your hand: (.*)$/m.exec(last)[1]);
			const order = inOrder({ table: { hand: [...hand].reverse(), game }, rules: { dullen: true } });
			assert.deepEqual(hand, order, `${seed} ${game}\n${last}`);
			assert.deepEqual(listedCards(last), [...new Set(order)].filter((card) => listedCards(last).includes(card)), last);
			assert.doesNotMatch(last, /^Your hand:.* $/m);
		}
	}
	const [first] = await doppelkopfTables('q\n', '--seed', '1');
	assert.match(first, /\nYour hand: 10H QS QH QD JC JS JD {2}KC KC 9C {2}10S 9S\n/);
});

test('the table of Doppelkopf names the game, the trick and the dealer, and labels the state of each player', async () => {
	const tables = await doppelkopfTables('1\n7\n1\n', '--seed', '1');

	assert.match(tables[1], /\nNormal game, trick 1 of 12\. Dealer: Left\.\n/);
	assert.match(tables[1], /\n {20}Opposite: QC\n {11}Left: - {18}Right: KD\n {23}You: -\n/);
	assert.match(tables[1], /\n {23}You {8}Left {4}Opposite {7}Right\nTeam {16}Kontra( +(\?|Re|Kontra)){3}\nCard points( +0){4}\nScore( +0){4}\n/);
	assert.match((await doppelkopfTables('1\n8\n', '--seed', '1'))[2], /\nTeam {16}Kontra.*\nAnnounced {11}Kontra\n/);
	tables.flatMap((table) => table.split('\n')).filter((line) => !line.startsWith(' (')).forEach((line) => assert.ok(line.length <= 80, line));
});

test('the last trick is shown with its winner, in four languages', async () => {
	const taker = {
		en: /\nLast trick \(\d+ card points\): (\w+ \w+, ){3}\w+ \w+\.\n(You took it|The player [a-z ]+ took it)\.\n/,
		da: /\nSidste stik \(\d+ øjne\): ([\wø]+ \w+, ){3}[\wø]+ \w+\.\n(Du tog det|Spilleren [a-zø ]+ tog det)\.\n/,
		de: /\nLetzter Stich \(\d+ Augen\): ([\wü]+ \w+, ){3}[\wü]+ \w+\.\n(Du hast ihn bekommen|Der Spieler [a-zü ]+ hat ihn bekommen)\.\n/,
		el: /\nΠροηγούμενη μπάζα \(\d+ πόντοι\): (\S+ \w+, ){3}\S+ \w+\.\n(Την πήρες εσύ|Ο παίκτης \S+ την πήρε)\.\n/,
	};
	for (const [language, expected] of Object.entries(taker)) {
		const { stdout } = await makker(['play', 'doppelkopf', '--strategy', 'tricks', '--seed', '1', '--language', language], { input: '1\n1\n1\nq\n' });
		assert.match(stdout, expected, language);
	}
	const tables = await doppelkopfTables('1\n1\n1\n', '--seed', '1');
	assert.doesNotMatch(tables[1], /Last trick/, 'before the first is over');
	const [, cards, player] = /Last trick \(\d+ card points\): (.*)\.\n(.*) took it\./.exec(tables[2]);
	const { stdout } = await makker(['play', 'doppelkopf', '--strategy', 'tricks', '--seed', '1'], { input: '1\n1\n1\nq\n' });
	assert.ok(stdout.includes(`${player} took it.`) && codes(cards).length === 4);
});

test('a game without a move of the player cannot be undone at its end', async () => {
	const args = 'play take-away --rules groups=[1] --rules first=advisor --language en';
	const { text } = await onTerminal(args, ['u', 'r', 'q']);
	assert.match(text, /There is no move to take back\./, text);
	assert.match(text, /You are at the beginning already\./);
});

test('an unknown game is rejected with the known ones', async () => {
	const { code, stdout, stderr } = await makker(['play', 'bridge']);

	assert.deepEqual([code, stdout], [2, '']);
	assert.match(stderr, /--game: unknown value 'bridge', expected one of klondike/);
});

test('the game is given once: as GAME or by --game', async () => {
	const { code, stdout, stderr } = await makker(['play', '-g', 'freecell', 'klondike']);

	assert.deepEqual([code, stdout], [2, '']);
	assert.match(stderr, /^makker play: either GAME or --game\n/);
});

// ---- A given deck -------------------------------------------------------------------------------------

const DECK = [...'SHCD'].flatMap((suit) => [...'A234567890JQK'].map((rank) => rank + suit));
const FRONTS = [0, 2, 5, 9, 14, 20, 27]; // of a deck of Klondike: the cards of the columns that are face up

test('a given deck is dealt: as text, as JSON, from a file, and from the first line of the standard input, before the moves', async () => {
	const file = join(mkdtempSync(join(tmpdir(), 'makker-')), 'deck.txt');
	const play = (deck, input = 'q\n') => makker(['play', 'klondike', '--seed', '7', '--deck', deck], { input });
	const { code, stdout } = await play(DECK.join(' '));

	assert.equal(code, 0);
	assert.match(stdout, /^klondike syvkabale, --seed 7, a given deck\n/);
	FRONTS.forEach((place) => assert.match(stdout, new RegExp(`\\b${DECK[place].replace('0', '(10|0)')}\\b`), DECK[place]));
	writeFileSync(file, `${DECK.join('\n')}\n`);
	assert.equal((await play(JSON.stringify(DECK))).stdout, stdout);
	assert.equal((await play(DECK.join(',').toLowerCase().replaceAll('0', '10'))).stdout, stdout);
	assert.equal((await play(file)).stdout, stdout);
	assert.equal((await play('-', `${DECK.join(' ')}\nq\n`)).stdout, stdout);
	const moved = await play('-', `${DECK.join(' ')}\n1\nu\nq\n`);
	assert.equal(moved.stdout.split('Your move').length - 1, 3, 'the moves follow the deck');
	assert.notEqual((await play([...DECK].reverse().join(' '))).stdout, stdout);
});

test('an invalid deck is rejected with the reason, and no game starts', async () => {
	const wrong = {
		'Missing here, for instance: king of diamonds': DECK.slice(0, -1).join(' '),
		'--deck/51: This card occurs too often in the deck: ace of spades': [...DECK.slice(0, -1), 'AS'].join(' '),
		"--deck/51: '1X' is no card": [...DECK.slice(0, -1), '1X'].join(' '),
		'is neither a file nor a deck': 'horse',
		'No such file': 'no/such.txt',
		'--deck: ': '["AS",',
	};
	for (const [says, deck] of Object.entries(wrong)) {
		const { code, stdout, stderr } = await makker(['play', '--deck', deck], { input: 'q\n' });

		assert.equal(code, 2, deck);
		assert.equal(stdout, '');
		assert.ok(stderr.includes(says), `${says}: ${stderr}`);
	}
	const empty = await makker(['play', '--deck', '-'], { input: '' });
	assert.match(empty.stderr, /--deck: The deck has 52 cards\. Missing here/);
	const none = await makker(['play', 'take-away', '--deck', 'AS,2S'], { input: 'q\n' });
	assert.match(none.stderr, /--deck: For this game no cards can be given\./);
});

for (const [game, cards] of Object.entries({ freecell: DECK, 'ten-twenty-thirty': DECK, doppelkopf: [...'SHCD'].flatMap((suit) => [...'A90JQK'].flatMap((rank) => [rank + suit, rank + suit])) })) {
	test(`${game} deals a given deck, too`, async () => {
		const play = (deck) => makker(['play', game, '--seed', '7', '--deck', deck.join(' ')], { input: 'q\n' });
		const { code, stdout } = await play(cards);

		assert.equal(code, 0);
		assert.equal((await play(cards)).stdout, stdout);
		assert.notEqual((await play([...cards].reverse())).stdout, stdout);
	});
}

test('rules that the program cannot deal or play are rejected, as for a practice table', async () => {
	for (const [rules, says] of [['opponent=person', /opponent.*your opponent is the computer/], ['limits=[5,5],total=9', /total.*together, not 9/]]) {
		const { code, stdout, stderr } = await makker(['play', 'take-away', '--rules', rules], { input: 'q\n' });
		assert.deepEqual([code, stdout], [2, '']);
		assert.match(stderr, says);
	}
});
