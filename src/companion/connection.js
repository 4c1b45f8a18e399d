// The websocket that tells what happens at the table.

import { ask } from './request.js';
import { tokenFor } from './token.js';

const ENDS = { 401: 'locked', 403: 'locked', 404: 'gone' }; // after which there is nothing to wait for
const FIRST_WAIT_MS = 400;
const LONGEST_WAIT_MS = 8_000;
const SILENCE_MS = 5_000; // after which the daemon is asked whether it is still there
const CHECK_MS = 3_000;

/**
 * Listens to one session as long as the page lives. `hear(message)` gets each message, `tell(link)` the state of
 * the connection: {state, heard, attempt}. Every connection begins with the whole present session, so that nothing
 * that was missed has to be asked for.
 */
export function listen({ id, language, hear, tell }) {
	const link = { state: 'connecting', heard: null, attempt: 0 };
	let socket;
	let timer;
	let version = -1;
	let over = false;

	const say = (change) => tell({ ...Object.assign(link, change) });

	function retry() {
		if (over) {
			return;
		}
		// A little chance, so that all phones of a house do not come back in the same moment.
		const wait = Math.min(LONGEST_WAIT_MS, FIRST_WAIT_MS * 2 ** link.attempt) * (0.75 + Math.random() / 2);
		say({ state: 'lost', attempt: link.attempt + 1 });
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
		timer = setTimeout(lose, CHECK_MS + LONGEST_WAIT_MS / 4);
	}

	function take(message) {
		version = message.id ?? version;
		say({ state: 'open', heard: Date.now(), attempt: 0 });
		clearTimeout(timer);
		over = message.event === 'deleted';
		if (!over) {
			timer = setTimeout(check, SILENCE_MS);
		}
		hear(message);
	}

	/** The version that the daemon has; undefined when it does not answer. */
	async function presentVersion() {
		try {
			return (await ask('GET', `/v1/sessions/${id}?fields=version`, undefined, { milliseconds: CHECK_MS })).version;
		} catch (error) {
			if (ENDS[error.status]) {
				over = true;
				drop();
				say({ state: ENDS[error.status] });
			}
			return undefined;
		}
	}

	async function comeBack() {
		if (await presentVersion() === undefined) {
			retry();
		} else if (!over) {
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
			say({ state: 'open', heard: Date.now() });
			clearTimeout(timer);
			timer = setTimeout(check, SILENCE_MS);
		}
	}

	/** At once: the page is seen again, or the player asks for it. */
	function now() {
		if (over) {
			return;
		}
		if (socket?.readyState === WebSocket.OPEN) {
			check();
		} else {
			say({ attempt: 0 });
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
