import type { Profile } from '../../../../client/index.ts';
import { ageAt } from '../../../lib/age.ts';

/** The species that a portal knows, by their names in small letters, in its words. */
export interface PortalKinds {
  readonly words: readonly string[];
  readonly bySpecies: ReadonlyMap<string, string>;
}

/** The words of Petfinder and Adopt-a-Pet, and the species that they stand for. */
const kinds = [
  ['Dog', 'Dog', 'dog', 'puppy'],
  ['Cat', 'Cat', 'cat', 'kitten'],
  ['Rabbit', 'Rabbit', 'rabbit', 'bunny'],
  ['Horse', 'Horse', 'horse', 'pony', 'donkey'],
  ['Bird', 'Bird', 'bird', 'parrot', 'parakeet', 'cockatiel', 'canary', 'dove', 'pigeon', 'finch'],
  [
    'Small&Furry',
    'Small Animal',
    'guinea pig',
    'hamster',
    'gerbil',
    'mouse',
    'rat',
    'ferret',
    'chinchilla',
    'hedgehog',
  ],
  ['Reptile', 'Reptile', 'reptile', 'snake', 'lizard', 'gecko', 'iguana', 'turtle', 'tortoise'],
  ['Pig', 'Farm Animal', 'pig'],
  ['Barnyard', 'Farm Animal', 'goat', 'sheep', 'cow', 'chicken', 'duck', 'goose', 'alpaca', 'llama'],
] as const;

/** RescueGroups lists species by their own names. */
const sameAs: Readonly<Record<string, string>> = { puppy: 'dog', kitten: 'cat', bunny: 'rabbit' };
const toTitle = (text: string) => text.replaceAll(/\b[a-z]/g, (letter) => letter.toUpperCase());

function kindsBy(wordOf: (row: (typeof kinds)[number], species: string) => string): PortalKinds {
  const bySpecies = new Map(
    kinds.flatMap((row) => row.slice(2).map((species) => [species, wordOf(row, species)] as const)),
  );
  return { bySpecies, words: [...new Set(bySpecies.values())] };
}

export const portalKinds = {
  petfinder: kindsBy(([word]) => word),
  adoptapet: kindsBy(([, word]) => word),
  rescuegroups: kindsBy((_, species) => toTitle(sameAs[species] ?? species)),
};

/** Words of portals for those of the shelter, which are in small letters. */
export type OwnWords = ReadonlyMap<string, string>;

/** The word of the portal for a species, also in the plural, as categories name them. */
export function kindOf(species: string, { bySpecies }: PortalKinds, own: OwnWords): string | undefined {
  const text = species.trim().toLowerCase();
  const singular = [text, text.replace(/s$/, ''), text.replace(/es$/, ''), text.replace(/ies$/, 'y')];
  return own.get(text) ?? singular.map((word) => bySpecies.get(word)).find((word) => word !== undefined);
}

/** The breeds of `Labrador Retriever/Beagle Mix`: at most two, because no portal takes more. */
export function breedsOf(text: string, own: OwnWords, spellings: Readonly<Record<string, string>> = {}) {
  const known = own.get(text.trim().toLowerCase());
  const names = (known ?? text)
    .split('/')
    .map((part) => part.replace(/\s+mix$/i, '').trim())
    .filter((part) => part !== '');
  const breeds = names.map((part) => own.get(part.toLowerCase()) ?? spellings[part.toLowerCase()] ?? part);
  return { breeds: breeds.slice(0, 2), isMixed: names.length > 1 || /\bmix(ed)?\b/i.test(text) };
}

/** The age in the words of all portals; `undefined` without a date of birth. */
export function ageGroupOf({ birthDate, birthDatePrecision = 'day' }: Profile, now: Date): string | undefined {
  if (birthDate === undefined) return undefined;
  const { count, unit } = ageAt(now, new Date(birthDate), birthDatePrecision) ?? { count: 0, unit: 'day' };
  const months = unit === 'year' ? 12 * count : unit === 'month' ? count : 0;
  return months < 6 ? 'Baby' : months < 24 ? 'Young' : months < 108 ? 'Adult' : 'Senior';
}
