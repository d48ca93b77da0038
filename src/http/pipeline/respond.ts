import { type Log, traceError } from '../../lib/log.ts';
import type { MaybePromise } from '../../lib/maybe-promise.ts';
import { ServiceError } from '../../model/errors.ts';
import type { Operation } from '../../operations/operation.ts';
import type { RateLimiter } from '../auth/rate-limit.ts';
import { RequestAborted } from '../request/body.ts';
import type { RequestContext } from '../request/context.ts';
import { findPathValues } from '../request/target.ts';
import type { CorsPolicy } from '../response/cors.ts';
import type { RequestMetrics } from '../response/metrics.ts';
import type { OutageLog } from '../response/outage-log.ts';
import {
  errorHeaders,
  errorReply,
  isNotModified,
  prefersProblem,
  problemReply,
  type Reply,
} from '../response/reply.ts';
import type { Runner } from './run.ts';

export interface ResponderDependencies {
  runners: ReadonlyMap<Operation, Runner>;
  cors: CorsPolicy;
  rateLimiter: RateLimiter | undefined;
  metrics: RequestMetrics;
  log: Log;
  outages: OutageLog;
  /** The reference of the interface, where errors are explained. */
  docsUrl: string;
  isAccessLogged: boolean;
  isDraining: () => boolean;
}

/** Counts a request whose client went away before its body had come. No standard status says so; proxies log this one. */
const abortedStatus = 499;

/** The headers of an error that no operation has made. */
const withoutOperation = errorHeaders();

export type Handler = (exchange: RequestContext) => MaybePromise<Reply>;
export type Responder = (exchange: RequestContext, handle: Handler) => MaybePromise<Response>;

/** Turns what a handler answers or throws into a response, with the headers that every response has, and counts it. */
export function createResponder(dependencies: ResponderDependencies): Responder {
  const finish = (exchange: RequestContext, answer: Reply) => toResponse(dependencies, exchange, answer);
  const fail = (exchange: RequestContext, thrown: unknown) =>
    toResponse(dependencies, exchange, failureAnswer(dependencies, exchange, thrown));
  return (exchange, handle) => {
    try {
      const answer = handle(exchange);
      if (!(answer instanceof Promise)) return finish(exchange, answer);
      return answer.then(
        (value) => finish(exchange, value),
        (thrown) => fail(exchange, thrown),
      );
    } catch (thrown) {
      return fail(exchange, thrown);
    }
  };
}

function failureAnswer(dependencies: ResponderDependencies, exchange: RequestContext, thrown: unknown): Reply {
  const { runners, log, outages, docsUrl } = dependencies;
  if (thrown instanceof RequestAborted) return { status: abortedStatus, headers: new Headers(), body: null };
  const error = thrown instanceof ServiceError ? thrown : defect(log, exchange, thrown);
  if (error.status === 503) outages.note(error, exchange.requestId);
  const operation = exchange.match?.operation;
  const runner = operation && runners.get(operation);
  const headers = runner?.errorHeaders ?? withoutOperation;
  const isProblem = prefersProblem(exchange.request.headers.get('Accept'));
  const answer = isProblem ? problemReply(error, headers, docsUrl) : errorReply(error, headers);
  if (operation?.deprecation !== undefined && runner !== undefined) {
    const path = findPathValues(operation, exchange.match?.rawValues ?? {});
    answer.headers.set('Link', runner.lifecycle.link(path));
  }
  return answer;
}

/** Everything that nobody foresaw: the client gets a fixed sentence, the log gets all. */
function defect(log: Log, exchange: RequestContext, thrown: unknown): ServiceError {
  log.error('internal error', { requestId: exchange.requestId, cause: traceError(thrown) });
  return new ServiceError(
    'internal_error',
    `Something failed here. It is in the log as request ${exchange.requestId}.`,
  );
}

function toResponse(dependencies: ResponderDependencies, exchange: RequestContext, answer: Reply): Response {
  const { cors, rateLimiter, metrics, isDraining } = dependencies;
  const { request, allowance, requestId } = exchange;
  // Headers are used again and again: what is set here is set anew by each request, and the response copies them.
  const headers = cors.isEnabled ? new Headers(answer.headers) : answer.headers;
  for (const name in answer.perResponseHeaders) headers.set(name, answer.perResponseHeaders[name] ?? '');
  headers.set('X-Request-Id', requestId);
  if (rateLimiter !== undefined && allowance !== undefined) {
    headers.set('RateLimit-Policy', rateLimiter.policy);
    headers.set('RateLimit', `"default";r=${allowance.remaining};t=${allowance.resetSeconds}`);
  }
  if (cors.isEnabled) cors.apply(headers, request.headers.get('Origin'));
  if (isDraining()) headers.set('Connection', 'close');

  let { status, body } = answer;
  const ifNoneMatch = request.headers.get('If-None-Match');
  if (ifNoneMatch !== null && status === 200 && isRead(request) && isNotModified(ifNoneMatch, headers.get('ETag'))) {
    status = 304;
    body = null;
  }
  const durationMs = performance.now() - exchange.startedAt;
  metrics.count(exchange.match?.operation?.id ?? 'none', status, durationMs);
  if (dependencies.isAccessLogged) logAccess(dependencies.log, exchange, status, durationMs);
  return new Response(body, { status, headers });
}

/** For any other method the header is a precondition (RFC 9110, section 13.1.2). */
function isRead({ method }: Request): boolean {
  return method === 'GET' || method === 'HEAD';
}

function logAccess(log: Log, exchange: RequestContext, status: number, durationMs: number): void {
  const { request, target, requestId, match, principal } = exchange;
  log.info('request', {
    requestId,
    method: request.method,
    path: target.path,
    operation: match?.operation?.id,
    status,
    durationMs: Math.round(durationMs * 1_000) / 1_000,
    keyId: principal && String(principal.keyId),
  });
}
