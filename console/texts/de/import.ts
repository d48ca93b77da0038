import type { importing as en } from '../en/import.ts';
import { say } from '../say.ts';

export const importing: typeof en = {
  import: {
    dropHere: 'Hier ablegen',
    aFile: 'Eine Datei Ihrer Tiere',
    dropOrChoose: 'Legen Sie sie auf dieser Seite ab, oder wählen Sie sie aus.',
    chooseFile: 'Datei auswählen',
    whichFiles:
      'Jede Tabelle eignet sich: Speichern Sie sie als CSV, mit den Namen der Spalten über den Zeilen. Nichts wird gesendet, ' +
      'bevor Sie eine Vorschau gesehen haben, und kein Tier wird verfügbar, wenn es nicht die Datei oder Sie sagen.',
    reading: (file, percent) => say`${file} wird gelesen: ${percent} %`,
    readingFile: (file) => `${file} wird gelesen`,
    fileSize: (rowCount, rows, columnCount, columns) =>
      `${rows} ${rowCount === 1 ? 'Zeile' : 'Zeilen'}, ${columns} ${columnCount === 1 ? 'Spalte' : 'Spalten'}`,
    separator: 'Trennzeichen der Spalten',
    separators: { ',': 'Komma', ';': 'Strichpunkt', '\t': 'Tabulator', '|': 'senkrechter Strich' },
    header: 'Namen der Spalten',
    headerLine: (line) => `in Zeile ${line}`,
    noHeader: 'nicht in der Datei',
    anotherFile: 'Andere Datei auswählen',
    stopTitle: 'Den Import anhalten?',
    stopText:
      'Wenn Sie diese Seite verlassen, hält der Import an. Aufgenommene Tiere bleiben, und Sie können später weitermachen.',
    stay: 'Hier bleiben',
    leave: 'Verlassen und anhalten',

    meaning: 'Was bedeuten die Spalten?',
    presetFound: (system) =>
      `Das ist ein Export von ${system}, dessen Spalten bekannt sind. Prüfen Sie, was sie bedeuten.`,
    chooseColumn: 'Spalte auswählen',
    nameNote: 'Wie das Tier heißt',
    nameMissing: 'Wählen Sie die Spalte mit den Namen aus.',
    otherName: 'Wenn der Name leer ist, gilt',
    noColumn: 'Keine Spalte',
    categoryNote: 'Was für ein Tier es ist, zum Beispiel Hund',
    categoryMissing: 'Wählen Sie die Spalte mit der Kategorie aus.',
    sameForAll: 'Dieselbe für alle Zeilen',
    categoryNumber: 'Nummer der Kategorie',
    categoryNumberWrong: 'Geben Sie eine ganze Zahl ein, zum Beispiel 3.',
    statusNote: 'Ob ein Tier zu vermitteln ist',
    otherColumns: 'Andere Spalten sagen es',
    statusOfAll: 'Keine Spalte sagt es: Was sind diese Tiere?',
    chooseStatus: 'Status auswählen',
    defaultStatus: 'Wo nichts es sagt',
    defaultStatusMissing: 'Sagen Sie, ob diese Tiere zu vermitteln sind.',
    onHold: 'zurückgestellt, nicht öffentlich',
    statusTexts: 'Sind diese Tiere zu vermitteln?',
    statusTextsNote:
      'Bis Sie es sagen, werden die Tiere in diesen Zeilen zurückgestellt: Die Öffentlichkeit sieht sie nicht.',
    leaveRowsOut: 'diese Zeilen auslassen',
    emptyCell: (column) => `${column} ist leer`,
    anyDay: (column) => `${column} allein, ohne die Art des Auszugs`,
    countOf: (text, count) => `${text} (${count} Mal)`,
    otherTexts: (count) => `Und ${count} ${count === 1 ? 'anderer Text' : 'andere Texte'}.`,
    unread: 'Nicht gelesen und ausgelassen',
    notKnown: 'nicht bekannt',
    because: (column, text, reason) => `${column} „${text}“: ${reason}`,
    noReference: (candidate) =>
      'Von keiner Spalte ist bekannt, dass sie für jedes Tier eine eigene Nummer hat: Eine spätere Fassung dieser Datei nimmt alle ' +
      'noch einmal auf.' +
      (candidate === undefined ? '' : ` Ist „${candidate}“ eine, wählen Sie sie unten als Kennnummer.`),
    currency: 'Währung der Schutzgebühren',
    currencyNote: 'Wo keine genannt ist, zum Beispiel EUR',
    currencyWrong: 'Geben Sie die drei Buchstaben einer Währung ein, zum Beispiel EUR.',
    roles: {
      note: 'Notiz, nur für die Mitarbeiter',
      stage: 'Stand, oder was es zurückhält',
      photos: 'Fotos',
      age: 'Alter jetzt, mit Einheit',
      ageAtIntake: 'Alter bei der Ankunft',
      ageAtOutcome: 'Alter beim Auszug',
      ageInYears: 'Alter in Jahren',
      ageInMonths: 'Alter in Monaten',
      ageInWeeks: 'Alter in Wochen',
      ageInDays: 'Alter in Tagen',
      deceasedOn: 'Todestag',
      returnedOn: 'Tag der Rückkehr',
      dead: 'Gestorben: ja oder nein',
      euthanised: 'Eingeschläfert: ja oder nein',
      notForAdoption: 'Nicht zu vermitteln: ja oder nein',
      forAdoption: 'Zu vermitteln: ja oder nein',
      inCare: 'Noch hier: ja oder nein',
    },
    more: (read, others) => `Alle Spalten: ${read} ${read === 1 ? 'wird' : 'werden'} gelesen, ${others} ausgelassen`,
    leaveOut: 'Auslassen',
    ownName: 'Unter eigenem Namen behalten',
    keepOthers: (count) =>
      count === 1
        ? 'Die andere Spalte als weitere Angabe behalten'
        : `Die ${count} anderen Spalten als weitere Angaben behalten`,
    emptyExample: 'Leer in den ersten Zeilen',
    example: (cell) => `Zum Beispiel ${cell}`,
    slashes: 'Daten wie 3/4/2026',
    slashesUnknown: 'Wählen Sie, was zuerst kommt',
    dayFirst: 'der Tag: 31/3/2026',
    monthFirst: 'der Monat: 3/31/2026',
    update: 'Tiere aktualisieren, deren Referenznummer es schon gibt',
    updateNote:
      'Sie bekommen, was die Datei sagt, auch dass sie fort oder wieder da sind; leere Zellen ändern nichts. Von mehreren Zeilen gilt die der letzten Ankunft.',
    leftElsewhere: (animals) => `Laut der Datei sind sie fort, hier sind sie noch da: ${animals}`,
    leftSomehow: 'Fort, wie ist nicht bekannt',
    returned: 'Wieder da',
    changed: 'Geändert',
    newHere: 'Neu',
    changedHere: 'Seither hier geändert',
    overwrite: 'Die Datei hat auch hierbei recht',
    overwriteNote: 'Sonst bleibt, was jemand hier geändert hat.',
    otherAnimals: (animals) => `und ${animals} weitere`,
    seeHeld: 'Zurückgestellte Tiere ansehen',
    unknownDay: (animals) => `An einem Tag fort, den die Datei nicht nennt: ${animals}`,
    choosePhotos: 'Ordner mit Fotos auswählen',
    photoNames:
      'Oder legen Sie ihn hier ab. Seine Dateien heißen wie die Referenznummer: A706918.jpg, A706918-2.jpg und so weiter.',
    photosFound: (found, files) => `${found} von ${files} Dateien sind Fotos dieser Tiere.`,
    importAnimals: (count, animals) =>
      count === undefined ? 'Importieren' : `${animals} ${count === 1 ? 'Tier' : 'Tiere'} importieren`,
    rowsRejected: (count, rows, line) =>
      `${count === 1 ? 'Eine Zeile kann' : `${rows} Zeilen können`} nicht importiert werden. Zeile ${line}:`,
    becomesOf: 'Was aus den Zeilen wird',
    checking: 'Die Zeilen werden geprüft …',
    noRows: 'Die Datei hat unter den Namen der Spalten keine Zeilen.',
    becomes: (animals, available, pending, sold) =>
      `Tiere: ${animals}. ${available} verfügbar, ${pending} reserviert oder zurückgestellt, ${sold} nicht mehr da.`,
    undecided: (count, animals) =>
      `Ob ${count === 1 ? 'eines davon zu vermitteln ist' : `${animals} davon zu vermitteln sind`}, hat niemand gesagt: Die Öffentlichkeit sieht ${count === 1 ? 'es' : 'sie'} nicht.`,
    earlierStaysOf: (count, rows) =>
      `${count === 1 ? 'Eine Zeile ist ein früherer Aufenthalt' : `${rows} Zeilen sind frühere Aufenthalte`} von Tieren, die wiederkamen.`,
    rejectedOf: (rows) => `Insgesamt können ${rows} Zeilen nicht importiert werden.`,
    unusedPhotos: (count, names) => `${count} Fotos gehören zu keinem Tier dieser Datei: ${names} …`,

    preview: 'Die ersten Zeilen',
    incomplete: 'Beantworten Sie oben die Fragen, dann erscheinen hier die ersten Zeilen.',
    leftOutOf: (count, rows) => (count === 1 ? 'Eine Zeile wird ausgelassen.' : `${rows} Zeilen werden ausgelassen.`),
    leftOutCell: 'ausgelassen',
    is: (fact) => fact,
    not: (fact) => `${fact}: nein`,
    line: 'Zeile',

    importing: (file) => say`${file} wird importiert`,
    rowsDone: 'Erledigte Zeilen',
    progress: (done, all, percent) => `${done} von ${all} Zeilen erledigt, ${percent} %`,
    states: {
      running: 'Lassen Sie diese Seite offen, bis alles erledigt ist.',
      waiting:
        'Der Server ist nicht erreichbar oder überlastet. Der Import geht von selbst weiter, wenn er wieder da ist.',
      paused: 'Angehalten.',
    },
    pause: 'Anhalten',
    resume: 'Weitermachen',
    rows: 'Zeilen',
    counts: {
      added: 'Aufgenommen',
      alreadyThere: 'Waren schon da',
      updated: 'Aktualisiert',
      unchanged: 'Unverändert',
      leftOut: 'Ausgelassen',
      earlierStays: 'Frühere Aufenthalte',
      rejected: 'Abgelehnt',
      newCategories: 'Neue Kategorien',
      photos: 'Fotos',
      rejectedPhotos: 'Abgelehnte Fotos',
    },

    done: (file) => say`Erledigt: ${file}`,
    stopped: (file) => say`Angehalten: ${file}`,
    partDone: (done, all) => `${done} von ${all} Zeilen sind erledigt`,
    canResume:
      'Sie können jederzeit weitermachen: Innerhalb von 24 Stunden und mit demselben Schlüssel wird kein Tier doppelt ' +
      'aufgenommen.',
    rejectedText:
      'Die abgelehnten Zeilen bekommen Sie als Datei, jede mit dem Grund: Berichtigen Sie sie dort, und importieren Sie ' +
      'diese Datei. Oder ändern Sie, was die Spalten bedeuten, und importieren Sie diese noch einmal: Zeilen, aus denen ' +
      'dieselben Tiere werden wie zuvor, werden nicht doppelt aufgenommen; werden andere daraus, kommen sie hinzu. Entfernen ' +
      'Sie dann die ersten.',
    downloadRejected: 'Abgelehnte Zeilen herunterladen',
    downloadPhotos: 'Liste der abgelehnten Fotos herunterladen',
    changeMeaning: 'Ändern, was die Spalten bedeuten',
    importAnother: 'Weitere Datei importieren',
    seeAnimals: 'Die Tiere ansehen',
    reasons: 'Gründe',
    reason: 'Grund',
    firstRejected: (shown, all) => `Die ersten ${shown} von ${all} abgelehnten Zeilen:`,
    takeBack: 'Zurücknehmen',
    takeBackTitle: (file) => say`Den Import von ${file} zurücknehmen?`,
    takeBackText: (added, changed) =>
      `Die ${added} Tiere, die er aufgenommen hat, werden entfernt, und die ${changed}, die er geändert hat, sind wieder wie zuvor. Was ` +
      'jemand seither geändert hat, bleibt.',
    takenBackOf: (file) => say`Zurückgenommen: ${file}`,
    takenBack: (animals) => `Zurückgenommene Tiere: ${animals}`,
    kept: (animals) => `Tiere, die bleiben, wie sie sind: ${animals}`,
    keptReasons: {
      changed: 'wurde seither geändert',
      removed: 'wurde seither entfernt',
      has_order: 'hat seither eine Reservierung',
      has_inquiry: 'hat seither eine Anfrage',
      has_photo: 'hat seither ein Foto',
      reference_in_use: 'hatte eine Referenznummer, die jetzt ein anderes Tier hat',
    },
    wasStopped: 'Der Import wurde angehalten',
    wasStoppedText: (done, all, file) =>
      `${done} der ${all} Zeilen von ${file} waren erledigt. Um weiterzumachen, importieren Sie dieselbe Datei noch einmal ` +
      'mit demselben Schlüssel: Innerhalb von 24 Stunden wird kein Tier doppelt aufgenommen. Ein anderer Schlüssel würde ' +
      'sie noch einmal aufnehmen.',
  },

  categories: {
    add: 'Kategorie anlegen',
    counted: (count, text) => (count === 1 ? '1 Kategorie' : `${text} Kategorien`),
    first: (count) => `; das sind die ersten ${count}`,
    available: 'Verfügbar',
    give: 'Benennen',
    giveTo: (id) => `Kategorie ${id} benennen`,
    rename: 'Umbenennen',
    renameOf: (name) => `${name} umbenennen`,
    nameIt: 'Kategorie benennen',
    meanwhile: 'Inzwischen hat jemand anders sie benannt.',
    nameMissing: 'Geben Sie ihr einen Namen.',
    isNumber: 'Eine Zahl ist kein Name.',
    isTaken: 'Eine andere Kategorie heißt schon so.',
    more: (name) => `Mehr zu ${name}`,
    merge: 'Mit einer anderen zusammenführen',
    mergeTitle: (name) => say`${name} zusammenführen`,
    mergeInto: 'Mit',
    mergeText: (count, text) =>
      `${count === 1 ? '1 Tier bekommt' : `${text} Tiere bekommen`} die andere Kategorie, und diese wird entfernt.`,
    merged: (name, other) => say`${name} gehört zu ${other}.`,
    remove: 'Entfernen',
    removeTitle: (name) => say`${name} entfernen?`,
    removeText: 'Sie hat keine Tiere.',
    removed: (name) => say`${name} wurde entfernt.`,
  },
};
