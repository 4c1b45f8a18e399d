// Ambiguous snapshots of a table of Klondike: all explanations are kept, also over kill -9, until a later
// snapshot or an answer decides. Snapshots show the fronts of the draw pile and of the columns, as the original program's.

import assert from 'node:assert/strict';
import { after, describe, test } from 'node:test';
import { Api, assertProblem, gameOf, SEED_LINE } from './api.mjs';
import { startDaemon, temporaryStore } from './daemon.mjs';

const daemon = await startDaemon(after, { store: temporaryStore(after) });
const api = new Api(daemon);

const COLUMNS = ['5S', '5H', 'QC', '7H', '8D', '9D', '9C'];
const lineOf = (front, columns = COLUMNS) => `${front},UU,UU,UU,UU,${columns}`;
const SAME = lineOf('KS');

/** The columns as they were dealt, and a draw pile of which all cards are turned up; 52 cards in all. */
const PILE = ['QH', 'KH', 'KD', 'KS'];
const worn = (cards) => ({
	columns: COLUMNS.map((card, unseen) => ({ unseen, cards: [card] })),
	foundations: { C: `${'XA234567890JQK'[9 - cards]}C`, D: '7D', H: '4H', S: '4S' },
	draw_pile: { cards: PILE.slice(-cards), left: 0 },
});

/** A session with a table that was entered. */
async function at(cards, fields) {
	const { id } = await api.create(fields);
	const { body } = await api.correct(id, { table: worn(cards) });
	assert.equal(body.sync, 'in_sync');
	return id;
}

const accepted = ({ status, body, text }) => {
	assert.equal(status, 200, text);
	return body;
};
const line = async (id, text, query) => accepted(await api.line(id, text, { query }));
const done = (id, text) => line(id, text, '?done=true');
const frame = async (id, number, more) => accepted(await api.snapshot(id, {
	draw_pile: 'KS', columns: COLUMNS, camera: 'above', frame: number, ...more }));

/** Of a table the counts that no picture of the fronts shows. */
const countsOf = ({ table: { draw_pile: { left, removed, shuffles } } }) => ({ left, removed, shuffles });

async function restart() {
	await daemon.kill();
	await daemon.restart();
}

/**
 * `open` creates one and returns the response of the daemon. `truths`: the possible events, their counts,
 * and the picture that shows it, where one can.
 */
const KEPT = [
	{
		name: 'the same card of three after a shuffle',
		open: async () => done(await at(3), SAME),
		code: 'same_card',
		truths: [
			{ name: 'it was shuffled', counts: { left: 2, removed: 21, shuffles: 2 }, later: (id) => line(id, `${SAME},BACK`) },
			{ name: 'nothing was done', counts: { left: 0, removed: 21, shuffles: 3 }, later: (id) => line(id, `${SAME},XX`) },
		],
	},
	{
		name: 'one draw or two, where a picture is missing',
		open: async () => {
			const { id } = await api.create();
			await frame(id, 1);
			return frame(id, 3, { draw_pile: '2D' });
		},
		code: null, // the player can do the same in both cases
		truths: [
			{
				name: 'two', counts: { left: 21, removed: 0, shuffles: 3 },
				later: (id) => frame(id, 4, { draw_pile: ['KS', 'UU', '2D'] }),
			},
			{ name: 'one', counts: { left: 22, removed: 0, shuffles: 3 }, later: (id) => frame(id, 4, { draw_pile: ['KS', '2D'] }) },
		],
	},
	{
		name: 'the last three cards, turned over by threes',
		open: async () => done(await at(3, { preset: 'klondike-3', rules: { shuffles: 3 } }), SAME),
		code: 'same_card',
		truths: [
			{ name: 'they were turned over', counts: { left: 0, removed: 21, shuffles: 2 } },
			{ name: 'nothing was done', counts: { left: 0, removed: 21, shuffles: 3 } },
		],
	},
	{
		name: 'four cards, mixed and turned by threes',
		open: async () => done(await at(4, {
			preset: 'klondike-3', rules: { shuffle_order: 'shuffled', shuffles: 3 } }), SAME),
		code: 'same_card',
		truths: [
			{ name: 'they were mixed', counts: { left: 1, removed: 20, shuffles: 2 }, later: (id) => line(id, `${SAME},BACK`) },
			{ name: 'nothing was done', counts: { left: 0, removed: 20, shuffles: 3 }, later: (id) => line(id, `${SAME},XX`) },
		],
	},
];

/** The answer that means these counts. */
const meaning = ({ answers }, counts) => answers.find(({ means }) =>
	Object.entries(counts).every(([name, value]) => means[name] === value));

/** The player's statement: an answer to the question, or the stock count if there is no question yet. */
const stated = (asks, counts) => (asks ? meaning(asks, counts).correction : { position: 11, left: counts.left });

for (const { name, open, code, truths } of KEPT) {
	describe(name, () => {
		test('keeps all explanations, and no table is certain', async () => {
			const { sync, asks, suggestion } = await open();
			assert.deepEqual([sync, asks?.code ?? null, asks?.answers.length ?? truths.length], ['looking', code, truths.length]);
			truths.forEach(({ counts }) => assert.ok(stated(asks, counts), JSON.stringify(asks)));
			assert.notEqual(suggestion, null, 'the game continues');
		});

		test('is the same after kill -9', async () => {
			const { id, version, sync, asks, table } = await open();
			await restart();
			const { body: found } = await api.session(id);
			assert.deepEqual([found.version, found.sync, found.asks, found.table], [version, sync, asks, table]);
		});

		for (const { name: truth, counts, later } of truths) {
			test(`is decided by one answer: ${truth}`, async () => {
				const { id, version, asks } = await open();
				await restart();
				const body = accepted(await api.correct(id, stated(asks, counts)));
				assert.deepEqual([body.version, body.sync, body.asks], [version + 1, 'in_sync', null]);
				assert.deepEqual(countsOf(body), counts);
				await restart();
				const { body: found } = await api.session(id);
				assert.deepEqual([found.sync, found.asks, gameOf(found).table], ['in_sync', null, body.table]);
			});

			test(`is decided by a later snapshot: ${truth}`, { skip: !later }, async () => {
				const { id } = await open();
				await restart();
				const body = await later(id);
				assert.deepEqual([body.sync, body.asks], ['in_sync', null]);
				assert.deepEqual(countsOf(body), counts);
				await restart();
				assert.deepEqual((await api.session(id)).body.table, body.table);
			});
		}
	});
}

test('the same card is no redeal without `done`, and a redeal of two cards with it', async () => {
	const likeliest = [];
	for (const cards of [2, 3, 4]) {
		const { table } = await line(await at(cards), SAME);
		likeliest.push(table.draw_pile.shuffles);
	}
	assert.deepEqual(likeliest, [3, 3, 3], 'without a word nothing was done');
	assert.equal((await done(await at(2), SAME)).asks.answers[0].means.shuffles, 2, 'with one it was shuffled');
});

test('later draws extend both explanations, and the table is the true one', async () => {
	const { id } = await done(await at(2), SAME);
	const drawn = await line(id, lineOf('KD'));
	assert.equal(drawn.table.draw_pile.cards.at(-1), 'KD');
	assert.deepEqual([drawn.sync, drawn.asks, drawn.table.draw_pile.shuffles], ['looking', null, 2], 'it was shuffled, before or now');
	const body = await line(id, `${lineOf('KD')},XX`);
	assert.deepEqual([body.sync, body.asks, body.table.draw_pile.cards], ['in_sync', null, ['KS', 'KD']]);
});

// ---- Nothing is accepted before it is clear ------------------------------------------------------

/** The eight of diamonds went to a nine, a card came up, and the eight of clubs was laid on it: which was it? */
const BEFORE_COVERED = 'KS,XC,XD,XH,XS,8C,5H,QC,7H,8D,9S,KD';
const COVERED = 'KS,XC,XD,XH,XS,XX,5H,QC,7H,8C,8D,KD';

async function covered() {
	const { id } = await api.create();
	await line(id, BEFORE_COVERED);
	const asked = await line(id, COVERED);
	assert.deepEqual([asked.sync, asked.version, asked.table.columns[4].cards], ['looking', 1, ['8D']]);
	return asked;
}

const asksFor = ({ observed }) => observed.asks.find(({ cards }) => cards.length > 0);

describe('a card that was turned up and covered between two snapshots', () => {
	test('is asked for, also when the snapshot is repeated after kill -9', async () => {
		const asked = await covered();
		assert.deepEqual([asksFor(asked).position, asksFor(asked).index, asksFor(asked).cards], [4, 1, ['9D', '9H']]);
		await restart();
		const { body: found } = await api.session(asked.id);
		assert.deepEqual([found.table, found.sync, found.observed.asks, found.message], [asked.table, 'looking', asked.observed.asks, asked.message]);
		const again = await line(asked.id, COVERED);
		assert.deepEqual([again.sync, asksFor(again)], ['looking', asksFor(asked)]);
	});

	for (const [place, card] of ['9D', '9H'].entries()) {
		test(`is decided by one answer after kill -9: ${card}`, async () => {
			const asked = await covered();
			await restart();
			const body = accepted(await api.correct(asked.id, asksFor(asked).answers[place].correction));
			assert.deepEqual([body.sync, body.table.columns[4]], ['in_sync', { unseen: 3, cards: [card, '8C'] }]);
			await restart();
			const { body: found } = await api.session(asked.id);
			assert.deepEqual([found.sync, found.table], ['in_sync', body.table]);
		});

		test(`is decided by a snapshot of the fanned cards: ${card}`, async () => {
			const { id } = await covered();
			const body = accepted(await api.snapshot(id, {
				draw_pile: 'KS', columns: ['XX', '5H', 'QC', '7H', [card, '8C'], '8D', 'KD'] }));
			assert.deepEqual([body.sync, body.table.columns[4]], ['in_sync', { unseen: 3, cards: [card, '8C'] }]);
		});
	}
});

describe('an unreadable slot that would have changed', () => {
	const MOVED = SEED_LINE.replace('8D', 'UU').replace('9C', '8D');
	const unreadable = {
		'the card that came up': { text: MOVED, position: 4, card: '4C', clear: MOVED.replace('UU,9D', '4C,9D') },
		'the waste': { text: lineOf('UU'), position: 11, card: '2D', clear: lineOf('2D') },
	};

	for (const [name, { text, position, card, clear }] of Object.entries(unreadable)) {
		const open = async () => {
			const { id } = await api.begun();
			const asked = await done(id, text);
			assert.deepEqual([asked.sync, asked.version, asked.observed.unreadable], ['looking', 1, [position]]);
			return asked;
		};
		const assertTrue = (body) => {
			assert.deepEqual([body.sync, body.version], ['in_sync', 2]);
			const pile = position === 11 ? body.table.draw_pile : body.table.columns[position];
			assert.equal(pile.cards.at(-1), card);
		};

		test(`${name} changes nothing, also after kill -9`, async () => {
			const { id, table } = await open();
			await restart();
			const { body: found } = await api.session(id);
			assert.deepEqual([found.table, found.sync, found.observed.unreadable], [table, 'looking', [position]]);
			assert.equal((await done(id, text)).sync, 'looking');
		});

		test(`${name} is resolved by the next snapshot`, async () => {
			const { id } = await open();
			assertTrue(await line(id, clear));
		});

		test(`${name} is resolved by one answer`, async () => {
			const { id } = await open();
			assertTrue(accepted(await api.correct(id, { position, card })));
		});
	}

	test('the player can state that the draw pile is unchanged', async () => {
		const { id } = await api.begun();
		const asked = await done(id, lineOf('UU'));
		const body = accepted(await api.correct(id, asksFor(asked).answers[0].correction));
		assert.deepEqual([body.sync, body.version, body.table.draw_pile.cards], ['in_sync', 1, ['KS']]);
	});
});

// ---- Moves that lead to the same table ----------------------------------------------------------

describe('a card of a foundation that is taken back and put up again', () => {
	const returning = () => at(2, { preset: 'klondike-1' });

	test('raises no question: the table is unchanged', async () => {
		const id = await returning();
		const before = (await api.session(id)).body;
		const first = await done(id, SAME);
		assert.deepEqual([first.sync, first.version], ['looking', before.version]);
		const second = await line(id, SAME);
		assert.deepEqual([second.sync, second.asks, second.version], ['in_sync', null, before.version]);
		assert.deepEqual(second.table, before.table);
	});

	test('raises no question if the snapshot of it is missing', async () => {
		const id = await returning();
		const before = await frame(id, 1);
		for (const number of [3, 4]) {
			const { asks, suggestion, table } = await frame(id, number);
			assert.deepEqual([asks, table], [null, before.table], 'the game continues, whatever else the missing snapshot may have shown');
			assert.notEqual(suggestion, null);
		}
	});

	test('is tracked where it is visible, and the foundation is unchanged', async () => {
		const id = await returning();
		const back = await line(id, lineOf('KS', ['4H', ...COLUMNS.slice(1)]));
		assert.deepEqual([back.sync, back.observed.moves[0].kind], ['in_sync', 'foundation_to_column']);
		assert.deepEqual([back.table.foundations.H, back.table.columns[0].cards], ['3H', ['5S', '4H']]);
		await restart();
		const up = await line(id, SAME);
		assert.deepEqual([up.sync, up.observed.moves[0].kind], ['in_sync', 'to_foundation']);
		assert.deepEqual([up.table.foundations.H, up.table.columns[0].cards], ['4H', ['5S']]);
	});
});

// ---- Snapshots before a statement of the player -------------------------------------------------

describe("a player's statement", () => {
	/** A camera's picture, which was not typed. */
	const picture = async (id, number, draw_pile, columns = COLUMNS) => accepted(await api.snapshot(id,
		{ draw_pile, columns, camera: 'above', frame: number }, { query: '?typed=false' }));

	/** How many more pictures, from that number on, until these cards of the columns are beyond doubt. */
	async function untilConfirmed(id, number, front, columns = COLUMNS, cards = COLUMNS) {
		for (let pictures = 1; pictures < 40; pictures++) {
			const { observed } = await picture(id, number + pictures - 1, front, columns);
			if (!observed.unconfirmed.some((card) => cards.includes(card))) {
				return pictures;
			}
		}
		throw new Error('not confirmed');
	}

	const pictures = async (id, count) => {
		for (let number = 1; number <= count; number++) {
			await picture(id, number, 'XX');
		}
	};

	test('as a move keeps the evidence for cards that it does not move', async () => {
		const all = await untilConfirmed((await api.create()).id, 1, 'XX');
		const drawn = await api.create();
		await pictures(drawn.id, 6);
		accepted(await api.move(drawn.id, { kind: 'draw', revealed: '2D' }));
		assert.equal(6 + await untilConfirmed(drawn.id, 7, '2D'), all);
		const moved = await api.create();
		await pictures(moved.id, 6);
		accepted(await api.move(moved.id, { kind: 'column_to_column', from: 4, to: 6, revealed: '5C' }));
		assert.equal(6 + await untilConfirmed(moved.id, 7, 'XX', ['5S', '5H', 'QC', '7H', '5C', '9D', '8D'],
			['5S', '5H', 'QC', '7H', '9D']), all);
	});

	test('as a move discards the snapshots of the table before it', async () => {
		const { id } = await api.create();
		await pictures(id, 2);
		/* The next picture shows a draw, or is misread: it was not clear. */
		await picture(id, 3, 'UU');
		accepted(await api.move(id, { kind: 'draw', revealed: '2D' }));
		const { observed, table } = await picture(id, 4, '2D');
		assert.deepEqual([observed.explanation, table.draw_pile.left], ['unchanged', 23]);
	});

	test('as an answer keeps the evidence for cards that it does not name', async () => {
		const all = await untilConfirmed((await api.create()).id, 1, 'XX');
		const { id } = await api.create();
		await picture(id, 1, 'XX');
		await picture(id, 2, 'XX');
		const { sync, asks, table } = await picture(id, 4, '2D');
		assert.deepEqual([sync, asks], ['looking', null]);
		accepted(await api.correct(id, { position: 11, left: table.draw_pile.left }));
		assert.equal(3 + await untilConfirmed(id, 5, '2D'), all);
	});
});

test('the player is asked for the whole table if too many snapshots are missing, also after kill -9', async () => {
	const { id } = await api.create({ language: 'en' });
	await frame(id, 1);
	const lost = await frame(id, 7, { draw_pile: '2D' });
	const wanted = ({ sync, observed, asks, message, version }) => [sync, observed.explanation, observed.asks, asks, message, version];
	assert.deepEqual(wanted(lost), ['desynced', 'look_again', [], null,
		'More was done than I can work out. Please enter the whole table as it is now.', lost.version]);
	await restart();
	const { body: found } = await api.session(id);
	assert.deepEqual(wanted(found), wanted(lost));
	const { body } = await api.correct(id, { table: { ...found.table, draw_pile: { cards: ['2D'], left: 23 } } });
	assert.deepEqual([body.sync, body.table.draw_pile.cards], ['in_sync', ['2D']]);
});

describe("a player's statement while several tables are possible", () => {
	const open = async () => {
		const { id } = await api.create({ language: 'en' });
		await frame(id, 1);
		return frame(id, 4, { draw_pile: '2D' }); // three draws, or two
	};
	const wastes = async (id) => {
		const { body: { asks, table } } = await api.session(id);
		return asks ? asks.answers.map(({ means }) => means.waste) : [table.draw_pile.cards];
	};

	test('a card that no snapshot showed gets its name in every explanation that can have it there, also after kill -9', async () => {
		const { id, table } = await open();
		assert.deepEqual(table.draw_pile.cards, ['KS', null, null, '2D']);
		const body = accepted(await api.correct(id, { position: 11, index: 2, card: '4H' }));
		assert.deepEqual([body.sync, body.table.draw_pile.cards, body.table.draw_pile.left], ['looking', ['KS', '4H', null, '2D'], 20]);
		await restart();
		const { body: found } = await api.session(id);
		assert.deepEqual([found.sync, found.table], ['looking', body.table]);
		const { body: two } = await api.correct(id, { position: 11, left: 21 });
		assert.deepEqual([two.sync, two.table.draw_pile.cards], ['in_sync', ['KS', '4H', '2D']]);
	});

	test('a card that lies elsewhere is rejected', async () => {
		const { id } = await open();
		assert.ok((await api.correct(id, { position: 11, index: 2, card: '5S' })).status >= 400);
		assert.deepEqual(await wastes(id), [['KS', null, null, '2D']]);
	});

	test('a count that no explanation has is rejected, and no explanation is added', async () => {
		const { id, version, table } = await open();
		assertProblem(await api.correct(id, { position: 11, shuffles: 1 }), 409, 'correction_contradicts', '/shuffles');
		const { body } = await api.session(id);
		assert.deepEqual([body.sync, body.version, body.table], ['looking', version, table]);
	});

	test('a count that some explanations have decides between them', async () => {
		const { id } = await open();
		const { body } = await api.correct(id, { position: 11, left: 20 });
		assert.deepEqual([body.sync, body.table.draw_pile.left], ['in_sync', 20]);
	});
});

test('after a snapshot that no explanation can continue from, later ones are not explained by one or two moves', async () => {
	const { id } = await api.create({ language: 'en' });
	await frame(id, 1);
	assert.equal((await frame(id, 7, { draw_pile: '2D' })).sync, 'desynced');
	const { sync, version } = await frame(id, 8, { draw_pile: '0C' });
	assert.deepEqual([sync, version], ['desynced', 1]);
});

test('an answer that several moves with a redeal explain leaves the stock count open', async () => {
	const { id } = await api.create({ language: 'en' });
	await api.correct(id, { table: { ...worn(4), foundations: { C: '3C', D: '7D', H: '4H', S: '4S' }, draw_pile: { cards: PILE, left: 2 } } });
	await frame(id, 1);
	assert.equal((await frame(id, 2, { draw_pile: '9S' })).table.draw_pile.left, 1);
	await frame(id, 3, { draw_pile: 'UU', done: true });
	const { body } = await api.correct(id, { position: 11, card: 'KH' });
	// The nine of spades may have been the first card after the shuffle as well.
	assert.deepEqual([body.sync, body.observed.moves.map(({ kind }) => kind)], ['looking', ['draw', 'shuffle']]);
});

test('the last of several rejected snapshots is kept over kill -9', async () => {
	const { id } = await api.begun({ language: 'en' });
	assert.equal((await api.line(id, SEED_LINE.replace('5H', '2C'))).status, 409);
	assert.equal((await api.line(id, SEED_LINE.replace('QC', '3C'))).status, 409);
	const { body: before } = await api.session(id);
	await restart();
	const { body: found } = await api.session(id);
	assert.deepEqual([found.sync, found.message, found.observed.conflicts], ['desynced', before.message, before.observed.conflicts]);
	assert.match(found.message, /three of clubs/);
});

/** The draw pile in its order, of a table with the columns above; the seven of clubs is the first card that comes up. */
const STOCK = ['7C', '2D', 'JS', '4C', 'TH', '6S', 'AD', 'QS', '3H', '8C', 'JD', '5C', 'KC', '2H', '9S', '4D', 'AC', '7S', 'TC', '3S', '6D', 'JH', '8S', 'QD'];

/** A table with `drawn` cards in the waste, of which the camera has then shown one more draw. */
class UnseenDraws {
	constructor(preset, drawn, numbered) {
		Object.assign(this, { preset, drawn, numbered, order: [...STOCK], frame: 0, redeals: 0 });
	}

	async begin() {
		const { id, rules } = await api.create({ preset: this.preset });
		Object.assign(this, { id, rules });
		accepted(await api.correct(id, { table: {
			columns: COLUMNS.map((card, unseen) => ({ unseen, cards: [card] })),
			foundations: { C: 'XC', D: 'XD', H: 'XH', S: 'XS' },
			draw_pile: { cards: STOCK.slice(0, this.drawn), left: STOCK.length - this.drawn },
		} }));
		await this.look();
		this.draw();
		await this.look();
		return this;
	}

	/** Returns how many moves that takes. A redeal reverses the order where the rules want it shuffled. */
	draw() {
		const redealt = this.drawn === STOCK.length;
		if (redealt) {
			this.drawn = 0;
			this.redeals++;
			this.order = this.rules.shuffle_order === 'shuffled' ? this.order.reverse() : this.order;
		}
		this.drawn = Math.min(STOCK.length, this.drawn + this.rules.draw);
		return redealt ? 2 : 1;
	}

	skip(draws) {
		let moves = 0;
		for (let i = 0; i < draws; i++) {
			moves += this.draw();
		}
		this.frame += moves - 1;
	}

	async post() {
		const numbers = this.numbered ? { camera: 'left', frame: this.frame++ } : {};
		const { status, body } = await api.snapshot(this.id, { columns: COLUMNS, draw_pile: this.order[this.drawn - 1], ...numbers }, { query: '?typed=false' });
		assert.ok(status === 200 || (status === 409 && body.code === 'snapshot_contradiction'), body.detail);
		return status === 200 ? body : undefined;
	}

	/** Pictures until no other one is wanted; each that is `in_sync` is true. */
	async look() {
		let seen;
		for (let i = 0; i < 16; i++) {
			seen = await this.post();
			if (!seen || seen.asks || seen.observed.asks.length > 0) {
				return seen;
			}
			if (seen.sync === 'in_sync') {
				const { left, shuffles } = seen.table.draw_pile;
				assert.deepEqual({ left, shuffles }, { left: STOCK.length - this.drawn,
					shuffles: this.rules.shuffles === 'unlimited' ? 'unlimited' : this.rules.shuffles - this.redeals });
				return seen;
			}
			if (seen.observed.explanation !== 'look_again' && seen.observed.unconfirmed.length === 0) {
				return seen;
			}
		}
		return seen;
	}
}

for (const preset of ['syvkabale', 'klondike-1', 'klondike-3']) {
	test(`${preset}: draws that no picture shows, before a covered camera or while the daemon is down, are never counted wrong in silence`, async () => {
		const settled = { true: 0, false: 0 };
		for (const numbered of [true, false]) {
			for (const [drawn, draws] of [3, 15, 18, 21].flatMap((cards) => [[cards, 1], [cards, 2], [cards, 3]])) {
				const table = await new UnseenDraws(preset, drawn, numbered).begin();
				table.skip(draws);
				if (draws === 2) {
					await daemon.kill();
					await daemon.restart();
				}
				const seen = await table.look();
				settled[seen?.sync === 'in_sync'] += draws === 1 && numbered && drawn < 18;
				table.draw();
				await table.look();
			}
		}
		assert.deepEqual(settled, { true: 2, false: 0 }, 'one draw that is seen is no doubt');
	});
}
