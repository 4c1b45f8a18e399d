// The games that have a view of their own: a row each. Others are played by their list of moves.

import * as klondike from './klondike.js';

const MODULES = { klondike };

export const moduleOf = (name) => MODULES[name];
