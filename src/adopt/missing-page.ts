import { html } from './html.ts';
import { langIn, type PublicQuery, withQuery } from './list/list-query.ts';
import { type AdoptPage, homePath, type PublicSite, paw } from './page.ts';

/** What is missing: a page, or an animal. Nobody learns whether that never was, was removed, or is not public. */
export type Missing = 'page' | 'animal';

/** The page for an address where nothing is, or not any more. Its status is 404. */
export function missingPage(
  { language: { messages } }: PublicSite,
  { root, missing, from = {} }: { readonly root: string; readonly missing: Missing; readonly from?: PublicQuery },
): AdoptPage {
  const [title, text] = {
    page: [messages.notFound, messages.notFoundText] as const,
    animal: [messages.notShown, messages.notShownText] as const,
  }[missing];
  return {
    path: homePath,
    root,
    from,
    title,
    description: text,
    isIndexed: false,
    type: 'website',
    style: '',
    content: html`<div class="note">${paw}<h1>${title}</h1><p>${text}</p><p><a class="button" href="${withQuery(`${root}adopt`, langIn(from))}">${messages.seeOthers}</a></p></div>`,
  };
}
