import type { Principal } from '../auth/authenticate.ts';
import type { Allowance } from '../auth/rate-limit.ts';
import type { Match } from './routes.ts';
import type { Target } from './target.ts';

/** One request on its walk, and what has become known of it so far. */
export interface RequestContext {
  readonly request: Request;
  readonly target: Target;
  readonly requestId: string;
  /** Epoch milliseconds. */
  readonly now: number;
  /** When it began, on the clock of `performance.now()`. */
  readonly startedAt: number;
  readonly match: Match | undefined;
  /** The store's revision when the request came. */
  readonly revision: number | undefined;
  principal: Principal | undefined;
  allowance: Allowance | undefined;
}
