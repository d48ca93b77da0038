import type { people as en } from '../en/people.ts';
import { say } from '../say.ts';

export const people: typeof en = {
  people: {
    invite: 'Jemanden einladen',
    none: 'Noch ist niemand da',
    noneText:
      'Laden Sie alle ein, die mit den Tieren arbeiten: Sie melden sich mit einem Link an, ohne Passwort, und es ist zu sehen, wer was getan hat.',
    roleMissing: 'Wählen Sie eine.',
    email: 'E-Mail-Adresse',
    emailNote: 'Freiwillig. Es wird nichts dorthin gesendet.',
    makeLink: 'Anmeldelink erstellen',
    added: 'Dabei seit',
    link: {
      label: 'Neuer Link',
      failed: (name) => say`Für ${name} wurde kein Link erstellt`,
    },
    devices: { label: 'Geräte', title: (name) => `Geräte von ${name}` },
    change: { label: 'Ändern', title: (name) => `${name} ändern` },
    remove: { label: 'Entfernen', title: (name) => `${name} entfernen` },
    removeIt: 'Entfernen und abmelden',
    removeText: (name) =>
      say`${name} wird überall sofort abgemeldet. Name, E-Mail-Adresse und Geräte werden gelöscht; was ${name} getan hat, bleibt, aber ohne Namen. Das lässt sich nicht rückgängig machen.`,
    removed: (name) => say`${name} wurde entfernt.`,
    mayDoMore: (name) => say`${name} kann jetzt mehr tun und muss sich mit einem neuen Link anmelden.`,
    removedYourself: 'Sie haben sich selbst entfernt.',
    isYou: 'Das sind Sie. Selbst können Sie es nicht zurücknehmen: Das kann nur jemand anders mit dieser Berechtigung.',
  },

  shelter: {
    fields: {
      name: 'Name',
      place: 'Adresse',
      coordinates: 'Koordinaten',
      contact: 'Kontakt',
      currency: 'Währung',
      hours: 'Öffnungszeiten',
      text: 'Einleitung',
      color: 'Farbe',
      languages: 'Sprachen der öffentlichen Seite',
      logo: 'Logo auswählen',
    },
    notes: {
      languages: 'Aus en, de, fr und es, mit Kommas dazwischen. Der Browser des Besuchers wählt, sonst gilt die erste.',
      coordinates: 'Wo das Tierheim auf einer Karte liegt, wie die Karte es kopiert.',
      contact: 'Eine E-Mail-Adresse, eine Telefonnummer oder eine Internetadresse.',
      currency: 'Für Gebühren, die ohne Währung eingegeben werden, zum Beispiel EUR.',
      text: 'Eine leere Zeile beginnt einen Absatz.',
      logo: 'Zu große Bilder werden verkleinert.',
    },
    locked: 'Auf dem Server festgelegt und nur dort zu ändern.',
    coordinatesWrong: 'Geben Sie Breite und Länge an, etwa 51.5074, -0.1278.',
    logoWrong: 'Diese Datei ist kein Bild, das der Browser lesen kann.',
    removeLogo: 'Logo entfernen',
    preview: 'So zeigt es die öffentliche Seite',
    saved: 'Gespeichert. Die öffentliche Seite zeigt es.',
    timeZone: (zone: string) => `Tage sind die von ${zone}. Das ändert der Betreiber mit petstore time-zone set.`,
  },

  keys: {
    newKey: 'Neuer Schlüssel',
    create: 'Schlüssel anlegen',
    nameNote: 'Wer oder was ihn benutzt, zum Beispiel Empfang oder Webseite.',
    role: 'Rolle',
    roles: {
      reader: { label: 'Lesen', meaning: 'Sieht Tiere und Reservierungen.' },
      editor: { label: 'Bearbeiten', meaning: 'Sieht und ändert Tiere und Reservierungen.' },
      staff: {
        label: 'Team',
        meaning: 'Sieht und ändert Tiere und Reservierungen mit Kontakten und beantwortet Anfragen: persönliche Daten.',
      },
      monitor: { label: 'Überwachung', meaning: 'Liest nur die Messwerte des Servers.' },
      public: { label: 'Öffentlich', meaning: 'Steht in einer Webseite: zeigt Ihre Tiere allen, die sie besuchen.' },
      admin: { label: 'Admin', meaning: 'Darf alles, auch Schlüssel und Webhooks verwalten.' },
      own: { label: 'Eigene Auswahl', meaning: 'Nur, was Sie unten ankreuzen.' },
    },
    scopesLabel: 'Er darf',
    scopes: {
      'pets:read': { label: 'Tiere sehen', meaning: 'Tiere und Kategorien sehen, und wie viele es sind.' },
      'pets:write': {
        label: 'Tiere ändern',
        meaning: 'Tiere aufnehmen, ändern und entfernen; Kategorien anlegen und umbenennen.',
      },
      'listings:read': {
        label: 'Steckbriefe sehen',
        meaning: 'Sehen, was eine Webseite von Tieren zeigt: Steckbriefe und Fotos.',
      },
      'orders:read': { label: 'Reservierungen sehen', meaning: 'Sehen, welche Tiere seit wann reserviert sind.' },
      'orders:write': {
        label: 'Reservierungen ändern',
        meaning: 'Tiere reservieren und das beenden, mit Vermittlung oder ohne.',
      },
      'contacts:read': {
        label: 'Kontakte sehen',
        meaning: 'Sehen, für wen Tiere reserviert sind, mit Namen und Adressen.',
      },
      'inquiries:read': {
        label: 'Anfragen sehen',
        meaning: 'Sehen, wer nach Tieren gefragt hat, mit Namen und Adressen.',
      },
      'inquiries:write': {
        label: 'Anfragen ändern',
        meaning: 'Anfragen speichern; mit „Anfragen sehen“ auch abhaken und löschen.',
      },
      'events:read': { label: 'Änderungen verfolgen', meaning: 'Sehen, was sich gerade ändert.' },
      'webhooks:read': {
        label: 'Webhooks sehen',
        meaning: 'Sehen, wohin Ereignisse gesendet werden und welche nicht angekommen sind.',
      },
      'webhooks:write': {
        label: 'Webhooks ändern',
        meaning: 'Webhooks entfernen; mit „Änderungen verfolgen“ auch anlegen.',
      },
      'metrics:read': { label: 'Messwerte lesen', meaning: 'Die Messwerte des Servers lesen, zur Überwachung.' },
      'settings:write': {
        label: 'Tierheim ändern',
        meaning: 'Name, Texte, Logo und Öffnungszeiten der öffentlichen Seite ändern, und die Währung.',
      },
      'keys:admin': {
        label: 'Schlüssel verwalten',
        meaning: 'Schlüssel mit höchstens denselben Rechten anlegen und widerrufen, und die Messwerte lesen.',
      },
      'people:admin': {
        label: 'Personen verwalten',
        meaning: 'Personen mit höchstens denselben Rechten einladen und ihren Zugang beenden.',
      },
    },
    origins: 'Webseiten, die ihn benutzen dürfen',
    originsNote: 'Eine Adresse pro Zeile, zum Beispiel https://tierheim.example.org, oder * für alle Webseiten.',
    originMissing: 'Geben Sie mindestens eine ein.',
    expires: 'Läuft ab',
    expiresNote:
      'Danach wird dieser Schlüssel nicht mehr angenommen. Wählen Sie nie, wenn etwas dauerhaft läuft, zum Beispiel eine Webseite.',
    expiries: {
      never: 'Nie',
      '30': 'In 30 Tagen',
      '90': 'In 90 Tagen',
      '365': 'In 1 Jahr',
      date: 'An einem bestimmten Tag',
    },
    lastDay: 'Letzter Tag',
    dateMissing: 'Wählen Sie einen Tag.',
    created: 'Das ist der neue Schlüssel. Geben Sie ihn der Person oder dem Programm, für das er gedacht ist.',
    createdPublic:
      'Das ist der neue Schlüssel. Er ist kein Geheimnis: Alle, die Ihre Webseite besuchen, können ihn lesen. Um Ihre Tiere zu zeigen, fügen Sie diese Zeile dort in eine Seite ein, wo die Karten stehen sollen:',

    permissions: 'Rechte',
    statuses: { active: 'aktiv', expired: 'abgelaufen', revoked: 'widerrufen' },
    createdOn: 'Angelegt',
    lastUsed: 'Zuletzt benutzt',
    never: 'nie',
    mayMore: 'Hat mehr Rechte als Ihr Schlüssel. Deshalb können Sie ihn nicht ändern.',
    forEverySite: 'für alle Webseiten',
    forSites: (sites) => `für ${sites}`,
    daysLeft: (days) => (days === 1 ? 'innerhalb eines Tages' : `in ${days} Tagen`),

    stillCalls: (operation, at) => say`ruft ${operation} auf, das abgeschafft wird: ${at}`,

    wasChanged: (name) => say`${name} wurde geändert.`,

    revoke: 'Widerrufen',
    revokeOne: (name) => `${name} widerrufen`,
    revokeIt: 'Widerrufen',
    revokeOwn: 'Widerrufen und mich abmelden',
    revokeText: (name) =>
      say`${name} öffnet von da an nichts mehr, und was ihn benutzt, steht still. Das lässt sich nicht rückgängig machen; in der Liste bleibt er stehen. Webhooks, die mit ihm angelegt wurden, ruhen, bis jemand sie fortsetzt.`,
    isOwn: 'Mit diesem Schlüssel sind Sie angemeldet. Sie werden abgemeldet.',
    wasRevoked: (name) => say`${name} ist widerrufen.`,
    ownWasRevoked: 'Sie haben den Schlüssel widerrufen, mit dem Sie angemeldet waren.',

    graceLabel: 'Das alte Geheimnis gilt …',
    graceMeanings: {
      '86400': 'Zeit, das neue überall einzutragen, ohne dass etwas stillsteht.',
      '3600': 'Reicht, wenn Sie es jetzt gleich ersetzen.',
    },
    rotateText:
      'Der Schlüssel bleibt, wie er ist, und bekommt ein neues Geheimnis. Alles, was das alte benutzt, braucht das neue.',
    rotateOwn:
      'Mit diesem Schlüssel sind Sie angemeldet. Geht die Antwort unterwegs verloren, können Sie sich nicht mehr damit anmelden.',
    rotated: {
      '86400': 'Das ist das neue Geheimnis. Das alte gilt noch 24 Stunden.',
      '3600': 'Das ist das neue Geheimnis. Das alte gilt noch 1 Stunde.',
      '0': 'Das ist das neue Geheimnis. Das alte gilt nicht mehr.',
    },
    ownRotated: 'Dieser Tab benutzt von jetzt an das neue.',
  },
};
