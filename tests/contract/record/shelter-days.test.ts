import { afterAll, beforeAll, describe, expect, test } from 'bun:test';
import { type TimeZone, timeZone } from '../../../contract/time-zone.ts';
import { parseDay, printDay } from '../../../src/lib/timestamp.ts';
import { deleteExpiredEvents } from '../../../src/record/events/rules.ts';
import { findShelterZone } from '../../../src/record/settings/stored-rules.ts';
import { findDailyActivity } from '../../../src/record/statistics/sql.ts';
import { setTimeZone } from '../../../src/record/statistics/zone-rules.ts';
import { startApp, type TestApp } from '../../support/app.ts';
import { engines } from '../../support/engines.ts';
import { bodyOf, type PetBody } from '../../support/http/body.ts';

interface Matrix {
  start: string;
  species: { species?: string; intakes: { animals: number }[]; outcomes: { animals: number }[] }[];
}

/** Zone, a day of 23 hours and one of 25, in different years: each zone has its own days. India has none of both. */
const zones = [
  ['America/Los_Angeles', '2026-03-08', '2026-11-01'],
  ['Europe/Berlin', '2027-03-28', '2027-10-31'],
  ['Pacific/Auckland', '2028-09-24', '2029-04-01'],
  ['Asia/Kolkata', '2030-01-31', '2030-12-31'],
] as const;

describe.each(engines)('on $name', (engine) => {
  let service: TestApp;
  let zone: TimeZone = timeZone('UTC');
  const setZone = async (name: string) => {
    const changed = await service.store.write(setTimeZone, { name, now: BigInt(service.now) });
    service.store.refresh();
    ({ zone } = await findShelterZone(service.store.reader));
    return changed;
  };
  const send: TestApp['send'] = (...given) => service.send(...given);
  const read = async <Body>(path: string) => await bodyOf<Body>(await service.fetch(`/v1/${path}`));
  const add = async (profile = {}) =>
    (await bodyOf<PetBody>(await send('POST', '/v1/listings', { name: 'Frank', categoryId: 3, profile }))).id;
  const adopt = async (petId: number) => {
    const { id } = await bodyOf<{ id: number }>(await send('POST', '/v1/store/orders', { petId }));
    expect((await send('POST', `/v1/store/orders/${id}/complete`)).status).toBe(200);
    return id;
  };
  const outcomeOf = async (id: number) => (await read<{ outcomeOn?: string }>(`pets/${id}/profile`)).outcomeOn;
  /** What is added, adopted and returned on each day, without days on which nothing is. */
  const activity = async () => {
    const range = { from: 0n, to: 30_000n, categoryId: undefined, isByCategory: false };
    const days = await findDailyActivity(service.store.reader, { ...range, zone, now: BigInt(service.now) });
    return days.map(({ day, added, adopted, returned }) => [printDay(day), added, adopted, returned].join(' '));
  };
  beforeAll(async () => {
    service = await startApp({ timeZone: () => zone }, engine);
    await service.sequencing.stop();
  });
  afterAll(() => service.close());

  test.each(zones)('days of %s begin and end with them, also when the clock changes', async (name, short, long) => {
    await setZone(name);
    const secret = await service.makeKey('public');
    const isPublic = async (id: number) => {
      const headers = { Authorization: `Bearer ${secret}` };
      return (await service.fetch(`/v1/listings/${id}`, { headers })).status === 200;
    };
    for (const day of [short, long]) {
      const number = parseDay(day) ?? 0n;
      const next = printDay(number + 1n);
      service.now = zone.startOf(number) - 1;
      const [held, early, late] = [await add({ holdUntil: day }), await add(), await add()];
      const tomorrow = await send('PATCH', `/v1/pets/${held}/profile`, { birthDate: next });
      expect(tomorrow.status).toBe(400);
      service.now += 1;
      await add();
      service.now = zone.startOf(number + 1n) - 1;
      expect([await isPublic(held), await isPublic(early)]).toEqual([false, true]);
      await adopt(early);
      service.now += 1;
      expect(await isPublic(held)).toBe(true);
      expect(await bodyOf<object[]>(await service.fetch('/v1/listings?onHold=true'))).toEqual([]);
      await adopt(late);
      expect([await outcomeOf(early), await outcomeOf(late)]).toEqual([day, next]);
      const born = await send('PATCH', `/v1/pets/${held}/profile`, { birthDate: next });
      expect(born.status).toBe(200);
      const counted = await read<Record<string, unknown>[]>(`store/statistics?from=${day}&to=${printDay(number + 2n)}`);
      expect(counted).toMatchObject([
        { start: day, added: 1, adopted: 1, timeZone: name },
        { start: next, added: 0, adopted: 1, timeZone: name },
      ]);
    }
  });

  test('animals count for the month in which they came and left by the clock of the shelter', async () => {
    await setZone('America/Los_Angeles');
    service.now = Date.parse('2031-12-01T07:59:59Z');
    const id = await add({ species: 'Ferret' });
    await send('PATCH', `/v1/pets/${id}`, { status: 'sold' });
    // The month before is asked for on the last evening of December, and in the first night of January.
    service.now = Date.parse('2032-01-01T07:59:59Z');
    const ferrets = async (query = '') => {
      const { start, species } = await read<Matrix>(`store/statistics/matrix${query}`);
      const found = species.find((one) => one.species === 'Ferret');
      return [start, ...[found?.intakes, found?.outcomes].map((cells) => cells?.[0]?.animals)];
    };
    expect(await ferrets()).toEqual(['2031-11-01', 1, 1]);
    service.now += 1_000;
    expect(await ferrets()).toEqual(['2031-12-01', undefined, undefined]);
    // What a stay has told is kept when the animal comes back.
    await send('PATCH', `/v1/pets/${id}`, { status: 'available' });
    expect(await ferrets('?month=2031-11')).toEqual(['2031-11-01', 1, 1]);
  });

  test('a change of the zone counts anew what events tell of, and says from when on days are by it', async () => {
    await setZone('UTC');
    service.now = Date.parse('2033-06-10T02:00:00Z');
    const [kept, taken] = [await add(), await add()];
    await adopt(kept);
    const order = await adopt(taken);
    service.now += 60_000;
    expect((await send('POST', `/v1/store/orders/${order}/reopen`)).status).toBe(200);
    service.now = Date.parse('2033-06-11T02:00:00Z');
    await add();
    const page = async () => /petstore-time-zone" content="([^"]*)/.exec(await (await service.fetch('/')).text())?.[1];
    expect(await page()).toBe('UTC');
    const inUtc = ['2033-06-10 2 1 0', '2033-06-11 1 0 0'];
    expect((await activity()).slice(-2)).toEqual(inUtc);
    expect(await setZone('America/Los_Angeles')).toEqual({ from: 'UTC', to: 'America/Los_Angeles', since: undefined });
    // The page of the console and programs have it from the service.
    expect([await page(), (await read<{ timeZone: string }>('shelter')).timeZone]).toEqual([zone.name, zone.name]);
    expect((await activity()).slice(-2)).toEqual(['2033-06-09 2 1 0', '2033-06-10 1 0 0']);
    await setZone('UTC');
    expect((await activity()).slice(-2)).toEqual(inUtc);
    const events = await read<{ id: number; at: string }[]>('events?limit=1&sort=-id');
    const last = { until: BigInt(service.now), limit: 1_000, after: 0n };
    await service.store.write(deleteExpiredEvents, last);
    const ended = await activity();
    const since = parseDay('2033-06-11');
    const changed = await setZone('America/Los_Angeles');
    expect([events.length, changed.since]).toEqual([1, since]);
    // The newest event is kept, and with it the day on which it is.
    expect((await activity()).slice(-1)).toEqual(['2033-06-10 3 1 0']);
    expect(ended.slice(-2)).toEqual(inUtc);
    const told = await read<{ start: string; timeZone?: string }[]>('store/statistics?from=2033-06-10&to=2033-06-12');
    expect(told.map(({ start, timeZone: name }) => [start, name])).toEqual([
      ['2033-06-10', undefined],
      ['2033-06-11', 'America/Los_Angeles'],
    ]);
  });
});
