import type { RequestTemplate } from './scenario.ts';

export const listAvailable: RequestTemplate = {
  method: 'GET',
  paths: ['/v1/pets?limit=20&status=available'],
  headers: {},
  body: '',
  expectedStatus: 200,
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
