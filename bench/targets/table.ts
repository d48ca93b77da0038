import type { Place, Target } from './target.ts';

const bun = 'node_modules/bun/bin/bun.exe';
const node = 'bench/peers/node/node_modules/node/bin/node';

/** The service whose answers the limits repeat. It makes the database that all begin with. */
export const reference: Target = {
  name: 'petstore',
  about: 'this project, one process',
  kind: 'service',
  engines: ['sqlite', 'postgres'],
  packageFolders: [],
  command: ['./petstore', 'serve'],
  environment: (place) => ({
    HOST: place.host,
    PORT: String(place.port),
    DATABASE_URL: place.databaseUrl,
    PETSTORE_API_KEY: place.apiKey,
  }),
};

const bunFixed: Target = {
  name: 'bun-fixed',
  about: 'the limit: Bun.serve with a plain fetch function that repeats answers of petstore, byte for byte',
  kind: 'limit',
  engines: ['sqlite'],
  packageFolders: [],
  command: [bun, 'bench/targets/bun-fixed-server.ts'],
  environment: (place) => ({ HOST: place.host, PORT: String(place.port), ANSWERS_FILE: place.answersFile }),
};

/** A peer is told where to listen and where its animals are. Its keys are in the database. */
function peerEnvironment({ host, port, databaseUrl }: Place): Readonly<Record<string, string>> {
  return { NODE_ENV: 'production', HOST: host, PORT: String(port), DATABASE_URL: databaseUrl };
}

type Peer = Pick<Target, 'name' | 'about' | 'engines' | 'packageFolders' | 'command'>;

const peers: readonly Peer[] = [
  {
    name: 'by-hand',
    about: 'a peer: the same written by hand on Bun.serve and bun:sqlite, on Bun',
    engines: ['sqlite'],
    packageFolders: [],
    command: [bun, 'bench/peers/by-hand/server.mjs'],
  },
  {
    name: 'elysia',
    about: 'a peer: the same with Elysia, its TypeBox schemas for requests and bun:sqlite, on Bun',
    engines: ['sqlite'],
    packageFolders: ['bench/peers/elysia'],
    command: [bun, 'bench/peers/elysia/server.mjs'],
  },
  {
    name: 'elysia-schemas',
    about: 'a peer: the same, with schemas for responses, too',
    engines: ['sqlite'],
    packageFolders: ['bench/peers/elysia'],
    command: [bun, 'bench/peers/elysia/server.mjs', 'response-schemas'],
  },
  {
    name: 'hono-bun',
    about: 'a peer: the same with Hono, its zod-openapi and bun:sqlite, on Bun',
    engines: ['sqlite'],
    packageFolders: ['bench/peers/hono-bun'],
    command: [bun, 'bench/peers/hono-bun/server.mjs'],
  },
  {
    name: 'fastify-sqlite',
    about: 'a peer: the same with Fastify, its JSON Schema and better-sqlite3, on the newest Node',
    engines: ['sqlite'],
    packageFolders: ['bench/peers/node', 'bench/peers/fastify-sqlite'],
    command: [node, 'bench/peers/fastify-sqlite/server.mjs'],
  },
  {
    name: 'express',
    about: 'a peer: the same with Express, zod and better-sqlite3, on the newest Node',
    engines: ['sqlite'],
    packageFolders: ['bench/peers/node', 'bench/peers/express'],
    command: [node, 'bench/peers/express/server.mjs'],
  },
  {
    name: 'fastify-pg',
    about: 'a peer: the same with Fastify and pg, on the newest Node',
    engines: ['postgres'],
    packageFolders: ['bench/peers/node', 'bench/peers/fastify-pg'],
    command: [node, 'bench/peers/fastify-pg/server.mjs'],
  },
];

/** Every target there is, in the order in which each round runs them. */
export const targets: readonly Target[] = [
  reference,
  bunFixed,
  ...peers.map((peer): Target => ({ ...peer, kind: 'peer', environment: peerEnvironment })),
];
