import { existsSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Engine, ScratchDatabase } from '../engines.ts';

/** The databases that releases have written, one folder for each. Its README says how they were made. */
export const releasesFolder = join(import.meta.dir, '../../data/releases');

/** A write with an idempotency key, and the response of the release. */
export interface RecordedRequest {
  path: string;
  idempotencyKey: string;
  body: string;
  status: number;
  response: string;
}

/** What the tests know about a database besides its rows. */
export interface ReleasedFacts {
  schemaVersion: number;
  /** When it was made, in epoch milliseconds: keys and idempotency records expire after that. */
  madeAt: number;
  secrets: Record<'admin' | 'reader' | 'beforeRotation' | 'rotated' | 'revoked', string> & { site?: string };
  /** Bodies of lists by their path, as the release responded. */
  lists: Record<string, string>;
  requests: RecordedRequest[];
}

const fileNames: Record<string, string> = { SQLite: 'sqlite.db', PostgreSQL: 'postgres.sql' };

const pathOf = (release: string, engine: Engine, suffix: string) =>
  join(releasesFolder, release, `${fileNames[engine.name]}${suffix}`);

/** The releases that have a database of an engine. */
export function releasesOf(engine: Engine): string[] {
  return readdirSync(releasesFolder)
    .filter((release) => existsSync(pathOf(release, engine, '.gz')))
    .sort();
}

export function saveReleased(release: string, engine: Engine, content: Uint8Array, facts: ReleasedFacts): void {
  writeFileSync(pathOf(release, engine, '.gz'), Bun.gzipSync(new Uint8Array(content), { level: 9 }));
  writeFileSync(pathOf(release, engine, '.json'), `${JSON.stringify(facts, null, 2)}\n`);
}

/** Makes a database as the release left it. */
export async function loadReleased(
  release: string,
  engine: Engine,
): Promise<{ database: ScratchDatabase; facts: ReleasedFacts }> {
  const facts: ReleasedFacts = JSON.parse(readFileSync(pathOf(release, engine, '.json'), 'utf8'));
  const content = Bun.gunzipSync(new Uint8Array(readFileSync(pathOf(release, engine, '.gz'))));
  const database = await engine.makeDatabase();
  if (engine.name === 'SQLite') writeFileSync(database.url.replace(/^sqlite:/, ''), content);
  else await database.run(new TextDecoder().decode(content));
  return { database, facts };
}
