import type { IdRange } from './load/load.ts';
import type { Server } from './server.ts';

const connections = 64;
const timeoutMs = 300_000;
export const categoryCount = 20;
export const names = ['Bella', 'Max', 'Luna', 'Charlie', 'Lucy', 'Cooper', 'Daisy', 'Milo', 'Nala', 'Rocky'];
// Three in five are available: a shelter's catalogue, not an archive.
export const statuses = ['available', 'available', 'available', 'pending', 'sold'];

/** Adds animals through the interface. */
export async function seed(server: Server, animals: number): Promise<IdRange> {
  const signal = AbortSignal.timeout(timeoutMs);
  const ids: number[] = [];
  let next = 0;
  const addInTurn = async () => {
    while (next < animals) {
      const index = next;
      next += 1;
      ids.push(await add(server, index, signal));
    }
  };
  await Promise.all(Array.from({ length: connections }, addInTurn));
  return rangeOf(ids, server.target.name);
}

async function add({ place }: Server, index: number, signal: AbortSignal): Promise<number> {
  const response = await fetch(`http://${place.host}:${place.port}/v1/pets`, {
    method: 'POST',
    headers: { Authorization: `Bearer ${place.apiKey}`, 'Content-Type': 'application/json' },
    body: JSON.stringify(animalAt(index)),
    signal,
  });
  if (response.status !== 201) throw new Error(`seeding: ${response.status} ${await response.text()}`);
  const animal: { id: number } = JSON.parse(await response.text());
  return animal.id;
}

/** What is added; `index` counts from 0. */
export function animalAt(index: number) {
  return {
    name: `${names[index % names.length]} ${index + 1}`,
    categoryId: 1 + (index % categoryCount),
    status: statuses[index % statuses.length],
  };
}

function rangeOf(ids: readonly number[], name: string): IdRange {
  const range = ids.reduce(({ first, last }, id) => ({ first: Math.min(first, id), last: Math.max(last, id) }), {
    first: Number.POSITIVE_INFINITY,
    last: Number.NEGATIVE_INFINITY,
  });
  if (range.last - range.first + 1 !== ids.length) throw new Error(`${name} leaves gaps between the ids it gives`);
  return range;
}
