/** A scenario is data: what stands in the database, what is asked, what must come back. `table.ts` lists them. */
export type Scenario = LoadScenario | StartScenario | GrowthScenario | SteadyScenario;

export interface LoadScenario {
  readonly kind: 'load';
  readonly name: string;
  readonly about: string;
  readonly engine: Engine;
  /** Which paths petstore is compared for: a peer takes part if it has them. */
  readonly feature: Feature;
  /** Animals in the database before the first request. */
  readonly animals: number;
  /** Each animal has a profile and two photos. Default: none has. */
  readonly hasListings?: boolean;
  readonly request: RequestTemplate;
  /** Sent at the same time, over as many connections again, and not measured but for its rate. */
  readonly background?: RequestTemplate;
  readonly disk: Disk;
  /** Other settings of the service, which are compared with each other: it alone takes part, once with each. */
  readonly variants?: readonly Variant[];
  readonly goals: readonly Goal[];
}

/** The service with a number of processes. Server and load generator share all cores where there are variants. */
export interface Variant {
  readonly name: string;
  readonly environment: Readonly<Record<string, string>>;
  /** That answer requests. */
  readonly workers: number;
}

/** The time from spawning a server to its first answer on an existing database. */
export interface StartScenario {
  readonly kind: 'start';
  readonly name: string;
  readonly about: string;
  readonly animals: number;
}

/** The service alone, with more and more animals. The first size is what the others are compared with. */
export interface GrowthScenario {
  readonly kind: 'growth';
  readonly name: string;
  readonly about: string;
  readonly sizes: readonly [number, ...number[]];
  /** In this order, so that what writes comes last. */
  readonly loads: readonly { readonly name: string; readonly about: string; readonly request: RequestTemplate }[];
  readonly goals: {
    /** Of the speed at the first size. */
    readonly ratioAtLeast: number;
    /** At the last size, under all loads one after the other. */
    readonly peakMemoryMiBBelow: number;
    /** At the last size. */
    readonly startMsBelow: number;
  };
}

/** The service alone, under one load for a long time. */
export interface SteadyScenario {
  readonly kind: 'steady';
  readonly name: string;
  readonly about: string;
  readonly animals: number;
  /** Other settings of the service. */
  readonly variant?: Variant;
  readonly request: RequestTemplate;
  readonly intervalSeconds: number;
  readonly goals: {
    /** From the second minute to the last one. */
    readonly memoryGrowthAtMost: number;
    readonly walMiBBelow: number;
  };
}

export interface RequestTemplate {
  readonly method: 'GET' | 'POST' | 'PUT' | 'PATCH' | 'DELETE';
  /**
   * Each request takes one of these at random. `{id}` in it becomes the id of a random seeded animal, and `?{page}` asks
   * for a random page of the list, of 11 to 30 entries, by a cursor. `{photo}` is a file of the first animal's first photo.
   */
  readonly paths: readonly [string, ...string[]];
  /** Each request carries `If-None-Match`, with the `ETag` of an answer that came before. */
  readonly isConditional?: boolean;
  /** One request in so many, at random, is another one, which is neither a page nor conditional. */
  readonly sometimes?: { readonly oneIn: number; readonly request: RequestTemplate };
  /** Beside `Authorization`, which every request carries, with the key of the server unless it stands here. */
  readonly headers: Readonly<Record<string, string>>;
  readonly body: string;
  /** Any other status is an error, and a scenario with errors is invalid. */
  readonly expectedStatus: number;
}

/** Paths that a scenario uses; `alone` are those that petstore alone has. */
export type Feature = 'pets' | 'search' | 'listings' | 'photos' | 'alone';

/** What keeps the animals. */
export type Engine = 'sqlite' | 'postgres';

/** A slow disk takes `delayMs` longer for every fsync and fdatasync of the server. */
type Disk = { readonly kind: 'plain' } | { readonly kind: 'slow'; readonly delayMs: number };

export type Goal =
  | { readonly measure: 'requestsPerSecond'; readonly above: number }
  | { readonly measure: 'latencyP50Ms'; readonly below: number }
  /** How many times that of the limit, or of the peer that did best. */
  | { readonly measure: 'requestsPerCpuSecondRatio'; readonly of: 'limit' | 'best peer'; readonly above: number }
  /** How many times the first variant could do, if each worker had a core of its own. */
  | { readonly measure: 'possibleRatio'; readonly above: number };
