/** `demo` is that of `petstore demo`: everything in it is invented. */
export type Environment = 'production' | 'staging' | 'demo';

/** The environment of the server that sent this page. */
export const environment = readEnvironment();

function readEnvironment(): Environment {
  const name = document.querySelector<HTMLMetaElement>('meta[name=petstore-environment]')?.content;
  return name === 'staging' || name === 'demo' ? name : 'production';
}
