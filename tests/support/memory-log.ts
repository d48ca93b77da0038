import { Type } from 'typebox';
import { stream } from '../../src/api/define.ts';
import { path } from '../../src/api/path.ts';
import { int64 } from '../../src/api/schemas.ts';
import { createLiveEvents } from '../../src/http/stream/live-events.ts';
import { sqliteDialect } from '../../src/store/sqlite/dialect.ts';
import type { StoreReader } from '../../src/store/statement.ts';
import { until } from './until.ts';

const Entry = Type.Object({ id: int64('Its sequence number.'), text: Type.String() });

/** A log in memory, which counts how often it is read. */
export class MemoryLog {
  readonly entries: { id: bigint; type: string; text: string }[] = [];
  reads = 0;
  /** How often its revision was read. */
  polls = 0;
  /** Incremented with each entry, where it is known. */
  revisionNow: number | undefined = 0;
  /** The error of every read, if any. */
  failure: Error | undefined;

  readonly operation = stream({
    id: 'test',
    path: path`/test`,
    summary: 'Test',
    description: 'Test',
    scope: 'any',
    stability: 'experimental',
    response: { status: 200, description: 'Test', schema: Type.Array(Entry) },
    entry: Entry,
    errors: [],
    find: async (_, { after = 0n, limit }) => {
      this.reads++;
      if (this.failure !== undefined) throw this.failure;
      return this.entries.slice(Number(after), Number(after) + limit);
    },
    filters: {},
    search: async () => ({ entries: [], next: undefined }),
    end: async () => BigInt(this.entries.length),
  });

  /** Unused: only the operation reads. */
  readonly reader: StoreReader = { dialect: sqliteDialect, query: () => [], async *scan() {} };

  revision(): number | undefined {
    this.polls++;
    return this.revisionNow;
  }

  add(count: number, text = ''): void {
    for (let index = 0; index < count; index++) {
      this.entries.push({ id: BigInt(this.entries.length + 1), type: 'grown', text });
    }
    if (this.revisionNow !== undefined) this.revisionNow++;
  }
}

/** The polling interval in tests. */
export const intervalMs = 5;

/** Waits as long as any log takes to be polled three times. */
export async function pollThreeTimes(): Promise<void> {
  const log = new MemoryLog();
  const stop = createLiveEvents(log.operation.page, log, intervalMs).wait(0n, () => undefined);
  await until('a log to be polled three times', () => log.polls >= 3);
  stop();
}
