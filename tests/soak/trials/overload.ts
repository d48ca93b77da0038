import { Connection, type Reply, type Sent } from '../../support/http/connection.ts';
import { canShareAPort } from '../../support/process/workers.ts';
import { Times } from '../figures.ts';
import { type Create, checkCreates } from '../history/check-creates.ts';
import type { Report, Violation } from '../history/rules.ts';
import { outcomeOf } from '../load/client.ts';
import { startFlood } from '../load/flood.ts';
import { type Beat, startPulse } from '../load/pulse.ts';
import { startSlowClients } from '../load/slow-clients.ts';
import { type LoadContext, type LoadRound, runLoadRounds, startNode } from '../load-rounds.ts';
import { type OpenDatabase, postgresDatabase, sqliteDatabase } from '../system/load-database.ts';
import { readMemory } from '../system/memory.ts';
import { checkDatabase } from '../system/read-state.ts';
import type { Trial } from '../trial.ts';

const connections = 1_000;
const slowClients = 300;
/** Bounds the number of animals that are read back. */
const roundMs = 20_000;
const quietMs = 2_000;
const maxAfterMs = 30_000;
/** Normal is that so many creates in a row take no longer than twice what 90 of 100 took before. */
const normalCreates = 20;

const createOf = (name: string): Sent => ({
  method: 'POST',
  path: '/v1/pets',
  body: JSON.stringify({ name, categoryId: 60 }),
});

async function runRound(context: LoadContext, openDatabase: OpenDatabase): Promise<LoadRound> {
  const { signal, endAt, figures, onEnd } = context;
  const violations: Violation[] = [];
  const report: Report = (rule, detail) => void violations.push({ rule, detail });
  const database = await openDatabase(context);
  const node = await startNode(context, database);
  const before = await quietCreates(node.url);
  const memoryBefore = readMemory(node.pid).now;

  const slow = startSlowClients(node.url, slowClients);
  onEnd(() => slow.close());
  const flood = await startFlood({ url: node.url, connections });
  onEnd(() => flood.end());
  const startedAt = performance.now();
  const pulses = await Promise.all([
    startPulse(node.url, (count) => createOf(`modest ${count}`)),
    startPulse(node.url, () => ({ path: '/livez' })),
    startPulse(node.url, () => ({ path: '/readyz' })),
  ]);
  while (performance.now() < endAt) {
    signal.throwIfAborted();
    await Bun.sleep(100);
  }
  const [modest = [], live = [], ready = []] = await Promise.all(pulses.map((pulse) => pulse.stop()));
  await flood.stop();
  const elapsedMs = performance.now() - startedAt;
  slow.close();
  const after = await untilNormal(node.url, timesOf(before).percentile(90) * 2);
  const flooded = await flood.result();

  figures.count('creates', flooded.latenciesMs.length, elapsedMs);
  figures.count('refused with 503', flooded.statuses['503'] ?? 0);
  figures.count('slow clients that the service ended', slow.ended);
  figures.times('create').add(flooded.latenciesMs);
  for (const [name, beats] of Object.entries({ 'modest create': modest, '/livez': live, '/readyz': ready })) {
    figures.times(name).add(beats.map(({ elapsedMs }) => elapsedMs));
  }
  figures.times('modest create before').add(before.map(({ elapsedMs }) => elapsedMs));
  figures.times('until normal afterwards').add([after.elapsedMs]);
  figures.largest('memory before', memoryBefore, 'MiB');
  figures.largest('memory at most', readMemory(node.pid).peak, 'MiB');

  for (const { sent, reply } of [...live, ...ready]) {
    if (typeof reply === 'string' || reply.status !== 200) report('answers', `${sent.path} returned ${told(reply)}`);
  }
  const creates = [...flooded.creates, ...[...before, ...modest, ...after.beats].map(createdBy)];
  const stored = await database.run('SELECT id, name FROM pets');
  checkCreates(
    creates,
    stored.map(([id, name]) => [Number(id), String(name)] as const),
    report,
  );
  violations.push(...(await checkDatabase(database.url)));
  return { acknowledged: creates.filter(({ outcome }) => outcome.kind === 'acknowledged').length, violations };
}

/** What one client sees while there is no other load. */
async function quietCreates(url: string): Promise<readonly Beat[]> {
  const pulse = await startPulse(url, (count) => createOf(`before ${count}`));
  await Bun.sleep(quietMs);
  return await pulse.stop();
}

/** Creates until enough of them in a row take no longer than `normalMs`; says when the first of those began. */
async function untilNormal(url: string, normalMs: number): Promise<{ beats: Beat[]; elapsedMs: number }> {
  const startedAt = performance.now();
  const connection = await Connection.open(url);
  const beats: Beat[] = [];
  let [normal, since] = [0, 0];
  while (normal < normalCreates && performance.now() - startedAt < maxAfterMs) {
    const sent = createOf(`after ${beats.length}`);
    const sentAt = performance.now();
    const reply = await connection.send(sent);
    const elapsedMs = performance.now() - sentAt;
    beats.push({ sent, reply, elapsedMs });
    if (elapsedMs > normalMs || reply.status !== 201) normal = 0;
    else if (normal++ === 0) since = sentAt - startedAt;
  }
  connection.close();
  return { beats, elapsedMs: normal < normalCreates ? maxAfterMs : since };
}

function timesOf(beats: readonly Beat[]): Times {
  const times = new Times();
  times.add(beats.map(({ elapsedMs }) => elapsedMs));
  return times;
}

function createdBy({ sent, reply }: Beat): Create {
  const { name } = JSON.parse(sent.body ?? '') as { name: string };
  if (typeof reply === 'string') return { name, outcome: { kind: 'unexpected', status: 0, text: reply } };
  return { name, outcome: outcomeOf({ kind: 'create', name, categoryId: 60 }, reply, false) };
}

function told(reply: Reply | string): string {
  return typeof reply === 'string' ? reply : `${reply.status} ${reply.body}`;
}

function overloadOn(engine: 'sqlite' | 'postgres', name: string): Trial {
  const openDatabase = engine === 'sqlite' ? sqliteDatabase : postgresDatabase;
  return {
    name,
    group: 'load',
    engine,
    description: `${connections.toLocaleString('en')} connections create without a pause, and ${slowClients} slow clients hold connections`,
    findObstacle: () => (canShareAPort ? undefined : 'memory is read from /proc'),
    run: (context) => runLoadRounds(context, roundMs, (round) => runRound(round, openDatabase)),
  };
}

export const overload = overloadOn('sqlite', 'overload');
export const overloadPostgres = overloadOn('postgres', 'overload-postgres');
