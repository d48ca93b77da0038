import { mkdirSync, readdirSync } from 'node:fs';
import { join } from 'node:path';
import { makeJpeg } from '../../support/data/images.ts';
import type { Report, Violation } from '../history/rules.ts';
import { engineNames, type Trial, type TrialContext, type TrialResult } from '../trial.ts';
import { dateOf } from './arrivals.ts';
import { checkFigures } from './check-figures.ts';
import { adminDaysOf, checkKept } from './check-kept.ts';
import { openDatabase } from './databases.ts';
import { startFollower } from './follower.ts';
import { findUnbounded, type Growth, measureGrowth, tellGrowth } from './growth.ts';
import { Network, type Size } from './network.ts';
import { dayMs, hourMs, startSimulation } from './simulation.ts';
import { Staff } from './staff.ts';

const begin = Date.UTC(2026, 0, 1);
const quarterDays = 91;
const backupHour = 3;
const kept = { last: 3, daily: 14, weekly: 8 };

/** Lets a network of shelters work for simulated days, and compares what the service has then with what has happened. */
export async function simulate(
  { folder, random, progress, signal }: Pick<TrialContext, 'folder' | 'random' | 'progress' | 'signal'>,
  engine: Trial['engine'],
  size: Size,
): Promise<TrialResult> {
  const violations: Violation[] = [];
  const report: Report = (rule, detail) => void violations.push({ rule, detail });
  const backups = join(folder, 'backups');
  mkdirSync(backups);
  const database = await openDatabase(engine, folder, begin);
  const simulation = await startSimulation(
    {
      DATABASE_URL: database.url,
      ...database.settings,
      TMPDIR: folder,
      PETSTORE_PUBLIC_PAGE: 'on',
      PETSTORE_TRUSTED_PROXIES: '127.0.0.1',
      PETSTORE_WEBHOOK_PRIVATE_ADDRESSES: 'on',
      PETSTORE_EVENTS_DAYS: `${size.keptDays}`,
      PETSTORE_INQUIRIES_DAYS: `${size.keptDays}`,
      PETSTORE_ADMIN_EVENTS_DAYS: `${adminDaysOf(size)}`,
    },
    begin,
  );
  const network = new Network(simulation, random, size, await makeJpeg(320, 240));
  const staff = new Staff(simulation);
  const delivered = new Set<number>();
  const receiver = Bun.serve({
    port: 0,
    hostname: '127.0.0.1',
    async fetch(request) {
      delivered.add(((await request.json()) as { id: number }).id);
      return new Response(null, { status: 204 });
    },
  });
  const growth: Growth[] = [];
  const made: number[] = [];
  try {
    await network.open();
    // A follower begins with the newest event that has its number.
    for (let left = true; left; left = Number((await database.run('SELECT count(*) FROM pending_events'))[0]?.[0]) > 0)
      await simulation.settle();
    const follower = await startFollower(simulation, report);
    await staff.open(`http://127.0.0.1:${receiver.port}/`);
    const webhooksFrom = follower.last;
    growth.push(await measureGrowth('beginning', simulation, database, backups));
    let backup = Promise.resolve();
    for (let day = 1; day <= size.days; day++) {
      network.planDay();
      for (const hour of size.hours) {
        signal.throwIfAborted();
        const time = begin + (day - 1) * dayMs + hour * hourMs;
        await simulation.passUntil(time, database.setClock);
        if (hour === backupHour && size.backupDays > 0 && day % size.backupDays === 0) {
          await backup;
          backup = backUp();
        }
        if (hour === 9) {
          await staff.work();
          await network.correct();
        }
        await network.work();
        await deliver();
      }
      await follower.read();
      if ((day % quarterDays !== 0 || day > size.days - quarterDays / 2) && day !== size.days) continue;
      await backup;
      growth.push(await measureGrowth(`day ${day}`, simulation, database, backups));
      progress(tellGrowth(growth.slice(-1)).join('\n'));
    }
    const [before, after] = growth.slice(-2);
    if (before === undefined || after === undefined) throw new Error('there was no day');
    if (growth.length > 3) for (const what of findUnbounded(before, after)) report('growth', what);
    await checkFigures(network, simulation, begin, report);
    await checkKept(
      { simulation, network, staff, follower, size, delivered, webhooksFrom, database, growth: after },
      report,
    );
  } finally {
    const exitCode = await simulation.stop();
    if (exitCode !== 0) report('recovery', `the service ended with ${exitCode}`);
    await receiver.stop(true);
    await database.remove();
  }
  progress(tellGrowth(growth).join('\n'));
  return { rounds: 1, faults: 0, acknowledged: simulation.requests, recoveriesMs: [], violations };

  async function backUp(): Promise<void> {
    made.push(simulation.now);
    const flags = ['--keep', `${kept.last}`, '--keep-daily', `${kept.daily}`, '--keep-weekly', `${kept.weekly}`];
    const { exitCode, stderr } = await simulation.run('backup', backups, ...flags);
    if (exitCode !== 0) report('backups', `${dateOf(simulation.now / dayMs)}: ${stderr}`);
    const seen = readdirSync(backups)
      .filter((name) => name.endsWith('.db'))
      .map((name) => name.slice(9, 19))
      .sort();
    const right = keptOf(made).map((at) => dateOf(at / dayMs));
    if (seen.join() !== right.join()) report('backups', `${right.at(-1)}: there are ${seen}, not ${right}`);
  }

  /** Sends all events to the receiver that works. */
  async function deliver(): Promise<void> {
    for (let attempt = 0; attempt < 1_000; attempt++) {
      const [[waiting] = []] = await database.run(
        `SELECT count(*) + (SELECT max(id) FROM events) + (SELECT count(*) FROM pending_events)
           - (SELECT event_id FROM webhooks WHERE id = 1)
         FROM deliveries WHERE webhook_id = 1`,
      );
      if (Number(waiting) === 0) return;
      await simulation.settle();
    }
    throw new Error('the receiver does not get its events');
  }
}

/** The times of the backups that must be there, of those that were made. */
function keptOf(made: readonly number[]): number[] {
  const newest = (count: number, periodOf: (at: number) => number) =>
    [...new Map(made.map((at) => [periodOf(at), at])).values()].slice(-count);
  // 1970-01-05 was a Monday.
  const weekOf = (at: number) => Math.floor((at / dayMs - 4) / 7);
  const all = [
    newest(kept.last, (at) => at),
    newest(kept.daily, (at) => Math.floor(at / dayMs)),
    newest(kept.weekly, weekOf),
  ];
  return [...new Set(all.flat())].sort((one, other) => one - other);
}

function readSize(): Size {
  const read = (name: string, otherwise: number) => Number(process.env[`YEAR_${name}`] ?? otherwise);
  return {
    animals: read('ANIMALS', 100_000),
    intakesOfDay: read('INTAKES', 20_000) / 365,
    stayDays: 30,
    days: read('DAYS', 365),
    hours: [3, 6, 9, 11, 13, 15, 17, 24],
    keptDays: 90,
    backupDays: read('BACKUP_DAYS', 1),
  };
}

export const yearTrials = engineNames.map(
  (engine): Trial => ({
    name: engine === 'sqlite' ? 'year' : `year-${engine}`,
    group: 'load',
    engine,
    ownTime: true,
    description: 'a network of shelters with 100,000 animals works for a year, which takes about an hour',
    findObstacle: () => (process.platform === 'linux' ? undefined : 'the memory of processes is read from /proc'),
    run: (context) => simulate(context, engine, readSize()),
  }),
);
