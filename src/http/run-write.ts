import type { IdempotencyClaim, OnceAnswer } from '../domain/idempotency.ts';
import { ServiceError } from '../errors.ts';
import { entityTag, readIfMatch } from '../operations/entity-tag.ts';
import type { WriteOperation } from '../operations/operation.ts';
import type { TSchema } from '../operations/schemas.ts';
import type { Answer } from './answer.ts';
import { readBody } from './body.ts';
import { decodeJson } from './decode.ts';
import { fingerprint, readIdempotencyKey } from './idempotency-key.ts';
import { parseJsonObject } from './json.ts';
import type { Lifecycle } from './lifecycle.ts';
import { readPathValues } from './path-values.ts';
import type { Run, RunDependencies } from './runner.ts';

const noBytes = new Uint8Array();

/** Answers a write: reads and checks its body, runs its command, and gives a retry the answer of the first request. */
export function createWriteRun(operation: WriteOperation, lifecycle: Lifecycle, dependencies: RunDependencies): Run {
  const { store, claims, baseUrl } = dependencies;
  const { command, body: bodySchema, mediaTypes, isConditional } = operation;
  const hasAnswerBody = operation.response.schema !== undefined;
  const firstHeaders = new Headers({ 'Cache-Control': 'no-store' });
  if (hasAnswerBody) firstHeaders.set('Content-Type', 'application/json');
  lifecycle.apply(firstHeaders);
  const replayHeaders = new Headers(firstHeaders);
  replayHeaders.set('Idempotency-Replayed', 'true');

  function toAnswer({ status, location, body, isReplay }: OnceAnswer, path: Record<string, unknown>): Answer {
    const link = lifecycle.link(path);
    const ownHeaders: Record<string, string> = link === '' ? {} : { Link: link };
    if (location !== null) ownHeaders['Location'] = baseUrl + location;
    if (isConditional && hasAnswerBody) ownHeaders['ETag'] = entityTag(body);
    return { status, headers: isReplay ? replayHeaders : firstHeaders, ownHeaders, body: hasAnswerBody ? body : null };
  }

  return async ({ request, target, match, now }, { keyId }) => {
    const path = readPathValues(operation, match?.texts ?? {});
    const bytes = bodySchema === undefined ? noBytes : await readBody(request, mediaTypes);
    const header = operation.method === 'POST' ? request.headers.get('Idempotency-Key') : null;
    const idempotencyKey = header === null ? undefined : readIdempotencyKey(header);
    const body = bodySchema === undefined ? undefined : readFields(bodySchema, bytes);
    const ifMatch = isConditional ? readIfMatch(request.headers.get('If-Match')) : undefined;
    const call = { path, body, now: BigInt(now), ifMatch };
    if (idempotencyKey === undefined) {
      return toAnswer(await store.write(command, { ...call, claim: undefined }), path);
    }
    const print = fingerprint(operation.id, target.path, bytes);
    const claim: IdempotencyClaim = { keyId, idempotencyKey, fingerprint: print, now: call.now };
    return toAnswer(await claims.hold(claim, () => store.write(command, { ...call, claim })), path);
  };
}

function readFields(schema: TSchema, bytes: Uint8Array): unknown {
  const decoded = decodeJson(schema, parseJsonObject(bytes));
  if (decoded.ok) return decoded.value;
  throw new ServiceError('validation_failed', `The body is wrong. ${decoded.faults.join('; ')}.`);
}
