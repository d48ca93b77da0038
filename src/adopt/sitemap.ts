import { parseInt64 } from '../../contract/int64.ts';
import type { PetStatus } from '../../contract/pet.ts';
import { findChangeTimes, skipPets } from '../animals/pets/sql.ts';
import { nextTurn } from '../lib/next-tick.ts';
import { Semaphore } from '../lib/semaphore.ts';
import type { Reader } from '../store/statement.ts';
import { isoTime } from './facts.ts';
import { type Markup, xml } from './html.ts';
import { type Moment, rememberFor } from './list/choices.ts';
import { homePath, type PublicSite } from './page.ts';
import { animalAddress } from './structured-data.ts';

/** Addresses in one sitemap. The protocol allows 50,000, which would be 5 MB. */
const maxAddresses = 5_000;
/** Addresses that are printed at once, in some milliseconds. */
const stepAddresses = 500;
/** Finding the parts takes some milliseconds for each 100,000 animals, so it is not done for each request. */
const indexTtlMs = 600_000;
/** Sitemaps in the index, which are enough for ten million animals. */
const maxSitemaps = 2_000;

/** The animals of one status after an id. */
export interface SitemapPart {
  readonly status: PetStatus;
  readonly after: bigint;
}

const partName = /^sitemap-([a-z]+)-([0-9]+)\.xml$/;

/** The part that a file name is about: `sitemap-available-0.xml`. */
export function readPartName(name: string, statuses: readonly PetStatus[]): SitemapPart | undefined {
  const [, word, digits = ''] = partName.exec(name) ?? [];
  const status = statuses.find((known) => known === word);
  const after = parseInt64(digits);
  return status === undefined || after === undefined ? undefined : { status, after };
}

/** Where each sitemap begins. The first one is always there, because it has the list itself. */
export async function findParts(
  db: Reader,
  statuses: readonly PetStatus[],
  addresses = maxAddresses,
): Promise<SitemapPart[]> {
  const parts: SitemapPart[] = [];
  for (const status of statuses) {
    let after: bigint | undefined = 0n;
    while (after !== undefined && parts.length < maxSitemaps) {
      parts.push({ status, after });
      // Other requests are served in between.
      await nextTurn();
      after = await skipPets(db, status, after, addresses);
    }
  }
  return parts;
}

/** The sitemaps of a site, of which one is printed at a time: each has half a megabyte. */
export function createSitemaps(site: PublicSite, db: Reader, statuses: readonly PetStatus[]) {
  const parts = rememberFor(indexTtlMs, () => findParts(db, statuses));
  const turn = new Semaphore(1);
  const printing = new Map<string, Promise<string>>();

  async function printInTurn(part: SitemapPart, today: bigint): Promise<string> {
    using _turn = await turn.acquire();
    return await printPart(site, db, { ...part, isFirst: part.status === statuses[0], today });
  }

  return {
    printIndex: async (moment: Moment) => printIndex(site, await parts(moment)),
    /**
     * The part with the animal after that of `part`. It begins where the index says: other beginnings, of which a client can
     * send any number, would be as many different sitemaps.
     */
    async findPart({ status, after }: SitemapPart, moment: Moment): Promise<SitemapPart> {
      const known = await parts(moment);
      return known.findLast((part) => part.status === status && part.after <= after) ?? { status, after: 0n };
    },
    /** Requests for the same part of the same revision and day share one text. */
    printPart(part: SitemapPart, revision: number | undefined, today: bigint): Promise<string> {
      const name = `${part.status} ${part.after} ${revision} ${today}`;
      const text = printing.get(name) ?? printInTurn(part, today).finally(() => printing.delete(name));
      printing.set(name, text);
      return text;
    },
  };
}

/** The index of all sitemaps (sitemaps.org). */
function printIndex({ origin }: PublicSite, parts: readonly SitemapPart[]): string {
  const entries = parts.map(
    ({ status, after }) => xml`<sitemap><loc>${origin}${homePath}/sitemap-${status}-${after}.xml</loc></sitemap>\n`,
  );
  return document('sitemapindex', entries);
}

/** One sitemap: the pages of animals, with the time of their last change where it is known. */
export async function printPart(
  site: PublicSite,
  db: Reader,
  part: SitemapPart & { readonly isFirst: boolean; readonly today: bigint },
): Promise<string> {
  const entries = part.isFirst && part.after === 0n ? [xml`<url><loc>${site.origin}${homePath}</loc></url>\n`] : [];
  let { after } = part;
  for (let printed = 0; printed < maxAddresses; printed += stepAddresses) {
    const rows = await findChangeTimes(db, part.status, after, stepAddresses, part.today);
    for (const [id, updatedAt, isHidden] of rows) {
      if (isHidden) continue;
      const lastmod = updatedAt > 0n && xml`<lastmod>${isoTime(updatedAt)}</lastmod>`;
      entries.push(xml`<url><loc>${animalAddress(site, id)}</loc>${lastmod}</url>\n`);
    }
    const last = rows.at(-1);
    if (last === undefined || rows.length < stepAddresses) break;
    [after] = last;
    // Other requests are served in between.
    await nextTurn();
  }
  return document('urlset', entries);
}

/**
 * What crawlers may read (RFC 9309): the pages and their photos, but not those with remembered animals, of which there is any
 * number. Crawlers look for it at the root of a host, so it has paths of that: a proxy may add a prefix.
 */
export function printRobots({ origin }: PublicSite): string {
  const prefix = new URL(origin).pathname.replace(/\/$/, '');
  return `User-agent: *
Allow: ${prefix}${homePath}
Allow: ${prefix}/media
Disallow: ${prefix}/*keep=
Disallow: ${prefix}/
Sitemap: ${origin}${homePath}/sitemap.xml
`;
}

function document(element: 'sitemapindex' | 'urlset', entries: readonly Markup[]): string {
  const content = entries.map(({ text }) => text).join('');
  return `<?xml version="1.0" encoding="UTF-8"?>
<${element} xmlns="http://www.sitemaps.org/schemas/sitemap/0.9">
${content}</${element}>
`;
}
