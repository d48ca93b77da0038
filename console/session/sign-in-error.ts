import { NoAnswerError, PetstoreError } from '../../client/index.ts';
import type { ConsoleEnvironment } from '../lib/environment.ts';
import { texts } from '../texts/texts.ts';
import { explain } from '../ui/failure.tsx';
import { formatClock } from '../ui/inline.tsx';

export interface SignInProblem {
  readonly title: string;
  readonly advice: string;
  /** Whether it is the key that is at fault. */
  readonly isAboutKey: boolean;
}

/** Where the server does not say how long to wait. */
const shortestWaitMs = 5_000;
const prefixes = { production: 'pet_prod_', staging: 'pet_stag_', demo: 'pet_prod_' };
const publicPrefixes = ['pet_pub_prod_', 'pet_pub_stag_'];

/** Whether the server does not take the key, or takes it no longer. */
export function isKeyRejected(error: unknown): boolean {
  return error instanceof PetstoreError && error.status === 401;
}

/** How many milliseconds are left until the server takes requests of the key again, if it has had too many. */
export function rateLimitMsOf(error: unknown): number | undefined {
  return error instanceof PetstoreError && error.status === 429 ? (error.retryAfterMs ?? shortestWaitMs) : undefined;
}

export function explainSignInError(error: unknown, apiKey: string, environment: ConsoleEnvironment): SignInProblem {
  const { environments, session } = texts;
  const ofServer = (title: string, advice: string) => ({ title, advice, isAboutKey: false });
  const ofKey = (title: string, advice: string) => ({ title, advice, isAboutKey: true });
  if (error instanceof NoAnswerError) return ofServer(texts.noAnswer, session.noAnswerAdvice);
  if (error instanceof TypeError) return ofKey(session.noKey, session.noKeyAdvice);
  if (!(error instanceof PetstoreError)) return ofServer(texts.didNotWork, String(error));
  const waitMs = rateLimitMsOf(error);
  if (waitMs !== undefined) {
    return ofServer(texts.tooManyRequests, session.tooManyAdvice(formatClock(Date.now() + waitMs)));
  }
  if (publicPrefixes.some((prefix) => apiKey.startsWith(prefix))) {
    return ofKey(session.publicKey, session.publicKeyAdvice);
  }
  if (!isKeyRejected(error)) return ofServer(session.cannotAnswer, explain(error));
  const other = environment === 'staging' ? 'production' : 'staging';
  if (apiKey.startsWith(prefixes[other])) {
    const [here, there] = [environments[environment], environments[other]];
    return ofKey(session.otherServer(there), session.otherServerAdvice(here, prefixes[environment], there));
  }
  return ofKey(session.refused, session.refusedAdvice(explain(error)));
}
