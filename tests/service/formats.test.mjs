// Answers are written without printf(), which once took an eighth of the instructions of a post: reading a session of any
// game in any language and posting a picture as a line call it never, a move only for the places of its members.

import assert from 'node:assert/strict';
import { existsSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { after, test } from 'node:test';
import { Api, SEED_LINE } from './api.mjs';
import { BUILD, startDaemon } from './daemon.mjs';

/** The members that name a move of each game. */
const GAMES = {
	klondike: ['type', 'from', 'to', 'cut'],
	'ten-twenty-thirty': ['kind', 'column', 'combo'],
	'take-away': ['group', 'count'],
	freecell: ['kind', 'from', 'to', 'count'],
};
const LANGUAGES = ['da', 'en', 'de', 'el'];
const MOVES = 8;
const PLACES = 10; /* of a move's members, each of which is checked */

const library = join(BUILD, 'formats.so');
assert.ok(existsSync(library), `${library} is not there: nothing would be counted (make check builds it)`);
const path = join(tmpdir(), `makker-formats-${process.pid}`);
writeFileSync(path, Buffer.alloc(8));
after(() => rmSync(path));

const options = [process.env.ASAN_OPTIONS, 'verify_asan_link_order=0'].filter(Boolean).join(':');
const api = new Api(await startDaemon(after, { env: { LD_PRELOAD: library, FORMATS: path, ASAN_OPTIONS: options } }));

const counted = () => Number(readFileSync(path).readBigUInt64LE());

/** How many formats one request took. */
async function formatsOf(request) {
	const before = counted();
	const answer = await request();
	assert.ok(answer.status < 300, answer.text);
	return { answer, count: counted() - before };
}

test('the preloaded library counts formatted output', async () => {
	assert.ok((await formatsOf(() => api.get('/metrics'))).count > 50);
});

/** Reads the session, which takes no formats. */
async function read(id) {
	const { answer, count } = await formatsOf(() => api.session(id));
	assert.equal(count, 0, answer.text);
	return answer.body;
}

for (const [game, members] of Object.entries(GAMES)) {
	test(`${game} in each language`, async () => {
		for (const language of LANGUAGES) {
			const { id } = await api.create({ game, language, cards: 'program', seed: 7, strategy: undefined });
			let session = await read(id);
			let moves = 0;
			for (; moves < MOVES && session.moves.length > 0; moves++) {
				const move = Object.fromEntries(members.map((member) => [member, session.moves[0][member]]));
				const { count } = await formatsOf(() => api.move(id, move, { query: '?budget_ms=0' }));
				assert.ok(count <= PLACES, `${count} for ${JSON.stringify(move)}`);
				session = await read(id);
			}
			assert.ok(moves > 0, `no move in ${language}`);
		}
	});
}

test('Doppelkopf in each language', async () => {
	for (const language of LANGUAGES) {
		const { id } = await api.create({ game: 'doppelkopf', language, cards: 'program', seed: 7, strategy: 'tricks' });
		let { version } = (await api.move(id, { seat: 0, reservation: 'none' }, { query: '?budget_ms=0' })).body;
		let session = await read(id);
		// The other three play until it is the player's turn.
		while (session.moves.length === 0) {
			({ version } = (await api.session(id, `?after=${version}&wait_s=30`)).body);
			session = await read(id);
		}
		await api.move(id, { seat: 0, card: session.moves[0].card }, { query: '?budget_ms=0' });
		await read(id);
	}
});

test('snapshots of Klondike', async () => {
	const { id } = await api.create();
	await api.line(id, SEED_LINE);
	const again = await formatsOf(() => api.line(id, SEED_LINE.replace('KS', '2C')));
	assert.equal(again.count, 0);
});
