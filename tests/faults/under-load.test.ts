import { describe, expect, test } from 'bun:test';
import { Random } from '../../src/lib/seeded-random.ts';
import type { Outcome } from '../soak/history/history.ts';
import type { LoadSize } from '../soak/load/load.ts';
import { runRound } from '../soak/rounds.ts';
import { type SystemTrial, systemTrials } from '../soak/system-trials.ts';
import type { SystemOptions } from '../soak/trial.ts';
import { shortLived } from '../support/process/program.ts';
import { makeScratchFolder } from '../support/scratch.ts';

/** Fewer clients than in a soak, and slower ones: they are to be interrupted, and not to do much. */
const fewClients: LoadSize = { catalogues: 3, markets: 1, followers: 1, pauseMs: 100 };
/** Longer than any outage in these tests, so that no request is refused because of one. */
const patient = { PETSTORE_DATABASE_WAIT: '25' };

interface Case {
  readonly what: string;
  readonly trial: string;
  readonly script: readonly string[];
  readonly env?: Record<string, string>;
  readonly load?: LoadSize;
  /** What no response to a client may be. */
  readonly forbids?: readonly Outcome['kind'][];
}

const cases: readonly Case[] = [
  {
    what: 'workers that are killed, and their supervisor',
    trial: 'sqlite-workers',
    script: ['kill -9 of a worker', 'kill -9 of the supervisor'],
    env: { PETSTORE_WORKERS: '2' },
  },
  {
    what: 'a service that is killed, and on a disk that fails and is full',
    trial: 'sqlite-disk',
    script: ['kill -9 of a node', 'flushes fail, and the process is killed', 'writes fail', 'the disk is full'],
    // So many at once that writes share transactions.
    load: { catalogues: 12, markets: 1, followers: 1, pauseMs: 6 },
  },
  {
    what: 'nodes that refuse nothing when they are killed, PostgreSQL restarts and crashes, and connections break',
    trial: 'postgres-outages',
    script: ['kill -9 of a node', 'PostgreSQL is restarted', 'PostgreSQL crashes', 'connections to PostgreSQL are cut'],
    env: patient,
    forbids: ['refused'],
  },
  {
    what: 'nodes that refuse nothing when their primary crashes and its standby is promoted',
    trial: 'postgres-failover',
    script: [],
    env: patient,
    forbids: ['refused'],
  },
  {
    what: 'two services with workers on one file of which one is restarted behind a balancer, and no client notices anything,',
    trial: 'rolling-workers',
    script: ['a node is stopped, and started again'],
  },
];

function trialOf(name: string): SystemTrial {
  const found = systemTrials.find((trial) => trial.name === name);
  if (found === undefined) throw new Error(`there is no trial "${name}"`);
  return found;
}

/** Each is a short round of the soak trial with this name. */
describe('clients of', () => {
  for (const { what, trial, script, env = {}, load = fewClients, forbids } of cases) {
    const { open, findObstacle } = trialOf(trial);
    const openLoaded = async (options: SystemOptions) => ({
      load,
      ...(await open({ ...options, env: { ...shortLived, ...env } })),
      ...(forbids && { forbids }),
    });
    const claim = `${what} find every acknowledged change, once, and in the order of the events`;
    test.skipIf(findObstacle?.() !== undefined)(claim, async () => {
      const folder = makeScratchFolder();
      const { signal } = new AbortController();
      const random = new Random(trial);
      const context = { random, folder: folder.path, endAt: Infinity, signal, progress: () => undefined };
      const { violations, faults, acknowledged } = await runRound(context, openLoaded, script);
      folder.remove();
      expect(violations).toEqual([]);
      expect(faults).toBeGreaterThanOrEqual(script.length);
      expect(acknowledged).toBeGreaterThan(30);
    });
  }
});
