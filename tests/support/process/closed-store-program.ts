import { createPet } from '../../../src/catalogue/pets/operations.ts';
import { petDraft } from '../http/caller.ts';
import { openStore } from '../open-store.ts';
import { die, dyingWriter } from './dying-writer.ts';

/** A program that closes its store, writes to it anyway, and then has nothing left to do. */
export const closedStoreProgram = import.meta.path;

if (import.meta.main) {
  const [databaseUrl = '', how] = process.argv.slice(2);
  const store = await openStore(databaseUrl, { writerScript: dyingWriter, connections: 4 });
  if (how === 'while its thread starts anew') await store.write(die, undefined as never).catch(() => undefined);
  await store.close();
  const refused = await store.write(createPet.command, petDraft('Late')).catch((error: unknown) => error);
  console.log(JSON.stringify(refused));
}
