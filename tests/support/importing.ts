import { createClient } from '../../client/index.ts';
import { adminKey } from './server.ts';

/** What `petstore import` needs to reach a test server. */
export function importSettings(url: string): Record<string, string> {
  return { PETSTORE_SERVER: url, PETSTORE_TOKEN: adminKey };
}

/** The names of the animals in a category, of which each test has one of its own. */
export async function namesIn({ url }: { url: string }, categoryId: bigint): Promise<string[]> {
  const pets = await Array.fromAsync(createClient({ baseUrl: url, apiKey: adminKey }).pets.list());
  return pets.filter((pet) => pet.categoryId === categoryId).map(({ name }) => name);
}
