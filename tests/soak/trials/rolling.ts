import { startBalancer } from '../../support/http/balancer.ts';
import { startRollingClients } from '../../support/http/rolling-clients.ts';
import { canShareAPort } from '../../support/process/workers.ts';
import type { Violation } from '../history/rules.ts';
import { type LoadContext, type LoadRound, runLoadRounds, startNode } from '../load-rounds.ts';
import { type OpenDatabase, postgresDatabase, sqliteDatabase } from '../system/load-database.ts';
import { checkDatabase } from '../system/read-state.ts';
import type { Trial } from '../trial.ts';

const clientCount = 12;
const roundMs = 60_000;
/** The balancer needs three checks of 50 ms to notice; a busy machine delays them. */
const drainSeconds = '2';

async function runRound(
  context: LoadContext,
  openDatabase: OpenDatabase,
  more: Record<string, string>,
): Promise<LoadRound> {
  const { endAt, figures, progress, onEnd } = context;
  const database = await openDatabase(context);
  const env = { PETSTORE_DRAIN_SECONDS: drainSeconds, ...more };
  const nodes = [await startNode(context, database, env), await startNode(context, database, env)];
  const balancer = await startBalancer(nodes.map(({ url }) => url));
  onEnd(() => balancer.close());
  for (const { url } of nodes) await balancer.untilReady(url);
  const clients = startRollingClients(balancer.url, clientCount);
  onEnd(() => clients.stop());
  const startedAt = performance.now();
  let restarts = 0;
  do {
    for (const node of nodes) {
      await clients.untilMore(100);
      await node.kill('SIGTERM');
      // The next check at the same address decides when it gets connections again.
      balancer.move(node.url, node.url);
      await node.start();
      await balancer.untilReady(node.url);
      restarts += 1;
    }
    progress(`${restarts} restarts, ${clients.answered} requests, ${clients.failed.length} failed`);
  } while (performance.now() < endAt && clients.failed.length === 0);
  await clients.untilMore(100);
  await clients.stop();
  figures.count('requests', clients.answered, performance.now() - startedAt);
  figures.count('restarts', restarts);
  figures.count('failed', clients.failed.length);
  const stored = new Set((await database.run('SELECT id FROM pets')).map(([id]) => Number(id)));
  const lost = clients.created.filter((id) => !stored.has(id));
  const violations: Violation[] = [
    ...clients.failed.map((detail): Violation => ({ rule: 'answers', detail: `during a rolling restart: ${detail}` })),
    ...lost.map((id): Violation => ({ rule: 'lost', detail: `animal ${id} is not stored` })),
    ...(await checkDatabase(database.url)),
  ];
  return { faults: restarts, acknowledged: clients.created.length, violations };
}

export const rolling: Trial = {
  name: 'rolling',
  group: 'load',
  engine: 'postgres',
  description: 'two nodes are restarted one after the other behind a balancer that repeats nothing',
  run: (context) => runLoadRounds(context, roundMs, (round) => runRound(round, postgresDatabase, {})),
};

export const rollingWorkers: Trial = {
  name: 'rolling-workers',
  group: 'load',
  engine: 'sqlite',
  description: 'the same with two services of two workers each that share a file',
  findObstacle: () => (canShareAPort ? undefined : 'workers share a port on Linux only'),
  run: (context) =>
    runLoadRounds(context, roundMs, (round) => runRound(round, sqliteDatabase, { PETSTORE_WORKERS: '2' })),
};
