import type { components } from '../../../client/schema.gen.ts';
import { fieldOf, fill, type ToldFault } from '../../../contract/faults.ts';
import type { ImportReason } from '../../../importer/faults.ts';

type Reason = components['schemas']['FaultReason'] | ImportReason;

const asUtf8 = 'Speichern Sie sie in UTF-8, in Excel als „CSV UTF-8“.';

const sentences: Readonly<Record<Reason, string>> = {
  // The file.
  invalid_csv: 'Die Datei ist keine gültige CSV-Datei: {0}.',
  empty_file: 'Die Datei ist leer. In der ersten Zeile müssen die Namen der Spalten stehen.',
  no_rows: 'Die Datei hat ab Zeile {0} keine Zeilen.',
  json_array: 'Die Datei ist ein JSON-Array. Schreiben Sie in jede Zeile ein Objekt.',
  workbook: 'Die Datei ist eine Arbeitsmappe. Speichern Sie das Blatt mit den Tieren als „CSV UTF-8“.',
  zero_bytes: `Die Datei ist kein Text: Sie enthält Nullen. ${asUtf8}`,
  not_utf8: `Die Datei ist kein Text in UTF-8. ${asUtf8}`,
  not_windows_1252: `Die Datei ist kein Text in UTF-8 oder Windows-1252. ${asUtf8}`,
  damaged: 'Die Datei ist beschädigt: Sie ist kein Text in {0}.',
  cut_off: 'Der Datei fehlt das Ende: Sie hört in einem Zeichen auf.',
  file_changed: 'Die Datei wurde geändert, verschoben oder gelöscht. Wählen Sie sie noch einmal aus.',
  long_line: 'Zeile {0} ist länger als 1 MiB.',
  not_json: 'Zeile {0} ist kein JSON-Objekt: {1}.',
  unknown_profile: 'Zeile {0} hat ein „profile“, das der Server nicht kennt.',

  // Its rows.
  cell_count: 'Die Zeile hat {0} Zellen, die Datei hat {1} Spalten.',
  no_name: 'Der Name und die Referenznummer fehlen.',
  reference_twice:
    'Auch Zeile {0} hat die Referenz „{1}“ und beschreibt ein anderes Tier: „{2}“. Geben Sie jedem eine eigene, oder beiden Zeilen einen Namen und eine Tierart.',
  no_category: 'Die Kategorie fehlt: {0} ist leer.',
  large_category: 'Die Nummer {0} ist zu groß für eine Kategorie.',
  unusable_number:
    '{0} ist „{1}“: {2…}. Geben Sie der Spalte in der ursprünglichen Datei das Format Text oder Zahl ohne Nachkommastellen, und speichern Sie sie noch einmal.',

  // Its cells.
  unknown_word: 'nicht bekannt',
  shortened: 'eine Zahl, deren letzte Ziffern eine Tabellenkalkulation weggelassen hat',
  unclear_day: 'es können zwei Tage sein: Was kommt zuerst, der Tag oder der Monat?',
  no_date: 'kein mögliches Datum',
  no_day: 'kein Tag wie 2026-03-31',
  future_day: 'in der Zukunft',
  before_stay: 'vor der Ankunft am {0}',
  after_arrival: 'nach der Ankunft am {0}',
  too_long: 'länger als {0} Zeichen',
  cut: 'länger als {0} Zeichen, die ersten bleiben',
  too_many_facts: 'mehr als die {0} weiteren Angaben, die ein Tier haben kann',
  no_currency: 'ohne Währung',
  several_currencies: 'kein Betrag mit einer Währung wie 75.00 EUR',
  no_amount: 'kein Betrag wie 75.00 EUR',
  no_chip: 'keine Chipnummer: 9 bis 15 Buchstaben und Ziffern wie 985112003456789',
  no_videos: 'nicht bis zu {0} Adressen, die mit https:// beginnen',
  no_tags: 'keine Liste von Schlagwörtern wie: ruhig, scheu',
  no_texts: 'kein JSON-Objekt mit Texten wie {"Hersteller des Chips":"Avid"}',

  // Fields of a request.
  required: 'fehlt',
  required_without_phone: 'fehlt, und eine Telefonnummer auch',
  unknown: 'gibt es nicht',
  known_fields: 'Bekannte Felder: {0}',
  known_parameters: 'Bekannte Parameter: {0}',
  no_fields: 'Felder sind nicht erlaubt',
  no_parameters: 'Parameter sind nicht erlaubt',
  fixed: 'lässt sich nicht ändern: Lassen Sie es weg oder wie es ist',
  member_name: 'braucht einen anderen Namen: {0…}',
  duplicates: 'darf nichts doppelt haben',

  boolean: 'muss true oder false sein',
  string: 'muss ein Text sein',
  object: 'muss ein Objekt sein',
  array: 'muss eine Liste sein',
  one_of: 'muss eines davon sein: {0}',
  int64: 'muss eine ganze Zahl mit höchstens 64 Bit sein',
  non_negative: 'muss eine ganze Zahl ab 0 sein',
  number: 'muss eine Zahl von {0} bis {1} sein',
  integer: 'muss eine ganze Zahl von {0} bis {1} sein',
  timestamp: 'muss ein Zeitpunkt wie 2027-01-31T12:00:00Z sein',
  date: 'muss ein Tag wie 2027-01-31 sein',
  month: 'muss ein Monat wie 2026-10 sein',
  currency_code: 'muss aus drei Großbuchstaben bestehen wie EUR',
  known_currency: 'muss eine Währung nach ISO 4217 sein wie EUR',
  email: 'muss eine E-Mail-Adresse sein wie ada@example.org',
  phone: 'muss eine Telefonnummer mit Ziffern sein wie +49 30 1234567',
  contact: 'muss eine E-Mail-Adresse, eine Telefonnummer oder eine Adresse mit http oder https sein',
  https_address: 'muss eine Adresse sein, die mit https:// beginnt',
  color: 'muss eine Farbe sein wie #0f766e',
  image_data: 'muss die data:-Adresse eines Bildes in PNG, JPEG oder WebP sein, in Base64',
  actor: 'muss person: oder key: mit einer Nummer sein, public oder system',
  chip: 'muss aus 9 bis 15 Buchstaben und Ziffern bestehen',
  pattern: 'muss diesem Muster entsprechen: {0}',

  characters: 'muss {1…} Zeichen haben, hat aber {0}',
  items: 'muss {1…} Einträge haben, hat aber {0}',
  members: 'muss {1…} Angaben haben, hat aber {0}',
  at_most: 'höchstens {0}',
  at_least: 'mindestens {0}',
  exactly: 'genau {0}',
  between: '{0} bis {1}',
  members_after: 'darf höchstens {0} Angaben haben, hätte aber {1}',
  bytes_after: 'darf höchstens {0} Byte Text haben, hätte aber {1}',
  words: 'darf höchstens {0} Wörter haben, hat aber {1}',
  visible: 'muss etwas Sichtbares und darf keine Steuerzeichen enthalten',
  visible_lines: 'muss etwas Sichtbares und darf außer Zeilenumbrüchen keine Steuerzeichen enthalten',
  no_controls: 'darf keine Steuerzeichen enthalten',
  character: '{2…}, hat aber {0} als Zeichen {1}',

  repeated: 'darf nur einmal vorkommen',
  too_often: 'darf höchstens {0} Mal vorkommen, kommt aber {1} Mal vor',
  cursor: 'gehört nicht zu dieser Liste mit diesen Filtern; beginnen Sie von vorn',
  position: 'gehört nicht zu dieser Abfrage; beginnen Sie von vorn',
  not_of_stream: 'gehört nicht zu einem Strom',
  not_of_public_key: 'ist mit einem öffentlichen Schlüssel nicht erlaubt',
  status_of_public_key: 'muss mit einem öffentlichen Schlüssel eines davon sein: {0}',
  needs_group_by: 'braucht groupBy=category',
  not_with_group_by: 'ist mit groupBy={0} nicht erlaubt',
  month_or_year_with_group_by: 'muss mit groupBy={0} month oder year sein',
  before_to: 'muss vor dem Tag in to liegen',
  periods_before_to: 'darf höchstens {0} Zeiträume vor dem Tag in to liegen',
  months_before_to: 'darf mit groupBy={1} höchstens {0} Monate vor dem Tag in to liegen',
  too_many_counts:
    'hat mehr als {0} Zahlen für einzelne Tage; wählen Sie einen kürzeren Zeitraum oder mit categoryId eine Kategorie',

  as_in_path: 'muss {0} sein wie in der Adresse',
  distinct_rows: 'muss sich von den anderen Zeilen unterscheiden',
  add_or_update: 'muss entweder add oder update haben',
  in_future: 'muss in der Zukunft liegen',
  expiry: 'muss in der Zukunft liegen, innerhalb von {0} Tagen',
  not_in_future: 'darf nicht in der Zukunft liegen',
  first_day: 'darf nicht vor 1900-01-01 liegen',
  before_arrival: 'darf nicht vor der Ankunft liegen',
  without_birth_date: 'ist ohne birthDate nicht erlaubt',
  not_while: 'ist nicht erlaubt, solange das Tier {0} ist; machen Sie es zuerst sold',
  role_or_scopes: 'entweder role oder scopes ist nötig',
  other_kind_of_key: 'darf einen Schlüssel nicht öffentlich machen, und einen öffentlichen nicht zu einem anderen',
  origins_without_public: 'ist nur mit der Rolle public erlaubt',
  origins_of_public: 'ist mit der Rolle public nötig; * erlaubt alle Webseiten',
  origins_alone: 'muss entweder * oder eine Liste ohne * sein',
  set_by_operator: 'lässt sich nicht ändern: Es steht in der Umgebung des Servers',
  entries: 'darf höchstens {0} Einträge haben',
  origin: 'muss eine Webseite in dieser Form sein: {0}',
  origin_would_be: 'muss eine Webseite in dieser Form sein: {0}',
  receiver_address:
    'muss eine Adresse sein wie https://tierheim.example.org/events, ohne Benutzernamen, Leerzeichen und #',
  receiver_host: 'muss eine URL mit einem gültigen Host sein',
  receiver_scheme: 'muss so beginnen: {0}',
  receiver_unusable: 'lässt sich nicht verwenden: {0}',
};

/** A fault in German, as far as its reason is known, and behind the field that it is about. */
export function said({ pointer, detail, reason, values }: ToldFault): string {
  const sentence = fill(sentences, reason, values) ?? detail;
  return pointer === undefined ? sentence : `${fieldOf(pointer)}: ${sentence}${sentence.endsWith('?') ? '' : '.'}`;
}
