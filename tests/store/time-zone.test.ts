import { describe, expect, test } from 'bun:test';
import { timeZoneCommand } from '../../cli/operator/time-zone.ts';
import { StartError } from '../../src/lib/errors.ts';
import { createLog } from '../../src/lib/log.ts';
import { followTimeZone, prepareTimeZone } from '../../src/server/shelter-zone.ts';
import type { Store } from '../../src/store/store.ts';
import { engines, type ScratchDatabase } from '../support/engines.ts';
import { runHere } from '../support/process/command.ts';
import { storeForEach } from '../support/store-hooks.ts';
import { until } from '../support/until.ts';

const now = Date.UTC(2026, 10, 30);

describe.each(engines)('on $name', (engine) => {
  let database: ScratchDatabase;
  let store: Store;
  storeForEach(engine, (opened) => {
    ({ database, store } = opened);
  });
  const prepare = (setting?: string) => prepareTimeZone(store, setting, now);
  const timeZone = async (...args: string[]) => {
    const { stdout, stderr } = await runHere(timeZoneCommand(), args, { DATABASE_URL: database.url });
    store.refresh();
    return (stdout + stderr).trim();
  };
  const addEvent = (id: number) =>
    database.run(`INSERT INTO events (id, type, at, pet_id, name, category_id, status)
      VALUES (${id}, 'pet.created', ${now}, ${id}, 'Frank', 3, 'available')`);

  test('a new database takes the zone of the machine, and keeps it', async () => {
    expect(await prepare()).toEqual({ name: 'UTC', origin: 'machine' });
    expect(await prepare()).toEqual({ name: 'UTC', origin: 'stored' });
  });

  test('a database in which something has happened has UTC until somebody sets a zone', async () => {
    await addEvent(7);
    store.refresh();
    expect(await prepare()).toEqual({ name: 'UTC', origin: 'none' });
    expect(await timeZone()).toContain('Days are those of UTC, because nobody has set another time zone.');
    expect(await prepare('America/Los_Angeles')).toEqual({ name: 'America/Los_Angeles', origin: 'setting' });
    expect(await timeZone()).toContain('The statistics are counted by it from 2026-11-30 on.');
  });

  test('a stored zone is changed by the command alone, and nodes that run follow', async () => {
    await prepare('Europe/Berlin');
    const refused = await prepare('Asia/Kolkata').catch((error) => error);
    expect(refused).toBeInstanceOf(StartError);
    expect(refused.message).toContain('"petstore time-zone set Asia/Kolkata"');
    const log = createLog(
      () => undefined,
      'json',
      () => 0,
    );
    const followed = await followTimeZone(store, log, 1);
    expect(followed.current().name).toBe('Europe/Berlin');
    expect(await timeZone('set', 'Mars/Olympus')).toContain('It must be the name of an IANA time zone');
    expect(await timeZone('set', 'asia/kolkata')).toContain(
      'Days are those of Asia/Kolkata, and were those of Europe/Berlin.',
    );
    await until('the node to follow', async () => followed.current().name === 'Asia/Kolkata');
    await followed.stop();
    expect(await timeZone('set', 'Asia/Kolkata')).toContain('Nothing was counted anew.');
    expect(await prepare('Asia/Kolkata')).toEqual({ name: 'Asia/Kolkata', origin: 'stored' });
  });
});
