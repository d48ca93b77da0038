import type { Role } from '../../../contract/scopes.ts';

/** The roles of people. The others are for programs. */
export const personRoles = ['reader', 'editor', 'staff', 'admin'] as const satisfies readonly Role[];

export type PersonRole = (typeof personRoles)[number];

export interface NewPerson {
  name: string;
  role: PersonRole;
  email?: string;
}

/** Somebody who works with the catalogue. Her row has all that is known about her, but for the names of her devices. */
export interface Person extends NewPerson {
  id: bigint;
  /** Epoch milliseconds, as all times here. */
  createdAt: bigint;
}

/** A link by which a person signs in, once. */
export interface Link {
  id: bigint;
  personId: bigint;
  expiresAt: bigint;
  /** The key with which it was made, and with which it ends; missing if the operator has made it. */
  keyId?: bigint;
}

/** What a link tells who has it: whom it signs in. */
export interface OwnLink extends Pick<Link, 'personId' | 'expiresAt'> {
  name: string;
}

/** A browser in which a person has signed in: a key with her role, which ends by itself. */
export interface Device {
  id: bigint;
  /** Her name for it. */
  device: string;
  isTrusted: boolean;
  createdAt: bigint;
  expiresAt: bigint;
  lastUsedAt?: bigint;
}
