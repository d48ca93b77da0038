import { html, type Markup } from '../html.ts';
import { type AdoptPage, homePath, oneLine, type PublicSite, paragraphs, paw } from '../page.ts';
import { photoRules, previewOf } from '../photos.ts';
import { describeList } from '../structured-data.ts';
import { photosOfCards, renderCards } from './cards.ts';
import { type FilterContent, renderChosen, renderFilters } from './filters.ts';
import { filtersOf, isFiltered, keptIn, printPublicQuery, withoutCursor, withQuery } from './list-query.ts';

export interface ListContent extends FilterContent {
  /** The cursor of the next page, if there is one. */
  readonly next: string | undefined;
  /** How many animals there are, where that is known without reading them. */
  readonly count: bigint | undefined;
  /** In days since 1970-01-01. */
  readonly today: bigint;
}

/** The page is at `/adopt`, so addresses of the service need nothing before them. */
const root = '';

export function listPage(site: PublicSite, content: ListContent): AdoptPage {
  const { look, language, origin } = site;
  const { messages } = language;
  const { query, listings } = content;
  const { lang: _, ...seen } = query;
  const isWhole = printPublicQuery(seen) === '';
  const [shown] = listings.filter(({ photos }) => photos.length > 0);
  return {
    path: homePath,
    root,
    title: isWhole ? (look.name ?? messages.title) : messages.title,
    feedQuery: filtersOf(query),
    from: query,
    description: oneLine(look.text ?? messages.title),
    isIndexed: isWhole,
    image:
      shown?.photos[0] &&
      previewOf(shown.photos[0], origin, shown.photos[0].alternativeText || messages.photoOf(shown.name)),
    type: 'website',
    data: isWhole && listings.length > 0 ? [describeList(site, listings)] : [],
    style: photoRules(photosOfCards(listings)),
    content: html`<div class="list">
${renderHeading(site, content)}
${renderFilters(site, content)}
${renderChosen(messages, content)}
<section aria-labelledby="results">
<h2 id="results" class="hidden">${messages.results}</h2>
${
  listings.length === 0
    ? renderNone(site, content)
    : renderCards(site, listings, { root, from: query, here: query, today: content.today })
}
</section>
${renderPages(site, content)}
${isIntroduced(content) && look.text !== undefined && html`<div class="intro">${paragraphs(look.text)}</div>`}
</div>`,
  };
}

function isIntroduced({ query }: ListContent): boolean {
  return query.cursor === undefined && !isFiltered(query);
}

function renderHeading({ language }: PublicSite, content: ListContent): Markup {
  const { messages } = language;
  const { query, listings, next, count } = content;
  if (!isIntroduced(content)) {
    // Where there are further pages, nobody has counted.
    const isFirst = query.cursor === undefined && listings.length > 0;
    return html`<div class="headline"><h1>${messages.title}</h1>${isFirst && html`<p>${messages.matches(listings.length, next === undefined)}.</p>`}</div>`;
  }
  const howMany = count !== undefined && count > 0n && messages.animals(count, language.number(count));
  return html`<div class="headline"><h1>${messages.title}</h1>${howMany && html`<p>${howMany}.</p>`}</div>`;
}

function renderNone({ language: { messages } }: PublicSite, { query, next }: ListContent): Markup {
  if (next !== undefined) return html`<div class="note">${paw}<p>${messages.noneHere}</p></div>`;
  if (!isFiltered(query)) return html`<div class="note">${paw}<p>${messages.noneYet}</p></div>`;
  return html`<div class="note">${paw}<p>${messages.noneMatch}</p><p><a class="button" href="${withQuery('adopt', keptIn(query))}">${messages.removeAll}</a></p></div>`;
}

function renderPages({ language: { messages } }: PublicSite, { query, next }: ListContent): Markup | undefined {
  if (next === undefined && query.cursor === undefined) return undefined;
  const first =
    query.cursor !== undefined &&
    html`<a class="button plain" href="${withQuery('adopt', withoutCursor(query))}">${messages.first}</a>`;
  const more =
    next !== undefined &&
    html`<a class="button" rel="next" href="${withQuery('adopt', { ...query, cursor: next })}">${messages.next}</a>`;
  return html`<nav class="pages" aria-label="${messages.pages}">${first}${more}</nav>`;
}
