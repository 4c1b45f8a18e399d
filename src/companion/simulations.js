// Games that play themselves, by one control: with the table move by move, or without it as many as the daemon plays. Every part of a run is a
// simulation of the daemon: of one game while the table is shown, of all that are left otherwise. Game i of a seed is the same in each of them, so
// the result does not depend on how the run was divided.

import { request } from './request.js';
import { loadGame } from './games/index.js';
import { rememberedRun, rememberRun } from './run_storage.js';

const POLL_MS = 500;
const GAME_POLL_MS = 50; // while one game is played
const STATISTICS_EVERY = 4; // polls
const MAX_POINTS = 400;
const DEFAULTS = { games: 1000, seed: 1, care: 'quick' };

/** Search budget per decision; in worlds, not time, so that results are reproducible. */
const BUDGETS = { careful: { worlds: 60 } };

/** Options with defaults: the game's first preset and strategy if none is chosen. */
function withDefaults(options, games) {
	const game = games.find(({ name }) => name === options.game) ?? games[0];
	const named = (list, name) => (list.find((one) => one.name === name) ?? list[0]).name;
	return { ...DEFAULTS, ...options, game: game.name, preset: named(game.presets, options.preset), strategy: named(game.strategies, options.strategy) };
}

/** True if the chosen strategy searches. */
export const searches = ({ game, strategy }, games) =>
	games.find(({ name }) => name === game).strategies.find(({ name }) => name === strategy).searches;

/** Request body of a simulation. */
const requestBody = ({ care, ...options }, games) => ({ ...options, budget: searches(options, games) ? BUDGETS[care] : undefined });

// ---- Speed ------------------------------------------------------------------------------------------------

/** No table is shown: the daemon plays as fast as it can. */
export const NO_TABLE = 'no_table';

/** Moves per second; the last but one is as fast as the page can draw. */
export const PACES = [0.5, 1, 2, 4, 8, 16, 32, Infinity, NO_TABLE];
const MAX_REST_MS = 2000; // between two games
const MOVES_OF_REST = 4;
const CALM_DRAWINGS = 2; // drawings of the table a second with reduced motion; the moves between two of them are not drawn

const wantsCalm = () => matchMedia('(prefers-reduced-motion: reduce)').matches;

/** {milliseconds, moves}: so many moves are shown at a time. */
function stepOf(pace) {
	if (!wantsCalm() || pace <= CALM_DRAWINGS) {
		return { milliseconds: 1000 / pace, moves: 1 };
	}
	return { milliseconds: 1000 / CALM_DRAWINGS, moves: pace / CALM_DRAWINGS };
}

// ---- Totals -----------------------------------------------------------------------------------------------

const NOTHING = { played: 0, won: 0, lost: 0, drawn: 0, length: 0 };

/** With the statistics of one more part; `length`: of all games together. */
const plus = (totals, { played, won, lost, drawn, length }) => ({
	played: totals.played + played, won: totals.won + won.games, lost: totals.lost + lost.games, drawn: totals.drawn + drawn.games,
	length: totals.length + (played > 0 ? played * length.mean : 0),
});

/** All games so far, the present part included. */
export const totalsOf = ({ done, now }) => (now ? plus(done, now.statistics) : done);

const Z = 1.959963984540054;

/** {games, share, low, high}: the share and its 95 % interval (Wilson), as the daemon has them. */
export function proportion(games, played) {
	const share = games / played;
	const center = share + (Z * Z) / (2 * played);
	const half = Z * Math.sqrt((share * (1 - share)) / played + (Z * Z) / (4 * played * played));
	const whole = 1 + (Z * Z) / played;
	return { games, share, low: Math.max(0, (center - half) / whole), high: Math.min(1, (center + half) / whole) };
}

/** Appends a point to the curve of the win rate; of long runs every second point is dropped. */
function grown(points, { won, played }) {
	if (played === 0 || points.at(-1)?.played === played) {
		return points;
	}
	const { share, low, high } = proportion(won, played);
	const all = [...points, { played, share, low, high }];
	return all.length > MAX_POINTS ? all.filter((_, place) => place % 2 === 0) : all;
}

// ---- A run ------------------------------------------------------------------------------------------------

const IDLE = { status: 'idle', pace: NO_TABLE, started: null, done: NOTHING, now: null, points: [] };

export const isActive = ({ status }) => status === 'running' || status === 'paused';

export function createSimulations({ store, language, showError }) {
	let timer;
	let wake = null; // ends the present pause between two moves
	let runs = 0; // a run that was replaced does nothing any more
	const set = (change) => {
		store.set(({ run }) => {
			const next = { ...run, ...change };
			return { run: { ...next, points: grown(next.points, totalsOf(next)) } };
		});
		const { status, pace, started, done, now, points } = store.state.run;
		rememberRun(isActive({ status }) ? { status, pace: PACES.indexOf(pace), started, done, part: now?.id, points } : null);
	};
	const show = (change) => store.set(({ replay }) => ({ replay: change && { ...replay, ...change } }));
	const withErrorToast = (action) => async (...values) => {
		try {
			await action(...values);
		} catch (error) {
			showError(error);
		}
	};
	const goes = () => store.state.run.status === 'running';
	const hasTable = () => store.state.run.pace !== NO_TABLE;
	const left = () => store.state.run.started.games - store.state.run.done.played;
	/** The number of the first game that no finished part of the run has played. */
	const nextGame = () => (store.state.run.started.first ?? 0) + store.state.run.done.played;
	/** Resolves after the time, or as soon as something was pressed. */
	const pause = (milliseconds) => new Promise((resolve) => {
		clearTimeout(timer);
		wake = resolve;
		if (milliseconds !== null) {
			timer = setTimeout(resolve, milliseconds);
		}
	});
	const press = () => wake?.();

	/** Outcomes of all games so far. */
	const readStatistics = async () => store.set({ statistics: (await request('GET', '/v1/statistics')).games });

	async function startPart(games) {
		const { run, games: known } = store.state;
		const { rules, ...options } = run.started;
		const body = requestBody({ ...options, first: nextGame(), games }, known);
		return request('POST', '/v1/simulations', { ...body, rules });
	}

	/** Its games count, and the next part begins. The last one stays to be seen where it is all. */
	function finishPart(now) {
		const { done } = store.state.run;
		set(done.played === 0 && now.played === store.state.run.started.games ? { now } : { done: plus(done, now.statistics), now: null });
	}

	/** Follows the part until it has ended; it is cancelled as soon as it shall not go on. */
	async function follow(now, run) {
		set({ now });
		for (let polls = 1; now.status === 'running'; polls++) {
			await pause(POLL_MS);
			const stays = run === runs && goes() && !hasTable();
			now = await request(stays ? 'GET' : 'DELETE', `/v1/simulations/${now.id}`);
			if (run !== runs) {
				return;
			}
			set({ now, status: stays && now.status === 'cancelled' ? 'stopped' : store.state.run.status }); // somebody else has cancelled it
			if (polls % STATISTICS_EVERY === 0) {
				await readStatistics();
			}
		}
		finishPart(now);
	}

	/** One game of the daemon, with its moves. */
	async function readGame() {
		let now = await startPart(1);
		while (now.status === 'running') {
			await new Promise((resolve) => { setTimeout(resolve, GAME_POLL_MS); });
			now = await request('GET', `/v1/simulations/${now.id}`);
		}
		const played = await request('GET', `/v1/simulations/${now.id}/games/${now.first}?language=${language()}`);
		await loadGame(played.game, language());
		return { now, played };
	}

	const isAtEnd = () => store.state.replay.at >= store.state.replay.steps.length - 1;
	function forth(moves) {
		const { at, steps } = store.state.replay;
		show({ at: Math.min(steps.length - 1, at + moves) });
	}

	/** Shows a game move by move. It counts with its end, at once where no table is shown any more; not where the run was stopped. */
	async function showGame(run) {
		const { now, played: { game, status, steps, rules, preset } } = await readGame();
		if (run !== runs) {
			return;
		}
		show({ number: store.state.run.done.played, game, rules, preset, end: status, steps, at: 0, skipped: false });
		while (run === runs && isActive(store.state.run) && hasTable() && !isAtEnd() && !store.state.replay.skipped) {
			const { milliseconds, moves } = stepOf(store.state.run.pace);
			await pause(goes() ? milliseconds : null);
			if (run === runs && goes() && hasTable() && !store.state.replay.skipped) {
				forth(moves);
			}
		}
		if (run === runs && isActive(store.state.run)) {
			finishPart(now);
			if (hasTable() && !store.state.replay.skipped) {
				await pause(goes() ? Math.min(MAX_REST_MS, MOVES_OF_REST * stepOf(store.state.run.pace).milliseconds) : null);
			}
		}
	}

	/** Plays on until all are played, or the run is stopped. */
	async function play(run) {
		while (run === runs && isActive(store.state.run) && left() > 0 && !isWhole()) {
			if (!goes()) {
				await pause(null);
			} else if (hasTable()) {
				await showGame(run);
			} else {
				show(null);
				await follow(await startPart(left()), run);
			}
		}
		await end(run);
	}

	const isWhole = () => store.state.run.now?.status === 'finished';

	async function end(run) {
		if (run === runs) {
			set({ status: store.state.run.status === 'stopped' ? 'stopped' : 'finished' });
			await readStatistics();
		}
	}

	/** After an error the run is stopped. */
	const tried = (action) => async (run) => {
		try {
			await action(run);
		} catch (error) {
			if (run === runs) {
				set({ status: 'stopped' });
			}
			showError(error);
		}
	};
	const playOn = tried(play);

	const followAndPlay = (now) => tried(async (run) => {
		await follow(now, run);
		await play(run);
	})(runs);

	/** Follows a simulation that was started elsewhere. */
	async function adopt() {
		const { simulations: [running] } = await request('GET', '/v1/simulations?status=running&limit=1');
		if (running && store.state.run.status === 'idle') {
			const now = await request('GET', `/v1/simulations/${running.id}`);
			const { game, preset, strategy, rules, first, games, seed, budget } = now;
			const options = { ...store.state.run.options, game, preset, strategy, games, seed, care: budget.worlds > 0 ? 'careful' : 'quick' };
			runs += 1;
			set({ options, started: { ...options, first, rules }, status: 'running', now });
			await followAndPlay(now);
		}
	}

	/** The part of the run that was under way when the page was left; null: none, or the daemon has forgotten it. */
	const readPart = (part) => (part ? request('GET', `/v1/simulations/${part}`).catch(() => null) : null);

	/** Goes on with the run of before the reload. */
	async function resume({ status, pace, started, done, part, points }) {
		const { first, rules, ...options } = started;
		runs += 1;
		const run = runs;
		set({ options, started, status, pace: PACES[pace], done, points });
		const now = await readPart(part);
		if (run === runs) {
			await (now ? followAndPlay(now) : playOn(run));
		}
	}

	const takeUp = withErrorToast(() => {
		const left = rememberedRun();
		return left && store.state.games.some(({ name }) => name === left.started.game) ? resume(left) : adopt();
	});

	return {
		readStatistics: withErrorToast(readStatistics),
		changeRun(change) {
			const isFirst = !store.state.run;
			store.set(({ run, games }) => ({ run: { ...IDLE, ...run, options: withDefaults({ ...run?.options, ...change }, games) } }));
			if (isFirst) {
				takeUp();
			}
		},
		simulate() {
			runs += 1;
			show(null);
			const { pace, options } = store.state.run;
			set({ ...IDLE, pace, started: options, status: 'running' });
			return playOn(runs);
		},
		pauseRun() {
			set({ status: goes() ? 'paused' : 'running' });
			press();
		},
		stopRun() {
			set({ status: 'stopped' });
			press();
		},
		changePace(place) {
			set({ pace: PACES[place] });
			press();
		},
		replayStep: () => forth(1),
		replayNext() {
			show({ skipped: true });
			press();
		},
		replayEnd() {
			runs += 1;
			press();
		},
	};
}
