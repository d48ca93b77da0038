import { type IdempotencyClaim, isAnswered, type OnceAnswer } from '../domain/idempotency.ts';
import { hashSecret } from '../domain/key-format.ts';
import { validationFailed } from '../errors.ts';
import { entityTag, exists, readTags } from '../operations/entity-tag.ts';
import { isBodyOptional, type WriteCall, type WriteOperation } from '../operations/operation.ts';
import { noFields } from '../operations/schemas/base.ts';
import type { Answer } from './answer.ts';
import { readCredentials } from './authenticate.ts';
import { readBody } from './body.ts';
import { decodeJson } from './decode.ts';
import { fingerprint, readIdempotencyKey } from './idempotency-key.ts';
import { parseJsonObject } from './json.ts';
import type { Lifecycle } from './lifecycle.ts';
import { readPathValues } from './path-values.ts';
import { readQuery } from './query.ts';
import type { Run, RunDependencies } from './runner.ts';
import { newSeal, showSecret, unseal } from './sealed-secret.ts';

/** Answers a write: reads and checks its body, runs its command, and gives a retry the answer of the first request. */
export function createWriteRun(operation: WriteOperation, lifecycle: Lifecycle, dependencies: RunDependencies): Run {
  const { store, claims, baseUrl, installation } = dependencies;
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

  function toAnswer(answer: OnceAnswer, path: Record<string, unknown>, now: number): Answer {
    const { status, body, isReplay } = answer;
    const location = now < locationUntil ? answer.location : null;
    const { first, replay } = location === null ? unlocated : located;
    const link = lifecycle.link(path);
    const ownHeaders: Record<string, string> = link === '' ? {} : { Link: link };
    if (location !== null) ownHeaders['Location'] = baseUrl + location;
    if (isConditional && hasAnswerBody) ownHeaders['ETag'] = entityTag(body);
    return { status, headers: isReplay ? replay : first, ownHeaders, body: hasAnswerBody ? body : null };
  }

  const carryOut: (call: WriteCall) => Promise<OnceAnswer> =
    verify === undefined
      ? (call) => store.write(command, call)
      : async (call) => {
          // What was carried out once must not be refused to who repeats it.
          const isRepeated = call.claim !== undefined && (await isAnswered(store.reader, call.claim));
          if (!isRepeated) await verify(call.body, installation);
          return await store.write(command, call);
        };

  /** Runs the command, once if the request asks for it. `payload` is what a retry must have in common with it. */
  function perform(call: WriteCall, idempotencyKey: string | undefined, payload: () => string): Promise<OnceAnswer> {
    if (idempotencyKey === undefined) return carryOut(call);
    const claim: IdempotencyClaim = { keyId: call.callerId, idempotencyKey, fingerprint: payload(), now: call.now };
    return claims.hold(claim, () => carryOut({ ...call, claim }));
  }

  return async ({ request, target, match, now }, { keyId }) => {
    const path = readPathValues(operation, match?.texts ?? {});
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
    const make = (seal: string) => issue(unseal(seal, callerSecret), installation);
    const seal = newSeal();
    const print = () => fingerprint(operation.id, `${target.path} ${hashSecret(callerSecret)}`, bytes);
    const answer = await perform({ ...call, secret: { kept: make(seal).kept, seal } }, idempotencyKey, print);
    return toAnswer({ ...answer, body: showSecret(answer.body, make) }, path, now);
  };
}

/** What is sent to an operation without fields must be an empty object. */
function readFields(operation: WriteOperation, bytes: Uint8Array): unknown {
  const { body: schema = noFields } = operation;
  if (bytes.length === 0 && isBodyOptional(operation)) return {};
  const decoded = decodeJson(schema, parseJsonObject(bytes));
  if (decoded.ok) return decoded.value;
  throw validationFailed(decoded.faults);
}
