import type { Config } from '../../config/config.ts';
import type { Allowance } from '../../http/auth/rate-limit.ts';
import type { Measurements } from '../../http/response/metrics.ts';

/** What a worker asks its supervisor. */
export type AskedOfSupervisor = {
  /** The first words of a worker: it can be asked from now on. */
  hello: { input: null; output: null };
  /** Runs a write command by its name, on SQLite. */
  write: { input: { name: string; input: unknown }; output: unknown };
  /** Whether writes get through. */
  checkStorage: { input: null; output: null };
  /** Counts a request of the key with this id. */
  takeRequest: { input: bigint; output: Allowance };
  /** What the worker has measured so far. */
  report: { input: Measurements; output: null };
  /** The same, to be given what all have measured. */
  measureAll: { input: Measurements; output: Measurements };
};

/** What a supervisor asks a worker; the first three in this order. */
export type AskedOfWorker = {
  /** Opens the storage. */
  prepare: { input: WorkerStart; output: null };
  listen: { input: null; output: null };
  /** From now on the worker is ready. */
  open: { input: null; output: null };
  measure: { input: null; output: Measurements };
  /** Finishes what is under way and ends. This is its answer. */
  drain: { input: null; output: null };
};

/** All that a worker needs to know. It holds secrets, so it crosses in a message and not in arguments or variables. */
export interface WorkerStart {
  number: number;
  /** With the port that all share. */
  config: Config;
  cursorSecret: string;
  /** Where the commits of all are counted (`CommitCount`), if the supervisor makes them: on SQLite. */
  commitCountPath: string | undefined;
}
