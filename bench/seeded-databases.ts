import { join } from 'node:path';
import { PostgresServer, removeAllServers } from '../tests/support/postgres/postgres-server.ts';
import { forgottenEvents } from './fill.ts';
import type { Cores } from './host/cores.ts';
import type { Processes } from './host/processes.ts';
import { categoryCount, names, statuses } from './seed.ts';
import type { SeededCopy, SeededStorage } from './seeded-folders.ts';
import { startServer } from './server.ts';
import { reference } from './targets/table.ts';

// As it comes, and so durable; only the memory is that of a small server, not of a test.
const settings = { shared_buffers: '256MB' };

/** PostgreSQL: one server for the run, and a database for each copy, so that all targets find the very same tables. */
export class SeededDatabases implements SeededStorage {
  readonly #templates = new Map<number, string>();
  #server: Promise<PostgresServer> | undefined;
  #copies = 0;

  constructor(
    private readonly scratchFolder: string,
    private readonly processes: Processes,
    private readonly cores: Cores,
  ) {}

  /** Starts the server, which gets the core of this process. @throws Error where there is none */
  start(): Promise<PostgresServer> {
    this.#server ??= PostgresServer.start(settings);
    return this.#server;
  }

  async copy(animals: number): Promise<SeededCopy> {
    const server = await this.start();
    const template = this.#templates.get(animals) ?? (await this.#seed(server, animals));
    this.#templates.set(animals, template);
    this.#copies += 1;
    const database = `copy_${this.#copies}`;
    await server.run('postgres', `CREATE DATABASE ${database} TEMPLATE ${template}`);
    return {
      folder: join(this.scratchFolder, crypto.randomUUID()),
      databaseUrl: server.url(database),
      ids: { first: 1, last: animals },
      databaseProcessId: await processIdOf(server),
    };
  }

  async close(): Promise<void> {
    await this.#server?.catch(() => undefined);
    await removeAllServers();
  }

  /** The tables and the key are what petstore makes of an empty database when it starts. */
  async #seed(server: PostgresServer, animals: number): Promise<string> {
    const { processes, cores } = this;
    const template = `seeded_${animals}`;
    await server.run('postgres', `CREATE DATABASE ${template}`);
    const dataFolder = join(this.scratchFolder, template);
    const databaseUrl = server.url(template);
    const maker = await startServer({ processes, cores, target: reference, dataFolder, databaseUrl, environment: {} });
    await maker.stop();
    await server.run(
      template,
      `INSERT INTO pets (id, name, name_key, category_id, status) OVERRIDING SYSTEM VALUE
       SELECT 1 + index, (${textArray(names)})[1 + index % ${names.length}] || ' ' || (1 + index),
         lower((${textArray(names)})[1 + index % ${names.length}]) || ' ' || (1 + index), 1 + index % ${categoryCount},
         (${textArray(statuses)})[1 + index % ${statuses.length}]
       FROM generate_series(0, ${animals - 1}) AS index ORDER BY index`,
    );
    await server.run(template, `ALTER TABLE pets ALTER COLUMN id RESTART WITH ${animals + 1}`);
    for (const statement of forgottenEvents(animals)) await server.run(template, statement);
    // Else it would happen by itself, while somebody is measured.
    await server.run(template, 'VACUUM ANALYZE');
    await server.run('postgres', 'CHECKPOINT');
    return template;
  }
}

async function processIdOf(server: PostgresServer): Promise<number> {
  const [row] = await server.run('postgres', "SELECT pg_read_file('postmaster.pid')");
  return Number.parseInt(String(row?.[0]), 10);
}

function textArray(texts: readonly string[]): string {
  return `ARRAY[${texts.map((text) => `'${text}'`).join(', ')}]`;
}
