import createClient from 'openapi-fetch';
import type { components, paths } from '../generated/openapi-typescript.d.ts';
import { type Connect, existing } from './generated-client.ts';

// @ts-expect-error A new animal needs a category.
export const incomplete: components['schemas']['NewPet'] = { name: 'Frank' };

export const connect: Connect = (url, key) => {
  const client = createClient<paths>({ baseUrl: `${url}/v1`, headers: { Authorization: `Bearer ${key}` } });
  return {
    async listPets(query) {
      const { data, response } = await client.GET('/pets', { params: { query } });
      return { pets: existing(data), link: response.headers.get('Link') };
    },
    createPet: async (body) => existing((await client.POST('/pets', { body })).data),
    async placeRefusedOrder(petId) {
      const { error, response } = await client.POST('/store/orders', { body: { petId } });
      return { status: response.status, code: error?.code };
    },
    async addPhoto(petId, image) {
      const { data } = await client.POST('/pets/{petId}/photos', {
        params: { path: { petId } },
        headers: { 'Content-Type': 'image/png' },
        // The type says text, which is how the generator reads `format: binary`.
        body: '',
        bodySerializer: () => image,
      });
      return existing(data);
    },
  };
};
