import type { Texts } from './en.ts';
import { inGerman } from './said-de.ts';
import { say } from './say.ts';

export const de: Texts = {
  failures: {
    last_admin_key:
      'Dann könnte niemand mehr Schlüssel und Personen verwalten. Laden Sie zuerst jemand anders als Admin ein, oder legen Sie einen weiteren Admin-Schlüssel an.',
    person_not_found: 'Diese Person ist nicht mehr dabei.',
    device_not_found: 'Dieses Gerät ist schon abgemeldet.',
    too_many_people: 'Mehr Personen kann es nicht geben. Entfernen Sie zuerst eine.',
    too_many_devices:
      'Sie sind auf so vielen Geräten angemeldet, wie es geht. Melden Sie zuerst eines ab; der Link gilt weiter.',
    invalid_api_key: 'Dieser Schlüssel ist unbekannt, abgelaufen oder widerrufen.',
    missing_api_key: 'Es wurde kein Schlüssel gesendet.',
    insufficient_scope: 'Ihr Schlüssel hat weniger Rechte, als dafür nötig sind.',
    pet_not_available: 'Dieses Tier ist nicht mehr verfügbar: Jemand anders hat es reserviert oder vermittelt.',
    pet_has_open_order: 'Dieses Tier ist reserviert. Beenden Sie zuerst die Reservierung.',
    pet_not_found: 'Dieses Tier wurde entfernt.',
    photo_not_found: 'Dieses Foto wurde entfernt.',
    order_closed: 'Diese Reservierung ist schon beendet.',
    order_reference_taken: 'Eine andere Reservierung hat diese Nummer.',
    order_not_returnable: 'Mit dem Tier ist seitdem etwas anderes geschehen.',
    order_not_reopenable:
      'Das lässt sich nicht mehr zurücknehmen, oder mit dem Tier ist seitdem etwas anderes geschehen.',
    order_not_found: 'Diese Reservierung wurde mit ihrem Tier entfernt.',
    key_not_found: 'Diesen Schlüssel gibt es nicht mehr.',
    inquiry_not_found: 'Diese Anfrage wurde gelöscht.',
    category_not_found: 'Diese Kategorie hat keinen Namen mehr.',
    webhook_not_found: 'Diesen Webhook gibt es nicht mehr. Jemand anders hat ihn entfernt.',
    webhook_disabled: 'Dieser Webhook ist abgeschaltet und bekommt keine Ereignisse.',
    delivery_not_found: 'Das ist inzwischen angekommen, oder der Webhook wurde entfernt.',
    reference_in_use: 'Ein anderes Tier hat diese Kennnummer schon.',
    invalid_transition: 'Dieses Tier ist nicht mehr da. Machen Sie es zuerst wieder verfügbar.',
    precondition_failed: 'Jemand anders hat das inzwischen geändert.',
    invalid_image: 'Dieses Bild ist beschädigt oder unvollständig.',
    image_too_large: 'Dieses Bild ist zu groß.',
    payload_too_large: 'Das ist zu groß.',
    too_many_photos: 'Dieses Tier hat schon so viele Fotos, wie es haben kann. Entfernen Sie zuerst eines.',
    photos_disabled: 'Für Fotos ist auf diesem Server kein Speicher eingerichtet.',
    too_many_webhooks: 'Es gibt schon so viele Webhooks, wie es geben kann. Entfernen Sie zuerst einen.',
    idempotency_in_progress: 'Ein früherer Versuch läuft noch. Warten Sie einen Moment.',
    rate_limited: 'Dieser Schlüssel hat sein Limit an Abfragen pro Minute erreicht. Warten Sie einen Moment.',
    internal_error: 'Auf dem Server ist etwas schiefgegangen. Sehen Sie nach, ob die Änderung gespeichert wurde.',
    overloaded: 'Der Server hat gerade zu viel zu tun. Versuchen Sie es gleich noch einmal.',
    unavailable: 'Der Server kann gerade nicht antworten. Versuchen Sie es gleich noch einmal.',
  },

  pages: {
    '/': 'Heute',
    '/animals': 'Tiere',
    '/orders': 'Reservierungen',
    '/inquiries': 'Anfragen',
    '/import': 'Import',
    '/categories': 'Kategorien',
    '/people': 'Personen',
    '/keys': 'Schlüssel',
    '/webhooks': 'Webhooks',
  },

  petStatuses: { available: 'verfügbar', pending: 'zurückgestellt', sold: 'nicht mehr da' },
  outcomes: {
    adoption: 'vermittelt',
    return_to_owner: 'zurück bei den Haltern',
    transfer_out: 'abgegeben',
    died: 'gestorben',
    euthanised: 'eingeschläfert',
    other: 'nicht mehr da',
  },
  reserved: 'reserviert',
  reservedOrOnHold: 'reserviert oder zurückgestellt',
  orderStatuses: { placed: 'reserviert', completed: 'abgeschlossen', cancelled: 'storniert' },
  whereItIs: 'Wo es ist',
  whereabouts: {
    shelter: 'im Tierheim',
    foster: 'auf einer Pflegestelle',
    clinic: 'in der Tierklinik',
    elsewhere: 'anderswo',
  },
  heldUntil: (day) => `nicht öffentlich bis ${day}`,
  sexes: { female: 'weiblich', male: 'männlich', unknown: 'unbekannt' },
  environments: { production: 'Echtbetrieb', staging: 'Testbetrieb', demo: 'Demo' },
  cancel: 'Abbrechen',
  close: 'Schließen',
  tryAgain: 'Noch einmal versuchen',
  tooManyRequests: 'Zu viele Abfragen',
  noAnswer: 'Der Server antwortet nicht',
  offline: 'Sie sind offline',
  didNotWork: 'Das hat nicht geklappt',

  session: {
    signIn: 'Anmelden',
    signingIn: 'Sie werden angemeldet',
    noKeyYet:
      'Kein Schlüssel? Öffnen Sie Ihren Anmeldelink, oder fügen Sie ihn hier ein. Ihre Administration erstellt einen.',
    apiKey: 'API-Schlüssel',
    apiKeyNote: 'Dieser Tab merkt sich den Schlüssel, bis Sie ihn schließen oder sich abmelden.',
    showTyped: 'Eingabe anzeigen',
    keyMissing: 'Fügen Sie hier zuerst Ihren Schlüssel ein.',
    signedOut: 'Sie wurden abgemeldet',
    signedOutElsewhere: 'In einem anderen Tab hat sich jemand abgemeldet.',
    noAnswerAdvice:
      'Vielleicht startet er gerade, oder Ihre Verbindung ist unterbrochen. Versuchen Sie es noch einmal.',
    noKey: 'Das ist kein Schlüssel',
    noKeyAdvice:
      'Ein Schlüssel besteht aus Buchstaben, Ziffern und Zeichen, ohne Leerzeichen. Kopieren Sie ihn noch einmal.',
    tooManyAdvice: (clock) =>
      `Dieser Schlüssel hat sein Limit an Abfragen pro Minute erreicht. Diese Seite meldet Sie um ${clock} von selbst an.`,
    publicKey: 'Das ist ein öffentlicher Schlüssel',
    publicKeyAdvice:
      'Er zeigt Tiere auf einer Webseite und öffnet sonst nichts. Melden Sie sich mit einem anderen Schlüssel an.',
    cannotAnswer: 'Der Server kann gerade nicht antworten',
    otherServer: (other) => `Dieser Schlüssel ist für den Server mit ${other}`,
    otherServerAdvice: (here, prefix, other) =>
      `Dieser Server läuft im ${here}. Nehmen Sie einen Schlüssel, der mit ${prefix} beginnt, oder öffnen Sie den Server mit ${other}.`,
    refused: 'Mit diesem Schlüssel können Sie sich nicht anmelden',
    refusedAdvice: (reason) =>
      `${reason} Kopieren Sie ihn noch einmal, oder bitten Sie Ihre Administration um einen anderen.`,
  },

  shell: {
    skip: 'Zum Inhalt springen',
    openNavigation: 'Navigation öffnen',
    closeNavigation: 'Navigation schließen',
    places: 'Bereiche',
    open: 'offen',
    find: 'Tier oder Seite suchen',
    findHint: 'Tier oder Seite suchen ( / )',
    publicPage: 'Öffentliche Seite',
    reference: 'API-Referenz',
    administrator: 'Administrator',
    signedInAs: (person) => say`Angemeldet als ${person}`,
    schemes: { dark: 'Dunkel', light: 'Hell' },
    signOut: 'Abmelden',
    noAccess: 'Sie dürfen diese Seite nicht öffnen',
    noAccessAdvice: 'Bitten Sie Ihre Administration um mehr Rechte.',
    outOfDate: (isOffline) =>
      `Diese Seite ist vielleicht nicht mehr aktuell. Sie verbindet sich von selbst wieder, sobald ${
        isOffline ? 'Sie online sind' : 'der Server wieder da ist'
      }; alles, was gespeichert wurde, ist sicher.`,
    limited: (clock) =>
      `Dieser Schlüssel hat sein Limit an Abfragen pro Minute erreicht. Diese Seite macht um ${clock} von selbst weiter.`,
    notLoaded: 'Diese Seite ist noch nicht geladen',
    notLoadedText: 'Der Server antwortet nicht. Die Seite öffnet sich von selbst, sobald er wieder da ist.',
    updated: 'Die Konsole wurde aktualisiert',
    updatedText:
      'Der Server hat eine neuere Konsole als dieser Tab. Laden Sie neu, um fortzufahren. Sie bleiben angemeldet.',
    broken: 'Diese Seite funktioniert nicht',
    somethingFailed: 'Darin ist etwas schiefgegangen',
    brokenText: 'Laden Sie neu, um es noch einmal zu versuchen. Gespeichertes geht nicht verloren.',
    reload: 'Neu laden',
    notFound: 'Diese Seite gibt es nicht',
    notFoundText: 'Unter dieser Adresse gibt es keine Seite.',
    goToAnimals: 'Zu den Tieren',
  },

  ui: {
    closeMessage: 'Diese Meldung schließen',
    serverBar: { staging: 'Testbetrieb: hier können Sie alles ausprobieren', demo: 'Demo: hier ist alles erfunden' },
    removedAnimal: 'Ein Tier, das entfernt wurde',
    animalNumber: (id) => `Tier ${id}`,
    noAnswerToChange:
      'Der Server hat nicht geantwortet. Vielleicht wurde die Änderung gespeichert, vielleicht auch nicht. Sehen Sie nach, bevor Sie es noch einmal versuchen.',
  },

  lib: {
    today: 'heute',
    fieldError: (detail) => `Das nimmt der Server nicht an: ${inGerman(detail)}.`,
    said: inGerman,
  },

  data: {
    searchHint: 'Name, Rasse oder Nummer',
    found: 'Gefunden',
    notFound: 'Kein Tier gefunden',
  },

  listing: {
    reading: (label) => `${label} werden geladen`,
    page: (label, page) => `${label}, ${page === undefined ? 'eine spätere Seite' : `Seite ${page}`}`,
    pageLost: 'Diese Seite gibt es nicht mehr. Das ist die erste Seite.',
    moreThan: (count, noun) => `mehr als ${count} ${noun}`,
    pages: (label) => `Seiten: ${label}`,
    pageNumber: (page) => `Seite ${page}`,
    firstPage: 'Erste Seite',
    back: 'Zurück',
    next: 'Weiter',
    filter: (many) => `${many} filtern`,
    status: 'Status',
    all: 'alle',
    noSuchStatus: (many, text, usual) =>
      `Die Adresse nennt ${many} mit dem Status „${text}“. Den gibt es nicht: Sie sehen ${many} mit dem Status „${usual}“.`,
    none: (one, word) => `Keine ${one} mit dem Status „${word}“`,
    emptyPage: 'Diese Seite ist leer',
    showAll: (many) => `Alle ${many} zeigen`,
  },

  pets: {
    animal: 'Tier',
    animals: 'Tiere',
    add: 'Tier aufnehmen',
    search: 'Suche',
    category: 'Kategorie',
    hold: 'Nicht öffentlich',
    holds: { true: 'ja', false: 'nein' },
    order: 'Reihenfolge',
    orders: {
      '-id': 'neueste zuerst',
      id: 'älteste zuerst',
      arrivedOn: 'am längsten hier zuerst',
      name: 'nach Namen',
      '-updatedAt': 'zuletzt geänderte zuerst',
    },
    unnamed: (id) => `ohne Namen (${id})`,
    showAll: 'Alle zeigen',
    noSuchStatus: (text) =>
      `Die Adresse nennt Tiere mit dem Status „${text}“. Den gibt es nicht; er bleibt unberücksichtigt.`,
    noSuchCategory: (text) =>
      `Die Adresse nennt die Kategorie „${text}“. Das ist keine Nummer; sie bleibt unberücksichtigt.`,
    noMatch: 'Keine passenden Tiere',
    noMatchAdvice: 'Wählen Sie einen anderen Namen, Status oder eine andere Kategorie.',
    showAllAnimals: 'Alle Tiere zeigen',
    emptyPageText: 'Die Tiere auf dieser Seite wurden entfernt.',
    noneYet: 'Es gibt noch keine Tiere',
    noneYetText: 'Bisher hat niemand eines aufgenommen.',
    addFirst: 'Das erste Tier aufnehmen',
    importFile: 'Datei importieren',
    addAdvice: 'Nehmen Sie Tiere einzeln auf, oder importieren Sie eine Tabelle.',
    others: (count) => `und ${count} weitere, während Sie tippen`,
    select: (name) => `${name} auswählen`,
    selectAll: 'Alle auswählen',
    selected: (count) => `${count ?? 'alle'} ausgewählt`,
  },
};
