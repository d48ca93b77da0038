import { dayMs } from '../../lib/timestamp.ts';
import type { Backup } from './backup-place.ts';

/** Which backups are kept: each that one of these keeps. */
export interface Retention {
  /** How many of the newest ones. */
  last?: number | undefined;
  /** How many days (UTC), with the newest backup of each. Days without a backup do not count. */
  daily?: number | undefined;
  /** How many weeks (from Monday, UTC), with the newest backup of each. Weeks without a backup do not count. */
  weekly?: number | undefined;
}

export interface RotationPlan {
  /** The names of the backups to remove. Never that of the new one. */
  readonly expired: readonly string[];
  /** Why none may be removed, for the operator. */
  readonly obstacle?: string;
}

interface KnownBackup extends Backup {
  readonly contents: NonNullable<Backup['contents']>;
}

/**
 * Decides which backups the new one, `made`, lets go. It may be that of a wrong database, such as the new one that a service
 * has made where a volume was not mounted: by names alone, 24 of these replace all good backups within a day. Then all stay
 * until the operator has decided. Backups that cannot be read are not counted, and stay.
 *
 * Only what is in the place decides: a rule that remembered would accept the second wrong one, and a flag that says "this is
 * right" would stay in a unit for ever. Who moves the older backups away shows what is meant, and loses nothing.
 * @param backups by ascending time
 */
export function planRotation(
  backups: readonly Backup[],
  { made, now }: { made: string; now: number },
  retention: Retention,
): RotationPlan {
  const known = backups.filter((backup): backup is KnownBackup => backup.contents !== undefined);
  const newest = known.find(({ name }) => name === made);
  if (newest === undefined) {
    return backups.some(({ name }) => name === made)
      ? { expired: [], obstacle: `${made} cannot be read` }
      : { expired: [] };
  }
  const early = backups.findLast(({ at }) => at > now);
  if (early !== undefined) {
    const obstacle = `${early.name} is from the future, by the clock of this machine; correct the clock, or move it away`;
    return { expired: [], obstacle };
  }
  const foreign = known.findLast(({ contents }) => !isSameDatabase(contents, newest.contents));
  if (foreign !== undefined)
    return refusal(
      `${foreign.name} is of another database (${foreign.contents.animals} animals) than the new backup ` +
        `(${newest.contents.animals})`,
    );
  const { good, shrunken } = divide(known);
  if (shrunken.includes(newest)) {
    const { name = '', contents } = good.at(-1) ?? {};
    return refusal(`${name} has ${contents?.animals} animals, the new backup only ${newest.contents.animals}`);
  }
  // Each by itself: backups of a catalogue that was lost for a while must not displace those with all of it.
  const expired = [good, shrunken].flatMap((part) => findExpired(part, retention));
  // Another process may have written a later one meanwhile.
  return { expired: expired.filter((name) => name !== made) };
}

function refusal(reason: string): RotationPlan {
  const advice =
    'if this is the wrong database, stop its service and remove the new backups; if it is right, move the older ones away';
  return { expired: [], obstacle: `${reason}; ${advice}` };
}

/** A database has no id before a service has used it. */
function isSameDatabase(one: KnownBackup['contents'], other: KnownBackup['contents']): boolean {
  return one.databaseId === undefined || other.databaseId === undefined || one.databaseId === other.databaseId;
}

/** Tells backups with less than half of the animals of the newest good one before them from the good ones. */
function divide(backups: readonly KnownBackup[]): { good: KnownBackup[]; shrunken: KnownBackup[] } {
  const good: KnownBackup[] = [];
  const shrunken: KnownBackup[] = [];
  for (const backup of backups) {
    const expected = good.at(-1)?.contents.animals ?? 0n;
    (backup.contents.animals * 2n < expected ? shrunken : good).push(backup);
  }
  return { good, shrunken };
}

const dayOf = (at: number) => Math.floor(at / dayMs);
/** Day 0 was a Thursday. */
const weekOf = (at: number) => Math.floor((dayOf(at) + 3) / 7);

/** The newest one is always kept. */
function findExpired(backups: readonly KnownBackup[], { last, daily, weekly }: Retention): string[] {
  const kept = new Set<Backup>();
  const keepNewest = (count: number, periodOf: (at: number) => number) => {
    const newestOf = new Map(backups.map((backup) => [periodOf(backup.at), backup]));
    for (const backup of [...newestOf.values()].slice(Math.max(0, newestOf.size - count))) kept.add(backup);
  };
  keepNewest(last ?? 1, (at) => at);
  keepNewest(daily ?? 0, dayOf);
  keepNewest(weekly ?? 0, weekOf);
  return backups.filter((backup) => !kept.has(backup)).map(({ name }) => name);
}
