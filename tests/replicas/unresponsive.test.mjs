// A daemon that dies between a commit and its announcement: subscribers at another are notified nevertheless.

import assert from 'node:assert/strict';
import { after, test } from 'node:test';
import { setTimeout as sleep } from 'node:timers/promises';
import { Api } from '../service/api.mjs';
import { startDaemon } from '../service/daemon.mjs';
import { FORMS } from '../service/listeners.mjs';
import { Cutter } from './cutter.mjs';
import { Endurance } from './endurance.mjs';
import { startPostgres } from './postgres.mjs';

const PATIENCE_MS = 20_000;
const postgres = startPostgres(after, 'fsync=off');

async function until(holds, what) {
	for (const end = Date.now() + PATIENCE_MS; !(await holds()); await sleep(20)) {
		assert.ok(Date.now() < end, `${what} takes too long`);
	}
}

/** A table made at a daemon that is about to die, and a subscriber of each form at another. */
async function scene(t, name) {
	const end = t.after.bind(t);
	const store = postgres.database(name);
	const wire = await new Cutter(postgres).listen();
	t.after(() => wire.close());
	const mortal = await startDaemon(end, { store: wire.url(name) });
	const other = new Api(await startDaemon(end, { store }));
	const game = new Endurance(new Api(mortal), 1);
	await game.start();
	await game.go();
	const subscribers = await Promise.all(Object.values(FORMS).map((listen) => listen(other, game.id)));
	await Promise.all(subscribers.map((subscriber) => subscriber.next()));
	return { wire, mortal, game, subscribers, sql: (text) => postgres.sql(text, name) };
}

/** Calls `what`, and lets the daemon die when that is committed with such a `statement`, before any notification. */
async function dieBehind({ wire, mortal }, statement, what, isCommitted) {
	const swallowed = wire.swallowBehindCommit(statement);
	const answer = what().catch(() => 'died');
	await swallowed;
	await until(isCommitted, 'the commit');
	await mortal.kill();
	assert.equal(await answer, 'died', 'it was answered before others could be notified');
}

test('a version whose writer died before its announcement is notified', async (t) => {
	const made = await scene(t, 'version');
	const { game, subscribers, sql } = made;
	await dieBehind(made, /INSERT INTO makker\.event/, () => game.go(), () => sql(`SELECT version FROM makker.session WHERE id = '${game.id}'`) === '3');
	for (const subscriber of subscribers) {
		await subscriber.until(() => subscriber.all.at(-1).session?.version === 3, 'version 3');
		assert.equal(subscriber.all.filter(({ event, session }) => event === 'session' && session.version === 3).length, 1);
		subscriber.close();
	}
});

test('a deletion whose daemon died before its announcement is notified', async (t) => {
	const made = await scene(t, 'ending');
	const { game, subscribers, sql } = made;
	const remove = () => game.api.send('DELETE', `/v1/sessions/${game.id}`);
	await dieBehind(made, /DELETE FROM makker\.session/, remove, () => sql('SELECT count(*) FROM makker.session') === '0');
	for (const subscriber of subscribers) {
		await subscriber.until(() => subscriber.all.some(({ event }) => event === 'deleted'), 'the end');
		subscriber.close();
	}
});
