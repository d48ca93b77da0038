import type { Place } from './target.ts';

/** A peer is told where to listen and where its animals are. Its keys are in the database. */
export function peerEnvironment({ host, port, databaseUrl }: Place): Readonly<Record<string, string>> {
  return { NODE_ENV: 'production', HOST: host, PORT: String(port), DATABASE_URL: databaseUrl };
}
