// Records the golden games anew: `npm run record` (in tests/), when an answer has changed on purpose. It
// plays games with one seed after another through a running daemon, every answer compared with the
// truth (see service/player.mjs), and keeps the shortest that fit:
//
//   won.jsonl        the player follows every suggestion and wins; the camera does not see the
//                    foundations, as the original program's;
//   deviating.jsonl  ten times the player does something else than was suggested.
//
// A file's first line is {"seed", "fields"}: what the session was created with. Then a line for each
// snapshot: {"line", "answer"}, the answer without its id and its times. The last line is {"truth"}: the
// table as it really was in the end.

import { writeFileSync } from 'node:fs';
import { request } from '../service/client.mjs';
import { JSON_TYPE, LINE_TYPE, timeless } from '../service/api.mjs';
import { Daemon } from '../service/daemon.mjs';
import { foundationCodes, left, removed } from '../service/klondike.mjs';
import { linkBy, Player } from '../service/player.mjs';

const SEEDS = 300;
const DEVIATIONS = 10;

/** A link that writes down what passes. */
function recording(daemon, rows) {
	return linkBy(async (method, path, body) => {
		const isLine = typeof body === 'string';
		const fields = isLine ? undefined : { ...body, language: 'da' };
		const answer = await request(daemon.url + path.replace(/\?.*/, ''), {
			method, headers: isLine ? LINE_TYPE : JSON_TYPE, body: isLine ? body : JSON.stringify(fields),
		});
		const session = JSON.parse(answer.text);
		rows.push(isLine ? { line: body, answer: timeless(session) } : { fields });
		return session;
	});
}

/** What lies where, as far as a player who has followed everything knows it. */
const truthOf = (table) => ({
	columns: table.columns.map(({ under, up }) => ({ unseen: under.length, cards: up })),
	foundations: foundationCodes(table),
	draw_pile: {
		cards: table.pile.slice(0, table.turned), left: left(table), removed: removed(table),
		shuffles: table.shuffles,
	},
});

/** The shortest game among the seeds that `fits`, as rows. */
async function shortest(daemon, how, fits) {
	let best;
	for (let seed = 1; seed <= SEEDS; seed++) {
		const rows = [];
		const player = new Player(recording(daemon, rows), seed, { ...how, form: 'line' });
		const session = await player.play();
		const isShorter = best === undefined || rows.length < best.length;
		if (player.counts.reported === 0 && isShorter && fits(session, player.counts)) {
			best = [{ seed, ...rows[0] }, ...rows.slice(1), { truth: truthOf(player.table) }];
		}
	}
	return best;
}

function write(name, rows) {
	const path = new URL(name, import.meta.url);
	writeFileSync(path, rows.map((row) => `${JSON.stringify(row)}\n`).join(''));
	console.log(`${name}: seed ${rows[0].seed}, ${rows.length - 2} snapshots`);
}

const daemon = await new Daemon().start();
write('won.jsonl', await shortest(daemon, { foundations: false }, ({ status }) => status === 'won'));
write('deviating.jsonl', await shortest(daemon, { deviation: 0.12 },
	(_, { deviations }) => deviations === DEVIATIONS));
await daemon.stop();
