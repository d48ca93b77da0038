import type { RequestTemplate } from './scenario.ts';

export const listAvailable: RequestTemplate = {
  method: 'GET',
  paths: ['/v1/pets?limit=20&status=available'],
  headers: {},
  body: '',
  expectedStatus: 200,
};

export const listManyAvailable: RequestTemplate = { ...listAvailable, paths: ['/v1/pets?limit=100&status=available'] };

export const readPages: RequestTemplate = { ...listAvailable, paths: ['/v1/pets?{page}'] };

/** A page of the animals with a common name, and an animal by the number in its name, which no other has. */
export const searchNames: RequestTemplate = {
  ...listAvailable,
  paths: ['/v1/pets?q=bella&{page}', '/v1/pets?q={id}'],
};

export const listListings: RequestTemplate = { ...listAvailable, paths: ['/v1/listings?limit=20&status=available'] };

export const readListingPages: RequestTemplate = { ...listAvailable, paths: ['/v1/listings?{page}'] };

export const readPublicPage: RequestTemplate = {
  ...listAvailable,
  paths: ['/adopt'],
  headers: { 'Accept-Encoding': 'gzip' },
};

export const readPhoto: RequestTemplate = { ...listAvailable, paths: ['{photo}'] };

export const revalidateAvailable: RequestTemplate = { ...listAvailable, isConditional: true, expectedStatus: 304 };

export const listWithWrongKey: RequestTemplate = {
  ...listAvailable,
  headers: { Authorization: 'Bearer a-key-that-nobody-was-ever-given' },
  expectedStatus: 401,
};

export const getAnimal: RequestTemplate = {
  method: 'GET',
  paths: ['/v1/pets/{id}'],
  headers: {},
  body: '',
  expectedStatus: 200,
};

export const createAnimal: RequestTemplate = {
  method: 'POST',
  paths: ['/v1/pets'],
  headers: { 'Content-Type': 'application/json' },
  body: JSON.stringify({ name: 'Bella', categoryId: 7, status: 'available' }),
  expectedStatus: 201,
};

export const createWrongAnimal: RequestTemplate = {
  ...createAnimal,
  body: JSON.stringify({ name: '', categoryId: 'seven', status: 'available' }),
  expectedStatus: 400,
};

export const readMostly: RequestTemplate = {
  ...getAnimal,
  paths: [...getAnimal.paths, ...listAvailable.paths],
  sometimes: { oneIn: 20, request: createAnimal },
};

export const readPagesMostly: RequestTemplate = {
  ...readMostly,
  paths: [...readMostly.paths, ...readPages.paths],
};

export const countAnimals: RequestTemplate = {
  method: 'GET',
  paths: ['/v1/store/inventory'],
  headers: {},
  body: '',
  expectedStatus: 200,
};

export const readEventsAtBegin: RequestTemplate = {
  method: 'GET',
  paths: ['/v1/events?limit=100&after=0'],
  headers: {},
  body: '',
  expectedStatus: 200,
};

/** Each seeded animal is one event. */
export const readEventsAtEnd: RequestTemplate = {
  method: 'GET',
  paths: ['/v1/events?limit=100&after=99900'],
  headers: {},
  body: '',
  expectedStatus: 200,
};
