export type Environment = 'production' | 'staging';

/** The environment of the server that sent this page. */
export const environment: Environment =
  document.querySelector<HTMLMetaElement>('meta[name=petstore-environment]')?.content === 'staging'
    ? 'staging'
    : 'production';
