import type { Listing } from '../animals/listings/model.ts';
import { html } from './html.ts';
import { photosOfCards, renderCards } from './list/cards.ts';
import { keptIn, type PublicQuery, withQuery } from './list/list-query.ts';
import { type AdoptPage, homePath, type PublicSite, paw, renderShare } from './page.ts';
import { photoRules } from './photos.ts';

export const favoritesName = 'favorites';

export interface FavoritesContent {
  /** The list to which the page leads back, with what a visitor has remembered. */
  readonly from: PublicQuery;
  /** Those of them that everybody may still see. */
  readonly listings: readonly Listing[];
  /** In days since 1970-01-01. */
  readonly today: bigint;
}

/** The page is at `/adopt/favorites`. Its address alone has what it shows. */
const root = '../';

export function favoritesPage(site: PublicSite, { from, listings, today }: FavoritesContent): AdoptPage {
  const { messages } = site.language;
  const keep = listings.map(({ id }) => id);
  const list = { ...from, keep };
  const gone = (from.keep?.length ?? 0) - keep.length;
  const address = `${site.origin}${homePath}/${favoritesName}`;
  const share = renderShare(site, messages.favorites, withQuery(address, keptIn(list)));
  return {
    path: homePath,
    root,
    from: list,
    title: messages.favorites,
    description: messages.favoritesText,
    isIndexed: false,
    type: 'website',
    style: photoRules(photosOfCards(listings)),
    content: html`<a class="back" href="${withQuery(`${root}adopt`, list)}">← ${messages.back}</a>
<div class="intro"><h1>${messages.favorites}</h1><div>${keep.length > 0 && html`<p>${messages.favoritesText}</p>`}${gone > 0 && html`<p>${messages.favoritesGone(gone)}</p>`}</div></div>
${
  keep.length === 0
    ? html`<div class="note">${paw}<p>${messages.noFavorites}</p></div>`
    : html`<section aria-labelledby="results"><h2 id="results" class="hidden">${messages.results}</h2>${renderCards(site, listings, { root, from: list, here: list, today })}</section>
<p class="actions">${share}</p>`
}`,
  };
}
