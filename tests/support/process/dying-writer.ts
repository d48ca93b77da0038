import { rmSync } from 'node:fs';
import { join } from 'node:path';
import { insertPets } from '../../../src/animals/pets/sql.ts';
import { commands } from '../../../src/catalogue/resources.ts';
import { ServiceError } from '../../../src/errors/service-error.ts';
import { serveWrites } from '../../../src/store/sqlite/writer-thread.ts';
import { type AnyCommand, type Command, StorageError } from '../../../src/store/store.ts';

const { TEST_THREADS: compiled } = process.env;

/** The program of a writer thread that also knows the commands below: that of this run, or this file. */
export const dyingWriter = compiled === undefined ? import.meta.url : join(compiled, 'dying-writer.js');

/** Ends the writer thread in the middle of its transaction. */
export const die: AnyCommand = {
  name: 'die',
  run: async () => process.exit(),
};

/** Never ends. */
export const hang: AnyCommand = {
  name: 'hang',
  run: () => new Promise(() => undefined),
};

/** Fails because the storage is broken. */
export const breakDown: AnyCommand = {
  name: 'breakDown',
  run: async () => {
    throw new StorageError('the disk is gone');
  },
};

/** Adds an animal, and then fails with an expected or an unexpected error. */
export const failHalfWay: Command<{ how: 'refused' | 'broken' }, never> = {
  name: 'failHalfWay',
  async run(tx, { how }) {
    await insertPets(tx, [{ pet: { name: 'Half', categoryId: 1n, status: 'sold' }, at: 0n }]);
    throw how === 'refused' ? new ServiceError('pet_not_available', 'No.') : new Error('broken half-way');
  },
};

/** Adds an animal, and removes the database file before that is committed. */
export const vanish: Command<{ path: string }, void> = {
  name: 'vanish',
  async run(tx, { path }) {
    await insertPets(tx, [{ pet: { name: 'Gone', categoryId: 1n, status: 'sold' }, at: 0n }]);
    rmSync(path);
  },
};

if (!Bun.isMainThread) serveWrites([...commands, die, hang, breakDown, failHalfWay, vanish]);
