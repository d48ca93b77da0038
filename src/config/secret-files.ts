import { readFileSync } from 'node:fs';
import { messageOf } from '../lib/errors.ts';

type Environment = Readonly<Record<string, string | undefined>>;

/** The variable that names a file with the value of a secret variable, as mounted by Docker, Kubernetes or systemd. */
export function fileVariable(variable: string): string {
  return `${variable}_FILE`;
}

/**
 * The value of a secret: of its variable, or of the file that its `_FILE` variable names, without a final line break. An
 * empty variable counts as missing. `error` says what is wrong, without the secret.
 */
export function readSecret(env: Environment, variable: string): { value: string | undefined } | { error: string } {
  const name = fileVariable(variable);
  const [text, path] = [env[variable] || undefined, env[name] || undefined];
  if (path === undefined) return { value: text };
  if (text !== undefined) return { error: `${variable} and ${name} must not both be set` };
  try {
    const value = readFileSync(path, 'utf8').replace(/\r?\n$/, '');
    return value === '' ? { error: `${name} must name a file with the secret, but ${path} is empty` } : { value };
  } catch (error) {
    return { error: `${name} must name a readable file: ${messageOf(error)}` };
  }
}
