/** Everything that the public page says, in one language. A count is given as number and as text. */
export const en = {
  /** What its speakers call it. */
  languageName: 'English',
  language: 'Language',
  /** As Open Graph names it. */
  locale: 'en_US',
  /** A date as the runtime writes it, put right. */
  fullDate: (date: string) => date,
  title: 'Animals looking for a home',
  skip: 'Skip to content',
  contact: 'Contact us',
  hours: 'Opening hours',
  feed: 'Feed of new animals',
  feedOfThese: 'Feed of these animals',
  animals: (count: bigint, text: string) =>
    count === 1n ? '1 animal is waiting for you' : `${text} animals are waiting for you`,
  status: { available: 'Available', pending: 'Not available yet', sold: 'Adopted' },
  statusNotes: {
    available: 'Looking for a home.',
    pending: 'Not available at the moment. You may ask all the same.',
    sold: 'Has found a home.',
  },

  search: 'Search',
  searchHint: 'Name, breed, kitten, puppy …',
  find: 'Search',
  filters: 'Filters',
  apply: 'Show animals',
  any: 'Any',
  category: 'Category',
  species: 'Species',
  sex: 'Sex',
  size: 'Size',
  goodWith: 'Gets along with',
  onlyStatus: 'Status',
  sort: 'Order',
  sorts: { '-createdAt': 'Newest first', id: 'Waiting longest first', name: 'By name' },
  sexes: { female: 'Female', male: 'Male', unknown: 'Unknown' },
  /** Their bounds are those of `ageYears`. */
  ages: { young: 'Young (under 1 year)', adult: 'Adult (1 to 7 years)', senior: 'Senior (8 years and older)' },
  sizes: { small: 'Small', medium: 'Medium', large: 'Large', extra_large: 'Very large' },
  company: {
    children: 'Children',
    dogs: 'Dogs',
    cats: 'Cats',
    smallAnimals: 'Small animals',
    livestock: 'Farm animals',
  },
  videos: 'Videos',
  /** The label of a link that removes a filter. */
  removeFilter: (name: string) => `Remove the filter ${name}`,
  removeAll: 'Remove all filters',

  results: 'Animals',
  /** How many animals a search or filters have found. */
  matches: (count: number, isAll: boolean) =>
    `${isAll ? '' : 'At least '}${count === 1 ? '1 animal matches' : `${count} animals match`}`,
  pages: 'Pages',
  next: 'More animals',
  first: 'Back to the beginning',
  noneYet: 'No animal is looking for a home at the moment. Please come back soon.',
  noneMatch: 'No animal matches. Try fewer filters or other words.',
  noneHere: 'None of the animals on this page matches, but there are more.',

  /** The label of a link to the whole list. */
  back: 'All animals',
  /** The label of a link to the part of the list from which a visitor has come. */
  backToResults: 'Back to the list',
  remember: 'Add to favorites',
  forget: 'Remove from favorites',
  rememberOne: (name: string) => `Add ${name} to favorites`,
  forgetOne: (name: string) => `Remove ${name} from favorites`,
  share: 'Send by e-mail',
  similar: 'Others you may like',
  favorites: 'Favorites',
  favoritesText: 'The address of this page keeps your favorites. Bookmark it, or send it to somebody.',
  favoritesGone: (count: number) =>
    count === 1 ? 'One animal is no longer here.' : `${count} animals are no longer here.`,
  noFavorites: 'The heart on an animal adds it here.',
  photoOf: (name: string) => `Photo of ${name}`,
  photoNumber: (number: number, name: string) => `Photo ${number} of ${name}`,
  photos: 'Photos',
  noPhoto: 'No photo yet',
  close: 'Close',
  photoBefore: 'Previous photo',
  photoAfter: 'Next photo',
  about: (name: string) => `About ${name}`,
  facts: 'Facts',
  breed: 'Breed',
  color: 'Color',
  coat: 'Coat',
  age: 'Age',
  birthDate: 'Born',
  publicLocation: 'Location',
  arrivedOn: 'With us since',
  fee: 'Adoption fee',
  noFee: 'None',
  health: 'Health and care',
  neutered: 'Neutered',
  vaccinated: 'Vaccinated',
  houseTrained: 'House-trained',
  specialNeeds: 'Needs special care',
  /** What an animal is not, as far as visitors are told. */
  not: { neutered: 'Not neutered', vaccinated: 'Not vaccinated', houseTrained: 'Not house-trained' },
  tags: 'More like this',
  goodWithWhom: (whom: string) => `${whom}: yes`,
  notGoodWith: (whom: string) => `${whom}: no`,
  askAbout: (name: string) => `Ask about ${name}`,

  notFound: 'This page does not exist',
  notFoundText: 'The address may be mistyped.',
  notShown: 'This animal is not here',
  notShownText: 'Others are still waiting for a home.',
  seeOthers: 'See the animals that are waiting',
};

export type Messages = typeof en;
