import type { Round } from '../outcome.ts';

/** A round of a test: what it does not name is unknown. */
export function exampleRound(known: Partial<Round>): Round {
  return {
    requestsPerSecond: 0,
    requestsPerCpuSecond: null,
    latencyP50Ms: null,
    latencyP99Ms: null,
    peakMemoryBytes: null,
    processes: null,
    serverCpuShare: null,
    generatorCpuShare: 0,
    databaseCpuShare: null,
    otherCpuShare: null,
    errors: {},
    backgroundPerSecond: null,
    flushes: null,
    ...known,
  };
}
