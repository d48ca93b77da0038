import { hasStoredResponse, type IdempotentRequest, type IdempotentResponse } from '../../domain/idempotency.ts';
import { hashSecret } from '../../domain/key-format.ts';
import { validationFailed } from '../../model/errors.ts';
import { entityTag, exists, readTags } from '../../operations/entity-tag.ts';
import { isBodyOptional, type WriteCall, type WriteOperation } from '../../operations/operation.ts';
import { noFields } from '../../operations/schemas/base.ts';
import { readCredentials } from '../auth/authenticate.ts';
import { deriveSecret, insertSecret, newSalt } from '../auth/derived-secret.ts';
import { readBody } from '../request/body.ts';
import { decodeJson } from '../request/decode.ts';
import { fingerprint, readIdempotencyKey } from '../request/idempotency-key.ts';
import { parseJsonObject } from '../request/json.ts';
import { readQuery } from '../request/query.ts';
import { readPathValues } from '../request/target.ts';
import type { Lifecycle } from '../response/lifecycle.ts';
import type { Reply } from '../response/reply.ts';
import type { Run, RunDependencies } from './run.ts';

/** Answers a write: reads and checks its body, runs its command, and gives a retry the answer of the first request. */
export function createWriteRun(operation: WriteOperation, lifecycle: Lifecycle, dependencies: RunDependencies): Run {
  const { store, keysInProgress: claims, baseUrl, installation } = dependencies;
  const { command, mediaTypes, isConditional, issue, verify } = operation;
  const hasAnswerBody = operation.response.schema !== undefined;
  const { locationUntil = Number.POSITIVE_INFINITY } = operation.response;
  // Answers that share headers set the same names, so those with and those without `Location` do not share.
  const located = makeHeaders();
  const unlocated = makeHeaders();

  function makeHeaders(): { first: Headers; replay: Headers } {
    const first = new Headers({ 'Cache-Control': 'no-store' });
    if (hasAnswerBody) first.set('Content-Type', 'application/json');
    lifecycle.apply(first);
    const replay = new Headers(first);
    replay.set('Idempotency-Replayed', 'true');
    return { first, replay };
  }

  function toAnswer(answer: IdempotentResponse, path: Record<string, unknown>, now: number): Reply {
    const { status, body, isReplay } = answer;
    const location = now < locationUntil ? answer.location : null;
    const { first, replay } = location === null ? unlocated : located;
    const link = lifecycle.link(path);
    const perResponseHeaders: Record<string, string> = link === '' ? {} : { Link: link };
    if (location !== null) perResponseHeaders['Location'] = baseUrl + location;
    if (isConditional && hasAnswerBody) perResponseHeaders['ETag'] = entityTag(body);
    return {
      status,
      headers: isReplay ? replay : first,
      perResponseHeaders: perResponseHeaders,
      body: hasAnswerBody ? body : null,
    };
  }

  const carryOut: (call: WriteCall) => Promise<IdempotentResponse> =
    verify === undefined
      ? (call) => store.write(command, call)
      : async (call) => {
          // What was carried out once must not be refused to who repeats it.
          const isRepeated = call.claim !== undefined && (await hasStoredResponse(store.reader, call.claim));
          if (!isRepeated) await verify(call.body, installation);
          return await store.write(command, call);
        };

  /** Runs the command, once if the request asks for it. `payload` is what a retry must have in common with it. */
  function perform(
    call: WriteCall,
    idempotencyKey: string | undefined,
    payload: () => string,
  ): Promise<IdempotentResponse> {
    if (idempotencyKey === undefined) return carryOut(call);
    const claim: IdempotentRequest = { keyId: call.callerId, idempotencyKey, fingerprint: payload(), now: call.now };
    return claims.hold(claim, () => carryOut({ ...call, claim }));
  }

  return async ({ request, target, match, now }, { keyId }) => {
    const path = readPathValues(operation, match?.rawValues ?? {});
    if (target.query !== '') readQuery(operation, target.query);
    const bytes = await readBody(request, mediaTypes);
    const header = operation.method === 'POST' ? request.headers.get('Idempotency-Key') : null;
    const idempotencyKey = header === null ? undefined : readIdempotencyKey(header);
    const body = readFields(operation, bytes);
    const ifMatch = isConditional ? readTags(request.headers.get('If-Match')) : undefined;
    const ifNoneMatch = readTags(request.headers.get('If-None-Match'));
    // Something new is made below what its path names, which is there.
    if (!isConditional && ifNoneMatch?.includes('*')) throw exists();
    const call: WriteCall = { path, body, now: BigInt(now), callerId: keyId, ifMatch, ifNoneMatch, claim: undefined };
    if (issue === undefined) {
      const print = () => fingerprint(operation.id, target.path, bytes);
      return toAnswer(await perform(call, idempotencyKey, print), path, now);
    }
    // The secret can be shown again to nobody but the holder of the secret that has asked for it.
    const callerSecret = readCredentials(request.headers.get('Authorization') ?? '') ?? '';
    const make = (seal: string) => issue(deriveSecret(seal, callerSecret), installation);
    const seal = newSalt();
    const print = () => fingerprint(operation.id, `${target.path} ${hashSecret(callerSecret)}`, bytes);
    const answer = await perform({ ...call, secret: { kept: make(seal).kept, seal } }, idempotencyKey, print);
    return toAnswer({ ...answer, body: insertSecret(answer.body, make) }, path, now);
  };
}

/** What is sent to an operation without fields must be an empty object. */
function readFields(operation: WriteOperation, bytes: Uint8Array): unknown {
  const { body: schema = noFields } = operation;
  if (bytes.length === 0 && isBodyOptional(operation)) return {};
  const decoded = decodeJson(schema, parseJsonObject(bytes));
  if (decoded.ok) return decoded.value;
  throw validationFailed(decoded.errors);
}
