import { readdirSync, rmSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { type BackupContents, readContents } from './backup.ts';
import { timeOfBackup } from './backup-names.ts';

export interface Backup {
  readonly name: string;
  /** Epoch milliseconds. */
  readonly at: number;
  readonly sizeBytes: number;
  /** `undefined` if it cannot be read. */
  readonly contents: BackupContents | undefined;
}

/** Where the backups of a database are: a folder, or a part of a bucket. Files with other names there are not looked at. */
export interface BackupPlace {
  /** Such as `/backups` or `s3://BUCKET/PREFIX`. */
  readonly location: string;
  /** The file or object of a backup. */
  pathOf(name: string): string;
  /** By ascending time. */
  list(): Promise<Backup[]>;
  remove(name: string): Promise<void>;
}

export class BackupFolder implements BackupPlace {
  readonly location: string;

  constructor(path: string) {
    this.location = path;
  }

  pathOf(name: string): string {
    return join(this.location, name);
  }

  async list(): Promise<Backup[]> {
    const backups: Backup[] = [];
    for (const name of readdirSync(this.location).sort()) {
      const at = timeOfBackup(name);
      if (at === undefined) continue;
      const path = this.pathOf(name);
      const contents = await readContents(path).catch(() => undefined);
      const status = statSync(path, { throwIfNoEntry: false });
      // Another process may have removed it meanwhile.
      if (status !== undefined) backups.push({ name, at, sizeBytes: status.size, contents });
    }
    return backups;
  }

  async remove(name: string): Promise<void> {
    rmSync(this.pathOf(name), { force: true });
  }
}
