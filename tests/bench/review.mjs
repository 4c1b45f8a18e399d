// How instant posts fare beside a review: the same posts are sent in turn alone, alone once more, while a review runs, and while another program
// computes at idle priority, which separates the machine's share from makkerd's; the difference of two equal runs is the variation of a ratio. `node
// tests/bench/review.mjs [ROUNDS]` prints the processor time of a review of 100 moves at 50 ms a decision, then the medians and the 99th
// percentiles of the posts in milliseconds, and their ratios: of all posts, and the median of the rounds, each with its 95 % interval (rounds
// drawn anew 2,000 times).

import { spawn } from 'node:child_process';
import { readFileSync } from 'node:fs';
import net from 'node:net';
import { setTimeout as sleep } from 'node:timers/promises';
import { Api } from '../service/api.mjs';
import { startDaemon } from '../service/daemon.mjs';

const ROUNDS = Number(process.argv[2] ?? 20);
const POSTS = 200; // of a round, each way
const DRAWN = 2000;
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

/**
 * A connection that sends one request at a time and looks at nothing but the status and the length of the answer: a client that computes as
 * long as the daemon does would be delayed by the review as well.
 */
function connection(port) {
	const socket = net.connect({ host: '127.0.0.1', port, noDelay: true });
	let chunks = [];
	let length = 0;
	let size = 0; // of the answer, once its head is known
	let status = 0;
	let answered;
	socket.on('data', (chunk) => {
		chunks.push(chunk);
		length += chunk.length;
		if (!size) {
			const text = Buffer.concat(chunks).toString('latin1');
			const end = text.indexOf('\r\n\r\n');
			if (end < 0) {
				return;
			}
			status = Number(text.slice(9, 12));
			size = end + 4 + Number(/^content-length: *(\d+)/im.exec(text)[1]);
		}
		if (length >= size) {
			chunks = [];
			length = 0;
			size = 0;
			answered(status);
		}
	});
	return (request) => new Promise((resolve) => {
		answered = resolve;
		socket.write(request);
	});
}

const send = connection(Number(new URL(daemon.url).port));

const request = (id, kind) => {
	const body = JSON.stringify({ kind });
	return `POST /v1/sessions/${id}/moves?budget_ms=0 HTTP/1.1\r\nHost: 127.0.0.1\r\nContent-Type: application/json\r\nContent-Length: ${body.length}\r\n\r\n${body}`;
};

/** Turns a card of the stock, or turns the pile over, which is not counted. */
async function turn(id) {
	const draw = request(id, 'draw');
	const since = performance.now();
	const status = await send(draw);
	const time = performance.now() - since;
	if (status < 300) {
		return time;
	}
	if (await send(request(id, 'shuffle')) >= 300) {
		throw new Error('neither a draw nor a shuffle is possible');
	}
	return NaN;
}

const review = async (id, nodes) => api.get(`/v1/sessions/${id}/review?budget_ms=1000&nodes=${nodes}&limit=1`);

/** Milliseconds of the posts of a round. */
async function round(id) {
	const posts = [];
	while (posts.length < POSTS) {
		const time = await turn(id);
		if (!Number.isNaN(time)) {
			posts.push(time);
		}
	}
	return posts;
}

/** A review of this table runs from the first post to the last. */
async function besideReview(id, reviewed, nodes) {
	ok(await review(reviewed, nodes));
	await sleep(200);
	const posts = await round(id);
	if ((await review(reviewed, nodes)).status !== 202) {
		throw new Error('the review ended too early');
	}
	return posts;
}

/** Another program computes from the first post to the last, at the priority that a review has. */
async function besideProgram(id) {
	const program = spawn('chrt', ['--idle', '0', 'sh', '-c', 'while :; do :; done'], { stdio: 'inherit' });
	await sleep(200);
	const posts = await round(id);
	program.kill('SIGKILL');
	return posts;
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

const at = (times, share) => Float64Array.from(times).sort()[Math.floor(times.length * share)];

const reviewed = await table(MOVES);
// Milliseconds of each round.
const times = { alone: [], 'alone again': [], 'beside another program': [], 'beside a review': [] };
const ways = [
	async (id) => times.alone.push(await round(id)),
	async (id) => times['beside another program'].push(await besideProgram(id)),
	async (id) => times['alone again'].push(await round(id)),
	async (id) => times['beside a review'].push(await besideReview(id, reviewed, 20_000)),
];
for (let number = 0; number < ROUNDS; number++) {
	const id = await table(20);
	// Each way comes first, second, third and last equally often.
	for (let turned = 0; turned < ways.length; turned++) {
		// The review of the last round is of an older version, which cancels it.
		await turn(reviewed);
		ok(await review(reviewed, 1));
		while ((await review(reviewed, 1)).status === 202) {
			await sleep(100);
		}
		await ways[(number + turned) % ways.length](id);
	}
}
const ratios = {
	whole: (share, one, other, rounds) => at(rounds.flatMap((number) => one[number]), share) / at(rounds.flatMap((number) => other[number]), share),
	rounds: (share, one, other, rounds) => at(rounds.map((number) => at(one[number], share) / at(other[number], share)), 0.5),
};

/** The ratio, and its 95 % interval over rounds that are drawn anew. */
function ratio(kind, share, one, other) {
	const all = [...one.keys()];
	const drawn = Array.from({ length: DRAWN }, () => ratios[kind](share, one, other, all.map(() => Math.floor(Math.random() * all.length))));
	return `${ratios[kind](share, one, other, all).toFixed(3)} (${at(drawn, 0.025).toFixed(2)} to ${at(drawn, 0.975).toFixed(2)})`;
}

for (const share of ROUNDS > 0 ? [0.5, 0.99] : []) {
	const name = `p${100 * share}`;
	console.log(`${name}: ${Object.entries(times).map(([way, rounds]) => `${way} ${at(rounds.flat(), share).toFixed(3)} ms`).join(', ')} (${times.alone.flat().length} posts each)`);
	for (const [one, other] of [['alone again', 'alone'], ['beside another program', 'alone'], ['beside a review', 'alone'], ['beside a review', 'beside another program']]) {
		console.log(`${name}, ${one} to ${other}: ${ratio('whole', share, times[one], times[other])} of all, ${ratio('rounds', share, times[one], times[other])} in the middle of the rounds`);
	}
}
await Promise.all(ends.map((end) => end()));
process.exit(0);
