import type { Listing } from '../catalogue/listings/model.ts';
import { companyOf, dayOf, factsOf, marksOf, summaryOf } from './facts.ts';
import { type HtmlContent, html, type Markup } from './html.ts';
import { type PublicQuery, printPublicQuery, withQuery } from './list-query.ts';
import { colorRules, largestPhoto, previewOf, renderPhoto } from './photos.ts';
import { type AdoptPage, homePath, oneLine, type PublicSite, paragraphs, paw } from './site.ts';
import { describeAnimal, describePlace } from './structured-data.ts';

export interface AnimalContent {
  readonly listing: Listing;
  /** The list to which the page leads back. */
  readonly from: PublicQuery;
  /** Whether there is a form to ask about it. */
  readonly hasForm?: boolean;
  /** Shown after the facts, such as a form. Pages have no other. */
  readonly section?: HtmlContent;
  /** Epoch milliseconds. */
  readonly now: bigint;
}

/** The page is at `/adopt/{petId}`. */
const root = '../';
const home = '../adopt';
const mainSizes = '(min-width: 80rem) 730px, (min-width: 48rem) 58vw, calc(100vw - 32px)';
const smallSizes = '(min-width: 48rem) 14vw, 25vw';

export function animalPage(site: PublicSite, content: AnimalContent): AdoptPage {
  const { language, origin } = site;
  const { messages } = language;
  const { listing, from, now, section } = content;
  const { id, name, photos, profile, status } = listing;
  const ask = content.hasForm ? `${id}/inquiry` : site.look.contact;
  const summary = summaryOf(listing, language, dayOf(now));
  const previews = photos.map((photo, index) => previewOf(photo, origin, alternativeTextOf(site, listing, index)));
  const images = previews.map(({ url }) => url);
  return {
    path: `${homePath}/${id}`,
    root,
    title: name,
    description: oneLine(profile.description ?? [summary, messages.statusNotes[status]].filter(Boolean).join('. ')),
    isIndexed: true,
    image: previews[0],
    type: 'article',
    data: [describeAnimal(site, listing, { summary: summary || messages.title, images }), describePlace(site, listing)],
    style: colorRules(photos),
    content: html`<a class="back" href="${withQuery(home, from)}">← ${printPublicQuery(from) === '' ? messages.back : messages.backToResults}</a>
<article class="animal">
${renderGallery(site, listing)}
<div>
<div class="heading"><h1><bdi>${name}</bdi></h1><span class="badge">${messages.status[status]}</span></div>
${summary !== '' && html`<p class="summary"><bdi>${summary}</bdi></p>`}
${status === 'pending' && html`<p>${messages.statusNotes.pending}</p>`}
${ask !== undefined && section === undefined && html`<p><a class="button" href="${ask}">${messages.askAbout}</a></p>`}
${renderDescription(site, listing)}
${renderFacts(site, listing, dayOf(now))}
${renderMarks(messages.health, marksOf(profile, language))}
${renderMarks(messages.goodWith, companyOf(profile, language))}
${renderTags(site, listing)}
${section}
</div>
</article>`,
  };
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
    return html`<li><a href="${largestPhoto(photo, root)}">${image}</a></li>`;
  });
  return html`<ul class="gallery" aria-label="${messages.photos}">${photos}</ul>`;
}

function renderDescription({ language: { messages } }: PublicSite, { profile: { description } }: Listing) {
  return description !== undefined && html`<section><h2>${messages.about}</h2>${paragraphs(description)}</section>`;
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

function renderTags({ language: { messages } }: PublicSite, { profile: { tags = [] } }: Listing) {
  const links = tags.map((tag) => html`<li><a href="${withQuery(home, { tag })}"><bdi>${tag}</bdi></a></li>`);
  return tags.length > 0 && html`<section><h2>${messages.tags}</h2><ul class="tags">${links}</ul></section>`;
}
