import type { IdempotencyClaim, OnceAnswer } from '../domain/idempotency.ts';
import { ServiceError } from '../errors.ts';
import type { WriteOperation } from '../operations/operation.ts';
import type { Answer } from './answer.ts';
import { readJsonBody } from './body.ts';
import { decodeJson } from './decode.ts';
import { fingerprint, readIdempotencyKey } from './idempotency-key.ts';
import { parseJsonObject } from './json.ts';
import type { Lifecycle } from './lifecycle.ts';
import { readPathValues } from './path-values.ts';
import type { Run, RunDependencies } from './runner.ts';

/** Answers a write: reads and checks its body, runs its command, and gives a retry the answer of the first request. */
export function createWriteRun(operation: WriteOperation, lifecycle: Lifecycle, dependencies: RunDependencies): Run {
  const { store, claims, baseUrl } = dependencies;
  const firstHeaders = new Headers({ 'Content-Type': 'application/json', 'Cache-Control': 'no-store' });
  lifecycle.apply(firstHeaders);
  const replayHeaders = new Headers(firstHeaders);
  replayHeaders.set('Idempotency-Replayed', 'true');

  function toAnswer({ status, location, body, isReplay }: OnceAnswer, path: Record<string, unknown>): Answer {
    const link = lifecycle.link(path);
    const ownHeaders: Record<string, string> = link === '' ? {} : { Link: link };
    if (location !== null) ownHeaders['Location'] = baseUrl + location;
    return { status, headers: isReplay ? replayHeaders : firstHeaders, ownHeaders, body };
  }

  return async ({ request, target, match, now }, { keyId }) => {
    const path = readPathValues(operation, match?.texts ?? {});
    const bytes = await readJsonBody(request);
    const header = operation.method === 'POST' ? request.headers.get('Idempotency-Key') : null;
    const idempotencyKey = header === null ? undefined : readIdempotencyKey(header);
    const call = { path, body: readFields(operation, bytes), now: BigInt(now) };
    if (idempotencyKey === undefined) {
      return toAnswer(await store.write(operation.command, { ...call, claim: undefined }), path);
    }
    const print = fingerprint(operation.id, target.path, bytes);
    const claim: IdempotencyClaim = { keyId, idempotencyKey, fingerprint: print, now: call.now };
    return toAnswer(await claims.hold(claim, () => store.write(operation.command, { ...call, claim })), path);
  };
}

function readFields(operation: WriteOperation, bytes: Uint8Array): unknown {
  const decoded = decodeJson(operation.body, parseJsonObject(bytes));
  if (decoded.ok) return decoded.value;
  throw new ServiceError('validation_failed', `The body is wrong. ${decoded.faults.join('; ')}.`);
}
