// Runs the program as a person or a script would: arguments, standard input, environment.

import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';

const HERE = fileURLToPath(new URL('.', import.meta.url));
export const PROGRAM = process.env.MAKKER ?? join(HERE, '../../build/release/makker');
export const LAB = process.env.MAKKER_LAB ?? join(HERE, '../../build/release/makker-lab');

const PATIENCE_MS = 60_000; /* against a hanging program */

/* Ignores the environment of the tester: English, no daemon, no colours unless a test sets them. */
function environment(extra) {
	const { LANG, LC_ALL, LC_MESSAGES, MAKKER_URL, NO_COLOR, ...kept } = process.env;

	return { ...kept, TERM: 'xterm', ...extra };
}

/** A running program; `stdout` and `stderr` grow while it runs. */
export class Program {
	constructor(args, { env = {}, program = PROGRAM, cwd = undefined } = {}) {
		this.stdout = '';
		this.stderr = '';
		this.child = spawn(program, args, { env: environment(env), cwd });
		this.child.stdin.on('error', () => {}); /* it may exit without reading its input */
		this.child.stdout.setEncoding('utf8').on('data', (text) => { this.stdout += text; });
		this.child.stderr.setEncoding('utf8').on('data', (text) => { this.stderr += text; });
		this.closed = once(this.child, 'close');
	}

	/** Its exit code, or the signal that ended it. */
	async ended() {
		const [code, signal] = await this.closed;

		return signal ?? code;
	}

	/** Waits until `holds()`; fails with all output when that takes too long. */
	async until(what, holds) {
		const end = Date.now() + PATIENCE_MS;

		while (!holds()) {
			if (Date.now() > end) {
				throw new Error(`waited for ${what}:\n${this.stdout}\n${this.stderr}`);
			}
			await new Promise((resolve) => { setTimeout(resolve, 5); });
		}
	}

	lines() {
		return this.stdout.split('\n').slice(0, -1);
	}
}

/** makker-lab, likewise. */
export const lab = (args, options = {}) => makker(args, { program: LAB, ...options });

export async function makker(args, { input = '', ...options } = {}) {
	const program = new Program(args, options);

	program.child.stdin.end(input);
	const code = await program.ended();
	return { code, stdout: program.stdout, stderr: program.stderr };
}
