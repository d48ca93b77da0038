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
  return async ({ request, target, match, now }, { keyId }) => {
    const path = readPathValues(operation, match?.texts ?? {});
    const header = operation.method === 'POST' ? request.headers.get('Idempotency-Key') : null;
    const idempotencyKey = header === null ? undefined : readIdempotencyKey(header);
    const bytes = await readJsonBody(request);
    const body = readFields(operation, bytes);
    const write = (claim: IdempotencyClaim | undefined) =>
      store.write(operation.command, { request: { path, body, now: BigInt(now) }, claim });
    if (idempotencyKey === undefined) return toAnswer(await write(undefined), lifecycle, path, baseUrl);

    const print = fingerprint(operation.id, target.path, bytes);
    const claim = { keyId, idempotencyKey, fingerprint: print, now: BigInt(now) };
    return toAnswer(await claims.hold(claim, () => write(claim)), lifecycle, path, baseUrl);
  };
}

function readFields(operation: WriteOperation, bytes: Uint8Array): unknown {
  const decoded = decodeJson(operation.body, parseJsonObject(bytes));
  if (decoded.ok) return decoded.value;
  throw new ServiceError('validation_failed', `The body is wrong. ${decoded.faults.join('; ')}.`);
}

function toAnswer(once: OnceAnswer, lifecycle: Lifecycle, path: Record<string, unknown>, baseUrl: string): Answer {
  const { status, location, body } = once.answer;
  const headers = new Headers({ 'Content-Type': 'application/json', 'Cache-Control': 'no-store' });
  lifecycle.apply(headers);
  const link = lifecycle.link(path);
  if (link !== '') headers.set('Link', link);
  if (location !== null) headers.set('Location', baseUrl + location);
  if (once.isReplay) headers.set('Idempotency-Replayed', 'true');
  return { status, headers, body };
}
