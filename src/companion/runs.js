// Games that play themselves: started, watched, cancelled.

import { ask } from './ask.js';

const LOOK_MS = 500;
const MOST_POINTS = 400;
const USUAL = { games: 1000, seed: 1 };

/** What is wished, made whole: the game's first preset and strategy where none was chosen. */
function whole(wish, games) {
	const game = games.find(({ name }) => name === wish.game) ?? games[0];
	const named = (list, name) => (list.find((one) => one.name === name) ?? list[0]).name;
	return { ...USUAL, ...wish, game: game.name, preset: named(game.presets, wish.preset), strategy: named(game.strategies, wish.strategy) };
}

/** The curve of the rate: of very long runs every second point is let go of. */
function grown(points, { played, statistics: { won } }) {
	if (played === 0 || points.at(-1)?.played === played) {
		return points;
	}
	const all = [...points, { played, share: won.share, low: won.low, high: won.high }];
	return all.length > MOST_POINTS ? all.filter((_, place) => place % 2 === 0) : all;
}

export function createRuns({ store, complain }) {
	const set = (change) => store.set(({ run }) => ({ run: { ...run, ...change } }));
	const hear = (now) => store.set(({ run }) => ({ run: { ...run, now, points: grown(run.points, now) } }));
	const tried = (doing) => async (...values) => {
		try {
			await doing(...values);
		} catch (error) {
			complain(error);
		}
	};

	async function watch(id) {
		for (let status = 'running'; status === 'running';) {
			const now = await ask('GET', `/v1/simulations/${id}`);
			if (store.state.run.now?.id !== id) {
				return;
			}
			hear(now);
			({ status } = now);
			await new Promise((resolve) => setTimeout(resolve, LOOK_MS));
		}
	}

	return {
		wishRun: (change) => store.set(({ run, games }) => ({
			run: { now: null, points: [], ...run, wish: whole({ ...run?.wish, ...change }, games) },
		})),
		simulate: tried(async () => {
			const now = await ask('POST', '/v1/simulations', store.state.run.wish);
			set({ now, points: [] });
			await watch(now.id);
		}),
		cancelRun: tried(async () => hear(await ask('DELETE', `/v1/simulations/${store.state.run.now.id}`))),
	};
}
