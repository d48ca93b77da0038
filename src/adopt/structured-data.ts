import { decimalOf } from '../../contract/money.ts';
import type { PetStatus } from '../../contract/pet.ts';
import type { Listing } from '../animals/listings/model.ts';
import { homePath, type PublicSite } from './page.ts';

const context = 'https://schema.org';

const availability: Readonly<Record<PetStatus, string>> = {
  available: `${context}/InStock`,
  pending: `${context}/Reserved`,
  sold: `${context}/SoldOut`,
};

export function animalAddress({ origin }: PublicSite, id: bigint): string {
  return `${origin}${homePath}/${id}`;
}

/** The list for search engines (schema.org ItemList), each animal with its address. */
export function describeList(site: PublicSite, listings: readonly Listing[]): object {
  return {
    '@context': context,
    '@type': 'ItemList',
    itemListElement: listings.map(({ id, name }, index) => ({
      '@type': 'ListItem',
      position: index + 1,
      name,
      url: animalAddress(site, id),
    })),
  };
}

/**
 * An animal for search engines. There is no type for one that they know: with a fee it is a Product with an Offer, because a
 * Product needs one, otherwise a Thing.
 */
export function describeAnimal(
  site: PublicSite,
  { id, name, profile: { description, fee, breed, color }, status }: Listing,
  { summary, images }: { readonly summary: string; readonly images: readonly string[] },
): object {
  const url = animalAddress(site, id);
  const thing = {
    '@context': context,
    name,
    url,
    description: description ?? summary,
    ...(images.length > 0 && { image: images }),
  };
  if (fee === undefined) return { ...thing, '@type': 'Thing' };
  return {
    ...thing,
    '@type': 'Product',
    ...(breed !== undefined && { category: breed }),
    ...(color !== undefined && { color }),
    offers: {
      '@type': 'Offer',
      url,
      price: decimalOf(fee),
      priceCurrency: fee.currency,
      availability: availability[status],
    },
  };
}

/** Where an animal's page is in the site (schema.org BreadcrumbList). */
export function describePlace(site: PublicSite, { id, name }: Listing): object {
  const item = (position: number, label: string, address: string) => ({
    '@type': 'ListItem',
    position,
    name: label,
    item: address,
  });
  const { language, origin } = site;
  return {
    '@context': context,
    '@type': 'BreadcrumbList',
    itemListElement: [item(1, language.messages.title, `${origin}${homePath}`), item(2, name, animalAddress(site, id))],
  };
}
