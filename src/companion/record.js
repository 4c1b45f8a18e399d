// The games that were finished on this phone: streaks and best times, by game and variant.

import { effectiveEvents } from './decisive_move.js';

const KEY = 'makker-games';
const MAX_GAMES = 500;
const MAX_PAUSE_S = 300; // a longer pause between two moves counts as this one

/** The finished games, the oldest first: {id, game, preset, status, assisted, moves, seconds, choices}; see recordChoices(). */
export function recordedGames() {
	try {
		const kept = JSON.parse(localStorage.getItem(KEY));
		return Array.isArray(kept) ? kept.filter((one) => one && typeof one.id === 'string' && typeof one.moves === 'number') : [];
	} catch {
		return [];
	}
}

function keep(all) {
	try {
		localStorage.setItem(KEY, JSON.stringify(all));
	} catch { /* not stored: a private window */ }
}

/** How long the moves took, without long pauses. */
function secondsOf(events) {
	const times = events.map(({ at }) => Date.parse(at) / 1000).filter(Number.isFinite);
	return Math.round(times.slice(1).reduce((sum, time, place) => sum + Math.min(MAX_PAUSE_S, Math.max(0, time - times[place])), 0));
}

/** Notes a finished game, once a table: what was taken back and ended otherwise counts as it ended last. Returns it. */
export function recordGame({ id, game, preset, status, assisted }, history) {
	const events = effectiveEvents(history);
	const moves = events.reduce((sum, one) => sum + (one.moves?.length ?? 0), 0);
	const before = recordedGames();
	const known = before.findIndex((one) => one.id === id);
	const finished = { id, game, preset: preset ?? null, status, assisted: assisted === true, moves, seconds: secondsOf(events), choices: before[known]?.choices };
	keep(known >= 0 ? before.map((one, place) => (place === known ? finished : one)) : [...before, finished].slice(-MAX_GAMES));
	return finished;
}

/** Notes what the review of a finished game says of its choices (choicesOf() in choices.js); null: it has no review. */
export function recordChoices(id, choices) {
	const before = recordedGames();
	if (before.some((one) => one.id === id)) {
		keep(before.map((one) => (one.id === id ? { ...one, choices } : one)));
	}
}

const least = (list) => (list.length > 0 ? Math.min(...list) : null);

/** {played, won, streak, longest, fastest, shortest} of these games, in their order. A win with help sets no record. */
export function summaryOf(games) {
	const won = games.filter(({ status }) => status === 'won');
	let streak = 0;
	let longest = 0;
	for (const { status } of games) {
		streak = status === 'won' ? streak + 1 : 0;
		longest = Math.max(longest, streak);
	}
	const alone = won.filter(({ assisted }) => !assisted);
	return {
		played: games.length, won: won.length, streak, longest,
		fastest: least(alone.map(({ seconds }) => seconds)), shortest: least(alone.map(({ moves }) => moves)),
	};
}

/** The games of one variant. */
export const sameVariant = ({ game, preset }) => (one) => one.game === game && (one.preset ?? null) === (preset ?? null);

/** "1:05:09", "4:07". */
export function clock(seconds) {
	const [hours, minutes, rest] = [Math.floor(seconds / 3600), Math.floor(seconds / 60) % 60, seconds % 60];
	const two = (number) => String(number).padStart(2, '0');
	return hours > 0 ? `${hours}:${two(minutes)}:${two(rest)}` : `${minutes}:${two(rest)}`;
}
