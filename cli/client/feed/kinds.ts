import type { Profile } from '../../../client/index.ts';
import { ageAt } from '../../../contract/age.ts';
import { isNothing } from '../../../importer/words/words.ts';

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

export interface Breeds {
  /** At most two, because no portal takes more. */
  readonly breeds: readonly string[];
  /** `undefined` where the text leaves it open. */
  readonly isMixed: boolean | undefined;
}

/** What stands for a mixed animal, in the languages of the import. */
const mix =
  'mix(?:ed)?(?: breed)?|cross(?:breed)?|[x×]|mischling(?:shund)?|kreuzung|crois[ée]e?|m[ée]tis(?:se)?|mestiz[oa]|' +
  'cru[cz][ae](?:d[oa])?|mesti[çc][oa]|srd|vira-lata|s[ie][nm] ra[zç]a(?: definida)?';
const isMix = new RegExp(`^(?:${mix})$`, 'i');
/** At an end of a breed: `Beagle-Mix`, `Schäferhundmischling`, `croisé labrador`, `cruce de podenco`. */
const mixOfBreed = new RegExp(
  `(?:[\\s(-]+(?:${mix})\\)?|(?<=\\p{L}{4})mi(?:x|schling))$|^(?!mixed)(?:${mix})\\s+(?:(?:of|de|aus)\\s+)?`,
  'iu',
);
/** `Black & Tan Coonhound` is one breed. */
const betweenBreeds = /\/|\+|\s×\s|\sx\s|&(?!\s*tan\b)/i;
const wordForBreed = /\b(?:breed|rasse|race|ra[zç]a)\b/gi;

/** The breeds of `Labrador Retriever/Beagle Mix`. Portals have `Mixed Breed` as a breed, and no other word for a mix. */
export function breedsOf(text: string, own: OwnWords, spellings: Readonly<Record<string, string>> = {}): Breeds {
  const known = own.get(text.trim().toLowerCase());
  const parts = (known ?? text)
    .normalize()
    .split(betweenBreeds)
    .map((part) => part.trim());
  const names = parts.map((part) => {
    const name = isMix.test(part) ? part : part.replace(mixOfBreed, '').trim();
    const portalName = own.get(part.toLowerCase()) ?? own.get(name.toLowerCase()) ?? spellings[name.toLowerCase()];
    // Of `N/A` letters are left.
    const isNone = name.length < 2 || (isMix.test(name) && !/^mixed breed$/i.test(name));
    return portalName ?? (isNone || isNothing(name.replace(wordForBreed, '')) ? '' : name);
  });
  const breeds = names.filter((name) => name !== '');
  const isMixed =
    breeds.length > 1 || [text, ...parts].some((part) => isMix.test(part.trim()) || mixOfBreed.test(part.trim()));
  return { breeds: breeds.slice(0, 2), isMixed: isMixed || (breeds.length < parts.length ? undefined : false) };
}

/** The ages in months at which an animal is `Young`, `Adult` and `Senior`. */
export type AgeBounds = readonly [young: number, adult: number, senior: number];

/** The age in the words of all portals; `undefined` without a date of birth. */
export function ageGroupOf(profile: Profile, today: Date, [young, adult, senior]: AgeBounds): string | undefined {
  const { birthDate, birthDatePrecision = 'day' } = profile;
  if (birthDate === undefined) return undefined;
  const { count, unit } = ageAt(today, new Date(birthDate), birthDatePrecision) ?? { count: 0, unit: 'day' };
  const months = unit === 'year' ? 12 * count : unit === 'month' ? count : 0;
  return months < young ? 'Baby' : months < adult ? 'Young' : months < senior ? 'Adult' : 'Senior';
}
