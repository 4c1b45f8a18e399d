// Whole games through the HTTP API, by the thousand: after every snapshot the daemon's whole response is
// compared with the world (legal moves, suggestion, every counter, every card). MAKKER_GAMES sets how
// many; the other kinds of games are a tenth of that each.

import assert from 'node:assert/strict';
import { after, test } from 'node:test';
import { JSON_TYPE, LINE_TYPE } from './api.mjs';
import { agentOf, request } from './client.mjs';
import { check } from './contract.mjs';
import { startDaemon } from './daemon.mjs';
import { linkBy, Player } from './player.mjs';

const GAMES = Number(process.env.MAKKER_GAMES ?? 400);
const TENTH = Math.ceil(GAMES / 10);
const AT_ONCE = 16;
// Holding an answer against the contract costs more than all the rest: one in so many is enough.
const CHECK_ONE_IN = 50;

const daemon = await startDaemon(after);
const agent = agentOf(AT_ONCE);
after(() => agent.destroy());

let sent = 0;
const link = linkBy(async (method, path, body) => {
	const isLine = typeof body === 'string';
	const options = {
		method, agent, headers: isLine ? LINE_TYPE : JSON_TYPE, body: isLine ? body : JSON.stringify(body),
	};
	const answer = await request(daemon.url + path, options);
	assert.ok(answer.status < 300, `${method} ${path} ${options.body}: ${answer.text}`);
	return sent++ % CHECK_ONE_IN === 0 ? check(daemon.url + path, options, answer).body : JSON.parse(answer.text);
}, { camera: true });

/** Plays games with the seeds `first`, `first + 1`, ..., several at a time; returns their counts. */
async function playAll(games, first, how) {
	const sums = { games: 0, won: 0 };
	let seed = first;
	const playSome = async () => {
		while (seed < first + games) {
			const player = new Player(link, seed++, typeof how === 'function' ? how(seed) : how);
			const { status } = await player.play();
			sums.games++;
			sums.won += status === 'won';
			for (const [name, count] of Object.entries(player.counts)) {
				sums[name] = (sums[name] ?? 0) + count;
			}
		}
	};
	await Promise.all(Array.from({ length: AT_ONCE }, playSome));
	return sums;
}

function report(t, name, { games, won, ...counts }) {
	const share = won / games;
	const half = 1.96 * Math.sqrt((share * (1 - share)) / games);
	t.diagnostic(`${name}: ${games} games, won ${(100 * share).toFixed(1)} % (± ${(100 * half).toFixed(1)}), ${
		Object.entries(counts).map(([what, count]) => `${count} ${what}`).join(', ')}`);
}

// The three forms of a snapshot in turn. The original program's line does not show the foundations.
const FORMS = [{ form: 'line', foundations: false }, { form: 'fronts' }, { form: 'runs' }];
const inTurn = (seed) => FORMS[seed % 3];

test(`${GAMES} games of syvkabale by the heuristic`, async (t) => {
	const sums = await playAll(GAMES, 1, inTurn);
	report(t, 'syvkabale', sums);
	assert.equal(sums.games, GAMES);
	assert.ok(sums.looks <= 0.01 * GAMES, `${sums.looks} tables that no picture made clear`);
	if (GAMES >= 1000) {
		assert.ok(sums.won / sums.games > 0.42, `only ${sums.won} of ${sums.games} were won`);
	}
});

const OTHERS = {
	'klondike-1': { preset: 'klondike-1' },
	'klondike-3': { preset: 'klondike-3' },
	'syvkabale with the order kept': { rules: { shuffle_order: 'kept' } },
	'a stock that is known': { preset: 'klondike-1', rules: { stock_known: true } },
	'a player who deviates': { deviation: 0.1 },
	'missed frames': { missing: 0.1, form: 'runs' },
	'missed frames, front cards only': { missing: 0.1, form: 'fronts' },
};

for (const [name, how] of Object.entries(OTHERS)) {
	test(`${TENTH} games: ${name}`, async (t) => {
		const sums = await playAll(TENTH, 1_000_000, how);
		report(t, name, sums);
		assert.equal(sums.games, TENTH);
		// Only two moves at once can leave a doubt, and seldom do.
		assert.ok(sums.looks <= 0.05 * sums.missed, `${sums.looks} questions`);
	});
}
