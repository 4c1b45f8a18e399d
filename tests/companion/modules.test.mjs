// The parts of the page that need no browser: its texts, the meaning of taps, the layout of cards.

import assert from 'node:assert/strict';
import { readdirSync, readFileSync } from 'node:fs';
import { test } from 'node:test';
import { fileURLToPath } from 'node:url';
import { cardName, cardSign, theCard } from '../../src/companion/cards.js';
import { possibleRevealed, unseenCards, press, reveals } from '../../src/companion/games/klondike.js';
import { frame, layColumn } from '../../src/companion/games/klondike_table.js';
import { dealDrawing } from '../../src/companion/deal_drawings.js';
import * as takeAway from '../../src/companion/games/take_away.js';
import { LANGUAGES, languageOf } from '../../src/companion/languages.js';
import { withResponse, withMessage, initial, withConnection } from '../../src/companion/state.js';
import { awaited, withSteady } from '../../src/companion/steady.js';
import { figure, loadLanguage, loadTexts, percent, percentChange, translator } from '../../src/companion/texts.js';
import { readCode } from '../../src/companion/token.js';

const FOLDER = fileURLToPath(new URL('../../src/companion/', import.meta.url));
const blanks = (text) => [...text.matchAll(/\{\d\}/g)].map(([blank]) => blank).sort().join();

/** The texts of a language, by file (".js", "_doppelkopf.js"), part and key. */
async function wordsOf(language) {
	const files = readdirSync(`${FOLDER}words`).filter((name) => name.startsWith(language)).sort();
	return Object.fromEntries(await Promise.all(files.map(async (name) =>
		[name.slice(language.length), { ...await import(`../../src/companion/words/${name}`) }])));
}
const WORDS = Object.fromEntries(await Promise.all(Object.keys(LANGUAGES).map(async (language) => [language, await wordsOf(language)])));
await Promise.all(Object.keys(LANGUAGES).flatMap((language) => [loadLanguage(language), loadTexts(language, 'take_away')]));

test('every text exists in four languages, with the same placeholders', () => {
	const keys = (words) => Object.entries(words).map(([file, parts]) => [file, Object.entries(parts).map(([part, rows]) => [part, Object.keys(rows)])]);
	for (const [language, words] of Object.entries(WORDS)) {
		assert.deepEqual(keys(words), keys(WORDS.en), language);
		for (const [file, parts] of Object.entries(words)) {
			for (const [part, rows] of Object.entries(parts)) {
				for (const [key, text] of Object.entries(rows)) {
					assert.ok(text.trim().length > 0, `${language} ${part}.${key}`);
					assert.equal(blanks(text), blanks(WORDS.en[file][part][key]), `${language} ${part}.${key}`);
				}
			}
		}
	}
});

test('every used text has its row, and no row is unused', () => {
	const sources = readdirSync(FOLDER).filter((name) => name.endsWith('.js')).map((name) => readFileSync(FOLDER + name, 'utf8')).join('\n');
	const said = new Set([...sources.matchAll(/\bt\('(\w+)'/g)].map(([, key]) => key));
	const { page, start } = WORDS.en['.js'];
	const rows = { ...page, ...start, ...WORDS.en['_more.js'].more };
	said.forEach((key) => assert.ok(key in rows, `${key} has no row`));
	const built = /^(status|theme|deck|refused|run|care|filter|strategy|mark)_/;
	const noted = readFileSync(`${FOLDER}games/klondike.js`, 'utf8');
	const unused = Object.keys(rows).filter((key) => !built.test(key) && !`${sources}${noted}`.includes(`'${key}'`));
	assert.deepEqual(unused, []);
});

test('numbers have one format per language, with a minus sign, and one function formats them', () => {
	const forms = { en: ['−85%', '+7%', '0%', '−1,234.5', '61%'], da: ['−85\u00a0%', '+7\u00a0%', '0\u00a0%', '−1.234,5', '61\u00a0%'], el: ['−85%', '+7%', '0%', '−1.234,5', '61%'] };
	for (const [language, texts] of Object.entries({ ...forms, de: forms.da })) {
		assert.deepEqual([percentChange(-0.85, language), percentChange(0.07, language), percentChange(0, language), figure(-1234.5, language), percent(0.61, language)], texts);
	}
	const elsewhere = readdirSync(FOLDER, { recursive: true }).filter((name) => name.endsWith('.js') && name !== 'texts.js')
		.filter((name) => /NumberFormat|toLocaleString/.test(readFileSync(FOLDER + name, 'utf8')));
	assert.deepEqual(elsewhere, []);
	const hyphens = Object.entries(WORDS).flatMap(([language, files]) => Object.values(files).flatMap((parts) => Object.values(parts)
		.flatMap((rows) => Object.entries(rows).filter(([, text]) => /(^|[\s(±„“«])-[\d{]/.test(text)).map(([key]) => `${language} ${key}`))));
	assert.deepEqual(hyphens, []);
});

test('terms are the same on the tile, in the rules and at the table', () => {
	for (const [language, words] of Object.entries(WORDS)) {
		const { cells, deck } = words['_rules.js'].rules;
		const { line_freecell: tile } = Object.assign({}, ...Object.values(words['.js']));
		assert.ok(tile.endsWith(cells), `${language}: ${tile} – ${cells}`);
		assert.equal(words['_ten_twenty_thirty.js'].ten_twenty_thirty.deck.toLocaleLowerCase(language), deck.toLocaleLowerCase(language));
	}
});

test('the service worker caches the texts of all languages', () => {
	const [, list] = /const LANGUAGES = \[(.*)\];/.exec(readFileSync(`${FOLDER}sw.js`, 'utf8'));
	assert.deepEqual(list.split(', ').map((name) => name.replaceAll("'", '')), Object.keys(LANGUAGES));
});

/** The cards that a drawing of the deal shows: codes of those face up, and how many are face down. */
function dealt(game, values = {}) {
	const up = [];
	let down = 0;
	const walk = ({ props, children }) => {
		up.push(...(props?.['data-card'] ? [props['data-card']] : []));
		down += props?.class === 'back' ? 1 : 0;
		children?.forEach(walk);
	};
	walk(dealDrawing(game, { language: 'en', label: 'The deal', value: (name) => values[name] }));
	return { up, down };
}

test('the deal is drawn with the number of cards of the rules, without duplicates', () => {
	for (const [game, values, up, down] of [
		['klondike', { first_card_up: true }, 8, 22], ['klondike', { first_card_up: false }, 7, 22], ['freecell', { cells: 4 }, 52, 0],
		['ten-twenty-thirty', {}, 14, 3], ['take-away', {}, 0, 12], ['doppelkopf', { nines: true }, 12, 36], ['doppelkopf', { nines: false }, 10, 30],
	]) {
		const cards = dealt(game, values);
		assert.deepEqual([new Set(cards.up).size, cards.up.length, cards.down], [up, up, down], game);
	}
	assert.equal(dealDrawing('whist', { language: 'en', value: () => undefined }), null);
});

test('the language is that of the browser, unless the player chooses another', () => {
	assert.equal(languageOf(null, ['fr-FR', 'de-AT', 'en']), 'de');
	assert.equal(languageOf(null, ['fr']), 'en');
	assert.equal(languageOf('el', ['da']), 'el');
	assert.equal(cardName('8D', 'da'), 'ruder otte');
	assert.equal(theCard('6C', 'de'), 'die Kreuz-Sechs');
	assert.equal(theCard('JC', 'el'), 'ο βαλές σπαθί');
	assert.equal(translator('de')('which_card', 'in Spalte 3'), 'Welche Karte liegt in Spalte 3?');
	assert.deepEqual(['en', 'da', 'de', 'el'].map((language) => ['JC', 'QD', 'AH', '0S'].map((code) => cardSign(code, language)).join(' ')),
		['J♣ Q♦ A♥ 10♠', 'Kn♣ D♦ E♥ 10♠', 'B♣ D♦ A♥ 10♠', 'J♣ Q♦ A♥ 10♠'], 'letters as on the cards of the country');
});

test('no folded column is higher than its space', () => {
	const box = frame(332, 330);
	const run = [...'KQJ098765432A'].map((rank, place) => rank + 'SH'[place % 2]);
	for (let unseen = 0; unseen <= 6; unseen++) {
		for (let count = 0; count <= run.length; count++) {
			const { fronts, folded } = layColumn({ unseen, cards: run.slice(0, count) }, box);
			assert.ok((fronts.at(-1) ?? 0) + box.tall <= box.room, `${unseen} ${count}: ${fronts}`);
			assert.deepEqual([...fronts].sort((a, b) => a - b), fronts);
			assert.ok(!folded || folded.to > folded.from);
		}
	}
});

const TABLE = {
	columns: [{ unseen: 0, cards: ['5S'] }, { unseen: 1, cards: ['6H'] }, ...Array.from({ length: 5 }, () => ({ unseen: 0, cards: [] }))],
	foundations: { C: 'XC', D: '2D', H: 'XH', S: 'XS' },
	draw_pile: { cards: ['KS'], left: 23, removed: 0, shuffles: 3, known_order: [] },
};
const MOVES = [
	{ type: 3, from: 0, to: 1, cut: 1, card: '5S' }, { type: 5, from: 11, to: 11, cut: 0, card: null }, { type: 2, from: 11, to: 4, cut: 1, card: 'KS' },
];
const SESSION = { id: 'a', version: 4, status: 'playing', rules: { draw: 1, shuffle_order: 'shuffled' }, table: TABLE, moves: MOVES };
const state = (change) => ({ session: SESSION, held: null, editing: false, entry: {}, ...change });

test('a tap picks a card up, a second one puts it down', () => {
	assert.deepEqual(press(state(), { position: 0, index: 0 }), { set: { held: { position: 0, index: 0 }, chosen: '3 0>1 1' } });
	const held = { position: 0, index: 0 };
	assert.deepEqual(press(state({ held }), { position: 1, index: 0 }), { move: MOVES[0] });
	assert.deepEqual(press(state({ held }), { position: 0, index: 0 }), { set: { held: null, chosen: null } });
	assert.deepEqual(press(state(), { position: 11, index: 0 }), { move: MOVES[1] });
});

test('only unseen cards are offered, and only where one was turned up', () => {
	const cards = unseenCards(state());
	assert.equal(cards.length, 52 - 5);
	['5S', '6H', 'KS', 'AD', '2D'].forEach((card) => assert.ok(!cards.includes(card)));
	assert.equal(reveals(SESSION, MOVES[0]), false);
	assert.equal(reveals(SESSION, { type: 3, from: 1, to: 0, cut: 1 }), true);
	assert.equal(reveals(SESSION, MOVES[1]), true);
	assert.equal(reveals(SESSION, MOVES[2]), true, 'the last card of the waste: the next is turned up');
});

test('after a shuffled redeal a seen card can come up again', () => {
	const mixed = { ...TABLE, draw_pile: { ...TABLE.draw_pile, cards: ['KS'], left: 3, somewhere: ['2C', '3C'] } };
	const of = (draw_pile) => state({ session: { ...SESSION, table: { ...mixed, draw_pile } } });
	const draw = MOVES[1];
	assert.deepEqual(possibleRevealed(of({ ...mixed.draw_pile, left: 2 }), draw), ['2C', '3C']);
	assert.equal(possibleRevealed(of(mixed.draw_pile), draw).length, 2 + 52 - 7);
	assert.deepEqual(possibleRevealed(of({ ...mixed.draw_pile, left: 0, somewhere: [], cards: ['2C', 'KS'] }), { type: 6, from: 11 }), ['2C', 'KS']);
});

test('a message that arrived before its response is not reverted', () => {
	const now = { session: { ...SESSION, version: 6 } };
	assert.deepEqual(withResponse(now, SESSION), {});
	assert.equal(withResponse(now, { ...SESSION, version: 7 }).session.version, 7);
	assert.deepEqual(withMessage(now, { event: 'advice', id: 5, moves: [] }), {});
	assert.deepEqual(withMessage(now, { event: 'something new' }), {});
});

test('a response is not reverted by older messages, unless the connection was lost meanwhile', () => {
	const after = (state, change) => ({ ...state, ...change });
	const now = after({ ...initial(), session: SESSION }, withResponse({ ...initial(), session: SESSION }, { ...SESSION, version: 6 }));
	for (const event of ['conflict', 'advice', 'ended', 'session']) {
		assert.deepEqual(withMessage(now, { event, id: 5, session: { ...SESSION, version: 5 } }), {}, event);
	}
	assert.equal(withMessage(now, { event: 'conflict', id: 6, sync: 'desynced' }).session.sync, 'desynced');
	const lost = after(now, withConnection(now, { state: 'lost' }));
	assert.equal(withMessage(lost, { event: 'session', id: 5, session: { ...SESSION, version: 5 } }).session.version, 5);
	assert.equal(withMessage(after(now, withConnection(now, { state: 'open' })), { event: 'session', id: 5, session: { ...SESSION, version: 5 } }).session, undefined);
});

const GROUPS = {
	status: 'playing', rules: { opponent: 'computer', limits: [] }, advice: { value: 1 }, suggestion: { group: 0, count: 1 },
	table: { groups: [1e9, 0, 5], limits: [1e9, 2, 3], turn: 'user' }, moves: [{ group: 0, count: 1 }, { group: 2, count: 3 }],
};

test('the entered number of cards is taken from a group, up to its limit', () => {
	const table = { session: GROUPS, chosen: null, entry: {}, focus: { position: 0, index: 0 } };
	const chosen = (spotted) => takeAway.press(table, spotted).set?.chosen;
	assert.equal(chosen({ position: 2, index: 0 }), '2-3', 'the best move from there');
	assert.equal(chosen({ position: 2, part: 'take', value: 99 }), '2-3');
	assert.equal(chosen({ position: 0, part: 'take', value: NaN }), '0-1');
	assert.equal(chosen({ position: 1, index: 0 }), undefined, 'nothing lies there');
	assert.deepEqual(takeAway.press({ ...table, chosen: '2-3' }, { position: 2, index: 0 }), { set: { chosen: null } });
	assert.equal(takeAway.shown(GROUPS, '0-999999', 'en').instruction, 'Take 999,999 cards from group 1.');
	assert.equal(takeAway.shown(GROUPS, '2-4', 'en'), GROUPS.suggestion, 'more than may be taken');
	assert.deepEqual(takeAway.steer(table, 'ArrowRight'), { position: 2, index: 0 });
});

test('the move of another person is entered, not guessed', () => {
	const theirs = { ...GROUPS, rules: { opponent: 'person', limits: [] }, table: { ...GROUPS.table, turn: 'advisor' } };
	assert.equal(takeAway.shown(theirs, null, 'en'), null);
	assert.equal(takeAway.shown(theirs, '2-2', 'en').count, 2);
	assert.equal(takeAway.standing(theirs, 'en'), 'You lose unless the other side makes a mistake.');
	assert.equal(takeAway.standing({ ...theirs, advice: { value: 0 } }, 'en'), 'You win if you make no mistake.');
});

const advised = (version, name, final, change) => ({
	id: 'a', version, status: 'playing', sync: 'in_sync', advice: { final }, moves: [], suggestion: { instruction: name }, message: name, ...change,
});

/** The states after these changes, each as the store makes it. */
const steadily = (changes) => changes.reduce((all, change) => {
	const before = all.at(-1);
	return [...all, withSteady(before, { ...before, ...change })];
}, [{ ...initial(), preferences: { language: 'en' } }]).slice(1);

test('a suggestion appears at the end of the search or after a delay, and then stays until the end', () => {
	const said = (changes) => steadily(changes).map(({ steady }) => (steady.withheld ? null : steady.suggestion.instruction));
	const [early] = steadily([{ session: advised(1, 'A', false) }]);
	assert.deepEqual(said([{ session: advised(1, 'A', false) }, { session: advised(1, 'B', true) }]), [null, 'B']);
	assert.deepEqual(said([{ session: advised(1, 'A', false) }, { waited: awaited(early) }, { session: advised(1, 'B', false) }, { session: advised(1, 'C', true) }]),
		[null, 'A', 'A', 'C']);
	assert.deepEqual(said([{ session: advised(1, 'A', true) }, { session: advised(2, 'B', false) }]), ['A', null], 'the new table has no advice yet');
	assert.deepEqual(said([{ session: advised(1, 'A', false) }, { session: advised(1, 'A', false, { sync: 'desynced' }) }]), [null, 'A'], 'a conflict is shown at once');
	assert.deepEqual(said([{ session: advised(1, 'A', false) }, { waited: 'an older table' }]), [null, null]);
});

test('a change of the suggestion while a request is pending is recorded', () => {
	const met = (name) => steadily([{ session: advised(1, 'A', true) }, { busy: {} }, { session: advised(1, name, true) }]).at(-1).met;
	assert.deepEqual([met('A'), met('B')], [false, true]);
});

test('a code is an address, an id with or without a token, or a token', () => {
	const id = '0123456789abcdef'.repeat(2);
	assert.deepEqual(readCode(` https://192.168.1.2:8377/s/${id}#token=mkp_Ab-9 `), { id, token: 'mkp_Ab-9' });
	assert.deepEqual(readCode(id), { id, token: undefined });
	assert.deepEqual(readCode('mko_abc'), { id: undefined, token: 'mko_abc' });
	['', 'kitchen', `${id}0`].forEach((text) => assert.deepEqual(readCode(text), { id: undefined, token: undefined }, text));
});
