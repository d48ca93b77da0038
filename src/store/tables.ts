import type { Param } from './statement.ts';

/** The type of a column on every engine: 64-bit integer or text. */
export type ColumnKind = 'integer' | 'text';

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
      id: 'integer',
      name: 'text',
      grants: 'text',
      hint: 'text',
      secret_hash: 'text',
      previous_hash: 'text',
      previous_until: 'integer',
      created_at: 'integer',
      expires_at: 'integer',
      revoked_at: 'integer',
      last_used_at: 'integer',
      origins: 'text',
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
      key_id: 'integer',
      idempotency_key: 'text',
      fingerprint: 'text',
      status: 'integer',
      location: 'text',
      body: 'text',
      created_at: 'integer',
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
      id: 'integer',
      name: 'text',
      category_id: 'integer',
      status: 'text',
      created_at: 'integer',
      updated_at: 'integer',
      status_since: 'integer',
      name_key: 'text',
    },
    key: ['id'],
    givesIds: true,
  },
  {
    name: 'pet_profiles',
    columns: {
      pet_id: 'integer',
      species: 'text',
      breed: 'text',
      color: 'text',
      coat: 'text',
      sex: 'text',
      size: 'text',
      birth_date: 'integer',
      birth_date_precision: 'text',
      neutered: 'integer',
      vaccinated: 'integer',
      house_trained: 'integer',
      special_needs: 'integer',
      good_with_children: 'integer',
      good_with_dogs: 'integer',
      good_with_cats: 'integer',
      location: 'text',
      arrived_on: 'integer',
      fee_amount_minor: 'integer',
      fee_currency: 'text',
      reference: 'text',
      attributes: 'text',
      description: 'text',
    },
    key: ['pet_id'],
  },
  { name: 'pet_texts', columns: { pet_id: 'integer', words: 'text' }, key: ['pet_id'] },
  { name: 'pet_tags', columns: { pet_id: 'integer', tag: 'text' }, key: ['pet_id', 'tag'] },
  {
    name: 'pet_photos',
    columns: {
      id: 'integer',
      pet_id: 'integer',
      position: 'integer',
      media_key: 'text',
      alternative_text: 'text',
      width: 'integer',
      height: 'integer',
      color: 'text',
      placeholder: 'text',
      created_at: 'integer',
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
      id: 'integer',
      pet_id: 'integer',
      status: 'text',
      created_at: 'integer',
      closed_at: 'integer',
      submission: 'text',
      name: 'text',
      email: 'text',
      phone: 'text',
      message: 'text',
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
    columns: {
      day: 'integer',
      category_id: 'integer',
      added: 'integer',
      adopted: 'integer',
      returned: 'integer',
      removed: 'integer',
    },
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
      id: 'integer',
      url: 'text',
      types: 'text',
      secret: 'text',
      status: 'text',
      event_id: 'integer',
      created_at: 'integer',
      created_by: 'integer',
      description: 'text',
      paused_at: 'integer',
      reason: 'text',
      previous_secret: 'text',
      previous_until: 'integer',
      failing_since: 'integer',
    },
    key: ['id'],
    givesIds: true,
  },
  {
    name: 'webhook_attempts',
    columns: {
      id: 'integer',
      webhook_id: 'integer',
      event_id: 'integer',
      at: 'integer',
      duration_ms: 'integer',
      status: 'integer',
      failure: 'text',
    },
    key: ['id'],
    givesIds: true,
  },
  {
    name: 'deliveries',
    columns: {
      id: 'integer',
      webhook_id: 'integer',
      event_id: 'integer',
      status: 'text',
      attempts: 'integer',
      due_at: 'integer',
      failure: 'text',
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
