import { Database } from 'bun:sqlite';
import { constants } from 'node:fs';
import { cp, open, readdir } from 'node:fs/promises';
import { join } from 'node:path';
import { countUnindexedPets } from '../src/animals/pets/index-sql.ts';
import { hasUnsequencedEvents } from '../src/record/events/rules.ts';
import { openCopySource } from '../src/store/open-store.ts';
import { makePng } from '../tests/support/data/images.ts';
import { PostgresServer, removeAllServers } from '../tests/support/postgres/postgres-server.ts';
import { addPhotos, animalAt, fillStatements, names } from './fill.ts';
import type { Cores } from './host/cores.ts';
import type { Scenario } from './scenario.ts';
import { type Server, startServer } from './server.ts';
import { petstore } from './targets.ts';

/** Which animals a database has. */
export type Stock = Pick<Scenario, 'engine' | 'animals' | 'hasListings'>;

export interface Copy {
  /** For the server alone. */
  readonly folder: string;
  readonly databaseUrl: string;
  /** The PostgreSQL server in which it lies. */
  readonly databaseProcessId?: number;
}

const settleTimeoutMs = 60_000;
const settleIntervalMs = 50;
const fileName = 'petstore.db';
const cacheMiB = 256;
// As it comes, and so durable; only the memory is that of a small server, not of a test.
const postgresSettings = { shared_buffers: '256MB' };

export function sqliteUrl(folder: string): string {
  return `sqlite:${join(folder, fileName)}`;
}

/** Hands out copies of databases that petstore made, filled once in a run: all find the very same, and none what another has written. */
export class Databases {
  readonly #originals = new Map<string, Copy>();
  #postgres: Promise<PostgresServer> | undefined;
  #count = 0;

  constructor(
    private readonly scratchFolder: string,
    private readonly cores: Cores,
    private readonly progress: (text: string) => void,
  ) {}

  async copy(stock: Stock): Promise<Copy> {
    const { engine, animals, hasListings } = stock;
    const key = `${engine} ${animals} ${hasListings}`;
    const original = this.#originals.get(key) ?? (await this.#make(stock));
    this.#originals.set(key, original);
    return await this.#place(engine, original);
  }

  /** Starts PostgreSQL, which gets the core of this process. @throws Error where there is none */
  startPostgres(): Promise<PostgresServer> {
    this.#postgres ??= PostgresServer.start(postgresSettings);
    return this.#postgres;
  }

  async close(): Promise<void> {
    await this.#postgres?.catch(() => undefined);
    await removeAllServers();
  }

  /** An empty place, or a copy of one. */
  async #place(engine: Stock['engine'], original?: Copy): Promise<Copy> {
    this.#count += 1;
    const name = `data_${this.#count}`;
    const folder = join(this.scratchFolder, name);
    if (engine === 'postgres') {
      const server = await this.startPostgres();
      const template = original ? ` TEMPLATE ${original.databaseUrl.split('/').at(-1)}` : '';
      await server.run('postgres', `CREATE DATABASE ${name}${template}`);
      const [row] = await server.run('postgres', "SELECT pg_read_file('postmaster.pid')");
      return { folder, databaseUrl: server.url(name), databaseProcessId: Number.parseInt(String(row?.[0]), 10) };
    }
    if (original !== undefined) {
      // Where the file system can, a copy shares its blocks with the original.
      await cp(original.folder, folder, { recursive: true, mode: constants.COPYFILE_FICLONE });
      await flushFiles(folder);
    }
    return { folder, databaseUrl: sqliteUrl(folder) };
  }

  async #make(stock: Stock): Promise<Copy> {
    const { engine, animals, hasListings } = stock;
    const doing = `making a database of ${animals.toLocaleString('en-US')} animals`;
    this.progress(doing);
    const place = await this.#place(engine);
    const start = () => startServer({ cores: this.cores, target: petstore, ...place });
    // An empty database gets its tables and the key when petstore starts.
    const maker = await start();
    if (hasListings) await seedListings(maker, animals);
    await maker.stop();
    const steps = [...(hasListings ? [addPhotos] : fillStatements(engine, animals))];
    const run = await this.#open(engine, place);
    for (const [index, statement] of steps.entries()) {
      this.progress(`${doing}: ${Math.round((100 * index) / steps.length)} %`);
      await run(statement);
    }
    await run();
    const checked = await start();
    await requireInventory(checked, animals);
    await checked.stop();
    return place;
  }

  /** Runs statements one by one; without one it ends. */
  async #open(engine: Stock['engine'], { folder, databaseUrl }: Copy): Promise<(statement?: string) => Promise<void>> {
    if (engine === 'postgres') {
      const server = await this.startPostgres();
      const database = databaseUrl.split('/').at(-1) ?? '';
      return async (statement) => void (statement && (await server.run(database, statement)));
    }
    const db = new Database(join(folder, fileName));
    // A file that is lost on the way is made anew, so neither a journal nor the disk is waited for.
    db.run('PRAGMA journal_mode = OFF');
    db.run('PRAGMA synchronous = OFF');
    db.run(`PRAGMA cache_size = -${cacheMiB * 1_024}`);
    return async (statement) => {
      if (statement !== undefined) return void db.run(statement);
      db.run('PRAGMA journal_mode = WAL');
      db.close(true);
    };
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

/** Waits until petstore has indexed and counted the animals that were created. @throws Error when it does not */
export async function settle(databaseUrl: string): Promise<void> {
  const deadline = performance.now() + settleTimeoutMs;
  const { reader, close } = await openCopySource(databaseUrl);
  try {
    const isSettled = async () => !(await hasUnsequencedEvents(reader)) && (await countUnindexedPets(reader)) <= 0n;
    while (!(await isSettled())) {
      if (performance.now() > deadline) throw new Error(`animals are not indexed after ${settleTimeoutMs} ms`);
      await Bun.sleep(settleIntervalMs);
    }
  } finally {
    await close();
  }
}

/** Else the first commit of the server would wait for the whole copy. */
async function flushFiles(folder: string): Promise<void> {
  const entries = await readdir(folder, { recursive: true, withFileTypes: true });
  for (const { name, parentPath } of entries.filter((entry) => entry.isFile())) {
    const file = await open(join(parentPath, name), 'r+');
    await file.sync();
    await file.close();
  }
}

const connections = 64;
const timeoutMs = 300_000;
const breeds = ['Beagle', 'Siamese', 'Labrador Retriever', 'Domestic Shorthair', 'German Shepherd', 'Lionhead'];

/** Adds animals with profiles through the interface, and a photo of the first one. */
async function seedListings(server: Server, animals: number): Promise<void> {
  let next = 0;
  const addInTurn = async () => {
    while (next < animals) await post(server, '/v1/listings', JSON.stringify(listingAt(next++)), 'application/json');
  };
  await Promise.all(Array.from({ length: connections }, addInTurn));
  const photo = makePng(1_280, 960, (x, y) => [(x * y) % 256, (x ^ y) % 256, (x + y) % 256]);
  await post(server, '/v1/pets/1/photos', Uint8Array.from(photo), 'image/png');
}

async function post({ place }: Server, path: string, body: string | Uint8Array<ArrayBuffer>, type: string) {
  const headers = { Authorization: `Bearer ${place.apiKey}`, 'Content-Type': type };
  const init = { method: 'POST', headers, body, signal: AbortSignal.timeout(timeoutMs) };
  const response = await fetch(`http://${place.host}:${place.port}${path}`, init);
  if (response.status !== 201) throw new Error(`seeding: ${response.status} ${await response.text()}`);
}

function listingAt(index: number) {
  return {
    ...animalAt(index),
    profile: {
      description: `${names[index % names.length]} came to us as a stray, likes long walks, and is looking for a quiet home.`,
      species: index % 2 === 0 ? 'Dog' : 'Cat',
      breed: breeds[index % breeds.length],
      color: 'brown and white',
      sex: index % 2 === 0 ? 'female' : 'male',
      size: 'medium',
      birthDate: '2022-05-01',
      birthDatePrecision: 'month',
      neutered: true,
      vaccinated: true,
      goodWith: { children: true, dogs: index % 3 === 0 },
      tags: ['calm', 'house-trained'],
      fee: { amountMinor: 12_500, currency: 'EUR' },
      reference: `A${index}`,
    },
  };
}
