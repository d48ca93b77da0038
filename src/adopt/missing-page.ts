import type { Store } from '../store/store.ts';
import { html } from './html.ts';
import { type AdoptPage, homePath, type PublicSite, paw } from './site.ts';

/** What is missing: a page, an animal that never was, or one that was removed or is not public. */
export type Missing = 'page' | 'animal' | 'removed animal';

/**
 * The page for an animal that is not shown, and its status. They are the same for one that was removed and one that nobody
 * may see: ids are given in ascending order and never again, so a difference would tell of it.
 */
export async function missingAnimal(
  site: PublicSite,
  store: Store,
  { id, root }: { readonly id: bigint; readonly root: string },
): Promise<{ page: AdoptPage; status: 404 | 410 }> {
  const [row] = await store.reader.query(store.ids.highest('pets'), []);
  const isGone = id > 0n && row !== undefined && id <= row[0];
  return isGone
    ? { page: missingPage(site, { root, missing: 'removed animal' }), status: 410 }
    : { page: missingPage(site, { root, missing: 'animal' }), status: 404 };
}

/** The page for an address where nothing is, or not any more. */
export function missingPage(
  { language: { messages } }: PublicSite,
  { root, missing }: { readonly root: string; readonly missing: Missing },
): AdoptPage {
  const [title, text] = {
    page: [messages.notFound, messages.notFoundText] as const,
    animal: [messages.notShown, messages.notShownText] as const,
    'removed animal': [messages.gone, messages.goneText] as const,
  }[missing];
  return {
    path: homePath,
    root,
    title,
    description: text,
    isIndexed: false,
    type: 'website',
    style: '',
    content: html`<div class="note">${paw}<h1>${title}</h1><p>${text}</p><p><a class="button" href="${root}adopt">${messages.seeOthers}</a></p></div>`,
  };
}
