// Draws a Klondike table: the layout, and the elements.

import { SUITS, SUIT_SIGNS, arrowPaths, backPicture, cardName, cardPicture, suitName } from '../cards.js';
import { h, memo } from '../dom.js';
import { translatorOf } from '../texts.js';
import { DRAW, DRAW_PILE, FIRST_FOUNDATION, SHUFFLE, entry, moveKey, targetsOf } from './klondike.js';

const FOUNDATION_PLACE = 3; // the first foundation stands over this column

// ---- Layout in pixels: a function of the table and the available space ------------------------------------

const RATIO = 1.4; // height of a card
const READABLE = 0.38; // share of the height that shows rank and suit
const MIN_CARD = 36; // a phone in landscape has little height
const OF_HEIGHT = 0.16;
const COUNTS_HEIGHT = 24;
const NUMBERS_HEIGHT = 20;
const FIRST_BACK = 17; // height for the number of face-down cards
const NEXT_BACK = 4;
const FOLDED = 4; // visible part of a folded card
const FOLD = 20; // height of the handle that opens the fold

/** Sizes shared by all piles. `above`: what is visible of the height. */
export function frame(width, height, above = height) {
	const least = Math.max(4, Math.round(width * 0.012));
	const card = Math.floor(Math.min((width - 6 * least) / 7, Math.max(MIN_CARD, height * OF_HEIGHT)));
	const gap = Math.floor((width - 7 * card) / 6);
	const tall = Math.round(card * RATIO);
	const columnsAt = tall + COUNTS_HEIGHT + NUMBERS_HEIGHT;
	return {
		gap, card, tall, columnsAt,
		x: (place) => place * (card + gap),
		countsAt: tall,
		room: Math.max(Math.min(height, above) - columnsAt, tall * 2),
	};
}

const backsHeight = (unseen) => (unseen === 0 ? 0 : FIRST_BACK + (unseen - 1) * NEXT_BACK);

/** The deepest card and as many front cards as fit are shown; the others are folded. */
function fold(count, room, step) {
	let shown = count - 2;
	while (shown > 1 && step + FOLD + (count - 1 - shown) * FOLDED + shown * step > room) {
		shown -= 1;
	}
	return { from: 1, to: count - shown };
}

/**
 * Layout of one column: offsets of the face-down and face-up cards from its top. `folded`: first folded card and
 * the one after the last (from 0), and the offset of the handle. An expanded column may exceed the available height.
 */
export function layColumn({ unseen, cards }, { tall, room }, expanded = false) {
	const top = backsHeight(unseen);
	const backs = Array.from({ length: unseen }, (_, place) => (place === 0 ? 0 : FIRST_BACK + (place - 1) * NEXT_BACK));
	const free = room - tall - top;
	const readable = Math.max(20, Math.round(tall * READABLE));
	const step = Math.min(Math.round(tall * 0.44), Math.floor(free / Math.max(1, cards.length - 1)));
	if (step >= readable || expanded || cards.length < 4) {
		const used = Math.max(step, readable);
		return { backs, fronts: cards.map((_, place) => top + place * used), folded: null };
	}
	const folded = fold(cards.length, free, readable);
	let y = top;
	const fronts = cards.map((_, place) => {
		const here = y;
		y += place === 0 ? readable + FOLD : place < folded.to - 1 ? FOLDED : readable;
		return here;
	});
	return { backs, fronts, folded: { ...folded, at: top + readable } };
}

/** Height of the table that shows a column completely. */
const heightOf = (lies, { tall, columnsAt }) => columnsAt + tall + Math.max(0, ...lies.fronts);

/** True if every card of the table is visible in this height: the pad may stand below it. */
export function fits({ table }, { width, height, above }) {
	const box = frame(width, height, above);
	return table.columns.every((column) => {
		const lies = layColumn(column, box);
		return !lies.folded && heightOf(lies, box) <= above;
	});
}

// ---- What all piles share -----------------------------------------------------------------------------

const at = (x, y) => ({ translate: `${x}px ${y}px` });

/** Data shared by all piles of one drawing. */
function context(state, actions) {
	const { session, preferences, focus, held, editing, language } = state;
	return {
		state, actions, session, editing, focus, held, language,
		t: translatorOf('klondike', language),
		look: preferences,
		box: frame(state.width, state.height, state.padFits || state.questionHeight > 0 ? state.above : state.height),
		move: state.shown,
		targets: targetsOf(session, held),
		asked: new Set(state.questions.map(({ position }) => position)),
		asking: state.asking,
		next: session.status === 'waiting' ? entry.next(session, state.entry) : undefined,
	};
}

// ---- Cards ------------------------------------------------------------------------------------------

const picture = (code, { look, language }) => cardPicture(code, look, language);

/** Of all backs except the first only an edge is visible. */
const backEdge = ({ look }) => h('span', { class: `edge card-back-${look.back}` });

// Changed centred text counts as a layout shift; in a new element it does not.
const fresh = (text) => h('span', { key: text }, text);
const counted = (kind, count) => h('span', { key: `${kind}${count}`, class: kind, 'aria-hidden': 'true' }, count);

/** A place for taps and keys: a card, an empty pile, the stock. */
function spot(ctx, { position, index, x = 0, y = 0, name, kind = '', key, part }, ...inside) {
	const isFocus = ctx.focus.position === position && ctx.focus.index === index && !part;
	return h('button', {
		key: key ?? `${position}/${index}`,
		type: 'button',
		class: `spot ${kind}`,
		style: at(x, y),
		'aria-label': name,
		'data-spot': part ? undefined : `${position}/${index}`,
		tabindex: isFocus ? '0' : '-1',
		on: { click: () => ctx.actions.press({ position, index, part }) },
	}, ...inside);
}

/** Marks of a card: part of the displayed move, picked up, a target, questioned. */
function marks({ move, held, targets, asked, asking, session, next }, position, index, isFront) {
	const lifted = move && move.from === position && move.type !== DRAW && move.type !== SHUFFLE
		&& (position >= FIRST_FOUNDATION || index >= move.cut - 1);
	const aimed = move && move.to === position && move.type !== DRAW && move.type !== SHUFFLE && isFront;
	const isHeld = held && held.position === position && (position >= FIRST_FOUNDATION || index >= held.index);
	return [
		lifted && 'lift', aimed && 'target', isHeld && 'held',
		targets.has(position) && isFront && 'open',
		next === position && 'current',
		asked.has(position) && isFront && session.sync !== 'in_sync' && 'asked',
		asking?.position === position && (position >= FIRST_FOUNDATION ? isFront : index === Math.max(0, (asking.index ?? 1) - 1)) && 'doubtful',
	].filter(Boolean).join(' ');
}

// ---- Piles ------------------------------------------------------------------------------------------

function pile(ctx, { key, x, y, name, inputs }, make) {
	const { box, look, language, editing, actions } = ctx;
	const all = [...inputs, x, y, name, box.card, box.tall, box.room, look, language, editing, actions];
	return memo(key, all, () => h('div', { key, class: 'pile', style: at(x, y), role: 'group', 'aria-label': name }, make()));
}

/** The parts of focus, move and questions that affect this pile; other changes do not redraw it. */
function concerns({ focus, held, move, asked, asking, targets, session, next }, position) {
	const isMoved = move && (move.from === position || move.to === position);
	return [
		focus.position === position ? focus.index : -1,
		held?.position === position ? held.index : -1,
		isMoved ? moveKey(move) : '',
		asked.has(position) && session.sync,
		targets.has(position),
		next === position,
		asking?.position === position ? asking.index : -1,
	];
}

function emptySpot(ctx, position) {
	const waits = ctx.session.status === 'waiting' && position !== undefined && ctx.state.entry[position] === undefined;
	return waits ? h('span', { class: 'plus', 'aria-hidden': 'true' }, '+') : null;
}

function column(ctx, position) {
	const table = ctx.session.table.columns[position];
	const entered = ctx.session.status === 'waiting' ? ctx.state.entry[position] : undefined;
	const cards = entered ? [entered] : table.cards;
	const { t, language, box } = ctx;
	const expanded = ctx.state.expanded === position;
	const lies = layColumn({ unseen: table.unseen, cards }, box, expanded);
	const title = t('column', position + 1);
	const name = [title, table.unseen > 0 && t('unseen', table.unseen)].filter(Boolean).join(', ');
	const inputs = [cards.join(), table.unseen, expanded, ctx.session.status, ...concerns(ctx, position)];
	return pile(ctx, { key: `column${position}`, x: box.x(position), y: box.columnsAt, name, inputs }, () => [
		backs(ctx, position, lies, table.unseen),
		cards.length === 0 ? vacant(ctx, position, table.unseen, title) : fronts(ctx, position, lies, cards),
		lies.folded && foldHandle(ctx, position, lies.folded),
	]);
}

function backs(ctx, position, lies, unseen) {
	return lies.backs.map((y, place) => h('span', { key: `back${place}`, class: 'back', style: at(0, y) }, place === 0 ? backPicture(ctx.look) : backEdge(ctx),
		place === 0 && (ctx.editing
			? h('button', {
				type: 'button', class: 'count', tabindex: '-1',
				'aria-label': `${ctx.t('count_unseen', ctx.t('in_column', position + 1))}: ${unseen}`,
				on: { click: () => ctx.actions.press({ position, index: 0, part: 'unseen' }) },
			}, unseen)
			: counted('count', unseen))));
}

function vacant(ctx, position, unseen, title) {
	const waits = ctx.session.status === 'waiting';
	const kind = `vacant ${marks(ctx, position, 0, true)} ${waits ? 'wanted' : ''}`;
	const name = `${title}, ${waits ? ctx.t('enter_here') : ctx.t('empty')}`;
	const y = unseen === 0 ? 0 : layColumn({ unseen, cards: ['XX'] }, ctx.box).fronts[0];
	return spot(ctx, { position, index: 0, y, name, kind }, emptySpot(ctx, position));
}

function fronts(ctx, position, lies, cards) {
	return cards.map((code, index) => spot(ctx, {
		key: code, position, index, y: lies.fronts[index], name: cardName(code, ctx.language),
		kind: `face ${marks(ctx, position, index, index === cards.length - 1)}`,
	}, picture(code, ctx)));
}

function foldHandle(ctx, position, { at: y, from, to }) {
	return spot(ctx, {
		key: 'fold', part: 'fold', position, index: 0, y, kind: 'fold', name: ctx.t('folded', to - from),
	}, `⋯ ${to - from}`);
}

function foundation(ctx, place) {
	const position = FIRST_FOUNDATION + place;
	const suit = SUITS[place];
	const top = ctx.session.table.foundations[suit];
	const { language, t, box } = ctx;
	const title = t('foundation', suitName(suit, language));
	const inputs = [top, ...concerns(ctx, position)];
	return pile(ctx, { key: `foundation${suit}`, x: box.x(FOUNDATION_PLACE + place), y: 0, name: title, inputs }, () =>
		(top[0] === 'X'
			? spot(ctx, { position, index: 0, name: `${title}, ${t('empty')}`, kind: `vacant ${marks(ctx, position, 0, true)}` },
				h('span', { class: `suit suit-${suit}`, 'aria-hidden': 'true' }, SUIT_SIGNS[suit]))
			: spot(ctx, { key: top, position, index: 0, name: cardName(top, language), kind: `face ${marks(ctx, position, 0, true)}` },
				picture(top, ctx))));
}

// ---- Stock and waste ----------------------------------------------------------------------------------

function stock(ctx) {
	const { t, session, move, box } = ctx;
	const { left } = session.table.draw_pile;
	const again = session.moves.some(({ type }) => type === SHUFFLE);
	const turns = move && (move.type === DRAW || move.type === SHUFFLE);
	const name = [t('stock'), t('left_long', left), again ? t('start_again') : left > 0 && t('turn_next')]
		.filter(Boolean).join(', ');
	const inputs = [left, again, ...concerns(ctx, DRAW_PILE)];
	return pile(ctx, { key: 'stock', x: box.x(0), y: 0, name: t('stock'), inputs }, () =>
		spot(ctx, { position: DRAW_PILE, index: 0, name, kind: `${left > 0 ? 'face' : 'vacant'} ${turns ? 'lift' : ''}` },
			left > 0 ? [backPicture(ctx.look), counted('left', left)] : again && counted('plus', '↻')));
}

/** The front card, and with draw three the cards turned over with it. */
function wasteCards({ session, state }) {
	const { cards } = session.table.draw_pile;
	if (session.status === 'waiting') {
		return [state.entry[DRAW_PILE]].filter(Boolean);
	}
	return cards.slice(-Math.min(session.rules.draw, cards.length));
}

function waste(ctx) {
	const { t, session, language, box } = ctx;
	const cards = wasteCards(ctx);
	const waits = session.status === 'waiting' && session.rules.first_card_up;
	const inputs = [cards.join(), session.status, ...concerns(ctx, DRAW_PILE)];
	const step = Math.round(box.card * 0.36);
	const nameOf = (code) => (code ? cardName(code, language) : t('unknown_card'));
	return pile(ctx, { key: 'waste', x: box.x(1), y: 0, name: t('waste'), inputs }, () =>
		(cards.length === 0
			? spot(ctx, {
				position: DRAW_PILE, index: 1, kind: `vacant ${marks(ctx, DRAW_PILE, 1, true)} ${waits ? 'wanted' : ''}`,
				name: `${t('waste')}, ${waits ? t('enter_here') : t('empty')}`,
			}, waits && h('span', { class: 'plus', 'aria-hidden': 'true' }, '+'))
			: cards.map((code, place) => (place === cards.length - 1
				? spot(ctx, {
					key: code ?? 'unknown', position: DRAW_PILE, index: 1, x: place * step, name: nameOf(code),
					kind: `face ${marks(ctx, DRAW_PILE, 1, true)}`,
				}, code ? picture(code, ctx) : h('span', { class: 'unknown' }, '?'))
				: h('span', { key: code ?? `unknown${place}`, class: 'under', style: at(place * step, 0), role: 'img', 'aria-label': nameOf(code) },
					code ? picture(code, ctx) : h('span', { class: 'unknown' }, '?'))))));
}

function counts(ctx) {
	const { t, session: { table: { draw_pile: pile }, rules }, box, editing, actions } = ctx;
	const left = t('left', pile.left);
	const name = `${rules.shuffle_order === 'kept' ? 'shuffles_kept' : 'shuffles'}${pile.shuffles === 0 ? '_none' : ''}`;
	const shuffles = pile.shuffles === 'unlimited' ? null : t(name, pile.shuffles);
	const press = () => actions.press({ position: DRAW_PILE, part: 'shuffles' });
	return h('p', { key: 'counts', class: 'counts', style: at(0, box.countsAt) }, editing && shuffles
		? [fresh(left), ' · ', h('button', { key: 'shuffles', type: 'button', class: 'number', on: { click: press } }, shuffles)]
		: fresh([left, shuffles].filter(Boolean).join(' · ')));
}

const numbers = ({ box }) => h('div', { key: 'numbers', class: 'numbers', 'aria-hidden': 'true', style: at(0, box.columnsAt - 18) },
	[0, 1, 2, 3, 4, 5, 6].map((place) => h('span', { style: { ...at(box.x(place), 0), width: `${box.card}px` } }, place + 1)));

// ---- The arrow ----------------------------------------------------------------------------------------

// Arrows cross the lower part of the cards, so that rank and suit stay legible.
const LOW = 0.74;

function middle(ctx, position, part) {
	const { box, session: { table } } = ctx;
	if (position === DRAW_PILE) {
		return [box.x(part) + box.card / 2, box.tall * LOW];
	}
	if (position >= FIRST_FOUNDATION) {
		return [box.x(FOUNDATION_PLACE + position - FIRST_FOUNDATION) + box.card / 2, box.tall * LOW];
	}
	const front = layColumn(table.columns[position], box, ctx.state.expanded === position).fronts.at(-1) ?? 0;
	return [box.x(position) + box.card / 2, box.columnsAt + front + box.tall * LOW];
}

function ends(ctx, move) {
	const turns = move.type === DRAW || move.type === SHUFFLE;
	return turns ? [middle(ctx, DRAW_PILE, 0), middle(ctx, DRAW_PILE, 1)] : [middle(ctx, move.from, 1), middle(ctx, move.to)];
}

/** From the card to its target, curved above the straight line; that of a better move below it. */
function arrow(ctx, height, move, name) {
	const { box, state } = ctx;
	if (!move || box.card < 10) {
		return null;
	}
	const paths = arrowPaths(...ends(ctx, move), name === 'better' ? -1 : 1);
	return h('svg', {
		key: name, class: `arrow ${name}`, viewBox: `0 0 ${state.width} ${height}`, width: state.width, height, 'aria-hidden': 'true',
	}, ['halo', 'line'].map((kind) => h('g', { class: kind },
		paths.map((d) => h('path', { d })))));
}

// ---- All of it ----------------------------------------------------------------------------------------

/** `state` includes `language`, `shown` (the displayed move, or null) and `questions` ([{position}]). */
export function Table(state, actions) {
	const ctx = context(state, actions);
	const { box, session } = ctx;
	const shownWhole = state.expanded === null ? 0
		: heightOf(layColumn(session.table.columns[state.expanded], box, true), box);
	const height = Math.max(state.height, box.columnsAt + box.room, shownWhole);
	return h('div', {
		class: `klondike ${state.editing ? 'editing' : ''} ${session.status}`,
		style: { height: `${height}px`, '--card': `${box.card}px`, '--tall': `${box.tall}px` },
	},
	stock(ctx), waste(ctx), [0, 1, 2, 3].map((place) => foundation(ctx, place)), counts(ctx), numbers(ctx),
	[0, 1, 2, 3, 4, 5, 6].map((position) => column(ctx, position)),
	arrow(ctx, height, state.better, 'better'), arrow(ctx, height, state.shown, 'made'));
}
