// Reads the Prometheus text format, strictly.

import assert from 'node:assert/strict';

const COMMENT = /^# (HELP|TYPE) ([a-zA-Z_:][a-zA-Z0-9_:]*) (.+)$/;
const SAMPLE = /^([a-zA-Z_:][a-zA-Z0-9_:]*)(\{(?:[a-zA-Z_]\w*="(?:[^"\\\n]|\\[\\"n])*",?)*\})? (\S+)$/;

function numberOf(text, line) {
	const value = text === '+Inf' ? Infinity : Number(text);
	assert.ok(!Number.isNaN(value), `no number: ${line}`);
	return value;
}

/** The figure that a sample belongs to; histograms have three kinds of samples. */
function familyOf(figures, name) {
	const base = name.replace(/_(bucket|sum|count)$/, '');
	return figures.get(base)?.type === 'histogram' ? figures.get(base) : figures.get(name);
}

/** Figures by name: {help, type, samples: name{labels} -> value}. */
export function readMetrics(text) {
	assert.ok(text.endsWith('\n'), 'the last line has no end');
	const figures = new Map();
	for (const line of text.slice(0, -1).split('\n')) {
		const [, kind, name, rest] = COMMENT.exec(line) ?? [];
		if (kind) {
			const figure = figures.get(name) ?? { samples: new Map() };
			assert.equal(figure[kind.toLowerCase()], undefined, `${kind} of ${name} twice`);
			figure[kind.toLowerCase()] = rest;
			figures.set(name, figure);
			continue;
		}
		const [, of, labels = '', value] = SAMPLE.exec(line) ?? [];
		assert.ok(of, `no sample: ${line}`);
		const { samples } = familyOf(figures, of) ?? assert.fail(`${of} has no type`);
		assert.ok(!samples.has(of + labels), `${of}${labels} twice`);
		samples.set(of + labels, numberOf(value, line));
	}
	return figures;
}
