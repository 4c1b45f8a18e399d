// The entry modules of the page are bundled: fewer files, the same modules.

import assert from 'node:assert/strict';
import { execFileSync } from 'node:child_process';
import { mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { test } from 'node:test';
import { fileURLToPath } from 'node:url';

const SCRIPT = fileURLToPath(new URL('../../src/site/join.awk', import.meta.url));

/** Joins these modules into another folder; gives that folder. */
function joined(t, modules, roots = 'early.js main.js') {
	const folder = mkdtempSync(join(tmpdir(), 'makker-test-'));
	t.after(() => rmSync(folder, { recursive: true, force: true }));
	for (const [name, text] of Object.entries({ ...modules, 'package.json': '{"type":"module"}' })) {
		for (const place of ['from', 'to']) {
			mkdirSync(dirname(join(folder, place, name)), { recursive: true });
		}
		writeFileSync(join(folder, name.endsWith('.js') ? 'from' : 'to', name), text);
	}
	execFileSync('awk', ['-v', `folder=${folder}/from`, '-v', `work=${folder}/to`, '-v', `roots=${roots}`, '-f', SCRIPT,
		...Object.keys(modules)], { stdio: 'pipe' });
	return join(folder, 'to');
}

const MODULES = {
	'early.js': "// First.\nimport { add } from './parts/sum.js';\n\nexport const one = add(0, 1);\n",
	'parts/sum.js': '/** A comment\n * of two lines. */\nglobalThis.runs = (globalThis.runs ?? 0) + 1;\nexport function add(a, b) {\n\treturn a + b;\n}\n',
	'main.js': "import { one } from './early.js';\nimport * as shapes from './parts/shapes.js';\nimport { add as plus } from './parts/sum.js';\n"
		+ "export const three = plus(one, shapes.TWO);\nexport const late = () => import('./parts/late.js');\nexport const square = shapes.square;\n",
	'parts/shapes.js': "export const TWO = 2;\nexport class Square {}\nexport async function square() {\n\tconst { called: name } = await import('./late.js');\n\treturn [new Square(), name];\n}\n",
	'parts/late.js': "import { add } from './sum.js';\nimport { name } from './other.js';\nexport const called = name;\nexport const five = add(2, 3);\n",
	'parts/other.js': "export const name = 'other';\n",
};

test('bundled modules run once and behave the same, also for modules loaded later', async (t) => {
	const folder = joined(t, MODULES);
	const { main_js: main } = await import(join(folder, 'main.js'));
	assert.equal(main.three, 3);
	assert.equal((await main.late()).five, 5);
	const [square, name] = await main.square();
	assert.deepEqual([square.constructor.name, name], ['Square', 'other']);
	assert.equal(globalThis.runs, 1);
});

test('a bundle has no imports and no comments', (t) => {
	const folder = joined(t, MODULES);
	assert.deepEqual(readdirSync(folder).sort(), ['early.js', 'main.js', 'package.json', 'parts']);
	assert.deepEqual(readdirSync(join(folder, 'parts')).sort(), ['late.js', 'other.js']);
	const text = readFileSync(join(folder, 'main.js'), 'utf8') + readFileSync(join(folder, 'early.js'), 'utf8');
	assert.deepEqual([...new Set([...text.matchAll(/from '([^']*)'/g)].map(([, path]) => path))], ['./early.js']);
	assert.doesNotMatch(text, /comment|two lines|First/);
});

test('unsupported syntax stops the bundler with its place', (t) => {
	for (const [name, text] of Object.entries({
		'an import of several lines': "import {\n\tone,\n} from './early.js';\n",
		'a default export': 'export default 1;\n',
		'an export of an earlier declaration': 'const a = 1;\nexport { a };\n',
		'an export that changes': 'export let a = 1;\n',
		'code behind a comment': '/* why */ const a = 1;\n',
		'a circle': "import { two } from './parts/other.js';\nexport const one = 1;\n",
	})) {
		const modules = { 'early.js': '', 'main.js': text, 'parts/other.js': "import { one } from '../main.js';\nexport const two = 2;\n" };
		assert.throws(() => joined(t, modules), (error) => /(main|other)\.js:\d+: /.test(error.stderr), name);
	}
});
