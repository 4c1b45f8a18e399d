// A simulated player at a simulated table, with a camera above it and the daemon as assistant. The player follows
// the suggestions of the daemon, or sometimes deviates; the camera may miss a move. After every
// snapshot the daemon's whole response is compared with the true table.

import assert from 'node:assert/strict';
import {
	copy, deal, foundationCodes, isTurning, keyOf, legal, lineOf, look, play, PRESETS, revealedBy, won,
} from './klondike.mjs';
import { pick, randomFrom } from './random.mjs';
import { assertTruth } from './truth.mjs';

// The longest game that was ever seen here had some 500; one that is still going on here never ends.
const ENDLESS = 3000;

/**
 * How one game is to be played. `deviation`: how often the player does something else than was
 * suggested; `missing`: how often the camera misses his move; `form`: "line", "fronts" or "runs"
 * (which shows the stock, too); `foundations`: whether the camera sees them (the original program's does not);
 * `shared`: others ask for advice at this table, so that the newest suggestion may be one that the player never saw.
 */
const STRICT = {
	preset: 'syvkabale', rules: {}, strategy: 'heuristic', deviation: 0, missing: 0, form: 'fronts', foundations: true, shared: false,
};

const AGAIN = 4; // more pictures of a table that one alone did not make clear

export class Player {
	/** `link` carries requests: {create(fields), post(id, kind, body)}, each giving the session. */
	constructor(link, seed, how) {
		Object.assign(this, { ...STRICT, ...how, link });
		this.random = randomFrom(seed);
		this.table = deal({ ...PRESETS[this.preset], ...this.rules }, this.random);
		this.counts = { snapshots: 0, deviations: 0, missed: 0, reported: 0, looks: 0 };
	}

	/** Plays to the end; gives the last session. */
	async play() {
		const { id } = await this.link.create({
			game: 'klondike', preset: this.preset, rules: this.rules, strategy: this.strategy,
		});
		this.id = id;
		await this.#show();
		assert.equal(this.session.observed.explanation, 'first');
		while (this.session.status === 'playing' && this.session.suggestion !== null) {
			assert.ok(this.counts.snapshots < ENDLESS, `game ${id} never ends`);
			await this.#turn();
		}
		return this.session;
	}

	async #turn() {
		const before = copy(this.table);
		const first = this.#do(this.#choose());
		const moves = [first];
		if (this.random() < this.missing && !won(this.table)) {
			this.#missOne(before, moves);
		}
		const version = this.session.version;
		if (this.#picture(this.table) === this.#picture(before)) {
			await this.#report(moves);
		} else {
			await this.#show();
			if (this.session.asks?.question === undefined) {
				await this.#answerQuestion(moves);
			} else {
				await this.#chooseExplanation();
			}
		}
		assert.ok(this.session.version > version, 'an accepted change did not count');
		assertTruth(this.session, this.table, { missed: this.missing > 0 });
	}

	#choose() {
		const { suggestion } = this.session;
		if (this.random() < this.deviation) {
			const other = legal(this.table).filter((move) => keyOf(move) !== keyOf(suggestion));
			if (other.length > 0) {
				this.counts.deviations++;
				return pick(other, this.random);
			}
		}
		return suggestion;
	}

	/** Makes a move; gives it with the card that it turned up. */
	#do(move) {
		const before = copy(this.table);
		play(this.table, move, this.random);
		return { move, revealed: revealedBy(before, this.table, move) };
	}

	/**
	 * A second move before the next snapshot, where a camera can still identify both: each move
	 * must be seen without the player's help, and every card that was turned up must be seen in the end.
	 */
	#missOne(before, moves) {
		const alone = copy(this.table);
		// Turned cards look alike however many were turned: only other moves can be distinguished later.
		const others = legal(this.table).filter((move) => !isTurning(move));
		if (isTurning(moves[0].move) || others.length === 0) {
			return;
		}
		const second = this.#do(pick(others, this.random));
		const pictures = new Set([before, alone, this.table].map((table) => this.#picture(table)));
		const seen = this.#picture(this.table);
		const hidden = [...moves, second].some(({ revealed }) => revealed && !seen.includes(revealed));
		if (hidden || pictures.size < 3) {
			this.table = alone;
			return;
		}
		moves.push(second);
		this.counts.missed++;
	}

	#picture(table) {
		return JSON.stringify(this.#look(table));
	}

	#look(table) {
		const all = this.form === 'runs';
		return look(table, { foundations: this.foundations, runs: all, stock: all });
	}

	async #show() {
		const seen = this.#look(this.table);
		if (this.table.rules.stock_known && this.session === undefined) {
			seen.stock = this.table.pile;
		}
		this.counts.snapshots++;
		const suggested = this.session?.suggestion;
		const picture = this.form === 'line' ? lineOf(seen) : seen;
		this.session = await this.link.post(this.id, 'snapshots', picture);
		for (let again = 0; again < AGAIN && this.session.observed.explanation === 'look_again'; again++) {
			this.session = await this.link.post(this.id, 'snapshots', picture);
		}
		if (suggested === undefined) {
			assertTruth(this.session, this.table);
		}
		this.suggested = suggested;
	}

	/** With a perfect camera one move is never in doubt; two at once may be: then the player reports them. */
	async #answerQuestion(moves) {
		const { explanation, moves: found } = this.session.observed;
		if (explanation === 'look_again') {
			this.counts.looks++;
			await this.#report(moves);
			return;
		}
		if (moves.length === 1) {
			const followed = keyOf(moves[0].move) === keyOf(this.suggested);
			const wanted = this.shared ? ['suggested_move', 'other_move'] : [followed ? 'suggested_move' : 'other_move'];
			assert.ok(wanted.includes(explanation), `${explanation}, not ${wanted}: ${JSON.stringify(this.session)}`);
			assert.deepEqual(found.map(keyOf), [keyOf(moves[0].move)]);
		}
	}

	/** No snapshot decides which of several explanations is true; the player knows. */
	async #chooseExplanation() {
		const { pile, turned, shuffles } = this.table;
		const isTrue = {
			left: (left) => left === pile.length - turned,
			removed: (removed) => removed === 24 - pile.length,
			shuffles: (left) => [shuffles, -1].includes(left),
			foundations: (fronts) => Object.values(fronts).join() === Object.values(foundationCodes(this.table)).join(),
			waste: (cards) => cards.length === turned && cards.every((card, place) => card === null || card === pile[place]),
		};
		const { correction } = this.session.asks.answers.find(({ means }) =>
			Object.entries(isTrue).every(([name, holds]) => means[name] === undefined || holds(means[name])));
		this.session = await this.link.post(this.id, 'corrections', correction);
	}

	/** Moves that no camera saw. */
	async #report(moves) {
		for (const { move, revealed } of moves) {
			const { type, from, to, cut } = move;
			this.counts.reported++;
			this.session = await this.link.post(this.id, 'moves', { type, from, to, cut, revealed });
		}
	}
}

/**
 * A link to a daemon by `send(method, path, body)`, which gives the answer's session; `budget`: milliseconds for
 * a search. Snapshots are typed by a person unless `camera` is set: their cards are certain.
 */
export const linkBy = (send, { budget = 0, camera = false } = {}) => ({
	create: (fields) => send('POST', '/v1/sessions', fields),
	post: (id, kind, body) => {
		const typed = kind === 'snapshots' && !camera ? '&typed=true' : '';
		return send('POST', `/v1/sessions/${id}/${kind}?budget_ms=${budget}${typed}`, body);
	},
});

