import catalogue from '../migrations/0011.postgres.sql' with { type: 'text' };
import unchanged from '../migrations/0012.postgres.sql' with { type: 'text' };
import { type MigrationStep, oldestWriters } from '../schema.ts';

/** In order. The row of `petstore_schema` has the version of the last one that has run. */
export const migrations: readonly MigrationStep[] = [
  { version: 11, script: catalogue, oldestWriter: oldestWriters[11] },
  { version: 12, script: unchanged, oldestWriter: oldestWriters[12] },
];
