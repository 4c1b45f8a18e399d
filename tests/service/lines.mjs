// Output of another program, line by line: one write may arrive in several parts.

import { createInterface } from 'node:readline';

/** Gives a function that waits for the next line of `stream`, without its end; null when there is none any more. */
export function readLines(stream) {
	const lines = createInterface({ input: stream })[Symbol.asyncIterator]();
	return async () => (await lines.next()).value ?? null;
}
