import { html } from './html.ts';
import { homePath, type Page, type PublicSite, paw } from './site.ts';

/** What is missing: a page, an animal that never was, or one that was removed or is not public. */
export type Missing = 'page' | 'animal' | 'removed animal';

/** The page for an address where nothing is, or not any more. */
export function missingPage(
  { language: { messages } }: PublicSite,
  { root, missing }: { readonly root: string; readonly missing: Missing },
): Page {
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
