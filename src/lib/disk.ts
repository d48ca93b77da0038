import { statfsSync } from 'node:fs';
import { dirname } from 'node:path';

/** The free space of the disk on which a file is, or would be. */
export function freeBytesAt(path: string): number {
  const { bavail, bsize } = statfsSync(dirname(path));
  return bavail * bsize;
}
