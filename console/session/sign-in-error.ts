import { NoAnswerError, PetstoreError } from '../../client/index.ts';
import type { ConsoleEnvironment } from '../lib/environment.ts';
import { formatClock } from '../ui/time.tsx';

/** Why somebody could not sign in, and what would help. */
export interface SignInProblem {
  readonly title: string;
  readonly advice: string;
  /** Whether it is the key that is at fault. */
  readonly isAboutKey: boolean;
}

/** Where the server does not say how long to wait. */
const shortestWaitMs = 5_000;
const prefixes: Record<ConsoleEnvironment, string> = {
  production: 'pet_prod_',
  staging: 'pet_stag_',
  demo: 'pet_prod_',
};

const publicPrefixes = { production: 'pet_pub_prod_', staging: 'pet_pub_stag_' };

/** Whether the server does not take the key, or takes it no longer. */
export function isKeyRejected(error: unknown): boolean {
  return error instanceof PetstoreError && error.status === 401;
}

/** How many milliseconds are left until the server takes requests of the key again, if it has had too many. */
export function rateLimitMsOf(error: unknown): number | undefined {
  return error instanceof PetstoreError && error.status === 429 ? (error.retryAfterMs ?? shortestWaitMs) : undefined;
}

/** Explains a failed sign-in to the person who tried. */
export function explainSignInError(error: unknown, apiKey: string, environment: ConsoleEnvironment): SignInProblem {
  if (error instanceof NoAnswerError) {
    return {
      title: 'The server does not answer',
      advice: 'It may be starting, or your connection may be down. Try again.',
      isAboutKey: false,
    };
  }
  if (error instanceof TypeError) {
    return {
      title: 'This is not a key',
      advice: 'A key consists of letters, digits and signs, without spaces. Copy it again.',
      isAboutKey: true,
    };
  }
  if (!(error instanceof PetstoreError)) {
    return { title: 'This did not work', advice: String(error), isAboutKey: false };
  }
  const waitMs = rateLimitMsOf(error);
  if (waitMs !== undefined) {
    return {
      title: 'Too many requests',
      advice: `This key has reached its limit of requests per minute. This page signs you in automatically at ${formatClock(Date.now() + waitMs)}.`,
      isAboutKey: false,
    };
  }
  if (Object.values(publicPrefixes).some((prefix) => apiKey.startsWith(prefix))) {
    return {
      title: 'This is a public key',
      advice: 'It shows animals in a web page and opens nothing else. Use another key to sign in.',
      isAboutKey: true,
    };
  }
  if (!isKeyRejected(error)) {
    return { title: 'The server cannot answer now', advice: error.message, isAboutKey: false };
  }
  const other = environment === 'staging' ? 'production' : 'staging';
  if (apiKey.startsWith(prefixes[other])) {
    return {
      title: `This is a key for ${other}`,
      advice: `This server is ${environment}. Use a key that begins with ${prefixes[environment]}, or open the ${other} server.`,
      isAboutKey: true,
    };
  }
  return {
    title: 'You cannot sign in with this key',
    advice: `${error.message} Copy it again, or ask your administrator for another one.`,
    isAboutKey: true,
  };
}
