import { LRUCache } from 'lru-cache';
import { ServiceError } from '../../api/errors.ts';
import type { CallerId } from '../../api/operation.ts';
import { type Environment, hashSecret, inspectSecret } from '../../catalogue/keys/format.ts';
import { type KeyRejection, validateKey } from '../../catalogue/keys/rules.ts';
import { isPublic, type Scope, scopesOf } from '../../catalogue/keys/scopes.ts';
import { findKeyByHash } from '../../catalogue/keys/sql.ts';
import { requireLink } from '../../catalogue/people/device-rules.ts';
import { andThen, type MaybePromise } from '../../lib/maybe-promise.ts';
import type { Store } from '../../store/store.ts';
import { bearerChallenge } from '../response/reply.ts';
import type { AnonymousLimit, LimitedRequest } from './anonymous-limit.ts';

/** The API key that a request was made with. */
export interface Principal extends CallerId {
  /** SHA-256 of the secret, in hex: a key can have two, which do not end at the same time. */
  secretHash: string;
  scopes: ReadonlySet<Scope>;
  /** The web origins whose pages may use it. Only a public key has them, if there are none an empty set. */
  origins?: ReadonlySet<string> | undefined;
}

interface Session {
  principal: Principal;
  /** When the key expires, in epoch milliseconds. */
  validUntil: number;
  readAs: Reading;
}

interface Rejection {
  error: ServiceError;
  readAs: Reading;
}

/** How long what was read about a key is used. */
interface Reading {
  /** For requests that tell the store's revision: as long as it is this one. */
  revision: number | undefined;
  /** For others. On the monotonic clock, because the other one may be set back. */
  cachedUntil: number;
}

export interface AuthenticatorOptions {
  monotonicClock?: (() => number) | undefined;
  /** Missing where requests without a valid key are not limited. */
  anonymous?: AnonymousLimit | undefined;
}

/** RFC 6750, section 2.1. The scheme is case-insensitive (RFC 9110, section 11.1), the token any visible ASCII. */
const credentials = /^bearer +([\x21-\x7e]+)$/i;
/** Also matches malformed credentials of this scheme (RFC 9110, section 11.4). */
const bearerScheme = /^bearer(?: |$)/i;
/** How long a key is cached where no revision of the store tells of changes. */
const sessionTtlMs = 500;
const maxSessions = 10_000;
const noScopes: ReadonlySet<Scope> = new Set();
/** Longer than any valid header. Padded headers are not cached, so that they cannot fill the memory. */
const maxCachedLength = 600;

/** The secret in an `Authorization` header, or `undefined` when the header is malformed. */
export function readCredentials(header: string): string | undefined {
  return credentials.exec(header)?.[1];
}

/**
 * Authenticates requests by their `Authorization` header. Results are cached until the store changes; without a `revision`, for
 * a time. Writes need none: their transaction looks up the key again.
 */
export class Authenticator {
  readonly #store: Store;
  readonly #environment: Environment;
  /** Milliseconds since any moment; never set back. */
  readonly #monotonicClock: () => number;
  readonly #sessions = new LRUCache<string, Session>({ max: maxSessions });
  /** Rejections are cached too, so that guessing keys costs the service no more than using one. */
  readonly #rejected = new LRUCache<string, Rejection>({ max: maxSessions });
  readonly #anonymous: AnonymousLimit | undefined;
  /** Changes with each `forget`, so that a key that was read before is not cached after it. */
  #forgotten = 0;

  constructor(
    store: Store,
    environment: Environment,
    { monotonicClock = () => performance.now(), anonymous }: AuthenticatorOptions = {},
  ) {
    this.#store = store;
    this.#environment = environment;
    this.#monotonicClock = monotonicClock;
    this.#anonymous = anonymous;
  }

  /**
   * Authenticates a request. One without a valid key, or with a public one, which anybody can have, counts for the limit of
   * its address. A sign-in link takes the place of the key where one is required, and nowhere else.
   * @throws ServiceError `missing_api_key`, `invalid_api_key` or `rate_limited`
   */
  authenticateRequest(
    limited: LimitedRequest,
    revision: number | undefined,
    isSignIn = false,
  ): MaybePromise<Principal> {
    const { request, now } = limited;
    const header = request.headers.get('Authorization');
    const session = isSignIn ? undefined : this.#findSession(header, revision, now);
    if (session !== undefined) return this.#count(limited, session.principal);
    return this.#authenticateWithoutSession(limited, header, revision, isSignIn);
  }

  /** Apart from `authenticateRequest`, because what its closures capture would cost each request an allocation (`andThen`). */
  #authenticateWithoutSession(
    limited: LimitedRequest,
    header: string | null,
    revision: number | undefined,
    isSignIn: boolean,
  ): MaybePromise<Principal> {
    const { now } = limited;
    try {
      // A look-up is a query on PostgreSQL. A key that was valid lately is worth it.
      if (this.#store.file === undefined && header !== null && (isSignIn || !this.#sessions.has(header))) {
        this.#anonymous?.requireRemaining(limited);
      }
      const principal = isSignIn ? this.#findLink(header, now) : this.authenticate(header, revision, now);
      if (!(principal instanceof Promise)) return this.#count(limited, principal);
      return principal.then(
        (found) => this.#count(limited, found),
        (error) => this.#refuse(limited, error),
      );
    } catch (error) {
      return this.#refuse(limited, error);
    }
  }

  /** Links count as callers of their own, with negative ids. They are never cached: each is spent by its use. */
  async #findLink(header: string | null, now: number): Promise<Principal> {
    if (header === null || header === '') throw missing();
    const secretHash = hashSecret(requireCredentials(header));
    const { id } = await requireLink(this.#store.reader, secretHash, BigInt(now));
    return { keyId: -id, secretHash, scopes: noScopes };
  }

  #count(limited: LimitedRequest, principal: Principal): Principal {
    if (principal.origins !== undefined) this.#anonymous?.take(limited);
    return principal;
  }

  #refuse(limited: LimitedRequest, error: unknown): never {
    if (error instanceof ServiceError && error.status === 401) this.#anonymous?.take(limited);
    throw error;
  }

  /** @throws ServiceError `missing_api_key` or `invalid_api_key` */
  authenticate(header: string | null, revision: number | undefined, now: number): MaybePromise<Principal> {
    if (header === null || header === '') throw missing();
    const session = this.#findSession(header, revision, now);
    if (session !== undefined) return session.principal;
    const rejection = this.#rejected.get(header);
    if (rejection !== undefined && this.#isCurrent(rejection.readAs, revision)) throw rejection.error;
    return this.#lookUp(header, revision, now);
  }

  #findSession(header: string | null, revision: number | undefined, now: number): Session | undefined {
    const session = header === null ? undefined : this.#sessions.get(header);
    const isUsable = session !== undefined && session.validUntil > now && this.#isCurrent(session.readAs, revision);
    return isUsable ? session : undefined;
  }

  /** Drops the sessions of callers that were changed here, and caches none that is being looked up. */
  forget(isChanged: (caller: CallerId) => boolean): void {
    this.#forgotten++;
    for (const [header, { principal }] of this.#sessions) if (isChanged(principal)) this.#sessions.delete(header);
  }

  /** Authenticates without what is cached for a time: a key that has ended is rejected at once. */
  async authenticateAnew(header: string | null, revision: number | undefined, now: number): Promise<Principal> {
    const isFresh = revision !== undefined || header === null;
    return await (isFresh ? this.authenticate(header, revision, now) : this.#lookUp(header, revision, now));
  }

  #lookUp(header: string, revision: number | undefined, now: number): MaybePromise<Principal> {
    const secret = requireCredentials(header);
    this.#rejectMalformed(secret);
    const hash = hashSecret(secret);
    const forgotten = this.#forgotten;
    // Counted from before the read: what another node changes afterwards is not in it.
    const readAs = { revision, cachedUntil: this.#monotonicClock() + sessionTtlMs };
    return andThen(findKeyByHash(this.#store.reader, hash), (key) => {
      if (key === undefined) throw this.#reject(header, readAs, 'Unknown API key.');
      const result = validateKey(key, hash, now);
      if ('rejection' in result) throw this.#reject(header, readAs, rejectionMessages[result.rejection]);
      const origins = isPublic(key.grants) ? new Set(key.origins) : undefined;
      const personId = key.personId ?? undefined;
      const principal = { keyId: key.id, personId, secretHash: hash, scopes: scopesOf(key.grants), origins };
      if (forgotten === this.#forgotten && header.length <= maxCachedLength) {
        this.#sessions.set(header, { principal, validUntil: result.validUntil, readAs });
      }
      return principal;
    });
  }

  /** A new key has a secret that nobody has tried before. One with a secret of the operator's own may be rejected for this time. */
  #reject(header: string, readAs: Reading, message: string): ServiceError {
    const error = invalid(message);
    this.#sessions.delete(header);
    if (header.length <= maxCachedLength) this.#rejected.set(header, { error, readAs });
    return error;
  }

  #isCurrent(readAs: Reading, revision: number | undefined): boolean {
    return revision === undefined ? readAs.cachedUntil > this.#monotonicClock() : readAs.revision === revision;
  }

  #rejectMalformed(secret: string): void {
    const form = inspectSecret(secret);
    if (form.kind === 'damaged') throw invalid('Malformed API key: checksum mismatch.');
    if (form.kind === 'key' && form.environment !== this.#environment) {
      throw invalid(`This is a ${form.environment} key. This service accepts ${this.#environment} keys only.`);
    }
  }
}

const rejectionMessages: Record<KeyRejection, string> = {
  revoked: 'This API key has been revoked.',
  expired: 'This API key has expired.',
  replaced: 'This API key was replaced and its grace period has ended.',
};

function missing(): ServiceError {
  return new ServiceError('missing_api_key', 'Missing API key. Send it as: Authorization: Bearer <API_KEY>.');
}

/** `invalid_token` is only claimed where the Bearer scheme was used: any other scheme sends no token. */
function requireCredentials(header: string): string {
  const secret = readCredentials(header);
  if (secret !== undefined) return secret;
  const message = 'Malformed Authorization header. Send it once, as: Authorization: Bearer <API_KEY>.';
  if (bearerScheme.test(header)) throw invalid(message);
  throw new ServiceError('invalid_api_key', message, { headers: { 'WWW-Authenticate': bearerChallenge } });
}

function invalid(message: string): ServiceError {
  return new ServiceError('invalid_api_key', message);
}
