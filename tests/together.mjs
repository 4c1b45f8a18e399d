// Test files in one process, one after the other: what is read and compiled for each (the contract, its schemas) is there once, and
// pages share a browser. `node tests/together.mjs FILE...`

import { resolve } from 'node:path';
import { pathToFileURL } from 'node:url';

for (const file of process.argv.slice(2)) {
	await import(pathToFileURL(resolve(file)));
}
