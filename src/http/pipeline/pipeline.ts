import { maxTargetLength } from '../../../contract/limits.ts';
import { requireScopes } from '../../api/call.ts';
import type { Operation } from '../../api/operation.ts';
import { ServiceError } from '../../errors/service-error.ts';
import { andThen, type MaybePromise } from '../../lib/maybe-promise.ts';
import { cut } from '../../lib/visible-text.ts';
import type { AnonymousLimit } from '../auth/anonymous-limit.ts';
import type { Authenticator, Principal } from '../auth/authenticate.ts';
import { notPublic, requireOrigin } from '../auth/public-keys.ts';
import type { RateLimiters } from '../auth/rate-limit.ts';
import type { RequestContext } from '../request/context.ts';
import { baseHeaders, methodNotAllowed, type Reply } from '../response/reply.ts';
import { kindOfKey, type Runner } from './run.ts';

/** Notes when a key was used, and which deprecated operation was called. */
export interface KeyUses {
  record(keyId: bigint, now: number, deprecatedOperation?: string): void;
}

export interface PipelineDependencies {
  authenticator: Authenticator;
  anonymous: AnonymousLimit | undefined;
  rateLimiters: RateLimiters;
  keyUses: KeyUses;
  runners: ReadonlyMap<Operation, Runner>;
}

/** A step of a request: the first reply ends its way, and so does an error. */
type Step = (service: PipelineDependencies, context: RequestContext) => MaybePromise<Reply | undefined>;

/** The way of a request under `/v1`, in the order in which its steps run. What a refused request asks for is not done. */
export const steps = [
  authenticate,
  checkOrigin,
  limitClient,
  recordUse,
  limitKey,
  matchOperation,
  checkLifecycle,
  checkScopes,
  runOperation,
] as const satisfies readonly Step[];

/** Handles requests under `/v1`. @throws ServiceError of a step */
export function createPipeline(service: PipelineDependencies): (context: RequestContext) => MaybePromise<Reply> {
  const proceed = (context: RequestContext, next: number): MaybePromise<Reply> => {
    for (let index = next; index < steps.length; index++) {
      const reply = steps[index]?.(service, context);
      if (reply === undefined) continue;
      return reply instanceof Promise ? resume(reply, context, index + 1) : reply;
    }
    throw new Error('a request has passed all steps without a reply');
  };
  // A closure in the loop would cost each step an allocation.
  const resume = (reply: Promise<Reply | undefined>, context: RequestContext, next: number) =>
    reply.then((ready) => ready ?? proceed(context, next));
  return (context) => proceed(context, 0);
}

/** Finds the API key, or the sign-in link where one is required. @throws ServiceError `missing_api_key`, `invalid_api_key`, `rate_limited` by the client's address */
function authenticate({ authenticator }: PipelineDependencies, context: RequestContext): MaybePromise<undefined> {
  const isSignIn = context.match?.operation?.isSignIn === true;
  return andThen(authenticator.authenticateRequest(context, isSignIn), setPrincipal, context);
}

function setPrincipal(principal: Principal, context: RequestContext): undefined {
  context.principal = principal;
}

/** A public key is for the pages of its web origins. @throws ServiceError `origin_not_allowed` */
function checkOrigin(_: PipelineDependencies, context: RequestContext): undefined {
  const { origins } = principalOf(context);
  if (origins !== undefined) requireOrigin(context.request, origins);
}

/** What one client sends too often with a public key does not count for the key. @throws ServiceError `rate_limited` */
function limitClient({ anonymous }: PipelineDependencies, context: RequestContext): undefined {
  const { keyId, origins } = principalOf(context);
  if (origins !== undefined) anonymous?.takeShare(context, keyId);
}

/** Remembers that the key is used, and for which deprecated operation. */
function recordUse({ keyUses }: PipelineDependencies, context: RequestContext): undefined {
  const operation = context.match?.operation;
  keyUses.record(principalOf(context).keyId, context.now, operation?.deprecation && operation.id);
}

/** @throws ServiceError `rate_limited` for a key that is used too often */
function limitKey({ rateLimiters }: PipelineDependencies, context: RequestContext): undefined {
  const principal = principalOf(context);
  const allowance = rateLimiters[kindOfKey(principal)]?.take(principal.keyId, context.now);
  context.allowance = allowance;
  if (allowance === undefined || allowance.isAllowed) return;
  const message = 'This API key has exceeded its rate limit. Nothing was changed; retry after the time in Retry-After.';
  throw new ServiceError('rate_limited', message, { headers: { 'Retry-After': String(allowance.resetSeconds) } });
}

/**
 * Requires an operation for path and method, or replies to OPTIONS.
 * @throws ServiceError `uri_too_long`, `not_found`, `method_not_allowed`
 */
function matchOperation(_: PipelineDependencies, context: RequestContext): Reply | undefined {
  const { request, target, match, now } = context;
  if (target.length > maxTargetLength) {
    throw new ServiceError('uri_too_long', `Path and query must not exceed ${maxTargetLength} characters.`);
  }
  if (match === undefined) throw new ServiceError('not_found', `Unknown path: ${cut(target.path, 101)}.`);
  if (match.operation !== undefined) return undefined;
  const allow = match.allow(now);
  if (request.method !== 'OPTIONS') throw methodNotAllowed(request.method, allow);
  return { status: 204, headers: baseHeaders({ Allow: allow }), body: null };
}

/** @throws ServiceError `operation_removed` from the announced time on */
function checkLifecycle(service: PipelineDependencies, context: RequestContext): undefined {
  runnerOf(service, context).lifecycle.requireNotRemoved(context.now);
}

/** @throws ServiceError `insufficient_scope` unless the key has all scopes, and the operation is public if the key is */
function checkScopes(service: PipelineDependencies, context: RequestContext): undefined {
  const { scopes } = runnerOf(service, context);
  const principal = principalOf(context);
  const isOpen = principal.origins === undefined || context.match?.operation?.isPublic === true;
  if (!isOpen) throw notPublic(scopes, service.runners.keys());
  requireScopes(principal.scopes, scopes);
}

/** Reads input, runs the operation and presents its result; see `run-read.ts`, `run-list.ts`, `run-stream.ts`, `run-write.ts`. */
function runOperation(service: PipelineDependencies, context: RequestContext): MaybePromise<Reply> {
  return runnerOf(service, context).run(context, principalOf(context));
}

function principalOf({ principal }: RequestContext): Principal {
  if (principal === undefined) throw new Error('the request is not authenticated');
  return principal;
}

function runnerOf({ runners }: PipelineDependencies, { match }: RequestContext): Runner {
  const runner = match?.operation && runners.get(match.operation);
  if (runner === undefined) throw new Error('the request has no operation with a runner');
  return runner;
}
