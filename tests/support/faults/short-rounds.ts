import { describe, expect, test } from 'bun:test';
import { Random } from '../../../cli/demo/seeded-random.ts';
import type { Fault } from '../../soak/faults.ts';
import type { Outcome } from '../../soak/history/history.ts';
import type { LoadSize } from '../../soak/load/load.ts';
import { runRound } from '../../soak/rounds.ts';
import { type SystemTrial, systemTrials } from '../../soak/system-trials.ts';
import type { SystemOptions } from '../../soak/trial.ts';
import type { ServiceNode } from '../process/node.ts';
import { shortLived } from '../process/program.ts';
import { makeScratchFolder } from '../scratch.ts';

/** Fewer clients than in a soak, and slower ones: they are to be interrupted, and not to do much. */
const fewClients: LoadSize = { catalogues: 3, markets: 1, followers: 1, pauseMs: 100 };
/** No request is refused because of an outage that is shorter than this. */
export const patient = { PETSTORE_DATABASE_WAIT: '25' };

interface Case {
  readonly what: string;
  readonly trial: string;
  readonly script: readonly string[];
  /** Faults besides those of the trial. */
  readonly moreFaults?: (node: ServiceNode) => Fault[];
  readonly env?: Record<string, string>;
  /** The clients, if not those of the trial or a few. */
  readonly load?: LoadSize;
  /** What no response to a client may be. */
  readonly forbids?: readonly Outcome['kind'][];
}

/** Each case is a short round of the soak trial with this name. */
export function describeRounds(cases: readonly Case[]): void {
  describe('clients of', () => {
    for (const { what, trial, script, moreFaults = () => [], env = {}, load, forbids } of cases) {
      const { open, findObstacle } = trialOf(trial);
      const openLoaded = async (options: SystemOptions) => {
        const system = await open({ ...options, env: { ...shortLived, ...env } });
        const faults = [...system.faults, ...system.nodes.flatMap(moreFaults)];
        return { load: fewClients, ...system, faults, ...(load && { load }), ...(forbids && { forbids }) };
      };
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
}

function trialOf(name: string): SystemTrial {
  const found = systemTrials.find((trial) => trial.name === name);
  if (found === undefined) throw new Error(`there is no trial "${name}"`);
  return found;
}
