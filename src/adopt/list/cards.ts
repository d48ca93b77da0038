import type { Listing } from '../../animals/listings/model.ts';
import type { Photo } from '../../animals/photos/model.ts';
import { summaryOf } from '../facts.ts';
import { html, type Markup } from '../html.ts';
import { type PublicSite, paw } from '../page.ts';
import { renderPhoto } from '../photos.ts';
import { maxKept, type PublicQuery, printPublicQuery, withQuery } from './list-query.ts';

export interface CardsPlace {
  /** How to get from the page to the service. */
  readonly root: string;
  /** The list to which the pages of the animals lead back. */
  readonly from: PublicQuery;
  /** The query of the page itself, where animals can be remembered on it. */
  readonly here?: PublicQuery;
  /** In days since 1970-01-01. */
  readonly today: bigint;
  /** Whether visitors have to scroll to the cards. */
  readonly isBelow?: boolean;
}

/** As many cards as the widest screen has in a row. Their photos are not loaded late. */
const firstRow = 4;
const cardSizes = '(min-width: 60rem) 230px, (min-width: 44rem) 33vw, calc(50vw - 24px)';

export function renderCards(site: PublicSite, listings: readonly Listing[], place: CardsPlace): Markup {
  return html`<ul class="cards">
${listings.map((listing, index) => renderCard(site, place, listing, index))}
</ul>`;
}

/** The photos that cards show. */
export function photosOfCards(listings: readonly Listing[]): Photo[] {
  return listings.flatMap(({ photos }) => photos.slice(0, 1));
}

function renderCard(
  site: PublicSite,
  { root, from, here, today, isBelow = false }: CardsPlace,
  listing: Listing,
  index: number,
): Markup {
  const { language } = site;
  const { messages } = language;
  const { id, name, status, profile } = listing;
  const [photo] = listing.photos;
  const loading = isBelow || index >= firstRow ? 'lazy' : index === 0 ? 'first' : 'early';
  const picture =
    photo === undefined
      ? paw
      : renderPhoto(photo, {
          root,
          alternativeText: photo.alternativeText || messages.photoOf(name),
          sizes: cardSizes,
          loading,
        });
  const summary = summaryOf(listing, language, today);
  return html`<li><article class="card" id="animal-${id}"><div class="picture">${picture}${status !== 'available' && html`<span class="badge">${messages.status[status]}</span>`}</div><div class="words-of"><h3 class="name"><a href="${withQuery(`${root}adopt/${id}`, from)}"><bdi>${name}</bdi></a></h3>${here && renderHeart(site, listing, here)}${summary !== '' && html`<p><bdi>${summary}</bdi></p>`}${profile.publicLocation !== undefined && html`<p><bdi>${profile.publicLocation}</bdi></p>`}</div></article></li>
`;
}

/** A link to the same page that remembers the animal, or forgets it. Search engines would follow it to endless addresses. */
function renderHeart({ language: { messages } }: PublicSite, { id, name }: Listing, here: PublicQuery) {
  const toggled = toggleKept(here, id);
  if (toggled === undefined) return undefined;
  const isKept = here.keep?.includes(id) === true;
  const label = isKept ? messages.forgetOne(name) : messages.rememberOne(name);
  return html`<a class="heart${isKept && ' kept'}" rel="nofollow" href="?${printPublicQuery(toggled)}#animal-${id}" aria-label="${label}"></a>`;
}

/** The query that remembers an animal, or forgets it; `undefined` if no more can be remembered. */
export function toggleKept({ keep = [], ...others }: PublicQuery, id: bigint): PublicQuery | undefined {
  if (keep.includes(id)) return { ...others, keep: keep.filter((one) => one !== id) };
  return keep.length < maxKept ? { ...others, keep: [...keep, id] } : undefined;
}
