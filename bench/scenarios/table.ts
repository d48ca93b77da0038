import { create } from './create.ts';
import { createSlowDisk } from './create-slow-disk.ts';
import { get } from './get.ts';
import { list } from './list.ts';
import { listSlowDisk } from './list-slow-disk.ts';
import type { Scenario } from './scenario.ts';
import { start } from './start.ts';

/** Every scenario there is, in the order in which they run. */
export const scenarios: readonly Scenario[] = [list, get, create, listSlowDisk, createSlowDisk, start];
