import type { EventBody } from '../../support/data/events.ts';
import type { ThingRule } from './rules.ts';

/** A change that a client requests. Names of animals are unique, so that each name belongs to one change. */
export type Change =
  | { readonly kind: 'create'; readonly name: string; readonly categoryId: number; readonly key?: string }
  | { readonly kind: 'rename'; readonly petId: number; readonly name: string }
  | { readonly kind: 'remove'; readonly petId: number }
  | {
      readonly kind: 'order';
      readonly petId: number;
      readonly key: string;
      /** Of an order that ends by itself. */
      readonly expiresAt?: string;
      /** What it is placed for. */
      readonly inquiryId?: number;
    }
  | {
      readonly kind: 'complete' | 'cancel' | 'reopen' | 'return' | 'extend';
      readonly petId: number;
      readonly orderId: number;
      readonly key: string;
      /** Of an order that may have ended by itself before. */
      readonly expiresAt?: string;
    }
  | Setting;

/** A change of things that only one client changes, and that the final state does not have. */
export interface Setting {
  readonly kind: 'set';
  readonly key: string;
  /** How each of them looks from then on; {@link gone} without a trace. */
  readonly states: Readonly<Record<string, string>>;
  /** A code with which it may be refused. */
  readonly refusal?: string;
}

/** How a thing looks that is not there: before it was made, and after its end. */
export const gone = '';

export type Outcome =
  /** The id of what was changed, 0 if it has none; of a thing with the body of the response. */
  | { readonly kind: 'acknowledged'; readonly id: number; readonly body?: string }
  /** The response says that nothing was changed. */
  | { readonly kind: 'refused'; readonly code: string }
  /** There was no response, or it says that the outcome is unknown. The change may also be made later. */
  | { readonly kind: 'unknown' }
  /** A response that the service must not give. Whether something was changed is unknown. */
  | { readonly kind: 'unexpected'; readonly status: number; readonly text: string };

/** Start and end on the clock of the history, whose values only grow. */
export interface Span {
  readonly client: string;
  readonly startedAt: number;
  readonly endedAt: number;
}

/** One attempt to make a change. A change with a key can have several. */
export interface Attempt extends Span {
  readonly change: Change;
  readonly outcome: Outcome;
}

/** A read of an animal that only this client changes, after its change was acknowledged. */
export interface Read extends Span {
  readonly petId: number;
  readonly name: string | undefined;
}

/** A list of all animals of a category in which only this client adds animals, read page by page. */
export interface Walk extends Span {
  readonly categoryId: number;
  readonly ids: readonly number[];
}

/** How a thing looked that only this client changes. */
export interface Sight extends Span {
  /** What is violated if it cannot look so. */
  readonly rule: ThingRule;
  readonly thing: string;
  readonly state: string;
}

export interface ReceivedEvent {
  readonly at: number;
  readonly event: EventBody;
}

/** What a follower of the event stream has received, over all of its connections. */
export interface Followed {
  readonly name: string;
  /** The id after which it started. */
  readonly after: number;
  readonly events: readonly ReceivedEvent[];
  /** Whether it followed to the end of the log. */
  readonly isComplete: boolean;
}

export interface History {
  readonly attempts: readonly Attempt[];
  readonly reads: readonly Read[];
  readonly walks: readonly Walk[];
  readonly sights: readonly Sight[];
  readonly followed: readonly Followed[];
}

/** A request that a node has answered with success. */
export interface Served {
  readonly kind: 'read' | 'write';
  readonly node: number;
  readonly at: number;
}

/** What clients knew at a time: an attempt without a response has an unknown outcome. */
export function historyUntil(history: History, time: number): History {
  const hasEnded = ({ endedAt }: Span) => endedAt <= time;
  return {
    attempts: history.attempts
      .filter(({ startedAt }) => startedAt <= time)
      .map((attempt) => (hasEnded(attempt) ? attempt : { ...attempt, outcome: { kind: 'unknown' } })),
    reads: history.reads.filter(hasEnded),
    walks: history.walks.filter(hasEnded),
    sights: history.sights.filter(hasEnded),
    followed: history.followed.map((follower) => ({
      ...follower,
      events: follower.events.filter(({ at }) => at <= time),
      isComplete: false,
    })),
  };
}

/** Collects a history while it happens. */
export class Recorder {
  readonly attempts: Attempt[] = [];
  readonly reads: Read[] = [];
  readonly walks: Walk[] = [];
  readonly sights: Sight[] = [];
  /** What a read returned that it should not. */
  readonly failedReads: { readonly kind: Outcome['kind']; readonly detail: string }[] = [];
  /** When nodes have answered with success. */
  readonly served: Served[] = [];
  readonly clock: () => number;
  /** How many attempts were acknowledged. */
  acknowledged = 0;

  constructor(clock: () => number = () => performance.now()) {
    this.clock = clock;
  }

  add(attempt: Attempt): void {
    this.attempts.push(attempt);
    if (attempt.outcome.kind === 'acknowledged') this.acknowledged += 1;
  }
}
