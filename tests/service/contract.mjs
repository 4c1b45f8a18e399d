// Checks the daemon against the contract: every response that passes through here is compared with
// openapi.yaml (status, content type, headers, body), and so is every accepted request. The operations
// that occurred are recorded; zz_contract.test.mjs checks at the end that they are complete.

import assert from 'node:assert/strict';
import { createHash } from 'node:crypto';
import { existsSync, mkdirSync, readFileSync, renameSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { basename, dirname, join, resolve } from 'node:path';
import { fileURLToPath } from 'node:url';
import Ajv from 'ajv/dist/2020.js';
import formats from 'ajv-formats';
import { parse } from 'yaml';
import { request } from './client.mjs';

const CACHE = fileURLToPath(new URL('../../build/openapi', import.meta.url));

/** Reading YAML takes a second, for each test file: it is cached as JSON, named by the hash of its source. */
function readDocument() {
	const text = readFileSync(new URL('../../openapi.yaml', import.meta.url), 'utf8');
	const kept = join(CACHE, `${createHash('sha256').update(text).digest('hex')}.json`);
	if (existsSync(kept)) {
		return JSON.parse(readFileSync(kept, 'utf8'));
	}
	const read = parse(text);
	mkdirSync(CACHE, { recursive: true });
	writeFileSync(`${kept}.${process.pid}`, JSON.stringify(read));
	renameSync(`${kept}.${process.pid}`, kept); // atomic: other processes write it, too
	return read;
}

export const document = readDocument();
const METHODS = ['get', 'post', 'put', 'patch', 'delete', 'head', 'options'];

// ---- The document -------------------------------------------------------------------------------

/**
 * The document for answers: no field that is not documented may be there (clients ignore fields that
 * they don't know, but the document shall know them). Parts of an `allOf` are closed by the whole.
 */
function closed(schema, isPart = false) {
	if (Array.isArray(schema)) {
		return schema.map((one) => closed(one, isPart));
	}
	if (schema === null || typeof schema !== 'object') {
		return schema;
	}
	const copy = Object.fromEntries(Object.entries(schema).map(([name, value]) =>
		[name, closed(value, name === 'allOf')]));
	const isObject = schema.properties !== undefined || schema.allOf !== undefined;
	if (isObject && !isPart && !PARTS.has(schema) && schema.additionalProperties === undefined) {
		copy.unevaluatedProperties = false;
	}
	return copy;
}

/** The schema that a member of an `allOf` refers to, with its alternatives. */
function partsOf({ $ref }) {
	const part = document.components.schemas[$ref?.split('/').at(-1)];

	return part ? [part, ...(part.anyOf ?? []).flatMap(partsOf)] : [];
}

/** The schemas that some `allOf` refers to. */
const PARTS = new Set(Object.values(document.components.schemas).flatMap(({ allOf = [] }) => allOf.flatMap(partsOf)));

// Schemas that are compiled once and as they come: a file checks too few answers for faster code to pay.
const ajv = new Ajv({ strict: false, allErrors: true, validateSchema: false, inlineRefs: false, code: { optimize: false } });
formats(ajv);
ajv.addSchema(document, 'requests');
ajv.addSchema(closed(document), 'answers');
const validators = new Map();

const escaped = (name) => name.replaceAll('~', '~0').replaceAll('/', '~1');
const pointer = (...names) => `#/${names.map((name) => escaped(String(name))).join('/')}`;

/** Follows references until there is none: [the object, where it really is]. */
export function resolved(at) {
	const object = at.slice(2).split('/').reduce((parent, name) =>
		parent?.[decodeURIComponent(name).replaceAll('~1', '/').replaceAll('~0', '~')], document);
	return object?.$ref ? resolved(object.$ref) : [object, at];
}

/** Throws where `value` is not as the schema at `at` says. */
export function assertSchema(at, value, what, side = 'answers') {
	const place = side + at;
	if (!validators.has(place)) {
		validators.set(place, ajv.compile({ $ref: place }));
	}
	const validate = validators.get(place);
	if (!validate(value)) {
		const faults = validate.errors.slice(0, 8).map(({ instancePath, message, params }) =>
			`  ${instancePath || '/'} ${message} ${JSON.stringify(params)}`);
		assert.fail(`${what} breaks ${at}:\n${faults.join('\n')}\n${JSON.stringify(value).slice(0, 2000)}`);
	}
}

/** Every operation: {name, method, path, ...}. */
export const operations = Object.entries(document.paths).flatMap(([path, item]) =>
	METHODS.filter((method) => method in item).map((method) => ({
		name: `${method.toUpperCase()} ${path}`,
		method: method.toUpperCase(),
		path,
		matches: new RegExp(`^${path.replace('{path}', '.+').replace(/\{\w+\}/g, '[^/]+')}$`),
		at: pointer('paths', path, method),
		parameters: pointer('paths', path, 'parameters'),
		responses: Object.keys(item[method].responses),
	})));

/** Every documented answer, as "METHOD /path STATUS". */
export const documented = operations.flatMap(({ name, responses }) =>
	responses.filter((status) => status !== 'default').map((status) => `${name} ${status}`));

const mediaType = (headers) => headers['content-type']?.split(';')[0].trim().toLowerCase();
const operationOf = (method, path) =>
	operations.find((one) => one.method === method && one.matches.test(path));

// ---- Operations that occurred -------------------------------------------------------------------

// All files of one `node --test` are children of one process: its number names the run.
export const records = process.env.MAKKER_CONTRACT_RECORDS ?? join(tmpdir(), `makker-contract-${process.ppid}`);
const met = new Set();
// The test files of this process: one, or those that tests/together.mjs has been given. Other folders have files of the same names.
const [, program = '', ...given] = process.argv;
const files = (basename(program) === 'together.mjs' ? given.map((file) => resolve(file)) : [program])
	.filter((file) => dirname(file) === dirname(fileURLToPath(import.meta.url))).map((file) => join(records, `${basename(file)}.json`));
const isRecorded = process.env.NODE_TEST_CONTEXT !== undefined || process.env.MAKKER_CONTRACT_RECORDS !== undefined;
if (isRecorded && files.length > 0) {
	mkdirSync(records, { recursive: true });
	files.forEach((file) => writeFileSync(`${file}.begun`, ''));
	process.on('exit', () => files.forEach((file) => writeFileSync(file, JSON.stringify([...met].sort()))));
}

// ---- Checking an answer -------------------------------------------------------------------------

/** A header that is documented is always there. */
function checkHeaders(where, response, at, headers) {
	for (const name of Object.keys(response.headers ?? {})) {
		const [header, place] = resolved(`${at}/headers/${escaped(name)}`);
		const value = headers[name.toLowerCase()];
		assert.notEqual(value, undefined, `${where} lacks the header ${name}`);
		const typed = header.schema.type === 'integer' ? Number(value) : value;
		assertSchema(`${place}/schema`, typed, `${where}, header ${name}`);
	}
}

function checkBody(where, response, at, { headers, text }) {
	const content = response.content ?? {};
	if (Object.keys(content).length === 0) {
		assert.equal(text, '', `${where} has a body that is not documented`);
		return undefined;
	}
	const type = mediaType(headers);
	assert.ok(type in content, `${where}: content type ${type} is not documented`);
	const isJson = /[/+]json$/.test(type);
	const body = isJson ? JSON.parse(text) : text;
	assertSchema(`${at}/content/${escaped(type)}/schema`, body, where);
	return isJson ? body : undefined;
}

export const queryNames = (operation) => [operation.parameters, `${operation.at}/parameters`]
	.flatMap((at) => (resolved(at)[0] ?? []).map((_, place) => resolved(`${at}/${place}`)[0]))
	.filter((parameter) => parameter.in === 'query').map(({ name }) => name);

/** An accepted request must be documented, too. */
function checkRequest(where, operation, url, { headers, body }) {
	const names = queryNames(operation);
	const any = resolved(operation.at)[0]['x-any-query'] === true;
	for (const name of url.searchParams.keys()) {
		assert.ok(any || names.includes(name), `${where}: the query parameter ${name} is not documented`);
	}
	const type = mediaType(headers);
	if (body === undefined || type === undefined) {
		return;
	}
	const [wanted, at] = resolved(`${operation.at}/requestBody`);
	assert.ok(wanted?.content?.[type], `${where}: a body of ${type} is not documented, but accepted`);
	const sent = /[/+]json$/.test(type) ? JSON.parse(body) : String(body);
	assertSchema(`${at}/content/${escaped(type)}/schema`, sent, `${where}, accepted request`, 'requests');
}

/**
 * Notes an answer (of a websocket too, which does not come through `checked`); gives the operation
 * and where the answer is documented. `default` stands for refusals only.
 */
export function meet(method, path, status) {
	const operation = operationOf(method, path);
	assert.ok(operation, `${method} ${path} is not documented`);
	const { name, responses } = operation;
	const key = responses.includes(String(status)) || status < 400 ? String(status) : 'default';
	assert.ok(responses.includes(key), `${name}: ${status} is not documented`);
	met.add(`${name} ${key}`);
	return [operation, `${operation.at}/responses/${key}`];
}

/** Holds an answer to a request against the document; gives the answer with `body` read from JSON. */
export function check(address, { method = 'GET', headers = {}, body } = {}, answer) {
	const url = new URL(address);
	assert.match(answer.headers['x-request-id'] ?? 'none', /^[A-Za-z0-9._-]{1,64}$/, `${method} ${address}`);
	if (!operationOf(method, url.pathname)) {
		return { ...answer, body: problemOf(answer) };
	}
	const [operation, key] = meet(method, url.pathname, answer.status);
	const where = `${operation.name} ${answer.status}`;
	const [response, at] = resolved(key);
	checkHeaders(where, response, at, answer.headers);
	if (answer.status < 300) {
		checkRequest(where, operation, url, { headers, body });
	}
	const read = checkBody(where, response, at, answer);
	if (at === SESSION && read !== undefined && !url.searchParams.has('fields')) {
		assertSchema('#/components/schemas/Session', read, where);
	}
	return { ...answer, body: read };
}

// This answer may be a part of a session; without `fields` nothing may be left out.
const SESSION = '#/components/responses/Session';

/** The refusal of something that is no operation of ours. */
function problemOf({ headers, text }) {
	if (mediaType(headers) !== 'application/problem+json') {
		return undefined;
	}
	const problem = JSON.parse(text);
	assertSchema('#/components/schemas/Problem', problem, 'a problem');
	return problem;
}

/** Sends a request and checks the answer. */
export async function checked(url, options = {}) {
	return check(url, options, await request(url, options));
}
