import type { Target } from './target.ts';

export const petstore: Target = {
  name: 'petstore',
  about: 'this project, one process',
  kind: 'service',
  engines: ['sqlite', 'postgres'],
  command: ['./petstore', 'serve'],
  environment: (place) => ({
    HOST: place.host,
    PORT: String(place.port),
    DATABASE_URL: place.databaseUrl,
    PETSTORE_API_KEY: place.apiKey,
  }),
};
