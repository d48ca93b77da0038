export type Environment = 'production' | 'staging';

/** The environment of the server that sent this page. */
export const environment: Environment =
  document.querySelector<HTMLMetaElement>('meta[name=petstore-environment]')?.content === 'staging'
    ? 'staging'
    : 'production';

/** Statuses of the animals on the public page; empty if the server has no such page. */
export const publicStatuses: readonly string[] =
  document.querySelector<HTMLMetaElement>('meta[name=petstore-public-page]')?.content.split(' ').filter(Boolean) ?? [];
