import { Api, type HttpResponse, type Error as ServiceError } from '../generated/swagger-typescript-api.ts';
import type { Connect } from './generated-client.ts';

export const connect: Connect = (url, key) => {
  const { pets, store } = new Api({
    baseUrl: `${url}/v1`,
    securityWorker: () => ({ headers: { Authorization: `Bearer ${key}` } }),
  });
  return {
    async listPets(query) {
      const { data, headers } = await pets.listPets(query);
      return { pets: data, link: headers.get('Link') };
    },
    createPet: async (pet) => (await pets.createPet(pet)).data,
    async placeRefusedOrder(petId) {
      // It throws the response of a refused request.
      const { status, error } = await store
        .placeOrder({ petId })
        .catch((thrown: HttpResponse<null, ServiceError>) => thrown);
      return { status, code: error?.code };
    },
  };
};
