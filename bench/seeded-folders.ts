import { constants } from 'node:fs';
import { cp, open, readdir, stat } from 'node:fs/promises';
import { join } from 'node:path';
import { addPhotos, fillFile } from './fill.ts';
import type { Cores } from './host/cores.ts';
import type { Processes } from './host/processes.ts';
import type { IdRange } from './load/load.ts';
import { seed, seedListings } from './seed.ts';
import { type Server, startServer } from './server.ts';
import { reference } from './targets/table.ts';

/** More than these are not added one by one. */
const mostThroughInterface = 100_000;
export const databaseFileName = 'petstore.db';

interface Seeded {
  readonly folder: string;
  readonly ids: IdRange;
}

export interface Progress {
  /** Shows what is being done; the next one takes its place. */
  readonly progress: (text: string) => void;
  /** Shows what stays. */
  readonly print: (line: string) => void;
}

/** SQLite: a folder for each number and kind of animals, which petstore made; filled once in a run. */
export class SeededFolders implements SeededStorage {
  readonly #seeded = new Map<string, Seeded>();

  constructor(
    private readonly scratchFolder: string,
    private readonly processes: Processes,
    private readonly cores: Cores,
    private readonly output: Progress,
  ) {}

  async copy(animals: number, hasListings = false): Promise<SeededCopy> {
    const name = hasListings ? `seeded-${animals}-listings` : `seeded-${animals}`;
    const seeded = this.#seeded.get(name) ?? (await this.#seed(join(this.scratchFolder, name), animals, hasListings));
    this.#seeded.set(name, seeded);
    const folder = join(this.scratchFolder, crypto.randomUUID());
    // Where the file system can, a copy shares its blocks with the original.
    await cp(seeded.folder, folder, { recursive: true, mode: constants.COPYFILE_FICLONE });
    // Else the first commit of the server would wait for the whole copy.
    await flushFiles(folder);
    return { folder, databaseUrl: databaseIn(folder), ids: seeded.ids };
  }

  async #seed(folder: string, animals: number, hasListings: boolean): Promise<Seeded> {
    this.output.progress(`making a database of ${animals.toLocaleString('en-US')} animals`);
    const server = await this.#start(folder);
    if (animals > mostThroughInterface) {
      await server.stop();
      await this.#fill(folder, animals);
      return { folder, ids: { first: 1, last: animals } };
    }
    const ids = await (hasListings ? seedListings(server, animals) : seed(server, animals));
    await server.stop();
    if (hasListings) addPhotos(join(folder, databaseFileName));
    return { folder, ids };
  }

  async #fill(folder: string, animals: number): Promise<void> {
    const startedAt = performance.now();
    const file = join(folder, databaseFileName);
    const total = animals.toLocaleString('en-US');
    await fillFile(file, animals, (done) =>
      this.output.progress(`making a database of ${total} animals: ${Math.round((100 * done) / animals)} %`),
    );
    const seconds = Math.round((performance.now() - startedAt) / 1_000);
    const sizeMiB = Math.round((await stat(file)).size / 1024 ** 2);
    const server = await this.#start(folder);
    await requireInventory(server, animals);
    await server.stop();
    this.output.progress('');
    this.output.print(`made a database of ${total} animals in ${seconds} s: ${sizeMiB.toLocaleString('en-US')} MiB`);
  }

  #start(folder: string): Promise<Server> {
    const { processes, cores } = this;
    const databaseUrl = databaseIn(folder);
    return startServer({ processes, cores, target: reference, dataFolder: folder, databaseUrl, environment: {} });
  }
}

/** @throws Error where the counts are not those of the animals: the schema has changed, and `fill.ts` must follow */
async function requireInventory({ place }: Server, animals: number): Promise<void> {
  const headers = { Authorization: `Bearer ${place.apiKey}` };
  const response = await fetch(`http://${place.host}:${place.port}/v1/store/inventory`, { headers });
  const counts: Record<string, number> = JSON.parse(await response.text());
  const counted = Object.values(counts).reduce((sum, count) => sum + count, 0);
  if (counted !== animals) throw new Error(`the inventory counts ${counted} animals instead of ${animals}`);
}

async function flushFiles(folder: string): Promise<void> {
  const entries = await readdir(folder, { recursive: true, withFileTypes: true });
  for (const { name, parentPath } of entries.filter((entry) => entry.isFile())) {
    const file = await open(join(parentPath, name), 'r+');
    await file.sync();
    await file.close();
  }
}

function databaseIn(folder: string): string {
  return `sqlite:${join(folder, databaseFileName)}`;
}

/** Hands out copies of a database that petstore made, so that all find the very same, and none what another has written. */
export interface SeededStorage {
  copy(animals: number, hasListings?: boolean): Promise<SeededCopy>;
}

export interface SeededCopy {
  /** For the server alone. */
  readonly folder: string;
  readonly databaseUrl: string;
  readonly ids: IdRange;
  /** The PostgreSQL server in which it lies. */
  readonly databaseProcessId?: number;
}
