import { Database } from 'bun:sqlite';
import { readdirSync, readFileSync, statSync } from 'node:fs';
import { join } from 'node:path';
import type { Simulation } from './simulation.ts';

const mebibyte = 2 ** 20;

/** What there is at a moment. */
export interface Growth {
  readonly when: string;
  readonly tables: ReadonlyMap<string, TableSize>;
  readonly file: FileSizes;
  readonly photos: FolderSize;
  readonly backups: FolderSize;
  readonly memory: number;
  readonly descriptors: number;
}

export function measureGrowth(when: string, { pid }: Simulation, folder: string): Growth {
  const path = join(folder, 'petstore.db');
  return {
    when,
    tables: measureTables(path),
    file: measureFile(path),
    photos: measureFolder(`${path}.media`),
    backups: measureFolder(join(folder, 'backups')),
    ...measureProcess(pid),
  };
}

/** Of these only the last days are kept. */
const bounded = 'events inquiries idempotency_records deliveries webhook_attempts admin_events sign_in_links'.split(
  ' ',
);

/** What has grown since the moment before although it must not, if both are after the time for which things are kept. */
export function findUnbounded(before: Growth, after: Growth): string[] {
  const grown = bounded.filter((name) => {
    const [least, most] = [before, after].map(({ tables }) => tables.get(name)?.rows ?? 0) as [number, number];
    return most > 1.5 * least + 100;
  });
  const { database, free, wal } = after.file;
  // What is given back, and when: see "What grows" in docs/reliability.md.
  if (free > Math.max(10 * mebibyte, (database - free) / 8)) grown.push(`the free part of the file, ${free} bytes`);
  if (wal > 32 * mebibyte) grown.push(`the write-ahead log, ${wal} bytes`);
  return grown;
}

/** As a table in Markdown: what there was at each moment. */
export function tellGrowth(growth: readonly Growth[]): string[] {
  const names = [...new Set(growth.flatMap(({ tables }) => [...tables.keys()]))].sort();
  const row = (name: string, tell: (growth: Growth) => string) => `| ${[name, ...growth.map(tell)].join(' | ')} |`;
  const size = (bytes: number) => `${(bytes / mebibyte).toFixed(1)} MiB`;
  const folder = ({ files, bytes }: FolderSize) => `${files} / ${size(bytes)}`;
  return [
    row('rows / size', ({ when }) => when),
    row('---', () => '---'),
    ...names.map((name) =>
      row(`\`${name}\``, ({ tables }) => {
        const { rows, bytes } = tables.get(name) ?? { rows: 0, bytes: 0 };
        return `${rows} / ${size(bytes)}`;
      }),
    ),
    row('file, of which free', ({ file }) => `${size(file.database)}, ${size(file.free)}`),
    row('write-ahead log', ({ file }) => size(file.wal)),
    row('photos', ({ photos }) => folder(photos)),
    row('backups', ({ backups }) => folder(backups)),
    row('memory, open files', ({ memory, descriptors }) => `${size(memory)}, ${descriptors}`),
  ];
}

interface TableSize {
  readonly rows: number;
  /** With its indexes. */
  readonly bytes: number;
}

/** The rows and the bytes of each table of a SQLite file that a service is using. */
function measureTables(path: string): Map<string, TableSize> {
  using db = new Database(path, { readonly: true });
  const sizes = db
    .query<{ name: string; bytes: number }, []>(
      `SELECT coalesce(s.tbl_name, d.name) AS name, sum(d.pgsize) AS bytes
       FROM dbstat AS d LEFT JOIN sqlite_schema AS s ON s.name = d.name WHERE d.aggregate = TRUE GROUP BY 1`,
    )
    .all();
  const virtual = db
    .query<{ name: string }, []>("SELECT name FROM sqlite_schema WHERE sql LIKE 'CREATE VIRTUAL TABLE%'")
    .all();
  const tables = new Map<string, TableSize>();
  for (const { name, bytes } of sizes) {
    // The tables of a search index are named after it.
    const index = virtual.find((one) => name.startsWith(`${one.name}_`))?.name;
    const known = tables.get(index ?? name)?.bytes ?? 0;
    const rows = index === undefined ? Number(db.query(`SELECT count(*) FROM ${name}`).values()[0]?.[0]) : 0;
    tables.set(index ?? name, { rows, bytes: known + bytes });
  }
  return tables;
}

interface FileSizes {
  readonly database: number;
  readonly free: number;
  readonly wal: number;
}

function measureFile(path: string): FileSizes {
  using db = new Database(path, { readonly: true });
  const pragma = (name: string) => Number(db.query(`PRAGMA ${name}`).values()[0]?.[0]);
  return {
    database: statSync(path).size,
    free: pragma('freelist_count') * pragma('page_size'),
    wal: statSync(`${path}-wal`, { throwIfNoEntry: false })?.size ?? 0,
  };
}

interface FolderSize {
  readonly files: number;
  readonly bytes: number;
}

/** The files in a folder and those below it. */
export function measureFolder(folder: string): FolderSize {
  let [files, bytes] = [0, 0];
  for (const entry of readdirSync(folder, { recursive: true, withFileTypes: true })) {
    if (!entry.isFile()) continue;
    files += 1;
    bytes += statSync(join(entry.parentPath, entry.name)).size;
  }
  return { files, bytes };
}

/** The resident memory of a process in bytes, and its open files. */
function measureProcess(pid: number): { memory: number; descriptors: number } {
  const [, kibibytes = '0'] = /VmRSS:\s+(\d+)/.exec(readFileSync(`/proc/${pid}/status`, 'utf8')) ?? [];
  return { memory: Number(kibibytes) * 1_024, descriptors: readdirSync(`/proc/${pid}/fd`).length };
}
