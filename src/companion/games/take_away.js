// Take-away on the companion page: what taps mean, and the standing. klondike.js describes a game's module.

import { hidesAdvice, isPractice } from '../state.js';
import { figure, translatorOf } from '../texts.js';

const MAX_GROUPS = 64;
export const MAX_CARDS = 1e9;

export const moveKey = ({ group, count }) => `${group}-${count}`;
export const moveBody = ({ group, count }) => ({ kind: 'take', group, count });
export const number = (count, language) => figure(count, language);

// ---- A new table ------------------------------------------------------------------------------------

export const presetTitle = (name, language) => translatorOf('take_away', language)(`preset_${name}`) || name;
export const choiceTitle = (name, language) => translatorOf('take_away', language)(`choice_${name}`) || name;

/** The groups themselves are entered at the table, but at one without cards. There the computer is the other side. */
export const formOptions = (rules, deals) => (deals ? ['first', 'last_card', 'groups', 'limits'] : ['opponent', 'first', 'last_card', 'limits']);
export function wantedRules({ groups, ...rules } = {}, deals = false) {
	return deals ? { ...rules, ...(groups ? { groups } : {}), opponent: 'computer' } : rules;
}
export const dealsText = (language) => translatorOf('take_away', language)('program_deals');

// ---- Words ------------------------------------------------------------------------------------------

export const corrects = false;
export const curve = false; // the player to move changes with every point

export const value = (worth, language) => translatorOf('take_away', language)(worth > 0 ? 'wins' : 'loses');
export const reasons = (move, language) => move.reasons.map((reason) => translatorOf('take_away', language)(`reason_${reason}`)).filter(Boolean);
export const shortName = ({ group, count }, language) => translatorOf('take_away', language)('short', number(count, language), group + 1);

const isOther = ({ table, rules }) => table.turn === 'advisor' && rules.opponent === 'person';
const mover = ({ table, rules }) => (table.turn === 'user' ? 'you' : rules.opponent);

export const turn = (session, language) => translatorOf('take_away', language)(`turn_${mover(session)}`);

/** The winner with best play. */
export const standing = ({ table, advice }, language) => translatorOf('take_away', language)(
	(advice?.value > 0) === (table.turn === 'user') ? 'you_win' : 'you_lose');

/** Text of the main button for another player's move; null for the own one. */
export const mainText = ({ table, rules }, language) =>
	(table.turn === 'user' ? null : translatorOf('take_away', language)(`main_${rules.opponent}`));

/** The computer's last move at a table without cards, where nothing else shows it; undefined: the player's own was later. */
export const reply = (session) => (isPractice(session) && session.observed?.explanation === 'other_move' ? session.observed.moves[0] : undefined);

/** True while only the computer, which begins, has moved. */
export const isUnmoved = (session) => session.version === 1 && reply(session) !== undefined;

// ---- Moves ------------------------------------------------------------------------------------------

export const mostOf = ({ groups, limits }, group) => Math.min(groups[group], limits[group]);

/** A legal move that is not in the session's list, which is bounded. */
function unlisted(table, chosen, language) {
	const [group, count] = chosen.split('-').map(Number);
	if (!(count >= 1 && count <= mostOf(table, group))) {
		return null;
	}
	const instruction = translatorOf('take_away', language)(count === 1 ? 'take_one' : 'take', number(count, language), group + 1);
	return { kind: 'take', group, count, value: null, low: null, high: null, reasons: [], held_back: null, instruction };
}

/** The move of another person is entered, never suggested. */
export function shown(session, chosen, language) {
	if (chosen === null) {
		return isOther(session) ? null : session.suggestion;
	}
	return session.moves.find((move) => moveKey(move) === chosen) ?? unlisted(session.table, chosen, language) ?? session.suggestion;
}

// ---- The first groups -------------------------------------------------------------------------------

const DEFAULT_GROUPS = [3, 4, 5];

/** The groups being entered: by default one per given limit. */
export const entered = ({ rules }, { groups }) => groups
	?? (rules.limits.length > 0 ? rules.limits.map((limit) => Math.min(limit + 1, MAX_CARDS)) : DEFAULT_GROUPS);

const isCount = (count) => Number.isInteger(count) && count >= 1 && count <= MAX_CARDS;

export const entry = {
	about: (language) => translatorOf('take_away', language)('enter'),
	/** The first group without a valid count, or undefined. */
	next: (session, all) => {
		const place = entered(session, all).findIndex((count) => !isCount(count));
		return place < 0 ? undefined : place;
	},
	snapshot: (session, all) => ({ groups: entered(session, all) }),
};

const EDITS = {
	count: (groups, { position, value: count }) => groups.with(position, count),
	more: (groups) => (groups.length < MAX_GROUPS ? [...groups, groups.at(-1)] : groups),
	without: (groups, { position }) => groups.filter((_, place) => place !== position),
};

// ---- Taps -------------------------------------------------------------------------------------------

const within = (count, most) => Math.min(most, Math.max(1, Number.isFinite(count) ? Math.round(count) : 1));

function choose({ session }, position, count) {
	const most = mostOf(session.table, position);
	return most === 0 ? {} : { set: { chosen: moveKey({ group: position, count: within(count, most) }), focus: { position, index: 0 } } };
}

/** Selects a group with its best move; a second tap deselects it. */
function pick(state, position) {
	const { session, chosen } = state;
	if (chosen?.startsWith(`${position}-`)) {
		return { set: { chosen: null } };
	}
	const best = isOther(session) || hidesAdvice(state) ? null : session.moves.find(({ group }) => group === position);
	return choose(state, position, best?.count ?? 1);
}

export function press(state, spotted) {
	const { session, entry: all } = state;
	const { part, position } = spotted;
	if (session.status === 'waiting') {
		return part in EDITS ? { set: { entry: { groups: EDITS[part](entered(session, all), spotted) } } } : {};
	}
	if (session.status !== 'playing') {
		return {};
	}
	return part === 'take' ? choose(state, position, spotted.value) : pick(state, position);
}

/** An arrow key moves the focus to the next group with cards. */
export function steer({ session: { table }, focus }, key) {
	const step = key === 'ArrowLeft' || key === 'ArrowUp' ? -1 : 1;
	let position = focus.position + step;
	while (table.groups[position] === 0) {
		position += step;
	}
	return position in table.groups ? { position, index: 0 } : focus;
}

// ---- Cards are never entered ------------------------------------------------------------------------

export const placeName = (position, language) => translatorOf('take_away', language)('group', position + 1);
export const reveals = () => false;
export const unseenCards = () => [];
export const possibleRevealed = () => [];
export const possibleCards = () => [];
export const current = () => null;
export const countTitle = () => '';
