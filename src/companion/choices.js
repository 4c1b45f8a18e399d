// What the player's choices cost: the reviews of the games that were finished on this phone, added up by kinds of mistakes.

import { requestWhenFree } from './request.js';
import { recordChoices, recordedGames } from './record.js';

/** So many of the last games count. */
export const MAX_GAMES = 100;
const POLL_MS = 1000;
const CERTAIN = 1.96; // 95 % of a normal distribution are within so many standard errors
const GONE = [401, 403, 404, 409, 422]; // the game has no review, or not for this phone

/** The part of a finished review that is kept: {unit, choice, kinds: {name: choice}}; null where no decision has a value. */
export const choicesOf = ({ unit, sums }) => (sums.decisions === 0 ? null
	: { unit, choice: sums.choice, kinds: Object.fromEntries(sums.kinds.map(({ kind, choice }) => [kind, choice])) });

/** The mean of these numbers, and half of its 95 % interval; null of a single one. */
function meanOf(values) {
	const mean = values.reduce((sum, value) => sum + value, 0) / values.length;
	const squares = values.reduce((sum, value) => sum + (value - mean) ** 2, 0);
	return { mean, margin: values.length > 1 ? CERTAIN * Math.sqrt(squares / (values.length - 1) / values.length) : null };
}

/** {games, unit, mean, margin, kinds: [{kind, mean, margin}]} of the last games of those, the dearest kind first; null: none was reviewed. */
export function summaryOfChoices(games) {
	const reviewed = games.map(({ choices }) => choices).filter(Boolean).slice(-MAX_GAMES);
	if (reviewed.length === 0) {
		return null;
	}
	const names = [...new Set(reviewed.flatMap(({ kinds }) => Object.keys(kinds)))];
	const kinds = names.map((kind) => ({ kind, ...meanOf(reviewed.map((one) => one.kinds[kind] ?? 0)) }));
	return {
		games: reviewed.length, unit: reviewed.at(-1).unit, ...meanOf(reviewed.map(({ choice }) => choice)),
		kinds: kinds.sort((one, other) => one.mean - other.mean),
	};
}

/** The games among the last ones whose review this phone has not read. */
export const unreviewed = (games) => games.slice(-MAX_GAMES).filter(({ choices }) => choices === undefined);

/** The finished review of a game's last table; null: it has none. */
async function readSums(id) {
	for (;;) {
		try {
			const review = await requestWhenFree(`/v1/sessions/${id}/review?limit=1`);
			if (review.status === 'finished') {
				return choicesOf(review);
			}
		} catch (error) {
			if (GONE.includes(error.status)) {
				return null;
			}
			throw error;
		}
		await new Promise((resolve) => { setTimeout(resolve, POLL_MS); });
	}
}

export function createChoices({ store, showError }) {
	return {
		/** Reviews those that were not, one after another; `unreviewed` of the state is how many are left. */
		async reviewGames() {
			const games = unreviewed(recordedGames());
			try {
				for (const [place, { id }] of games.entries()) {
					store.set({ unreviewed: games.length - place });
					recordChoices(id, await readSums(id));
				}
			} catch (error) {
				showError(error);
			}
			store.set({ unreviewed: 0 });
		},
	};
}
