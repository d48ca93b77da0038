import { postWebhook } from '../../support/data/webhooks.ts';
import { type Receiver, startReceiver } from '../../support/http/receiver.ts';
import { until } from '../../support/until.ts';
import { check } from '../history/check.ts';
import { type Arrival, checkArrivals } from '../history/check-arrivals.ts';
import { Recorder } from '../history/history.ts';
import type { Report, Violation } from '../history/rules.ts';
import { Client } from '../load/client.ts';
import { type LoadContext, type LoadRound, runLoadRounds, startNode } from '../load-rounds.ts';
import { sqliteDatabase } from '../system/load-database.ts';
import { checkDatabase, readState } from '../system/read-state.ts';
import type { Trial } from '../trial.ts';

const hanging = 8;
const eventsPerSecond = 5;
const roundMs = 60_000;

async function runRound(context: LoadContext): Promise<LoadRound> {
  const { random, signal, endAt, figures, onEnd } = context;
  const database = await sqliteDatabase(context);
  const env = { PETSTORE_WEBHOOK_PRIVATE_ADDRESSES: 'on' };
  const node = await startNode(context, database, env);
  const recorder = new Recorder();
  const receivers = Array.from({ length: hanging + 1 }, () => startReceiver());
  for (const receiver of receivers) onEnd(() => receiver.stop());
  const arrivals: Arrival[] = [];
  for (const [index, receiver] of receivers.entries()) {
    receiver.answer = index < hanging ? () => new Promise<Response>(() => undefined) : arrive(arrivals, recorder.clock);
    await postWebhook(node.fetch, receiver.url);
  }
  const client = new Client({ name: 'client', urls: [node.url], random: random.fork('client'), recorder });
  for (let count = 0; performance.now() < endAt; count++) {
    signal.throwIfAborted();
    const nextAt = performance.now() + 1_000 / eventsPerSecond;
    await client.attempt({ kind: 'create', name: `client animal ${count}`, categoryId: 1 });
    await Bun.sleep(Math.max(0, nextAt - performance.now()));
  }
  client.close();

  const state = await readState(node.fetch);
  const violations: Violation[] = [];
  const report: Report = (rule, detail) => void violations.push({ rule, detail });
  const distinct = () => new Set(arrivals.map(({ webhookId }) => webhookId)).size;
  await until('all events to arrive', () => distinct() >= state.events.length).catch(() => undefined);
  checkArrivals(arrivals, state.events, report);
  const { attempts, reads, walks } = recorder;
  violations.push(...check({ attempts, reads, walks, followed: [] }, state));
  figures.count('events', state.events.length);
  figures.times('lag of the healthy receiver').add(lagsOf(arrivals, recorder));
  figures.count('requests to the healthy receiver', arrivals.length);
  figures.count('requests to those that hang', receivers.slice(0, hanging).reduce(sumOfRequests, 0));
  violations.push(...(await checkDatabase(database.url)));
  return { acknowledged: recorder.acknowledged, violations };
}

function arrive(arrivals: Arrival[], clock: () => number): Receiver['answer'] {
  return ({ headers, body }) => {
    arrivals.push({ at: clock(), webhookId: headers['webhook-id'] ?? '', body });
    return new Response(null, { status: 204 });
  };
}

/** From the response to a create until its event arrives for the first time; 0 if it arrives earlier. */
function lagsOf(arrivals: readonly Arrival[], { attempts }: Recorder): number[] {
  const firstAt = new Map<number, number>();
  for (const { at, body } of arrivals) {
    const { petId } = JSON.parse(body) as { petId: number };
    if (!firstAt.has(petId)) firstAt.set(petId, at);
  }
  return attempts.flatMap(({ outcome, endedAt }) => {
    const at = outcome.kind === 'acknowledged' ? firstAt.get(outcome.id) : undefined;
    return at === undefined ? [] : [Math.max(0, at - endedAt)];
  });
}

function sumOfRequests(sum: number, { received }: Receiver): number {
  return sum + received.length;
}

export const webhookFairness: Trial = {
  name: 'webhook-fairness',
  group: 'load',
  engine: 'sqlite',
  description: `${hanging} webhook receivers hang, and another one is healthy, at ${eventsPerSecond} events a second`,
  run: (context) => runLoadRounds(context, roundMs, runRound),
};
