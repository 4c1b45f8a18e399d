// Random changes of one session, hostile ones among them, against a model of its versions.

import assert from 'node:assert/strict';
import { after, test } from 'node:test';
import { Api, gameOf } from './api.mjs';
import { startDaemon, temporaryStore } from './daemon.mjs';
import { DECK } from './klondike.mjs';
import { pick, randomFrom } from './random.mjs';

/** Chance by a seed, in the words of this file. */
function chance(seed) {
	const random = randomFrom(seed);
	return { below: (most) => Math.floor(random() * most), pick: (list) => pick(list, random) };
}

const ROUNDS = 20;
const CALLS = 15;

/** The durable part: all except the finding of the last snapshot. */
const durable = ({ version, status, table }) => ({ version, status, table });

const anyCard = (random) => random.pick([...DECK, 'XX', 'UU', '1X', '', null, 7]);
const anyNumber = (random) => random.pick([-2, -1, 0, 1, 2, 3, 4, 5, 6, 11, 12, 23, 63, 64, 1e9, 1.5, '3']);

/** The table with something else in it, mostly impossible. */
function bent(table, random) {
	const other = structuredClone(table);
	const column = random.pick(other.columns);
	random.pick([
		() => { column.cards = [anyCard(random), ...column.cards.slice(1)]; },
		() => { column.unseen = anyNumber(random); },
		() => { other.foundations[random.pick(['C', 'D', 'H', 'S'])] = anyCard(random); },
		() => { other.draw_pile.left = anyNumber(random); },
		() => { other.columns.pop(); },
		() => { delete other.draw_pile; },
		() => { other.draw_pile.cards = other.draw_pile.cards.slice(0, -1); delete other.draw_pile.left; },
		() => {},
	])();
	return other;
}

const reportedMove = ({ type, from, to, cut }, random) =>
	({ type, from, to, cut, ...(random.below(2) && { revealed: random.pick(DECK) }) });

/** A requested change: its path below the session, its body, by how many versions it can increase. */
function anyChange({ table, moves }, version, random) {
	return random.pick([
		() => ['corrections', { position: anyNumber(random), card: anyCard(random) }],
		() => ['corrections', { position: random.below(12), index: random.below(8), card: anyCard(random) }],
		() => ['corrections', { event: random.below(version + 3), position: random.below(12), card: anyCard(random) }],
		() => ['corrections', { position: random.below(12), [random.pick(['unseen', 'left', 'shuffles', 'other'])]: anyNumber(random) }],
		() => ['corrections', { table: bent(table, random) }],
		() => ['undo', { steps: random.pick([1, 1, 2, 3, -1, -1, -2, 0, 99, -99, 1.5, '1']) }],
		() => ['moves', reportedMove(random.pick(moves) ?? {}, random)],
		() => ['snapshots', { draw_pile: anyCard(random), columns: table.columns.map(({ cards }) =>
			(random.below(6) === 0 ? anyCard(random) : cards.at(-1) ?? 'XX')) }],
	])();
}

test('a rejected change has no effect, an accepted one makes one version, and both hold after kill -9', async (t) => {
	const random = chance(20261122);
	const daemon = await startDaemon(after, { store: temporaryStore(after) });
	const api = new Api(daemon);
	const { id } = await api.begun();
	let known = durable((await api.session(id)).body);
	let [accepted, refused] = [0, 0];
	for (let round = 0; round < ROUNDS; round++) {
		for (let call = 0; call < CALLS; call++) {
			const { body: before } = await api.session(id);
			const [what, body] = anyChange(before, before.version, random);
			const { status, body: answer } = await api.post(`/v1/sessions/${id}/${what}?budget_ms=0`, body);
			const { body: present } = await api.session(id);
			assert.ok([200, 400, 409, 422].includes(status), `${what} ${JSON.stringify(body)}: ${status}`);
			if (status === 200) {
				assert.deepEqual(durable(answer), durable(present));
				assert.ok([known.version, known.version + 1].includes(present.version), JSON.stringify(body));
				accepted += present.version - known.version;
			} else {
				refused++;
			}
			if (status !== 200 || present.version === known.version) {
				assert.deepEqual(durable(present), known, `${what} ${JSON.stringify(body)}`);
			}
			const cards = JSON.stringify([present.table.columns, present.table.draw_pile]).match(/"[A2-90JQK][CDHS]"/g) ?? [];
			assert.equal(new Set(cards).size, cards.length, 'no card lies twice');
			known = durable(present);
		}
		await daemon.kill();
		await daemon.restart();
		assert.deepEqual(durable((await api.session(id)).body), known);
		assert.equal((await api.history(id, '?limit=500')).body.events.length, known.version);
	}
	assert.ok(accepted > 40 && refused > 40, `${accepted} accepted, ${refused} refused`);
	t.diagnostic(`${accepted} accepted, ${refused} refused`);
});

test('undo and redo lead to the same game after any change', async () => {
	const random = chance(7);
	const api = new Api(await startDaemon(after));
	let tried = 0;
	for (let i = 0; i < 60; i++) {
		const { id } = await api.begun();
		for (let call = 0; call < 6; call++) {
			const { body } = await api.session(id);
			const [what, change] = anyChange(body, body.version, random);
			await api.post(`/v1/sessions/${id}/${what}?budget_ms=0`, change);
		}
		const before = (await api.session(id)).body;
		const undone = await api.undo(id, { steps: 1 });
		if (undone.status === 200) {
			const again = (await api.undo(id, { steps: -1 })).body;
			assert.deepEqual(gameOf(again), gameOf(before));
			tried++;
		}
	}
	assert.ok(tried > 20, `${tried} tried`);
});
