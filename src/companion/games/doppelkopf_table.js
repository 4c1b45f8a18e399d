// Draws a Doppelkopf table from above: four seats around the trick, the own hand, piles, the others' possible moves, the score.

import { backPicture, cardName, cardPicture, cardSign, isRed } from '../cards.js';
import { h } from '../dom.js';
import { isPractice } from '../state.js';
import { figure, translatorOf } from '../texts.js';
import { LEVELS, SEATS, SUITS, cardOf, countsOf, dealerOf, entering, healthyMoves, inOrder, isComplete, listOf, moveWith, namesOf, nonCardMoves, placeOfCard, playerOf, ranksOf, shortName, tricksOf } from './doppelkopf.js';

const ROWS = 4; // rows of the collapsed score

const picture = (code, { look, language }) => cardPicture(code, look, language);
const back = ({ look }) => backPicture(look);
const hidden = (text) => h('span', { class: 'hidden' }, text);

// ---- Seats --------------------------------------------------------------------------------------------

/** A seat's announcements, the highest last. */
const announced = ({ table, t }, seat) => [
	...table.announcements.filter((one) => one.seat === seat).map(({ announce }) => t(announce)),
	...['swines', 'hyperswines'].filter((name) => table[name] === seat).map((name) => t(name)),
];

/** The special points of a seat's tricks; with a question mark those that depend on unknown teams. */
const special = ({ table, t }, seat) => table.tricks.filter(({ winner }) => winner === seat).flatMap((one) => one.special)
	.map(({ what, certain }) => t(`counted_${what}`) + (certain ? '' : '?'));

function pile(ctx, seat) {
	const { table, t } = ctx;
	const tricks = table.tricks_won[seat];
	const text = t('pile', tricks, table.points[seat]);
	return h('span', { class: `doko-pile ${tricks > 0 ? '' : 'none'}`, title: text }, hidden(text),
		h('span', { class: 'doko-backs', 'aria-hidden': 'true' }, Array.from({ length: Math.min(tricks, 4) }, (_, place) => h('i', { key: `back${place}` }, back(ctx)))),
		h('span', { 'aria-hidden': 'true' }, `${tricks} · ${table.points[seat]}`));
}

function seatBox(ctx, seat) {
	const { table, t, player } = ctx;
	const team = table.teams[seat];
	const name = player(seat);
	return h('div', {
		key: `seat${seat}`, class: `doko-seat at${seat} ${table.seat_to_play === seat ? 'turn' : ''}`, 'data-seat': seat,
		role: 'group', 'aria-label': name,
	},
	h('p', { class: 'doko-name' }, h('strong', {}, name),
		h('span', { class: `doko-team of-${team}` }, h('span', { 'aria-hidden': 'true' }, t(team)), hidden(team === 'unknown' ? t('team_unknown') : t(team))),
		table.dealer === seat && h('span', { class: 'doko-dealer' }, t('dealer'))),
	pile(ctx, seat),
	h('p', { class: 'doko-said' }, [...announced(ctx, seat), ...special(ctx, seat)].join(' · ')));
}

// ---- The trick ----------------------------------------------------------------------------------------

/** The current trick; between two tricks the last one. */
function lying({ table }) {
	const last = table.tricks.at(-1);
	if (table.trick.cards.length > 0 || !last) {
		return { cards: table.trick.cards, leader: table.trick.leader, winner: null };
	}
	return last;
}

function trick(ctx) {
	const { table, t, language, player } = ctx;
	const { cards, leader, winner } = lying(ctx);
	return h('div', { key: 'trick', class: `doko-trick ${winner === null ? '' : `swept to${winner}`}`, role: 'group', 'aria-label': t(winner === null ? 'trick' : 'last_trick') },
		cards.map((code, place) => {
			const seat = (leader + place) % SEATS.length;
			return h('span', { key: `${table.tricks.length} ${place} ${code}`, class: `doko-lies at${seat} ${winner === seat ? 'wins' : ''}`, 'data-from': seat },
				picture(code, ctx), hidden(`${player(seat)}: ${cardName(code, language)}`));
		}),
		h('span', { key: 'game', class: 'doko-game' }, table.phase === 'playing' || table.phase === 'over' ? t(`game_${table.game}`) : ''));
}

// ---- Hands --------------------------------------------------------------------------------------------

const IN_ROW = 6; // cards of the hand side by side on a phone

/** The rows of the hand as it was dealt: its place stays when cards have been played. */
const dealtRows = ({ rules }) => Math.ceil((rules.nines ? 12 : 10) / IN_ROW);

function hand(ctx) {
	const { state: { session, shown, busy, editing, watching }, t, language, actions } = ctx;
	const isOwn = session.table.seat_to_play === 0 && !editing;
	const press = (card) => (editing ? { part: 'correct', ...placeOfCard(session, card) } : { part: 'card', card });
	const best = isOwn ? shown?.card ?? shown?.shift?.[0] ?? shown?.return?.[0] : undefined;
	const better = isOwn ? ctx.state.better?.card ?? ctx.state.better?.shift?.[0] ?? ctx.state.better?.return?.[0] : undefined;
	const cards = inOrder(session);
	const rows = Math.max(dealtRows(session), Math.ceil(cards.length / IN_ROW));
	return h('div', { key: 'hand', class: 'doko-hand', role: 'group', 'aria-label': t('hand'), style: { '--rows': rows } }, cards.map((code, place) => {
		const move = isOwn && moveWith(session, code);
		return h('button', {
			key: `${code} ${cards.slice(0, place).includes(code)}`, type: 'button', 'data-own': code,
			class: `doko-own ${code === best ? 'aimed' : ''} ${code === better ? 'better' : ''} ${isOwn && !move ? 'cannot' : ''}`, disabled: !(move && !watching || editing) || busy,
			'aria-label': cardName(code, language), on: { click: () => actions.press(press(code)) },
		}, picture(code, ctx));
	}));
}

/** All cards by suit. Each card has a fixed place; cards that are not offered leave theirs empty. */
function grid(ctx, { offered, label, press, count }) {
	const { state: { session, busy }, language, t } = ctx;
	return h('div', { class: 'doko-grid', role: 'group', 'aria-label': label }, [...SUITS].map((suit) =>
		h('div', { key: suit, class: 'doko-row', style: { '--ranks': ranksOf(session).length } }, ranksOf(session).map((rank) => {
			const code = rank + suit;
			const number = count?.(code) ?? 0;
			return offered(code) ? h('button', {
				key: code, type: 'button', class: `pick ${isRed(code) ? 'red' : 'black'} ${number > 0 ? 'chosen' : ''}`, 'data-pick': code, disabled: busy,
				on: { click: () => press(code) },
			}, h('span', { 'aria-hidden': 'true' }, cardSign(code, language)),
			hidden(count ? `${cardName(code, language)}: ${t(['none', 'one', 'two'][number])}` : cardName(code, language)), number > 0 && h('b', { 'aria-hidden': 'true' }, number)) : h('span', { key: code, class: 'pick gone', 'aria-hidden': 'true' });
		}))));
}

function possible(ctx) {
	const { state: { session, watching }, t, actions, player } = ctx;
	const seat = session.table.seat_to_play;
	if (!seat || watching || session.status !== 'playing' || !session.moves.some((move) => cardOf(move) !== undefined)) {
		return null;
	}
	return h('section', { key: 'possible', class: 'doko-possible' },
		h('h2', { class: 'hidden' }, `${player(seat)}: ${t('possible')}`),
		grid(ctx, { offered: (code) => Boolean(moveWith(session, code)), label: t('possible'), press: (card) => actions.press({ part: 'card', card }) }));
}

// ---- Corrections ----------------------------------------------------------------------------------------

function playedCard({ language, actions, player }, card, seat, number) {
	return card ? h('button', {
		key: `by${seat}`, type: 'button', class: `pick ${isRed(card) ? 'red' : 'black'}`, 'data-correct': `${seat} ${number}`,
		on: { click: () => actions.press({ part: 'correct', position: seat, index: number }) },
	}, h('span', { 'aria-hidden': 'true' }, cardSign(card, language)), hidden(`${player(seat)}: ${cardName(card, language)}`)) : h('span', { key: `by${seat}` });
}

/** All played cards by seat; a tap corrects a card. */
function tricksSoFar(ctx) {
	const { state: { session }, t, player } = ctx;
	return h('section', { key: 'tricks', class: 'doko-tricks' },
		h('h2', {}, t('so_far')),
		h('div', { class: 'doko-by', 'aria-hidden': 'true' }, h('span', {}), SEATS.map((seat) => h('span', { key: `of${seat}` }, player(seat)))),
		tricksOf(session).map((cards, place) => h('div', { key: `trick${place}`, class: 'doko-by' },
			h('span', {}, `${place + 1}`), SEATS.map((seat) => playedCard(ctx, cards[seat], seat, place + 1)))));
}

// ---- Announcements ------------------------------------------------------------------------------------

/** The team of another player may be unknown: its announcements name the team. */
function nonCardText({ t, language }, move) {
	const text = shortName(move, language);
	return move.seat !== 0 && move.team && move.announce !== move.team ? `${t(move.team)}: ${text}` : text;
}

function choices(ctx) {
	const { state: { session, shown, busy, game, watching }, t, actions, player } = ctx;
	const all = nonCardMoves(session);
	if (all.length === 0 || watching) {
		return null;
	}
	const seat = session.table.seat_to_play;
	return h('div', { key: 'choices', class: 'doko-choices', role: 'group', 'aria-label': t('choices') },
	session.table.phase !== 'playing' && seat !== null && h('h2', {}, `${player(seat)}: ${t('choices')}`),
	healthyMoves(session).length > 0 && h('button', {
		key: 'healthy', type: 'button', disabled: busy, 'data-all': 'healthy', on: { click: () => actions.press({ part: 'healthy' }) },
	}, t('all_healthy')),
	all.map((move) => {
		const key = game.moveKey(move);
		return h('button', {
			key, type: 'button', class: shown && game.moveKey(shown) === key ? 'aimed' : '', disabled: busy, 'data-choice': key,
			on: { click: () => actions.press({ part: 'choose', move }) },
		}, nonCardText(ctx, move));
	}));
}

/** Announcements of all seats: they are possible at any time. */
function others(ctx) {
	const { state: { session, expanded, busy, watching }, t, actions, player } = ctx;
	if (session.status !== 'playing' || session.table.phase !== 'playing' || watching || isPractice(session)) {
		return null;
	}
	const isOpen = expanded === 'said';
	return h('section', { key: 'others', class: 'doko-others' },
		h('button', { type: 'button', class: 'link', 'aria-expanded': String(isOpen), on: { click: () => actions.press({ part: 'fold', name: 'said' }) } }, t('enter_announcement')),
		isOpen && h('div', { class: 'doko-sayings' }, SEATS.map((seat) => h('div', { key: `says${seat}`, role: 'group', 'aria-label': player(seat) },
			h('span', {}, player(seat)),
			LEVELS.map((level) => h('button', {
				key: level, type: 'button', disabled: busy, 'data-announce': `${seat} ${level}`, on: { click: () => actions.press({ part: 'announce', seat, level }) },
			}, t(level)))))));
}

// ---- Entering -------------------------------------------------------------------------------------------

function dealers({ state: { session, entry }, t, actions, player }) {
	return h('div', { class: 'doko-dealers', role: 'group', 'aria-label': t('who_deals') }, h('span', {}, t('who_deals')),
		SEATS.map((seat) => h('button', {
			key: `deals${seat}`, type: 'button', 'aria-pressed': String(dealerOf(session, entry) === seat), on: { click: () => actions.press({ part: 'dealer', seat }) },
		}, player(seat))));
}

const FINISHED = { hand: ['deal', 'deal'], taken: ['took', 'take_these'] };

function enter(ctx, { what, size }) {
	const { state: { session, entry, busy }, t, actions } = ctx;
	const [part, text] = FINISHED[what];
	const count = listOf(entry).length;
	const isReady = what === 'hand' ? isComplete(session, entry) : count > 0;
	return h('section', { key: 'enter', class: 'doko-enter' },
		h('p', {}, what === 'taken' ? t('taken') : `${t('enter')} ${t('entered', count, size)}`),
		grid(ctx, { offered: () => true, label: t('hand'), press: (card) => actions.press({ part: 'enter', card }), count: (code) => countsOf(entry)[code] ?? 0 }),
		what === 'hand' && dealers(ctx),
		session.status !== 'waiting' && h('button', { type: 'button', class: 'wide', disabled: !isReady || busy, 'data-enter': part, on: { click: () => actions.press({ part }) } }, t(text)));
}

// ---- The score ------------------------------------------------------------------------------------------

const plus = (points, language) => figure(points, language, { signDisplay: 'exceptZero' });

function scoreRow({ t, language }, row, number) {
	return h('tr', { key: `row${number}` },
		h('th', { scope: 'row' }, `${number}. ${t(`game_${row.game}`)}${row.bock > 1 ? ` ${t('bock', row.bock)}` : ''}`),
		SEATS.map((seat) => h('td', { key: `of${seat}`, class: row.re.includes(seat) ? 're' : '' }, plus(row.points[seat], language))),
		h('td', { key: 'value' }, plus(row.value, language)));
}

/** The points that make up the value of the last deal, by team, the winning one first. */
function account({ table: { result }, t }) {
	if (!result) {
		return null;
	}
	const parties = result.winner === 'contra' ? ['contra', 're'] : ['re', 'contra'];
	return h('tbody', { key: 'account', class: 'doko-account' }, h('tr', {}, h('td', { colspan: SEATS.length + 2 }, parties.map((team) => {
		const all = result.counted.filter((one) => one.team === team).map(({ what }) => what);
		const times = (what) => all.filter((one) => one === what).length;
		const words = [...new Set(all)].map((what) => `${t(`counted_${what}`)}${times(what) > 1 ? ` ×${times(what)}` : ''}`);
		return h('p', { key: team }, h('b', {}, `${t(team)} ${result[`${team}_points`]}`), words.length > 0 && `: ${words.join(' · ')}`);
	}))));
}

/** The head of a column: a name is cut, a place has a word that fits. */
const MAX_BRIEF = 6;
const brief = ({ state, t }, seat) => (seat > 0 && namesOf(state)[seat] ? namesOf(state)[seat].slice(0, MAX_BRIEF) : t(`brief_${seat}`));

/** How many games, and how many points of the pot, are left; "" where neither is limited. */
const left = (sheet, { points }, t) => [
	sheet.games_left !== null && t(sheet.games_left === 1 ? 'games_left_one' : 'games_left', sheet.games_left),
	points > 0 && t('pot_left', Math.max(0, points - sheet.points_played)),
].filter(Boolean).join(' · ');

function score(ctx) {
	const { state: { expanded, session: { rules } }, table: { score_table: sheet }, t, language, actions, player } = ctx;
	if (sheet.rows.length === 0) {
		return null;
	}
	const isOpen = expanded === 'score';
	const rows = isOpen ? sheet.rows : sheet.rows.slice(-ROWS);
	const before = sheet.games - rows.length;
	return h('section', { key: 'score', class: 'doko-score' },
		h('h2', {}, t('score'), h('small', {}, left(sheet, rules, t))),
		h('table', {},
			h('thead', { key: 'head' }, h('tr', {}, h('th', { scope: 'col' }, t('round')), SEATS.map((seat) => h('th', { key: `seat${seat}`, scope: 'col', title: player(seat) }, h('span', { 'aria-hidden': 'true' }, brief(ctx, seat)), hidden(player(seat)))), h('th', { scope: 'col' }, t('value')))),
			h('tbody', { key: 'rows' }, rows.map((row, place) => scoreRow(ctx, row, before + place + 1))),
			account(ctx),
			h('tfoot', { key: 'foot' },
				h('tr', { key: 'sum' }, h('th', { scope: 'row' }, t('sum')), SEATS.map((seat) => h('td', { key: `sum${seat}` }, plus(sheet.sums[seat], language))), h('td', {})),
				rules.mandatory_soli > 0 && h('tr', { key: 'owed', class: 'doko-owed' },
					h('th', { scope: 'row' }, t('soli_left')), SEATS.map((seat) => h('td', { key: `owed${seat}` }, sheet.mandatory_soli_left[seat] || '✓')), h('td', {})))),
		sheet.rows.length > ROWS && h('button', { type: 'button', class: 'link', 'aria-expanded': String(isOpen), on: { click: () => actions.press({ part: 'fold', name: 'score' }) } }, isOpen ? '−' : `⋯ ${sheet.rows.length}`));
}

// ---- All of it ------------------------------------------------------------------------------------------

/** `state` includes `language` and `shown` (the displayed move, or null). */
export function Table(state, actions) {
	const { session, language, preferences } = state;
	const ctx = { state, actions, language, t: translatorOf('doppelkopf', language), look: preferences, table: session.table, player: (seat) => playerOf(state, seat) };
	const wanted = entering(session, state.entry);
	if (session.status === 'waiting') {
		return h('div', { class: 'doko' }, !state.watching && enter(ctx, wanted));
	}
	return h('div', { class: 'doko' },
		h('div', { key: 'round', class: 'doko-round' }, SEATS.map((seat) => seatBox(ctx, seat)), trick(ctx)),
		state.editing ? [hand(ctx), tricksSoFar(ctx)]
			: wanted && !state.watching ? enter(ctx, wanted) : [possible(ctx), hand(ctx), choices(ctx), others(ctx)],
		score(ctx),
		session.id !== undefined && h('button', { key: 'names', type: 'button', class: 'link doko-names', on: { click: () => actions.open('seats') } }, ctx.t('players')));
}
