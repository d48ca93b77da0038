import type { Config } from '../../config/config.ts';
import type { Measurements } from '../../http/response/metrics.ts';

/** What a process says of an assertion that has failed in another one. */
export const elsewhere = 'a write of another process of the service contradicted what is stored, see its log';

/** What any process of the service has found. */
export interface Findings {
  /** The database file, if it is one, is damaged. */
  isDamaged: boolean;
  haveAssertionsFailed: boolean;
}

export type SupervisorRequests = {
  /** The first request of a worker: it takes requests from now on. */
  hello: { input: null; output: null };
  /** What the worker has measured so far. */
  report: { input: Measurements; output: Findings };
  measureAll: { input: null; output: Measurements };
};

/** Requests of a supervisor to a worker; the first three in this order. */
export type WorkerRequests = {
  /** Opens the storage. */
  prepare: { input: WorkerStart; output: null };
  listen: { input: null; output: null };
  /** Makes the worker ready. */
  open: { input: null; output: null };
  measure: { input: null; output: Measurements };
  /** Finishes what is under way and ends the process, without a response. */
  drain: { input: null; output: null };
};

/** All that a worker needs to know. It holds secrets, so it is sent as a message and not as arguments or variables. */
export interface WorkerStart {
  number: number;
  /** With the port that all share. */
  config: Config;
  cursorSecret: string;
  /** The file descriptor of the memory in which all workers count requests. */
  rateLimitMemory: number;
  /** The database file that the supervisor has open, if it is one. */
  fileId: string | undefined;
  findings: Findings;
}
