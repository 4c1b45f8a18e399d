// Reads `conf/observe`: the rules of the alarms, and the queries of the dashboard.

import { readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { parse } from 'yaml';

export const CONF = fileURLToPath(new URL('../../conf/observe/', import.meta.url));
export const rules = parse(readFileSync(`${CONF}alarms.yml`, 'utf8')).groups.flatMap((group) => group.rules);
export const dashboard = JSON.parse(readFileSync(`${CONF}makker.json`, 'utf8'));
export const drawn = dashboard.panels.flatMap(({ targets }) => targets ?? []).map(({ expr }) => expr
	.replaceAll('$__rate_interval', '1m').replaceAll('$instance', '.*'));
