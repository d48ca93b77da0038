import { cp } from 'node:fs/promises';
import { join } from 'node:path';
import type { Cores } from './host/cores.ts';
import type { Processes } from './host/processes.ts';
import type { IdRange } from './load/load.ts';
import { seed } from './seed.ts';
import type { SeededCopy, SeededStorage } from './seeded-storage.ts';
import { startServer } from './server.ts';
import type { Target } from './targets/target.ts';

interface Seeded {
  readonly folder: string;
  readonly ids: IdRange;
}

/** SQLite: a folder for each service, seeded through its interface once in a run. */
export class SeededFolders implements SeededStorage {
  readonly #seeded = new Map<string, Seeded>();

  constructor(
    private readonly scratchFolder: string,
    private readonly processes: Processes,
    private readonly cores: Cores,
    private readonly log: (line: string) => void,
  ) {}

  async copy(target: Target, animals: number): Promise<SeededCopy> {
    const key = `${target.name}-${animals}`;
    const seeded = this.#seeded.get(key) ?? (await this.#seed(target, animals, key));
    this.#seeded.set(key, seeded);
    const folder = join(this.scratchFolder, crypto.randomUUID());
    await cp(seeded.folder, folder, { recursive: true });
    return { folder, databaseUrl: databaseIn(folder), ids: seeded.ids };
  }

  async #seed(target: Target, animals: number, key: string): Promise<Seeded> {
    const { processes, cores } = this;
    const folder = join(this.scratchFolder, key);
    const startedAt = performance.now();
    const databaseUrl = databaseIn(folder);
    const server = await startServer({ processes, cores, target, dataFolder: folder, databaseUrl, environment: {} });
    const ids = await seed(server, animals);
    await server.stop();
    const seconds = (performance.now() - startedAt) / 1000;
    this.log(`seeded ${target.name} with ${animals.toLocaleString('en-US')} animals in ${seconds.toFixed(1)} s`);
    return { folder, ids };
  }
}

function databaseIn(folder: string): string {
  return `sqlite:${folder}/petstore.db`;
}
