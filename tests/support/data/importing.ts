import { createClient } from '../../../client/index.ts';
import { adminKey } from '../process/server.ts';

/** The settings with which `petstore import` reaches a test server. */
export function importSettings(url: string): Record<string, string> {
  return { PETSTORE_SERVER: url, PETSTORE_TOKEN: adminKey };
}

/** What must be said of a file without a status. */
export const offered = ['--default-status', 'available'] as const;

/** The names of the animals in a category. Each test uses its own category. */
export async function namesIn({ url }: { url: string }, categoryId: bigint): Promise<string[]> {
  const pets = await Array.fromAsync(createClient({ baseUrl: url, apiKey: adminKey }).pets.list());
  return pets.filter((pet) => pet.categoryId === categoryId).map(({ name }) => name);
}
