import { NoAnswerError, PetstoreError } from '../../client/index.ts';
import type { ConsoleEnvironment } from '../lib/environment.ts';
import { texts } from '../texts/texts.ts';
import { explain } from '../ui/failure.tsx';
import { formatClock } from '../ui/inline.tsx';

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
  const { environments, session } = texts;
  if (error instanceof NoAnswerError) {
    return { title: texts.noAnswer, advice: session.noAnswerAdvice, isAboutKey: false };
  }
  if (error instanceof TypeError) {
    return { title: session.noKey, advice: session.noKeyAdvice, isAboutKey: true };
  }
  if (!(error instanceof PetstoreError)) {
    return { title: texts.didNotWork, advice: String(error), isAboutKey: false };
  }
  const waitMs = rateLimitMsOf(error);
  if (waitMs !== undefined) {
    const advice = session.tooManyAdvice(formatClock(Date.now() + waitMs));
    return { title: texts.tooManyRequests, advice, isAboutKey: false };
  }
  if (Object.values(publicPrefixes).some((prefix) => apiKey.startsWith(prefix))) {
    return { title: session.publicKey, advice: session.publicKeyAdvice, isAboutKey: true };
  }
  if (!isKeyRejected(error)) {
    return { title: session.cannotAnswer, advice: explain(error), isAboutKey: false };
  }
  const other = environment === 'staging' ? 'production' : 'staging';
  if (apiKey.startsWith(prefixes[other])) {
    return {
      title: session.otherServer(environments[other]),
      advice: session.otherServerAdvice(environments[environment], prefixes[environment], environments[other]),
      isAboutKey: true,
    };
  }
  return { title: session.refused, advice: session.refusedAdvice(explain(error)), isAboutKey: true };
}
