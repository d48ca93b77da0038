import { createPet } from '../../../src/animals/pets/operations.ts';
import { petDraft } from '../http/caller.ts';
import { openStore } from '../open-store.ts';
import { die, dyingWriter } from './dying-writer.ts';

/** A program that closes its stores, the second one while its thread starts anew, writes to them anyway, and then has nothing left to do. */
export const closedStoreProgram = import.meta.path;

if (import.meta.main) {
  const refused: unknown[] = [];
  for (const [index, databaseUrl] of process.argv.slice(2).entries()) {
    const store = await openStore(databaseUrl, { writerScript: dyingWriter, connections: 4 });
    if (index === 1) await store.write(die, undefined as never).catch(() => undefined);
    await store.close();
    refused.push(await store.write(createPet.command, petDraft('Late')).catch((error: unknown) => error));
  }
  console.log(JSON.stringify(refused));
}
