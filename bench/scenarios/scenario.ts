/** A scenario is data: what stands in the database, what is asked, what must come back. `table.ts` lists them. */
export type Scenario = LoadScenario | StartScenario;

export interface LoadScenario {
  readonly kind: 'load';
  readonly name: string;
  readonly about: string;
  readonly engine: Engine;
  /** Animals in the database before the first request. */
  readonly animals: number;
  readonly request: RequestTemplate;
  /** Sent at the same time, over as many connections again, and not measured but for its rate. */
  readonly background?: RequestTemplate;
  readonly disk: Disk;
  readonly goals: readonly Goal[];
}

/** The time from spawning a server to its first answer on an existing database. */
export interface StartScenario {
  readonly kind: 'start';
  readonly name: string;
  readonly about: string;
  readonly animals: number;
}

export interface RequestTemplate {
  readonly method: 'GET' | 'POST' | 'PUT' | 'PATCH' | 'DELETE';
  /** Each request takes one of these at random; `{id}` in it becomes the id of a random seeded animal. */
  readonly paths: readonly [string, ...string[]];
  /** Beside `Authorization`, which every request carries. */
  readonly headers: Readonly<Record<string, string>>;
  readonly body: string;
  /** Any other status is an error, and a scenario with errors is invalid. */
  readonly expectedStatus: number;
}

/** What keeps the animals. */
export type Engine = 'sqlite' | 'postgres';

/** A slow disk takes `delayMs` longer for every fsync and fdatasync of the server. */
type Disk = { readonly kind: 'plain' } | { readonly kind: 'slow'; readonly delayMs: number };

export type Goal =
  | { readonly measure: 'requestsPerSecond'; readonly above: number }
  | { readonly measure: 'latencyP50Ms'; readonly below: number }
  /** How many times that of the peer. */
  | { readonly measure: 'requestsPerCpuSecondRatio'; readonly above: number };
