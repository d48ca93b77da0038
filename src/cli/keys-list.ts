import { judgeKey } from '../domain/keys.ts';
import type { DeprecatedUse, Key } from '../model/keys.ts';

/** A key as the list shows it. */
export interface KeyRow {
  id: string;
  name: string;
  grants: string;
  hint: string;
  state: 'active' | 'revoked' | 'expired' | 'replaced';
  created: string;
  expires: string;
  lastUsed: string;
  /** Deprecated operations that it still calls, with how often and when last. */
  deprecated: string;
}

export function describeKey(key: Key, uses: readonly DeprecatedUse[], now: number): KeyRow {
  const judgement = judgeKey(key, key.secretHash, now);
  return {
    id: String(key.id),
    name: key.name,
    grants: key.grants,
    hint: key.hint,
    state: 'rejection' in judgement ? judgement.rejection : 'active',
    created: moment(key.createdAt),
    expires: moment(key.expiresAt),
    lastUsed: moment(key.lastUsedAt),
    deprecated: uses
      .filter((use) => use.keyId === key.id)
      .map((use) => `${use.operation} ${use.uses}x, last ${moment(use.lastUsedAt)}`)
      .join('; '),
  };
}

const headings: Record<keyof KeyRow, string> = {
  id: 'ID',
  name: 'NAME',
  grants: 'MAY',
  hint: 'KEY',
  state: 'STATE',
  created: 'CREATED',
  expires: 'EXPIRES',
  lastUsed: 'LAST USED',
  deprecated: 'DEPRECATED USE',
};

/** The rows in columns, as wide as they need to be. */
export function keysTable(rows: readonly KeyRow[]): string {
  const columns = Object.keys(headings) as (keyof KeyRow)[];
  const lines = [headings, ...rows];
  const widths = columns.map((column) => Math.max(...lines.map((line) => line[column].length)));
  return lines
    .map((line) =>
      columns
        .map((column, index) => line[column].padEnd(widths[index] ?? 0))
        .join('  ')
        .trimEnd(),
    )
    .map((line) => `${line}\n`)
    .join('');
}

/** A time (epoch ms) as people read it, in UTC to the minute. */
export function moment(time: bigint | null): string {
  return time === null ? '-' : `${new Date(Number(time)).toISOString().slice(0, 16).replace('T', ' ')}Z`;
}
