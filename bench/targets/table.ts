import type { Feature } from '../scenarios/scenario.ts';
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
    PETSTORE_PUBLIC_PAGE: 'on',
  }),
};

const limitFeatures: readonly Feature[] = ['pets', 'search', 'listings', 'alone'];

const bunFixed: Target = {
  name: 'bun-fixed',
  about: 'the limit: Bun.serve with a plain fetch function that repeats answers of petstore, byte for byte',
  kind: 'limit',
  engines: ['sqlite'],
  packageFolders: [],
  features: limitFeatures,
  command: [bun, 'bench/targets/bun-fixed-server.ts'],
  environment: limitEnvironment,
};

const bunFile: Target = {
  ...bunFixed,
  name: 'bun-file',
  about: 'the limit for photos: Bun.serve with a plain fetch function that sends a file with the headers of petstore',
  features: ['photos'],
  command: [bun, 'bench/targets/bun-fixed-server.ts', 'file'],
};

function limitEnvironment({ host, port, answersFile }: Place): Readonly<Record<string, string>> {
  return { HOST: host, PORT: String(port), ANSWERS_FILE: answersFile };
}

/** A peer is told where to listen and where its animals are. Its keys are in the database. */
function peerEnvironment({ host, port, databaseUrl }: Place): Readonly<Record<string, string>> {
  return { NODE_ENV: 'production', HOST: host, PORT: String(port), DATABASE_URL: databaseUrl };
}

type Peer = Pick<Target, 'name' | 'about' | 'engines' | 'features' | 'packageFolders' | 'command'>;

const petsOnly: readonly Feature[] = ['pets'];
const allFeatures: readonly Feature[] = ['pets', 'search', 'listings', 'photos'];

const peers: readonly Peer[] = [
  {
    name: 'by-hand',
    about: 'a peer: the same written by hand on Bun.serve and bun:sqlite, on Bun',
    engines: ['sqlite'],
    features: petsOnly,
    packageFolders: [],
    command: [bun, 'bench/peers/by-hand/server.mjs'],
  },
  {
    name: 'elysia',
    about: 'a peer: the same with Elysia, its TypeBox schemas for requests and bun:sqlite, on Bun',
    engines: ['sqlite'],
    features: allFeatures,
    packageFolders: ['bench/peers/elysia'],
    command: [bun, 'bench/peers/elysia/server.mjs'],
  },
  {
    name: 'elysia-schemas',
    about: 'a peer: the same, with schemas for responses, too',
    engines: ['sqlite'],
    features: petsOnly,
    packageFolders: ['bench/peers/elysia'],
    command: [bun, 'bench/peers/elysia/server.mjs', 'response-schemas'],
  },
  {
    name: 'hono-bun',
    about: 'a peer: the same with Hono, its zod-openapi and bun:sqlite, on Bun',
    engines: ['sqlite'],
    features: petsOnly,
    packageFolders: ['bench/peers/hono-bun'],
    command: [bun, 'bench/peers/hono-bun/server.mjs'],
  },
  {
    name: 'fastify-sqlite',
    about: 'a peer: the same with Fastify, its JSON Schema and better-sqlite3, on the newest Node',
    engines: ['sqlite'],
    features: allFeatures,
    packageFolders: ['bench/peers/node', 'bench/peers/fastify-sqlite'],
    command: [node, 'bench/peers/fastify-sqlite/server.mjs'],
  },
  {
    name: 'express',
    about: 'a peer: the same with Express, zod and better-sqlite3, on the newest Node',
    engines: ['sqlite'],
    features: petsOnly,
    packageFolders: ['bench/peers/node', 'bench/peers/express'],
    command: [node, 'bench/peers/express/server.mjs'],
  },
  {
    name: 'fastify-pg',
    about: 'a peer: the same with Fastify and pg, on the newest Node',
    engines: ['postgres'],
    features: petsOnly,
    packageFolders: ['bench/peers/node', 'bench/peers/fastify-pg'],
    command: [node, 'bench/peers/fastify-pg/server.mjs'],
  },
];

/** Every target there is, in the order in which each round runs them. */
export const targets: readonly Target[] = [
  reference,
  bunFixed,
  bunFile,
  ...peers.map((peer): Target => ({ ...peer, kind: 'peer', environment: peerEnvironment })),
];
