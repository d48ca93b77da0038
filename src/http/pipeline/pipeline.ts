import { andThen, type MaybePromise } from '../../lib/maybe-promise.ts';
import { ServiceError } from '../../model/errors.ts';
import type { Operation } from '../../operations/operation.ts';
import { type Authenticator, type Principal, requireScopes } from '../auth/authenticate.ts';
import type { KeyUses } from '../auth/key-uses.ts';
import type { Allowance, RateLimiter } from '../auth/rate-limit.ts';
import type { RequestContext } from '../request/context.ts';
import { baseHeaders, methodNotAllowed, type Reply } from '../response/reply.ts';
import type { Runner } from './run.ts';

const maxTargetLength = 8_192;

export interface PipelineDependencies {
  authenticator: Authenticator;
  /** `undefined` when requests are not limited. */
  rateLimiter: RateLimiter | undefined;
  keyUses: KeyUses;
  runners: ReadonlyMap<Operation, Runner>;
}

/**
 * Handles requests under `/v1`, with the checks in this order: API key, rate limit, path and method, removal, scopes.
 * Everything after that depends on the operation and is done by its runner. A failed check throws a ServiceError.
 */
export function createPipeline(dependencies: PipelineDependencies): (context: RequestContext) => MaybePromise<Reply> {
  const { authenticator } = dependencies;
  return (context) => {
    const { request, revision, now } = context;
    const principal = authenticator.authenticateRequest(request, revision, now);
    return andThen(principal, (authenticated) => enforceRateLimit(dependencies, context, authenticated));
  };
}

function enforceRateLimit(
  dependencies: PipelineDependencies,
  context: RequestContext,
  principal: Principal,
): MaybePromise<Reply> {
  const { keyUses, rateLimiter } = dependencies;
  const { match, now } = context;
  context.principal = principal;
  const operation = match?.operation;
  keyUses.record(principal.keyId, now, operation?.deprecation && operation.id);
  if (rateLimiter !== undefined) requireAllowance(rateLimiter.take(principal.keyId, now), context);
  return dispatch(dependencies, context, principal);
}

function dispatch(
  { runners }: PipelineDependencies,
  context: RequestContext,
  principal: Principal,
): MaybePromise<Reply> {
  const { request, target, match, now } = context;
  const operation = match?.operation;
  if (target.length > maxTargetLength) throw targetTooLong();
  if (match === undefined) throw new ServiceError('not_found', `Unknown path: ${shorten(target.path)}.`);

  if (operation === undefined) return handleOtherMethod(request.method, match.allow(now));
  const runner = runners.get(operation);
  if (runner === undefined) throw new Error(`operation ${operation.id} has no runner`);
  runner.lifecycle.requireNotRemoved(now);
  requireScopes(principal, runner.scopes);
  return runner.run(context, principal);
}

function requireAllowance(allowance: Allowance, context: RequestContext): void {
  context.allowance = allowance;
  if (allowance.isAllowed) return;
  const message = 'This API key has exceeded its rate limit. Nothing was changed; retry after the time in Retry-After.';
  throw new ServiceError('rate_limited', message, { headers: { 'Retry-After': String(allowance.resetSeconds) } });
}

function handleOtherMethod(method: string, allow: string): Reply {
  if (method === 'OPTIONS') return { status: 204, headers: baseHeaders({ Allow: allow }), body: null };
  throw methodNotAllowed(method, allow);
}

function targetTooLong(): ServiceError {
  return new ServiceError('uri_too_long', `Path and query must not exceed ${maxTargetLength} characters.`);
}

function shorten(path: string): string {
  return path.length > 100 ? `${path.slice(0, 100).toWellFormed()}…` : path;
}
