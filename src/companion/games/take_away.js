// Take-away for the companion page: what a tap means, and how the game stands. (klondike.js says what a game offers.)

import { translatorOf } from './take_away_messages.js';

const MAX_GROUPS = 64;
export const MAX_CARDS = 1e9;

export const moveKey = ({ group, count }) => `${group}-${count}`;
export const moveBody = ({ group, count }) => ({ kind: 'take', group, count });
export const number = (count, language) => new Intl.NumberFormat(language).format(count);

// ---- A new table ------------------------------------------------------------------------------------

export const presetTitle = (name, language) => translatorOf(language)(`preset_${name}`) || name;
export const choiceTitle = (name, language) => translatorOf(language)(`choice_${name}`) || name;

/** How many cards lie there is said at the table, where it is seen. */
export const formOptions = () => ['opponent', 'first', 'last_card', 'limits'];

// ---- Words ------------------------------------------------------------------------------------------

export const corrects = false;
export const curve = false; // who is to move changes with each of its points

export const value = (worth, language) => translatorOf(language)(worth > 0 ? 'wins' : 'loses');
export const reasons = (move, language) => move.reasons.map((reason) => translatorOf(language)(`reason_${reason}`)).filter(Boolean);
export const shortName = ({ group, count }, language) => translatorOf(language)('short', number(count, language), group + 1);

const isOther = ({ table, rules }) => table.turn === 'advisor' && rules.opponent === 'person';
const mover = ({ table, rules }) => (table.turn === 'user' ? 'you' : rules.opponent);

export const turn = (session, language) => translatorOf(language)(`turn_${mover(session)}`);

/** Who wins if both play well. */
export const standing = ({ table, advice }, language) => translatorOf(language)(
	(advice?.value > 0) === (table.turn === 'user') ? 'you_win' : 'you_lose');

/** What was done, of another's move: null for the player's own. */
export const mainText = ({ table, rules }, language) =>
	(table.turn === 'user' ? null : translatorOf(language)(`main_${rules.opponent}`));

// ---- Moves ------------------------------------------------------------------------------------------

export const mostOf = ({ groups, limits }, group) => Math.min(groups[group], limits[group]);

/** A move that is legal, but of so many that it was not listed. */
function unlisted(table, chosen, language) {
	const [group, count] = chosen.split('-').map(Number);
	if (!(count >= 1 && count <= mostOf(table, group))) {
		return null;
	}
	const instruction = translatorOf(language)(count === 1 ? 'take_one' : 'take', number(count, language), group + 1);
	return { kind: 'take', group, count, value: null, low: null, high: null, reasons: [], held_back: null, instruction };
}

/** What another person took is told, not guessed. */
export function shown(session, chosen, language) {
	if (chosen === null) {
		return isOther(session) ? null : session.suggestion;
	}
	return session.moves.find((move) => moveKey(move) === chosen) ?? unlisted(session.table, chosen, language) ?? session.suggestion;
}

// ---- The groups at first ----------------------------------------------------------------------------

const DEFAULT_GROUPS = [3, 4, 5];

/** The groups as they are entered: where limits are given, one for each of them. */
export const entered = ({ rules }, { groups }) => groups
	?? (rules.limits.length > 0 ? rules.limits.map((limit) => Math.min(limit + 1, MAX_CARDS)) : DEFAULT_GROUPS);

const isCount = (count) => Number.isInteger(count) && count >= 1 && count <= MAX_CARDS;

export const entry = {
	about: (language) => translatorOf(language)('enter'),
	/** The first group without a count that can be, or undefined. */
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

/** A group is chosen with the best move from it; a second tap lets go. */
function pick(state, position) {
	const { session, chosen } = state;
	if (chosen?.startsWith(`${position}-`)) {
		return { set: { chosen: null } };
	}
	const best = isOther(session) ? null : session.moves.find(({ group }) => group === position);
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

/** Where an arrow key leads: to the next group that has cards. */
export function steer({ session: { table }, focus }, key) {
	const step = key === 'ArrowLeft' || key === 'ArrowUp' ? -1 : 1;
	let position = focus.position + step;
	while (table.groups[position] === 0) {
		position += step;
	}
	return position in table.groups ? { position, index: 0 } : focus;
}

// ---- Cards: none is ever asked for ------------------------------------------------------------------

export const placeName = (position, language) => translatorOf(language)('group', position + 1);
export const reveals = () => false;
export const unseenCards = () => [];
export const possibleRevealed = () => [];
export const possibleCards = () => [];
export const current = () => null;
export const countTitle = () => '';
