import type { Target } from './target.ts';

export const petstore: Target = {
  name: 'petstore',
  about: 'this project, one process, SQLite',
  kind: 'service',
  command: ['./petstore', 'serve'],
  environment: (place) => ({
    HOST: place.host,
    PORT: String(place.port),
    DATABASE_URL: `sqlite:${place.dataFolder}/petstore.db`,
    PETSTORE_API_KEY: place.apiKey,
  }),
};
