import { ServiceError } from '../../api/errors.ts';
import type { Operation } from '../../api/operation.ts';
import { cut } from '../../lib/log.ts';
import { andThen, type MaybePromise } from '../../lib/maybe-promise.ts';
import type { AnonymousLimit } from '../auth/anonymous-limit.ts';
import { type Authenticator, type Principal, requireScopes } from '../auth/authenticate.ts';
import type { KeyUses } from '../auth/key-uses.ts';
import { requireOrigin, requirePublic } from '../auth/public-keys.ts';
import type { Allowance, RateLimiters } from '../auth/rate-limit.ts';
import type { RequestContext } from '../request/context.ts';
import { baseHeaders, methodNotAllowed, type Reply } from '../response/reply.ts';
import type { Runner } from './run.ts';

const maxTargetLength = 8_192;

export interface PipelineDependencies {
  authenticator: Authenticator;
  anonymous: AnonymousLimit | undefined;
  rateLimiters: RateLimiters;
  keyUses: KeyUses;
  runners: ReadonlyMap<Operation, Runner>;
  /** The operations that public keys may call, for people. */
  publicOperations: string;
}

/**
 * Handles requests under `/v1`, with the checks in this order: API key, its web origins, rate limit, path and method,
 * removal, scopes.
 * Everything after that depends on the operation and is done by its runner. A failed check throws a ServiceError.
 */
export function createPipeline(
  given: Omit<PipelineDependencies, 'publicOperations'>,
): (context: RequestContext) => MaybePromise<Reply> {
  const { authenticator, runners } = given;
  const open = [...runners.keys()].filter(({ isPublic }) => isPublic === true);
  const dependencies = {
    ...given,
    publicOperations: open.map(({ method, path }) => `${method} /v1${path}`).join(' and '),
  };
  return (context) => {
    const principal = authenticator.authenticateRequest(context, context.revision);
    return andThen(principal, (authenticated) => enforceRateLimit(dependencies, context, authenticated));
  };
}

function enforceRateLimit(
  dependencies: PipelineDependencies,
  context: RequestContext,
  principal: Principal,
): MaybePromise<Reply> {
  const { anonymous, keyUses, rateLimiters } = dependencies;
  const { request, match, now } = context;
  context.principal = principal;
  const operation = match?.operation;
  let rateLimiter = rateLimiters.secret;
  if (principal.origins !== undefined) {
    // What other web sites send, or one client too often, does not count for the key.
    requireOrigin(request, principal.origins);
    anonymous?.takeShare(context, principal.keyId);
    rateLimiter = rateLimiters.public;
  }
  keyUses.record(principal.keyId, now, operation?.deprecation && operation.id);
  if (rateLimiter !== undefined) requireAllowance(rateLimiter.take(principal.keyId, now), context);
  return dispatch(dependencies, context, principal);
}

function dispatch(
  { runners, publicOperations }: PipelineDependencies,
  context: RequestContext,
  principal: Principal,
): MaybePromise<Reply> {
  const { request, target, match, now } = context;
  const operation = match?.operation;
  if (target.length > maxTargetLength) throw targetTooLong();
  if (match === undefined) throw new ServiceError('not_found', `Unknown path: ${cut(target.path, 101)}.`);

  if (operation === undefined) return handleOtherMethod(request.method, match.allow(now));
  const runner = runners.get(operation);
  if (runner === undefined) throw new Error(`operation ${operation.id} has no runner`);
  runner.lifecycle.requireNotRemoved(now);
  requirePublic(operation, principal, { scopes: runner.scopes, allowed: publicOperations });
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
