import type { Figure, Yardstick } from './report/figures.ts';

/** A scenario is data: what stands in the database, what is asked, what must come back. `scenarios.ts` lists them. */
export interface Scenario {
  readonly name: string;
  readonly about: string;
  /** Several scenarios that can be chosen by one name. */
  readonly group?: string;
  readonly engine: Engine;
  /** Animals in the database before the first request. */
  readonly animals: number;
  /** Each animal has a profile and two photos. */
  readonly hasListings: boolean;
  /** Beside petstore: the limit and the peers, or the limit; or petstore alone, once with each of some settings. */
  readonly beside: 'limit and peers' | 'limit' | readonly [Variant, ...Variant[]];
  /** Each target gets them one after the other, and all targets the one before any gets the next. */
  readonly loads: readonly LoadTemplate[];
  /** All servers start anew, on fresh copies of the database, for each round. */
  readonly restarts?: boolean;
  /** It takes minutes. */
  readonly isOnlyRunWhenNamed?: boolean;
  readonly goals: readonly Goal[];
}

/** What keeps the animals. */
export type Engine = 'sqlite' | 'postgres';

/** Settings of petstore that are compared. The first one is what the others are compared with. */
export interface Variant {
  readonly name: string;
  readonly animals?: number;
  /** Processes that answer requests. Server and load generator share all cores. */
  readonly workers?: number;
}

export interface LoadTemplate {
  readonly name: string;
  readonly request: RequestTemplate;
  /** Sent at the same time. Latencies and errors of it count, too. */
  readonly together?: { readonly name: string; readonly request: RequestTemplate };
}

export interface RequestTemplate {
  readonly method: 'GET' | 'POST';
  /**
   * Each request takes one of these at random. `{id}` in it becomes the id of a random animal, and `?{page}` asks for a
   * random page of the list, of 11 to 30 entries, by a cursor. `{photo}` is a file of the first animal's first photo.
   */
  readonly paths: readonly [string, ...string[]];
  /** Each request carries `If-None-Match`, with the `ETag` of an answer that came before. */
  readonly isConditional?: boolean;
  /** One request in so many, at random, is another one, which is neither a page nor conditional. */
  readonly sometimes?: { readonly oneIn: number; readonly request: RequestTemplate };
  /** Beside `Authorization`, which every request carries, with the key of the server unless it stands here. */
  readonly headers: Readonly<Record<string, string>>;
  /** `{name}` in it becomes a name that no other animal has, and `{category}` each category in turn. */
  readonly body: string;
  /** Any other status is an error, and a scenario with errors is invalid. */
  readonly expectedStatus: number;
}

/**
 * What petstore should reach in each load, or the ratio to another row in the same round. Of several rows the worst one
 * counts.
 */
export interface Goal {
  readonly figure: Figure;
  readonly of?: Yardstick;
  readonly atLeast?: number;
  readonly atMost?: number;
}
