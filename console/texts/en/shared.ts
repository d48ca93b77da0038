import type { ReactNode } from 'react';
import { nameRule } from '../../../contract/name-rule.ts';
import type { NameFault } from '../../../contract/names.ts';
import { say } from '../say.ts';

/** What parts of all pages say, and how somebody signs in. */
export const shared = {
  ui: {
    keepIt: 'Keep it',
    notSent: (action: string) => `Nothing was sent. Press “${action}” again when you are online.`,
    gotNoAnswer: 'The server did not answer',
    maybeSaved: (action: string) =>
      `Your change may have been saved. Press “${action}” again when the server is back: it is applied only once.`,
    alreadySaved: 'This was already saved',
    alreadySavedText:
      'An earlier attempt succeeded, with the values you had entered then. Close this dialog and check the list.',
    draft: 'This is an unsaved draft.',
    save: 'Save',
    saved: (name: ReactNode) => say`Saved: ${name}`,
    actions: 'What to do',
    nameMissing: 'Enter a name.',
    nameFault: (fault: NameFault, name: string) =>
      ({
        empty: 'The name is empty.',
        tooLong: `The name has ${[...name].length} characters, and may have ${nameRule.maxLength}.`,
        halfCharacter: 'The name has half of a character.',
        lineBreak: 'The name has a line break.',
        control: 'The name has a character that cannot be seen, such as a tab.',
        invisible: 'The name has nothing that can be seen.',
      })[fault],
    chooseOne: 'Choose at least one.',
    dayOver: 'Choose today or a later day.',
    you: 'you',
    name: 'Name',
    remove: 'Remove',
    print: 'Print',
    theAnimal: 'The animal',
    animal: 'Animal',
    showMore: 'Show more',
    undo: 'Undo',
    undoKey: 'Ctrl+Z',
    bothVersions: 'Both versions',
    field: 'Field',
    asNow: 'As it is now',
    withChange: 'With your change',
    keepTheirs: 'Keep theirs',
    useMine: 'Use mine',
    newSecret: 'New secret',
    newSecretFor: (name: string) => `New secret for ${name}`,
    createSecret: 'Create a new secret',
    graces: { '86400': 'For 24 hours more', '3600': 'For 1 hour more', '0': 'No longer' },
    stopsAtOnce: 'It stops at once. Right if somebody has it who should not.',
    copy: 'Copy',
    copied: 'Copied',
    inClipboard: 'It is in your clipboard.',
    copyByHand: 'Your browser does not copy it. It is selected: copy it by hand.',
    onlyOnce:
      'You will not see it again. Copy it to where it is needed, or to a password manager, before you close this dialog.',
    done: 'Done',
    by: (name: ReactNode) => say`by ${name}`,
    bySomebody: 'by somebody who has left',
    byFormerKey: 'by a key that is gone',
    onPublicPage: 'on the public page',
    automatic: 'automatically',
    savedIt: 'I have saved it',
  },

  session: {
    invited: (name: string) =>
      `This link signs ${name} in on this device. It is good once. If that is not you, close this page.`,
    device: 'Name of this device',
    deviceNote: 'By it you tell your devices apart later.',
    browsers: {
      Edg: 'Edge',
      OPR: 'Opera',
      Firefox: 'Firefox',
      FxiOS: 'Firefox',
      Chrome: 'Chrome',
      CriOS: 'Chrome',
      Safari: 'Safari',
    },
    systems: {
      Android: 'Android',
      iPhone: 'iPhone',
      iPad: 'iPad',
      Windows: 'Windows',
      CrOS: 'ChromeOS',
      'Mac OS': 'Mac',
      Linux: 'Linux',
    },
    someBrowser: 'Browser',
    browserOn: (browser: string, system: string | undefined) =>
      system === undefined ? browser : `${browser} on ${system}`,
    stay: 'Stay signed in on this device',
    stayNote: 'In all tabs, until you sign out or have not been here for 30 days. Otherwise in this tab, for 12 hours.',
    staySignedIn: 'Go on as who is signed in here already',
    useKey: 'Sign in with a key instead',
    linkSpent: 'This link does not work any more',
    linkSpentAdvice:
      'A sign-in link is good once, and for 24 hours. Ask the person who gave it to you for another one.',

    linkFor: (name: string) => ({
      title: `Sign-in link for ${name}`,
      advice: 'Send this link, or let this code be scanned with the device on which to sign in.',
      once: 'It is good once, and for 24 hours. It is not shown again, but you can always make another one.',
    }),
    ownLink: {
      title: 'Sign in on another device',
      advice: 'Scan this code with the other device, or open the link there.',
      once: 'It is good once, and for 10 minutes.',
      failed: 'No link was made',
    },
    linkCode: 'QR code of the link',
    ownDevices: 'My devices',
    noDevices: 'Signed in nowhere.',
    thisDevice: 'this device',
    lastUsed: (at: ReactNode) => say`Last used ${at}.`,
    endsAt: (at: ReactNode) => say`Signed in until ${at}.`,
    endDevice: (device: string) => `Sign out ${device}`,
    deviceEnded: (device: ReactNode) => say`${device} is signed out.`,
    deviceLeft: (device: ReactNode, made: string) =>
      say`${device} is signed out, and links that were made on it have ended. What came of it stays: ${made}. Revoke or remove what you do not know.`,
    left: {
      key: (name: string) => `key ${name}`,
      device: (name: string) => `device ${name}`,
      webhook: (name: string) => `webhook ${name}`,
    },
    deviceNotEnded: (device: ReactNode) => say`${device} was not signed out`,
  },

  find: {
    openedLast: 'Opened last',
    pages: 'Pages and actions',
    animals: 'Animals',
    people: 'People',
    in: { orders: 'reservation', inquiries: 'inquiry' },
    acts: {
      reserve: { verbs: ['reserve', 'book'], about: (name: string) => `Reserve ${name}` },
      print: {
        verbs: ['print', 'card'],
        about: (name: string) => `Print the card of ${name}`,
        label: 'Print the round list',
      },
    },
    person: 'Find somebody',
    personHint: 'Name, phone or e-mail',
    nobody: 'Nobody is found by that.',
  },
};
