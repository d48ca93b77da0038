import { actorOf, type IdempotentResponse } from '../../api/call.ts';
import { jsonType } from '../../api/define.ts';
import { entityTag, readTags, requireForCollection } from '../../api/entity-tag.ts';
import {
  hasTargetTag,
  type IssueOperation,
  isBodyOptional,
  type JsonOperation,
  type SearchOperation,
  type UploadOperation,
  type WriteCall,
  type WriteOperation,
} from '../../api/operation.ts';
import { noFields, type TSchema } from '../../api/schemas.ts';
import type { FieldError } from '../../errors/faults.ts';
import { validationFailed } from '../../errors/service-error.ts';
import { hashSecret } from '../../lib/key-format.ts';
import { andThen, type MaybePromise } from '../../lib/maybe-promise.ts';
import { type Principal, readCredentials } from '../auth/authenticate.ts';
import { deriveSecret, insertSecret, newSalt } from '../auth/derived-secret.ts';
import {
  createBodyLimits,
  expectedBytes,
  mediaTypeOf,
  minCountedBytes,
  RequestAborted,
  readBody,
} from '../request/body.ts';
import type { RequestContext } from '../request/context.ts';
import { decodeJson, readInt64Strings, splitObject } from '../request/decode.ts';
import { type JsonObject, parseJsonObject } from '../request/json.ts';
import type { BodyRoom } from '../request/large-bodies.ts';
import { prefersInt64Strings } from '../request/preferences.ts';
import { readQuery } from '../request/query.ts';
import { hashLarge, readIdempotencyKey, type SentWrite } from '../request/retries.ts';
import { readPathValues } from '../request/target.ts';
import type { Lifecycle } from '../response/lifecycle.ts';
import { baseHeaders, type Reply } from '../response/reply.ts';
import type { Run, RunDependencies } from './run.ts';

/** For a body of several megabytes over the connection of a phone. */
const largeBodyTimeoutMs = 120_000;

/** A write whose body has not been read: its sender, and the values in its path and query. */
interface Incoming extends Pick<WriteCall, 'path' | 'query'> {
  context: RequestContext;
  principal: Principal;
  /** Of an upload. */
  room?: BodyRoom;
}

/** Reads body, idempotency key and preconditions. @throws ServiceError 400, 408, 412, 413, 415 */
type Read = (incoming: Incoming) => MaybePromise<SentWrite>;

/** Serves a write, in four steps: read the request, prepare it, run the command, present its response. */
export function createWriteRun(operation: WriteOperation, lifecycle: Lifecycle, dependencies: RunDependencies): Run {
  const { store, retries, dropCallers, largeBodies } = dependencies;
  const changedCaller = operation.write === 'search' ? undefined : operation.changedCaller;
  const hasQuery = Object.keys(operation.query).length > 0;
  const read = readerOf(operation, dependencies);
  const present = createPresenter(operation, lifecycle, dependencies);

  // Each promise between a request and the writer costs a create something.
  const write =
    operation.write === 'search'
      ? async (call: WriteCall) => ({
          status: 200,
          location: null,
          isReplay: false,
          body: await operation.answer(store.reader, call.body),
        })
      : (call: WriteCall) => store.write(operation.command, call);
  const commit =
    changedCaller === undefined
      ? write
      : async (call: WriteCall) => {
          const response = await write(call);
          await dropCallers((caller) => changedCaller(call.path, caller));
          return response;
        };

  const finish = (sent: SentWrite, incoming: Incoming) =>
    retries.run(sent, commit).then((response) => present(response, sent, incoming));
  const serve = (incoming: Incoming) => andThen(read(incoming), finish, incoming);

  return (context, principal) => {
    const { request, target, match } = context;
    const path = readPathValues(operation, match?.rawValues ?? {});
    const query = target.query === '' ? {} : readQuery(operation, target.query).values;
    const incoming = { context, principal, path, ...(hasQuery && { query }) };
    if (operation.write !== 'upload') return serve(incoming);
    const actor = actorOf(principal.keyId, principal.personId);
    const room = largeBodies.open(actor, expectedBytes(request, operation.maxBytes));
    return Promise.resolve(serve({ ...incoming, room })).finally(() => room.hold(0));
  };
}

function readerOf(operation: WriteOperation, dependencies: RunDependencies): Read {
  if (operation.write === 'upload') return uploadReader(operation, dependencies);
  return operation.write === 'issue' ? issueReader(operation, dependencies) : jsonReader(operation, dependencies);
}

function jsonReader(operation: JsonOperation | SearchOperation, dependencies: RunDependencies): Read {
  const { id, isConditional, mediaTypes, verify, body: schema = noFields, fixed: fixedSchema } = operation;
  const { installation } = dependencies;
  // The path of a creation names its collection, which always exists.
  if (!isConditional && Object.keys(operation.pathParameters).length > 0) {
    throw new Error(`operation ${id} must be conditional, because its path may name nothing`);
  }
  const prepare = verify && ((call: WriteCall) => verify(call.body, installation).then(() => call));
  /** The decoded body, without the fixed fields that it repeats. An operation without a body accepts an empty object. */
  const readFields = (bytes: Uint8Array, acceptsStrings: boolean): Pick<WriteCall, 'body' | 'fixed'> => {
    if (bytes.length === 0 && isBodyOptional(operation)) return { body: {} };
    const sent = parseJsonObject(bytes);
    const split = fixedSchema && splitObject(sent, fixedSchema);
    const errors: FieldError[] = [];
    const body = decodeFields(schema, split?.others ?? sent, acceptsStrings, errors);
    const fixed = fixedSchema && split && decodeFields(fixedSchema, split.own, acceptsStrings, errors);
    if (errors.length > 0) throw validationFailed(errors);
    return fixed === undefined ? { body } : { body, fixed: fixed as object };
  };
  const readSent = (bytes: Uint8Array, incoming: Incoming): SentWrite => {
    const { request, target } = incoming.context;
    const idempotencyKey = readIdempotencyKey(request);
    const { body, fixed } = readFields(bytes, prefersInt64Strings(incoming.context));
    const call = toCall(incoming, body, dependencies);
    if (fixed !== undefined) call.fixed = fixed;
    if (operation.takesShelter) call.shelter = installation.shelter;
    if (!isConditional) requireForCollection(call);
    return { call, idempotencyKey, payload: [`${id} ${target.path}`, bytes], prepare };
  };
  return (incoming) => andThen(readBody(incoming.context.request, mediaTypes), readSent, incoming);
}

function decodeFields(schema: TSchema, sent: JsonObject, acceptsStrings: boolean, errors: FieldError[]): unknown {
  return decodeJson(schema, acceptsStrings ? readInt64Strings(schema, sent) : sent, errors);
}

/** Secrets are not stored: a retry derives them again, from the secret of the caller and a salt in the stored response. */
function issueReader(operation: IssueOperation, dependencies: RunDependencies): Read {
  const read = jsonReader(operation, dependencies);
  return async (incoming) => {
    const { call, payload, ...sent } = await read(incoming);
    // Only the caller whose secret it was derived from can be shown the secret again.
    const callerSecret = readCredentials(incoming.context.request.headers.get('Authorization') ?? '') ?? '';
    const make = (salt: string) => operation.issue(deriveSecret(salt, callerSecret), dependencies.installation);
    const salt = newSalt();
    return {
      ...sent,
      call: { ...call, secret: { stored: make(salt).stored, salt } },
      payload: [`${payload[0]} ${hashSecret(callerSecret)}`, payload[1]],
      show: (body) => insertSecret(body, make),
    };
  };
}

/** The collection of an upload may not exist, which is checked with its room before the body is processed. */
function uploadReader(operation: UploadOperation, dependencies: RunDependencies): Read {
  const { id, mediaTypes, maxBytes } = operation;
  const { store, clock, installation, largeBodies } = dependencies;
  const limits = createBodyLimits(maxBytes, largeBodyTimeoutMs);
  return async (incoming) => {
    const { request, target } = incoming.context;
    const { signal } = request;
    const onArrival = (sizeBytes: number) => incoming.room?.hold(sizeBytes);
    const bytes = await largeBodies.receive(() => {
      onArrival(0);
      return readBody(request, mediaTypes, { ...limits, onArrival });
    });
    onArrival(Math.max(bytes.length, minCountedBytes));
    const idempotencyKey = readIdempotencyKey(request);
    const mediaType = mediaTypeOf(request.headers);
    const call = toCall(incoming, undefined, dependencies);
    const digest = idempotencyKey === undefined ? bytes : await hashLarge(bytes);
    const prepare = async () => {
      const { path, callerId } = call;
      const upload = { path, callerId, bytes, mediaType, signal };
      await operation.requireRoom(path, store.reader);
      requireForCollection(call);
      try {
        return { ...call, body: await operation.prepare(upload, installation), now: BigInt(clock()) };
      } catch (error) {
        throw signal.aborted ? new RequestAborted('the client disconnected', { cause: error }) : error;
      }
    };
    return { call, idempotencyKey, payload: [`${id} ${target.path} ${mediaType}`, digest], prepare };
  };
}

function toCall(incoming: Incoming, body: unknown, { clock, installation }: RunDependencies): WriteCall {
  const { path, query, context, principal } = incoming;
  const { headers } = context.request;
  const ifMatch = readTags(headers.get('If-Match'));
  const ifNoneMatch = readTags(headers.get('If-None-Match'));
  const { keyId: callerId, personId, secretHash: callerHash } = principal;
  // `now` is not when the request began: a body may take ten seconds, and a key may expire meanwhile.
  const call: WriteCall = { path, body, now: BigInt(clock()), callerId, callerHash, origin: installation.origin };
  // On its way to the writer thread, a member costs something even if it is `undefined`.
  if (personId !== undefined) call.personId = personId;
  if (query !== undefined) call.query = query;
  if (ifMatch !== undefined) call.ifMatch = ifMatch;
  if (ifNoneMatch !== undefined) call.ifNoneMatch = ifNoneMatch;
  return call;
}

/** Makes the reply of a write from the response of its command. */
function createPresenter(operation: WriteOperation, lifecycle: Lifecycle, { baseUrl }: RunDependencies) {
  const isTagged = hasTargetTag(operation);
  const hasBody = operation.response.schema !== undefined;
  const { locationUntil = Number.POSITIVE_INFINITY } = operation.response;
  const makeHeaders = (isReplay: boolean) => {
    const type: Record<string, string> = hasBody ? { 'Content-Type': jsonType } : {};
    const headers = lifecycle.applyTo(baseHeaders({ 'Cache-Control': 'no-store', ...type }));
    if (isReplay) headers.set('Idempotency-Replayed', 'true');
    return headers;
  };
  // Replies that share headers must set the same names, so those with `Location` have headers of their own.
  const located = { first: makeHeaders(false), replay: makeHeaders(true) };
  const unlocated = { first: makeHeaders(false), replay: makeHeaders(true) };
  return (response: IdempotentResponse, { show }: SentWrite, { path, context }: Incoming): Reply => {
    const { status, location, isReplay } = response;
    const body = show === undefined ? response.body : show(response.body);
    const isLocated = location !== null && context.now < locationUntil;
    const { first, replay } = isLocated ? located : unlocated;
    const link = lifecycle.link(path);
    const perResponseHeaders: Record<string, string> = link === '' ? {} : { Link: link };
    if (isLocated) perResponseHeaders['Location'] = baseUrl + location;
    if (isTagged && (operation.isReplayedWhole || !isReplay)) perResponseHeaders['ETag'] = entityTag(body);
    return { status, headers: isReplay ? replay : first, perResponseHeaders, body: hasBody ? body : null };
  };
}
