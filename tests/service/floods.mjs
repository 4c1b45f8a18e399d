// More requests than are allowed.

import assert from 'node:assert/strict';

const AT_ONCE = 100;
const MAX_WAVES = 50;

/** Asks a hundred times at once; the answers by their status. */
export async function flood(ask) {
	const answers = await Promise.all(Array.from({ length: AT_ONCE }, ask));
	const of = (wanted) => answers.filter(({ status }) => status === wanted);
	assert.equal(of(200).length + of(429).length, AT_ONCE);
	return { good: of(200), refused: of(429) };
}

/** The same, again and again until some are refused: a slow machine asks less often than is allowed for long. */
export async function overflow(ask) {
	const good = [];
	for (let wave = 0; wave < MAX_WAVES; wave++) {
		const answers = await flood(ask);
		good.push(...answers.good);
		if (answers.refused.length > 0) {
			return { good, refused: answers.refused };
		}
	}
	return assert.fail(`${good.length} were let through`);
}
