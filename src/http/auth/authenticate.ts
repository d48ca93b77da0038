import { LRUCache } from 'lru-cache';
import { isPublic, type Scope, scopesOf } from '../../../contract/scopes.ts';
import type { CallerId } from '../../api/call.ts';
import { ServiceError } from '../../errors/service-error.ts';
import { type Environment, hashSecret, inspectSecret } from '../../lib/key-format.ts';
import { andThen, type MaybePromise } from '../../lib/maybe-promise.ts';
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

/** Where API keys and sign-in links are looked up. */
export interface KeySource {
  /** Whether a look-up is a request to another machine. */
  readonly isRemote: boolean;
  /** The key that has a secret with this hash, and until when (epoch ms) that is valid, or why it is not. */
  findKey(secretHash: string, now: number): MaybePromise<FoundKey | undefined>;
  /** The id of the sign-in link. @throws ServiceError `invalid_api_key` */
  findLink(secretHash: string, now: number): Promise<bigint>;
}

type FoundKey = { id: bigint; personId?: bigint | null; grants: string; origins?: readonly string[] | undefined } & (
  | { validUntil: number }
  | { rejection: keyof typeof rejectionMessages }
);

/** A request as far as its authentication depends on it. */
interface SentRequest extends LimitedRequest {
  readonly revision: number | undefined;
}

/** How long what was read about a key is used. */
interface Reading {
  /** For requests that tell the store's revision: as long as it is this one. */
  revision: number | undefined;
  /** For others. On the monotonic clock, because the other one may be set back. */
  cachedUntil: number;
}

/** RFC 6750, section 2.1. The scheme is case-insensitive (RFC 9110, section 11.1), the token any visible ASCII. */
const credentials = /^bearer +([\x21-\x7e]+)$/i;
/** Also matches malformed credentials of this scheme (RFC 9110, section 11.4). */
const bearerScheme = /^bearer(?: |$)/i;
/** How long a key is cached where no revision of the store tells of changes. */
const sessionTtlMs = 500;
/** Keys, and as many headers that were rejected. */
const maxCached = 10_000;
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
  readonly #keys: KeySource;
  readonly #environment: Environment;
  readonly #anonymous: AnonymousLimit | undefined;
  readonly #monotonicClock: () => number;
  /** `validUntil` is when the key expires, in epoch milliseconds. */
  readonly #sessions = new LRUCache<string, { principal: Principal; validUntil: number; readAs: Reading }>({
    max: maxCached,
  });
  /** Rejections are cached too, so that guessing keys costs the service no more than using one. */
  readonly #rejected = new LRUCache<string, { error: ServiceError; readAs: Reading }>({ max: maxCached });
  /** Changes with each `forget`, so that a key that was read before is not cached after it. */
  #forgotten = 0;

  /**
   * @param anonymous missing where requests without a valid key are not limited
   * @param monotonicClock milliseconds since any moment; never set back
   */
  constructor(
    keys: KeySource,
    environment: Environment,
    anonymous: AnonymousLimit | undefined,
    monotonicClock = () => performance.now(),
  ) {
    this.#keys = keys;
    this.#environment = environment;
    this.#anonymous = anonymous;
    this.#monotonicClock = monotonicClock;
  }

  /**
   * Authenticates a request. One without a valid key, or with a public one, which anybody can have, counts for the limit of
   * its address. A sign-in link takes the place of the key where one is required, and nowhere else.
   * @throws ServiceError `missing_api_key`, `invalid_api_key` or `rate_limited`
   */
  authenticateRequest(sent: SentRequest, isSignIn = false): MaybePromise<Principal> {
    const header = sent.request.headers.get('Authorization') ?? '';
    const principal = isSignIn ? undefined : this.#findSession(header, sent.revision, sent.now);
    return principal === undefined
      ? this.#authenticateWithoutSession(sent, header, isSignIn)
      : this.#count(sent, principal);
  }

  /** Authenticates without what is cached for a time: a key that has ended is rejected at once. */
  async authenticateAnew(header: string, revision: number | undefined, now: number): Promise<Principal> {
    if (revision === undefined) return await this.#lookUp(header, revision, now);
    return this.#findSession(header, revision, now) ?? (await this.#lookUpUnlessRejected(header, revision, now));
  }

  /** Drops the sessions of callers that were changed here, and caches none that is being looked up. */
  forget(isChanged: (caller: CallerId) => boolean): void {
    this.#forgotten++;
    for (const [header, { principal }] of this.#sessions) if (isChanged(principal)) this.#sessions.delete(header);
  }

  /** Apart from `authenticateRequest`, because what its closures capture would cost each request an allocation (`andThen`). */
  #authenticateWithoutSession(sent: SentRequest, header: string, isSignIn: boolean): MaybePromise<Principal> {
    const { revision, now } = sent;
    try {
      // A key that was valid lately is worth a request to another machine.
      if (this.#keys.isRemote && header !== '' && (isSignIn || !this.#sessions.has(header))) {
        this.#anonymous?.requireRemaining(sent);
      }
      const principal = isSignIn ? this.#findLink(header, now) : this.#lookUpUnlessRejected(header, revision, now);
      if (!(principal instanceof Promise)) return this.#count(sent, principal);
      return principal.then(
        (found) => this.#count(sent, found),
        (error) => this.#refuse(sent, error),
      );
    } catch (error) {
      return this.#refuse(sent, error);
    }
  }

  /** Links count as callers of their own, with negative ids. They are never cached: each is spent by its use. */
  async #findLink(header: string, now: number): Promise<Principal> {
    const secretHash = hashSecret(requireCredentials(header));
    const id = await this.#keys.findLink(secretHash, now);
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

  #findSession(header: string, revision: number | undefined, now: number): Principal | undefined {
    const session = this.#sessions.get(header);
    const isUsable = session !== undefined && session.validUntil > now && this.#isCurrent(session.readAs, revision);
    return isUsable ? session.principal : undefined;
  }

  #lookUpUnlessRejected(header: string, revision: number | undefined, now: number): MaybePromise<Principal> {
    const rejection = this.#rejected.get(header);
    if (rejection !== undefined && this.#isCurrent(rejection.readAs, revision)) throw rejection.error;
    return this.#lookUp(header, revision, now);
  }

  #lookUp(header: string, revision: number | undefined, now: number): MaybePromise<Principal> {
    const secret = requireCredentials(header);
    const form = inspectSecret(secret);
    if (form.kind === 'damaged') throw invalid('Malformed API key: checksum mismatch.');
    if (form.kind === 'key' && form.environment !== this.#environment) {
      throw invalid(`This is a ${form.environment} key. This service accepts ${this.#environment} keys only.`);
    }
    const secretHash = hashSecret(secret);
    const forgottenBefore = this.#forgotten;
    // Counted from before the read: what another node changes afterwards is not in it.
    const readAs = { revision, cachedUntil: this.#monotonicClock() + sessionTtlMs };
    return andThen(this.#keys.findKey(secretHash, now), (key) => {
      if (key === undefined) throw this.#reject(header, readAs, 'Unknown API key.');
      if ('rejection' in key) throw this.#reject(header, readAs, rejectionMessages[key.rejection]);
      const origins = isPublic(key.grants) ? new Set(key.origins) : undefined;
      const personId = key.personId ?? undefined;
      const principal = { keyId: key.id, personId, secretHash, scopes: scopesOf(key.grants), origins };
      if (this.#forgotten === forgottenBefore && header.length <= maxCachedLength) {
        this.#sessions.set(header, { principal, validUntil: key.validUntil, readAs });
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
}

const rejectionMessages = {
  revoked: 'This API key has been revoked.',
  expired: 'This API key has expired.',
  replaced: 'This API key was replaced and its grace period has ended.',
};

/** `invalid_token` is only claimed where the Bearer scheme was used: any other scheme sends no token. */
function requireCredentials(header: string): string {
  const secret = readCredentials(header);
  if (secret !== undefined) return secret;
  if (header === '') {
    throw new ServiceError('missing_api_key', 'Missing API key. Send it as: Authorization: Bearer <API_KEY>.');
  }
  const message = 'Malformed Authorization header. Send it once, as: Authorization: Bearer <API_KEY>.';
  if (bearerScheme.test(header)) throw invalid(message);
  throw new ServiceError('invalid_api_key', message, { headers: { 'WWW-Authenticate': bearerChallenge } });
}

function invalid(message: string): ServiceError {
  return new ServiceError('invalid_api_key', message);
}
