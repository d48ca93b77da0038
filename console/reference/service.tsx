import { createSafeContext } from '@mantine/core';
import type { Resolve } from './document/document.ts';

/** The service that the page speaks of. */
interface Service {
  /** Where its interface is, without a slash at the end. */
  readonly address: string;
  /** Follows references within its document. */
  readonly resolve: Resolve;
}

export const [ServiceContext, useService] = createSafeContext<Service>('the service is used outside of its provider');
