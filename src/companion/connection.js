// The websocket that tells what happens at the table.

import { request } from './request.js';
import { tokenFor } from './token.js';

const FINAL_STATES = { 401: 'locked', 403: 'locked', 404: 'gone' }; // after which there is nothing to wait for
const MIN_RETRY_MS = 400;
const MAX_RETRY_MS = 8_000;
const IDLE_CHECK_MS = 5_000; // after which the daemon is asked whether it is still there
const CHECK_TIMEOUT_MS = 3_000;

/**
 * Listens to one session as long as the page lives. `hear(message)` gets each message, `tell(link)` the state of
 * the connection: {state, heard, attempt}. Every connection begins with the whole present session, so that nothing
 * that was missed has to be asked for.
 */
export function openSocket({ id, language, onMessage, onStatus }) {
	const status = { state: 'connecting', lastMessageAt: null, attempt: 0 };
	let socket;
	let timer;
	let version = -1;
	let closed = false;

	const update = (change) => onStatus({ ...Object.assign(status, change) });

	function retry() {
		if (closed) {
			return;
		}
		// A little chance, so that all phones of a house do not come back in the same moment.
		const wait = Math.min(MAX_RETRY_MS, MIN_RETRY_MS * 2 ** status.attempt) * (0.75 + Math.random() / 2);
		update({ state: 'lost', attempt: status.attempt + 1 });
		clearTimeout(timer);
		timer = setTimeout(comeBack, wait);
	}

	function drop() {
		if (socket) {
			socket.onmessage = socket.onclose = null;
			socket.close();
			socket = undefined;
		}
	}

	function lose() {
		drop();
		retry();
	}

	function connect() {
		clearTimeout(timer);
		drop();
		const url = new URL(`/v1/sessions/${id}/events?language=${language()}`, location.href);
		url.protocol = url.protocol.replace('http', 'ws');
		// A websocket has no headers of its own: the token goes along as a protocol, and the other is spoken.
		const token = tokenFor(url.pathname);
		socket = new WebSocket(url, token ? ['makker', `makker.bearer.${token}`] : []);
		socket.onmessage = ({ data }) => take(JSON.parse(data));
		socket.onclose = lose;
		// A connection that never opens does not always say so.
		timer = setTimeout(lose, CHECK_TIMEOUT_MS + MAX_RETRY_MS / 4);
	}

	function take(message) {
		version = message.id ?? version;
		update({ state: 'open', lastMessageAt: Date.now(), attempt: 0 });
		clearTimeout(timer);
		closed = message.event === 'deleted';
		if (!closed) {
			timer = setTimeout(check, IDLE_CHECK_MS);
		}
		onMessage(message);
	}

	/** The version that the daemon has; undefined when it does not answer. */
	async function presentVersion() {
		try {
			return (await request('GET', `/v1/sessions/${id}?fields=version`, undefined, { milliseconds: CHECK_TIMEOUT_MS })).version;
		} catch (error) {
			if (FINAL_STATES[error.status]) {
				closed = true;
				drop();
				update({ state: FINAL_STATES[error.status] });
			}
			return undefined;
		}
	}

	async function comeBack() {
		if (await presentVersion() === undefined) {
			retry();
		} else if (!closed) {
			connect();
		}
	}

	/** A phone that has lost its network is often not told: a quiet line is tried now and then. */
	async function check() {
		const present = await presentVersion();
		if (present === undefined) {
			lose();
		} else if (present > version) {
			connect();
		} else {
			update({ state: 'open', lastMessageAt: Date.now() });
			clearTimeout(timer);
			timer = setTimeout(check, IDLE_CHECK_MS);
		}
	}

	/** At once: the page is seen again, or the player asks for it. */
	function now() {
		if (closed) {
			return;
		}
		if (socket?.readyState === WebSocket.OPEN) {
			check();
		} else {
			update({ attempt: 0 });
			connect();
		}
	}

	document.addEventListener('visibilitychange', () => document.visibilityState === 'visible' && now());
	addEventListener('pageshow', ({ persisted }) => persisted && now());
	addEventListener('online', now);
	addEventListener('offline', lose);
	connect();
	return { now, again: connect };
}
