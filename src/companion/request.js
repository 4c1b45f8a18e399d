// Requests to the daemon, and its errors.

import { bearer, tokenFor } from './token.js';

/** An error response of the daemon, with its error code. */
export class ApiError extends Error {
	/** `seconds`: after which another try is worth while; NaN: the daemon has not said so. */
	constructor(status, problem, seconds = NaN) {
		super(problem.detail ?? `HTTP ${status}`);
		Object.assign(this, { status, code: problem.code ?? 'unreachable', problem, seconds });
	}
}

const RESPONSE_TIMEOUT_MS = 15_000;

/** `version`: precondition (If-Match); the daemon rejects the request at any other version. */
export async function request(method, path, body, { milliseconds = RESPONSE_TIMEOUT_MS, version, keepalive = false } = {}) {
	const response = await fetch(path, {
		method,
		headers: {
			...bearer(tokenFor(path)),
			...(body === undefined ? {} : { 'Content-Type': 'application/json' }),
			...(version === undefined ? {} : { 'If-Match': `"${version}"` }),
		},
		body: body === undefined ? undefined : JSON.stringify(body),
		signal: AbortSignal.timeout(milliseconds),
		cache: 'no-store',
		keepalive,
	});
	const answer = response.status === 204 ? {} : await response.json().catch(() => ({}));
	if (!response.ok) {
		throw new ApiError(response.status, answer, parseFloat(response.headers.get('Retry-After')));
	}
	return answer;
}

/** A GET that is repeated while the daemon has no place for it (429, 503), as long as `isWanted()`; then its refusal is thrown. */
export async function requestWhenFree(path, isWanted = () => true) {
	for (;;) {
		try {
			return await request('GET', path);
		} catch (error) {
			if (!(error.seconds >= 0) || !isWanted()) {
				throw error;
			}
			await new Promise((resolve) => { setTimeout(resolve, 1000 * Math.max(1, error.seconds)); });
			if (!isWanted()) {
				throw error;
			}
		}
	}
}

/** Data of the start page: [{games}, {sessions}]. */
export const fetchStart = (language) => Promise.all([request('GET', `/v1/games?language=${language}`), request('GET', '/v1/sessions?limit=30')]);
