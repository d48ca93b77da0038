/** `demo` is that of `petstore demo`: everything in it is invented. */
export type ConsoleEnvironment = 'production' | 'staging' | 'demo';

/** The environment of the server that sent this page. */
export const environment = readEnvironment();

function readEnvironment(): ConsoleEnvironment {
  const name = readFact('environment');
  return name === 'staging' || name === 'demo' ? name : 'production';
}

/** Statuses of the animals on the public page; empty if the server has no such page. */
export const publicStatuses: readonly string[] = readFact('public-page').split(' ').filter(Boolean);

function readFact(name: string): string {
  return document.querySelector<HTMLMetaElement>(`meta[name=petstore-${name}]`)?.content ?? '';
}
