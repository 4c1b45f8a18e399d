// By which tokens this page is let in, where the daemon wants any. They come in the fragment of the
// address, which browsers tell nobody, and go from there at once: an address is soon shown or sent.

const START = 'start';
const BEARER = /^#token=([\w.~+/=-]{1,256})$/;
const held = new Map(); // for windows that may not remember

const keyOf = (place) => `makker-token-${place}`;

/** {own, share}: what this device shows, and what others may be given. */
function tokensOf(place) {
	try {
		return held.get(place) ?? JSON.parse(localStorage.getItem(keyOf(place))) ?? {};
	} catch {
		return {};
	}
}

function keep(place, tokens) {
	held.set(place, tokens);
	try {
		localStorage.setItem(keyOf(place), JSON.stringify(tokens));
	} catch { /* then for this page only */ }
}

const isOwners = (token) => token?.startsWith('mko_') ?? false;
const isCompanions = (token) => token.startsWith('mkp_');

/** Takes the token out of the address of `id`'s page (null: the start page); a stronger one stays. */
export function takeToken(id) {
	const [, token] = BEARER.exec(location.hash) ?? [];
	if (!token) {
		return;
	}
	const known = tokensOf(id ?? START);
	keep(id ?? START, {
		own: isOwners(known.own) && isCompanions(token) ? known.own : token,
		share: isCompanions(token) ? token : known.share,
	});
	history.replaceState(history.state, '', location.pathname + location.search);
}

/** Those of a table that was just made here. */
export function keepTokens(id, tokens) {
	if (tokens) {
		keep(id, { own: tokens.owner, share: tokens.companion });
	}
}

/** What to show for this path of the API; undefined: nothing is known. */
export function tokenFor(path) {
	const [, id] = /^\/(?:v1\/sessions|s)\/([0-9a-f]{32})/.exec(path) ?? [];
	return (id && tokensOf(id).own) ?? tokensOf(START).own;
}

/** What another phone may be given for this table. */
export const tokenToShare = (id) => tokensOf(id).share;

export const bearer = (token) => (token ? { Authorization: `Bearer ${token}` } : {});
