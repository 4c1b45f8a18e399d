// Practice games of every game by a client that moves by chance and has rules of its own; in the middle of each game the daemon is killed
// (kill -9) while a move of that game is under way. Every game continues where it was, and no response names a card that this player has not
// seen. `node tests/bench/practice.mjs [games of each] [at a time] [game ...]`; MINUTES of each game at most.
//
// The reference: klondike.mjs, and the few rules below. The responses are not compared with openapi.yaml, which the tests of
// tests/service do with fewer games.

import assert from 'node:assert/strict';
import { setTimeout as sleep } from 'node:timers/promises';
import { agentOf, request } from '../service/client.mjs';
import { Daemon, temporaryStore } from '../service/daemon.mjs';
import { DECK, PRESETS } from '../service/klondike.mjs';
import { asRequest, assertNamesOnly, cardsIn, chooseMove, Player } from '../service/practice.mjs';
import { pick, randomFrom } from '../service/random.mjs';
import { assertTable } from '../service/truth.mjs';

const [games = '20', width = '16', ...wanted] = process.argv.slice(2);
const SEED = 8_100_200_300_400_500; // no other number of an answer looks like it
const MAX_MS = 60_000 * Number(process.env.MINUTES ?? Infinity);
const AROUND_KILL_MS = 30; // within which the kill and the moves under way begin
const RANKS = 'A234567890JQK';

// ---- Players: begin(table) choose(session) check(session, text, move), move undefined where another seat or a dead connection made it ----

const only = (object, names) => Object.fromEntries(names.filter((name) => object[name] !== undefined && object[name] !== null).map((name) => [name, object[name]]));
const cameUp = ({ observed: { moves } }) => moves[0].revealed ?? undefined;

const klondike = (number) => {
	const [preset, rules] = Object.entries(PRESETS)[number % 3];
	let player;
	return {
		fields: { game: 'klondike', preset, strategy: 'heuristic' }, most: 250,
		begin: ({ table }) => { player = new Player(rules, table); },
		choose: (session, random) => (player.moves.length > 0 ? asRequest(chooseMove(player, random)) : null),
		check(session, text, move) {
			player.play(move, cameUp(session));
			assertTable(session.table, player.table);
			assert.equal(session.status === 'won', player.isWon);
			if (session.status === 'playing') {
				assertNamesOnly(text, player.mayBeNamed, 'an answer');
			}
		},
	};
};

const ENDS = { B3: [0, 3], T1B2: [1, 2], T2B1: [2, 1] };
const valueOf = (card) => Math.min(RANKS.indexOf(card[0]) + 1, 10);

const tens = () => {
	const deck = Array(DECK.length - 7).fill(null);
	const seen = new Set();
	let columns;
	return {
		fields: { game: 'ten-twenty-thirty', strategy: 'ordered' }, most: 300,
		begin({ table }) {
			columns = structuredClone(table.columns);
			columns.flat().forEach((card) => seen.add(card));
		},
		choose: ({ moves }, random) => only(pick(moves, random), ['kind', 'column', 'combo']),
		check(session, text, { kind, column, combo }) {
			if (kind === 'deal') {
				const card = deck.shift() ?? cameUp(session);
				columns[column].push(card);
				seen.add(card);
			} else {
				const [back, front] = ENDS[combo];
				const cards = [...columns[column].splice(0, back), ...columns[column].splice(columns[column].length - front)];
				assert.ok([10, 20, 30].includes(cards.reduce((sum, card) => sum + valueOf(card), 0)), cards.join());
				deck.push(...cards);
			}
			assert.deepEqual(session.table.columns, columns);
			if (session.status === 'playing' && seen.size < DECK.length - 1) {
				assert.deepEqual(session.table.known_deck, deck);
				assertNamesOnly(text, seen, 'an answer');
			}
		},
	};
};

const isRed = (card) => 'DH'.includes(card[1]);
const followsOn = (card, under) => isRed(card) !== isRed(under) && RANKS.indexOf(card[0]) + 1 === RANKS.indexOf(under[0]);
const CELLS = 8, FOUNDATIONS = 12;

const freecell = () => {
	let table;
	const assertRun = (cards, under) => cards.forEach((card, place) =>
		assert.ok((place === 0 ? under === undefined || followsOn(card, under) : followsOn(card, cards[place - 1])), cards.join()));
	return {
		fields: { game: 'freecell', strategy: 'heuristic' }, most: 120,
		begin: (session) => { table = structuredClone(session.table); },
		choose: ({ moves }, random) => only(pick(moves, random), ['kind', 'from', 'to', 'count']),
		check(session, text, { from, to, count }) {
			const { columns, cells, foundations } = table;
			const room = (cells.filter((card) => card === 'XX').length + 1) * 2 ** columns.filter((cards, place) => cards.length === 0 && place !== to).length;
			const cards = from < CELLS ? columns[from].splice(columns[from].length - count) : [cells[from - CELLS]];
			assert.ok(count <= room && cards.length === count);
			if (from >= CELLS) {
				cells[from - CELLS] = 'XX';
			}
			if (to < CELLS) {
				assertRun(cards, columns[to].at(-1));
				columns[to].push(...cards);
			} else if (to < FOUNDATIONS) {
				assert.equal(cells[to - CELLS], 'XX');
				[cells[to - CELLS]] = cards;
			} else {
				const [card] = cards, before = foundations[to - FOUNDATIONS];
				assert.ok(before === 'XX' ? card[0] === 'A' : before[1] === card[1] && RANKS.indexOf(before[0]) + 1 === RANKS.indexOf(card[0]));
				foundations[to - FOUNDATIONS] = card;
			}
			assert.deepEqual({ ...session.table, columns, cells, foundations }, session.table);
		},
	};
};

const takeAway = (number) => {
	let groups;
	return {
		fields: { game: 'take-away', strategy: 'theory', rules: { first: number % 2 ? 'advisor' : 'user', last_card: number % 3 ? 'wins' : 'loses' } }, most: 500, killedWithin: 2,
		begin: ({ table }) => { groups = [...table.groups]; },
		choose: ({ moves }, random) => only(pick(moves, random), ['kind', 'group', 'count']),
		check({ table, observed, status }, text, move) {
			const { group, count } = move ?? observed.moves[0];
			assert.ok(count >= 1 && count <= Math.min(groups[group], table.limits[group]));
			groups[group] -= count;
			assert.deepEqual(table.groups, groups);
			assert.equal(status === 'playing', groups.some((cards) => cards > 0));
		},
	};
};

const SAID = ['seat', 'card', 'announce', 'team', 'reservation', 'cards', 'shift', 'return', 'take'];

const doppelkopf = (number) => ({
	fields: { game: 'doppelkopf', strategy: 'tree', opponents: ['tree', 'tricks', 'random'][number % 3], rules: { games: 1, mandatory_soli: 0 } }, most: 500, killedWithin: 10,
	skips: true, // several seats may have moved since
	begin() {},
	choose: ({ moves }, random) => only(pick(moves, random), SAID),
	check({ table, status, observed }, text, move) {
		const { hand, trick, tricks, poverty } = table;
		const seen = new Set([...hand, ...trick.cards, ...tricks.flatMap(({ cards }) => cards), ...(poverty ? [...poverty.given, ...poverty.taken] : [])]);
		if (move?.card) {
			assert.ok(trick.cards.includes(move.card) || tricks.some(({ cards }) => cards.includes(move.card)), `${move.card} ${JSON.stringify(observed)}`);
		}
		if (status === 'playing') {
			assert.deepEqual([...cardsIn(text)].filter((card) => !seen.has(card)), [], text.slice(0, 4000));
		} else {
			assert.equal(table.score_table.rows[0].points.reduce((sum, points) => sum + points, 0), 0);
		}
	},
});

const PLAYERS = { klondike, freecell, 'ten-twenty-thirty': tens, 'take-away': takeAway, doppelkopf };

// ---- One game -----------------------------------------------------------------------------------------

const cleanUps = [];
const daemon = await new Daemon({ store: temporaryStore((cleanUp) => cleanUps.push(cleanUp)) }).start();
let agent = agentOf(Number(width));
const NONE = { answers: 0, resumed: 0, done: 0, kills: 0, restartMs: 0, underWay: 0, stored: 0, inPlay: 0 };
const counts = { ...NONE };

async function ask(method, path, json, url = daemon.url) {
	const body = json && JSON.stringify(json);
	const answer = await request(url + path, { method, body, agent, headers: body ? { 'content-type': 'application/json' } : {} });
	assert.ok(answer.status < 300, `${method} ${path} ${body}: ${answer.text.slice(0, 1000)}`);
	counts.answers++;
	return { session: JSON.parse(answer.text), text: answer.text + JSON.stringify(answer.headers) };
}

class Game {
	constructor(name, number, random) {
		Object.assign(this, { name, random, seed: SEED + number, moves: 0, player: PLAYERS[name](number) });
		this.stopAt = 1 + Math.floor((this.player.killedWithin ?? 25) * random());
	}

	async begin() {
		await this.#take(await ask('POST', '/v1/sessions', { ...this.player.fields, cards: 'program', language: 'en', seed: this.seed }));
		this.player.begin(this.session);
	}

	#take({ session, text }, move) {
		const before = this.session;
		this.session = session;
		if (session.status === 'playing') {
			assert.equal(session.seed, null);
			assert.ok(!text.includes(String(this.seed)) && !text.includes(BigInt(this.seed).toString(16)), 'the seed is there');
		} else {
			assert.equal(session.seed, this.seed);
		}
		if (before && session.version !== before.version) {
			assert.ok(this.player.skips || session.version === before.version + 1, `${before.version} -> ${session.version}`);
			this.player.check(session, text, move);
		}
	}

	get isOver() {
		return this.session.status !== 'playing' || this.moves >= this.player.most || this.isStuck;
	}

	#next() {
		const move = this.player.choose(this.session, this.random);
		this.isStuck = move === null;
		this.moves++;
		return move;
	}

	async play(until) {
		while (!this.isOver && this.moves < until) {
			const { id, version, moves } = this.session;
			const isOwn = moves.length > 0;
			const move = isOwn ? this.#next() : undefined;
			if (move !== null) {
				this.#take(await (isOwn ? ask('POST', `/v1/sessions/${id}/moves?budget_ms=0`, move)
					: ask('GET', `/v1/sessions/${id}?after=${version}&wait_s=20`)), move);
			}
		}
	}

	/** A move whose answer may not come. */
	async dare() {
		if (this.session.moves.length > 0 && !this.isOver && (this.dared = this.#next())) {
			const { url } = daemon; // it may be gone by then
			await sleep(AROUND_KILL_MS * this.random());
			await ask('POST', `/v1/sessions/${this.session.id}/moves?budget_ms=0`, this.dared, url).catch((error) => {
				assert.ok(error.syscall || error.code === 'ECONNRESET', error); // not an answer that is wrong
				this.isUnanswered = true;
				counts.underWay++;
			});
		}
	}

	/** All that was acknowledged is there, and the move that was under way or not. */
	async resume() {
		const before = this.session;
		counts.inPlay += this.isOver ? 0 : 1;
		const { id, version } = before;
		const read = await ask('GET', `/v1/sessions/${id}`);
		counts.stored += this.isUnanswered && read.session.version > version ? 1 : 0;
		assert.ok(read.session.version >= version, `${this.name} ${id}: ${version} was acknowledged, ${read.session.version} is there`);
		if (read.session.version === version) {
			assert.ok(!this.dared || this.isUnanswered, `${this.name} ${id}: an acknowledged move is lost`);
			assert.deepEqual(read.session.table, before.table);
		} else if (!this.player.skips && read.session.version > version + 1) {
			await this.#catchUp(read.session.version);
			return;
		}
		this.#take(read, read.session.version > version ? this.dared : undefined);
		counts.resumed++;
	}

	/** The move and the reply to it were stored: the reply alone is in the session, the move in the history. */
	async #catchUp(last) {
		const { id, version } = this.session;
		assert.ok(this.name === 'take-away' && last === version + 2, `${this.name} ${id}: ${version} -> ${last}`);
		this.player.check({ ...this.session, table: { ...this.session.table, groups: this.session.table.groups.map((cards, at) => cards - (at === this.dared.group ? this.dared.count : 0)) } }, '', this.dared);
		const read = await ask('GET', `/v1/sessions/${id}`);
		this.player.check(read.session, read.text);
		this.session = read.session;
		counts.resumed++;
	}
}

// ---- All of them --------------------------------------------------------------------------------------

async function kill() {
	await daemon.kill();
	agent.destroy();
	agent = agentOf(Number(width));
	const since = performance.now();
	await daemon.restart();
	counts.kills++;
	counts.restartMs += performance.now() - since;
}

async function playWave(name, first, count, random) {
	const all = Array.from({ length: count }, (_, place) => new Game(name, first + place, random));
	await Promise.all(all.map(async (game) => {
		await game.begin();
		await game.play(game.stopAt);
	}));
	const dared = all.map((game) => game.dare());
	await sleep(AROUND_KILL_MS * random());
	await kill();
	await Promise.all(dared);
	await Promise.all(all.map(async (game) => {
		await game.resume();
		await game.play(Infinity);
		counts.done++;
	}));
	return all;
}

let failed = false;
try {
	for (const name of wanted.length > 0 ? wanted : Object.keys(PLAYERS)) {
		const random = randomFrom(23);
		const ends = {};
		const since = performance.now();
		const cpu = process.cpuUsage();
		Object.assign(counts, NONE);
		for (let first = 0; first < Number(games) && performance.now() - since < MAX_MS; first += Number(width)) {
			for (const { session: { status } } of await playWave(name, first, Math.min(Number(width), Number(games) - first), random)) {
				ends[status] = (ends[status] ?? 0) + 1;
			}
		}
		const seconds = (performance.now() - since) / 1000;
		const { user, system } = process.cpuUsage(cpu);
		assert.equal(counts.resumed, counts.done);
		console.log(`${name}: ${counts.done} games, ${counts.inPlay} of them in play at one of ${counts.kills} kills, all resumed; ${counts.answers} answers searched; ${counts.underWay} moves had no answer when it was killed, of which ${counts.stored} were stored; ${JSON.stringify(ends)}; ` +
			`${(60 * counts.done / seconds).toFixed(0)} games a minute, ${(counts.answers / seconds).toFixed(0)} answers a second, client ${((user + system) / 1e4 / seconds).toFixed(0)} % of a processor, ` +
			`restart ${(counts.restartMs / counts.kills).toFixed(0)} ms`);
	}
	await daemon.stop();
} catch (error) {
	failed = true;
	console.error(error);
}
cleanUps.forEach((cleanUp) => cleanUp());
process.exit(failed ? 1 : 0);
