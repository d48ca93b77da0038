import type { IdempotentRequest, IdempotentResponse } from '../domain/idempotency.ts';
import type { Environment } from '../domain/key-format.ts';
import type { MaybePromise } from '../lib/maybe-promise.ts';
import type { ErrorCode } from '../model/errors.ts';
import type { Scope } from '../model/scopes.ts';
import type { PageRange } from '../store/keyset.ts';
import type { Queryable, Reader } from '../store/statement.ts';
import type { Command } from '../store/store.ts';
import type { Preconditions } from './entity-tag.ts';
import type { TSchema } from './schemas/base.ts';

export type Method = 'GET' | 'POST' | 'PUT' | 'PATCH' | 'DELETE';

/**
 * What a client may rely on. Stable: 24 months' notice before a removal. Beta: 90 days. Experimental: none.
 */
export type Stability = 'stable' | 'beta' | 'experimental';

/** A parameter in the path. A value that its schema does not admit names nothing, so it answers 404 with `notFound`. */
export interface PathParameter {
  schema: TSchema;
  description: string;
  notFound: ErrorCode;
}

/** A parameter in the query. One whose schema is an array may be repeated; any other stands at most once. */
export interface QueryParameter {
  schema: TSchema;
  description: string;
}

/** The announced end of an operation. */
export interface Deprecation {
  /** Epoch milliseconds. */
  announcedAt: number;
  /** Epoch milliseconds; from this instant on the operation answers 410. */
  removedAt: number;
  /** What to do instead, in a sentence. */
  advice: string;
  /** Path and query of what replaces this call, relative to the base address. */
  successor: (path: Record<string, unknown> | undefined) => string;
}

/** Who reads, and when. */
export interface Caller {
  /** Epoch milliseconds. */
  now: bigint;
  /** The key that asks. */
  callerId: bigint;
}

/** What a write command gets of its request. */
export interface WriteRequest<Body> {
  path: Record<string, unknown>;
  /** `undefined` where the operation has none. */
  body: Body;
  /** Epoch milliseconds. */
  now: bigint;
  /** The key that asks. */
  callerId: bigint;
}

/** What an operation may know of the service that it is called on. */
export interface Installation {
  environment: Environment;
  /** Whether webhooks may be sent to private and loopback addresses. */
  reachesPrivateAddresses: boolean;
}

/** A secret that is made for a client. */
export interface Issued<Kept> {
  /** What the answer shows, this once. */
  shown: string;
  /** What the command keeps of it. */
  stored: Kept;
}

/** What a command gets of a secret that its request makes. */
export interface DerivedSecret<Kept> {
  stored: Kept;
  /** Stands for the secret in the answer as it is stored: whoever asked can turn it into the secret, nobody else can. */
  salt: string;
}

/** A write request with its wish to be done once. */
export interface WriteCall extends WriteRequest<unknown>, Preconditions {
  idempotency: IdempotentRequest | undefined;
  /** Only for operations that issue a secret. */
  secret?: DerivedSecret<unknown>;
}

interface OperationBase {
  /** The name of the operation in the document, in metrics and in logs. */
  id: string;
  path: string;
  tag: string;
  summary: string;
  description: string;
  /** What a key must be allowed to do; with `any`, it is enough to have a key. */
  scope: Scope | 'any';
  /** What else it must be allowed to do, because the operation shows that to the client or sends it somewhere. */
  additionalScopes?: readonly Scope[];
  stability: Stability;
  deprecation?: Deprecation;
  pathParameters: Record<string, PathParameter>;
  query: Record<string, QueryParameter>;
  /** Without a schema the answer has no body. */
  response: { status: number; description: string; schema?: TSchema };
  /** The codes that this operation adds to those its parts bring with them. */
  errors: readonly ErrorCode[];
}

/** A page of a list: its entries as JSON and the id after which the next page begins. */
export interface Page {
  body: string;
  next: bigint | undefined;
}

export interface ListOperation extends OperationBase {
  kind: 'list';
  method: 'GET';
  /** Whether its entries also change as time goes by, and not only when something is written. */
  changesWithTime?: true;
  /** How many entries the filters name one by one: so many a page has where no `limit` is given. */
  defaultLimit?(filters: Record<string, unknown>): number | undefined;
  /** `now` is in epoch milliseconds. */
  page(db: Reader, filters: Record<string, unknown>, slice: PageRange, now: bigint): MaybePromise<Page>;
  count(db: Queryable, filters: Record<string, unknown>): MaybePromise<bigint>;
}

export interface ReadOperation extends OperationBase {
  kind: 'read';
  method: 'GET';
  /** The answer's body as JSON. */
  read(
    db: Queryable,
    path: Record<string, unknown>,
    query: Record<string, unknown>,
    caller: Caller,
  ): MaybePromise<string>;
}

/** One entry of a feed. */
export interface StreamEntry {
  id: bigint;
  type: string;
  /** As JSON. */
  body: string;
}

/** A log that only grows: read page by page, each behind an entry that is named by its id, or followed as it grows. */
export interface StreamOperation extends OperationBase {
  kind: 'stream';
  method: 'GET';
  /** @throws ServiceError `events_expired` when entries behind `after` are gone */
  page(db: Queryable, slice: PageRange): MaybePromise<StreamEntry[]>;
  /** The id of the last entry, or 0. */
  end(db: Queryable): MaybePromise<bigint>;
}

export interface WriteOperation extends OperationBase {
  kind: 'write';
  method: Exclude<Method, 'GET'>;
  response: OperationBase['response'] & {
    /** Epoch milliseconds; from this instant on what was made is not found where it was, and the answer has no `Location`. */
    locationUntil?: number;
  };
  /** Missing where a request has no body. */
  body?: TSchema;
  /** How it answers when it has made what was not there; missing where it cannot. */
  created?: { status: number; description: string };
  /** The media types that a body may have. */
  mediaTypes: readonly string[];
  /** Whether it heeds `If-Match`, because it changes one thing that is there. */
  isConditional: boolean;
  /** Makes a secret of 32 random bytes, which the answer shows in its last member, `secret`. */
  issue?: (bytes: Uint8Array, installation: Installation) => Issued<unknown>;
  /** Refuses a body for what lies outside of the storage. @throws ServiceError `validation_failed` */
  verify?: (body: unknown, installation: Installation) => MaybePromise<void>;
  command: Command<WriteCall, IdempotentResponse>;
}

/** One row of the table: everything that can be called, and all that follows from it. */
export type Operation = ListOperation | ReadOperation | StreamOperation | WriteOperation;

/** Whether a write may be sent without a body: its fields may all be missing. A patch always describes its changes (RFC 5789). */
export function isBodyOptional({ method, body }: WriteOperation): boolean {
  const { required = [] } = (body ?? {}) as { required?: readonly string[] };
  return method !== 'PATCH' && required.length === 0;
}

/** Whether the announced end of an operation has come. `now` is in epoch milliseconds. */
export function isRemoved({ deprecation }: Pick<Operation, 'deprecation'>, now: number): boolean {
  return deprecation !== undefined && now >= deprecation.removedAt;
}

/** Every scope that a call of an operation needs; none where it is enough to have a key. */
export function scopesFor({
  scope,
  additionalScopes: additionalScopes = [],
}: Pick<Operation, 'scope' | 'additionalScopes'>): readonly Scope[] {
  return scope === 'any' ? [] : [scope, ...additionalScopes];
}
