import { readFile } from 'node:fs/promises';
import type { Upload } from '../../../client/transport/upload.ts';
import { toImage, UnusablePhotoError } from '../../../importer/run/import-photos.ts';
import { explainUnreadable, unusable } from '../../exit.ts';

/** Where a command reads bodies from: files, and standard input for `-`. */
export interface CommandInput {
  /** @throws CommandError when it cannot be read */
  readText(path: string): Promise<string>;
  /** @throws CommandError when it cannot be read or is no image */
  readImage(path: string): Promise<Upload>;
}

export const standardInput: CommandInput = {
  async readText(path) {
    return new TextDecoder().decode(await readBytes(path));
  },
  async readImage(path) {
    const bytes = await readBytes(path);
    try {
      const body = toImage(bytes);
      return { body, mediaType: body.type };
    } catch (error) {
      if (!(error instanceof UnusablePhotoError)) throw error;
      throw unusable(`${path} cannot be sent. ${error.message}`);
    }
  },
};

async function readBytes(path: string): Promise<Uint8Array<ArrayBuffer>> {
  try {
    return path === '-' ? await Bun.stdin.bytes() : new Uint8Array(await readFile(path));
  } catch (error) {
    throw explainUnreadable(error, path);
  }
}
