import { assetFolder, defaultFacts, type Logo, type ShelterFacts } from '../../../contract/shelter.ts';

/** The logo is a `data:` address. */
export type StoredShelter = Omit<ShelterFacts, 'logo'> & { readonly logo?: string };

/** As in a merge patch: `null` removes a field. */
export type ShelterChanges = { [Name in keyof StoredShelter]?: StoredShelter[Name] | null };

/** What is shown: what the operator has set, what is stored, or the default. */
export function factsOf<Stored extends ShelterFacts, Set extends ShelterFacts>(stored: Stored, set: Set) {
  return { ...defaultFacts, ...stored, ...set };
}

export function readLogo(address: string): Logo {
  const [, type = '', base64 = ''] = /^data:([^;]*);base64,(.*)$/.exec(address) ?? [];
  return { type, base64 };
}

const extensions: Readonly<Record<string, string>> = {
  'image/png': 'png',
  'image/jpeg': 'jpg',
  'image/webp': 'webp',
  'image/svg+xml': 'svg',
};

/** The name of a logo's file, with a hash of its content. */
export function logoName({ type, base64 }: Logo): string {
  return `logo-${Bun.hash(base64).toString(36)}.${extensions[type]}`;
}

export function logoAddress(origin: string, logo: Logo): string {
  return `${origin}${assetFolder}/${logoName(logo)}`;
}
