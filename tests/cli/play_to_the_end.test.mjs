// makker play: every game is played to its result through a pipe, by the keys that its prompt names. The test gives the
// deck, so it knows the hidden cards, and searches all output for them.

import assert from 'node:assert/strict';
import { test } from 'node:test';
import { DECK } from '../service/klondike.mjs';
import { pick, randomFrom, shuffled } from '../service/random.mjs';
import { Program } from './makker.mjs';

const MAX_TURNS = 1000; /* against endless games */
const PROMPT = /Your move \([^)]*\): /;
const HANDS = DECK.filter((card) => 'A0KQJ9'.includes(card[0])).flatMap((card) => [card, card]);

// ---- The output ------------------------------------------------------------------------------------

const RANK_WORDS = ['ace', 'two', 'three', 'four', 'five', 'six', 'seven', 'eight', 'nine', 'ten', 'jack', 'queen', 'king'];
const RANKS = ['A', '2', '3', '4', '5', '6', '7', '8', '9', '0', 'J', 'Q', 'K'];
const IN_WORDS = new RegExp(`\\b(${RANK_WORDS.join('|')}) of (clubs|diamonds|hearts|spades)`, 'gi');
const IN_LETTERS = /(?<![A-Za-z0-9])(?:(10|[2-9AJQK])([CDHS])|([CDHS])(10|[2-9AJQK]))(?![A-Za-z0-9])/g;

const cardOfWords = (rank, suit) => RANKS[RANK_WORDS.indexOf(rank.toLowerCase())] + suit[0].toUpperCase();
const cardsIn = (text) => [
	...[...text.matchAll(IN_WORDS)].map(([, rank, suit]) => cardOfWords(rank, suit)),
	...[...text.matchAll(IN_LETTERS)].map(([, rank, suit, otherSuit, otherRank]) => `${(rank ?? otherRank).replace('10', '0')}${suit ?? otherSuit}`),
];

/** A turn: the output since the last one, and the numbered moves; the table is drawn between. */
function turnOf(text) {
	const moves = [...text.matchAll(/^ *(\d+)\. (.*)$/gm)].map(([, number, move]) => ({ number, move }));
	assert.deepEqual(moves.map(({ number }) => Number(number)), moves.map((_, place) => place + 1), text);
	return { text, moves };
}

/**
 * Plays to the end. `choose(turn)` is the move; with `hint` it is the suggested one. `check(text, isOver)` gets all
 * that is printed, piece by piece. Returns the last piece.
 */
async function play(args, { choose, check = () => {}, hint = false }) {
	const program = new Program(['play', ...args]);
	let read = 0, over = false;
	program.ended().then(() => { over = true; });
	for (let turns = 0; turns < MAX_TURNS; turns++) {
		await program.until('a turn or the end', () => over || PROMPT.test(program.stdout.slice(read)));
		const found = PROMPT.exec(program.stdout.slice(read));
		if (!found) {
			assert.equal(await program.ended(), 0, program.stderr);
			assert.equal(program.stderr, '');
			const last = program.stdout.slice(read);
			check(last, true);
			return last;
		}
		const text = program.stdout.slice(read, read + found.index);
		read += found.index + found[0].length;
		check(text, false);
		const suggested = hint ? /^\* *(\d+)\. /m.exec(text) : null;
		const turn = turnOf(text.slice(0, suggested ? suggested.index : undefined).replace(/^[^]*?(?=\n *1\. )/, ''));
		const { number } = suggested ? turn.moves[Number(suggested[1]) - 1] : choose(turn);
		program.child.stdin.write(`${number}\n`);
	}
	program.child.kill();
	return assert.fail(`no end after ${MAX_TURNS} turns`);
}

const byChance = (seed) => {
	const random = randomFrom(seed);
	return ({ moves }) => pick(moves, random);
};

// ---- Klondike -------------------------------------------------------------------------------------------

/** Fails if the output names a hidden card: only the next card of the stock, or the one below a column's front, may appear. */
function klondikeWatch(deck) {
	const covered = [];
	const cards = [...deck];
	const known = new Set();
	for (let column = 0; column < 7; column++) {
		covered.push(cards.splice(0, column));
		known.add(cards.shift());
	}
	known.add(cards.shift());
	return (text, isOver) => {
		if (isOver) {
			return;
		}
		const unknown = new Set(cardsIn(text).filter((card) => !known.has(card)));
		assert.ok(unknown.size <= 1, `${[...unknown]}\n${text}`);
		for (const card of unknown) {
			const pile = card === cards[0] ? cards : covered.find((column) => column.at(-1) === card);
			assert.ok(pile, `${card} lies hidden:\n${text}`);
			pile.splice(pile.indexOf(card), 1);
			known.add(card);
		}
	};
}

for (const hint of [false, true]) {
	test(`Klondike ${hint ? 'as suggested' : 'at random'}: to the end, and no card is named before it is turned up`, async () => {
		for (let seed = 1; seed <= (hint ? 2 : 4); seed++) {
			const deck = shuffled(DECK, randomFrom(seed));
			const last = await play(['klondike', '--seed', '1', '--deck', deck.join(' '), '--strategy', hint ? 'search' : 'heuristic', ...(hint ? ['--hint', '--worlds', '30'] : [])],
				{ choose: byChance(seed), hint, check: klondikeWatch(deck) });
			assert.match(last, /(You have won! The game is solved\.|the game is lost\. Thanks for playing!\n(These cards could( not)? have been won|It could not be worked out).*)\n$/);
		}
	});
}

// ---- 10-20-30 -------------------------------------------------------------------------------------------

/** The cards of the deck come up in its order, one at a time. */
function tensWatch(deck) {
	const known = new Set(deck.slice(0, 7));
	return (text, isOver) => {
		if (isOver || known.size === deck.length - 1) {
			return; /* the only card that was never seen is known, too */
		}
		const unknown = new Set(cardsIn(text).filter((card) => !known.has(card)));
		assert.ok([...unknown].every((card) => card === deck[known.size]), `${[...unknown]}, not ${deck[known.size]}:\n${text}`);
		unknown.forEach((card) => known.add(card));
	};
}

for (const hint of [false, true]) {
	test(`10-20-30 ${hint ? 'as suggested' : 'at random'}: to the end, and no card is named before it is turned up`, async () => {
		for (let seed = 1; seed <= (hint ? 2 : 4); seed++) {
			const deck = shuffled(DECK, randomFrom(seed));
			const last = await play(['ten-twenty-thirty', '--deck', deck.join(' '), ...(hint ? ['--hint', '--worlds', '30'] : [])], { choose: byChance(seed), hint, check: tensWatch(deck) });
			assert.match(last, /(You have won!|[Tt]he game is lost\.|drawn|round).*\n((These cards could|It could not be worked out).*\n)?$/);
		}
	});
}

// ---- FreeCell -------------------------------------------------------------------------------------------

test('FreeCell is won by its suggestions: all cards are on the table from the first turn', async () => {
	let first;
	const last = await play(['freecell', '--rules', 'deal=617', '--hint'], { hint: true, check: (text) => { first ??= text; } });

	assert.deepEqual([...new Set(cardsIn(first))].sort(), [...DECK].sort());
	assert.match(last, /You have won! All cards are on the foundations\.\n$/);
});

const toCell = ({ move }) => /free cell/.test(move);

test('FreeCell is lost when no move is left', async () => {
	const last = await play(['freecell', '--rules', 'deal=1'], { choose: ({ moves }) => moves.find(toCell) ?? moves[0] });

	assert.match(last, /No move is left: the game is lost\. Thanks for playing!\nThese cards could have been won\.\n$/);
});

test('FreeCell continues while there is a legal move, also if a card only moves to and fro', async () => {
	let turns = 0;
	await play(['freecell', '--rules', 'deal=617'], {
		choose: ({ moves }) => (++turns > 150 ? { number: 'q' } : moves.find(({ move }) => /queen of hearts from column \d to column/.test(move))),
	});

	assert.equal(turns, 151);
});

// ---- Take-away ------------------------------------------------------------------------------------------

for (const args of [['--rules', 'groups=[3,4,5]'], ['--rules', 'groups=[3,4,5],first=advisor,last_card=loses'], ['--preset', 'homework'], ['--preset', 'homework', '--rules', 'first=user']]) {
	test(`take-away at random, and as suggested: ${args.join(' ')}`, async () => {
		for (const hint of [false, true]) {
			for (let seed = 1; seed <= 3; seed++) {
				const last = await play(['take-away', '--seed', String(seed), ...args, ...(hint ? ['--hint'] : [])], { choose: byChance(seed), hint });
				assert.match(last, /You have (won!|lost\. Thanks for playing!)\n$/);
			}
		}
	});
}

// ---- Doppelkopf -----------------------------------------------------------------------------------------

const SEATS = ['the player', 'The player on your left', 'The player opposite', 'The player on your right'];
const PLAYED = new RegExp(`^(?:.*: )?(${SEATS.slice(1).join('|')}) plays the ${IN_WORDS.source}\\.$`, 'gim');

/** Another seat plays one of its cards; before that the output does not name the card, unless the player has its duplicate. */
function doppelkopfWatch(deck) {
	const hands = SEATS.map((_, seat) => deck.slice(12 * seat, 12 * seat + 12));
	const known = new Set(hands[0]);
	return (text, isOver) => {
		for (const [, name, rank, suit] of text.matchAll(PLAYED)) {
			const card = cardOfWords(rank, suit);
			const hand = hands[SEATS.indexOf(name)];
			assert.ok(hand.includes(card), `${name} does not have ${card}`);
			hand.splice(hand.indexOf(card), 1);
			known.add(card);
		}
		if (!isOver) {
			assert.deepEqual([...new Set(cardsIn(text))].filter((card) => !known.has(card)), [], text);
		}
	};
}

for (const hint of [false, true]) {
	test(`Doppelkopf ${hint ? 'as suggested' : 'at random'}: to the end of the match, and no hidden card is named`, async () => {
		for (let seed = 1; seed <= (hint ? 2 : 6); seed++) {
			const deck = shuffled(HANDS, randomFrom(seed));
			const last = await play(['doppelkopf', '--strategy', 'tricks', '--deck', deck.join(' '), '--rules', 'games=1,mandatory_soli=0', ...(hint ? ['--hint'] : [])],
				{ choose: byChance(seed), hint, check: doppelkopfWatch(deck) });
			assert.match(last, /\nThe match is over\. Your points: [−+]?\d+\.\n$/);
		}
	});
}

test('Doppelkopf: the cards that other players pass in a poverty are face down', async () => {
	const deck = [
		'QC 0H JD JH QD AD 0D 0D AC AC 0S 0S', // the player
		'JS 9D 0C 0C KC KC 9C 9C AS AH KH KH', // the poverty: two trumps
		'QC QS QS JC JC QH 0H JH JD AD KS 9S', // takes it
		'JS QH QD KD KD 9D AS KS 9S AH 9H 9H',
	].join(' ');
	let printed = '';
	await play(['doppelkopf', '--preset', 'freedoko', '--strategy', 'tricks', '--seed', '1', '--deck', deck, '--rules', 'games=1,mandatory_soli=0'], {
		choose: ({ moves: [first] }) => (/ plays the /.test(printed) ? { number: 'q' } : first),
		check(text) { printed += text; },
	});

	assert.match(printed, /The player on your left says: poverty\./);
	assert.match(printed, /The player opposite takes the cards\./);
	assert.equal(printed.match(/The player on your left gives a card away\./g).length, 3, printed);
	assert.equal(printed.match(/The player opposite gives a card back\./g).length, 3, printed);
	assert.deepEqual(cardsIn(printed).filter((card) => ['KS', '9S', 'KC', '9C', 'JS', '9D'].includes(card)), []);
});
