import type { Scope } from '../../client/index.ts';
import { listingParts } from '../../contract/pet.ts';
import { basePath, publicStatuses } from '../lib/environment.ts';
import { openedLink, readStoredKey } from './stored-key.ts';

const notReady = ['available', 'pending'].filter((status) => publicStatuses.includes(status));
const ofAllPages = [
  ['orders:read', 'store/orders?limit=100&status=placed'],
  ['inquiries:read', 'inquiries?limit=100&status=open'],
] as const;
/** What the pages read first that are opened most, as the client asks for it. */
const ofPages: Record<string, readonly (readonly [needs: Scope, path: string])[]> = {
  '/': [
    ...ofAllPages,
    ['pets:read', 'store/inventory'],
    ['orders:read', 'store/orders?limit=100&status=cancelled&sort=-id'],
    ['orders:read', 'store/statistics?by=month&groupBy=outcomeType'],
    ['listings:read', 'listings?limit=5&status=available&sort=arrivedOn'],
    ...(notReady.length === 0 ? [] : [['listings:read', `listings?${queryOfNotReady()}`] as const]),
  ],
  '/animals': [
    ...ofAllPages,
    ['listings:read', 'listings?limit=50&status=available&status=pending&sort=-arrivedOn'],
    ['pets:read', 'categories?limit=100'],
  ],
};

const asked = new Map<string, Promise<Response>>();
const authorization = `Bearer ${readStoredKey()}`;
if (openedLink === undefined && readStoredKey() !== undefined) void askFirst().catch(() => undefined);

/**
 * Asks for what the page reads first while the other scripts are on their way. The newest event is known before any data is
 * asked for, so that who follows the events after it misses no change of that data.
 */
async function askFirst(): Promise<void> {
  const key = await ask('keys/self');
  const { scopes }: { scopes: readonly string[] } = key.ok ? await key.clone().json() : { scopes: [] };
  if (!scopes.includes('events:read') || !(await ask('events?limit=1&sort=-id')).ok) return;
  const page = location.search === '' ? ofPages[location.pathname.slice(basePath.length)] : undefined;
  for (const [needs, path] of page ?? []) if (scopes.includes(needs)) void ask(path).catch(() => undefined);
}

function ask(path: string): Promise<Response> {
  const url = `${location.origin}${basePath}/v1/${path}`;
  const response = fetch(url, { headers: { Accept: 'application/json', Authorization: authorization } });
  asked.set(url, response);
  return response;
}

/** The response to a request that was sent beforehand, once. One that prefers something is another request. */
export function takeAsked(url: string, { method, headers: given }: RequestInit): Promise<Response> | undefined {
  const response = asked.get(url);
  const headers = new Headers(given);
  const isSame = method === 'GET' && headers.get('Authorization') === authorization && !headers.has('prefer');
  if (response === undefined || !isSame) return undefined;
  asked.delete(url);
  return response;
}

/** Lets go of what nobody has read. It is outdated once something has changed. */
export function forgetAsked(): void {
  asked.clear();
}

function queryOfNotReady(): string {
  const missing = listingParts.map((part) => `&missing=${part}`).join('');
  return `limit=100${notReady.map((status) => `&status=${status}`).join('')}&onHold=false${missing}`;
}
