// A game that never ends: the stock is redealt repeatedly, reported move by move.

import assert from 'node:assert/strict';
import { copy, deal, isTurning, legal, look, play, PRESETS, revealedBy } from '../service/klondike.mjs';
import { randomFrom } from '../service/random.mjs';

const PRESET = 'klondike-1';

export class Endurance {
	constructor(api, seed) {
		this.api = api;
		this.random = randomFrom(seed);
		this.table = deal(PRESETS[PRESET], this.random);
		this.past = [];
	}

	/** The session behind the first snapshot. */
	async start() {
		this.id = (await this.api.create({ preset: PRESET })).id;
		return this.#reported(await this.api.snapshot(this.id, look(this.table)));
	}

	/** The session one version later. `api`: at another daemon. */
	async go(api = this.api) {
		const move = legal(this.table).find(isTurning);
		this.past.push(copy(this.table));
		play(this.table, move, this.random);
		const { type, from, to, cut } = move;
		return this.#reported(await api.move(this.id,
			{ type, from, to, cut, revealed: revealedBy(this.past.at(-1), this.table, move) }));
	}

	/** Likewise; the last move is taken back. */
	async undo(api = this.api) {
		this.table = this.past.pop();
		return this.#reported(await api.undo(this.id, { steps: 1 }));
	}

	#reported({ status, text, body }) {
		assert.ok(status < 300, `${status} ${text}`);
		return body;
	}
}
