import type { Scope } from '../../../contract/scopes.ts';
import type { CallerId, PublicView } from '../../api/call.ts';
import type { Installation } from '../../api/operation.ts';
import type { MaybePromise } from '../../lib/maybe-promise.ts';
import type { Store } from '../../store/store.ts';
import type { Principal } from '../auth/authenticate.ts';
import type { RequestContext } from '../request/context.ts';
import type { CursorCodec } from '../request/cursor.ts';
import type { LargeBodies } from '../request/large-bodies.ts';
import type { Retries } from '../request/retries.ts';
import type { Lifecycle } from '../response/lifecycle.ts';
import type { Reply } from '../response/reply.ts';
import type { ResponseCache } from '../response/response-cache.ts';
import type { OpenStreams } from '../stream/open-streams.ts';
import type { SearchTurns } from './turns.ts';

/** Serves a request that has passed all checks that are common to the operations. */
export type Run = (context: RequestContext, principal: Principal) => MaybePromise<Reply>;

/** What is prepared once per operation, so that no request pays for it. */
export interface Runner {
  lifecycle: Lifecycle;
  /** The scopes that a key needs. */
  scopes: readonly Scope[];
  /** The headers of every error of the operation. */
  errorHeaders: Headers;
  run: Run;
}

/** The kind of a key: what public keys get and use up is apart from that of other keys. */
export function kindOfKey({ origins }: Principal): 'public' | 'secret' {
  return origins === undefined ? 'secret' : 'public';
}

/** What the key may see now, if it is a public one. */
export function viewOf(
  { publicStatuses }: Installation,
  { origins }: Principal,
  today: bigint,
): PublicView | undefined {
  return origins && { statuses: publicStatuses, today };
}

export interface RunDependencies {
  store: Store;
  /** Epoch milliseconds. */
  clock: () => number;
  cursors: { public: CursorCodec; secret: CursorCodec };
  responseCache: ResponseCache;
  retries: Retries;
  streams: OpenStreams;
  /** Ends what this process holds for callers that were changed: their sessions, and streams with a secret that has ended. */
  dropCallers(isChanged: (caller: CallerId) => boolean): Promise<void>;
  installation: Installation;
  /** Public address, ending in the version segment. */
  baseUrl: string;
  /** Of everybody's searches. */
  searchTurns: SearchTurns;
  /** Bodies that are not JSON. */
  largeBodies: LargeBodies;
  /** Address of the deprecation policy. */
  policyUrl: string;
}
