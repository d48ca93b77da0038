import { validateKey } from '../../domain/keys.ts';
import type { DeprecatedUse, Key } from '../../model/keys.ts';
import { formatColumns } from '../client/api/text-columns.ts';

/** A key as `petstore keys list` prints it. */
export interface KeyRow {
  id: string;
  name: string;
  grants: string;
  hint: string;
  state: 'active' | 'revoked' | 'expired' | 'replaced';
  created: string;
  expires: string;
  lastUsed: string;
  /** The deprecated operations that it still calls, with the number and the time of the last call. */
  deprecated: string;
  /** The web origins of a public key. */
  origins: string;
}

export function describeKey(key: Key, uses: readonly DeprecatedUse[], now: number): KeyRow {
  const result = validateKey(key, key.secretHash, now);
  return {
    id: String(key.id),
    name: key.name,
    grants: key.grants,
    hint: key.hint,
    state: 'rejection' in result ? result.rejection : 'active',
    created: formatTime(key.createdAt),
    expires: formatTime(key.expiresAt),
    lastUsed: formatTime(key.lastUsedAt),
    deprecated: uses
      .filter((use) => use.keyId === key.id)
      .map((use) => `${use.operation} ${use.uses}x, last ${formatTime(use.lastUsedAt)}`)
      .join('; '),
    origins: key.origins?.join(' ') ?? '',
  };
}

const headings: Record<keyof KeyRow, string> = {
  id: 'ID',
  name: 'NAME',
  grants: 'SCOPES',
  hint: 'KEY',
  state: 'STATE',
  created: 'CREATED',
  expires: 'EXPIRES',
  lastUsed: 'LAST USED',
  deprecated: 'DEPRECATED USE',
  origins: 'ORIGINS',
};

/** The rows as a table for a terminal. */
export function keysTable(rows: readonly KeyRow[]): string {
  const columns = Object.keys(headings) as (keyof KeyRow)[];
  const [header, ...cells] = [headings, ...rows].map((row) => columns.map((column) => row[column]));
  return formatColumns(cells, { header });
}

/** A time (epoch ms) in UTC, to the minute. */
export function formatTime(time: bigint | null): string {
  return time === null ? '-' : `${new Date(Number(time)).toISOString().slice(0, 16).replace('T', ' ')}Z`;
}
