import { type Fault, faultsOf } from '../contract/faults.ts';

const asUtf8 = 'Save it as UTF-8; in Excel, as “CSV UTF-8”.';

/** Why a file, a row of it or a cell cannot be read. */
const sentences = {
  invalid_csv: 'The file is not valid CSV: {0}.',
  empty_file: 'The file is empty. Its first line must name the columns.',
  no_rows: 'The file has no rows from line {0} on.',
  json_array: "The file is a JSON array. Write one object per line, for example with jq -c '.[]'.",
  workbook: 'The file is a workbook. Save the sheet with the animals as “CSV UTF-8”.',
  zero_bytes: `The file is not text: it contains zero bytes. ${asUtf8}`,
  not_utf8: `The file is not UTF-8 text. ${asUtf8}`,
  not_windows_1252: `The file is not UTF-8 text, nor plainly Windows-1252. ${asUtf8}`,
  damaged: 'The file is damaged: it is not {0} text.',
  cut_off: 'The file ends within a character: its end is missing.',
  file_changed: 'The file was changed, moved or deleted. Choose it again.',
  long_line: 'Line {0} is longer than 1 MiB.',
  not_json: 'Line {0} is not a JSON object: {1}.',
  unknown_profile: 'Line {0} has a "profile" that is not one of the service.',

  cell_count: 'The row has {0} cells, and the file has {1} columns.',
  no_name: 'There is no name and no reference number.',
  reference_twice:
    'Line {0} has the reference "{1}", too, and tells of another animal: "{2}". Give each a reference of its own, or both rows one name and species.',
  no_category: 'There is no category: {0} is empty.',
  large_category: 'The category number {0} does not fit into 64 bits.',
  unusable_number:
    '{0} is "{1}", which {2…}. Format the column as text or as a number without decimals in the file it comes from, and save it again.',

  unknown_word: 'is not known',
  shortened: 'is a number whose last digits a spreadsheet has dropped',
  unclear_day: 'can be two days: which comes first, the day or the month?',
  no_date: 'is not a date that there can be',
  no_day: 'is not a day, such as 2026-03-31',
  future_day: 'is in the future',
  before_stay: 'is before the arrival on {0}',
  after_arrival: 'is after the arrival on {0}',
  too_long: 'is longer than {0} characters',
  cut: 'is longer than {0} characters, which are kept',
  too_many_facts: 'is more than the {0} further facts that an animal can have',
  no_currency: 'has no currency',
  several_currencies: 'is not an amount with one currency, such as 75.00 USD',
  no_amount: 'is not an amount, such as 75.00 USD',
  no_chip: 'is not the number of a chip: 9 to 15 letters and digits, such as 985112003456789',
  no_videos: 'is not up to {0} addresses that begin with https://',
  no_tags: 'is not a list of tags, such as calm, shy',
  no_texts: 'is not a JSON object of texts, such as {"Microchip brand":"Avid"}',
};

export type ImportReason = keyof typeof sentences;
export type ImportFault = Fault<ImportReason>;

export const makeFault = faultsOf(sentences);
