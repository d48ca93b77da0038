import { createContext, use } from 'react';
import type { Resolve } from './document/resolve.ts';

/** The service that the page speaks of. */
export interface Service {
  /** Where its interface is, without a slash at the end. */
  readonly address: string;
  /** The environment variable that examples take the key from. */
  readonly keyVariable: string;
  /** Follows references within its document. */
  readonly resolve: Resolve;
}

const ServiceContext = createContext<Service | undefined>(undefined);

export const ServiceProvider = ServiceContext.Provider;

export function useService(): Service {
  const service = use(ServiceContext);
  if (service === undefined) throw new Error('the service is used outside of its provider');
  return service;
}
