import { create } from './create.ts';
import { createSlowDisk } from './create-slow-disk.ts';
import { eventsBegin } from './events-begin.ts';
import { eventsEnd } from './events-end.ts';
import { get } from './get.ts';
import { growth } from './growth.ts';
import { inventory } from './inventory.ts';
import { list } from './list.ts';
import { list100 } from './list-100.ts';
import { listSlowDisk } from './list-slow-disk.ts';
import { mix } from './mix.ts';
import { notModified } from './not-modified.ts';
import { pages } from './pages.ts';
import { postgresCreate } from './postgres-create.ts';
import { postgresGet } from './postgres-get.ts';
import { postgresList } from './postgres-list.ts';
import type { Scenario } from './scenario.ts';
import { start } from './start.ts';
import { steady } from './steady.ts';
import { steadyWorkers } from './steady-workers.ts';
import { workersCreate } from './workers-create.ts';
import { workersGet } from './workers-get.ts';
import { workersList } from './workers-list.ts';
import { wrongBody } from './wrong-body.ts';
import { wrongKey } from './wrong-key.ts';

const sqlite: readonly Scenario[] = [list, list100, pages, notModified, get, create, mix, wrongKey, wrongBody];
const serviceAlone: readonly Scenario[] = [eventsBegin, eventsEnd, inventory];
const slowDisk: readonly Scenario[] = [listSlowDisk, createSlowDisk];
const postgres: readonly Scenario[] = [postgresList, postgresGet, postgresCreate];

const workers: readonly Scenario[] = [workersList, workersGet, workersCreate];

/** What runs unless something else is chosen, in this order. */
export const usualScenarios: readonly Scenario[] = [
  ...sqlite,
  ...serviceAlone,
  ...slowDisk,
  start,
  ...workers,
  ...postgres,
];

/** Every scenario there is; the last ones take their time. */
export const scenarios: readonly Scenario[] = [...usualScenarios, growth, steady, steadyWorkers];

/** Several scenarios that can be chosen by one name. */
export const scenarioGroups = [
  { name: 'sqlite', members: sqlite },
  { name: 'slow-disk', members: slowDisk },
  { name: 'workers', members: workers },
  { name: 'postgres', members: postgres },
] as const;
