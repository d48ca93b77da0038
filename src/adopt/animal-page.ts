import type { Listing } from '../animals/listings/model.ts';
import { companyOf, factsOf, marksOf, summaryOf } from './facts.ts';
import { type HtmlContent, html, type Markup } from './html.ts';
import { photosOfCards, renderCards, toggleKept } from './list/cards.ts';
import { askedIn, keptIn, type PublicQuery, printPublicQuery, withQuery } from './list/list-query.ts';
import { type AdoptPage, homePath, oneLine, type PublicSite, paragraphs, paw, renderShare } from './page.ts';
import { photoRules, previewOf, renderPhoto } from './photos.ts';
import { animalAddress, describeAnimal, describePlace } from './structured-data.ts';

export interface AnimalContent {
  readonly listing: Listing;
  readonly similar: readonly Listing[];
  /** The list to which the page leads back. */
  readonly from: PublicQuery;
  /** Whether there is a form to ask about it. */
  readonly hasForm?: boolean;
  /** Shown after the facts, such as a form. Pages have no other. */
  readonly section?: HtmlContent;
  /** In days since 1970-01-01. */
  readonly today: bigint;
}

/** The page is at `/adopt/{petId}`. */
const root = '../';
const home = '../adopt';
const mainSizes = '(min-width: 80rem) 730px, (min-width: 48rem) 58vw, calc(100vw - 32px)';
const smallSizes = '(min-width: 48rem) 14vw, 25vw';

export function animalPage(site: PublicSite, content: AnimalContent): AdoptPage {
  const { language, origin } = site;
  const { messages } = language;
  const { listing, similar, from, today, section } = content;
  const { id, name, photos, profile, status } = listing;
  const ask = content.hasForm ? withQuery(`${id}/inquiry`, from) : site.look.contact;
  const summary = summaryOf(listing, language, today);
  const previews = photos.map((photo, index) => previewOf(photo, origin, alternativeTextOf(site, listing, index)));
  const images = previews.map(({ url }) => url);
  return {
    path: `${homePath}/${id}`,
    root,
    from,
    title: name,
    description: oneLine(profile.description ?? [summary, messages.statusNotes[status]].filter(Boolean).join('. ')),
    isIndexed: true,
    image: previews[0],
    type: 'article',
    data: [describeAnimal(site, listing, { summary: summary || messages.title, images }), describePlace(site, listing)],
    style: photoRules([...photos, ...photosOfCards(similar)]),
    content: html`<a class="back" href="${withQuery(home, from)}">← ${printPublicQuery(askedIn(from)) === '' ? messages.back : messages.backToResults}</a>
<article class="animal">
${renderGallery(site, listing)}
<div>
<div class="heading"><h1><bdi>${name}</bdi></h1><span class="badge">${messages.status[status]}</span></div>
${summary !== '' && html`<p class="summary"><bdi>${summary}</bdi></p>`}
${status === 'pending' && html`<p>${messages.statusNotes.pending}</p>`}
<p class="actions">${ask !== undefined && section === undefined && html`<a class="button" href="${ask}">${messages.askAbout(name)}</a>`}${renderRemember(site, id, from)}${renderShare(site, name, animalAddress(site, id))}</p>
${renderDescription(site, listing)}
${renderFacts(site, listing, today)}
${renderMarks(messages.health, marksOf(profile, language))}
${renderMarks(messages.goodWith, companyOf(profile, language))}
${renderTags(site, listing, from)}
${renderVideos(site, listing)}
${section}
</div>
</article>
${renderLargePhotos(site, listing)}
${similar.length > 0 && html`<section class="similar" aria-labelledby="similar"><h2 id="similar">${messages.similar}</h2>${renderCards(site, similar, { root, from: keptIn(from), here: from, today, isBelow: true })}</section>`}`,
  };
}

function renderRemember({ language: { messages } }: PublicSite, id: bigint, from: PublicQuery) {
  const toggled = toggleKept(from, id);
  if (toggled === undefined) return undefined;
  const isKept = from.keep?.includes(id) === true;
  return html`<a class="button plain heart${isKept && ' kept'}" rel="nofollow" href="${withQuery(String(id), toggled)}">${isKept ? messages.forget : messages.remember}</a>`;
}

function alternativeTextOf({ language: { messages } }: PublicSite, { name, photos }: Listing, index: number): string {
  return (
    photos[index]?.alternativeText || (index === 0 ? messages.photoOf(name) : messages.photoNumber(index + 1, name))
  );
}

function renderGallery(site: PublicSite, listing: Listing): Markup {
  const { messages } = site.language;
  if (listing.photos.length === 0) return html`<div class="large picture">${paw}<p>${messages.noPhoto}</p></div>`;
  const photos = listing.photos.map((photo, index) => {
    const image = renderPhoto(photo, {
      root,
      alternativeText: alternativeTextOf(site, listing, index),
      sizes: index === 0 ? mainSizes : smallSizes,
      loading: index === 0 ? 'first' : 'lazy',
    });
    return html`<li><a href="#photo-${index + 1}" id="small-${index + 1}">${image}</a></li>`;
  });
  return html`<ul class="gallery" aria-label="${messages.photos}">${photos}</ul>`;
}

/** Each photo over the whole window, shown while the address names it. */
function renderLargePhotos(site: PublicSite, listing: Listing): Markup[] {
  const { messages } = site.language;
  const { name, photos } = listing;
  const step = (number: number, way: string, label: string) =>
    number > 0 && number <= photos.length && html`<a class="${way}" href="#photo-${number}" aria-label="${label}"></a>`;
  return photos.map((photo, index) => {
    const alternativeText = alternativeTextOf(site, listing, index);
    const image = renderPhoto(photo, { root, alternativeText, sizes: '100vw', loading: 'lazy' });
    const number = index + 1;
    return html`<figure class="light" id="photo-${number}" tabindex="-1" aria-label="${messages.photoNumber(number, name)}"><a class="close" href="#small-${number}" aria-label="${messages.close}"></a>${image}${step(index, 'before', messages.photoBefore)}${step(index + 2, 'after', messages.photoAfter)}</figure>`;
  });
}

function renderDescription({ language: { messages } }: PublicSite, { name, profile: { description } }: Listing) {
  return (
    description !== undefined && html`<section><h2>${messages.about(name)}</h2>${paragraphs(description)}</section>`
  );
}

/** Plain links with the names of their hosts: nothing is loaded from there before a visitor opens one. */
function renderVideos({ language: { messages } }: PublicSite, { profile: { videos = [] } }: Listing) {
  const links = videos.map(
    (url) => html`<li><a rel="noopener noreferrer nofollow" href="${url}">${new URL(url).hostname}</a></li>`,
  );
  return links.length > 0 && html`<section><h2>${messages.videos}</h2><ul>${links}</ul></section>`;
}

function renderFacts({ language }: PublicSite, listing: Listing, today: bigint) {
  const facts = factsOf(listing, language, today);
  const rows = facts.map(([label, text]) => html`<dt>${label}</dt><dd><bdi>${text}</bdi></dd>`);
  return facts.length > 0 && html`<section><h2>${language.messages.facts}</h2><dl>${rows}</dl></section>`;
}

function renderMarks(title: string, marks: readonly string[]) {
  const entries = marks.map((mark) => html`<li>${mark}</li>`);
  return marks.length > 0 && html`<section><h2>${title}</h2><ul class="marks">${entries}</ul></section>`;
}

function renderTags({ language: { messages } }: PublicSite, { profile: { tags = [] } }: Listing, from: PublicQuery) {
  const links = tags.map(
    (tag) => html`<li><a href="${withQuery(home, { ...keptIn(from), tag })}"><bdi>${tag}</bdi></a></li>`,
  );
  return tags.length > 0 && html`<section><h2>${messages.tags}</h2><ul class="tags">${links}</ul></section>`;
}
