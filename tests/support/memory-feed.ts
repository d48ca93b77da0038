import { Type } from 'typebox';
import { LiveEvents } from '../../src/http/stream/live-events.ts';
import { stream } from '../../src/operations/define.ts';
import { int64 } from '../../src/operations/schemas/base.ts';
import type { Reader } from '../../src/store/statement.ts';
import { until } from './until.ts';

const Entry = Type.Object({ id: int64({ description: 'Its place.' }), text: Type.String() });

/** An event log in memory, which counts how often it is read. */
export class MemoryFeed {
  readonly entries: { id: bigint; type: string; text: string }[] = [];
  reads = 0;
  /** How often its revision was read. */
  looks = 0;
  /** Changes with each entry; `undefined` where the revision is unknown. */
  revisionNow: number | undefined = 0;
  /** The error of every read, if set. */
  failure: Error | undefined;

  readonly operation = stream({
    id: 'test',
    path: '/test',
    tag: 'test',
    summary: 'Test',
    description: 'Test',
    scope: 'any',
    stability: 'experimental',
    response: { status: 200, description: 'Test', schema: Type.Array(Entry) },
    entry: Entry,
    errors: [],
    find: (_, { after = 0n, limit }) => {
      this.reads++;
      if (this.failure !== undefined) throw this.failure;
      return this.entries.slice(Number(after), Number(after) + limit);
    },
    end: () => BigInt(this.entries.length),
  });

  /** Unused: only the operation reads. */
  readonly reader: Reader = { query: () => [], seek: () => ({ condition: '', order: '' }) };

  revision(): number | undefined {
    this.looks++;
    return this.revisionNow;
  }

  add(count: number, text = ''): void {
    for (let index = 0; index < count; index++) {
      this.entries.push({ id: BigInt(this.entries.length + 1), type: 'grown', text });
    }
    if (this.revisionNow !== undefined) this.revisionNow++;
  }
}

/** How often event streams poll in tests. */
export const intervalMs = 5;

/** Waits as long as an event stream takes to poll three times, by running one that does. */
export async function settle(): Promise<void> {
  const log = new MemoryFeed();
  const stop = new LiveEvents(log.operation, log, { intervalMs }).wait(0n, () => undefined);
  await until(
    'a feed to look three times',
    () => log.looks,
    (looks) => looks >= 3,
  );
  stop();
}
