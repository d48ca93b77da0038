import type { ReactNode } from 'react';
import { fieldOf, type ToldFault } from '../../contract/faults.ts';
import { say } from './say.ts';

const ended = (sentence: string) => (sentence.endsWith('?') ? sentence : `${sentence}.`);

/** What an error code means to people. For others they read what the server says. */
const failures: Readonly<Record<string, string>> = {
  last_admin_key:
    'Nobody else could manage keys and people then. Invite another administrator first, or create another admin key.',
  insufficient_scope: 'Your key has fewer permissions than this needs.',
  pet_not_available: 'This animal is not available any more: somebody else has reserved or adopted it.',
  pet_has_open_order: 'This animal is reserved. End its reservation first.',
  precondition_failed: 'This is not as it was read before. Nothing was changed; load it again.',
  pet_not_found: 'This animal was removed.',
  order_closed: 'This reservation has already ended.',
  order_reference_taken: 'Another reservation has this number.',
  order_not_returnable: 'Something else has happened to the animal since.',
  order_not_reopenable: 'It is too late to take this back, or something else has happened to the animal since.',
  invalid_transition: 'This animal is no longer here. Make it available first.',
  order_not_found: 'This reservation was removed with its animal.',
  key_not_found: 'This key no longer exists.',
  inquiry_not_found: 'This inquiry was erased.',
  webhook_not_found: 'This webhook no longer exists. Somebody else has removed it.',
};

/**
 * What the console says until the list of animals is there, and in parts of all pages, in one language. Its sections are
 * folders. Names and counts are given as they are shown; a count also as number where the words depend on it.
 */
export const en = {
  failures,

  /** The pages by their paths. */
  pages: {
    '/': 'Today',
    '/animals': 'Animals',
    '/orders': 'Reservations',
    '/inquiries': 'Inquiries',
    '/figures': 'Figures',
    '/import': 'Import',
    '/categories': 'Categories',
    '/shelter': 'Our shelter',
    '/people': 'People',
    '/keys': 'Keys',
    '/webhooks': 'Webhooks',
  },

  petStatuses: { available: 'available', pending: 'not available', sold: 'no longer here' },
  /** How an animal that is no longer here has left. */
  outcomes: {
    adoption: 'adopted',
    return_to_owner: 'back with its owner',
    transfer_out: 'transferred',
    died: 'died',
    euthanised: 'euthanized',
    other: 'no longer here',
  },
  /** An animal that is pending because of a reservation. */
  reserved: 'reserved',
  /** The status `pending` where one is chosen. */
  reservedOrNot: 'reserved or not available',
  orderStatuses: { placed: 'reserved', completed: 'completed', cancelled: 'cancelled' },
  /** Where an animal is. */
  whereItIs: 'Whereabouts',
  whereabouts: { shelter: 'at the shelter', foster: 'in foster care', clinic: 'at the clinic', elsewhere: 'elsewhere' },
  heldUntil: (day: string) => `not public until ${day}`,
  withoutEnd: 'further notice',
  sexes: { female: 'female', male: 'male', unknown: 'unknown' },
  environments: { production: 'production', staging: 'staging', demo: 'demo' },
  cancel: 'Cancel',
  close: 'Close',
  tryAgain: 'Try again',
  tooManyRequests: 'Too many requests',
  noAnswer: 'The server does not answer',
  offline: 'You are offline',
  didNotWork: 'This did not work',

  session: {
    signIn: 'Sign in',
    signingIn: 'Signing in',
    welcome:
      'Open your sign-in link on this device, or paste it here. You make one under “My devices” where you are signed in, or your administrator does.',
    apiKey: 'Sign-in link or API key',
    apiKeyNote: 'This tab keeps a key until you close it or sign out.',
    showTyped: 'Show what is typed',
    keyMissing: 'Paste your sign-in link or key here first.',
    signedOut: 'You were signed out',
    accessEnded: 'Your access on this device has ended. Ask your administrator for a new sign-in link.',
    signedOutElsewhere: 'Somebody has signed out in another tab.',
    noAnswerAdvice: 'It may be starting, or your connection may be down. Try again.',
    noKey: 'This is not a key',
    noKeyAdvice: 'A key consists of letters, digits and signs, without spaces. Copy it again.',
    tooManyAdvice: (clock: string) =>
      `This key has reached its limit of requests per minute. This page signs you in automatically at ${clock}.`,
    publicKey: 'This is a public key',
    publicKeyAdvice: 'It shows animals in a web page and opens nothing else. Use another key to sign in.',
    cannotAnswer: 'The server cannot answer now',
    otherServer: (other: string) => `This is a key for ${other}`,
    otherServerAdvice: (here: string, prefix: string, other: string) =>
      `This server is ${here}. Use a key that begins with ${prefix}, or open the ${other} server.`,
    refused: 'You cannot sign in with this key',
    refusedAdvice: (reason: string) => `${reason} Copy it again, or ask your administrator for another one.`,
  },

  shell: {
    skip: 'Skip to the content',
    openNavigation: 'Open the navigation',
    closeNavigation: 'Close the navigation',
    places: 'Places',
    /** After how many reservations or inquiries are open. */
    open: 'open',
    find: 'Find anything',
    findHint: 'Find animals, people, pages ( / )',
    publicPage: 'Public page',
    reference: 'API reference',
    administrator: 'administrator',
    signedInAs: (person: ReactNode) => say`Signed in as ${person}`,
    schemes: { dark: 'Dark', light: 'Light' },
    shortcuts: (areOn: boolean): string => (areOn ? 'Shortcuts on' : 'Shortcuts off'),
    shortcutsMeaning:
      'Single keys: / finds, j and k walk through a list, the first letters of its buttons act on a row. Ctrl+Z takes back.',
    signOut: 'Sign out',
    noAccess: 'You have no access to this page',
    noAccessAdvice: 'Ask your administrator for more permissions.',
    outOfDate: (isOffline: boolean) =>
      `This page may be out of date. It reconnects automatically as soon as ${
        isOffline ? 'you are online' : 'the server is back'
      }; everything that was saved is safe.`,
    limited: (clock: string) =>
      `This key has reached its limit of requests per minute. This page continues automatically at ${clock}.`,
    notLoaded: 'This page is not loaded yet',
    notLoadedText: 'The server does not answer. The page opens by itself as soon as it is back.',
    updated: 'The console was updated',
    updatedText: 'The server has a newer console than this tab. Reload to continue. You stay signed in.',
    broken: 'This page does not work',
    somethingFailed: 'Something in it failed',
    brokenText: 'Reload to try again. Nothing that was saved is lost.',
    reload: 'Reload',
    notFound: 'Page not found',
    notFoundText: 'There is no page at this address.',
    goToAnimals: 'Go to the animals',
  },

  ui: {
    closeMessage: 'Close this message',
    serverBar: { staging: 'Staging: for trying things out', demo: 'Demo: everything here is invented' },
    removedAnimal: 'An animal that was removed',
    animalNumber: (id: string) => `Animal ${id}`,
    nothingSent: 'You are offline, so nothing was sent.',
    noAnswerToChange:
      'The server did not answer, so the change may or may not have been made. Check before you try again.',
  },

  lib: {
    today: 'today',
    /** What the server says of a field. */
    tooLong: (most: number, length: number) => `Must have 1 to ${most} characters, but has ${length}.`,
    fieldError: ({ detail }: ToldFault) => `${detail.charAt(0).toUpperCase()}${ended(detail.slice(1))}`,
    /** Why the server or the import refuses something. */
    said: ({ pointer, detail }: ToldFault) => (pointer === undefined ? detail : `${fieldOf(pointer)} ${ended(detail)}`),
    refused: (message: string, _: readonly ToldFault[]) => message,
  },

  data: {
    searchHint: 'Name, breed, number or reference',
    found: 'Found',
    notFound: 'Nothing found',
  },

  listing: {
    reading: (label: string) => `${label} are being read`,
    page: (label: string, page: number | undefined) =>
      `${label}, ${page === undefined ? 'a later page' : `page ${page}`}`,
    pageLost: 'That page no longer exists. This is the first page.',
    moreThan: (count: string, noun: string) => `more than ${count} ${noun}`,
    pages: (label: string) => `Pages of ${label.toLowerCase()}`,
    pageNumber: (page: number) => `Page ${page}`,
    firstPage: 'First page',
    back: 'Back',
    next: 'Next',
    filter: (many: string) => `Filter the ${many}`,
    status: 'Status',
    all: 'all',
    noSuchStatus: (many: string, text: string, usual: string) =>
      `The address asks for ${many} that are “${text}”. There is no such status: these are the ${usual} ${many}.`,
    none: (one: string, word: string) => `No ${one} is ${word}`,
    emptyPage: 'This page is empty',
    showAll: (many: string) => `Show all ${many}`,
  },

  pets: {
    animal: 'animal',
    animals: 'animals',
    add: 'Add an animal',
    filters: (count: number) => (count === 0 ? 'Filters' : `Filters (${count})`),
    search: 'Search',
    category: 'Category',
    hold: 'Not public',
    holds: { true: 'yes', false: 'no' },
    without: 'Without',
    missing: {
      'photo,description,age': 'photo, description or age',
      photo: 'photo',
      description: 'description',
      age: 'age',
    },
    order: 'Sort by',
    here: 'here',
    orders: {
      '-arrivedOn': 'last arrived first',
      arrivedOn: 'here longest first',
      '-id': 'last added first',
      id: 'first added first',
      name: 'by name',
      '-updatedAt': 'last changed first',
    },
    unnamed: (id: string) => `without a name (${id})`,
    showAll: 'Show all',
    noSuchStatus: (text: string) =>
      `The address asks for animals that are “${text}”. There is no such status, so it is left out.`,
    noSuchCategory: (text: string) =>
      `The address asks for the category “${text}”. That is no number, so it is left out.`,
    noMatch: 'No matching animals',
    noMatchAdvice: 'Choose another name, status or category.',
    showAllAnimals: 'Show all animals',
    emptyPageText: 'The animals on this page were removed.',
    noneYet: 'There are no animals yet',
    noneYetText: 'Nobody has added one so far.',
    addFirst: 'Add the first animal',
    importFile: 'Import a file',
    addAdvice: 'Add them one by one, or import a spreadsheet.',
    others: (count: string) => `and ${count} others, as you type`,
    select: (name: string) => `Select ${name}`,
    selectAll: 'Select all',
    selected: (count: string | undefined) => `${count ?? 'all'} selected`,
  },
};

export type Texts = typeof en;
