// The rules of every game in words: each preset and language, both forms, caching, and errors.

import assert from 'node:assert/strict';
import { after, describe, test } from 'node:test';
import { Api, assertProblem } from './api.mjs';
import { fetchBytes } from './client.mjs';
import { startDaemon } from './daemon.mjs';

const api = new Api(await startDaemon(after));
const { body: { games } } = await api.get('/v1/games');

const SECTIONS = ['aim', 'deal', 'moves', 'options', 'options_off', 'glossary', 'sources'];
const LANGUAGES = ['en', 'da', 'de', 'el'];
const MARKDOWN = { accept: 'text/markdown' };

const sectionOf = ({ sections }, name) => sections.find((one) => one.name === name);

for (const { name: game, presets, options } of games) {
	describe(game, () => {
		for (const { name: preset, rules } of presets) {
			for (const language of LANGUAGES) {
				test(`${preset}, ${language}`, async () => {
					const { status, body } = await api.get(`/v1/games/${game}/rules?preset=${preset}&language=${language}`);
					assert.equal(status, 200);
					assert.deepEqual([body.game, body.preset, body.language], [game, preset, language]);
					const names = body.sections.map(({ name }) => name);
					assert.deepEqual(names, SECTIONS.filter((name) => names.includes(name) || name !== 'options_off'));
					for (const { name, paragraphs, items } of body.sections) {
						assert.ok(paragraphs.length + items.length > 0, name);
					}
					const listed = [...sectionOf(body, 'options').items, ...sectionOf(body, 'options_off')?.items ?? []];
					assert.deepEqual(Object.fromEntries(listed.map(({ option, value }) => [option, value])), rules);
					assert.equal(listed.length, options.length);
				});
			}
		}

		test('the first preset, in the language of the client, without parameters', async () => {
			const { body } = await api.get(`/v1/games/${game}/rules`, { headers: { 'accept-language': 'da' } });
			assert.deepEqual([body.preset, body.language], [presets[0].name, 'da']);
		});

		test('Markdown has a heading for each section, and the same paragraphs', async () => {
			const { body } = await api.get(`/v1/games/${game}/rules?language=el`);
			const { status, headers, text } = await api.get(`/v1/games/${game}/rules?language=el`, { headers: MARKDOWN });
			assert.equal(status, 200);
			assert.equal(headers['content-type'], 'text/markdown; charset=utf-8');
			assert.equal(text.match(/^# .+$/gm).length, 1);
			assert.equal(text.match(/^## .+$/gm).length, body.sections.length);
			for (const paragraph of body.sections.flatMap(({ paragraphs }) => paragraphs)) {
				assert.ok(text.includes(`\n\n${paragraph}\n`), paragraph);
			}
		});
	});
}

test('10-20-30 names its author and the blog in every language', async () => {
	for (const language of LANGUAGES) {
		const { body } = await api.get(`/v1/games/ten-twenty-thirty/rules?language=${language}`);
		assert.match(sectionOf(body, 'sources').paragraphs.join(' '), /Nestor Louizidis.*[Bb]log/);
	}
});

test('presets of a game differ in their texts, too', async () => {
	const aim = async (preset) => sectionOf((await api.get(`/v1/games/klondike/rules?preset=${preset}`)).body, 'aim').paragraphs;
	assert.notDeepEqual(await aim('syvkabale'), await aim('klondike-1'));
});

test('If-None-Match avoids sending the text again', async () => {
	const path = '/v1/games/doppelkopf/rules?language=de';
	const tags = new Set();
	for (const headers of [{}, { 'accept-encoding': 'gzip' }, MARKDOWN, { ...MARKDOWN, 'accept-encoding': 'gzip' }]) {
		const first = await fetchBytes(api.url(path), { headers });
		assert.equal(first.headers['content-encoding'], headers['accept-encoding']);
		assert.equal(first.headers['cache-control'], 'no-cache');
		for (const name of ['Accept', 'Accept-Language', 'Accept-Encoding']) {
			assert.ok(first.headers.vary.split(/, */).includes(name), first.headers.vary);
		}
		tags.add(first.headers.etag);
		const again = await fetchBytes(api.url(path), { headers: { ...headers, 'if-none-match': first.headers.etag } });
		assert.deepEqual([again.status, again.body.length, again.headers.etag], [304, 0, first.headers.etag]);
	}
	assert.equal(tags.size, 4);
	const danish = '/v1/games/doppelkopf/rules?language=da';
	const other = await api.get(danish, { headers: { 'if-none-match': [...tags].join(', ') } });
	assert.equal(other.status, 200);
	assert.equal((await api.get(path, { headers: { 'if-none-match': other.headers.etag } })).status, 200);
	assert.equal((await api.get(danish, { headers: { 'if-none-match': other.headers.etag } })).status, 304);
});

test('HEAD returns the headers of GET', async () => {
	const got = await api.get('/v1/games/freecell/rules');
	const { status, headers, text } = await api.send('HEAD', '/v1/games/freecell/rules');
	assert.deepEqual([status, text, headers.etag], [200, '', got.headers.etag]);
});

test('unknown values are rejected with their place', async () => {
	assertProblem(await api.get('/v1/games/whist/rules'), 404, 'unknown_game');
	assertProblem(await api.get('/v1/games/klondik/rules'), 404, 'unknown_game');
	assertProblem(await api.get(`/v1/games/${'k'.repeat(2000)}/rules`), 404, 'unknown_game');
	assertProblem(await api.get('/v1/games/klondike/rules?preset=bakers-game'), 422, 'unknown_preset', '?preset');
	assertProblem(await api.get('/v1/games/klondike/rules?preset='), 422, 'unknown_preset', '?preset');
	assertProblem(await api.get('/v1/games/klondike/rules?language=tlh'), 422, 'unknown_language', '?language');
	assertProblem(await api.get('/v1/games/klondike/rules?lang=da'), 400, 'unknown_parameter', '?lang');
	assertProblem(await api.get('/v1/games/klondike/rules', { headers: { accept: 'text/html' } }), 406, 'not_acceptable');
	assertProblem(await api.send('POST', '/v1/games/klondike/rules', { json: {} }), 405, 'method_not_allowed');
});

test('the rules of a table select the paragraphs and list the changed options', async () => {
	const query = (rules) => `/v1/games/klondike/rules?language=en&rules=${encodeURIComponent(JSON.stringify(rules))}`;
	const itemsOf = ({ sections }) => sections.filter(({ name }) => name.startsWith('options')).flatMap(({ items }) => items);
	const moves = ({ sections }) => sections.find(({ name }) => name === 'moves').paragraphs.join(' ');
	const { body: usual } = await api.get('/v1/games/klondike/rules?language=en');
	const { body: own, status, text } = await api.get(query({ draw: 3, shuffles: 'unlimited', shuffle_order: 'kept' }));
	assert.equal(status, 200, text);
	const { body: three } = await api.get('/v1/games/klondike/rules?language=en&preset=klondike-3');
	assert.notEqual(moves(own), moves(usual));
	assert.match(moves(own), /three cards/);
	assert.ok(moves(three).includes(moves(own).match(/[^.]*three cards[^.]*\./)[0]));
	assert.deepEqual(itemsOf(own).filter(({ changed }) => changed).map(({ option, value }) => [option, value]),
		[['draw', 3], ['shuffles', 'unlimited'], ['shuffle_order', 'kept']]);
	assert.deepEqual(itemsOf(usual).filter(({ changed }) => changed), []);
	assert.deepEqual((await api.get(query(usual.sections.length > 0 ? {} : null))).body, usual);
	assertProblem(await api.get('/v1/games/klondike/rules?rules=draw'), 400, 'invalid_query', '?rules');
	assertProblem(await api.get('/v1/games/klondike/rules?rules=%5B%5D'), 400, 'invalid_query', '?rules');
	assertProblem(await api.get(query({ draw: 9 })), 422, 'invalid_value', '/rules/draw');
	assertProblem(await api.get(query({ nothing: 1 })), 422, 'unknown_option', '/rules/nothing');
});

test('an invalid number is rejected with the valid range, in the language of the table', async () => {
	for (const [game, rules, pointer, details] of [
		['freecell', { deal: -1 }, '/rules/deal', ['A whole number from 0 to 2147483647 is expected here.', 'Her skal stå et helt tal fra 0 til 2147483647.',
			'Hier wird eine ganze Zahl von 0 bis 2147483647 erwartet.', 'Εδώ χρειάζεται ένας ακέραιος αριθμός από 0 έως 2147483647.']],
		['freecell', { cells: 5 }, '/rules/cells', ['A whole number from 1 to 4 is expected here.']],
		['klondike', { draw: 2 }, '/rules/draw', ['1 or 3 is expected here.', 'Her skal stå 1 eller 3.', 'Hier wird 1 oder 3 erwartet.', 'Εδώ χρειάζεται 1 ή 3.']],
		['klondike', { shuffles: -1 }, '/rules/shuffles', [/^A whole number from 0 to \d+ is expected here, or "unlimited"\.$/]],
	]) {
		for (const [place, detail] of details.entries()) {
			const answer = await api.post('/v1/sessions', { game, rules, language: ['en', 'da', 'de', 'el'][place] });
			assertProblem(answer, 422, 'invalid_value', pointer);
			(detail instanceof RegExp ? assert.match : assert.equal)(answer.body.detail, detail);
		}
	}
});
