import { type Environment, hashSecret, inspectSecret } from '../../domain/key-format.ts';
import { type KeyRejection, validateKey } from '../../domain/keys.ts';
import { andThen, type MaybePromise } from '../../lib/maybe-promise.ts';
import { bearerChallenge, insufficientScope, ServiceError } from '../../model/errors.ts';
import { type Scope, scopesOf } from '../../model/scopes.ts';
import { findKeyByHash } from '../../repositories/keys.ts';
import type { Store } from '../../store/store.ts';

/** Who asks. */
export interface Principal {
  keyId: bigint;
  scopes: ReadonlySet<Scope>;
}

interface Session {
  principal: Principal;
  /** Epoch milliseconds. */
  validUntil: number;
}

/** RFC 6750, section 2.1, with the scheme in any case (RFC 9110, section 11.1) and the token in any visible form. */
const credentials = /^bearer +([\x21-\x7e]+)$/i;
/** Credentials of this scheme, however malformed (RFC 9110, section 11.4). */
const bearerScheme = /^bearer(?: |$)/i;
/** Without a cheap revision of the store, how long a key is believed before it is looked up again. */
const beliefMs = 500;
const maxSessions = 10_000;
/** A key in any form and the scheme fit; headers padded beyond that only cost memory. */
const maxRememberedLength = 600;

/** The secret that an `Authorization` header carries. */
export function readCredentials(header: string): string | undefined {
  return credentials.exec(header)?.[1];
}

/** @throws ServiceError `insufficient_scope` unless the key has all of the scopes */
export function requireScopes({ scopes }: Principal, needed: readonly Scope[]): void {
  for (const scope of needed) {
    if (!scopes.has(scope)) throw insufficientScope(`This API key lacks the scope ${scope}.`, needed);
  }
}

/** Tells who sent a request by its `Authorization` header. What it found is remembered until the store changes. */
export class Authenticator {
  readonly #store: Store;
  readonly #environment: Environment;
  readonly #sessions = new Map<string, Session>();
  /** Who guesses keys, or goes on with one that has ended, shall not cost more than who has a key. */
  readonly #rejected = new Map<string, ServiceError>();
  #revision: number | undefined;

  constructor(store: Store, environment: Environment) {
    this.#store = store;
    this.#environment = environment;
  }

  /** @throws ServiceError `missing_api_key` or `invalid_api_key` */
  authenticate(header: string | null, revision: number | undefined, now: number): MaybePromise<Principal> {
    if (header === null || header === '') throw missing();
    if (revision !== this.#revision) {
      this.#sessions.clear();
      this.#rejected.clear();
      this.#revision = revision;
    }
    const session = this.#sessions.get(header);
    if (session !== undefined && session.validUntil > now) return session.principal;
    const refusal = this.#rejected.get(header);
    if (refusal !== undefined) throw refusal;
    return this.#open(header, revision, now);
  }

  #open(header: string, revision: number | undefined, now: number): MaybePromise<Principal> {
    const secret = readCredentials(header);
    if (secret === undefined) throw malformed(header);
    this.#rejectMalformed(secret);
    const hash = hashSecret(secret);
    return andThen(findKeyByHash(this.#store.reader, hash), (key) => {
      if (key === undefined) throw this.#reject(header, revision, 'There is no such API key.');
      const judgement = validateKey(key, hash, now);
      if ('rejection' in judgement) throw this.#reject(header, revision, rejectionMessages[judgement.rejection]);
      const principal = { keyId: key.id, scopes: scopesOf(key.grants) };
      const believedUntil = revision === undefined ? now + beliefMs : Number.POSITIVE_INFINITY;
      this.#remember(header, revision, { principal, validUntil: Math.min(judgement.validUntil, believedUntil) });
      return principal;
    });
  }

  /** What was read before the store changed is not remembered. */
  #remember(header: string, revision: number | undefined, session: Session): void {
    if (revision !== this.#revision || header.length > maxRememberedLength) return;
    setBounded(this.#sessions, header, session);
  }

  /** Without a revision nobody knows whether the key was made a moment ago, so nothing is remembered then. */
  #reject(header: string, revision: number | undefined, message: string): ServiceError {
    const refusal = invalid(message);
    if (revision === undefined || revision !== this.#revision || header.length > maxRememberedLength) return refusal;
    setBounded(this.#rejected, header, refusal);
    return refusal;
  }

  #rejectMalformed(secret: string): void {
    const form = inspectSecret(secret);
    if (form.kind === 'damaged') throw invalid('The API key is mistyped: its checksum does not fit.');
    if (form.kind === 'key' && form.environment !== this.#environment) {
      throw invalid(`This is a ${form.environment} key, and this service is ${this.#environment}.`);
    }
  }
}

/** Drops the oldest entry of a map that is full, so that one that holds too many never begins anew. */
function setBounded<Value>(map: Map<string, Value>, key: string, value: Value): void {
  if (map.size >= maxSessions && !map.has(key)) {
    const [oldest = ''] = map.keys();
    map.delete(oldest);
  }
  map.set(key, value);
}

const rejectionMessages: Record<KeyRejection, string> = {
  revoked: 'This API key was revoked.',
  expired: 'This API key has expired.',
  replaced: 'This API key was replaced by a newer one, and its time of grace is over.',
};

function missing(): ServiceError {
  return new ServiceError('missing_api_key', 'Send an API key as: Authorization: Bearer <API_KEY>.', {
    headers: { 'WWW-Authenticate': bearerChallenge() },
  });
}

/** Who uses another scheme is only told which one is taken: there is no token with which something is wrong. */
function malformed(header: string): ServiceError {
  const message = 'The Authorization header must be sent once, as: Bearer <API_KEY>.';
  if (bearerScheme.test(header)) return invalid(message);
  return new ServiceError('invalid_api_key', message, { headers: { 'WWW-Authenticate': bearerChallenge() } });
}

function invalid(message: string): ServiceError {
  return new ServiceError('invalid_api_key', message, {
    headers: { 'WWW-Authenticate': bearerChallenge('invalid_token') },
  });
}
