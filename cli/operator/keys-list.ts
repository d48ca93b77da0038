import type { DeprecatedUse, Key } from '../../src/access/keys/model.ts';
import { validateKey } from '../../src/access/keys/rules.ts';
import { formatColumns } from '../client/api/text-columns.ts';

const headings = {
  id: 'ID',
  name: 'NAME',
  grants: 'SCOPES',
  hint: 'KEY',
  state: 'STATE',
  created: 'CREATED',
  expires: 'EXPIRES',
  lastUsed: 'LAST USED',
  /** The deprecated operations that it still calls, with the number and the time of the last call. */
  deprecated: 'DEPRECATED USE',
  origins: 'ORIGINS',
} as const;

/** A key as `petstore keys list` prints it. */
type KeyRow = Readonly<Record<keyof typeof headings, string>>;

function describeKey(key: Key, uses: readonly DeprecatedUse[], now: number): KeyRow {
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

export function keysTable(keys: readonly Key[], uses: readonly DeprecatedUse[], now: number): string {
  const columns = Object.keys(headings) as (keyof KeyRow)[];
  const rows = [headings, ...keys.map((key) => describeKey(key, uses, now))];
  const [header, ...cells] = rows.map((row) => columns.map((column) => row[column]));
  return formatColumns(cells, { header });
}

/** A time (epoch ms) in UTC, to the minute. */
export function formatTime(time: bigint | null): string {
  return time === null ? '-' : `${new Date(Number(time)).toISOString().slice(0, 16).replace('T', ' ')}Z`;
}
