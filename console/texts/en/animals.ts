import type { ReactNode } from 'react';
import type { ToldFault } from '../../../contract/faults.ts';
import { type ProfileField, toLabel } from '../../../importer/profile-fields.ts';
import { say } from '../say.ts';

function animals(count: number | undefined, text = ''): string {
  return count === undefined ? 'all animals that are found' : count === 1 ? '1 animal' : `${text} animals`;
}

/** Where an animal is, in the words of the other pages. */
const places = new Map<ProfileField, string>([
  ['location', 'Place'],
  ['publicLocation', 'Place for visitors'],
]);

/** What the page of an animal says, what is done with many, what is printed, and the photos. */
export const aboutAnimals = {
  pets: {
    /** What an animal becomes. */
    statusChanges: {
      available: {
        label: 'Make available',
        done: (animal: ReactNode) => say`${animal} is available.`,
        failed: (animal: ReactNode) => say`${animal} did not become available`,
      },
      pending: {
        label: 'Make unavailable',
        done: (animal: ReactNode) => say`${animal} is not available.`,
        failed: (animal: ReactNode) => say`${animal} did not become unavailable`,
      },
      sold: {
        label: 'Adopt',
        done: (animal: ReactNode) => say`${animal} was adopted.`,
        failed: (animal: ReactNode) => say`${animal} was not adopted`,
      },
    },
    adoptedOn: 'Adopted on',
    adoptWith: 'Adopt with date and fee',
    leave: 'It left in another way',
    /** Where an animal is, and until when visitors do not see it. */
    place: {
      unknown: 'Whereabouts?',
      moved: (animal: ReactNode, place: string) => say`${animal} is ${place}.`,
      isUnknown: (animal: ReactNode) => say`It is not noted any more where ${animal} is.`,
      hold: 'Not public until …',
      changeHold: 'Change the day',
      endHold: 'Make public',
      isHidden: (until: string) => `Visitors do not see it: it is not public until ${until}.`,
      showToo: 'Make it public, too',
      holdTitle: (animal: ReactNode) => say`Do not show ${animal} to visitors`,
      until: 'Not public until',
      why: 'Why',
      holdIt: 'Do not show it',
      meaning: 'Visitors do not see the animal on these days. You can reserve it all the same.',
      held: (animal: ReactNode) => say`${animal} is not public any more.`,
      ended: (animal: ReactNode) => say`${animal} is public again.`,
      asBefore: 'It is as before.',
      notChanged: 'It was not changed',
    },
    leftAgain: (animal: ReactNode) => say`${animal} is no longer here.`,
    changedMeanwhile: 'Somebody else has changed this animal meanwhile.',
    whatNext: 'What comes next',
    more: 'More that can be done',
    pageForVisitors: 'Page for visitors',
    removeWhom: (animal: ReactNode) => say`Remove ${animal}?`,
    removeText: (animal: ReactNode) => say`${animal} will be deleted. This cannot be undone.`,
    removed: (animal: ReactNode) => say`${animal} was removed.`,
    reserveWhom: (name: string) => `Reserve ${name}`,
    adoptWhom: (name: string) => `Adopt ${name}`,
    printWhom: (name: string) => `Print ${name}`,
    edit: 'Edit',
    since: (day: ReactNode) => say`since ${day}`,
    allAnimals: 'All animals',
    inShort: 'In short',
    nothingWritten: 'Nothing is written about this animal yet.',
    number: 'Number',
    editTitle: 'Edit the animal',
    saved: 'The change was saved.',
    conflict: 'Somebody else has changed this animal',
    conflictQuestion:
      'Nothing was saved, because both of you have changed what is below. Which version do you want to keep? Your other changes are saved with either.',
    nothing: 'nothing',
    addIt: 'Add the animal',
    added: (animal: ReactNode) => say`${animal} was added.`,
    moreAbout: 'More about the animal',
    addCategory: (name: ReactNode) => say`Add the new category “${name}”`,
    categoryAdvice: 'Choose one, type the name of a new one, or type a number.',
    unnamedCategory: 'This number has no name yet; that is fine.',
    categoryMissing: 'Choose a category, or enter the name of a new one.',
    categoryUnknown: 'Unknown category. Choose one from the list, or enter a number.',
    categoryNew: 'Unknown category. Choose one from the list, or add it below.',
    history: 'What happened',
    historyList: 'What happened, the newest first',
    notes: {
      label: 'Note',
      onlyStaff: 'For staff only',
      add: 'Note it',
      added: 'It is noted.',
      notAdded: 'It was not noted',
      edit: 'Change the note',
      changed: 'The note was changed.',
      remove: 'Remove',
      removeIt: 'Remove this note?',
      removed: 'The note was removed.',
    },
    noHistory: 'Nothing is known of it yet.',
    notHere: 'This animal is not here',
    noSuchNumber: (number: string) => `There is no animal with the number ${number}`,
    seeAll: 'See all animals',
    notHereText: 'Perhaps it was removed, or the number is not quite right.',
  },

  selection: {
    /** “12 animals”. Missing is a count that is not known. */
    animals,
    with: 'With what is selected',
    clear: 'Clear',
    progress: 'Animals done',
    doneOf: (done: string, count: string | undefined) =>
      count === undefined ? `${done} done` : `${done} of ${count} done`,
    waiting: 'The server is down or overloaded. This continues by itself when it is back.',
    stop: 'Stop',
    stopped: 'Stopped.',
    refused: (count: string) => `It was refused for ${count}`,
    undone: (count: number, text: string) => `It was undone for ${animals(count, text)}.`,
    notUndone: 'Not all of it was undone',
    andOthers: 'and others',
    export: {
      label: 'Export',
      title: (what: string) => `Export ${what}`,
      meaning: 'As a CSV file, which spreadsheets open, and which can be imported again.',
      done: (count: number, text: string) => `${animals(count, text)} ${count === 1 ? 'was' : 'were'} exported.`,
      file: 'animals',
    },
    pending: {
      title: (what: string) => `Make ${what} unavailable`,
      meaning: 'Visitors still see them, as not available at the moment, and may ask.',
      unseen: 'Visitors do not see them then.',
      done: (count: number, text: string) => `${animals(count, text)} ${count === 1 ? 'is' : 'are'} not available.`,
    },
    available: {
      title: (what: string) => `Make ${what} available`,
      meaning:
        'Those that were no longer here have come back then. Those that are not public stay so: see “Make public”.',
      done: (count: number, text: string) => `${animals(count, text)} ${count === 1 ? 'is' : 'are'} available.`,
    },
    hold: {
      title: (what: string) => `Do not show ${what} to visitors`,
      meaning: 'Visitors do not see the animals on these days. You can reserve them all the same.',
      done: (count: number, text: string, day: string) =>
        `${animals(count, text)} ${count === 1 ? 'is' : 'are'} not public until ${day}.`,
    },
    show: {
      title: (what: string) => `Make ${what} public`,
      meaning: 'Visitors see those again that were not public until some day.',
      done: (count: number, text: string) => `Done for ${animals(count, text)}.`,
    },
    sold: {
      title: (what: string) => `Mark ${what} as adopted`,
      meaning: 'A reservation is completed by it.',
      done: (count: number, text: string) => `${animals(count, text)} ${count === 1 ? 'was' : 'were'} adopted.`,
    },
    place: {
      label: 'Move',
      title: (what: string) => `Move ${what}`,
      field: 'To which place',
      done: (count: number, text: string, place: string) =>
        `${animals(count, text)} ${count === 1 ? 'was' : 'were'} moved to ${place}.`,
    },
    publishPlace: {
      label: 'Publish place',
      title: (what: string) => `Show visitors where ${what} can be met`,
      meaning: 'The place of each becomes its place for visitors, unless it is with a foster family.',
      done: (count: number, text: string) =>
        `Done for ${animals(count, text)}. Those without a place or with a foster family are as before.`,
    },
    note: {
      label: 'Note',
      title: (what: string) => `Write a note on ${what}`,
      field: 'Note',
      done: (count: number, text: string) => `${animals(count, text)} ${count === 1 ? 'has' : 'have'} the note.`,
    },
    tag: {
      label: 'Tag',
      title: (what: string) => `Tag ${what}`,
      field: 'Tag',
      done: (count: number, text: string, tag: string) =>
        `${animals(count, text)} ${count === 1 ? 'is' : 'are'} tagged “${tag}”.`,
    },
    remove: {
      title: (what: string) => `Remove ${what}?`,
      meaning: 'They will be deleted. This cannot be undone.',
      done: (count: number, text: string) => `${animals(count, text)} ${count === 1 ? 'was' : 'were'} removed.`,
    },
  },

  paper: {
    title: (what: string) => `Print ${what}`,
    which: 'What to print',
    most: (count: string) => `Only the first ${count} are printed. Select fewer to print others.`,
    cards: 'Kennel cards',
    cardsMeaning: 'Photo, facts and a QR code that leads to the page for visitors; two on a sheet',
    round: 'Round list',
    roundMeaning: 'Who is here, by place, with space to tick and for notes',
    here: 'Here',
    seen: 'Seen',
    fed: 'Fed',
    cleaned: 'Cleaned',
    notes: 'Notes',
    noPlace: 'Without a place',
  },

  profiles: {
    /** What a field is called; `label` is its English name. */
    field: (field: ProfileField, label: string) => places.get(field) ?? label,
    hint: (_field: ProfileField, hint: string | undefined) => hint,
    /** A word that a field can have, in English. */
    word: (word: string) => toLabel(word),
    notKnown: 'not known',
    sharedChip: 'Another animal has this chip, too:',
    currency: 'Currency of your amounts',
    currencyNote: 'Such as EUR. It is stored for everybody, once.',
    currencyMissing: 'Type its currency, too, such as 150 EUR. Whoever may change Our shelter can say it once for all.',
    currencyIs: (code: string) => `Amounts are in ${code}.`,
    fault: ({ detail }: ToldFault) => `This ${detail}.`,
    attributesFault: 'needs a name, a colon and a text on each line',
  },

  photos: {
    photos: 'Photos',
    none: 'No photos yet.',
    take: 'Take a photo',
    add: 'Add photos',
    chosen: 'Chosen photos',
    leaveOut: 'Leave it out',
    leaveOutWhich: (file: string) => `Leave out ${file}`,
    drop: 'Drop them here',
    notMoved: 'The photo was not moved',
    of: (animal: string, number: number, count: number) => `${animal}, photo ${number} of ${count}`,
    enlarge: 'Enlarge',
    show: (number: number, count: number) => `Show photo ${number} of ${count}`,
    change: (number: number, count: number) => `Change photo ${number} of ${count}`,
    forward: 'Move forward',
    back: 'Move back',
    describe: 'Describe',
    focus: 'What must be seen',
    focusHint: 'Press on the face. Cards and small photos never cut it off.',
    focusAxes: { x: 'From the left', y: 'From the top' },
    whatItShows: 'What does the photo show?',
    description: 'Description',
    descriptionHint: 'For people who cannot see it, such as “A gray cat on a window sill”',
    removeIt: 'Remove this photo?',
    onTheirWay: 'Photos on their way',
    sending: (file: string) => `Sending ${file}`,
    notAnImage: 'This is not a JPEG, PNG, WebP or GIF image. Save or export it as JPEG, then add that file.',
    tooLarge: (megabytes: number) =>
      `This file has more than ${megabytes} MB. Save the photo in a smaller size, then add that file.`,
  },
};
