import type { Listing } from '../animals/listings/model.ts';
import { isoTime, summaryOf } from './facts.ts';
import { html, type Markup, xml } from './html.ts';
import { type Filtered, labelsOf } from './list/filters.ts';
import { withQuery } from './list/list-query.ts';
import { feedName, homePath, type PublicSite, paragraphs } from './page.ts';
import { previewOf } from './photos.ts';
import { animalAddress } from './structured-data.ts';

export interface FeedContent extends Filtered {
  /** In days since 1970-01-01. */
  readonly today: bigint;
}

/** The newest animals that filters leave, as an Atom feed (RFC 4287). */
export function printFeed(site: PublicSite, { query, choices, listings, today }: FeedContent): string {
  const { look, language, origin } = site;
  const name = look.name ?? language.messages.title;
  const title = [name, ...labelsOf(language.messages, { query, choices, listings })].join(' · ');
  const home = `${origin}${homePath}`;
  const newest = listings.map(updatedOf).toSorted((one, other) => Number(other - one))[0] ?? 0n;
  return xml`<?xml version="1.0" encoding="UTF-8"?>
<feed xmlns="http://www.w3.org/2005/Atom" xml:lang="${language.code}">
<id>${withQuery(home, query)}</id>
<title>${title}</title>
<updated>${isoTime(newest)}</updated>
<author><name>${name}</name></author>
<link rel="self" type="application/atom+xml" href="${withQuery(`${home}/${feedName}`, query)}"/>
<link rel="alternate" type="text/html" href="${withQuery(home, query)}"/>
${listings.map((listing) => printEntry(site, listing, today))}</feed>
`.text;
}

function printEntry(site: PublicSite, listing: Listing, today: bigint): Markup {
  const { id, name, createdAt, photos, profile } = listing;
  const { messages } = site.language;
  const address = animalAddress(site, id);
  const summary = summaryOf(listing, site.language, today) || messages.statusNotes[listing.status];
  const [photo] = photos;
  const image = photo && previewOf(photo, site.origin, photo.alternativeText || messages.photoOf(name));
  const content = html`${image && html`<p><img src="${image.url}" alt="${image.alternativeText}" width="${image.width}" height="${image.height}"></p>`}<p>${summary}</p>${profile.description !== undefined && paragraphs(profile.description)}`;
  return xml`<entry>
<id>${address}</id>
<title>${name}</title>
<updated>${isoTime(updatedOf(listing))}</updated>
${createdAt !== undefined && xml`<published>${isoTime(createdAt)}</published>`}
<link rel="alternate" type="text/html" href="${address}"/>
<summary>${summary}</summary>
<content type="html">${content.text}</content>
</entry>
`;
}

/** An entry must have this time, also where it is not known. */
function updatedOf({ updatedAt, createdAt }: Listing): bigint {
  return updatedAt ?? createdAt ?? 0n;
}
