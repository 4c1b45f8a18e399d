// Keeps all workers of a daemon busy with searches until it is ended: more tables than there are processors,
// each with a new picture as soon as the last one has been thought about. `node tests/bench/search.mjs PORT`

import { availableParallelism } from 'node:os';
import { agentOf, request } from '../service/client.mjs';
import { JSON_TYPE } from '../service/api.mjs';
import { linkBy, Player } from '../service/player.mjs';

const url = `http://127.0.0.1:${process.argv[2]}`;
const tables = 2 * availableParallelism();
const agent = agentOf(tables);
const BUDGET_MS = 300;

const link = linkBy(async (method, path, body) => {
	const { status, text } = await request(url + path, { method, agent, headers: JSON_TYPE, body: JSON.stringify(body) });
	if (status >= 300) {
		throw new Error(text);
	}
	return JSON.parse(text);
}, { budget: BUDGET_MS });

async function search(seed) {
	for (;;) {
		await new Player(link, seed++, { strategy: 'search', deviation: 0.1 }).play();
	}
}

for (let table = 0; table < tables; table++) {
	search(1000 * table);
}
console.log('searching');
