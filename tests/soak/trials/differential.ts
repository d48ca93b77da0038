import { compareEngines, maxSeed, operationsPerRound } from '../../support/differential/differential.ts';
import type { Trial } from '../trial.ts';

export const differential: Trial = {
  name: 'differential',
  group: 'faults',
  engine: 'postgres',
  description: 'the same random steps on SQLite and on PostgreSQL, with writes that fail',
  async run({ random, endAt, signal, progress }) {
    let rounds = 0;
    let report: readonly string[] = [];
    while (report.length === 0 && (rounds === 0 || performance.now() < endAt)) {
      signal.throwIfAborted();
      report = await compareEngines(random.integer(0, maxSeed));
      rounds += 1;
      if (rounds % 20 === 0) progress(`${rounds} rounds of ${operationsPerRound} steps`);
    }
    const violations = report.length === 0 ? [] : [{ rule: 'engines', detail: report.join('\n') } as const];
    return { rounds, faults: 0, acknowledged: 0, recoveriesMs: [], violations };
  },
};
