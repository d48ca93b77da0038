import type { PetStatus } from '../../contract/pet.ts';
import type { Scope } from '../../contract/scopes.ts';
import type { ShelterFacts } from '../../contract/shelter.ts';
import { ServiceError } from '../errors/service-error.ts';

// What a call is to every operation, whichever it is: who makes it, whether it is a retry, and what the operator has set.

/** An API key. That of a device belongs to a person. */
export interface CallerId {
  keyId: bigint;
  personId?: bigint | undefined;
}

/** The API key that makes a write, with the secret that it was authenticated by. */
export interface WriteCaller {
  callerId: bigint;
  /** The person whose device has the key; missing for that of a program. */
  personId?: bigint;
  /** SHA-256 of the secret, in hex. */
  callerHash: string;
  /** Epoch milliseconds. */
  now: bigint;
}

/** The person whose device has a key, or the key of a program. */
export function actorOf(keyId: bigint, personId: bigint | undefined): `${'person' | 'key'}:${bigint}` {
  return personId === undefined ? `key:${keyId}` : `person:${personId}`;
}

/** @throws ServiceError `insufficient_scope` unless a key with `granted` has all of the scopes */
export function requireScopes(granted: ReadonlySet<Scope>, required: readonly Scope[]): void {
  for (const scope of required) {
    if (granted.has(scope)) continue;
    const message = `This API key lacks the scope ${scope}.`;
    throw new ServiceError('insufficient_scope', message, { requiredScopes: required });
  }
}

/** An idempotency key, with what it is bound to. */
export interface IdempotentRequest {
  /** The API key of the caller: the idempotency keys of different callers are independent. */
  keyId: bigint;
  idempotencyKey: string;
  /** Hash of the operation and the payload. */
  fingerprint: string;
  /** Epoch milliseconds. */
  now: bigint;
}

export interface StoredResponse {
  status: number;
  /** Path of the created resource, relative to the base address. */
  location: string | null;
  body: string;
}

export interface IdempotentResponse extends StoredResponse {
  /** Whether it is the response to an earlier request. */
  isReplay: boolean;
}

/** What the operator shows to the public. Everything else looks as if it did not exist. */
export interface PublicView {
  /** In the order of `petStatuses`. */
  statuses: readonly PetStatus[];
  /** Without animals that are on hold on this day (since 1970-01-01), and those that left but were not adopted. */
  today: bigint;
}

/** What the operator has set, which has precedence over what is stored. */
export interface OperatorShelter {
  readonly facts: Omit<ShelterFacts, 'logo'>;
  /** The address of the operator's logo. */
  readonly logoUrl?: string | undefined;
  /** The address of the public page; missing while there is none. */
  readonly pageUrl?: string | undefined;
}
