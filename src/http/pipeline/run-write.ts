import { entityTag, readTags, requireForCollection } from '../../api/entity-tag.ts';
import { validationFailed } from '../../api/errors.ts';
import { hasTargetTag, isBodyOptional, type WriteCall, type WriteOperation } from '../../api/operation.ts';
import { noFields } from '../../api/schemas.ts';
import {
  hasStoredResponse,
  type IdempotentRequest,
  type IdempotentResponse,
} from '../../catalogue/idempotency/rules.ts';
import { hashSecret } from '../../catalogue/keys/format.ts';
import { type Principal, readCredentials } from '../auth/authenticate.ts';
import { deriveSecret, insertSecret, newSalt } from '../auth/derived-secret.ts';
import { BodyLimits, countedBytes, jsonLimits, mediaTypeOf, RequestAborted, readBody } from '../request/body.ts';
import type { RequestContext } from '../request/context.ts';
import { decodeJson, readInt64Strings } from '../request/decode.ts';
import { fingerprint, hashLarge, readIdempotencyKey } from '../request/idempotency-key.ts';
import { parseJsonObject } from '../request/json.ts';
import { prefersInt64Strings } from '../request/preferences.ts';
import { readQuery } from '../request/query.ts';
import { readPathValues } from '../request/target.ts';
import type { Lifecycle } from '../response/lifecycle.ts';
import { baseHeaders, type Reply } from '../response/reply.ts';
import type { Run, RunDependencies } from './run.ts';

/** For a body of several megabytes over the connection of a phone. */
const largeBodyTimeoutMs = 120_000;

/** The values in the path and in the query. */
type Address = Record<'path' | 'query', Record<string, unknown>>;

/** Serves a write: validates the body, runs the command, and gives a retry the response of the first request. */
export function createWriteRun(operation: WriteOperation, lifecycle: Lifecycle, dependencies: RunDependencies): Run {
  const { store, clock, keysInProgress, dropKey, baseUrl, origin, installation, largeBodies } = dependencies;
  const { command, mediaTypes, isConditional, issue, verify, changedKey, binary } = operation;
  if (!isConditional && binary === undefined && Object.keys(operation.pathParameters).length > 0) {
    throw new Error(`operation ${operation.id} must be conditional, because its path may name nothing`);
  }
  const limits = binary === undefined ? jsonLimits : new BodyLimits(binary.maxBytes, largeBodyTimeoutMs);
  const hasQuery = Object.keys(operation.query).length > 0;
  const isTagged = hasTargetTag(operation);
  const hasResponseBody = operation.response.schema !== undefined;
  const { locationUntil = Number.POSITIVE_INFINITY } = operation.response;
  // Replies that share headers must set the same names, so those with `Location` have headers of their own.
  const located = makeHeaders();
  const unlocated = makeHeaders();

  function makeHeaders(): { first: Headers; replay: Headers } {
    const first = baseHeaders({ 'Cache-Control': 'no-store' });
    if (hasResponseBody) first.set('Content-Type', 'application/json');
    lifecycle.apply(first);
    const replay = new Headers(first);
    replay.set('Idempotency-Replayed', 'true');
    return { first, replay };
  }

  function toReply(reply: IdempotentResponse, path: Record<string, unknown>, now: number): Reply {
    const { status, body, isReplay } = reply;
    const location = now < locationUntil ? reply.location : null;
    const { first, replay } = location === null ? unlocated : located;
    const link = lifecycle.link(path);
    const perResponseHeaders: Record<string, string> = link === '' ? {} : { Link: link };
    if (location !== null) perResponseHeaders['Location'] = baseUrl + location;
    if (isTagged) perResponseHeaders['ETag'] = entityTag(body);
    return {
      status,
      headers: isReplay ? replay : first,
      perResponseHeaders,
      body: hasResponseBody ? body : null,
    };
  }

  async function writeAndDrop(call: WriteCall, keyId: bigint): Promise<IdempotentResponse> {
    const response = await store.write(command, call);
    await dropKey(keyId);
    return response;
  }

  const commit = (call: WriteCall) =>
    changedKey === undefined ? store.write(command, call) : writeAndDrop(call, changedKey(call.path));

  /** Whether the request has succeeded before. Then it must not fail when it is repeated. */
  async function isRepeated({ idempotency }: WriteCall): Promise<boolean> {
    return idempotency !== undefined && (await hasStoredResponse(store.reader, idempotency));
  }

  async function verifyAndCommit(call: WriteCall): Promise<IdempotentResponse> {
    if (!(await isRepeated(call))) await verify?.(call.body, installation);
    return await commit(call);
  }

  const execute = verify === undefined ? commit : verifyAndCommit;

  /** Runs the command, at most once where there is an idempotency key. A retry must have the same `payload`. */
  function executeOnce(
    call: WriteCall,
    idempotencyKey: string | undefined,
    payload: () => string,
    execute: (call: WriteCall) => Promise<IdempotentResponse>,
  ): Promise<IdempotentResponse> {
    if (idempotencyKey === undefined) return execute(call);
    const idempotency: IdempotentRequest = {
      keyId: call.callerId,
      idempotencyKey,
      fingerprint: payload(),
      now: call.now,
    };
    return keysInProgress.run(idempotency, () => execute({ ...call, idempotency }));
  }

  const readAddress = ({ target, match }: RequestContext): Address => ({
    path: readPathValues(operation, match?.rawValues ?? {}),
    query: target.query === '' ? {} : readQuery(operation, target.query).values,
  });

  async function respond(
    context: RequestContext,
    { keyId, secretHash }: Principal,
    { path, query }: Address,
  ): Promise<Reply> {
    const { request, target, now } = context;
    const read = () => readBody(request, mediaTypes, limits);
    const bytes = await (binary === undefined ? read() : largeBodies.receive(read));
    const header = operation.method === 'POST' ? request.headers.get('Idempotency-Key') : null;
    const idempotencyKey = header === null ? undefined : readIdempotencyKey(header);
    const body = binary === undefined ? readFields(operation, bytes, prefersInt64Strings(context)) : undefined;
    const ifMatch = readTags(request.headers.get('If-Match'));
    const ifNoneMatch = readTags(request.headers.get('If-None-Match'));
    // The path of a creation names its collection, which always exists, except that of an upload.
    if (!isConditional && binary === undefined) requireForCollection({ ifMatch, ifNoneMatch });
    const call: WriteCall = {
      path,
      ...(hasQuery && { query }),
      body,
      // Not when the request began: a body may take ten seconds, and a key may expire meanwhile.
      now: BigInt(clock()),
      callerId: keyId,
      callerHash: secretHash,
      origin,
    };
    // On its way to the writer thread, a member costs something even if it is `undefined`.
    if (ifMatch !== undefined) call.ifMatch = ifMatch;
    if (ifNoneMatch !== undefined) call.ifNoneMatch = ifNoneMatch;
    if (binary !== undefined) {
      const mediaType = mediaTypeOf(request.headers);
      const digest = idempotencyKey === undefined ? undefined : await hashLarge(bytes);
      const prepareAndCommit = async (made: WriteCall) => {
        if (await isRepeated(made)) return await commit(made);
        await binary.requireRoom(path, store.reader);
        requireForCollection(made);
        const { signal } = request;
        const prepared = await binary
          .prepare({ path, bytes, mediaType, callerId: keyId, signal }, installation)
          .catch((error) => {
            throw signal.aborted ? new RequestAborted('the client disconnected', { cause: error }) : error;
          });
        return await commit({ ...made, body: prepared, now: BigInt(clock()) });
      };
      const print = () => fingerprint(operation.id, `${target.path} ${mediaType}`, digest ?? bytes);
      return toReply(await executeOnce(call, idempotencyKey, print, prepareAndCommit), path, now);
    }
    if (issue === undefined) {
      const print = () => fingerprint(operation.id, target.path, bytes);
      return toReply(await executeOnce(call, idempotencyKey, print, execute), path, now);
    }
    // Only the caller whose secret it was derived from can be shown the secret again.
    const callerSecret = readCredentials(request.headers.get('Authorization') ?? '') ?? '';
    const make = (salt: string) => issue(deriveSecret(salt, callerSecret), installation);
    const salt = newSalt();
    const print = () => fingerprint(operation.id, `${target.path} ${hashSecret(callerSecret)}`, bytes);
    const issued = { ...call, secret: { stored: make(salt).stored, salt } };
    const reply = await executeOnce(issued, idempotencyKey, print, execute);
    return toReply({ ...reply, body: insertSecret(reply.body, make) }, path, now);
  }

  if (binary === undefined) return (context, principal) => respond(context, principal, readAddress(context));
  return async (context, principal) => {
    const address = readAddress(context);
    const release = largeBodies.reserve(principal.keyId, countedBytes(context.request, binary.maxBytes));
    try {
      return await respond(context, principal, address);
    } finally {
      release();
    }
  };
}

/** The decoded body. An operation without a body accepts an empty object. */
function readFields(operation: WriteOperation, bytes: Uint8Array, acceptsStrings: boolean): unknown {
  const { body: schema = noFields } = operation;
  if (bytes.length === 0 && isBodyOptional(operation)) return {};
  const sent = parseJsonObject(bytes);
  const decoded = decodeJson(schema, acceptsStrings ? readInt64Strings(schema, sent) : sent);
  if (decoded.ok) return decoded.value;
  throw validationFailed(decoded.errors);
}
