// Is the time kept? Snapshots of games in progress are posted one after another, each with a budget; what is
// printed is how long the answers took. `node tests/bench/budget.mjs [preset] [answers]`

import { request } from '../service/client.mjs';
import { Daemon } from '../service/daemon.mjs';
import { deal, legal, lineOf, look, play, PRESETS } from '../service/klondike.mjs';
import { pick, randomFrom } from '../service/random.mjs';

const BUDGETS = [20, 50, 100, 300];
const [preset = 'syvkabale', answers = '200'] = process.argv.slice(2);
const random = randomFrom(1);

/** The sights of one game, in which any legal move may be played. */
function sights() {
	const table = deal(PRESETS[preset], random);
	const lines = [lineOf(look(table))];
	for (let i = 0; i < 20; i++) {
		play(table, pick(legal(table), random), random);
		lines.push(lineOf(look(table)));
	}
	return lines;
}

async function post(url, path, body, type) {
	const answer = await request(url + path, { method: 'POST', headers: { 'content-type': type }, body });
	return JSON.parse(answer.text);
}

/** Answers that were thought about, each with its time in milliseconds. */
async function measure(url, budget) {
	const times = [];
	while (times.length < Number(answers)) {
		const { id } = await post(url, '/v1/sessions', JSON.stringify({ game: 'klondike', preset }), 'application/json');
		for (const line of sights()) {
			const start = performance.now();
			const { advice } = await post(url, `/v1/sessions/${id}/snapshots?budget_ms=${budget}`, line, 'text/plain');
			if (advice?.nodes > 0 && advice.elapsed_ms > budget / 2) {
				times.push(performance.now() - start);
			}
		}
	}
	return times.slice(0, Number(answers)).sort((one, other) => one - other);
}

const daemon = await new Daemon().start();
console.log(`answers of ${preset} with a budget, one after another, in ms`);
for (const budget of BUDGETS) {
	const times = await measure(daemon.url, budget);
	const at = (share) => times[Math.min(times.length - 1, Math.floor(share * times.length))].toFixed(1);
	console.log(`  ${String(budget).padStart(4)}   median ${at(0.5)}   p99 ${at(0.99)}   most ${at(1)}`);
}
await daemon.stop();
