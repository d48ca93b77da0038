import { createSafeContext } from '@mantine/core';
import type { Resolve } from './document/document.ts';

interface Service {
  /** Where its interface is, without a slash at the end. */
  readonly address: string;
  readonly resolve: Resolve;
}

export const [ServiceContext, useService] = createSafeContext<Service>('the service is used outside of its provider');
