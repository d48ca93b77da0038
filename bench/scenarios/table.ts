import { create } from './create.ts';
import { createSlowDisk } from './create-slow-disk.ts';
import { get } from './get.ts';
import { list } from './list.ts';
import { listSlowDisk } from './list-slow-disk.ts';
import { postgresCreate } from './postgres-create.ts';
import { postgresGet } from './postgres-get.ts';
import { postgresList } from './postgres-list.ts';
import type { Scenario } from './scenario.ts';
import { start } from './start.ts';

const postgres: readonly Scenario[] = [postgresList, postgresGet, postgresCreate];

/** Every scenario there is, in the order in which they run. */
export const scenarios: readonly Scenario[] = [list, get, create, listSlowDisk, createSlowDisk, start, ...postgres];

/** Several scenarios that can be chosen by one name. */
export const scenarioGroups = [{ name: 'postgres', members: postgres }] as const;
