import { andThen, type MaybePromise } from '../../lib/maybe-promise.ts';
import { ServiceError } from '../../model/errors.ts';
import type { Operation } from '../../operations/operation.ts';
import { type Authenticator, type Principal, requireScopes } from '../auth/authenticate.ts';
import type { KeyUses } from '../auth/key-uses.ts';
import type { Allowance, RateLimiter } from '../auth/rate-limit.ts';
import type { RequestContext } from '../request/context.ts';
import type { Reply } from '../response/reply.ts';
import type { Runner } from './run.ts';

const maxTargetLength = 8_192;

export interface PipelineDependencies {
  authenticator: Authenticator;
  /** Missing when requests are not limited. */
  rateLimiter: RateLimiter | undefined;
  keyUses: KeyUses;
  runners: ReadonlyMap<Operation, Runner>;
}

/**
 * The way of a request under `/v1`, in the order of its checks: who asks, how often, what for, whether they may; what
 * follows depends on the operation and is its runner's. Every check that fails throws a ServiceError.
 */
export function createPipeline(dependencies: PipelineDependencies): (exchange: RequestContext) => MaybePromise<Reply> {
  const { authenticator } = dependencies;
  return (exchange) => {
    const { request, revision, now } = exchange;
    const principal = authenticator.authenticate(request.headers.get('Authorization'), revision, now);
    return andThen(principal, (found) => afterAuthentication(dependencies, exchange, found));
  };
}

function afterAuthentication(
  dependencies: PipelineDependencies,
  exchange: RequestContext,
  principal: Principal,
): MaybePromise<Reply> {
  const { keyUses, rateLimiter } = dependencies;
  const { match, now } = exchange;
  exchange.principal = principal;
  const operation = match?.operation;
  keyUses.note(principal.keyId, now, operation?.deprecation && operation.id);
  if (rateLimiter !== undefined) enforceRateLimit(rateLimiter.take(principal.keyId, now), exchange);
  return dispatch(dependencies, exchange, principal);
}

function dispatch(
  { runners }: PipelineDependencies,
  exchange: RequestContext,
  principal: Principal,
): MaybePromise<Reply> {
  const { request, target, match, now } = exchange;
  const operation = match?.operation;
  if (target.length > maxTargetLength) throw targetTooLong();
  if (match === undefined) throw new ServiceError('not_found', `There is nothing at ${shorten(target.path)}.`);

  if (operation === undefined) return replyWithoutOperation(request.method, match.allow(now));
  const runner = runners.get(operation);
  if (runner === undefined) throw new Error(`operation ${operation.id} has no runner`);
  runner.lifecycle.refuseIfRemoved(now);
  requireScopes(principal, runner.scopes);
  return runner.run(exchange, principal);
}

function enforceRateLimit(allowance: Allowance, exchange: RequestContext): void {
  exchange.allowance = allowance;
  if (allowance.isAllowed) return;
  throw new ServiceError(
    'rate_limited',
    'Too many requests with this API key. Nothing was done; wait, then repeat it.',
    {
      headers: { 'Retry-After': String(allowance.resetSeconds) },
    },
  );
}

function replyWithoutOperation(method: string, allow: string): Reply {
  if (method === 'OPTIONS') return { status: 204, headers: new Headers({ Allow: allow }), body: null };
  throw new ServiceError('method_not_allowed', `${method} is not possible here; possible are ${allow}.`, {
    headers: { Allow: allow },
  });
}

function targetTooLong(): ServiceError {
  return new ServiceError('uri_too_long', `Path and query may have ${maxTargetLength} characters at most.`);
}

function shorten(path: string): string {
  return path.length > 100 ? `${path.slice(0, 100).toWellFormed()}…` : path;
}
