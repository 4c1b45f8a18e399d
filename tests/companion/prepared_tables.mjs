// Tables in a state that is worth a look: in the middle of a game, one move from the end, a deal of Doppelkopf.

import assert from 'node:assert/strict';
import { Player } from '../service/player.mjs';

const GAME = 8; // a seed
const SNAPSHOTS = 30; // after which the table is worth a picture, when a card is to be moved
const COLUMN_TO_COLUMN = 3;

class Enough extends Error {}

/** A session of Klondike in the middle of a game, with the chances of all moves. */
export async function middleGame(api, fields) {
	let id;
	let count = 0;
	const link = {
		create: async (how) => {
			const session = await api.create({ ...how, ...fields });
			({ id } = session);
			return session;
		},
		post: async (_, kind, body) => {
			count += 1;
			const session = (await api.post(`/v1/sessions/${id}/${kind}`, body)).body;
			if (count > SNAPSHOTS && session.suggestion?.type === COLUMN_TO_COLUMN) {
				throw new Enough();
			}
			return session;
		},
	};
	await new Player(link, GAME, {}).play().catch((error) => {
		if (!(error instanceof Enough)) {
			throw error;
		}
	});
	await api.patch(id, { strategy: 'search' });
	await api.get(`/v1/sessions/${id}/advice?budget_ms=1500`);
	return id;
}

/** A table that one move wins: of the cards in the columns one is face down, and it is under the two of clubs. */
const WASTE = [...'3456789'].map((rank) => `${rank}C`).concat('0C', 'JC', 'QC', 'KC');
const ALMOST = {
	columns: [{ unseen: 0, cards: ['KS', 'QH'] }, ...Array.from({ length: 5 }, () => ({ unseen: 0, cards: [] })), { unseen: 1, cards: ['2C'] }],
	foundations: { C: 'AC', D: 'KD', H: 'JH', S: 'QS' },
	draw_pile: { cards: WASTE, left: 0, shuffles: 1, removed: 24 - WASTE.length, known_order: [] },
};

export async function almostWon(api) {
	const { id } = await api.begun({ language: 'en', name: 'Kitchen' });
	const { status, body } = await api.post(`/v1/sessions/${id}/corrections`, { table: ALMOST });
	assert.equal(status, 200, JSON.stringify(body));
	return id;
}

/** The move that wins it. */
export const win = (api, id) => api.move(id, { type: 1, from: 6, to: 7, cut: 1, revealed: 'KH' });

/** The members of a listed move that POST …/moves takes. */
const NAMES = ['kind', 'from', 'to', 'card', 'cut', 'count', 'group', 'column', 'combo', 'seat', 'reservation', 'announce', 'shift', 'return', 'take', 'start'];
const wished = (move) => Object.fromEntries(Object.entries(move).filter(([name]) => NAMES.includes(name)));

/** The strategies without search: their lists do not depend on the progress of a search. */
const INSTANT = { klondike: 'heuristic', 'take-away': 'theory', doppelkopf: 'tricks', 'ten-twenty-thirty': 'ordered', freecell: 'heuristic' };

/**
 * A practice game played to its end by the best listed moves, but for one in `every`, which is the last listed one: the
 * same game for the same seed. Gives the session after that, or after `most` moves.
 */
export async function careless(api, fields, { most = 400, every = 9 } = {}) {
	let session = await api.create({ cards: 'program', seed: 3, language: 'en', strategy: INSTANT[fields.game], ...fields });
	const { id } = session;
	for (let made = 0; made < most && session.status === 'playing';) {
		if (session.moves.length === 0) {
			({ body: session } = await api.session(id, `?after=${session.version}&wait_s=5`));
			continue;
		}
		made += 1;
		const move = made % every === 0 ? session.moves.at(-1) : session.moves[0];
		const { status, body, text } = await api.post(`/v1/sessions/${id}/moves?budget_ms=0`, wished(move));
		assert.equal(status, 200, text);
		session = body;
	}
	return session;
}
