import type { ErrorCode } from '../../errors/service-error.ts';
import recorded from './examples.gen.json' with { type: 'json' };

/** What the service sent when `scripts/generate-examples.ts` called it. */
export interface Examples {
  /** The bodies of a request and of its successful response, where they have one. */
  operations: Readonly<Record<string, { request?: unknown; response?: unknown } | undefined>>;
  errors: Readonly<Partial<Record<ErrorCode, unknown>>>;
  events: Readonly<Record<string, unknown>>;
  eventStream: string;
  /** A page of listings with facets. */
  facets: unknown;
}

export const examples: Examples = recorded;
