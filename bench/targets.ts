import type { Engine } from './scenario.ts';

/**
 * What is measured. The service is what all this is about; a limit repeats answers of it, which no service can outrun, and
 * reads the body of a request before or not; a peer is another program that gives the same answers.
 */
export interface Target {
  readonly name: string;
  readonly kind: 'service' | 'limit' | 'reading limit' | 'peer';
  /** It takes part in the scenarios on these. */
  readonly engines: readonly Engine[];
  /** Folders with a `package.json` of their own, relative to the repository, installed in this order before the start. */
  readonly packageFolders?: readonly string[];
  /** Relative to the repository. Must become the server (`exec`), or start it as a child. */
  readonly command: readonly [string, ...string[]];
}

const bun = 'node_modules/bun/bin/bun.exe';
const node = 'bench/peers/node/node_modules/node/bin/node';

/** The service whose answers the limit repeats. It makes the database that all begin with, and always takes part. */
export const petstore: Target = {
  name: 'petstore',
  kind: 'service',
  engines: ['sqlite', 'postgres'],
  command: ['./petstore', 'serve'],
};

function peer(name: string, runtime: string, others: Pick<Target, 'engines' | 'packageFolders'>): Target {
  return { name, kind: 'peer', command: [runtime, `bench/peers/${name}/server.mjs`], ...others };
}

/** Every target there is, in the order in which a round runs them. */
export const targets: readonly Target[] = [
  petstore,
  // Bun.serve with a plain fetch function that repeats answers of petstore.
  { name: 'bun-fixed', kind: 'limit', engines: ['sqlite'], command: [bun, 'bench/limit-server.ts'] },
  { name: 'bun-reading', kind: 'reading limit', engines: ['sqlite'], command: [bun, 'bench/limit-server.ts'] },
  peer('by-hand', bun, { engines: ['sqlite'] }),
  peer('elysia', bun, { engines: ['sqlite'], packageFolders: ['bench/peers/elysia'] }),
  peer('fastify', node, {
    engines: ['sqlite', 'postgres'],
    packageFolders: ['bench/peers/node', 'bench/peers/fastify'],
  }),
];

export function isLimit({ kind }: Pick<Target, 'kind'>): boolean {
  return kind === 'limit' || kind === 'reading limit';
}

/** Where one server runs. */
export interface Place {
  readonly host: string;
  readonly port: number;
  readonly apiKey: string;
  /** Where its animals are; empty for a limit. */
  readonly databaseUrl: string;
  /** The answers a limit repeats in turn, as JSON (`Answer[]`). */
  readonly answersFile: string;
}

/** All the environment that a target gets, beside PATH and HOME. The keys of a peer are in the database. */
export function environmentOf({ kind }: Target, place: Place): Record<string, string> {
  const { host, port, apiKey, databaseUrl, answersFile } = place;
  const address = { HOST: host, PORT: String(port) };
  if (kind === 'limit') return { ...address, ANSWERS_FILE: answersFile };
  if (kind === 'reading limit') return { ...address, ANSWERS_FILE: answersFile, READS_BODY: 'yes' };
  if (kind === 'peer') return { ...address, DATABASE_URL: databaseUrl, NODE_ENV: 'production' };
  return { ...address, DATABASE_URL: databaseUrl, PETSTORE_API_KEY: apiKey, PETSTORE_PUBLIC_PAGE: 'on' };
}
