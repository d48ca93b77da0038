import type { ReactNode } from 'react';
import { say } from '../say.ts';

/** What the pages of people and keys say. */
export const people = {
  people: {
    invite: 'Invite somebody',
    none: 'Nobody is here yet',
    noneText:
      'Invite everybody who works with the animals: they sign in with a link, without a password, and it shows who has done what.',
    roleMissing: 'Choose one.',
    email: 'E-mail address',
    emailNote: 'Optional. Nothing is sent there.',
    makeLink: 'Make a sign-in link',
    added: 'Added',
    link: {
      label: 'New link',
      failed: (name: ReactNode) => say`No link was made for ${name}`,
    },
    devices: { label: 'Devices', title: (name: string) => `Devices of ${name}` },
    change: { label: 'Change', title: (name: string) => `Change ${name}` },
    remove: { label: 'Remove', title: (name: string) => `Remove ${name}` },
    removeIt: 'Remove and sign out',
    removeText: (name: ReactNode) =>
      say`${name} is signed out everywhere at once. The name, the e-mail address and the devices are erased; what ${name}  has done stays, without a name. This cannot be undone.`,
    removed: (name: ReactNode) => say`${name} was removed.`,
    mayDoMore: (name: ReactNode) => say`${name} can do more now, and has to sign in with a new link.`,
    removedYourself: 'You have removed yourself.',
    isYou: 'This is you. You cannot take it back yourself: somebody else who manages people has to.',
  },

  shelter: {
    fields: {
      name: 'Name',
      place: 'Address',
      coordinates: 'Coordinates',
      contact: 'Contact',
      currency: 'Currency',
      hours: 'Opening hours',
      text: 'Introduction',
      color: 'Color',
      languages: 'Languages of the public page',
      logo: 'Choose a logo',
    },
    notes: {
      languages: 'Of en, de, fr and es, separated by commas. The browser of a visitor chooses, else the first one.',
      coordinates: 'Where the shelter is on a map, as the map copies them.',
      contact: 'An e-mail address, a telephone number or a web address.',
      currency: 'Of fees that are typed without one, such as EUR.',
      text: 'An empty line begins a paragraph.',
      logo: 'It is made smaller where it is too large.',
    },
    locked: 'Set on the server, and can only be changed there.',
    coordinatesWrong: 'Enter latitude and longitude, such as 51.5074, -0.1278.',
    logoWrong: 'This file is not an image that the browser can read.',
    removeLogo: 'Remove the logo',
    preview: 'How the public page shows it',
    saved: 'Saved. The public page shows it.',
    timeZone: (zone: string) => `Days are those of ${zone}. The operator changes that with petstore time-zone set.`,
  },

  keys: {
    newKey: 'New key',
    create: 'Create the key',
    nameNote: 'Who or what uses it, such as front desk or website.',
    role: 'Role',
    roles: {
      reader: { label: 'Reader', meaning: 'Can see animals and reservations.' },
      editor: { label: 'Editor', meaning: 'Can see and change animals and reservations.' },
      staff: {
        label: 'Staff',
        meaning: 'Can see and change animals and reservations, with contacts, and answer inquiries: personal data.',
      },
      monitor: { label: 'Monitor', meaning: 'Can only read the metrics of the server.' },
      public: { label: 'Public', meaning: 'Stands in a web page: shows your listings to everybody who visits it.' },
      admin: { label: 'Admin', meaning: 'Can do everything, including managing keys and webhooks.' },
      own: { label: 'My own choice', meaning: 'Only what you tick below.' },
    },
    scopesLabel: 'It may',
    scopes: {
      'pets:read': { label: 'See animals', meaning: 'See animals, categories and their numbers.' },
      'pets:write': { label: 'Change animals', meaning: 'Add, change and remove animals and categories.' },
      'listings:read': { label: 'See listings', meaning: 'See what a web site shows of animals: profiles and photos.' },
      'orders:read': { label: 'See reservations', meaning: 'See which animals are reserved, and since when.' },
      'orders:write': {
        label: 'Change reservations',
        meaning: 'Reserve animals, and end that with an adoption or without.',
      },
      'contacts:read': { label: 'See contacts', meaning: 'See for whom animals are reserved, with their addresses.' },
      'inquiries:read': { label: 'See inquiries', meaning: 'See what people ask about animals, with their addresses.' },
      'inquiries:write': {
        label: 'Change inquiries',
        meaning: 'Store inquiries; with "See inquiries", also close and erase them.',
      },
      'events:read': { label: 'Follow changes', meaning: 'See changes live.' },
      'webhooks:read': { label: 'See webhooks', meaning: 'See where events are sent, and which have not arrived.' },
      'webhooks:write': {
        label: 'Change webhooks',
        meaning: 'Remove webhooks; with "Follow changes", also create them.',
      },
      'metrics:read': { label: 'Read metrics', meaning: 'Read the metrics of the server, for monitoring.' },
      'settings:write': {
        label: 'Change the shelter',
        meaning: 'Change name, texts, logo and hours of the public page, and the currency.',
      },
      'keys:admin': {
        label: 'Manage keys',
        meaning: 'Create and revoke keys with no more permissions, and read the metrics.',
      },
      'people:admin': { label: 'Manage people', meaning: 'Invite and end people with no more permissions.' },
    },
    origins: 'Web sites that may use it',
    originsNote: 'One address per line, such as https://shelter.example.org, or * for every web site.',
    originMissing: 'Enter at least one.',
    expires: 'Expires',
    expiresNote:
      'Requests with this key are rejected after that. For something that runs permanently, such as a website, choose never.',
    expiries: {
      never: 'Never',
      '30': 'In 30 days',
      '90': 'In 90 days',
      '365': 'In 1 year',
      date: 'On a date of my own',
    },
    lastDay: 'Last day',
    dateMissing: 'Choose a date.',
    created: 'This is the new key. Give it to the person or program that uses it.',
    createdPublic:
      'This is the new key. It is no secret: everybody who visits your web site can read it. To show cards of your animals, put this line into a page, where the cards should be:',

    permissions: 'Permissions',
    statuses: { active: 'active', expired: 'expired', revoked: 'revoked' },
    createdOn: 'Created',
    lastUsed: 'Last used',
    never: 'never',
    mayMore: 'Has more permissions than your key, so you cannot change it.',
    forEverySite: 'for every web site',
    forSites: (sites: string) => `for ${sites}`,
    daysLeft: (days: number) => (days === 1 ? 'within a day' : `in ${days} days`),

    stillCalls: (operation: string, at: ReactNode) => say`calls ${operation}, which will be removed: ${at}`,

    wasChanged: (name: ReactNode) => say`${name} was changed.`,

    revoke: 'Revoke',
    revokeOne: (name: string) => `Revoke ${name}`,
    revokeIt: 'Revoke it',
    revokeOwn: 'Revoke it and sign me out',
    revokeText: (name: ReactNode) =>
      say`${name} opens nothing from then on, and whatever uses it stands still. This cannot be undone; it stays in the list. Webhooks that were added with it are paused until somebody resumes them.`,
    isOwn: 'This is the key that you are signed in with. You will be signed out.',
    wasRevoked: (name: ReactNode) => say`${name} is revoked.`,
    ownWasRevoked: 'You have revoked the key that you were signed in with.',

    graceLabel: 'The old secret works …',
    graceMeanings: {
      '86400': 'Time to put the new one everywhere, without anything standing still.',
      '3600': 'Enough if you replace it right now.',
    },
    rotateText:
      'The key stays as it is, and gets a new secret. Everything that uses the old one has to get the new one.',
    rotateOwn:
      'You are signed in with this key. If the answer gets lost on its way, you cannot sign in with it any more.',
    rotated: {
      '86400': 'This is the new secret. The old secret works for 24 hours more.',
      '3600': 'This is the new secret. The old secret works for 1 hour more.',
      '0': 'This is the new secret. The old secret works no longer.',
    },
    ownRotated: 'This tab uses the new one from now on.',
  },
};
