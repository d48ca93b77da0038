/**
 * The path before all paths of the service, such as `/petstore` behind a proxy that adds it, without a slash at its end.
 * Usually empty. Taken from the address of this script: every script of the build is in the folder `console`.
 */
export const basePath = new URL('..', import.meta.url).pathname.replace(/\/$/, '');

/** `demo` is that of `petstore demo`: everything in it is invented. */
export type ConsoleEnvironment = 'production' | 'staging' | 'demo';

export const environment: ConsoleEnvironment =
  (['staging', 'demo'] as const).find((name) => name === readFact('environment')) ?? 'production';

/** Statuses of the animals on the public page; empty if the server has no such page. */
export const publicStatuses: readonly string[] = readFact('public-page').split(' ').filter(Boolean);

/** The zone whose days are the shelter's, when this page was opened. */
export const shelterZone = readFact('time-zone') || 'UTC';

/** What the shelter is called, or this service if the operator has not said that. */
export const shelterName = readFact('name') || 'Petstore';

/** The shelter's color for text and fills, and for text in the dark color scheme: `#rrggbb`. */
export const [lightAccent = '#0f766e', darkAccent = '#50b1a7'] = readFact('accents').split(' ').filter(Boolean);

/** The address of the shelter's logo. Read at once: it is relative to the address at which the page was opened. */
const icon = globalThis.document?.querySelector<HTMLLinkElement>('link[rel=icon]')?.href;
export const logo = icon?.startsWith('data:') ? undefined : icon;

function readFact(name: string): string {
  return globalThis.document?.querySelector<HTMLMetaElement>(`meta[name=petstore-${name}]`)?.content ?? '';
}
