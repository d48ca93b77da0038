import { describe, expect, test } from 'bun:test';
import { backupName, timeOfBackup } from './backup-names.ts';
import type { Backup } from './backup-place.ts';
import { planRotation, type Retention } from './rotation.ts';

interface Content {
  animals?: bigint;
  databaseId?: string | undefined;
}

/** A backup of a time such as `2026-11-22 03` or `2026-11-22`; `null` if it cannot be read. */
function backup(time: string, content: Content | null = {}): Backup {
  const [day = '', hour = '00'] = time.split(' ');
  const at = Date.parse(`${day}T${hour}:00:00Z`);
  const contents = content && { databaseId: 'ours', animals: 100n, schemaVersion: 10, ...content };
  return { name: backupName(at), at, sizeBytes: 1, contents: contents ?? undefined };
}

function plan(backups: readonly Backup[], retention: Retention, made = backups.at(-1)?.name ?? '') {
  const now = Date.parse('2026-11-23T12:00:00Z');
  const { expired, obstacle } = planRotation(backups, { made, now }, retention);
  const kept = backups.filter(({ name }) => !expired.includes(name));
  return { kept: kept.map(({ name }) => name.slice(14, 22).replace('T00', '').replace('T', ' ')), obstacle };
}

/** Backups of some days of November 2026. */
const november = (days: string, content: Content | null = {}) =>
  days.split(' ').map((day) => backup(`2026-11-${day}`, content));
/** Every hour of some days. */
const hourly = (days: readonly string[]) =>
  days.flatMap((day) => Array.from({ length: 24 }, (_, hour) => backup(`${day} ${String(hour).padStart(2, '0')}`)));
const daily = (from: string, days: number) =>
  Array.from({ length: days }, (_, day) =>
    backup(new Date(Date.parse(from) + day * 86_400_000).toISOString().slice(0, 10)),
  );

test('the name of a backup tells its time', () => {
  const at = Date.parse('2026-11-22T03:15:09Z');
  expect(backupName(at + 999)).toBe('petstore-2026-11-22T03-15-09Z.db');
  expect(timeOfBackup('petstore-2026-11-22T03-15-09Z.db')).toBe(at);
  for (const name of ['petstore.db', 'petstore-2026-13-22T03-15-09Z.db', 'petstore-2026-11-22T03-15-09Z.db.json']) {
    expect(timeOfBackup(name)).toBeUndefined();
  }
});

// 2026-11-23 is a Monday.
const retentions: [what: string, Retention, Backup[], kept: string[]][] = [
  ['all of them, if there are fewer', { last: 5 }, daily('2026-11-20', 2), ['11-20', '11-21']],
  ['the newest', { last: 2 }, daily('2026-11-20', 4), ['11-22', '11-23']],
  [
    'the newest of each day (UTC)',
    { daily: 2 },
    hourly(['2026-11-20', '2026-11-21', '2026-11-22']),
    ['11-21 23', '11-22 23'],
  ],
  [
    'days that have a backup, however long ago',
    { daily: 3 },
    [backup('2025-01-01'), backup('2026-03-01'), backup('2026-11-22'), backup('2026-11-22 05')],
    ['01-01', '03-01', '11-22 05'],
  ],
  ['the newest of each week from Monday', { weekly: 2 }, daily('2026-11-15', 9), ['11-22', '11-23']],
  ['weeks across the end of a year', { weekly: 2 }, daily('2025-12-26', 10), ['12-28', '01-04']],
  [
    'what one of the three keeps',
    { last: 2, daily: 3, weekly: 3 },
    daily('2026-11-01', 23),
    ['11-15', '11-21', '11-22', '11-23'],
  ],
  ['the new one, whatever is asked', {}, daily('2026-11-20', 3), ['11-22']],
  [
    'those that cannot be read, without counting them',
    { last: 2 },
    [...november('01', null), ...november('02'), ...november('03', null), ...november('04 05')],
    ['11-01', '11-03', '11-04', '11-05'],
  ],
  [
    'those of a catalogue that has half of its animals, as any',
    { last: 1 },
    [...november('01'), ...november('02', { animals: 50n })],
    ['11-02'],
  ],
  [
    'the whole ones of a catalogue that was empty for a while, beside the empty ones',
    { last: 2 },
    [...november('01 02 03'), ...november('04 05 06', { animals: 0n }), ...november('07', { animals: 90n })],
    ['11-03', '11-05', '11-06', '11-07'],
  ],
  [
    'those of a time when the database had no id, as any',
    { last: 1 },
    [...november('01', { databaseId: undefined }), ...november('02')],
    ['11-02'],
  ],
];

test.each(retentions)('a rotation keeps %s', (_, retention, backups, kept) => {
  expect(plan(backups, retention)).toEqual({ kept, obstacle: undefined });
});

test('a rotation keeps the new one also beside a later one, which another process has written', () => {
  const backups = daily('2026-11-20', 3);
  expect(plan(backups, { last: 1 }, backups[1]?.name).kept).toEqual(['11-21', '11-22']);
});

describe('a rotation removes nothing, and says why,', () => {
  const good = november('01 02 03');
  const nameOf = (day: string) => backup(`2026-11-${day}`).name;
  const has100 = `${nameOf('03')} has 100 animals, the new backup only`;
  const obstacles: [when: string, later: Backup[], reason: string][] = [
    ['the new backup is of another database', november('04', { databaseId: 'new' }), `${nameOf('03')} is of another`],
    ['several are of another one', november('04 05 06 07', { databaseId: 'new' }), `${nameOf('03')} is of another`],
    ['the new one cannot be read', november('04', null), `${nameOf('04')} cannot be read`],
    ['the new one is empty', november('04', { animals: 0n }), `${has100} 0`],
    ['each new one has less than half of the animals', november('04 05 06 07', { animals: 49n }), `${has100} 49`],
  ];
  test.each(obstacles)('when %s', (_, later, reason) => {
    const backups = [...good, ...later];
    const { kept, obstacle } = plan(backups, { last: 1 });
    expect(kept).toHaveLength(backups.length);
    expect(obstacle).toStartWith(reason);
  });

  test('when others are from the future, read or not', () => {
    for (const content of [{}, null]) {
      const backups = [...good, backup('2027-11-04', content)];
      const { kept, obstacle } = plan(backups, { last: 1 }, nameOf('03'));
      expect(kept).toHaveLength(4);
      expect(obstacle).toStartWith('petstore-2027-11-04T00-00-00Z.db is from the future');
    }
  });

  test('except when the new one is not there', () => {
    expect(planRotation(good, { made: nameOf('04'), now: Date.now() }, { last: 1 })).toEqual({ expired: [] });
  });
});
