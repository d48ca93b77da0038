import { profileColumns } from '../catalogue/profiles/fields.ts';
import type { Param } from './statement.ts';

/** The type of a column on every engine: 64-bit integer or text. */
type ColumnKind = 'integer' | 'text';

export interface Table {
  readonly name: string;
  readonly columns: Readonly<Record<string, ColumnKind>>;
  /** The columns of the primary key. Rows are sorted by them. */
  readonly key: readonly [string, ...string[]];
  /** Whether the engine generates its ids, each of them only once. */
  readonly givesIds?: true;
  /** Whether it has personal data; see `erasableStatement`. */
  readonly isErasable?: true;
  /** The rows that are copied; all if it is missing. */
  readonly condition?: string;
}

/** The setting that marks the target of an unfinished copy. It is not copied. */
export const unfinishedCopySetting = 'unfinished_copy';

/** The setting that tells a database from its copies. It is not copied. */
export const databaseIdSetting = 'database_id';

/** The setting that proves that a SQLite file and its write-ahead log belong together. It is not copied. */
export const logMarkSetting = 'log_mark';

/** Columns of one kind, in their order. */
const integers = (...names: string[]) => Object.fromEntries(names.map((name) => [name, 'integer'] as const));
const texts = (...names: string[]) => Object.fromEntries(names.map((name) => [name, 'text'] as const));

const eventColumns = {
  id: 'integer',
  type: 'text',
  at: 'integer',
  pet_id: 'integer',
  name: 'text',
  category_id: 'integer',
  status: 'text',
  previous_category_id: 'integer',
  previous_status: 'text',
  order_id: 'integer',
  webhook_id: 'integer',
  inquiry_id: 'integer',
} as const;

/** All tables, each after those that it references. */
export const tables: readonly [Table, ...Table[]] = [
  {
    name: 'settings',
    columns: { name: 'text', value: 'text' },
    key: ['name'],
    condition: `name NOT IN ('${unfinishedCopySetting}', '${databaseIdSetting}', '${logMarkSetting}')`,
  },
  {
    name: 'keys',
    columns: {
      ...integers('id'),
      ...texts('name', 'grants', 'hint', 'secret_hash', 'previous_hash'),
      ...integers('previous_until', 'created_at', 'expires_at', 'revoked_at', 'last_used_at'),
      ...texts('origins'),
    },
    key: ['id'],
    givesIds: true,
  },
  {
    name: 'deprecated_uses',
    columns: { key_id: 'integer', operation: 'text', uses: 'integer', last_used_at: 'integer' },
    key: ['key_id', 'operation'],
  },
  {
    name: 'idempotency_records',
    columns: {
      ...integers('key_id'),
      ...texts('idempotency_key', 'fingerprint'),
      ...integers('status'),
      ...texts('location', 'body'),
      ...integers('created_at'),
    },
    key: ['key_id', 'idempotency_key'],
  },
  {
    name: 'categories',
    columns: { id: 'integer', name: 'text' },
    key: ['id'],
  },
  {
    name: 'pets',
    columns: {
      ...integers('id'),
      ...texts('name'),
      ...integers('category_id'),
      ...texts('status'),
      ...integers('created_at', 'updated_at', 'status_since'),
      ...texts('name_key'),
    },
    key: ['id'],
    givesIds: true,
  },
  {
    name: 'pet_profiles',
    columns: { pet_id: 'integer', ...profileColumns },
    key: ['pet_id'],
  },
  { name: 'pet_texts', columns: { pet_id: 'integer', words: 'text' }, key: ['pet_id'] },
  { name: 'pet_tags', columns: { pet_id: 'integer', tag: 'text' }, key: ['pet_id', 'tag'] },
  {
    name: 'pet_photos',
    columns: {
      ...integers('id', 'pet_id', 'position'),
      ...texts('media_key', 'alternative_text'),
      ...integers('width', 'height'),
      ...texts('color', 'placeholder'),
      ...integers('created_at'),
    },
    key: ['id'],
    givesIds: true,
  },
  { name: 'removed_media', columns: { media_key: 'text', removed_at: 'integer' }, key: ['media_key'] },
  {
    name: 'orders',
    columns: { id: 'integer', pet_id: 'integer', status: 'text', created_at: 'integer', updated_at: 'integer' },
    key: ['id'],
    givesIds: true,
  },
  {
    name: 'inquiries',
    columns: {
      ...integers('id', 'pet_id'),
      ...texts('status'),
      ...integers('created_at', 'closed_at'),
      ...texts('submission', 'name', 'email', 'phone', 'message'),
    },
    key: ['id'],
    givesIds: true,
    isErasable: true,
  },
  { name: 'events', columns: eventColumns, key: ['id'] },
  { name: 'pending_events', columns: eventColumns, key: ['id'], givesIds: true },
  { name: 'event_marks', columns: { name: 'text', event_id: 'integer' }, key: ['name'] },
  {
    name: 'inventory',
    columns: { category_id: 'integer', status: 'text', animals: 'integer' },
    key: ['category_id', 'status'],
  },
  { name: 'inventory_totals', columns: { status: 'text', animals: 'integer' }, key: ['status'] },
  {
    name: 'daily_statistics',
    columns: { ...integers('day', 'category_id', 'added', 'adopted', 'returned', 'removed') },
    key: ['day', 'category_id'],
  },
  {
    name: 'daily_totals',
    columns: { day: 'integer', added: 'integer', adopted: 'integer', returned: 'integer', removed: 'integer' },
    key: ['day'],
  },
  {
    name: 'webhooks',
    columns: {
      ...integers('id'),
      ...texts('url', 'types', 'secret', 'status'),
      ...integers('event_id', 'created_at', 'created_by'),
      ...texts('description'),
      ...integers('paused_at'),
      ...texts('reason', 'previous_secret'),
      ...integers('previous_until', 'failing_since'),
    },
    key: ['id'],
    givesIds: true,
  },
  {
    name: 'webhook_attempts',
    columns: { ...integers('id', 'webhook_id', 'event_id', 'at', 'duration_ms', 'status'), ...texts('failure') },
    key: ['id'],
    givesIds: true,
  },
  {
    name: 'deliveries',
    columns: {
      ...integers('id', 'webhook_id', 'event_id'),
      ...texts('status'),
      ...integers('attempts', 'due_at'),
      ...texts('failure'),
    },
    key: ['id'],
    givesIds: true,
  },
];

/** A row, in the order of the table's columns. */
export type Row = readonly Param[];

/** The values of the primary key. */
export function keyOf({ columns, key }: Table, row: Row): Row {
  const names = Object.keys(columns);
  return key.map((name) => row[names.indexOf(name)] ?? null);
}

/** @throws Error when there is no such table */
export function requireTable(name: string): Table {
  const table = tables.find((entry) => entry.name === name);
  if (table === undefined) throw new Error(`there is no table ${name}`);
  return table;
}
