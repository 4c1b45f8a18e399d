// How instant posts fare beside a review: the same posts are sent in turn without one and while one runs, so that both have the same machine.
// `node tests/bench/review.mjs [ROUNDS]` prints the processor time of a review of 100 moves at 50 ms a decision, then the medians and the 99th
// percentiles of the posts in milliseconds, and their ratios.

import { readFileSync } from 'node:fs';
import { setTimeout as sleep } from 'node:timers/promises';
import { Api } from '../service/api.mjs';
import { startDaemon } from '../service/daemon.mjs';

const ROUNDS = Number(process.argv[2] ?? 20);
const POSTS = 200; // of a round, each way
const MOVES = 100; // of the reviewed game

const ends = [];
const daemon = await startDaemon((end) => ends.push(end), { args: ['--rate-limit-per-session', '0'] });
const api = new Api(daemon);
const ok = ({ status, body, text }) => {
	if (status >= 300) {
		throw new Error(text);
	}
	return body;
};

/** A practice table without an end to its stock, on which `moves` cards have been turned. */
async function table(moves) {
	const { id } = await api.create({ cards: 'program', preset: 'klondike-1', seed: 3, strategy: 'heuristic' });
	for (let made = 0; made < moves; made++) {
		await turn(id);
	}
	return id;
}

async function turn(id) {
	const since = performance.now();
	const { status } = await api.move(id, { kind: 'draw' }, { query: '?budget_ms=0' });
	if (status >= 300) {
		ok(await api.move(id, { kind: 'shuffle' }, { query: '?budget_ms=0' }));
		return NaN;
	}
	return performance.now() - since;
}

const review = async (id, nodes) => api.get(`/v1/sessions/${id}/review?budget_ms=1000&nodes=${nodes}&limit=1`);

/** Milliseconds of the posts; with a review one runs from the first to the last. */
async function round(id, reviewed, nodes) {
	const times = [];
	if (reviewed) {
		ok(await review(reviewed, nodes));
		await sleep(200);
	}
	while (times.length < POSTS) {
		const time = await turn(id);
		if (!Number.isNaN(time)) {
			times.push(time);
		}
	}
	if (reviewed && (await review(reviewed, nodes)).status !== 202) {
		throw new Error('the review ended too early');
	}
	return times;
}

// ---- The processor time of a review ---------------------------------------------------------------------

/** Seconds that the daemon has used, those of threads that have ended among them. */
function cpuSeconds() {
	const fields = readFileSync(`/proc/${daemon.child.pid}/stat`, 'utf8').split(') ')[1].split(' ');
	return (Number(fields[11]) + Number(fields[12])) / 100;
}

/** A practice table with so many moves, every fourth of them the one that the heuristic likes least. */
async function playedTable(moves) {
	for (let seed = 1; ; seed++) {
		let session = await api.create({ cards: 'program', preset: 'klondike-1', seed, strategy: 'heuristic' });
		for (let made = 0; made < moves && session.status === 'playing'; made++) {
			const { kind, from, to, cut } = made % 4 === 3 ? session.moves.at(-1) : session.moves[0];
			session = ok(await api.move(session.id, Object.fromEntries(Object.entries({ kind, from, to, cut }).filter(([, value]) => value !== null && value !== undefined)), { query: '?budget_ms=0' }));
		}
		if (session.version >= moves) {
			return session.id;
		}
	}
}

async function measureReview() {
	const id = await playedTable(MOVES);
	const since = cpuSeconds();
	let answer;
	do {
		await sleep(500);
		answer = ok(await api.get(`/v1/sessions/${id}/review?budget_ms=50&limit=1`));
	} while (answer.status === 'running');
	console.log(`a review of ${MOVES} moves at 50 ms a decision: ${answer.count} decisions, ${(cpuSeconds() - since).toFixed(1)} s of CPU`);
}

await measureReview();

// ---- Posts beside a review -------------------------------------------------------------------------------

const at = (times, share) => [...times].sort((one, other) => one - other)[Math.floor(times.length * share)];

const reviewed = await table(MOVES);
const alone = [];
const beside = [];
for (let number = 0; number < ROUNDS; number++) {
	const id = await table(20);
	// The review of the last round is of an older version, which cancels it.
	ok(await api.move(reviewed, { kind: 'draw' }, { query: '?budget_ms=0' }).then(async (answer) => (answer.status < 300 ? answer : api.move(reviewed, { kind: 'shuffle' }, { query: '?budget_ms=0' }))));
	ok(await review(reviewed, 1));
	while ((await review(reviewed, 1)).status === 202) {
		await sleep(100);
	}
	alone.push(...await round(id, null));
	beside.push(...await round(id, reviewed, 20_000));
}
for (const share of ROUNDS > 0 ? [0.5, 0.99] : []) {
	const [one, other] = [at(alone, share), at(beside, share)];
	console.log(`p${100 * share}: alone ${one.toFixed(2)} ms, beside a review ${other.toFixed(2)} ms, ratio ${(other / one).toFixed(3)} (${alone.length} posts each)`);
}
await Promise.all(ends.map((end) => end()));
process.exit(0);
