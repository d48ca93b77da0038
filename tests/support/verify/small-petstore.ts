import { parseJson, stringifyJson } from '../../../conformance/json.ts';

/** A request as the small implementation and the breakages see it. The path is below the base address. */
export interface Call {
  readonly method: string;
  readonly path: string;
  readonly query: string;
  readonly headers: Headers;
  readonly body: string;
}

export interface Reply {
  readonly status: number;
  readonly headers: Record<string, string>;
  readonly body: string;
}

export type Handle = (call: Call) => Reply;

interface Animal {
  readonly id: bigint;
  readonly name: string;
  readonly categoryId: bigint;
  readonly status?: string;
}

const statuses = ['available', 'pending', 'sold'];

/** The interface and nothing else, in memory: an implementation that shares no code with the service. */
export function createSmallPetstore(key: string): Handle {
  const animals: Animal[] = [];
  return ({ method, path, query, headers, body }) => {
    if (headers.get('Authorization') !== `Bearer ${key}`) return error(401, 'unauthorized', 'Send your API key.');
    if (path === '/pets' && method === 'GET') return list(animals, new URLSearchParams(query));
    if (path === '/pets' && method === 'POST') return add(animals, body);
    if (path.startsWith('/pets/') && method === 'GET') {
      const found = animals.find(({ id }) => String(id) === path.slice('/pets/'.length));
      return found ? reply(200, found) : error(404, 'no_such_animal', 'There is no such animal.');
    }
    return error(404, 'no_such_path', 'There is no such path.');
  };
}

function list(animals: readonly Animal[], query: URLSearchParams): Reply {
  const limit = Number(query.get('limit') ?? '20');
  const status = query.get('status');
  if (!(limit >= 1 && limit <= 100)) return error(400, 'bad_limit', 'limit is 1 to 100.');
  if (status !== null && !statuses.includes(status)) return error(400, 'bad_status', 'There is no such status.');
  return reply(200, animals.filter((animal) => status === null || animal.status === status).slice(0, limit));
}

function add(animals: Animal[], body: string): Reply {
  const draft = readDraft(body);
  if (draft === undefined) return error(400, 'bad_animal', 'An animal has a name and a categoryId.');
  const animal = { id: BigInt(animals.length + 1), ...draft };
  animals.push(animal);
  return reply(201, animal);
}

function readDraft(body: string): Omit<Animal, 'id'> | undefined {
  let value: unknown;
  try {
    value = parseJson(body);
  } catch {
    return undefined;
  }
  if (typeof value !== 'object' || value === null || Array.isArray(value)) return undefined;
  const { name, categoryId, status = 'available' } = value as Record<string, unknown>;
  const isInt64 = typeof categoryId === 'bigint' && BigInt.asIntN(64, categoryId) === categoryId;
  if (typeof name !== 'string' || !isInt64 || typeof status !== 'string' || !statuses.includes(status))
    return undefined;
  return { name, categoryId, status };
}

export function reply(status: number, value: object | null): Reply {
  return {
    status,
    headers: { 'Content-Type': 'application/json' },
    body: value === null ? 'null' : stringifyJson(value),
  };
}

export function error(status: number, code: string, message: string): Reply {
  return reply(status, { code, message, status });
}
