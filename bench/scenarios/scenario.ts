/** A scenario is data: what stands in the database, what is asked, what must come back. `table.ts` lists them. */
export type Scenario = LoadScenario | StartScenario;

export interface LoadScenario {
  readonly kind: 'load';
  readonly name: string;
  readonly about: string;
  readonly engine: Engine;
  /** Whether peers take part: they speak `/v1/pets`, and nothing else of the interface. */
  readonly hasPeers: boolean;
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
  /** The path is a list: each request asks for a page in the middle of it, of 11 to 30 entries, by a cursor. */
  readonly isPaged?: boolean;
  /** Each request carries `If-None-Match`, with the `ETag` of an answer that came before. */
  readonly isConditional?: boolean;
  /** One request in so many, at random, is another one, which is neither paged nor conditional. */
  readonly sometimes?: { readonly oneIn: number; readonly request: RequestTemplate };
  /** Beside `Authorization`, which every request carries, with the key of the server unless it stands here. */
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
  /** How many times that of the limit, or of the peer that did best. */
  | { readonly measure: 'requestsPerCpuSecondRatio'; readonly of: 'limit' | 'best peer'; readonly above: number };
