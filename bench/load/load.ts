import type { RequestTemplate } from '../scenarios/scenario.ts';
import type { HistogramCounts } from './latency-histogram.ts';

/** One run of a load generator against one server. */
export interface Load {
  readonly host: string;
  readonly port: number;
  readonly apiKey: string;
  readonly request: RequestTemplate;
  readonly ids: IdRange;
  /** What `{page}` stands for. */
  readonly pages: readonly string[];
  readonly connections: number;
  readonly seconds: number;
  /** Asks for the latencies of each interval of so many seconds. */
  readonly intervalSeconds?: number;
}

/** The ids of the seeded animals, without a gap, both ends included. */
export interface IdRange {
  readonly first: number;
  readonly last: number;
}

export interface LoadResult {
  /** Answers with an expected status. */
  readonly requests: number;
  readonly durationMs: number;
  readonly latencyP50Ms: number;
  readonly latencyP99Ms: number;
  /** Answers with any other status, by status. */
  readonly unexpectedStatuses: Readonly<Record<string, number>>;
  /** Connections refused, cut or timed out. */
  readonly connectionErrors: number;
  /** Where intervals were asked for. */
  readonly intervals?: readonly LoadInterval[];
}

/** The latencies of what was answered in one interval, as expected. */
export interface LoadInterval {
  readonly usual: HistogramCounts;
  /** Of what is sent sometimes, which is known by its status. */
  readonly rare: HistogramCounts;
}

/** A load generator is a program: its command line for a load, and how to read what it prints. */
export interface Generator {
  readonly name: 'wrk' | 'autocannon';
  readonly command: (load: Load, scratchFolder: string) => Promise<readonly [string, ...string[]]>;
  readonly parse: (output: string) => LoadResult;
}

export const requestTimeoutSeconds = 10;

/** The headers a request carries, in the order they are sent. */
export function requestHeaders(load: Load, request = load.request): Record<string, string> {
  return { Authorization: `Bearer ${load.apiKey}`, ...request.headers };
}

/** Whether all requests are the same, byte by byte. */
export function isFixed({ paths, sometimes }: RequestTemplate): boolean {
  return paths.length === 1 && !/\{(id|page)\}/.test(paths[0]) && sometimes === undefined;
}

export function expectedStatuses({ expectedStatus, sometimes }: RequestTemplate): number[] {
  return sometimes === undefined ? [expectedStatus] : [expectedStatus, sometimes.request.expectedStatus];
}
