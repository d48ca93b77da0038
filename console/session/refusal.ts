import { NoAnswerError, PetstoreError } from '../../client/index.ts';
import type { Environment } from '../environment.ts';

/** Why somebody could not sign in, and what would help. */
export interface Refusal {
  readonly title: string;
  readonly advice: string;
}

const prefixes: Record<Environment, string> = { production: 'pet_prod_', staging: 'pet_stag_' };

/** Explains a failed sign-in to the person who tried. */
export function explainRefusal(error: unknown, apiKey: string, environment: Environment): Refusal {
  if (error instanceof NoAnswerError) {
    return {
      title: 'The server does not answer',
      advice: 'It may be starting, or your connection may be down. Try again.',
    };
  }
  if (error instanceof TypeError) {
    return {
      title: 'This is no key',
      advice: 'A key has only letters, digits and signs, and no blanks. Copy it once more.',
    };
  }
  if (!(error instanceof PetstoreError)) return { title: 'This did not work', advice: String(error) };
  if (error.status !== 401) return { title: 'The server cannot answer now', advice: error.message };
  const other = environment === 'production' ? 'staging' : 'production';
  if (apiKey.startsWith(prefixes[other])) {
    return {
      title: `This is a key for ${other}`,
      advice: `This server is ${environment}. Use a key that begins with ${prefixes[environment]}, or open the ${other} server.`,
    };
  }
  return { title: 'This key does not open the catalogue', advice: error.message };
}
