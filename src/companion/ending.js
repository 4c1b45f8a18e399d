// The end of a game: moves and time, the streak, what is best so far; a picture of it to share; then the curve and the decisive move.

import { choicesOf } from './choices.js';
import { h } from './dom.js';
import { Review } from './history.js';
import { clock, recordChoices, recordGame, recordedGames, sameVariant, summaryOf } from './record.js';
import { reviewOf } from './review_view.js';
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

const PICTURE = 1080;

/** The result as a picture. */
function draw(lines) {
	const canvas = Object.assign(document.createElement('canvas'), { width: PICTURE, height: PICTURE });
	const brush = canvas.getContext('2d');
	brush.fillStyle = '#2c5a4c';
	brush.fillRect(0, 0, PICTURE, PICTURE);
	['♠', '♥', '♣', '♦'].forEach((suit, place) => {
		brush.fillStyle = '#fffdf8';
		brush.beginPath();
		brush.roundRect(150 + 200 * place, 130, 180, 252, 18);
		brush.fill();
		brush.fillStyle = place % 2 ? '#c4122f' : '#17191f';
		brush.font = '150px system-ui, sans-serif';
		brush.textAlign = 'center';
		brush.fillText(suit, 240 + 200 * place, 310);
	});
	lines.forEach((line, place) => {
		brush.fillStyle = place === 0 ? '#ffb829' : '#e4eee8';
		brush.font = `700 ${place === 0 ? 96 : 60}px system-ui, sans-serif`;
		brush.fillText(line, PICTURE / 2, 540 + 100 * place, PICTURE - 80);
	});
	return new Promise((resolve, reject) => { canvas.toBlob((blob) => (blob ? resolve(blob) : reject(new Error('no picture'))), 'image/png'); });
}

/** Shares the picture where files can be shared, otherwise it is downloaded. */
export async function shareResult(lines) {
	const blob = await draw(lines);
	const file = new File([blob], 'makker.png', { type: 'image/png' });
	if (navigator.canShare?.({ files: [file] })) {
		await navigator.share({ files: [file] }).catch((error) => {
			if (error.name !== 'AbortError') { // the player has changed their mind
				throw error;
			}
		});
		return;
	}
	const address = URL.createObjectURL(blob);
	Object.assign(document.createElement('a'), { href: address, download: file.name }).click();
	setTimeout(() => URL.revokeObjectURL(address), 10_000);
}

function result(state, actions, t) {
	const { session, history } = state;
	const { game, others, summary } = standing({ session, history });
	const figures = t(game.moves === 1 ? 'one_move_and_time' : 'moves_and_time', game.moves, clock(game.seconds));
	const best = game.status === 'won' && !game.assisted ? praise({ game, others, summary }, t) : [];
	const title = [session.name, t(`status_${session.status}`)].filter(Boolean).join(': ');
	return h('section', { key: 'result', class: 'result' },
		h('p', { class: 'figure' }, figures),
		session.assisted && h('p', { class: 'muted assisted' }, t('assisted')),
		best.length > 0 && h('p', { class: 'praise' }, best.join(' · ')),
		h('p', { class: 'muted' }, t('won_of', summary.won, summary.played), summary.fastest !== null && ` · ${t('fastest', clock(summary.fastest))}`),
		h('div', { class: 'result-buttons' },
			h('button', { type: 'button', class: 'wide', on: { click: () => actions.shareResult([title, figures, ...best]) } }, t('share_result')),
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
