// A table: what to do now, the table itself, all moves, and what is open.

import { cardSign, isRed, theCard } from './cards.js';
import { h, icon } from './dom.js';
import { undoneSteps } from './state.js';

// ---- The state of things --------------------------------------------------------------------------------

const MOST_SECONDS = 100;
function lastSeen({ now, link }, say) {
	const seconds = Math.max(0, Math.round((now - link.heard) / 1000));
	return link.heard === null ? say('unreachable')
		: seconds < MOST_SECONDS ? say('link_lost', seconds) : say('link_long_lost', Math.round(seconds / 60));
}
const isOver = ({ status }) => status === 'won' || status === 'lost' || status === 'drawn';

/** What the small line at the top says: [icon, text], the first that holds. */
function condition(state, say) {
	const { link, session } = state;
	const { advice } = session ?? {};
	const rows = [
		[link.state === 'gone', 'lost', () => say('link_gone')],
		[link.state === 'locked', 'lost', () => say('link_locked')],
		[link.state === 'lost', 'lost', () => lastSeen(state, say)],
		[!session, 'think', () => say('link_connecting')],
		[session?.status === 'waiting', 'eye', () => say('sync_waiting')],
		[session?.sync === 'desynced', 'question', () => say('sync_desynced')],
		[session?.sync === 'looking' && !state.known, 'eye', () => say('sync_looking')],
		[state.question, 'question', () => say('sync_asking')],
		[session && isOver(session), 'star', () => say(`status_${session.status}`)],
		[session && state.game.turn, 'check', () => state.game.turn(session, state.language)],
		[advice?.lost_for_certain, 'question', () => say('lost_for_certain')],
		[advice && !advice.final, 'think', () => `${say('sync_thinking')} · ${say('thinking', advice.nodes)}`],
		[advice?.won_for_certain, 'star', () => say('won_for_certain')],
		[session?.sync === 'looking', 'eye', () => say('sync_checking')],
		[true, 'check', () => say('sync_in_sync')],
	];
	return rows.find(([holds]) => holds);
}

function button(name, label, press, more = {}) {
	return h('button', { key: name, type: 'button', class: 'plain', 'aria-label': label, title: label, on: { click: press }, ...more }, icon(name));
}

function top(state, does, say) {
	const [, sign, text] = condition(state, say);
	const { session } = state;
	return h('header', { key: 'top', class: 'top' },
		button('home', say('home'), does.home),
		h('div', { class: 'where' },
			h('h1', {}, session?.name ?? state.title ?? say('title')),
			h('p', { class: `condition ${sign}`, 'data-link': state.link.state, 'data-sync': session?.sync }, icon(sign), h('span', {}, text()))),
		button('share', say('share'), () => does.open('share')),
		button('history', say('history'), () => { does.readHistory(); does.open('history'); }),
		button('settings', say('settings'), () => does.open('settings')));
}

// ---- What a move is worth ---------------------------------------------------------------------------------

const part = (value) => `${(100 * value).toFixed(1)}%`;

/** A bar from 0 to 1 with its interval, which does not move but is another one; the number stands beside it. */
function bar({ value, low, high }) {
	return h('span', { class: 'bar', 'aria-hidden': 'true' },
		value !== null && h('span', { class: 'value', style: { width: part(value) } }),
		value !== null && low !== null && h('span', { key: `${low} ${high}`, class: 'between', style: { left: part(low), width: part(high - low) } }));
}

function worth(move, { language, game }, say) {
	const text = (value) => game.value(value, language);
	if (move.value === null) {
		return { number: '', long: say('no_value') };
	}
	const long = move.low === null || move.low === move.high ? text(move.value) : say('interval', text(move.value), text(move.low), text(move.high));
	return { number: text(move.value), long: `${game.measure?.(language) ?? say('chance')}: ${long}` };
}

// ---- The suggestion ---------------------------------------------------------------------------------------

function sentence(state, say) {
	const { session, shown } = state;
	const other = state.chosen && shown && session.suggestion && state.game.keyOf(shown) !== state.game.keyOf(session.suggestion);
	const beside = state.question && shown; // the message is the question, which has a place of its own
	return { other, text: state.editing ? say('edit_how') : other || beside ? shown.instruction : session.message };
}

function below(state, does, say) {
	const { session, shown, game, language } = state;
	if (state.editing && game.retelling) {
		return retell(does, say);
	}
	if (session.status === 'waiting') {
		return h('p', { class: 'muted' }, game.entry.about(language));
	}
	if (game.standing && session.status === 'playing' && state.known) {
		const text = sentence(state, say).other ? game.reasons(shown, language).join(' · ') : game.standing(session, language);
		return h('p', { key: 'standing', class: 'standing' }, text);
	}
	if (!shown || !state.known) {
		return null;
	}
	const { number, long } = worth(shown, state, say);
	const kind = shown.value === null ? 'worth none' : 'worth';
	return h('div', { key: kind, class: kind },
		h('span', { class: 'number', 'aria-hidden': 'true' }, number), h('span', { class: 'hidden' }, long), bar(game.bar?.(shown) ?? shown),
		h('p', { class: 'why' }, game.reasons(shown, language).join(' · ')));
}

/** The more is said, the smaller: its place stays as large as it is. */
const sizeOf = (text) => (text.length > 110 ? 'longer' : text.length > 50 ? 'long' : text.length < 36 ? 'short' : '');

function suggestion(state, does, say) {
	const { session, preferences } = state;
	const { other, text } = sentence(state, say);
	const thinks = session.advice && !session.advice.final && session.status === 'playing';
	const speaks = preferences.speak;
	return h('section', { key: 'say', class: `say ${other ? 'other' : ''} ${sizeOf(text)}`, 'aria-label': say('suggestion') },
		h('p', { class: 'sentence', lang: state.language }, text),
		below(state, does, say),
		other && h('button', { key: 'back', type: 'button', class: 'link', on: { click: () => does.choose(null) } }, say('back_to_best')),
		state.can.speak && h('button', {
			key: 'speak', type: 'button', class: 'plain speak', 'aria-pressed': String(speaks), 'aria-label': say('speak'), title: say('speak'),
			on: { click: () => { does.prefer({ speak: !speaks }); if (!speaks) { does.speakNow(); } } },
		}, icon(speaks ? 'speak' : 'quiet')),
		h('span', { class: `progress ${thinks ? 'on' : ''}`, 'aria-hidden': 'true' }));
}

// ---- All moves --------------------------------------------------------------------------------------------

/** Rows keep their elements when ranks change: where they stand is a style, so that nothing else moves with them. */
function row(move, place, state, does, say) {
	const { game, language, shown } = state;
	const key = game.keyOf(move);
	const { number, long } = worth(move, state, say);
	const isShown = shown && game.keyOf(shown) === key;
	return h('li', { key, style: { '--place': place } }, h('button', {
		type: 'button', class: `move ${move.value === null ? 'none' : ''}`, 'aria-pressed': String(Boolean(isShown)), 'data-move': key,
		on: { click: () => { does.choose(key); does.showTable(); } },
	},
	h('span', { class: 'rank' }, move.rank),
	h('span', { class: 'what' }, move.instruction),
	h('span', { key: `is ${number}`, class: 'number', 'aria-hidden': 'true' }, number),
	h('span', { class: 'hidden' }, long),
	bar(game.bar?.(move) ?? move),
	h('span', { class: 'why' }, game.reasons(move, language).join(' · '))));
}

function moves(state, does, say) {
	return h('section', { key: 'moves', class: 'moves', 'aria-labelledby': 'all-moves' },
		h('h2', { id: 'all-moves' }, say('other_moves')),
		h('ol', { style: { '--rows': state.session.moves.length } }, state.session.moves.map((move, place) => row(move, place, state, does, say))));
}

// ---- Questions --------------------------------------------------------------------------------------------

const MOST_QUESTIONS = 3;
const MOST_CARDS = 4;

function answerButton(card, position, index, state, does, say) {
	const text = card === 'XX' ? say('nothing_there') : cardSign(card);
	return h('button', {
		key: card, type: 'button', class: `answer ${card !== 'XX' && isRed(card) ? 'red' : 'black'}`, 'data-answer': card,
		on: { click: () => does.correct({ position, index, card }) },
	}, card === 'XX' ? text : [h('span', { 'aria-hidden': 'true' }, text), h('span', { class: 'hidden' }, say('it_is', theCard(card, state.language)))]);
}

/** Which of several explanations is true: one tap sends what the daemon has written down for it. */
function explanationQuestion({ question, text, answers }, { busy }, does) {
	return h('div', { key: `which ${question}`, class: 'question which', role: 'group', 'aria-labelledby': 'asked' },
		h('p', { id: 'asked' }, text),
		h('div', { class: 'answers' }, answers.map(({ text: answer, correction }) => h('button', {
			key: `${correction.answer}`, type: 'button', class: 'wide', disabled: busy, on: { click: () => does.correct(correction) },
		}, answer))));
}

function placeQuestion({ position, index, cards }, state, does, say) {
	return h('div', { key: `${position}/${index}`, class: 'question', role: 'group', 'data-position': position },
		h('p', {}, say('what_lies', state.game.place(position, state.language))),
		h('div', { class: 'answers' },
			cards.slice(0, MOST_CARDS).map((card) => answerButton(card, position, index, state, does, say)),
			h('button', { type: 'button', class: 'answer more', on: { click: () => does.askPlace({ position, index, cards }) } }, say(cards.length > 0 ? 'other_card' : 'pick_card'))));
}

function repair({ event, position, index, card, was }, { language }, does, say) {
	const text = card === 'UU' ? say('was_unknown', theCard(was, language))
		: say('was_misread', theCard(card, language), theCard(was, language));
	return h('button', {
		key: 'repair', type: 'button', class: 'wide repair',
		on: { click: () => does.correct({ event, position, index, card }) },
	}, icon('check'), h('span', {}, text));
}

/** Questions to which no answer may be true. */
const OPEN_QUESTIONS = new Set(['draw_pile', 'missed_move']);

/** Where no card alone is wrong. */
const retell = (does, say) => h('button', { key: 'retell', type: 'button', class: 'link retell', on: { click: does.beginRetelling } }, say('retell'));

function questions(state, does, say) {
	const { session, question } = state;
	const places = state.questions.filter(({ question: which }) => which === undefined);
	const proposed = session.sync !== 'in_sync' && session.observed.repair;
	const stuck = (session.sync === 'desynced' || OPEN_QUESTIONS.has(question?.code)) && state.game.retelling;
	if (!question && places.length === 0 && !proposed && !stuck) {
		return null;
	}
	return h('section', { key: 'questions', class: 'questions', 'aria-label': say(question ? 'sync_asking' : 'sync_desynced') },
		question && explanationQuestion(question, state, does),
		proposed && repair(proposed, state, does, say),
		places.slice(0, MOST_QUESTIONS).map((one) => placeQuestion(one, state, does, say)),
		stuck && retell(does, say));
}

// ---- The bar at the thumb ---------------------------------------------------------------------------------

/** A move that needs more than a tap begins where its own button does. */
function press({ game, shown, entry }, does) {
	const spotted = game.spotted?.(shown, entry);
	return spotted ? does.press(spotted) : does.move(shown);
}

function mainButton(state, does, say) {
	const { session, shown, busy, entry, game, editing } = state;
	const main = (text, press, more) => h('button', { key: 'main', type: 'button', class: 'main', on: { click: press }, ...more }, text);
	if (editing) {
		return main(say('done'), does.edit);
	}
	if (session.status === 'waiting') {
		return main(say('start'), does.begin, { disabled: busy || game.entry.next(session, entry) !== undefined });
	}
	if (isOver(session)) {
		return main(say('again'), does.again);
	}
	return main([h('span', {}, game.mainText?.(session, state.language) ?? say('did_it')), shown && h('small', { key: game.short(shown, state.language) }, game.short(shown, state.language))], () => press(state, does),
		{ disabled: busy || !shown });
}

function thumb(state, does, say) {
	const { session } = state;
	const begun = session.version > 0;
	return h('footer', { key: 'bar', class: 'thumb' },
		button('undo', say('undo'), () => does.undo(1), { disabled: !begun }),
		button('redo', say('redo'), () => does.undo(-1), { disabled: undoneSteps(state) < 1 }),
		mainButton(state, does, say),
		state.game.corrects !== false && button('edit', say('edit'), does.edit, { 'aria-pressed': String(state.editing), disabled: session.status !== 'playing' }));
}

// ---- All of it --------------------------------------------------------------------------------------------

function lost(state, does, say) {
	return state.link.state === 'lost' && h('div', { key: 'cut', class: 'cut-off', role: 'alert' },
		icon('lost'), h('span', {}, lastSeen(state, say)),
		h('button', { type: 'button', class: 'link', on: { click: does.reconnect } }, say('try_now')));
}

/** The same page before the table is known: what comes then has its place already. */
function awaited(state, does, say) {
	return [
		top(state, does, say),
		h('main', { key: 'sitting', class: 'sitting', 'aria-busy': 'true' },
			h('section', { key: 'say', class: 'say', 'aria-label': say('suggestion') }, h('p', { key: 'loading', class: 'muted' }, say('loading'))),
			h('section', { key: 'field', class: 'field', 'aria-label': say('table') },
				h('div', { key: 'bare', style: { height: `${state.height}px` } }))),
		lost(state, does, say),
		h('footer', { key: 'bar', class: 'thumb' }, h('span', { class: 'unready' })),
	];
}

function absent(state, does, say) {
	const why = { gone: 'link_gone', locked: 'link_locked' }[state.link.state];
	return [top(state, does, say), h('main', { key: 'absent', class: 'sitting' }, h('p', { class: 'panel loading' }, say(why)))];
}

export function Sitting(state, does, say) {
	const { session, game, editing } = state;
	if (!session) {
		return (state.link.state === 'gone' || state.link.state === 'locked' ? absent : awaited)(state, does, say);
	}
	return [
		top(state, does, say),
		h('main', { key: 'sitting', class: `sitting ${session.sync} ${editing ? 'editing' : ''}`, 'data-version': session.version },
			suggestion(state, does, say),
			state.Table && h('section', { key: 'field', class: 'field', 'aria-label': say('table'), on: { keydown: does.steer } },
				state.Table(state, does)),
			isOver(session) ? state.Ending?.(state, does, say) : session.status === 'playing' && (game.listed?.(session) ?? true) && moves(state, does, say)),
		questions(state, does, say),
		lost(state, does, say),
		thumb(state, does, say),
	];
}
