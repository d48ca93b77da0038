import { createPet, listPets, placeOrder } from '../generated/orval.ts';
import type { Connect } from './generated-client.ts';
import { configure } from './orval-fetch.ts';

export const connect: Connect = (url, key) => {
  configure({ baseUrl: `${url}/v1`, key });
  return {
    async listPets(query) {
      const { status, data, headers } = await listPets(query);
      if (status !== 200) throw new Error(`status ${status}`);
      return { pets: data, link: headers.get('Link') };
    },
    async createPet(pet) {
      const { status, data } = await createPet(pet);
      if (status !== 201) throw new Error(`status ${status}`);
      return data;
    },
    async placeRefusedOrder(petId) {
      const { status, data } = await placeOrder({ petId });
      return { status, code: 'code' in data ? data.code : undefined };
    },
  };
};
