export interface NewKey {
  name: string;
  /** A role or scopes, separated by blanks. */
  grants: string;
  /** The first characters of the secret, to recognize the key by. */
  hint: string;
  /** SHA-256 of the secret, in hex. */
  secretHash: string;
  /** Epoch milliseconds, as all times here. */
  createdAt: bigint;
  expiresAt: bigint | null;
  /** The web origins whose pages may use a public key, or `*`. Other keys have none. */
  origins?: readonly string[] | undefined;
  /** The person whose device has the key. It has her role, and its name is that of the device. */
  personId?: bigint | null;
  /** Of a device: 1 if it is renewed when it is used. */
  isTrusted?: bigint | null;
}

export interface Key extends NewKey {
  id: bigint;
  previousHash: string | null;
  previousUntil: bigint | null;
  revokedAt: bigint | null;
  lastUsedAt: bigint | null;
}

export type KeyValidity = Pick<
  Key,
  'grants' | 'secretHash' | 'previousHash' | 'previousUntil' | 'expiresAt' | 'revokedAt'
>;

/** How often a key has called a deprecated operation, and when it last did. */
export interface DeprecatedUse {
  keyId: bigint;
  operation: string;
  uses: bigint;
  lastUsedAt: bigint;
}

export const keyStatuses = ['active', 'expired', 'revoked'] as const;

export type KeyStatus = (typeof keyStatuses)[number];
