import type { Listing } from '../catalogue/listings/model.ts';
import { dayOf, isoTime, summaryOf } from './facts.ts';
import { html, type Markup, xml } from './html.ts';
import { previewOf } from './photos.ts';
import { homePath, type PublicSite, paragraphs } from './site.ts';
import { animalAddress } from './structured-data.ts';

export const feedName = 'feed.atom';

/** The newest animals as an Atom feed (RFC 4287). */
export function printFeed(site: PublicSite, listings: readonly Listing[], now: bigint): string {
  const { look, language, origin } = site;
  const title = look.name ?? language.messages.title;
  const home = `${origin}${homePath}`;
  const newest = listings.map(updatedOf).toSorted((one, other) => Number(other - one))[0] ?? 0n;
  return xml`<?xml version="1.0" encoding="UTF-8"?>
<feed xmlns="http://www.w3.org/2005/Atom" xml:lang="${language.code}">
<id>${home}</id>
<title>${title}</title>
<updated>${isoTime(newest)}</updated>
<author><name>${title}</name></author>
<link rel="self" type="application/atom+xml" href="${home}/${feedName}"/>
<link rel="alternate" type="text/html" href="${home}"/>
${listings.map((listing) => printEntry(site, listing, now))}</feed>
`.text;
}

function printEntry(site: PublicSite, listing: Listing, now: bigint): Markup {
  const { id, name, createdAt, photos, profile } = listing;
  const { messages } = site.language;
  const address = animalAddress(site, id);
  const summary = summaryOf(listing, site.language, dayOf(now)) || messages.statusNotes[listing.status];
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
