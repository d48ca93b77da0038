import { nameRule } from '../../../contract/name-rule.ts';
import { shared as en } from '../en/shared.ts';
import { say } from '../say.ts';

export const shared: typeof en = {
  ui: {
    keepIt: 'Behalten',
    notSent: (action) =>
      `Es wurde nichts gesendet. Drücken Sie noch einmal auf „${action}“, wenn Sie wieder online sind.`,
    gotNoAnswer: 'Der Server hat nicht geantwortet',
    maybeSaved: (action) =>
      `Ihre Änderung ist vielleicht schon gespeichert. Drücken Sie noch einmal auf „${action}“, wenn der Server wieder da ist: Sie wirkt nur einmal.`,
    alreadySaved: 'Das ist schon gespeichert',
    alreadySavedText:
      'Ein früherer Versuch hat geklappt, mit dem, was Sie damals eingegeben hatten. Schließen Sie dieses Fenster, und sehen Sie in der Liste nach.',
    draft: 'Das ist ein Entwurf, der noch nicht gespeichert ist.',
    save: 'Speichern',
    saved: (name) => say`Gespeichert: ${name}`,
    actions: 'Aktionen',
    nameMissing: 'Geben Sie einen Namen ein.',
    nameFault: (fault, name) =>
      ({
        empty: 'Der Name ist leer.',
        tooLong: `Der Name hat ${[...name].length} Zeichen, erlaubt sind ${nameRule.maxLength}.`,
        halfCharacter: 'Der Name hat ein halbes Zeichen.',
        lineBreak: 'Der Name hat einen Zeilenumbruch.',
        control: 'Der Name hat ein unsichtbares Zeichen, zum Beispiel einen Tabulator.',
        invisible: 'Der Name hat nichts Sichtbares.',
      })[fault],
    chooseOne: 'Wählen Sie mindestens eines.',
    dayOver: 'Wählen Sie heute oder einen späteren Tag.',
    you: 'Sie',
    name: 'Name',
    remove: 'Entfernen',
    print: 'Drucken',
    theAnimal: 'Das Tier',
    animal: 'Tier',
    showMore: 'Mehr anzeigen',
    undo: 'Rückgängig machen',
    undoKey: 'Strg+Z',
    bothVersions: 'Beide Fassungen',
    field: 'Feld',
    asNow: 'So ist es jetzt',
    withChange: 'Mit Ihrer Änderung',
    keepTheirs: 'So lassen',
    useMine: 'Meine nehmen',
    newSecret: 'Neues Geheimnis',
    newSecretFor: (name) => `Neues Geheimnis für ${name}`,
    createSecret: 'Neues Geheimnis erstellen',
    graces: { '86400': 'Noch 24 Stunden', '3600': 'Noch 1 Stunde', '0': 'Nicht mehr' },
    stopsAtOnce: 'Es gilt sofort nicht mehr. Richtig, wenn jemand es hat, der es nicht haben sollte.',
    copy: 'Kopieren',
    copied: 'Kopiert',
    inClipboard: 'Es ist in Ihrer Zwischenablage.',
    copyByHand: 'Ihr Browser kopiert es nicht. Es ist markiert: Kopieren Sie es von Hand.',
    onlyOnce:
      'Sie sehen es nicht noch einmal. Kopieren Sie es dorthin, wo es gebraucht wird, oder in einen Passwort-Manager, bevor Sie dieses Fenster schließen.',
    done: 'Fertig',
    by: (name) => say`von ${name}`,
    bySomebody: 'von jemandem, der nicht mehr dabei ist',
    byFormerKey: 'von einem Schlüssel, den es nicht mehr gibt',
    onPublicPage: 'auf der öffentlichen Seite',
    automatic: 'automatisch',
    savedIt: 'Ich habe es gespeichert',
  },

  session: {
    invited: (name) =>
      `Mit diesem Link meldet sich ${name} auf diesem Gerät an. Er gilt einmal. Wenn Sie das nicht sind, schließen Sie diese Seite.`,
    device: 'Name dieses Geräts',
    deviceNote: 'Daran erkennen Sie es später unter Ihren Geräten.',
    browsers: en.session.browsers,
    systems: en.session.systems,
    someBrowser: 'Browser',
    browserOn: (browser, system) => (system === undefined ? browser : `${browser} auf ${system}`),
    stay: 'Auf diesem Gerät angemeldet bleiben',
    stayNote:
      'In allen Tabs, bis Sie sich abmelden oder 30 Tage nicht hier waren. Sonst in diesem Tab, für 12 Stunden.',
    staySignedIn: 'Angemeldet bleiben wie bisher',
    useKey: 'Stattdessen mit einem Schlüssel anmelden',
    linkSpent: 'Dieser Link gilt nicht mehr',
    linkSpentAdvice:
      'Ein Anmeldelink gilt einmal und 24 Stunden lang. Bitten Sie um einen neuen, wo Sie diesen bekommen haben.',

    linkFor: (name) => ({
      title: `Anmeldelink für ${name}`,
      advice: 'Senden Sie diesen Link, oder lassen Sie diesen Code mit dem Gerät scannen, das angemeldet werden soll.',
      once: 'Er gilt einmal und 24 Stunden lang. Er wird nicht wieder angezeigt, aber Sie können jederzeit einen neuen erstellen.',
    }),
    ownLink: {
      title: 'Auf einem anderen Gerät anmelden',
      advice: 'Scannen Sie diesen Code mit dem anderen Gerät, oder öffnen Sie den Link dort.',
      once: 'Er gilt einmal und 10 Minuten lang.',
      failed: 'Es wurde kein Link erstellt',
    },
    linkCode: 'QR-Code des Links',
    ownDevices: 'Meine Geräte',
    noDevices: 'Nirgends angemeldet.',
    thisDevice: 'dieses Gerät',
    lastUsed: (at) => say`Zuletzt benutzt ${at}.`,
    endsAt: (at) => say`Angemeldet bis ${at}.`,
    endDevice: (device) => `${device} abmelden`,
    deviceEnded: (device) => say`${device} ist abgemeldet.`,
    deviceLeft: (device, made) =>
      say`${device} ist abgemeldet, und Links, die darauf erstellt wurden, gelten nicht mehr. Was sonst von dort kam, bleibt: ${made}. Widerrufen oder entfernen Sie, was Sie nicht kennen.`,
    left: {
      key: (name) => `Schlüssel ${name}`,
      device: (name) => `Gerät ${name}`,
      webhook: (name) => `Webhook ${name}`,
    },
    deviceNotEnded: (device) => say`${device} wurde nicht abgemeldet`,
  },

  find: {
    openedLast: 'Zuletzt geöffnet',
    pages: 'Seiten und Aktionen',
    animals: 'Tiere',
    people: 'Personen',
    in: { orders: 'Reservierung', inquiries: 'Anfrage' },
    acts: {
      reserve: { verbs: ['reservieren', 'reserviere'], about: (name) => `${name} reservieren` },
      print: {
        verbs: ['drucken', 'drucke'],
        about: (name) => `Karte von ${name} drucken`,
        label: 'Rundgangsliste drucken',
      },
    },
    person: 'Person suchen',
    personHint: 'Name, Telefon oder E-Mail',
    nobody: 'Dazu findet sich niemand.',
  },
};
