import { ifMatchFailed, isSameTag } from '../../api/entity-tag.ts';
import type { Operation } from '../../api/operation.ts';
import { ServiceError } from '../../errors/service-error.ts';
import { traceError } from '../../lib/errors.ts';
import type { Log } from '../../lib/log.ts';
import type { MaybePromise } from '../../lib/maybe-promise.ts';
import { dayMs } from '../../lib/timestamp.ts';
import { prefersToJson } from '../request/accept.ts';
import { discardBeforeClose, maxDiscardedBytes, RequestAborted, unreadBytes } from '../request/body.ts';
import type { RequestContext } from '../request/context.ts';
import { findPathValues } from '../request/target.ts';
import { readTraceContext } from '../request/trace-context.ts';
import type { CorsPolicy, PublicAccess, PublicCors } from '../response/cors.ts';
import type { RequestMetrics } from '../response/metrics.ts';
import { isNotModified } from '../response/not-modified.ts';
import type { OutageLog } from '../response/outage-log.ts';
import { baseHeaders, errorHeaders, errorReply, problemReply, problemType, type Reply } from '../response/reply.ts';
import type { Runner } from './run.ts';
import { TurnoverSet } from './turnover-set.ts';

export interface ResponderDependencies {
  runners: ReadonlyMap<Operation, Runner>;
  cors: CorsPolicy;
  publicCors: PublicCors;
  metrics: RequestMetrics;
  log: Log;
  outages: OutageLog;
  /** Address of the API reference, which explains the error codes. */
  docsUrl: string;
  isAccessLogged: boolean;
  /** The address of a client, which is personal data; missing where the log must not have it. */
  clientAddressOf?: ((request: Request) => string | undefined) | undefined;
  isDraining: () => boolean;
  /** For how many days browsers should use HTTPS only; 0 to not tell them. */
  hstsDays: number;
  /** After how many seconds connections that are not a stranger's are closed; 0 for never, as where there is no server. */
  idleSeconds: number;
  /** Closes the connection of a request once it is idle for so many seconds; 0 for never. Missing where there is no server. */
  setIdleTimeout?: ((request: Request, seconds: number) => void) | undefined;
  /** How often connections are looked for whose client waits; a second unless told. */
  keepOpenAfterMs?: number;
}

/** Of a client without a key of its own, and no proxy: an address cannot hold many connections with few requests. */
const anonymousIdleTimeoutSeconds = 15;

/** Counted when the client disconnects before its body has arrived. Not a standard status; nginx logs the same. */
const abortedStatus = 499;

/** The runtime sends what is longer than 16 KiB, with its headers, in another way (src/server/listening/request-batching.ts). */
const largeBodyLength = 15_000;

/** In the path of a link to an inquiry, also of one that was copied badly, its secret. No id is as long. */
const inquirySecret = /[0-9a-f]{20,}/gi;

/** The headers of an error outside of any operation. */
const commonErrorHeaders = errorHeaders();

export type Handler = (context: RequestContext) => MaybePromise<Reply>;

/** Turns the reply or the error of a handler into a response, adds the headers of every response, and counts it. */
export function createResponder(dependencies: ResponderDependencies) {
  // The connection is not idle while its client waits for the service. Hardly any waits so long that this has to be said.
  const waiting = new TurnoverSet<RequestContext>();
  let isTimed = false;
  const keepOpen = () => {
    isTimed = false;
    for (const context of waiting) {
      context.isAwaited = true;
      dependencies.setIdleTimeout?.(context.request, 0);
    }
    waiting.clear();
  };
  const finish = (context: RequestContext, reply: Reply) => {
    waiting.delete(context);
    const access = dependencies.publicCors.accessOf(context);
    if (access instanceof Promise) return finishLater(context, reply, access);
    return toResponse(dependencies, context, reply, access);
  };
  // Apart from `finish`, because what its closure captures would cost each request an allocation (`andThen`).
  const finishLater = (context: RequestContext, reply: Reply, access: Promise<PublicAccess | undefined>) =>
    access.then((known) => toResponse(dependencies, context, reply, known));
  const fail = async (context: RequestContext, thrown: unknown) => {
    const reply = failureReply(dependencies, context, thrown);
    await discardBeforeClose(context.request);
    return await finish(context, reply);
  };
  const succeed = (context: RequestContext, reply: Reply) => {
    if (!failsMatch(context.request, reply)) return finish(context, reply);
    cancel(reply.body);
    return fail(context, ifMatchFailed('Send the request without If-Match.'));
  };
  const answer = (context: RequestContext, reply: Promise<Reply>) => {
    waiting.add(context);
    if (!isTimed) setTimeout(keepOpen, dependencies.keepOpenAfterMs ?? 1_000).unref();
    isTimed = true;
    return reply.then(
      (value) => succeed(context, value),
      (thrown) => fail(context, thrown),
    );
  };
  return (context: RequestContext, handle: Handler): MaybePromise<Response> => {
    try {
      const reply = handle(context);
      return reply instanceof Promise ? answer(context, reply) : succeed(context, reply);
    } catch (thrown) {
      return fail(context, thrown);
    }
  };
}

function failureReply(dependencies: ResponderDependencies, context: RequestContext, thrown: unknown): Reply {
  const { runners, metrics, outages, docsUrl } = dependencies;
  if (thrown instanceof RequestAborted) return { status: abortedStatus, headers: baseHeaders(), body: null };
  const error = thrown instanceof ServiceError ? thrown : internalError(dependencies, context, thrown);
  metrics.countError(error.code);
  // All others that are `internal_error` were just logged.
  if (error === thrown && error.status >= 500) outages.record(error, identify(dependencies, context));
  const operation = context.match?.operation;
  const runner = operation && runners.get(operation);
  const headers = runner?.errorHeaders ?? commonErrorHeaders;
  const isProblem = prefersToJson(problemType, context.request.headers.get('Accept'));
  const reply = isProblem ? problemReply(error, headers, docsUrl) : errorReply(error, headers);
  if (unreadBytes(context.request) > maxDiscardedBytes) reply.headers.set('Connection', 'close');
  if (operation?.deprecation !== undefined && runner !== undefined) {
    const path = findPathValues(operation, context.match?.rawValues ?? {});
    reply.headers.set('Link', runner.lifecycle.link(path));
  }
  return reply;
}

/** An unexpected error: the client gets the request id only, the log gets the stack trace. */
function internalError(dependencies: ResponderDependencies, context: RequestContext, thrown: unknown): ServiceError {
  dependencies.log.error('internal error', { ...identify(dependencies, context), cause: traceError(thrown) });
  const outcome = isRead(context.request) ? '' : ' The change may or may not have been made.';
  return new ServiceError('internal_error', `Internal error. Request id: ${context.requestId}.${outcome}`);
}

function toResponse(
  dependencies: ResponderDependencies,
  context: RequestContext,
  reply: Reply,
  access: PublicAccess | undefined,
): Response {
  const { cors, metrics, isDraining, hstsDays, idleSeconds } = dependencies;
  const { request, allowance, requestId, client } = context;
  const isStranger = client !== undefined && !client.isProxied;
  const idleTimeoutSeconds = isStranger ? anonymousIdleTimeoutSeconds : idleSeconds;
  if (isStranger || context.isAwaited) dependencies.setIdleTimeout?.(request, idleTimeoutSeconds);
  // `reply.headers` may be shared by many replies: every request sets the same names again, and Response copies them.
  const isPerOrigin = cors.isEnabled || access !== undefined;
  const headers = isPerOrigin ? new Headers(reply.headers) : reply.headers;
  for (const name in reply.perResponseHeaders) headers.set(name, reply.perResponseHeaders[name] ?? '');
  headers.set('X-Request-Id', requestId);
  if (allowance !== undefined) {
    headers.set('RateLimit-Policy', allowance.policy);
    headers.set('RateLimit', `"default";r=${allowance.remaining};t=${allowance.resetSeconds}`);
  }
  // RFC 6797. Browsers ignore it where it does not come over HTTPS.
  if (hstsDays > 0) headers.set('Strict-Transport-Security', `max-age=${(hstsDays * dayMs) / 1_000}`);
  if (isPerOrigin) cors.apply(headers, request.headers.get('Origin'), access?.origin);
  if (idleTimeoutSeconds > 0) headers.set('Keep-Alive', `timeout=${idleTimeoutSeconds}`);
  if (isDraining()) headers.set('Connection', 'close');

  let { status, body } = reply;
  const ifNoneMatch = status === 200 && isRead(request) ? request.headers.get('If-None-Match') : null;
  if (ifNoneMatch !== null && isNotModified(ifNoneMatch, headers.get('ETag'), headers.get('Vary'))) {
    cancel(body);
    status = 304;
    body = null;
  }
  if (body !== null && (typeof body !== 'string' || body.length > largeBodyLength)) metrics.largeBodies++;
  const durationMs = performance.now() - context.startedAt;
  metrics.count(context.match?.operation?.id ?? 'none', status, durationMs);
  if (dependencies.isAccessLogged) logAccess(dependencies, context, status, durationMs);
  return new Response(body, { status, headers });
}

/** Whether `If-Match` of a read does not hold. It comes before `If-None-Match` and `Range` (RFC 9110, section 13.2.2). */
function failsMatch(request: Request, { status, headers, perResponseHeaders }: Reply): boolean {
  const ifMatch = isRead(request) ? request.headers.get('If-Match') : null;
  if (ifMatch === null || !(status < 300 || status === 304)) return false;
  const tag = perResponseHeaders?.['ETag'] ?? headers.get('ETag');
  const vary = headers.get('Vary');
  return !ifMatch.split(',').some((listed) => listed.trim() === '*' || isSameTag(listed, tag, vary));
}

/** Closes the source of a body that is not sent: it would stay open until it is collected as garbage. */
function cancel(body: Reply['body']): void {
  if (body instanceof ReadableStream) void body.cancel().catch(() => undefined);
}

/** For other methods If-None-Match is a precondition (RFC 9110, section 13.1.2). */
function isRead({ method }: Request): boolean {
  return method === 'GET' || method === 'HEAD';
}

function logAccess(dependencies: ResponderDependencies, context: RequestContext, status: number, durationMs: number) {
  const { request, target, match, principal } = context;
  dependencies.log.info('request', {
    ...identify(dependencies, context),
    method: request.method,
    path: /\/inquir/i.test(target.path) ? target.path.replace(inquirySecret, '***') : target.path,
    operation: match?.operation?.id,
    status,
    durationMs: Math.round(durationMs * 1_000) / 1_000,
    keyId: principal && String(principal.keyId),
  });
}

/** The fields by which the lines of a request are found in the log. */
function identify({ clientAddressOf }: ResponderDependencies, { request, requestId }: RequestContext) {
  return { requestId, ...readTraceContext(request), clientAddress: clientAddressOf?.(request) };
}
