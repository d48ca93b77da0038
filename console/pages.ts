import type { Scope } from '../client/index.ts';

/** A page of the console that the navigation leads to. */
export interface ConsolePage {
  readonly path: string;
  readonly label: string;
  /** The scope that a key needs to open it. */
  readonly scope: Scope;
  readonly group: 'work' | 'set-up';
}

/** All pages. The server answers at their paths and below, the navigation shows them, and `app.tsx` has their contents. */
export const consolePages = [
  { path: '/', label: 'Today', scope: 'pets:read', group: 'work' },
  { path: '/animals', label: 'Animals', scope: 'pets:read', group: 'work' },
  { path: '/orders', label: 'Reservations', scope: 'orders:read', group: 'work' },
  { path: '/inquiries', label: 'Inquiries', scope: 'inquiries:read', group: 'work' },
  { path: '/import', label: 'Import', scope: 'pets:write', group: 'set-up' },
  { path: '/keys', label: 'Keys', scope: 'keys:admin', group: 'set-up' },
  { path: '/webhooks', label: 'Webhooks', scope: 'webhooks:read', group: 'set-up' },
] as const satisfies readonly ConsolePage[];

export type ConsolePath = (typeof consolePages)[number]['path'];

/** The page that a path belongs to. */
export function consolePageAt(address: string): ConsolePage | undefined {
  return consolePages.find(({ path }) => address === path || (path !== '/' && address.startsWith(`${path}/`)));
}
