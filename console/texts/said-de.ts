/**
 * What the import and the server say in English, and in German. `{}` stands for what they name; at the end of an entry it
 * may be another one.
 */
const said: Readonly<Record<string, string>> = {
  // The file.
  'The file is not valid CSV: {}.': 'Die Datei ist keine gültige CSV-Datei: {}.',
  'The file is empty. Its first line must name the columns.':
    'Die Datei ist leer. In der ersten Zeile müssen die Namen der Spalten stehen.',
  'The file has no rows from line {} on.': 'Die Datei hat ab Zeile {} keine Zeilen.',
  "The file is a JSON array. Write one object per line, for example with jq -c '.[]'.":
    'Die Datei ist ein JSON-Array. Schreiben Sie in jede Zeile ein Objekt.',
  'The file is a workbook. Save the sheet with the animals as “CSV UTF-8”.':
    'Die Datei ist eine Arbeitsmappe. Speichern Sie das Blatt mit den Tieren als „CSV UTF-8“.',
  'The file is not text: it contains zero bytes.': 'Die Datei ist kein Text: Sie enthält Nullen.',
  'The file is not UTF-8 text.': 'Die Datei ist kein Text in UTF-8.',
  'The file is not UTF-8 text, nor plainly Windows-1252.': 'Die Datei ist kein Text in UTF-8 oder Windows-1252.',
  'Save it as UTF-8; in Excel, as “CSV UTF-8”.': 'Speichern Sie sie in UTF-8, in Excel als „CSV UTF-8“.',
  'The file is damaged: it is not {} text.': 'Die Datei ist beschädigt: Sie ist kein Text in {}.',
  'The file ends within a character: its end is missing.': 'Der Datei fehlt das Ende: Sie hört in einem Zeichen auf.',
  'Line {} is longer than 1 MiB.': 'Zeile {} ist länger als 1 MiB.',
  'Line {} is not a JSON object: {}.': 'Zeile {} ist kein JSON-Objekt: {}.',
  'Line {} has a "profile" that is not one of the service.': 'Zeile {} hat ein „profile“, das der Server nicht kennt.',
  'The file was changed, moved or deleted. Choose it again.':
    'Die Datei wurde geändert, verschoben oder gelöscht. Wählen Sie sie noch einmal aus.',
  'There is no column "{}". The columns are: {}.': 'Es gibt keine Spalte „{}“. Die Spalten sind: {}.',
  // Its rows.
  'The row has {} cells, and the file has {} columns.': 'Die Zeile hat {} Zellen, die Datei hat {} Spalten.',
  'There is no name and no reference number.': 'Der Name und die Referenznummer fehlen.',
  'There is no category: {} is empty.': 'Die Kategorie fehlt: {} ist leer.',
  'The category number {} does not fit into 64 bits.': 'Die Nummer {} ist zu groß für eine Kategorie.',
  '{} is "{}", which {}. Format the column as text or as a number without decimals in the file it comes from, and save it again.':
    '{} ist „{}“: {}. Geben Sie der Spalte in der ursprünglichen Datei das Format Text oder Zahl ohne Nachkommastellen, und speichern Sie sie noch einmal.',
  '{} is "{}", which {}.': '{} ist „{}“: {}.',
  // Names, and cells of the profile.
  'is empty': 'leer',
  'has {} characters, and may have {}': '{} Zeichen, erlaubt sind {}',
  'has half of a character': 'ein halbes Zeichen',
  'has a line break': 'ein Zeilenumbruch',
  'has a character that cannot be seen, such as a tab': 'ein unsichtbares Zeichen, zum Beispiel ein Tabulator',
  'has nothing that can be seen': 'nichts Sichtbares',
  'is not known': 'nicht bekannt',
  'is a number whose last digits a spreadsheet has dropped':
    'eine Zahl, deren letzte Ziffern eine Tabellenkalkulation weggelassen hat',
  'can be two days: which comes first, the day or the month?':
    'es können zwei Tage sein: Was kommt zuerst, der Tag oder der Monat?',
  'is not a date that there can be': 'kein mögliches Datum',
  'is not a day, such as 2026-03-31': 'kein Tag wie 2026-03-31',
  'is in the future': 'in der Zukunft',
  'is before the arrival on {}': 'vor der Ankunft am {}',
  'is after the arrival on {}': 'nach der Ankunft am {}',
  'is longer than {} characters': 'länger als {} Zeichen',
  'is longer than {} characters, which are kept': 'länger als {} Zeichen, die ersten bleiben',
  'is more than the {} further facts that an animal can have':
    'mehr als die {} weiteren Angaben, die ein Tier haben kann',
  'has no currency': 'ohne Währung',
  'is not a list of tags, such as calm, shy': 'keine Liste von Schlagwörtern wie: ruhig, scheu',
  'is not an amount with one currency, such as 75.00 USD': 'kein Betrag mit einer Währung wie 75.00 EUR',
  'is not an amount, such as 75.00 USD': 'kein Betrag wie 75.00 EUR',
  'is not a JSON object of texts, such as {"Microchip brand":"Avid"}':
    'kein JSON-Objekt mit Texten wie {"Hersteller des Chips":"Avid"}',
  'is not the number of a chip: 9 to 15 letters and digits, such as 985112003456789':
    'keine Chipnummer: 9 bis 15 Buchstaben und Ziffern wie 985112003456789',
  'is not up to {} addresses that begin with https://': 'nicht bis zu {} Adressen, die mit https:// beginnen',
  'is not {}': 'keiner dieser Werte: {}',
  // Photos.
  'There is no such file.': 'Diese Datei gibt es nicht.',
  'The file was changed, moved or deleted.': 'Die Datei wurde geändert, verschoben oder gelöscht.',
  'It is not a JPEG, PNG, WebP or GIF image.': 'Das ist kein Bild in einem der Formate JPEG, PNG, WebP und GIF.',
  'It is a HEIC or AVIF image, as phones take them. Save it as JPEG.':
    'Das ist ein Bild im Format HEIC oder AVIF, wie Telefone es aufnehmen. Speichern Sie es als JPEG.',
  'It is larger than {} MB.': 'Das Bild hat mehr als {} MB.',
  'An earlier run added another image from this place. Remove it first, or add this one by hand.':
    'Von dieser Stelle kam früher ein anderes Bild. Entfernen Sie es zuerst, oder fügen Sie dieses von Hand hinzu.',
  // Fields of a request.
  'Invalid request body. {}': 'Der Server nimmt das nicht an. {}',
  '{}, but has {} as character {}': '{}, hat aber {} als Zeichen {}',
  'is required': 'fehlt',
  'is required without a phone': 'fehlt, und eine Telefonnummer auch',
  'is unknown. {}': 'gibt es nicht',
  'needs another name, which {}': 'braucht einen anderen Namen: {}',
  'must be in the future': 'muss in der Zukunft liegen',
  'must be true or false': 'muss true oder false sein',
  'must be a string': 'muss ein Text sein',
  'must be an object': 'muss ein Objekt sein',
  'must be an array': 'muss eine Liste sein',
  'must be one of {}': 'muss eines davon sein: {}',
  'must be a 64-bit integer': 'muss eine ganze Zahl mit höchstens 64 Bit sein',
  'must be a non-negative 64-bit integer': 'muss eine ganze Zahl ab 0 sein',
  'must be an integer from {} to {}': 'muss eine ganze Zahl von {} bis {} sein',
  'must be {}, as in the path': 'muss {} sein wie in der Adresse',
  'must be a timestamp such as 2027-01-31T12:00:00Z': 'muss ein Zeitpunkt wie 2027-01-31T12:00:00Z sein',
  'must be a date such as 2027-01-31': 'muss ein Tag wie 2027-01-31 sein',
  'must be a code of three capital letters, such as EUR': 'muss aus drei Großbuchstaben bestehen wie EUR',
  'must be an e-mail address, such as ada@example.org': 'muss eine E-Mail-Adresse sein wie ada@example.org',
  'must be a telephone number with digits, such as +1 512 555 0100':
    'muss eine Telefonnummer mit Ziffern sein wie +49 30 1234567',
  'must be an address such as https://shelter.example.org/events, without user name, blanks or fragment':
    'muss eine Adresse sein wie https://tierheim.example.org/events, ohne Benutzernamen, Leerzeichen und #',
  'must be 9 to 15 letters and digits, such as 985112003456789': 'muss aus 9 bis 15 Buchstaben und Ziffern bestehen',
  'must be a web origin as browsers send it, such as {}': 'muss eine Webseite in dieser Form sein: {}',
  'must be a web origin as browsers send it, which would be {}': 'muss eine Webseite in dieser Form sein: {}',
  'must be * alone, or a list without it': 'muss entweder * oder eine Liste ohne * sein',
  'must have at most {} entries': 'darf höchstens {} Einträge haben',
  'at most {}': 'höchstens {}',
  'at least {}': 'mindestens {}',
  'must have {} characters, but has {}': 'muss {} Zeichen haben, hat aber {}',
  'must have {} items, but has {}': 'muss {} Einträge haben, hat aber {}',
  'must have {} members, but has {}': 'muss {} Angaben haben, hat aber {}',
  'must not be empty': 'darf nicht leer sein',
  'must not contain duplicates': 'darf nichts doppelt haben',
  'must contain a visible character and no control characters':
    'muss etwas Sichtbares und darf keine Steuerzeichen enthalten',
  'must contain a visible character, and no control characters but line breaks':
    'muss etwas Sichtbares und darf außer Zeilenumbrüchen keine Steuerzeichen enthalten',
  'must contain no control characters': 'darf keine Steuerzeichen enthalten',
  'must match {}': 'muss diesem Muster entsprechen: {}',
  'must be {}': 'muss das sein: {}',
};

const patterns = Object.entries(said).map(([english, german]) => {
  const parts = english.split('{}').map((part) => part.replaceAll(/[.*+?^$()|[\]\\{}]/g, '\\$&'));
  return [new RegExp(`^${parts.join('(.*?)')}$`, 's'), german] as const;
});

/** What they say in German, as far as it is known; sentences one by one, each of which may be about a field that it names. */
export function inGerman(text: string): string {
  const ends = [...text.matchAll(/\.(?= |$)/g)].map(({ index }) => index + 1);
  for (const end of [...ends, text.length]) {
    const german = oneInGerman(text.slice(0, end));
    if (german !== undefined) return end < text.length ? `${german} ${inGerman(text.slice(end + 1))}` : german;
  }
  return text.replace(/^(\d+) to (?=\d+$)/, '$1 bis ');
}

function oneInGerman(text: string): string | undefined {
  for (const [english, german] of patterns) {
    const [, ...named] = english.exec(text) ?? [];
    if (named.length > 0 || english.test(text)) return german.replaceAll('{}', () => inGerman(named.shift() ?? ''));
  }
  const [, field, fault = ''] = /^([\w.[\]]+) (.*)\.$/s.exec(text) ?? [];
  const german = field === undefined ? undefined : oneInGerman(fault);
  return german && `${field}: ${german}.`;
}
