import { createClient } from '../generated/hey-api/client/index.ts';
import { addPhoto, createPet, listPets, placeOrder } from '../generated/hey-api/sdk.gen.ts';
import { type Connect, existing } from './generated-client.ts';

export const connect: Connect = (url, key) => {
  const client = createClient({ baseUrl: `${url}/v1`, auth: key });
  return {
    async listPets(query) {
      const { data, response } = await listPets({ client, query });
      return { pets: existing(data), link: response?.headers.get('Link') ?? null };
    },
    createPet: async (body) => existing((await createPet({ client, body })).data),
    async placeRefusedOrder(petId) {
      const { error, response } = await placeOrder({ client, body: { petId } });
      return { status: response?.status ?? 0, code: error?.code };
    },
    async addPhoto(petId, body) {
      return existing((await addPhoto({ client, path: { petId }, body })).data);
    },
  };
};
