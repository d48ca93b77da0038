const pattern = /^petstore-(\d{4}-\d\d-\d\d)T(\d\d)-(\d\d)-(\d\d)Z\.db$/;

/** The name of a backup among others of its database: it sorts by time and is valid on every file system. */
export function backupName(at: number): string {
  return `petstore-${new Date(at).toISOString().slice(0, 19).replaceAll(':', '-')}Z.db`;
}

/** The time in the name of a backup, in epoch milliseconds; `undefined` if the name is not one of `backupName`. */
export function timeOfBackup(name: string): number | undefined {
  const [, day, ...time] = pattern.exec(name) ?? [];
  const at = day === undefined ? Number.NaN : Date.parse(`${day}T${time.join(':')}Z`);
  return Number.isNaN(at) ? undefined : at;
}
