import { mkdirSync, readdirSync } from 'node:fs';
import { join } from 'node:path';
import { makePng } from '../../support/data/images.ts';
import { fileDatabase, runOnFile } from '../../support/engines.ts';
import type { Report, Violation } from '../history/rules.ts';
import type { Trial, TrialContext, TrialResult } from '../trial.ts';
import { checkFigures, dateOf } from './check-year.ts';
import { Follower } from './follower.ts';
import { type Growth, measureGrowth, tellGrowth } from './growth.ts';
import { Network, type Size } from './network.ts';
import { dayMs, hourMs, startSimulation } from './simulation.ts';
import { Staff, siteTypes } from './staff.ts';

const begin = Date.UTC(2026, 0, 1);
const quarterDays = 91;
const backupHour = 3;
const kept = { last: 3, daily: 14, weekly: 8 };

/** Lets a network of shelters work for simulated days, and compares what the service has then with what has happened. */
export async function simulate(
  { folder, random, progress, signal }: Pick<TrialContext, 'folder' | 'random' | 'progress' | 'signal'>,
  size: Size,
): Promise<TrialResult> {
  const violations: Violation[] = [];
  /** Twice the time of events: both are over within a year. */
  const adminDays = 2 * size.keptDays;
  const report: Report = (rule, detail) => void violations.push({ rule, detail });
  const [path, backups] = [join(folder, 'petstore.db'), join(folder, 'backups')];
  mkdirSync(backups);
  const database = fileDatabase(path);
  const simulation = await startSimulation(
    {
      DATABASE_URL: database.url,
      TMPDIR: folder,
      PETSTORE_PUBLIC_PAGE: 'on',
      PETSTORE_TRUSTED_PROXIES: '127.0.0.1',
      PETSTORE_WEBHOOK_PRIVATE_ADDRESSES: 'on',
      PETSTORE_EVENTS_DAYS: `${size.keptDays}`,
      PETSTORE_INQUIRIES_DAYS: `${size.keptDays}`,
      PETSTORE_ADMIN_EVENTS_DAYS: `${adminDays}`,
    },
    begin,
  );
  const network = new Network(simulation, random, size, await makePhoto());
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
    const follower = await Follower.start(simulation, report);
    await staff.open(`http://127.0.0.1:${receiver.port}/`);
    const webhooksFrom = follower.last;
    growth.push(measureGrowth('beginning', simulation, folder));
    let backup = Promise.resolve();
    for (let day = 1; day <= size.days; day++) {
      network.planDay();
      for (const hour of size.hours) {
        signal.throwIfAborted();
        await simulation.passUntil(begin / hourMs + (day - 1) * 24 + hour);
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
      if (day % quarterDays !== 0 && day !== size.days) continue;
      await backup;
      growth.push(measureGrowth(`day ${day}`, simulation, folder));
      progress(tellGrowth(growth.slice(-1)).join('\n'));
    }
    await checkFigures(network, simulation, begin, report);
    await checkRest(follower, webhooksFrom);
  } finally {
    const exitCode = await simulation.stop();
    if (exitCode !== 0) report('recovery', `the service ended with ${exitCode}`);
    await receiver.stop(true);
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
    for (;;) {
      const [row = []] = runOnFile(
        path,
        `SELECT count(*) + (SELECT max(id) FROM events) - (SELECT event_id FROM webhooks WHERE id = 1)
         FROM deliveries WHERE webhook_id = 1`,
      );
      if (row[0] === 0n) return;
      await simulation.settle();
    }
  }

  async function checkRest(follower: Follower, webhooksFrom: number): Promise<void> {
    const { now } = simulation;
    const { model, orders, photos, inquiries, keyed } = network;
    for (const [type, right] of model.events) {
      const seen = follower.types.get(type) ?? 0;
      if (seen !== right) report('events', `${seen} ${type}, not ${right}`);
    }
    for (const { id, type } of follower.events)
      if (id > webhooksFrom && siteTypes.includes(type) !== delivered.has(id))
        report('webhooks', `the event ${id}, ${type}`);
    await simulation.send('GET /v1/events?after=1', { status: size.days > size.keptDays ? 410 : 200 });

    const tables = growth.at(-1)?.tables ?? new Map();
    const expect = (table: string, least: number, most = least) => {
      const { rows } = tables.get(table) ?? { rows: Number.NaN };
      if (!(rows >= least && rows <= most)) report('retention', `${rows} rows in ${table}, not ${least} to ${most}`);
    };
    /** Within an hour it may or may not be deleted. */
    const within = (times: readonly number[], periodMs: number) =>
      [hourMs, -hourMs].map((ms) => times.filter((at) => at > now + ms - periodMs).length) as [number, number];
    const asked = inquiries.expected(size.keptDays);
    const erased = (follower.types.get('inquiry.created') ?? 0) - (follower.types.get('inquiry.deleted') ?? 0);
    expect('pets', model.animals.size);
    expect('past_stays', model.pastStays);
    expect('orders', orders.placed + orders.completed + orders.cancelled);
    expect('pet_photos', photos.size);
    expect('removed_media', 0);
    expect('inquiries', asked.least, asked.most);
    expect('inquiries', erased);
    expect('idempotency_records', ...within(keyed, dayMs));
    expect('keys', staff.keys, staff.keys + staff.devices);
    expect('daily_totals', size.days, size.days + 1);
    const times = follower.events.map(({ at }) => Date.parse(at));
    if (size.days > size.keptDays) expect('events', ...within(times, size.keptDays * dayMs));
    // The one that works has everything, so these are of the dead one.
    const failing = follower.events.filter(
      ({ at, type }) => Date.parse(at) > now - size.keptDays * dayMs && type.startsWith('order.'),
    );
    expect('deliveries', 0, failing.length);
    const attempts = runOnFile(
      path,
      `SELECT count(*) FROM webhook_attempts WHERE at < ${now - 7 * dayMs - hourMs}`,
    )[0]?.[0];
    const audits = runOnFile(
      path,
      `SELECT count(*) FROM admin_events WHERE at < ${now - adminDays * dayMs - hourMs}`,
    )[0]?.[0];
    if (attempts !== 0n || audits !== 0n)
      report('retention', `${attempts} attempts and ${audits} admin events are too old`);
    for (const { rule, detail } of await check()) report(rule, detail);
  }

  /** What `petstore check` finds. */
  async function check(): Promise<Violation[]> {
    const { exitCode, stdout, stderr } = await simulation.run('check');
    return exitCode === 0 && !/^(warning|error)/m.test(stdout) ? [] : [{ rule: 'damage', detail: stdout + stderr }];
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

/** As large as those of a telephone after an encoding: its colors change everywhere. */
function makePhoto(): Promise<Buffer> {
  const png = makePng(1_024, 768, (x, y) => [((x * y) >> 8) & 255, (x + 2 * y) & 255, (x ^ y) & 255]);
  return new Bun.Image(png).jpeg({ quality: 80 }).buffer();
}

/** A fifth as many animals come in a year as there are at the beginning. */
function readSize(): Size {
  const read = (name: string, otherwise: number) => Number(process.env[`YEAR_${name}`] ?? otherwise);
  const animals = read('ANIMALS', 100_000);
  return {
    animals,
    intakesOfDay: (animals * 0.2) / 365,
    stayDays: 30,
    days: read('DAYS', 365),
    hours: Array.from({ length: 24 }, (_, hour) => hour + 1),
    keptDays: 90,
    backupDays: read('BACKUP_DAYS', 1),
  };
}

export const yearTrial: Trial = {
  name: 'year',
  group: 'load',
  engine: 'sqlite',
  ownTime: true,
  description: 'a network of shelters with 100,000 animals works for a year, which takes about an hour',
  findObstacle: () => (process.platform === 'linux' ? undefined : 'the memory of processes is read from /proc'),
  run: (context) => simulate(context, readSize()),
};
