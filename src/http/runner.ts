import type { Scope } from '../domain/scopes.ts';
import { type Installation, type Operation, scopesFor } from '../operations/operation.ts';
import type { MaybePromise } from '../store/statement.ts';
import type { Store } from '../store/store.ts';
import { type Answer, errorHeaders } from './answer.ts';
import type { Principal } from './authenticate.ts';
import type { CursorCodec } from './cursor.ts';
import type { Exchange } from './exchange.ts';
import type { ClaimsInProgress } from './idempotency-key.ts';
import { type Lifecycle, lifecycleOf } from './lifecycle.ts';
import type { OpenStreams } from './open-streams.ts';
import type { PageCache } from './page-cache.ts';
import { createFeedRun } from './run-feed.ts';
import { createListRun } from './run-list.ts';
import { createReadRun } from './run-read.ts';
import { createWriteRun } from './run-write.ts';

/** Answers a request that has passed every check which does not depend on what it asks for. */
export type Run = (exchange: Exchange, principal: Principal) => MaybePromise<Answer>;

/** What is made once for an operation, so that no request pays for it. */
export interface Runner {
  lifecycle: Lifecycle;
  /** What a key must be allowed to do. */
  scopes: readonly Scope[];
  /** The headers that every error of the operation has. */
  errorHeaders: Headers;
  run: Run;
}

export interface RunDependencies {
  store: Store;
  cursors: CursorCodec;
  pageCache: PageCache;
  claims: ClaimsInProgress;
  streams: OpenStreams;
  installation: Installation;
  /** Public address, ending in the version segment. */
  baseUrl: string;
  /** The page that tells the deprecation policy. */
  policyUrl: string;
}

export function createRunner(operation: Operation, dependencies: RunDependencies): Runner {
  const lifecycle = lifecycleOf(operation, dependencies.baseUrl, dependencies.policyUrl);
  const common = errorHeaders();
  lifecycle.apply(common);
  return {
    lifecycle,
    scopes: scopesFor(operation),
    errorHeaders: common,
    run: createRun(operation, lifecycle, dependencies),
  };
}

function createRun(operation: Operation, lifecycle: Lifecycle, dependencies: RunDependencies): Run {
  switch (operation.kind) {
    case 'list':
      return createListRun(operation, lifecycle, dependencies);
    case 'read':
      return createReadRun(operation, lifecycle, dependencies);
    case 'feed':
      return createFeedRun(operation, lifecycle, dependencies);
    case 'write':
      return createWriteRun(operation, lifecycle, dependencies);
  }
}
