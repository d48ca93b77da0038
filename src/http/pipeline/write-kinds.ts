import { readTags, requireForCollection } from '../../api/entity-tag.ts';
import { validationFailed } from '../../api/errors.ts';
import {
  type IssueOperation,
  isBodyOptional,
  type UploadOperation,
  type WriteCall,
  type WriteOperation,
} from '../../api/operation.ts';
import { noFields } from '../../api/schemas.ts';
import { hashSecret } from '../../catalogue/keys/format.ts';
import { type Principal, readCredentials } from '../auth/authenticate.ts';
import { deriveSecret, insertSecret, newSalt } from '../auth/derived-secret.ts';
import { BodyLimits, countedBytes, mediaTypeOf, RequestAborted, readBody } from '../request/body.ts';
import type { RequestContext } from '../request/context.ts';
import { decodeJson, readInt64Strings } from '../request/decode.ts';
import { parseJsonObject } from '../request/json.ts';
import { prefersInt64Strings } from '../request/preferences.ts';
import { fingerprint, hashLarge, readIdempotencyKey, type SentWrite } from '../request/retries.ts';
import type { RunDependencies } from './run.ts';

/** For a body of several megabytes over the connection of a phone. */
const largeBodyTimeoutMs = 120_000;

/** A write whose body has not been read: its sender, and the values in its path and query. */
export interface Incoming {
  context: RequestContext;
  principal: Principal;
  path: Record<string, unknown>;
  query: Record<string, unknown>;
}

/** What a kind of write does in its own way. */
export interface WriteKind {
  /** Takes memory for the body before it is received. Returns what gives it back. @throws ServiceError `overloaded` */
  reserve?(incoming: Incoming): () => void;
  /** Reads body, idempotency key and preconditions. @throws ServiceError 400, 408, 412, 413, 415 */
  read(incoming: Incoming): Promise<SentWrite>;
}

export function kindOf(operation: WriteOperation, dependencies: RunDependencies): WriteKind {
  switch (operation.write) {
    case 'create':
    case 'change':
      return jsonKind(operation, dependencies);
    case 'issue':
      return issueKind(operation, dependencies);
    case 'upload':
      return uploadKind(operation, dependencies);
  }
}

/** Creates and changes: the body is JSON, or there is none. */
function jsonKind(operation: Exclude<WriteOperation, UploadOperation>, dependencies: RunDependencies) {
  const { id, isConditional, mediaTypes, verify } = operation;
  // The path of a creation names its collection, which always exists.
  if (!isConditional && Object.keys(operation.pathParameters).length > 0) {
    throw new Error(`operation ${id} must be conditional, because its path may name nothing`);
  }
  const prepare =
    verify &&
    (async (call: WriteCall) => {
      await verify(call.body, dependencies.installation);
      return call;
    });
  return {
    async read(incoming: Incoming) {
      const { request, target } = incoming.context;
      const bytes = await readBody(request, mediaTypes);
      const idempotencyKey = readIdempotencyKey(request);
      const body = readFields(operation, bytes, prefersInt64Strings(incoming.context));
      const call = toCall(operation, incoming, body, dependencies);
      if (!isConditional) requireForCollection(call);
      return { bytes, call, idempotencyKey, print: () => fingerprint(id, target.path, bytes), prepare };
    },
  };
}

/** Secrets are not stored: a retry derives them again, from the secret of the caller and a salt in the stored response. */
function issueKind(operation: IssueOperation, dependencies: RunDependencies): WriteKind {
  const json = jsonKind(operation, dependencies);
  return {
    async read(incoming) {
      const { bytes, ...sent } = await json.read(incoming);
      const { request, target } = incoming.context;
      // Only the caller whose secret it was derived from can be shown the secret again.
      const callerSecret = readCredentials(request.headers.get('Authorization') ?? '') ?? '';
      const make = (salt: string) => operation.issue(deriveSecret(salt, callerSecret), dependencies.installation);
      const salt = newSalt();
      return {
        ...sent,
        call: { ...sent.call, secret: { stored: make(salt).stored, salt } },
        print: () => fingerprint(operation.id, `${target.path} ${hashSecret(callerSecret)}`, bytes),
        show: (body) => insertSecret(body, make),
      };
    },
  };
}

/** The body has megabytes that are not JSON. The collection may not exist, and whether it has room is checked before the work. */
function uploadKind(operation: UploadOperation, dependencies: RunDependencies): WriteKind {
  const { id, mediaTypes, maxBytes } = operation;
  const { store, clock, installation, largeBodies } = dependencies;
  const limits = new BodyLimits(maxBytes, largeBodyTimeoutMs);
  return {
    reserve: ({ context, principal }) => largeBodies.reserve(principal.keyId, countedBytes(context.request, maxBytes)),
    async read(incoming) {
      const { path, context, principal } = incoming;
      const { request, target } = context;
      const { signal } = request;
      const bytes = await largeBodies.receive(() => readBody(request, mediaTypes, limits));
      const idempotencyKey = readIdempotencyKey(request);
      const mediaType = mediaTypeOf(request.headers);
      const call = toCall(operation, incoming, undefined, dependencies);
      const printed = idempotencyKey === undefined ? bytes : await hashLarge(bytes);
      return {
        call,
        idempotencyKey,
        print: () => fingerprint(id, `${target.path} ${mediaType}`, printed),
        async prepare() {
          await operation.requireRoom(path, store.reader);
          requireForCollection(call);
          try {
            const upload = { path, bytes, mediaType, callerId: principal.keyId, signal };
            return { ...call, body: await operation.prepare(upload, installation), now: BigInt(clock()) };
          } catch (error) {
            throw signal.aborted ? new RequestAborted('the client disconnected', { cause: error }) : error;
          }
        },
      };
    },
  };
}

function toCall(
  operation: WriteOperation,
  { context, principal, path, query }: Incoming,
  body: unknown,
  { clock, origin }: RunDependencies,
): WriteCall {
  const { headers } = context.request;
  const ifMatch = readTags(headers.get('If-Match'));
  const ifNoneMatch = readTags(headers.get('If-None-Match'));
  const call: WriteCall = {
    path,
    body,
    // Not when the request began: a body may take ten seconds, and a key may expire meanwhile.
    now: BigInt(clock()),
    callerId: principal.keyId,
    callerHash: principal.secretHash,
    origin,
  };
  // On its way to the writer thread, a member costs something even if it is `undefined`.
  if (Object.keys(operation.query).length > 0) call.query = query;
  if (ifMatch !== undefined) call.ifMatch = ifMatch;
  if (ifNoneMatch !== undefined) call.ifNoneMatch = ifNoneMatch;
  return call;
}

/** The decoded body. An operation without a body accepts an empty object. */
function readFields(
  operation: Exclude<WriteOperation, UploadOperation>,
  bytes: Uint8Array,
  acceptsStrings: boolean,
): unknown {
  const { body: schema = noFields } = operation;
  if (bytes.length === 0 && isBodyOptional(operation)) return {};
  const sent = parseJsonObject(bytes);
  const decoded = decodeJson(schema, acceptsStrings ? readInt64Strings(schema, sent) : sent);
  if (decoded.ok) return decoded.value;
  throw validationFailed(decoded.errors);
}
