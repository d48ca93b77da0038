import createFetchClient from 'openapi-fetch';
import { createClient } from '../generated/int64-strings/client/index.ts';
import { createPet, listPets } from '../generated/int64-strings/sdk.gen.ts';
import type { paths } from '../generated/int64-strings.d.ts';
import { existing } from './generated-client.ts';

/** Generated from the document for 64-bit integers as strings. */
interface StringsClient {
  createPet(pet: { name: string; categoryId: string }): Promise<StringsPet>;
  listPets(id: string[]): Promise<StringsPet[]>;
}

interface StringsPet {
  id: string;
  name: string;
  categoryId: string;
  status: string;
}

const headers = { Prefer: 'int64=string' };

/** Each sets the header once for all requests. */
export const connects: Record<'openapi-fetch' | 'hey-api', (url: string, key: string) => StringsClient> = {
  'openapi-fetch'(url, key) {
    const client = createFetchClient<paths>({
      baseUrl: `${url}/v1`,
      headers: { ...headers, Authorization: `Bearer ${key}` },
    });
    return {
      createPet: async (body) => existing((await client.POST('/pets', { body })).data),
      listPets: async (id) => existing((await client.GET('/pets', { params: { query: { id } } })).data),
    };
  },
  'hey-api'(url, key) {
    const client = createClient({ baseUrl: `${url}/v1`, auth: key, headers });
    return {
      createPet: async (body) => existing((await createPet({ client, body })).data),
      listPets: async (id) => existing((await listPets({ client, query: { id } })).data),
    };
  },
};
