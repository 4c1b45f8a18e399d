// The view of a table: the suggestion, the table itself, all moves, open questions.

import { defineCard } from './cards/face.js';
import { cardSign, isRed, theCard } from './cards.js';
import { h, icon } from './dom.js';
import { Pad } from './pad.js';
import { canUndo, isOver, isPractice, undoneSteps } from './state.js';

defineCard();

// ---- The status line ------------------------------------------------------------------------------------

const MAX_SECONDS = 100;
function lastSeen({ now, connection }, t) {
	const seconds = Math.max(0, Math.round((now - connection.lastMessageAt) / 1000));
	return connection.lastMessageAt === null ? t('unreachable')
		: seconds < MAX_SECONDS ? t('link_lost', seconds) : t('link_long_lost', Math.round(seconds / 60));
}

/** The status line: [holds, icon, text] of the first row that holds. It is short: what is lost is said in whole below. */
function statusLine(state, t) {
	const { connection, session } = state;
	const { advice } = session ?? {};
	const rows = [
		[connection.state === 'gone', 'lost', () => t('link_none')],
		[connection.state === 'locked', 'lost', () => t('link_code')],
		[connection.state === 'lost', 'lost', () => t('link_off')],
		[!session, 'think', () => t('link_connecting')],
		[session?.status === 'waiting', 'eye', () => t('sync_waiting')],
		[session?.sync === 'desynced', 'question', () => t('sync_desynced')],
		[session?.sync === 'looking' && !state.known, 'eye', () => t('sync_looking')],
		[state.question, 'question', () => t('sync_asking')],
		[session && isOver(session), 'star', () => t(`status_${session.status}`)],
		[session && state.game.turn, 'check', () => state.game.turn(session, state.language)],
		[advice?.lost_for_certain, 'question', () => t('lost_for_certain')],
		[advice && !advice.final, 'think', () => `${t('sync_thinking')} · ${t('thinking', advice.nodes)}`],
		[advice?.won_for_certain, 'star', () => t('won_for_certain')],
		[session?.sync === 'looking' && !session.observed.unconfirmed?.length, 'check', () => t('sync_open')],
		[session?.sync === 'looking', 'eye', () => t('sync_checking')],
		[true, 'check', () => t('sync_in_sync')],
	];
	return rows.find(([holds]) => holds);
}

function button(name, label, press, more = {}) {
	return h('button', { key: name, type: 'button', class: 'plain', 'aria-label': label, title: label, on: { click: press }, ...more }, icon(name));
}

function top(state, actions, t) {
	const [, sign, text] = statusLine(state, t);
	const { session } = state;
	return h('header', { key: 'top', class: 'top' },
		button('home', t('home'), actions.home),
		h('div', { class: 'where' },
			h('h1', {}, session?.name ?? state.title ?? t('title')),
			h('p', { class: `status-line ${sign}`, 'data-link': state.connection.state, 'data-sync': session?.sync }, icon(sign), h('span', {}, text()))),
		button('question', t('how_to_play'), () => actions.openAbout(session.game, session.preset), { disabled: !session }),
		button('share', t('share'), () => actions.open('share')),
		button('history', t('history'), () => { actions.readHistory(); actions.open('history'); }),
		button('settings', t('settings'), () => actions.open('settings')));
}

// ---- Values of moves --------------------------------------------------------------------------------------

const part = (value) => `${(100 * value).toFixed(1)}%`;

/** A bar from 0 to 1 with the interval. A changed interval is a new element, which avoids a layout shift. */
function bar({ value, low, high }) {
	return h('span', { class: 'bar', 'aria-hidden': 'true' },
		value !== null && h('span', { class: 'value', style: { width: part(value) } }),
		value !== null && low !== null && h('span', { key: `${low} ${high}`, class: 'between', style: { left: part(low), width: part(high - low) } }));
}

function worth(move, { language, game }, t) {
	const text = (value) => game.value(value, language);
	if (move.value === null) {
		return { number: '', long: t('no_value') };
	}
	const long = move.low === null || move.low === move.high ? text(move.value) : t('interval', text(move.value), text(move.low), text(move.high));
	return { number: text(move.value), long: `${game.measure?.(language) ?? t('chance')}: ${long}` };
}

// ---- The suggestion ---------------------------------------------------------------------------------------

function sentence(state, t) {
	const { session, shown, game, language } = state;
	const other = state.chosen && shown && session.suggestion && state.game.moveKey(shown) !== state.game.moveKey(session.suggestion);
	const beside = state.question && shown; // the message is the question, which is shown elsewhere
	if (state.hides) {
		return { other: false, text: game.mainText?.(session, language) ? game.turn(session, language) : [session.message, t('your_turn')].filter(Boolean).join(' ') };
	}
	return { other, text: state.editing ? t(game.correction ? 'edit_card_how' : 'edit_how') : other || beside ? shown.instruction : session.message };
}

function below(state, actions, t) {
	const { session, shown, game, language } = state;
	if (state.editing && game.loadTableEntry) {
		return tableEntryButton(actions, t);
	}
	if (session.status === 'waiting') {
		return h('p', { class: 'muted' }, state.watching ? t('only_watching') : game.entry.about(language, state.padFits));
	}
	if (state.hides && !shown) {
		return h('p', { key: 'on-demand', class: 'muted' }, t('hint_how'));
	}
	if (state.hides) {
		return null;
	}
	if (game.standing && session.status === 'playing' && state.known) {
		const text = sentence(state, t).other ? game.reasons(shown, language).join(' · ') : game.standing(session, language);
		return h('p', { key: 'standing', class: 'standing' }, text);
	}
	if (!shown || !state.known) {
		return null;
	}
	const { number, long } = worth(shown, state, t);
	const kind = shown.value === null ? 'worth none' : 'worth';
	return h('button', { key: kind, type: 'button', class: kind, title: t('why_open'), on: { click: actions.openWhy } },
		h('span', { class: 'number', 'aria-hidden': 'true' }, number), h('span', { class: 'hidden' }, `${long}. `), bar(game.bar?.(shown) ?? shown),
		h('span', { class: 'why' }, game.reasons(shown, language).join(' · ')), h('span', { class: 'hidden' }, t('why_open')));
}

/** Longer texts get a smaller font, since the area has a fixed size. */
const sizeOf = (text) => (text.length > 110 ? 'longer' : text.length > 70 ? 'long lengthy' : text.length > 46 ? 'long' : text.length < 36 ? 'short' : '');

function suggestion(state, actions, t) {
	const { session, preferences } = state;
	const { other, text } = sentence(state, t);
	const thinks = session.advice && !session.advice.final && session.status === 'playing';
	const speaks = preferences.speak;
	return h('section', { key: 'say', class: `say ${other ? 'other' : ''} ${sizeOf(text)}`, 'aria-label': t('suggestion') },
		h('p', { class: 'sentence', lang: state.language }, text),
		below(state, actions, t),
		other && h('button', { key: 'back', type: 'button', class: 'link', on: { click: () => actions.choose(null) } }, t('back_to_best')),
		state.can.speak && h('button', {
			key: 'speak', type: 'button', class: 'plain speak', 'aria-pressed': String(speaks), 'aria-label': t('speak'), title: t('speak'),
			on: { click: () => { actions.prefer({ speak: !speaks }); if (!speaks) { actions.speakNow(); } } },
		}, icon(speaks ? 'speak' : 'quiet')),
		h('span', { class: `progress ${thinks ? 'on' : ''}`, 'aria-hidden': 'true' }));
}

// ---- All moves --------------------------------------------------------------------------------------------

/** A row keeps its element when its rank changes: its position is a style, so that no other element moves. */
function row(move, place, state, actions, t) {
	const { game, language, shown } = state;
	const key = game.moveKey(move);
	const { number, long } = worth(move, state, t);
	const isShown = shown && game.moveKey(shown) === key;
	return h('li', { key, style: { '--place': place } }, h('button', {
		type: 'button', class: `move ${move.value === null ? 'none' : ''}`, 'aria-pressed': String(Boolean(isShown)), 'data-move': key,
		on: { click: () => { actions.choose(key); actions.showTable(); } },
	},
	h('span', { class: 'rank' }, move.rank),
	h('span', { class: 'what' }, move.instruction),
	h('span', { key: `is ${number}`, class: 'number', 'aria-hidden': 'true' }, number),
	h('span', { class: 'hidden' }, long),
	bar(game.bar?.(move) ?? move),
	h('span', { class: 'why' }, game.reasons(move, language).join(' · '))));
}

function moves(state, actions, t) {
	return h('section', { key: 'moves', class: `moves ${state.withheld ? 'withheld' : ''}`, 'aria-labelledby': 'all-moves' },
		h('h2', { id: 'all-moves' }, t('other_moves')),
		h('ol', { style: { '--rows': state.session.moves.length } }, state.session.moves.map((move, place) => row(move, place, state, actions, t))));
}

// ---- Questions --------------------------------------------------------------------------------------------

const MAX_CARDS = 4;

function answerButton(card, position, index, state, actions, t) {
	const text = card === 'XX' ? t('empty_place') : cardSign(card, state.language);
	return h('button', {
		key: card, type: 'button', class: `answer ${card !== 'XX' && isRed(card) ? 'red' : 'black'}`, 'data-answer': card,
		on: { click: () => actions.correct({ position, index, card }) },
	}, card === 'XX' ? text : [h('span', { 'aria-hidden': 'true' }, text), h('span', { class: 'hidden' }, t('it_is', theCard(card, state.language)))]);
}

/** The question which explanation is right: an answer sends the correction that the daemon provides with it. */
function explanationQuestion({ question, text, answers }, { busy }, actions) {
	return h('div', { key: `which ${question}`, class: 'question which', role: 'group', 'aria-labelledby': 'asked' },
		h('p', { id: 'asked' }, text),
		h('div', { class: 'answers' }, answers.map(({ text: answer, correction }) => h('button', {
			key: `${correction.answer}`, type: 'button', class: 'wide', disabled: busy, on: { click: () => actions.correct(correction) },
		}, answer))));
}

function placeQuestion({ position, index, cards }, state, actions, t) {
	return h('div', { key: `${position}/${index}`, class: 'question', role: 'group', 'data-position': position },
		h('p', {}, t('which_card', state.game.placeName(position, state.language, state.session.game))),
		h('div', { class: 'answers' },
			cards.slice(0, MAX_CARDS).map((card) => answerButton(card, position, index, state, actions, t)),
			h('button', { type: 'button', class: 'answer more', on: { click: () => actions.pickCandidate({ position, index, cards }) } }, t(cards.length > 0 ? 'other_card' : 'pick_card'))));
}

function repair({ event, position, index, card, was }, { language }, actions, t) {
	const text = card === 'UU' ? t('was_unknown', theCard(was, language))
		: t('was_misread', theCard(card, language), theCard(was, language));
	return h('button', {
		key: 'repair', type: 'button', class: 'wide repair',
		on: { click: () => actions.correct({ event, position, index, card }) },
	}, icon('check'), h('span', {}, text));
}

/** Questions of which possibly no answer is right. */
const OPEN_QUESTIONS = new Set(['draw_pile', 'missed_move']);

/** For errors that no single card explains. */
const tableEntryButton = (actions, t) => h('button', { key: 'enter_table', type: 'button', class: 'link enter-table', on: { click: actions.beginTableEntry } }, t('enter_table'));

function questions(state, actions, t) {
	const { session, question } = state;
	const places = state.questions.filter(({ question: which }) => which === undefined);
	const proposed = session.sync !== 'in_sync' && session.observed.repair;
	const stuck = (session.sync === 'desynced' || OPEN_QUESTIONS.has(question?.code)) && state.game.loadTableEntry;
	if (!question && places.length === 0 && !proposed && !stuck) {
		return null;
	}
	// One at a time: the next one comes with the answer. Beside a proposed repair the card may as well be wrong now.
	const [means, inside] = question ? [`which ${question.question}`, explanationQuestion(question, state, actions)]
		: proposed ? [`repair ${proposed.event}`, [repair(proposed, state, actions, t), state.asking && placeQuestion(state.asking, state, actions, t)]]
			: state.asking ? [`place ${state.asking.position}/${state.asking.index}`, placeQuestion(state.asking, state, actions, t)] : ['', null];
	return h('section', { key: 'questions', class: 'questions', 'aria-label': t(question ? 'sync_asking' : 'sync_desynced') },
		h('div', { role: 'group', 'aria-label': t('sync_asking'), 'data-means': `${session.version} ${means}` }, inside, stuck && tableEntryButton(actions, t)));
}

// ---- The bottom bar ---------------------------------------------------------------------------------------

/** A move that needs further input starts like a tap on its own button. */
function press({ game, shown, entry, session }, actions) {
	const spotted = game.spotted?.(shown, entry, session);
	return spotted ? actions.press(spotted) : actions.move(shown);
}

function mainButton(state, actions, t) {
	const { session, shown, busy, entry, game, editing } = state;
	const main = (text, press, { means = text, ...more } = {}) => h('button', {
		key: 'main', type: 'button', class: 'main', 'data-means': `${session.version} ${means}`, on: { click: press }, ...more,
	}, text);
	if (editing) {
		return main(t('done'), actions.edit);
	}
	const theirs = game.mainText?.(session, state.language);
	const wantsHint = state.hides && !shown && !theirs;
	if (state.watching && wantsHint) {
		return main([h('span', {}, t('hint')), h('small', {}, t('watching'))], actions.askAdvice, { means: t('hint') });
	}
	if (state.watching) {
		return h('p', { key: 'watching', class: 'watching' }, icon('eye'), t('watching'));
	}
	if (session.status === 'waiting') {
		return main(t('start'), actions.begin, { disabled: busy || game.entry.next(session, entry) !== undefined });
	}
	if (isOver(session)) {
		return state.creates ? main(t('again'), actions.again) : main(t('home'), actions.home);
	}
	if (wantsHint) {
		return main(t('hint'), actions.askAdvice, { disabled: busy });
	}
	const text = theirs ?? t(isPractice(session) ? 'play_it' : 'did_it');
	const short = shown && game.shortName(shown, state.language);
	return main([h('span', {}, text), shown && h('small', { key: short }, short)], () => press(state, actions),
		{ disabled: busy || !shown, means: shown ? `${text} ${game.moveKey(shown)}` : '' });
}

function thumb(state, actions, t) {
	const { session } = state;
	const enters = session.status === 'waiting' && state.game.pad && Object.keys(state.entry).length > 0;
	return h('footer', { key: 'bar', class: 'thumb' },
		enters ? button('undo', t('previous'), actions.unenter) : button('undo', t('undo'), () => actions.undo(1), { disabled: !canUndo(state), 'data-means': `undo ${session.version}` }),
		button('redo', t('redo'), () => actions.undo(-1), { disabled: undoneSteps(state) < 1, 'data-means': `redo ${session.version}` }),
		mainButton(state, actions, t),
		state.game.corrects !== false && !isPractice(session) && button('edit', t('edit'), actions.edit, { 'aria-pressed': String(state.editing), disabled: session.status !== 'playing' }));
}

// ---- All of it --------------------------------------------------------------------------------------------

function connectionLost(state, actions, t) {
	return state.connection.state === 'lost' && h('div', { key: 'cut', class: 'cut-off', role: 'alert' },
		icon('lost'), h('span', {}, lastSeen(state, t)),
		h('button', { type: 'button', class: 'link', on: { click: actions.reconnect } }, t('try_now')));
}

/** The page before the session is known, with the same layout. */
function placeholder(state, actions, t) {
	return [
		top(state, actions, t),
		h('main', { key: 'table', class: 'table-view', 'aria-busy': 'true' },
			h('section', { key: 'say', class: 'say', 'aria-label': t('suggestion') }, h('p', { key: 'loading', class: 'muted' }, t('loading'))),
			h('section', { key: 'field', class: 'field', 'aria-label': t('table') },
				h('div', { key: 'bare', style: { height: `${state.height}px` } }))),
		connectionLost(state, actions, t),
		h('footer', { key: 'bar', class: 'thumb' }, h('span', { class: 'unready' })),
	];
}

/** States of the connection in which nothing can be done at this table, also where it was there a moment ago. */
const NO_WAY_BACK = { gone: 'link_gone', locked: 'link_locked' };

function unavailable(state, actions, t) {
	return [
		top(state, actions, t),
		h('main', { key: 'absent', class: 'table-view' }, h('div', { class: 'panel loading', role: 'alert' },
			h('p', {}, t(NO_WAY_BACK[state.connection.state])),
			h('button', { type: 'button', class: 'wide', on: { click: actions.home } }, t('home')))),
	];
}

export function TableView(state, actions, t) {
	const { session, game, editing } = state;
	if (state.connection.state in NO_WAY_BACK) {
		return unavailable(state, actions, t);
	}
	if (!session) {
		return placeholder(state, actions, t);
	}
	return [
		top(state, actions, t),
		h('main', { key: 'table', class: `table-view ${session.sync} ${editing ? 'editing' : ''}`, 'data-version': session.version },
			state.moment === null ? suggestion(state, actions, t) : state.Review.ReviewSays(state, t),
			state.Table && h('section', {
				key: 'field', class: 'field', role: 'group', 'aria-label': t('table'), 'data-means': session.version, 'data-soft': '', on: { keydown: actions.steer },
			},
				state.Table(state.drawn, actions)),
			isOver(session) ? state.Ending?.(state, actions, t) : session.status === 'playing' && state.moment === null && !state.hides && (game.listed?.(session) ?? true) && moves(state, actions, t)),
		Pad(state, actions, t),
		questions(state, actions, t),
		connectionLost(state, actions, t),
		state.Review?.ReviewDock(state, actions, t),
		state.line ? state.LineBar(state, actions, t) : state.moment === null ? thumb(state, actions, t) : state.Review.ReviewBar(state, actions, t),
	];
}
