import { basePath, environment } from '../lib/environment.ts';
import { discardDrafts } from '../lib/stored-drafts.ts';

/** Another service on the same host, behind another path, must not get this key. */
export const keyName = `petstore-key${basePath}`;
/** What a tab is called in which somebody has signed in. A duplicate gets a copy of the storage, but not this name. */
const tabName = 'petstore';
/** Set while the tab shows another page. Browsers take its name away when it visits another site. */
const leftName = `petstore-left${basePath}`;
const longestLeaveMs = 10_000;

// What has a copy of the storage is this tab if it has come back, and a duplicate otherwise. A window that another site opens
// from this tab has a copy, too, but no history.
if (window.name !== tabName && (sessionStorage.getItem(leftName) === null || history.length < 2)) {
  sessionStorage.removeItem(keyName);
  discardDrafts();
}
const markLeft = () => sessionStorage.setItem(leftName, '');
const unmarkLeft = () => sessionStorage.removeItem(leftName);
addEventListener('pagehide', markLeft);
addEventListener('pageshow', unmarkLeft);
// Firefox has copied the storage for the next page before this one is hidden. Who was asked may stay.
addEventListener('beforeunload', () => {
  markLeft();
  setTimeout(unmarkLeft, longestLeaveMs);
});

/** The secret in a sign-in link, which stands in its fragment: browsers send that part of an address to no server. */
export function secretOfLink(address: string): string | undefined {
  return /#sign-in=([\w-]+)$/.exec(address.trim())?.[1];
}

/** The secret of the link by which the page was opened. It leaves the address at once. */
export const openedLink = secretOfLink(location.hash);
if (openedLink !== undefined) clearFragment();

// The key in the address `#key=…` that `petstore demo` prints. No other service accepts it: a link could sign somebody in with
// a key that is not theirs.
const [, keyOfDemo] = /^#key=([\w-]+)$/.exec(location.hash) ?? [];
if (environment === 'demo' && keyOfDemo !== undefined) {
  clearFragment();
  storeKey(keyOfDemo);
}

function clearFragment(): void {
  history.replaceState(null, '', location.pathname + location.search);
}

/**
 * The key of this tab, which the browser forgets with it, or else that of a device that is trusted. No address has it, and
 * only that of a trusted device is seen by other tabs and on the disk.
 */
export function readStoredKey(): string | undefined {
  return sessionStorage.getItem(keyName) ?? localStorage.getItem(keyName) ?? undefined;
}

/** Keeps a key where it is kept already, or for this tab, or for all tabs of a device that is trusted. */
export function storeKey(apiKey: string, isTrusted = localStorage.getItem(keyName) === apiKey): void {
  window.name = tabName;
  sessionStorage.removeItem(keyName);
  (isTrusted ? localStorage : sessionStorage).setItem(keyName, apiKey);
}

/** Removes the key of this tab. Other tabs that have the same one hear of it. */
export function removeStoredKey(apiKey: string | undefined): void {
  sessionStorage.removeItem(keyName);
  if (localStorage.getItem(keyName) === apiKey) localStorage.removeItem(keyName);
}
