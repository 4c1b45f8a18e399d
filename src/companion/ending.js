// The end of a game: moves and time, the streak, what is best so far, which can be shared as a picture; then the curve and the decisive move.

import { choicesOf } from './choices.js';
import { h } from './dom.js';
import { Review } from './history.js';
import { clock, recordChoices, recordGame, recordedGames, sameVariant, summaryOf } from './record.js';
import { reviewOf, sharedSums } from './review_view.js';
import { isPractice } from './state.js';

const NONE = { game: null, others: [] };
let noted = { history: null, ...NONE };

/** The finished game and the earlier ones of its variant; noted when its history is there. */
function standing({ session, history }) {
	if (noted.history !== history) {
		const game = recordGame(session, history);
		const same = recordedGames().filter(sameVariant(game));
		noted = { history, game, others: same.filter(({ id }) => id !== game.id), summary: summaryOf(same) };
	}
	return noted;
}

/** Remarks about a won game: its streak, and the records that it sets. */
function praise({ game, others, summary }, t) {
	const before = summaryOf(others);
	return [
		summary.streak > 1 && t('wins_in_a_row', summary.streak),
		before.fastest !== null && game.seconds < before.fastest && t('best_time'),
		before.shortest !== null && game.moves < before.shortest && t('fewest_moves'),
	].filter(Boolean);
}

const HEADLINES = { won: 'picture_won', lost: 'picture_lost', drawn: 'picture_drawn', stopped: 'picture_stopped' };

function result(state, actions, t) {
	const { session, history } = state;
	const { game, others, summary } = standing({ session, history });
	const figures = t(game.moves === 1 ? 'one_move_and_time' : 'moves_and_time', game.moves, clock(game.seconds));
	const best = game.status === 'won' && !game.assisted ? praise({ game, others, summary }, t) : [];
	const notes = [sharedSums(state, t), session.assisted && t('assisted')].filter(Boolean);
	const picture = { session, module: state.game, headline: HEADLINES[session.status], figures, remarks: best, notes };
	return h('section', { key: 'result', class: 'result' },
		h('p', { class: 'figure' }, figures),
		session.assisted && h('p', { class: 'muted assisted' }, t('assisted')),
		best.length > 0 && h('p', { class: 'praise' }, best.join(' · ')),
		h('p', { class: 'muted' }, t('won_of', summary.won, summary.played), summary.fastest !== null && ` · ${t('fastest', clock(summary.fastest))}`),
		h('div', { class: 'result-buttons' },
			h('button', { type: 'button', class: 'wide', on: { click: () => actions.shareResult(picture) } }, t('share_result')),
			isPractice(session) && state.creates && h('button', { key: 'same', type: 'button', class: 'wide', on: { click: actions.sameCards } }, t('same_cards')),
			state.installable && h('button', { key: 'install', type: 'button', class: 'wide', on: { click: actions.install } }, t('install'))));
}

let reviewed = null; // whose choices were noted last

/** For the statistics of many games. */
function noteChoices(state) {
	const review = reviewOf(state);
	if (review?.status === 'finished' && review !== reviewed) {
		reviewed = review;
		recordChoices(state.session.id, choicesOf(review));
	}
}

/** Below the table of a finished game. */
export function Ending(state, actions, t) {
	if (!state.history) {
		return null;
	}
	const shown = result(state, actions, t);
	noteChoices(state);
	return h('section', { key: 'ending', class: 'ending panel', 'aria-label': t('history') }, shown, Review(state, actions, t));
}
