// A PostgreSQL that does not respond any more: its processes are stopped (SIGSTOP), or the answer to a commit never
// comes. Every request is answered within store_timeout_s, and the outcome of a post is known by its idempotency key afterwards.
// And one that responds, but refuses all rows.

import assert from 'node:assert/strict';
import { readFileSync, readdirSync } from 'node:fs';
import { join } from 'node:path';
import { after, test } from 'node:test';
import { setTimeout as sleep } from 'node:timers/promises';
import { Api, assertProblem } from '../service/api.mjs';
import { startDaemon } from '../service/daemon.mjs';
import { DRAW, keyed, WISH } from '../service/keys.mjs';
import { Cutter } from './cutter.mjs';
import { startPostgres } from './postgres.mjs';

const TIMEOUT_S = 2;
const ARGS = ['--store-timeout-s', String(TIMEOUT_S)];
const SLACK_MS = 2000; /* of a busy machine */
const WAIT_MS = 30_000; /* against hanging requests */
const postgres = startPostgres(after, 'fsync=off');

const postmaster = Number(readFileSync(join(postgres.folder, 'data/postmaster.pid'), 'utf8').split('\n')[0]);

/** The processes that serve connections, and the others of the server. */
function children() {
	const parentOf = (pid) => {
		try {
			return Number(/\) \S (\d+)/.exec(readFileSync(`/proc/${pid}/stat`, 'utf8'))[1]);
		} catch {
			return 0; /* it has ended */
		}
	};
	return readdirSync('/proc').map(Number).filter((pid) => pid > 0 && parentOf(pid) === postmaster);
}

function signal(pid, name) {
	try {
		process.kill(pid, name);
	} catch (error) {
		assert.equal(error.code, 'ESRCH'); /* it has ended */
	}
}

/** The postmaster first: it makes the others. */
function stop() {
	signal(postmaster, 'SIGSTOP');
	children().forEach((pid) => signal(pid, 'SIGSTOP'));
}

function resume() {
	[...children(), postmaster].forEach((pid) => signal(pid, 'SIGCONT'));
}

async function timed(request) {
	const since = Date.now();
	return { answer: await request, ms: Date.now() - since };
}

async function until(holds, what) {
	for (const end = Date.now() + WAIT_MS; !(await holds()); await sleep(20)) {
		assert.ok(Date.now() < end, `${what} takes too long`);
	}
}

const ready = async (api) => (await api.get('/readyz')).status;

/** 503, with the code for a store that is unavailable, in time. */
function assertUnavailable({ answer, ms }) {
	assertProblem(answer, 503, 'store_unavailable');
	assert.ok(Number(answer.headers['retry-after']) >= 1);
	assert.ok(ms <= TIMEOUT_S * 1000 + SLACK_MS, `after ${ms} ms`);
}

test('a stopped server: requests are 503 in time, as is /readyz; resumed, it is used again, and each key has one effect', async (t) => {
	const api = new Api(await startDaemon(t.after.bind(t), { store: postgres.database('stopped'), args: ARGS }));
	const tables = await Promise.all(Array.from({ length: 4 }, () => api.begun()));
	t.after(resume);
	for (let round = 1; round <= 2; round++) {
		const [what, json] = round % 2 ? ['moves', DRAW] : ['undo', { steps: 1 }];
		const posts = tables.map(({ id }) => [`/v1/sessions/${id}/${what}`, json, { headers: keyed() }]);
		posts.push(['/v1/sessions', { ...WISH, name: `round ${round}` }, { headers: keyed() }]);
		stop();
		const since = Date.now();
		const requests = [...posts.map((post) => timed(api.post(...post))),
			...['', '/history', '?after=0&wait_s=1'].map((path) => timed(api.get(`/v1/sessions/${tables[0].id}${path}`))),
			timed(api.get('/v1/sessions')), timed(api.get('/v1/statistics'))];
		await until(async () => await ready(api) === 503, '/readyz');
		assert.ok(Date.now() - since <= TIMEOUT_S * 1000 + SLACK_MS, '/readyz');
		(await Promise.all(requests)).forEach(assertUnavailable);
		assertUnavailable(await timed(api.session(tables[1].id)));
		assertUnavailable(await timed(api.post(...posts[1])));
		assert.equal(await ready(api), 503);
		await until(async () => /does not respond|not reached/.test((await api.get('/readyz')).body.detail), 'the reason');
		resume();
		await until(async () => await ready(api) === 200, 'the server');
		for (const [place, post] of posts.entries()) {
			const answer = await api.post(...post);
			assert.equal(answer.status, place < tables.length ? 200 : 201, answer.text);
			if (place < tables.length) {
				assert.equal(answer.body.version, tables[place].version + round);
				assert.equal((await api.session(tables[place].id)).body.version, tables[place].version + round);
			}
		}
		assert.equal(postgres.sql(`SELECT count(*) FROM makker.session WHERE name = 'round ${round}'`, 'stopped'), '1');
	}
});

test('the response to a commit is lost: 503, and the key returns the response of the applied change', async (t) => {
	postgres.database('unanswered');
	const wire = await new Cutter(postgres).listen();
	t.after(() => wire.close());
	const api = new Api(await startDaemon(t.after.bind(t), { store: wire.url('unanswered'), args: ARGS }));
	let { id, version } = await api.begun();
	const stored = () => Number(postgres.sql(`SELECT version FROM makker.session WHERE id = '${id}'`, 'unanswered'));
	let doubts = 0;
	for (let tries = 1; tries <= 10 && doubts === 0; tries++) { /* the daemon's own look at the tables may be first */
		const post = [`/v1/sessions/${id}/${tries % 2 ? 'moves' : 'undo'}`, tries % 2 ? DRAW : { steps: 1 }, { headers: keyed() }];
		const [answer] = await Promise.all([timed(api.post(...post)), wire.swallowBehindCommit(/INSERT INTO makker\.event/)]);
		assertUnavailable(answer);
		if (stored() > version) {
			doubts++;
			assert.match(answer.answer.body.detail, /unknown whether anything was changed/);
		}
		await until(async () => await ready(api) === 200, 'the server');
		const again = await api.post(...post);
		assert.equal(again.status, 200, again.text);
		assert.equal(again.body.version, ++version);
		assert.equal((await api.session(id)).body.version, version);
		assert.equal(stored(), version);
	}
	assert.equal(doubts, 1);
});

test('a trigger rejects all rows: changes are 503 without effect, /readyz reports why, and is 200 after its removal', async (t) => {
	const api = new Api(await startDaemon(t.after.bind(t), { store: postgres.database('refusing'), args: ARGS }));
	const { id, version } = await api.begun();
	const sql = (text) => postgres.sql(text, 'refusing');
	const tables = sql("SELECT relname FROM pg_class WHERE relnamespace = 'makker'::regnamespace AND relkind IN ('r', 'p')"
		+ " AND NOT relispartition AND relname <> 'schema'").split('\n');
	assert.ok(tables.length >= 7, `${tables}`);
	sql(`CREATE FUNCTION public.refuse() RETURNS trigger LANGUAGE plpgsql AS $$ BEGIN RAISE EXCEPTION 'no rows today'; END $$;`
		+ tables.map((table) => `CREATE TRIGGER refuse BEFORE INSERT OR UPDATE OR DELETE ON makker.${table} FOR EACH ROW`
			+ ' EXECUTE FUNCTION public.refuse();').join(' '));
	await until(async () => await ready(api) === 503, '/readyz');
	const answer = await api.get('/readyz');
	assertProblem(answer, 503, 'not_ready');
	assert.match(answer.body.detail, /no rows today/);
	assertUnavailable(await timed(api.post(`/v1/sessions/${id}/moves`, DRAW, { headers: keyed() })));
	assert.equal((await api.session(id)).body.version, version);
	sql(tables.map((table) => `DROP TRIGGER refuse ON makker.${table};`).join(' '));
	await until(async () => await ready(api) === 200, 'the server');
	assert.equal((await api.post(`/v1/sessions/${id}/moves`, DRAW, { headers: keyed() })).body.version, version + 1);
});
