import type { Target } from './target.ts';

export const bunFixed: Target = {
  name: 'bun-fixed',
  about: 'the limit: Bun.serve with a plain fetch function that repeats answers of petstore, byte for byte',
  kind: 'limit',
  engines: ['sqlite'],
  command: ['node_modules/bun/bin/bun.exe', 'bench/targets/bun-fixed-server.ts'],
  environment: (place) => ({ HOST: place.host, PORT: String(place.port), ANSWERS_FILE: place.answersFile }),
};
