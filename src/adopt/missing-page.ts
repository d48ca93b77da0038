import { html } from './html.ts';
import { homePath, type Page, type PublicSite, paw } from './site.ts';

/** The page for an address where nothing is, or not any more. */
export function missingPage(
  { language: { messages } }: PublicSite,
  { root, isGone }: { readonly root: string; readonly isGone: boolean },
): Page {
  const [title, text] = isGone ? [messages.gone, messages.goneText] : [messages.notFound, messages.notFoundText];
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
