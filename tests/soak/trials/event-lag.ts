import type { ScratchDatabase } from '../../support/engines.ts';
import { EventReader } from '../../support/http/event-stream.ts';
import { until } from '../../support/until.ts';
import { check } from '../history/check.ts';
import { type ReceivedEvent, Recorder } from '../history/history.ts';
import { Client } from '../load/client.ts';
import { type LoadContext, type LoadRound, runLoadRounds, startNode } from '../load-rounds.ts';
import { postgresDatabase } from '../system/load-database.ts';
import type { SoakNode } from '../system/node.ts';
import { checkDatabase, readState } from '../system/read-state.ts';
import type { Trial } from '../trial.ts';

const roundMs = 60_000;
const clientCount = 20;
const createsPerSecond = 200;
const pauseMs = (1_000 * clientCount) / createsPerSecond;
/** How exactly the time of an arrival is known. */
const lookMs = 2;
const marker = 'transaction of somebody else';

async function runRound(context: LoadContext): Promise<LoadRound> {
  const { random, signal, endAt, figures, onEnd } = context;
  const database = await postgresDatabase(context);
  const node = await startNode(context, database);
  const recorder = new Recorder();
  const transaction = await holdTransaction(database, endAt - performance.now());
  const followed = await follow(node, recorder.clock);
  onEnd(() => followed.close());
  const startedAt = performance.now();
  await Promise.all(
    Array.from({ length: clientCount }, async (_, number) => {
      const name = `client-${number}`;
      const client = new Client({ name, urls: [node.url], random: random.fork(name), recorder });
      await Bun.sleep((pauseMs * number) / clientCount);
      for (let count = 0; performance.now() < endAt; count++) {
        signal.throwIfAborted();
        const nextAt = performance.now() + pauseMs;
        await client.attempt({ kind: 'create', name: `${name} animal ${count}`, categoryId: 1 + number });
        await Bun.sleep(Math.max(0, nextAt - performance.now()));
      }
      client.close();
    }),
  );
  const elapsedMs = performance.now() - startedAt;
  const [[dead] = []] = await database.run(
    "SELECT n_dead_tup FROM pg_stat_user_tables WHERE relname = 'pending_events'",
  );
  await transaction.ended;
  await node.untilSettled();
  const state = await readState(node.fetch);
  const events = await followed.stop(state.events.length);

  const acknowledgedAt = new Map(
    recorder.attempts.flatMap(({ change, outcome, endedAt }) =>
      change.kind === 'create' && outcome.kind === 'acknowledged' ? [[change.name, endedAt] as const] : [],
    ),
  );
  figures.count('creates', recorder.acknowledged, elapsedMs);
  // An event may arrive before the response to its create.
  const lags = events.flatMap(({ at, event }) => {
    const since = acknowledgedAt.get(event.pet?.name ?? '');
    return since === undefined ? [] : [Math.max(0, at - since)];
  });
  figures.times('event lag').add(lags);
  figures.largest('dead rows of pending_events', Number(dead ?? 0));

  const history = {
    attempts: recorder.attempts,
    reads: recorder.reads,
    walks: recorder.walks,
    followed: [{ name: 'follower', after: 0, events, isComplete: true }],
  };
  const violations = [...check(history, state), ...(await checkDatabase(database.url))];
  return { acknowledged: recorder.acknowledged, violations };
}

/** Holds a transaction that has written something and keeps its snapshot. Resolves when it is open, with its end. */
async function holdTransaction(database: ScratchDatabase, ms: number): Promise<{ ended: Promise<unknown> }> {
  const ended = database.run(
    `BEGIN ISOLATION LEVEL REPEATABLE READ; CREATE TEMPORARY TABLE held (); SELECT count(*) FROM pets;
     SELECT pg_sleep(${(ms / 1_000).toFixed(1)}) /* ${marker} */; ROLLBACK`,
  );
  // Awaited by the caller; until then a failure must not end the run.
  ended.catch(() => undefined);
  await until('the transaction to be open', async () => {
    const rows = await database.run(
      `SELECT 1 FROM pg_stat_activity
       WHERE pid <> pg_backend_pid() AND query LIKE '%${marker}%' AND backend_xid IS NOT NULL AND backend_xmin IS NOT NULL`,
    );
    return rows.length === 1;
  });
  return { ended };
}

/** Follows the stream of one node, and writes down when each event arrives. */
async function follow(node: SoakNode, clock: () => number) {
  const reader = await EventReader.open((init) => node.fetch('/v1/events', init), { 'Last-Event-ID': '0' });
  const received: ReceivedEvent[] = [];
  const take = () => {
    for (const { data } of reader.events.splice(0)) received.push({ at: clock(), event: JSON.parse(data) });
  };
  const timer = setInterval(take, lookMs);
  const close = () => {
    clearInterval(timer);
    reader.close();
  };
  return {
    close,
    /** Ends when it has received so many events, or the stream has ended. */
    async stop(count: number): Promise<ReceivedEvent[]> {
      await until(`${count} events`, () => received.length >= count || reader.end !== undefined);
      take();
      close();
      return received;
    },
  };
}

export const eventLag: Trial = {
  name: 'event-lag',
  group: 'load',
  engine: 'postgres',
  description: `${createsPerSecond} creates a second while somebody holds a transaction open, and a follower of the events`,
  run: (context) => runLoadRounds(context, roundMs, runRound),
};
