import { basePath } from '../lib/base-path.ts';
import { discardDrafts } from '../lib/drafts.tsx';
import { environment } from '../lib/environment.ts';

/** Another service on the same host, behind another path, must not get this key. */
const name = `petstore-key${basePath}`;
/** What a tab is called in which somebody has signed in. A duplicate gets a copy of the storage, but not this name. */
const tabName = 'petstore';

/**
 * Takes the key out of the address `#key=…` that `petstore demo` prints. A browser sends that part of an address to no
 * server. No other service accepts it: a link could sign somebody in with a key that is not theirs.
 */
export function takeKeyOfDemo(): void {
  const [, apiKey] = /^#key=([\w-]+)$/.exec(location.hash) ?? [];
  if (environment !== 'demo' || apiKey === undefined) return;
  history.replaceState(null, '', location.pathname + location.search);
  storeKey(apiKey);
}

/** The key of this tab, which the browser forgets with it; no other tab, no address and no disk has it. */
export function readStoredKey(): string | undefined {
  if (window.name !== tabName) {
    removeStoredKey();
    discardDrafts();
  }
  return sessionStorage.getItem(name) ?? undefined;
}

export function storeKey(apiKey: string): void {
  window.name = tabName;
  sessionStorage.setItem(name, apiKey);
}

export function removeStoredKey(): void {
  sessionStorage.removeItem(name);
}
