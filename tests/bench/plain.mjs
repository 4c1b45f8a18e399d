// A minimal implementation of the same service: node's own HTTP server, tables as objects in memory,
// the rules of tests/service/klondike.mjs. It takes the snapshots of tests/bench/load.c, finds the one move that
// explains each, and answers a session as large as the daemon's. `node tests/bench/plain.mjs PORT BYTES`
//
// It is less than the daemon in everything but this: it knows no doubt, no judgement, no other game, no wrong
// request and no disk.

import { randomBytes } from 'node:crypto';
import http from 'node:http';
import {
	copy, DRAW, foundationCodes, heldBack, legal, left, play, PRESETS, removed, SHUFFLE, won,
} from '../service/klondike.mjs';

const [port, bytes] = process.argv.slice(2).map(Number);
const sessions = new Map();
const last = (list) => list[list.length - 1];

// ---- Knowledge: a table on which null is an unseen card -----------------------------------------

function begin([pile, , , , , ...fronts]) {
	return {
		rules: PRESETS.syvkabale,
		columns: fronts.map((card, column) => ({ under: Array(column).fill(null), up: [card] })),
		foundations: [0, 0, 0, 0],
		pile: [pile, ...Array(23).fill(null)], turned: 1,
		shuffles: PRESETS.syvkabale.shuffles, justMoved: 'XX', columnToColumn: 0,
	};
}

/** Unknown front cards become the visible cards. */
function learn(table, [pile, , , , , ...fronts]) {
	table.columns.forEach(({ up }, column) => {
		if (up.length > 0 && last(up) === null) {
			up[up.length - 1] = fronts[column];
		}
	});
	if (table.turned > 0 && table.pile[table.turned - 1] === null) {
		table.pile[table.turned - 1] = pile;
	}
}

const SUITS = ['C', 'D', 'H', 'S'];

function isSeen(table, [pile, ...slots]) {
	const codes = foundationCodes(table);
	return (table.turned > 0 ? table.pile[table.turned - 1] : table.pile.length > 0 ? 'BACK' : 'XX') === pile
		&& SUITS.every((suit, place) => codes[suit] === slots[place])
		&& table.columns.every(({ up }, column) => (last(up) ?? 'XX') === slots[4 + column]);
}

/** The move that leads to what is seen, with the table that it leads to. */
function explain(table, seen) {
	for (const move of legal(table)) {
		const next = copy(table);
		if (move.type === SHUFFLE) {
			Object.assign(next, { pile: next.pile.map(() => null), turned: 1, shuffles: next.shuffles - 1 });
		} else {
			play(next, move);
		}
		learn(next, seen);
		if (isSeen(next, seen)) {
			return { move, next };
		}
	}
	return undefined;
}

// ---- The answer ---------------------------------------------------------------------------------

const KINDS = [, 'to_foundation', 'king_to_empty', 'column_to_column', 'draw_to_column', 'draw', 'shuffle'];

function ranked(table, move, place) {
	const { type, from, to, cut, card } = move;
	return {
		rank: place + 1, type, kind: KINDS[type], from, to, cut, card,
		cards: from < 7 ? table.columns[from].up.slice(cut - 1) : [card], plain_text: String(card),
		instruction: type === DRAW ? 'Turn up a card.' : `Move ${card} from ${from} to ${to}.`,
		value: null, low: null, high: null, visits: 0, held_back: heldBack(table, move), reasons: [], line: [],
	};
}

function shown(session) {
	const { table, move } = session;
	const moves = table ? legal(table).sort((one, other) => one.type - other.type) : [];
	return {
		id: session.id, game: 'klondike', preset: 'syvkabale', rules: PRESETS.syvkabale, language: 'en',
		version: session.version, status: !table ? 'waiting' : won(table) ? 'won' : 'playing', sync: 'in_sync',
		created_at: session.created, updated_at: new Date().toISOString(),
		table: table && {
			columns: table.columns.map(({ under, up }) => ({ unseen: under.length, cards: up })),
			foundations: foundationCodes(table),
			draw_pile: {
				cards: table.pile.slice(0, table.turned), left: left(table), removed: removed(table),
				shuffles: table.shuffles, known_order: table.pile.slice(table.turned).filter(Boolean),
			},
			anti_loop: { just_moved: table.justMoved, column_to_column: table.columnToColumn },
		},
		observed: { moves: move ? [move] : [], revealed: [], unreadable: [], doubts: [], conflicts: [] },
		moves: moves.map((one, place) => ranked(table, one, place)),
		suggestion: moves.length > 0 ? ranked(table, moves[0], 0) : null,
	};
}

function send(response, status, answer) {
	const text = JSON.stringify(answer);
	const body = status === 409 ? text : text.slice(0, -1) + `,"message":"${' '.repeat(Math.max(0, bytes - text.length - 13))}"}`;
	response.writeHead(status, { 'content-type': 'application/json', 'content-length': Buffer.byteLength(body) });
	response.end(body);
}

// ---- Requests -----------------------------------------------------------------------------------

function create(response, body) {
	if (JSON.parse(body).game !== 'klondike') {
		send(response, 409, { detail: 'another game' });
		return;
	}
	const id = randomBytes(16).toString('hex');
	const session = { id, version: 0, created: new Date().toISOString() };
	sessions.set(id, session);
	send(response, 201, shown(session));
}

function see(response, session, body) {
	const seen = body.split(',');
	const found = session.table ? explain(session.table, seen) : { next: begin(seen) };
	if (!found && !isSeen(session.table, seen)) {
		send(response, 409, { detail: 'nothing explains that' });
		return;
	}
	if (found) {
		Object.assign(session, { table: found.next, move: found.move, version: session.version + 1 });
	}
	send(response, 200, shown(session));
}

http.createServer((request, response) => {
	let body = '';
	request.setEncoding('utf8').on('data', (text) => { body += text; }).on('end', () => {
		const session = sessions.get(request.url.split('/')[3]);
		if (session) {
			see(response, session, body);
		} else {
			create(response, body);
		}
	});
}).listen(port, '127.0.0.1', () => console.log('http ready'));
