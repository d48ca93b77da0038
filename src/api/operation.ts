import type { Scope } from '../../contract/scopes.ts';
import type { ErrorCode } from '../errors/service-error.ts';
import type { Environment } from '../lib/key-format.ts';
import type { MaybePromise } from '../lib/maybe-promise.ts';
import type { PhotoFiles } from '../photo-files/photo-files.ts';
import type { PageRange } from '../store/keyset.ts';
import type { Position, Queryable, Reader, StoreReader } from '../store/statement.ts';
import type { Command } from '../store/store.ts';
import type {
  CallerId,
  IdempotentRequest,
  IdempotentResponse,
  OperatorShelter,
  PublicView,
  WriteCaller,
} from './call.ts';
import type { Preconditions } from './entity-tag.ts';
import type { ParameterValues, PathParameter } from './path.ts';
import type { JsonSchema, TSchema } from './schemas.ts';

export type Method = 'GET' | 'POST' | 'PUT' | 'PATCH' | 'DELETE';

/** The notice before a removal. Stable: 24 months. Beta: 90 days. Experimental: none. */
export type Stability = 'stable' | 'beta' | 'experimental';

/** A query parameter. It may be repeated only if its schema is an array. */
export interface QueryParameter {
  schema: TSchema;
  description: string;
  /** Accepted as well, but not documented. */
  formerName?: string;
  /** Only if it differs from that of the operation. */
  stability?: Stability;
}

export interface Deprecation {
  /** Epoch milliseconds. */
  announcedAt: number;
  /** Epoch milliseconds; from this time on the operation responds with 410. */
  removedAt: number;
  /** What to use instead, as a sentence. */
  advice: string;
  /** Path and query of the replacement, relative to the base address. */
  successor: (path: ParameterValues | undefined) => string;
}

/** What a response may depend on beside the request and the database. */
export interface ReadContext extends Pick<Installation, 'origin' | 'shelter'> {
  /** The id of the API key. A list or a read may depend on it if nobody caches its response. */
  callerId: bigint;
  /** Epoch milliseconds. */
  now: bigint;
  /** The day of the shelter at that time, in days since 1970-01-01. */
  today: bigint;
  /** What a public key may see; missing for other keys, which see everything. */
  publicView?: PublicView | undefined;
  /** Whether the response is confidential; see {@link isConfidentialFor}. */
  isConfidential: boolean;
}

/** Who sent a read request, and when. */
export interface Caller extends ReadContext {
  /** Of a paged read: where its page begins, from the cursor. */
  after?: bigint | undefined;
  /** Of another read: positions in a log as texts that only such a caller can use. */
  positions?: PositionCodec;
}

export interface PositionCodec {
  encode(position: Position): string;
  /** @throws ServiceError `invalid_cursor` */
  decode(parameter: string, text: string): Position;
}

/** A request whose body is not JSON. */
export interface BinaryRequest extends Pick<WriteCall, 'path' | 'callerId'> {
  bytes: Uint8Array;
  /** One of the operation's, in lower case and without parameters. */
  mediaType: string;
  /** Aborted when the client disconnects. */
  signal: AbortSignal;
}

/** What operations may know about the installation. */
export interface Installation {
  /** The public address of the service, without the version segment. */
  origin: string;
  environment: Environment;
  /** Whether webhooks may be sent to private and loopback addresses. */
  reachesPrivateAddresses: boolean;
  /** What a public key and the public page show, in the order of `petStatuses`. */
  publicStatuses: PublicView['statuses'];
  /** The photos and their files. */
  media: PhotoFiles;
  shelter: OperatorShelter;
}

/** A secret that is issued to a client. */
export interface Issued<Stored> {
  /** What a response with this body shows, once. */
  show(body: string): string;
  /** What the command stores. */
  stored: Stored;
}

/** A new secret as a command gets it. */
export interface DerivedSecret<Stored> {
  stored: Stored;
  /** Takes the place of the secret in the stored response. Only the caller's secret and the salt give the secret again. */
  salt: string;
}

/**
 * A write request with its preconditions, and its idempotency key if it has one. `now` is when all of it had arrived, and
 * an upload was prepared.
 */
export interface WriteCall extends WriteCaller, Preconditions, Pick<Installation, 'origin'> {
  path: ParameterValues;
  /** The values of the query parameters; missing for operations without any. */
  query?: ParameterValues;
  /** `undefined` for operations without a body. */
  body: unknown;
  /** The fixed fields that the body has, too; missing if there are none. */
  fixed?: object;
  idempotency?: IdempotentRequest | undefined;
  /** Only for operations that issue a secret. */
  secret?: DerivedSecret<unknown>;
  /** Only for operations that take it. */
  shelter?: OperatorShelter;
}

interface OperationBase {
  /** The name of the operation in the document, in metrics and in logs. */
  id: string;
  path: string;
  summary: string;
  description: string;
  /** The scope that a key needs. With `any`, every valid key will do. */
  scope: Scope | 'any';
  /** Further scopes that a key needs, because the operation reveals what they protect. */
  additionalScopes?: readonly Scope[];
  /** Whether its only callers are those with a sign-in link, which opens nothing else. */
  isSignIn?: true;
  /** Whether public keys may call it, too. Then it respects `publicView`. */
  isPublic?: true;
  stability: Stability;
  deprecation?: Deprecation;
  pathParameters: Record<string, PathParameter>;
  query: Record<string, QueryParameter>;
  /**
   * Whether a GET reveals personal data: then nobody stores its response, neither the service nor a browser. With a scope, it
   * does so to callers who have that.
   */
  isConfidential?: true | Scope;
  /** Without a schema the response has no body. */
  response: { status: number; description: string; schema?: TSchema | undefined };
  /** The error codes beside those that follow from the kind of the operation. */
  errors: readonly ErrorCode[];
}

/** A page: its body as JSON and where the next page begins. */
export interface Page {
  body: string;
  next: Position | undefined;
}

export interface ListOperation extends OperationBase {
  kind: 'list';
  method: 'GET';
  /** Whether entries also change with time, without a write. Such a list is never cached. */
  changesWithTime?: true;
  /**
   * Whether long pages are compressed for clients that accept it. Not where entries have secrets or contacts: beside what
   * others can write into the same page, its compressed size tells about them (BREACH).
   */
  isCompressible?: true;
  /** The default `limit` when the filters name entries by id: a page then has all of them. */
  defaultLimit?(filters: ParameterValues): number | undefined;
  /** Whether a request of everybody waits for its turn: it can read many entries that its filters do not leave. */
  takesTurn?(filters: ParameterValues): boolean;
  /** `filters` has the parameters in the path, too. */
  page(db: Reader, filters: ParameterValues, range: PageRange, context: ReadContext): MaybePromise<Page>;
  /** `undefined` where counting would take too long. */
  count(db: Reader, filters: ParameterValues, context: ReadContext): Promise<bigint | undefined>;
  /** Counts the values of the filters, for clients that prefer it. */
  facets?: ListFacets;
}

export interface ListFacets {
  /** The schema of a page with its counts, `{items, facets}`. */
  page: TSchema;
  count(db: Reader, filters: ParameterValues, context: ReadContext): Promise<CountedFacets>;
}

export interface CountedFacets {
  /** As JSON. */
  body: string;
  /** The number of entries of the list; `undefined` where not all were counted. */
  total: bigint | undefined;
}

export interface ReadOperation extends OperationBase {
  kind: 'read';
  method: 'GET';
  /** Whether the response may be one of several pages. Then its query has a `cursor`, and its path no placeholder. */
  isPaged: boolean;
  /** Whether the response is cached, because it takes long. It may depend on the day, but not on the time or the caller. */
  isCached?: true;
  read(db: StoreReader, path: ParameterValues, query: ParameterValues, caller: Caller): MaybePromise<Page>;
}

export interface StreamEntry {
  id: bigint;
  type: string;
  /** As JSON. */
  body: string;
}

/** Entries, and the id after which the next page begins. */
export interface StreamPage<Entry> {
  entries: Entry[];
  next: bigint | undefined;
}

/** An append-only log, which clients read in pages or follow as a stream. */
export interface StreamOperation extends OperationBase {
  kind: 'stream';
  method: 'GET';
  /** The schema of one entry; a page is an array of them. */
  entry: TSchema;
  /** @throws ServiceError `events_expired` when entries after `after` have been deleted */
  page(db: Queryable, range: PageRange): Promise<StreamEntry[]>;
  /** A page of the entries that meet filters, which may be short. */
  search(db: Queryable, filters: ParameterValues, range: PageRange): Promise<StreamPage<StreamEntry>>;
  /** The id of the last entry, or 0. */
  end(db: Queryable): Promise<bigint>;
}

export interface WriteBase extends OperationBase {
  kind: 'write';
  method: Exclude<Method, 'GET'>;
  response: OperationBase['response'] & {
    /** Epoch milliseconds; from this time on the created resource has no address of its own, and `Location` is omitted. */
    locationUntil?: number;
    /** Path of the created resource, relative to the base address. Missing if it has none. */
    location?: (output: never) => string;
  };
  mediaTypes: readonly string[];
  /** Whether its call has what the operator has set of the shelter. */
  takesShelter?: true;
  /** Whether it supports `If-Match`, because it changes an existing resource. Otherwise it adds to a collection. */
  isConditional: boolean;
  /** Whether a retry gets the very body of the first response, and so its ETag. */
  isReplayedWhole: boolean;
  /** Whether a caller may be invalid, or may do other things, after the write. */
  changedCaller?(path: ParameterValues, caller: CallerId): boolean;
  /**
   * Runs in the transaction of the write: on SQLite in the writer thread, which finds the command by its name. It must not
   * use anything of the server but its input.
   */
  command: Command<WriteCall, IdempotentResponse>;
}

/** A write whose body is JSON. */
interface JsonWrite extends WriteBase {
  /** Missing for operations without a body. */
  body?: TSchema | undefined;
  /** The fields of the resource that a PATCH may repeat, but cannot change; missing if there are none. */
  fixed?: TSchema;
  /** Validates a body against the outside world, before the transaction. @throws ServiceError `validation_failed` */
  verify?(body: unknown, installation: Installation): Promise<void>;
}

/** Adds a resource to a collection. */
interface CreateOperation extends JsonWrite {
  write: 'create';
}

/** Changes a resource, or creates it at a known path. */
export interface ChangeOperation extends JsonWrite {
  write: 'change';
  /** The response when the change has created its target; missing where it cannot. */
  created?: { status: number; description: string };
}

/** Creates or changes a resource, and shows a new secret of it once: the last member of the response, `secret` or `url`. */
export interface IssueOperation extends JsonWrite {
  write: 'issue';
  /** Makes a secret of 32 random bytes. */
  issue(bytes: Uint8Array, installation: Installation): Issued<unknown>;
}

/** Adds a resource to a collection, from a body that is not JSON. */
export interface UploadOperation extends WriteBase {
  write: 'upload';
  maxBytes: number;
  /** What the body is, for the document. */
  bodyDescription: string;
  /** Checks that the collection in the path exists and has room. Runs before `prepare`. @throws ServiceError */
  requireRoom(path: ParameterValues, db: Queryable): Promise<unknown>;
  /**
   * Turns the body into plain data, which the command gets as its body. Runs before the transaction, and not for a request
   * whose response is stored.
   */
  prepare(request: BinaryRequest, installation: Installation): Promise<unknown>;
}

/** Looks for what no address should have. It is read as writes are, and changes nothing. */
export interface SearchOperation extends Omit<JsonWrite, 'command' | 'changedCaller'> {
  write: 'search';
  answer(db: StoreReader, body: unknown): Promise<string>;
}

export type JsonOperation = CreateOperation | ChangeOperation | IssueOperation;
export type WriteOperation = JsonOperation | UploadOperation | SearchOperation;

/** What the service can be asked for: routing, validation, document and metrics follow from it. */
export type Operation = ListOperation | ReadOperation | StreamOperation | WriteOperation;

/** Whether the response is one of several pages that begin at cursors. */
export function isPaged(operation: Operation): boolean {
  return operation.kind === 'list' || (operation.kind === 'read' && operation.isPaged);
}

/** Whether the response to a write has the ETag of the resource. One that shows a secret is not what a GET of it returns. */
export function hasTargetTag({ response, write }: WriteOperation): boolean {
  return response.schema !== undefined && write !== 'issue';
}

/** What the body of a JSON request must be; `undefined` for requests without one, and for uploads. */
export function bodySchema(operation: Operation): TSchema | undefined {
  return operation.kind === 'write' && operation.write !== 'upload' ? operation.body : undefined;
}

/**
 * Whether a write accepts an empty body, because all fields are optional. PUT and PATCH never do: a body that was lost on
 * its way would remove the resource's fields.
 */
export function isBodyOptional(operation: WriteOperation): boolean {
  if (operation.write === 'upload' || operation.method === 'PUT' || operation.method === 'PATCH') return false;
  const { required = [] }: JsonSchema = operation.body ?? {};
  return required.length === 0;
}

/** Whether the announced removal has taken effect. `now` is in epoch milliseconds. */
export function isRemoved({ deprecation }: Operation, now: number): boolean {
  return deprecation !== undefined && now >= deprecation.removedAt;
}

/** Whether a GET reveals personal data to a caller with these scopes. */
export function isConfidentialFor({ isConfidential }: Operation, granted: ReadonlySet<Scope>): boolean {
  return isConfidential === true || (isConfidential !== undefined && granted.has(isConfidential));
}

/** Every scope that a call needs; none where every valid key will do. */
export function scopesFor(operation: Pick<Operation, 'scope' | 'additionalScopes'>): readonly Scope[] {
  const { scope, additionalScopes = [] } = operation;
  return scope === 'any' ? [] : [scope, ...additionalScopes];
}
