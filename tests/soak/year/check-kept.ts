import type { Report } from '../history/rules.ts';
import type { YearDatabase } from './databases.ts';
import type { Follower } from './follower.ts';
import type { Growth } from './growth.ts';
import type { Network, Size } from './network.ts';
import { dayMs, hourMs, type Simulation } from './simulation.ts';
import { type Staff, siteTypes } from './staff.ts';

/** For how long changes of keys and people are kept: twice as long as events, so that both are over within a year. */
export const adminDaysOf = ({ keptDays }: Size) => 2 * keptDays;

interface Kept {
  /** What there is at the end. */
  readonly growth: Growth;
  readonly simulation: Simulation;
  readonly network: Network;
  readonly staff: Staff;
  readonly follower: Follower;
  readonly size: Size;
  /** The events that the receiver of a webhook has got, and the last one before it. */
  readonly delivered: ReadonlySet<number>;
  readonly webhooksFrom: number;
  readonly database: YearDatabase;
}

/** Compares events, deliveries and tables with what has happened, and with for how long things are to be kept. */
export async function checkKept(
  { simulation, network, staff, follower, size, delivered, webhooksFrom, database, growth }: Kept,
  report: Report,
): Promise<void> {
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

  const expect = (table: string, least: number, most = least) => {
    const { rows } = growth.tables.get(table) ?? { rows: Number.NaN };
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
  // Each photo has a folder; beside them is the file that says to whom they belong.
  if (growth.photos.folders !== photos.size + 1)
    report('retention', `files of ${growth.photos.folders - 1} photos, not of ${photos.size}`);
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
  const tooOld = {
    webhook_attempts: `at < ${now - 7 * dayMs - hourMs}`,
    admin_events: `at < ${now - adminDaysOf(size) * dayMs - hourMs}`,
    deliveries: 'event_id < (SELECT min(id) FROM events)',
    sign_in_links: `expires_at < ${now - 30 * dayMs}`,
  };
  for (const [table, condition] of Object.entries(tooOld)) {
    const [[count] = []] = await database.run(`SELECT count(*) FROM ${table} WHERE ${condition}`);
    if (Number(count) !== 0) report('retention', `${count} rows of ${table} are too old`);
  }
  for (const line of simulation.log().split('\n')) {
    // A query of PostgreSQL during which the clock jumps seems to be without an answer.
    const isOfJump = /"event":"the storage is (still )?not available/.test(line);
    if (/"level":"error"|clock/.test(line) && !isOfJump) report('trial', line);
  }
  const { exitCode, stdout, stderr } = await simulation.run('check');
  if (exitCode !== 0 || /^(warning|error)/m.test(stdout)) report('damage', stdout + stderr);
}
