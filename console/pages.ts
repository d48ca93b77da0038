import type { Scope } from '../client/index.ts';

export interface ConsolePage {
  readonly path: string;
  readonly scope: Scope;
  readonly group: 'work' | 'set-up';
}

/** All pages. The server answers at their paths and below, the navigation shows them, and `app.tsx` has their contents. */
export const consolePages = [
  { path: '/', scope: 'pets:read', group: 'work' },
  { path: '/animals', scope: 'pets:read', group: 'work' },
  { path: '/orders', scope: 'orders:read', group: 'work' },
  { path: '/inquiries', scope: 'inquiries:read', group: 'work' },
  { path: '/figures', scope: 'orders:read', group: 'work' },
  { path: '/import', scope: 'pets:write', group: 'set-up' },
  { path: '/categories', scope: 'pets:read', group: 'set-up' },
  { path: '/shelter', scope: 'settings:write', group: 'set-up' },
  { path: '/people', scope: 'people:admin', group: 'set-up' },
  { path: '/keys', scope: 'keys:admin', group: 'set-up' },
  { path: '/webhooks', scope: 'webhooks:read', group: 'set-up' },
] as const satisfies readonly ConsolePage[];

export type ConsolePath = (typeof consolePages)[number]['path'];

export function consolePageAt(address: string): (typeof consolePages)[number] | undefined {
  return consolePages.find(({ path }) => address === path || (path !== '/' && address.startsWith(`${path}/`)));
}
