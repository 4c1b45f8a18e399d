// Reviews: every decision of a game valued after the event; luck and choice add up exactly.

import assert from 'node:assert/strict';
import { execFileSync } from 'node:child_process';
import { after, test } from 'node:test';
import { setTimeout as sleep } from 'node:timers/promises';
import { Api, assertProblem } from './api.mjs';
import { pathOf, startDaemon, temporaryStore } from './daemon.mjs';
import { makker } from '../cli/makker.mjs';
import { DECK } from './klondike.mjs';
import { assertNamesOnly } from './practice.mjs';
import { randomFrom } from './random.mjs';

const MILLION = 1_000_000;
const millionths = (value) => Math.round(value * MILLION);
const sum = (values) => values.reduce((total, value) => total + value, 0);

const api = new Api(await startDaemon(after, { args: [] }));

const practice = (fields) => api.create({ cards: 'program', seed: 1, strategy: undefined, ...fields });

/** The members of a ranked move that POST …/moves takes. */
const NAMES = ['kind', 'from', 'to', 'card', 'cut', 'count', 'group', 'column', 'cards', 'combo'];
const wished = (move) => Object.fromEntries(Object.entries(move).filter(([name]) => NAMES.includes(name)));

/** Plays to the end; `choose(session)` is the move. Returns the session, and the versions of the moves. */
async function play(id, choose, most = 300) {
	let { body: session } = await api.session(id, '?max_moves=128');
	for (let made = 0; made < most && session.status === 'playing'; made++) {
		if (session.moves.length === 0) {
			({ body: session } = await api.session(id, `?max_moves=128&after=${session.version}&wait_s=5`));
		} else {
			const { status, body, text } = await api.post(`/v1/sessions/${id}/moves?budget_ms=0&max_moves=128`, wished(choose(session)));
			assert.equal(status, 200, text);
			session = body;
		}
	}
	return session;
}

const read = (id, query, options) => api.get(`/v1/sessions/${id}/review${query}`, options);

/** Asks until the review is finished: all its answers. */
async function finished(id, query = '?nodes=200') {
	const answers = [await read(id, query)];
	while (answers.at(-1).status === 202) {
		assert.equal(answers.at(-1).headers['retry-after'], '1');
		assert.equal(answers.at(-1).body.status, 'running');
		await sleep(20);
		answers.push(await read(id, query));
	}
	assert.equal(answers.at(-1).status, 200, answers.at(-1).text);
	assert.equal(answers.at(-1).body.status, 'finished');
	return answers;
}

const LOSSES = ['inaccuracy', 'mistake', 'blunder'];

/** Fails where the decisions and the sums of a review are not one account. */
function assertAddsUp({ decisions, sums }) {
	const valued = decisions.filter(({ before }) => before !== null);
	valued.forEach((decision, place) => {
		const { before, best, made, after: then, choice, luck } = decision;
		assert.equal(best, before);
		assert.equal(millionths(choice), millionths(made) - millionths(before));
		assert.equal(millionths(luck), millionths(then) - millionths(made));
		if (place + 1 < valued.length) {
			assert.equal(then, valued[place + 1].before);
		}
	});
	assert.equal(sums.decisions, valued.length);
	assert.equal(sum(valued.map(({ choice }) => millionths(choice))), millionths(sums.choice));
	assert.equal(sum(valued.map(({ luck }) => millionths(luck))), millionths(sums.luck));
	assert.equal(millionths(sums.luck) + millionths(sums.choice), millionths(sums.end) - millionths(sums.start));
	assert.equal(sum(sums.kinds.map(({ choice }) => millionths(choice))), millionths(sums.choice), 'the kinds are all of the choices');
	for (const { kind, decisions: of, losses, choice } of sums.kinds) {
		const its = decisions.filter((decision) => decision.kind === kind);
		assert.equal(its.length, of, kind);
		assert.equal(its.filter(({ mark }) => LOSSES.includes(mark)).length, losses, kind);
		assert.equal(sum(its.map((decision) => millionths(decision.choice))), millionths(choice), kind);
	}
	assert.ok(decisions.every(({ kind, mark }) => (kind === null) === (mark === null || mark === 'best')), 'a kind where another move was best');
	for (const [mark, times] of Object.entries(sums.marks)) {
		assert.equal(decisions.filter((decision) => decision.mark === mark).length, times, mark);
	}
}

// ---- take-away: exact ---------------------------------------------------------------------------

/** The winner by theory: groups of which at most `limit` cards are taken at once. */
const isWon = (groups, limits) =>
	groups.map((cards, place) => cards % (limits[place] + 1)).reduce((all, one) => all ^ one, 0) !== 0;

/** The winner by all lines of play; taking the last card loses where `misere`. */
function isWonByLines(groups, limits, misere, known = new Map()) {
	const key = groups.join();
	if (!known.has(key)) {
		const wins = groups.every((cards) => cards === 0) ? misere : groups.some((cards, place) =>
			Array.from({ length: Math.min(cards, limits[place]) }, (_, taken) => groups.with(place, cards - taken - 1))
				.some((left) => !isWonByLines(left, limits, misere, known)));
		known.set(key, wins);
	}
	return known.get(key);
}

for (const [name, fields, wins] of [
	['by theory', {}, isWon],
	['by all lines, homework', { preset: 'homework' }, (groups, limits) => isWonByLines(groups, limits, false)],
	['by all lines, homework where the player begins and the last card loses', { preset: 'homework', rules: { first: 'user', last_card: 'loses' } }, (groups, limits) => isWonByLines(groups, limits, true)],
]) {
	test(`take-away: each decision is won or lost ${name}, and the game is the sum of them`, async () => {
		for (let seed = 1; seed <= 6; seed++) {
			const { id } = await practice({ game: 'take-away', seed, ...fields });
			const tables = [];
			const end = await play(id, (session) => {
				const move = session.moves[(tables.length * 7 + seed) % session.moves.length];
				tables.push({ table: session.table, move });
				return move;
			});
			const { body } = (await finished(id)).at(-1);
			const choices = tables.filter(({ table }) => sum(table.groups.map((cards, place) => Math.min(cards, table.limits[place]))) > 1);
			assert.equal(body.count, choices.length);
			assertAddsUp(body);
			body.decisions.forEach(({ before, made, mark, better }, place) => {
				const { table: { groups, limits }, move } = choices[place];
				const after = ({ group, count }) => groups.with(group, groups[group] - count);
				assert.equal(before, wins(groups, limits) ? 1 : 0);
				assert.equal(made, wins(after(move), limits) ? 0 : 1);
				assert.equal(mark === 'blunder', before > made);
				assert.ok(before === made || !wins(after(better), limits), 'the better move wins');
			});
			assert.equal(body.sums.end, end.status === 'won' ? 1 : 0);
			assert.equal(body.unit, 'win_chance');
		}
	});
}

// ---- Klondike -----------------------------------------------------------------------------------

test('Klondike: pages of a running review are equal to those of the finished one', async () => {
	const { id } = await practice({ game: 'klondike', seed: 3, strategy: 'heuristic' });
	const end = await play(id, ({ moves }) => moves[0], 60);
	const answers = await finished(id, '?nodes=400&limit=500');
	assert.ok(answers.length > 1, 'no response while it was running');
	const { body } = answers.at(-1);
	assertAddsUp(body);
	assert.equal(body.version, end.version);
	assert.equal(body.next, null);
	for (const { body: early } of answers) {
		assert.equal(early.valued, early.decisions.length);
		assert.deepEqual(early.decisions, body.decisions.slice(0, early.valued));
	}
	const pages = [];
	for (let next = 0; next !== null;) {
		const page = (await read(id, `?nodes=400&limit=7&after=${next}`)).body;
		assert.ok(page.decisions.length <= 7);
		assert.deepEqual(page.sums, body.sums);
		pages.push(...page.decisions);
		next = page.next;
	}
	assert.deepEqual(pages, body.decisions);
});

test('reviews with equal numbers of playouts are equal; another number is another review', async () => {
	const reviewOf = async (nodes) => {
		const { id } = await practice({ game: 'klondike', seed: 5, strategy: 'heuristic' });
		await play(id, ({ moves }) => moves[0], 40);
		return (await finished(id, `?nodes=${nodes}`)).at(-1).body;
	};
	const [one, two, other] = [await reviewOf(300), await reviewOf(300), await reviewOf(600)];
	assert.deepEqual(one, two);
	assert.notDeepEqual(one.decisions, other.decisions);
});

test('Klondike: a missed card costs, and the review names the better move', async () => {
	const { id } = await practice({ game: 'klondike', seed: 3, strategy: 'heuristic' });
	const bad = [];
	const end = await play(id, ({ moves, version }) => {
		// Every ninth move turns the stock, whatever else is possible.
		const worse = moves.find(({ kind }) => kind === 'draw');
		if (version % 9 === 8 && worse && worse !== moves[0]) {
			bad.push(version + 1);
			return worse;
		}
		return moves[0];
	});
	assert.notEqual(end.status, 'waiting');
	assert.ok(bad.length >= 3, bad.join());
	const { body } = (await finished(id, '?nodes=800&limit=500')).at(-1);
	assertAddsUp(body);
	const played = new Map(body.decisions.map((decision) => [decision.version, decision]));
	const turned = bad.map((version) => played.get(version));
	assert.ok(turned.every(({ move }) => move.kind === 'draw'));
	assert.ok(body.dearest.length > 0);
	const costs = body.dearest.map(({ choice }) => choice);
	assert.deepEqual(costs, costs.toSorted((one, other) => one - other));
	body.dearest.forEach((decision) => {
		assert.ok(['inaccuracy', 'mistake', 'blunder'].includes(decision.mark));
		assert.ok(decision.choice <= -0.02 && -decision.choice > 1.9 * decision.error);
		assert.notDeepEqual(wished(decision.better), wished(decision.move));
		assert.ok(decision.better.line.length > 0);
		assert.deepEqual(decision, played.get(decision.version));
	});
});

test('undone moves do not count', async () => {
	const { id } = await practice({ game: 'klondike', seed: 5, strategy: 'heuristic' });
	await play(id, ({ moves }) => moves[0], 10);
	await play(id, ({ moves }) => moves.at(-1), 4);
	assert.equal((await api.undo(id, { steps: 4 })).status, 200);
	const { body } = (await finished(id)).at(-1);
	assert.equal(body.version, 15);
	assert.ok(body.decisions.length > 0 && body.decisions.every(({ version }) => version <= 10));
	assertAddsUp(body);
});

test('the review of a running practice table names no hidden card', async () => {
	const { id } = await practice({ game: 'klondike', seed: 9, strategy: 'heuristic' });
	const known = new Set();
	const see = ({ table }) => {
		table.columns.forEach(({ cards }) => cards.forEach((card) => known.add(card)));
		table.draw_pile.cards.filter(Boolean).forEach((card) => known.add(card));
	};
	see(await play(id, (session) => {
		see(session);
		return session.moves[0];
	}, 12));
	for (const { text } of await finished(id, '?nodes=300&language=en')) {
		assertNamesOnly(text, known, 'the review');
	}
});

test('with tables=true each decision has the visible table', async () => {
	for (const [fields, most] of [[{ game: 'klondike', seed: 4, strategy: 'heuristic' }, 30], [{ game: 'take-away', seed: 4 }, 300], [{ game: 'ten-twenty-thirty', seed: 4 }, 20], [{ game: 'freecell', seed: 4 }, 10]]) {
		const { id } = await practice(fields);
		const seen = new Map();
		await play(id, (session) => {
			seen.set(session.version, session.table);
			return session.moves[0];
		}, most);
		const { body } = (await finished(id, '?nodes=100&limit=500')).at(-1);
		assert.ok(body.decisions.length > 0 && body.decisions.every((decision) => !('table' in decision)), fields.game);
		const pages = [];
		for (let next = 0; next !== null;) {
			const page = (await read(id, `?nodes=100&tables=true&limit=500&after=${next}`)).body;
			pages.push(...page.decisions);
			next = page.next;
		}
		assert.deepEqual(pages.map(({ table, ...rest }) => rest), body.decisions);
		pages.forEach(({ version, table }) => assert.deepEqual(table, seen.get(version - 1), `${fields.game} ${version}`));
	}
	assertProblem(await read((await practice({ game: 'take-away' })).id, '?tables=1'), 400, 'invalid_query');
});

// ---- other games --------------------------------------------------------------------------------

test('FreeCell and 10-20-30 have reviews', async () => {
	for (const [game, most] of [['freecell', 12], ['ten-twenty-thirty', 40]]) {
		const { id } = await practice({ game, seed: 5 });
		await play(id, ({ moves }) => moves[0], most);
		const { body } = (await finished(id, '?budget_ms=20&limit=500')).at(-1);
		assert.ok(body.count > 0, game);
		assert.equal(body.decisions.length, body.count);
		assertAddsUp(body);
	}
});

// ---- Doppelkopf: points --------------------------------------------------------------------------

const ROUND = { game: 'doppelkopf', opponents: 'tricks', rules: { mandatory_soli: 0, games: 2 } };

/** Plays the match, by chance or as the first listed move; the tables at which there was a choice, by version, and the end. */
async function playMatch(fields, choose) {
	const { id } = await practice({ ...ROUND, ...fields });
	const choices = new Map();
	let { body: session } = await api.session(id, '?max_moves=128');
	while (session.status === 'playing') {
		if (session.table.seat_to_play === 0 && session.moves.length > 0) {
			const move = choose(session);
			const { status, body, text } = await api.post(`/v1/sessions/${id}/moves?budget_ms=0&max_moves=128`, asMove(move));
			assert.equal(status, 200, text);
			if (session.moves.length > 1) {
				choices.set(session.version + 1, { table: session.table, move });
			}
			session = body;
		} else {
			({ body: session } = await api.session(id, `?max_moves=128&after=${session.version}&wait_s=5`));
		}
	}
	return { id, choices, end: session };
}

const PARTS = ['seat', 'card', 'announce', 'team', 'reservation', 'shift', 'return', 'take', 'swines', 'hyperswines'];
const asMove = (move) => Object.fromEntries(Object.entries(move).filter(([name]) => PARTS.includes(name)));

test('Doppelkopf: only own choices are decisions, and luck and choices add up to the points of the match', async () => {
	for (let seed = 1; seed <= 12; seed++) {
		let turn = seed;
		const { id, choices, end } = await playMatch({ seed }, ({ moves }) => moves[(turn = (turn * 48271) % 2147483647) % moves.length]);
		const { body } = (await finished(id, '?nodes=60&limit=500')).at(-1);
		assert.equal(body.unit, 'points');
		assert.deepEqual(body.decisions.map(({ version }) => version), [...choices.keys()]);
		body.decisions.forEach(({ version, move }) => assert.deepEqual(asMove(move), asMove(choices.get(version).move)));
		assertAddsUp(body);
		assert.equal(body.sums.end, end.table.score_table.sums[0], `seed ${seed}`);
		assert.ok(body.decisions.every(({ before }) => before !== null));
	}
});

test('Doppelkopf: finished deals count in full', async () => {
	const { id, choices, end } = await playMatch({ seed: 4 }, ({ moves }) => moves[0]);
	const { rows } = end.table.score_table;
	const tables = [...choices.values()];
	const { body } = (await finished(id, '?nodes=2000&limit=500&tables=true')).at(-1);
	const first = tables.findIndex(({ table }) => table.score_table.games === 1);
	assert.ok(first > 0);
	body.decisions.forEach(({ table }, place) => assert.deepEqual(table, tables[place].table));
	// A search scales the rest of the deal by its stake: no normal game is worth more than this.
	body.decisions.forEach(({ before }, place) => assert.ok(Math.abs(before - (place < first ? 0 : rows[0].points[0])) < 15, `${place}: ${before}`));
	const costs = body.dearest.map(({ choice }) => choice);
	assert.ok(costs.every((choice) => choice <= -0.25));
});

test('Doppelkopf: a certain loss of points is a mistake', async () => {
	let worst = 0;
	for (let seed = 20; seed < 23; seed++) {
		const { id } = await playMatch({ seed, rules: { mandatory_soli: 0, games: 1 } }, ({ moves }) => moves.at(-1));
		const { body } = (await finished(id, '?nodes=1500&limit=500')).at(-1);
		assertAddsUp(body);
		worst = Math.min(worst, ...body.decisions.map(({ choice }) => choice));
	}
	assert.ok(worst <= -0.75, `${worst}`);
});

// ---- Doppelkopf: announcements on another player's turn ----------------------------------------------

const WEAK = ['AC', '0C', '9C', 'AS', '0S', '9S', '9S', 'KH', '9H', 'KD', '9D', 'JD'];
const STRONG = ['0H', '0H', 'QC', 'QS', 'QS', 'QH', 'QD', 'JC', 'JS', 'AD', 'AC', 'AS'];

/** A table with real cards at which seat 1 leads, and these events; the review of it. */
async function reviewAfter(hand, events) {
	const { id } = await api.create({ game: 'doppelkopf', strategy: 'tree', rules: { mandatory_soli: 0, games: 1 } });
	for (const event of [{ hand, dealer: 0 }, ...events]) {
		const { status, text } = await api.snapshot(id, event);
		assert.equal(status, 200, text);
	}
	const { body } = (await finished(id, '?nodes=3000&limit=500')).at(-1);
	assertAddsUp(body);
	return body;
}

test('Doppelkopf: an announcement on the turn of another seat is a choice', async () => {
	const { decisions, sums: { kinds } } = await reviewAfter(WEAK, [{ seat: 1, card: '0D' }, { seat: 0, announce: 'black' }, { seat: 2, card: 'QH' }, { seat: 3, card: '9D' }, { seat: 0, card: 'KD' }]);
	const said = decisions.find(({ move }) => move.announce === 'black');
	assert.ok(said, JSON.stringify(decisions.map(({ move }) => move)));
	assert.ok(said.choice <= -0.75, `${said.choice}`);
	assert.equal(said.mark, said.choice <= -1.5 ? 'blunder' : 'mistake');
	assert.equal(said.kind, 'announced_too_much');
	assert.deepEqual(kinds.filter(({ losses }) => losses > 0).map(({ kind }) => kind), ['announced_too_much']);
	assert.equal(said.better, null);
});

test('Doppelkopf: a sound announcement on the turn of another seat costs nothing, although it could have waited', async () => {
	const { decisions } = await reviewAfter(STRONG, [{ seat: 1, card: '9D' }, { seat: 0, announce: 're' }, { seat: 2, card: 'KD' }, { seat: 3, card: 'KD' }]);
	const said = decisions.find(({ move }) => move.announce === 're');
	assert.deepEqual([said.choice, said.error, said.mark], [0, 0, 'best']);
});

test('Doppelkopf: a sound announcement on the own turn costs nothing', async () => {
	const { decisions } = await reviewAfter(STRONG, [{ seat: 1, card: '9D' }, { seat: 2, card: 'KD' }, { seat: 3, card: 'KD' }, { seat: 0, announce: 're' }, { seat: 0, card: '0H' }]);
	const said = decisions.find(({ move }) => move.announce === 're');
	assert.deepEqual([said.choice, said.error, said.mark], [0, 0, 'best']);
});

test('Doppelkopf: announcements of other seats are luck, on any turn', async () => {
	const events = [{ seat: 1, card: '0D' }, { seat: 3, announce: 'black', team: 're' }, { seat: 2, card: 'QH' }, { seat: 3, card: '9D' }, { seat: 0, card: 'KD' }];
	const { decisions } = await reviewAfter(WEAK, events);
	assert.deepEqual(decisions.filter(({ move }) => move.announce), []);
});

test('a table of snapshots has a review, and one without decisions an empty one', async () => {
	const { id } = await api.begun();
	const { body } = (await finished(id)).at(-1);
	assert.equal(body.count, 0);
	assert.deepEqual(body.decisions, []);
	assert.deepEqual(body.sums.start, null);
	const empty = await api.create({ game: 'klondike' });
	assert.equal((await finished(empty.id)).at(-1).body.count, 0);
});

// ---- could it have been won? ------------------------------------------------------------------------

/** The verdict of `makker solve` on decks by these rules; one draws a card at a time. */
async function solved(decks, redeals) {
	const rows = decks.map((deck) => `${deck.map((card) => card.replace('0', 'T')).join('')}\t1\t${redeals}\n`).join('');
	const { code, stdout, stderr } = await makker(['solve', '--brief', '--memory', '64', '-'], { input: rows });
	assert.equal(code, 0, stderr);
	return stdout.trim().split('\n').map((line) => line.split('\t')[1]);
}

test('the review of a lost game has the verdict of the solver', async () => {
	const random = randomFrom(5);
	const decks = Array.from({ length: 8 }, () => {
		const left = [...DECK];
		return DECK.map(() => left.splice(Math.floor(random() * left.length), 1)[0]);
	});
	const verdicts = [];
	for (const deck of decks) {
		const { id } = await practice({ game: 'klondike', preset: 'klondike-1', seed: undefined, deck, strategy: 'heuristic', rules: { shuffles: 0 } });
		assert.equal((await finished(id, '?nodes=20')).at(-1).body.verdict, null, 'during the game');
		const { status } = await play(id, ({ moves }) => moves.find(({ kind }) => kind === 'draw') ?? moves[0]);
		assert.equal(status, 'lost');
		const answers = await finished(id, '?nodes=20');
		answers.slice(0, -1).forEach(({ body }) => assert.equal(body.verdict, null));
		verdicts.push(answers.at(-1).body.verdict);
	}
	assert.deepEqual(verdicts, await solved(decks, 0));
	assert.ok(verdicts.includes('winnable') && verdicts.includes('unwinnable'), verdicts.join());
});

test('10-20-30 has a verdict, too; take-away and tables with real cards have none', async () => {
	const lost = await practice({ game: 'ten-twenty-thirty', seed: 3 });
	assert.equal((await play(lost.id, ({ moves }) => moves.find(({ kind }) => kind === 'deal') ?? moves[0])).status, 'lost');
	assert.equal((await finished(lost.id, '?nodes=20')).at(-1).body.verdict, 'winnable');
	const { id } = await practice({ game: 'take-away', seed: 3 });
	await play(id, ({ moves }) => moves.at(-1));
	assert.equal((await finished(id)).at(-1).body.verdict, null);
	const real = await api.begun();
	assert.equal((await finished(real.id, '?nodes=20')).at(-1).body.verdict, null);
});

// ---- the request --------------------------------------------------------------------------------

test('parameters out of range are refused', async () => {
	const { id } = await practice({ game: 'take-away' });
	for (const query of ['budget_ms=0', 'budget_ms=1001', 'nodes=0', 'nodes=20001', 'limit=0', 'limit=501', 'after=-1', 'budget_ms=x']) {
		assertProblem(await read(id, `?${query}`), 400, 'invalid_query');
	}
	assertProblem(await read(id, '?seed=1'), 400, 'unknown_parameter');
	assertProblem(await read('0'.repeat(32), ''), 404, 'unknown_session');
});

test('subscribers are notified when it is finished', async () => {
	const { id, version } = await practice({ game: 'take-away', seed: 2 });
	const stream = await fetch(api.url(`/v1/sessions/${id}/events`), { headers: { accept: 'application/x-ndjson' } });
	const reader = stream.body.getReader();
	let received = '';
	await read(id, '?nodes=100');
	while (!received.includes('"event":"review"')) {
		const { value, done } = await reader.read();
		assert.ok(!done, received);
		received += new TextDecoder().decode(value);
	}
	const event = received.split('\n').filter(Boolean).map((line) => JSON.parse(line)).find(({ event: name }) => name === 'review');
	assert.deepEqual(event, { event: 'review', id: version });
	await reader.cancel();
});

test('companions and owners can read it, cameras cannot', async () => {
	const admin = 'the-administrator-of-the-reviews';
	const guarded = new Api(await startDaemon(after, { args: ['--auth', 'token', '--admin-token', admin] }));
	const bearer = (token) => ({ headers: { authorization: `Bearer ${token}` } });
	const { body: { id, tokens } } = await guarded.post('/v1/sessions', { game: 'take-away', cards: 'program', seed: 1 }, bearer(admin));
	const path = `/v1/sessions/${id}/review`;
	for (const token of [tokens.companion, tokens.owner, admin]) {
		assert.ok([200, 202].includes((await guarded.get(path, bearer(token))).status));
	}
	assertProblem(await guarded.get(path, bearer(tokens.camera)), 403, 'insufficient_scope');
	assertProblem(await guarded.get(path), 401, 'token_required');
});

// ---- changes and restarts -----------------------------------------------------------------------

test('a new version has its own review and cancels that of the old one', async () => {
	const { id } = await practice({ game: 'klondike', seed: 3, strategy: 'heuristic' });
	await play(id, ({ moves }) => moves[0], 30);
	const first = await read(id, '?nodes=20000');
	assert.equal(first.status, 202);
	const { version } = await play(id, ({ moves }) => moves[0], 1);
	const { body } = (await finished(id, '?nodes=100')).at(-1);
	assert.equal(body.version, version);
	assert.ok(version > first.body.version);
});

test('reviews of deleted sessions release their slots, queued or running', async () => {
	const busy = new Api(await startDaemon(after, { args: [] }));
	const ids = [];
	for (let i = 0; i < 6; i++) {
		const { body: { id } } = await busy.post('/v1/sessions', { game: 'klondike', cards: 'program', seed: 3, strategy: 'heuristic' });
		for (let made = 0; made < 10; made++) {
			const { body: { moves } } = await busy.session(id);
			assert.equal((await busy.post(`/v1/sessions/${id}/moves?budget_ms=0`, wished(moves[0]))).status, 200);
		}
		assert.equal((await busy.get(`/v1/sessions/${id}/review?budget_ms=1000`)).status, 202);
		ids.push(id);
	}
	const running = async () => Number(/^makker_limit_used\{limit="max_running_reviews"\} (\d+)$/m.exec((await busy.get('/metrics')).text)[1]);
	assert.equal(await running(), 6);
	for (const id of ids.slice(1)) {
		assert.equal((await busy.send('DELETE', `/v1/sessions/${id}`)).status, 204);
	}
	// The first has the thread, for about a second a decision.
	assert.ok(await running() <= 2, `${await running()} are running`);
	await busy.send('DELETE', `/v1/sessions/${ids[0]}`);
});

// ---- restarts ------------------------------------------------------------------------------------

const begin = async (store) => new Api(await startDaemon(after, { args: [], store }));

/** A game of 40 moves that is still being played. */
async function begunGame(service) {
	const { body: { id } } = await service.post('/v1/sessions', { game: 'klondike', cards: 'program', seed: 3, strategy: 'heuristic' });
	for (let made = 0; made < 40; made++) {
		const { body: { moves } } = await service.session(id);
		assert.equal((await service.post(`/v1/sessions/${id}/moves?budget_ms=0`, wished(moves[0]))).status, 200);
	}
	return id;
}

/** Asks until `enough(answer, answers)`: all answers, with the time of each. */
async function asked(service, id, query, enough) {
	const answers = [];
	do {
		await sleep(20);
		answers.push({ ...await service.get(`/v1/sessions/${id}/review${query}`), at: performance.now() });
	} while (!enough(answers.at(-1), answers));
	return answers;
}

const isFinished = ({ status, text }) => {
	assert.ok(status === 200 || status === 202, text);
	return status === 200;
};

/** The store has a record that is a second old at most: whatever was shown so long before something more was shown is in it. */
function countRecorded(answers) {
	const isOld = ({ at, body }) => answers.some((later) => later.body.valued > body.valued && later.at > at + 1200);
	return Math.max(0, ...answers.filter((answer) => answer.status === 200 || isOld(answer)).map(({ body }) => body.valued));
}

test('after kill -9 a review resumes and has the same result as an uninterrupted one', async () => {
	const store = temporaryStore(after);
	const one = await begin(store);
	const [id, other] = [await begunGame(one), await begunGame(one)];
	const whole = (await asked(one, other, '?nodes=4000', isFinished)).at(-1).body;
	const answers = await asked(one, id, '?nodes=4000', (answer, all) => isFinished(answer) || (countRecorded(all) > 2 && answer.at > all[0].at + 2000));
	await sleep(1000);
	await one.daemon.kill();
	const two = await begin(store);
	const rest = await asked(two, id, '?nodes=4000', isFinished);
	const first = rest.find(({ body }) => body.valued > 0).body;
	assert.ok(first.valued >= countRecorded(answers), `${first.valued} are valued at first, ${countRecorded(answers)} were`);
	assert.deepEqual(first.decisions.slice(0, answers.at(-1).body.valued), answers.at(-1).body.decisions.slice(0, first.valued));
	assert.deepEqual({ ...rest.at(-1).body, id: other }, { ...whole, id: other });
	// Of another budget there is no record.
	assert.equal((await asked(two, id, '?nodes=300', isFinished)).at(-1).body.valued, whole.valued);
});

test('a finished review is kept over a restart, also with a budget in milliseconds', async () => {
	const store = temporaryStore(after);
	const one = await begin(store);
	const id = await begunGame(one);
	const before = (await asked(one, id, '?budget_ms=20', isFinished)).at(-1).body;
	await one.daemon.stop();
	const two = await begin(store);
	const answers = await asked(two, id, '?budget_ms=20', isFinished);
	assert.deepEqual(answers.at(-1).body, before);
	assert.ok(answers.every(({ body }) => body.valued === 0 || body.valued === before.valued), 'nothing was computed again');
	// After another move it is another review.
	const { body: { moves } } = await two.session(id);
	assert.equal((await two.post(`/v1/sessions/${id}/moves?budget_ms=0`, wished(moves[0]))).status, 200);
	assert.notDeepEqual((await asked(two, id, '?budget_ms=20', isFinished)).at(-1).body, before);
});

test('a damaged stored review is computed again', async () => {
	const store = temporaryStore(after);
	const one = await begin(store);
	const id = await begunGame(one);
	const before = (await asked(one, id, '?nodes=300', isFinished)).at(-1).body;
	for (const damage of ["replace(body, 'a', 'b')", 'substr(body, 1, 200)', "''", "'x'", "body || '00'", "replace(body, '0', 'z')"]) {
		await sleep(200);
		await one.daemon.stop();
		const changed = execFileSync('sqlite3', [pathOf(store), `UPDATE review SET body = ${damage}; SELECT changes()`], { encoding: 'utf8' });
		assert.equal(changed.trim(), '1', 'there was a record');
		await one.daemon.restart();
		assert.deepEqual((await asked(one, id, '?nodes=300', isFinished)).at(-1).body, before, damage);
	}
});

test('kinds of mistakes are named in the language of the request, as the list of games has them', async () => {
	const { id } = await practice({ game: 'take-away', rules: { groups: [3, 4, 5] } });
	await play(id, ({ moves }) => moves.at(-1));
	const { body } = (await finished(id, '?nodes=200&language=da')).at(-1);
	const { body: { games } } = await api.get('/v1/games?language=da');
	const { mistakes } = games.find(({ name }) => name === 'take-away');
	assert.ok(body.sums.kinds.length > 0);
	for (const { kind, text } of body.sums.kinds) {
		assert.equal(mistakes.find((one) => one.kind === kind).text, text);
	}
	assert.equal(mistakes.find(({ kind }) => kind === 'too_many').text, 'Du tager for mange kort');
});
