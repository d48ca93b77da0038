import type { LimitedRequest } from '../auth/anonymous-limit.ts';
import type { Principal } from '../auth/authenticate.ts';
import type { Allowance } from '../auth/rate-limit.ts';
import type { Match } from './routes.ts';
import type { Target } from './target.ts';

/** A request, and what the pipeline has found out about it so far. */
export interface RequestContext extends LimitedRequest {
  /** The day of the shelter at `now`, in days since 1970-01-01. */
  readonly today: bigint;
  readonly target: Target;
  readonly requestId: string;
  /** When the request arrived, on the clock of `performance.now()`. */
  readonly startedAt: number;
  /** Whether the path is under the version segment. */
  readonly isVersioned: boolean;
  readonly match: Match | undefined;
  /** The header `Prefer` (RFC 7240) of a request to the API. */
  readonly prefer: string | null;
  /** The store's revision when the request arrived; missing where there is none, and for a write without workers. */
  readonly revision: number | undefined;
  principal: Principal | undefined;
  allowance: Allowance | undefined;
  /** Whether it still waited when the responder looked, once a second, for connections that must not be closed as idle. */
  isAwaited: boolean;
}
