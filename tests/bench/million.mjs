// How the daemon fares with many sessions in its store: starting, listing, counting, opening one, posting to
// one. `node tests/bench/million.mjs [sessions] [store: an old one, instead of filling a new one]`

import { LINE_TYPE } from '../service/api.mjs';
import { request } from '../service/client.mjs';
import { Daemon } from '../service/daemon.mjs';
import { pick, randomFrom } from '../service/random.mjs';
import { filledStore, temporaryFolder } from './stores.mjs';

const [sessions = '1000000', old] = process.argv.slice(2);
const EVENTS = 5;
const STARTS = 5;
const TIMES = 200;
const random = randomFrom(1);

const at = (times, share) => [...times].sort((one, other) => one - other)[Math.ceil(share * times.length) - 1].toFixed(1);
const report = (name, times) =>
	console.log(`  ${name.padEnd(46)} median ${at(times, 0.5).padStart(7)} ms   most ${at(times, 1).padStart(7)} ms`);

const since = Date.now();
const store = old ?? await filledStore(temporaryFolder(), sessions, EVENTS);
console.log(`a store of ${sessions} sessions${old ? '' : `, filled in ${Math.round((Date.now() - since) / 1000)} s`}`);
const daemon = new Daemon({ store });

const starts = [];
for (let start = 0; start < STARTS; start++) {
	const begun = performance.now();
	await daemon.start();
	starts.push(performance.now() - begun);
	await (start < STARTS - 1 ? daemon.stop() : undefined);
}
report('from exec to the first 200 of /readyz', starts);

async function ask(path, options, status = 200) {
	const answer = await request(daemon.url + path, options);
	if (answer.status !== status) {
		throw new Error(`${path}: ${answer.text}`);
	}
	return JSON.parse(answer.text);
}

async function time(times, path, options) {
	const begun = performance.now();
	const answer = await ask(path, options);
	times.push(performance.now() - begun);
	return answer;
}

async function measure(name, pathOf, options) {
	const times = [];
	for (let i = 0; i < TIMES; i++) {
		await time(times, pathOf(i), options);
	}
	report(name, times);
}

/** All sessions, page after page. */
async function walk() {
	const times = [];
	const ids = [];
	const places = [];
	for (let next = ''; next !== null;) {
		const page = await time(times, `/v1/sessions?limit=100${next && `&after=${next}`}`);
		ids.push(...page.sessions.map(({ id, game, status }) => ({ id, game, status })));
		next = page.next;
		if (next) { places.push(next); }
	}
	report(`each of all ${times.length} pages of 100`, times);
	return [ids, places];
}

const [all, places] = await walk();
if (all.length < Number(sessions)) {
	throw new Error(`only ${all.length} sessions are listed`);
}
const anywhere = () => pick(all, random).id;
for (const filter of ['', 'game=klondike', 'status=won', 'game=take-away&status=lost', 'game=klondike&status=lost']) {
	await measure(`a page of 100${filter && `, ${filter}`}`, () => `/v1/sessions?limit=100&after=${pick(places, random)}&${filter}`);
}
await measure('/v1/statistics', () => '/v1/statistics');
await measure('one that is not in memory', () => `/v1/sessions/${anywhere()}`);
const games = all.filter(({ game }) => game === 'klondike');
const unclear = { method: 'POST', headers: LINE_TYPE, body: 'UU,UU,UU,UU,UU,UU,UU,UU,UU,UU,UU,UU' };
await measure('a snapshot that shows nothing, likewise', () => `/v1/sessions/${pick(games, random).id}/snapshots?budget_ms=0`,
	unclear);
await measure('a change that is made durable, likewise', () => `/v1/sessions/${anywhere()}`,
	{ method: 'PATCH', headers: { 'content-type': 'application/json' }, body: '{"name":"kitchen"}' });
await daemon.stop();
process.exit(0);
