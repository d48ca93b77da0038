import type { ReactNode } from 'react';
import { say } from '../say.ts';

/** What the pages of the import and of categories say. */
export const importing = {
  import: {
    dropHere: 'Drop it here',
    aFile: 'A CSV file of your animals',
    dropOrChoose: 'Drop it on this page, or choose it.',
    chooseFile: 'Choose a file',
    whichFiles:
      'Any table will do: save it as “CSV UTF-8”, with the names of the columns in its first line. Nothing is sent before ' +
      'you have seen a preview.',
    reading: (file: ReactNode, percent: number) => say`Reading ${file}: ${percent} %`,
    readingFile: (file: string) => `Reading ${file}`,
    fileSize: (rowCount: number, rows: string, columnCount: number, columns: string) =>
      `${rows} ${rowCount === 1 ? 'row' : 'rows'}, ${columns} ${columnCount === 1 ? 'column' : 'columns'}`,
    separator: 'Column separator',
    separators: { ',': 'comma', ';': 'semicolon', '\t': 'tab', '|': 'vertical bar' },
    anotherFile: 'Choose another file',
    stopTitle: 'Stop the import?',
    stopText: 'If you leave this page, the import stops. Animals that were added stay, and you can resume later.',
    stay: 'Stay here',
    leave: 'Leave and stop',

    meaning: 'What do the columns mean?',
    presetFound: (system: string) => `This is an export of ${system}, whose columns are known. Check what they mean.`,
    chooseColumn: 'Choose a column',
    nameNote: 'What the animal is called',
    nameMissing: 'Choose the column with the names.',
    otherName: 'If the name is empty, use',
    categoryNote: 'A number, or a word that gets one',
    categoryMissing: 'Choose the column with the category.',
    sameForAll: 'The same for all rows',
    categoryNumber: 'Category number',
    categoryNumberWrong: 'Type a whole number, such as 3.',
    statusNote: 'Where it is empty, an animal is available',
    allAvailable: 'All are available',
    statusTexts: 'What the status texts mean',
    leaveRowsOut: 'leave these rows out',
    tooManyTexts: (statuses: string) =>
      `The column of the status has too many different texts. Rows are rejected unless it says ${statuses}, or nothing.`,
    more: 'More about the animals',
    leaveOut: 'Leave out',
    ownName: 'Keep under its own name',
    keepOthers: (count: number) =>
      count === 1 ? 'Keep the other column as an extra fact' : `Keep the ${count} other columns as extra facts`,
    emptyExample: 'Empty in the first rows',
    example: (cell: string) => `Such as ${cell}`,
    slashes: 'Dates with slashes',
    slashesUnknown: 'Choose what comes first',
    dayFirst: 'the day: 31/3/2026',
    monthFirst: 'the month: 3/31/2026',
    update: 'Update animals whose reference is here already',
    updateNote:
      'They get the name and the facts of the file; empty cells change nothing. Of several rows the last one counts.',
    choosePhotos: 'Choose a folder of photos',
    photoNames: 'Or drop it here. Its files are named after the reference: A706918.jpg, A706918-2.jpg and so on.',
    photosFound: (found: string, files: string) => `${found} of ${files} files are photos of these animals.`,
    importAnimals: (count: number | undefined, animals: string) =>
      count === undefined ? 'Import' : `Import ${animals} ${count === 1 ? 'animal' : 'animals'}`,
    rowsRejected: (count: number, rows: string, line: string) =>
      `${count === 1 ? 'One row' : `${rows} rows`} cannot be imported. Line ${line}:`,
    noRows: 'The file has no rows below its first line.',

    preview: 'Preview',
    previewOf: (count: number) => `What becomes of the first ${count === 1 ? 'row' : `${count} rows`}`,
    notLikeThis: 'The file cannot be imported like this',
    incomplete: 'Choose the columns above, and the rows show here.',
    allUsable: 'All of them can be imported.',
    othersUsable: 'All others can be imported.',
    unusable: (count: number) => `${count} of them cannot be imported.`,
    leftOutOf: (count: number) => `${count} ${count === 1 ? 'is' : 'are'} left out.`,
    leftOutCell: 'left out',
    is: (fact: string) => fact.toLowerCase(),
    not: (fact: string) => `not ${fact.toLowerCase()}`,
    line: 'Line',

    importing: (file: ReactNode) => say`Importing ${file}`,
    rowsDone: 'Rows done',
    progress: (done: string, all: string, percent: number) => `${done} of ${all} rows done, ${percent} %`,
    states: {
      running: 'Keep this page open until it is done.',
      waiting: 'The server is down or overloaded. The import continues automatically when it is back.',
      paused: 'Paused.',
    },
    pause: 'Pause',
    resume: 'Resume',
    rows: 'Rows',
    counts: {
      added: 'Added',
      alreadyThere: 'Were there already',
      updated: 'Updated',
      unchanged: 'Unchanged',
      leftOut: 'Left out',
      rejected: 'Rejected',
      newCategories: 'New categories',
      photos: 'Photos',
      rejectedPhotos: 'Rejected photos',
    },

    done: (file: ReactNode) => say`Done: ${file}`,
    stopped: (file: ReactNode) => say`Stopped: ${file}`,
    partDone: (done: string, all: string) => `${done} of ${all} rows are done`,
    canResume: 'You can resume at any time: within 24 hours and with the same key, no animal is added twice.',
    rejectedText:
      'The rejected rows come as a file, each with the reason: correct them there, and import that file. Or change what ' +
      'the columns mean, and import this one again: rows that become the same animals as before are not added twice, ' +
      'but rows that become others are: remove the first ones then.',
    downloadRejected: 'Download the rejected rows',
    downloadPhotos: 'Download the list of rejected photos',
    changeMeaning: 'Change what the columns mean',
    importAnother: 'Import another file',
    seeAnimals: 'See the animals',
    reasons: 'Reasons',
    reason: 'Reason',
    firstRejected: (shown: number, all: string) => `The first ${shown} of ${all} rejected rows:`,
    wasStopped: 'The import was stopped',
    wasStoppedText: (done: number, all: number, file: string) =>
      `${done} of the ${all} rows of ${file} were done. To go on, import the same file again with the same key: within 24 ` +
      'hours no animal is added twice. Another key would add them again.',
  },

  categories: {
    add: 'Add a category',
    counted: (count: number, text: string) => (count === 1 ? '1 category' : `${text} categories`),
    first: (count: string) => `; these are the first ${count}`,
    available: 'Available',
    give: 'Name',
    giveTo: (id: string) => `Name the category ${id}`,
    rename: 'Rename',
    renameOf: (name: string) => `Rename ${name}`,
    nameIt: 'Name the category',
    meanwhile: 'Somebody else has named it meanwhile.',
    nameMissing: 'Give it a name.',
    isNumber: 'A number is no name.',
    isTaken: 'Another category has this name.',
  },
};
