import type { Scope } from '../../client/index.ts';

/** A place of the console that the navigation leads to. */
export interface Place {
  readonly path: string;
  readonly label: string;
  /** What the key must be allowed to do for it. */
  readonly scope: Scope;
}

export const places: readonly Place[] = [
  { path: '/', label: 'Overview', scope: 'pets:read' },
  { path: '/animals', label: 'Animals', scope: 'pets:read' },
  { path: '/orders', label: 'Orders', scope: 'orders:read' },
  { path: '/import', label: 'Import', scope: 'pets:write' },
  { path: '/keys', label: 'Keys', scope: 'keys:admin' },
  { path: '/webhooks', label: 'Webhooks', scope: 'webhooks:read' },
];

/** The place that an address belongs to. */
export function placeAt(address: string): Place | undefined {
  return places.find(({ path }) => address === path || (path !== '/' && address.startsWith(`${path}/`)));
}
