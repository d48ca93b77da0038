import { type ProfileField, profileFields, writeProfileCell } from '../../client/import/profile-cells.ts';
import type { Profile } from '../../client/resources/profiles.ts';

/** What people call the fields of a profile, in the order in which they are shown. */
export const profileLabels: Readonly<Record<ProfileField, string>> = {
  description: 'Description',
  species: 'Species',
  breed: 'Breed',
  color: 'Colour',
  coat: 'Coat',
  sex: 'Sex',
  size: 'Size',
  birthDate: 'Date of birth',
  neutered: 'Neutered',
  vaccinated: 'Vaccinated',
  houseTrained: 'House-trained',
  specialNeeds: 'Special needs',
  'goodWith.children': 'Good with children',
  'goodWith.dogs': 'Good with dogs',
  'goodWith.cats': 'Good with cats',
  tags: 'Tags',
  location: 'Location',
  arrivedOn: 'Arrived on',
  fee: 'Adoption fee',
  reference: 'Reference number',
  attributes: 'Further facts',
};

/** What is known of an animal, in short texts: everything but the description and the tags. */
export function profileFacts(profile: Profile) {
  const facts = shortFields.map((field) => ({ label: profileLabels[field], text: factText(field, profile) }));
  const further = Object.entries(profile.attributes ?? {}).map(([label, text]) => ({ label, text }));
  return [...facts, ...further].filter(({ text }) => text !== '');
}

/** The description, the tags and the attributes are shown in ways of their own. */
const shortFields = profileFields.filter((field) => !['description', 'tags', 'attributes'].includes(field));

function factText(field: ProfileField, profile: Profile): string {
  return field === 'size' ? (profile.size ?? '').replace('_', ' ') : writeProfileCell(field, profile);
}
