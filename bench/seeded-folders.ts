import { cp } from 'node:fs/promises';
import { join } from 'node:path';
import type { Cores } from './host/cores.ts';
import type { Processes } from './host/processes.ts';
import type { IdRange } from './load/load.ts';
import { seed } from './seed.ts';
import type { SeededCopy, SeededStorage } from './seeded-storage.ts';
import { startServer } from './server.ts';
import { reference } from './targets/table.ts';

interface Seeded {
  readonly folder: string;
  readonly ids: IdRange;
}

/** SQLite: a folder for each number of animals, seeded through the interface of petstore once in a run. */
export class SeededFolders implements SeededStorage {
  readonly #seeded = new Map<number, Seeded>();

  constructor(
    private readonly scratchFolder: string,
    private readonly processes: Processes,
    private readonly cores: Cores,
    private readonly log: (line: string) => void,
  ) {}

  async copy(animals: number): Promise<SeededCopy> {
    const seeded = this.#seeded.get(animals) ?? (await this.#seed(animals));
    this.#seeded.set(animals, seeded);
    const folder = join(this.scratchFolder, crypto.randomUUID());
    await cp(seeded.folder, folder, { recursive: true });
    return { folder, databaseUrl: databaseIn(folder), ids: seeded.ids };
  }

  async #seed(animals: number): Promise<Seeded> {
    const { processes, cores } = this;
    const folder = join(this.scratchFolder, `seeded-${animals}`);
    const databaseUrl = databaseIn(folder);
    this.log(`adding ${animals.toLocaleString('en-US')} animals`);
    const server = await startServer({
      processes,
      cores,
      target: reference,
      dataFolder: folder,
      databaseUrl,
      environment: {},
    });
    const ids = await seed(server, animals);
    await server.stop();
    return { folder, ids };
  }
}

function databaseIn(folder: string): string {
  return `sqlite:${folder}/petstore.db`;
}
