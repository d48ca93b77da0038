import type { EventBody } from '../../support/data/events.ts';

/** A change that a client requests. Names of animals are unique, so that each name belongs to one change. */
export type Change =
  | { readonly kind: 'create'; readonly name: string; readonly categoryId: number; readonly key?: string }
  | { readonly kind: 'rename'; readonly petId: number; readonly name: string }
  | { readonly kind: 'remove'; readonly petId: number }
  | { readonly kind: 'order'; readonly petId: number; readonly key: string }
  | {
      readonly kind: 'complete' | 'cancel';
      readonly petId: number;
      readonly orderId: number;
      readonly key: string;
    };

export type Outcome =
  /** The id of the animal or the order. */
  | { readonly kind: 'acknowledged'; readonly id: number }
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
