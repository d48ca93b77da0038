import { existsSync, readdirSync, readFileSync, statSync } from 'node:fs';
import { join } from 'node:path';
import type { TableSize, YearDatabase } from './databases.ts';
import type { Simulation } from './simulation.ts';

const mebibyte = 2 ** 20;

/** What there is at a moment. */
export interface Growth {
  readonly when: string;
  readonly tables: ReadonlyMap<string, TableSize>;
  readonly bytes: number;
  readonly freeBytes: number;
  readonly walBytes: number;
  readonly photos: FolderSize;
  readonly backups: FolderSize;
  readonly memory: number;
  readonly descriptors: number;
}

export async function measureGrowth(
  when: string,
  { pid }: Simulation,
  database: YearDatabase,
  backups: string,
): Promise<Growth> {
  return {
    when,
    tables: await database.measureTables(),
    ...(await database.measure()),
    photos: measureFolder(database.media),
    backups: measureFolder(backups),
    ...measureProcess(pid),
  };
}

/** Of these only the last days are kept. */
const bounded = [
  'admin_events',
  'deliveries',
  'events',
  'idempotency_records',
  'inquiries',
  'sign_in_links',
  'webhook_attempts',
];

/** What has grown since the moment before although it must not, if both are after the time for which things are kept. */
export function findUnbounded(before: Growth, after: Growth): string[] {
  const grown = bounded.filter((name) => {
    const [least, most] = [before, after].map(({ tables }) => tables.get(name)?.rows ?? 0) as [number, number];
    return most > 1.5 * least + 100;
  });
  const { bytes, freeBytes, walBytes } = after;
  // What is given back, and when: see "What grows" in docs/reliability.md.
  if (freeBytes > Math.max(10 * mebibyte, (bytes - freeBytes) / 8)) grown.push(`${freeBytes} free bytes of the file`);
  if (walBytes > 32 * mebibyte) grown.push(`the write-ahead log, ${walBytes} bytes`);
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
    row('database, of which free', ({ bytes, freeBytes }) => `${size(bytes)}, ${size(freeBytes)}`),
    row('write-ahead log', ({ walBytes }) => size(walBytes)),
    row('photos', ({ photos }) => folder(photos)),
    row('backups', ({ backups }) => folder(backups)),
    row('memory, open files', ({ memory, descriptors }) => `${size(memory)}, ${descriptors}`),
  ];
}

interface FolderSize {
  readonly files: number;
  /** Those that have files. */
  readonly folders: number;
  readonly bytes: number;
}

/** The files in a folder and those below it. */
export function measureFolder(folder: string): FolderSize {
  let [files, bytes] = [0, 0];
  const folders = new Set<string>();
  if (!existsSync(folder)) return { files, folders: 0, bytes };
  for (const entry of readdirSync(folder, { recursive: true, withFileTypes: true })) {
    if (!entry.isFile()) continue;
    files += 1;
    folders.add(entry.parentPath);
    bytes += statSync(join(entry.parentPath, entry.name)).size;
  }
  return { files, folders: folders.size, bytes };
}

/** The resident memory of a process in bytes, and its open files. */
function measureProcess(pid: number): { memory: number; descriptors: number } {
  const [, kibibytes = '0'] = /VmRSS:\s+(\d+)/.exec(readFileSync(`/proc/${pid}/status`, 'utf8')) ?? [];
  return { memory: Number(kibibytes) * 1_024, descriptors: readdirSync(`/proc/${pid}/fd`).length };
}
