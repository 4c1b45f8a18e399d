// Helpers for tests of simulations.

import assert from 'node:assert/strict';
import { setTimeout as sleep } from 'node:timers/promises';

export const PATH = '/v1/simulations';
const PATIENCE_MS = 300_000; // against a hanging simulation

export async function begun(api, fields) {
	const answer = await api.post(PATH, fields);
	assert.equal(answer.status, 202, answer.text);
	assert.equal(answer.headers.location, `${PATH}/${answer.body.id}`);
	return answer.body;
}

export const seen = async (api, { id }) => (await api.get(`${PATH}/${id}`)).body;
export const cancelled = async (api, { id }) => (await api.send('DELETE', `${PATH}/${id}`)).body;

export async function until(holds, what) {
	for (const end = Date.now() + PATIENCE_MS; !(await holds()); await sleep(20)) {
		assert.ok(Date.now() < end, `${what} takes too long`);
	}
}

/** Waits for its end as long as it comes forward. */
export async function played(api, simulation) {
	let now = await seen(api, simulation);
	while (now.status === 'running') {
		const { played: before } = now;
		await until(async () => (now = await seen(api, simulation)).status !== 'running' || now.played > before, 'the next game');
	}
	return now;
}

/** The results that do not depend on the machine. */
export const numbersOf = ({ statistics: { speed, ...numbers } }) => numbers;
