import { makeFault } from '../faults.ts';
import { readCsvRows } from './csv-rows.ts';
import { decodeText, type Encoding, guessEncoding, NotUtf8Error } from './encoding.ts';
import { type Form, guessedFromBytes, guessForm } from './form.ts';
import { findHeader, headerIsWithinRows, isSame, nameColumns } from './header.ts';
import { type JsonRow, readJsonRows } from './json-rows.ts';
import { type Source, type SourceRow, UnusableFileError } from './source.ts';
import { type ColumnSurvey, Survey } from './survey.ts';

/** The line of the header, or that the columns have no names in the file. */
export type HeaderLine = number | 'none';

/** What one reading from beginning to end has told of a file. It is well-formed. */
export interface Inspection extends Form {
  readonly encoding: Encoding;
  readonly header: HeaderLine;
  /** The header as the file has it, to know it where it is repeated; empty where there is none. */
  readonly headings: readonly string[];
  /** Distinct names. */
  readonly columns: readonly string[];
  readonly rowCount: number;
  /** Rows that are the header once more. They are left out. */
  readonly repeatedHeaders: number;
  /** SHA-256 of all bytes, as hexadecimal digits. */
  readonly contentHash: string;
  readonly firstRows: readonly SourceRow[];
  /** One for each column, of all rows. */
  readonly surveys: readonly ColumnSurvey[];
}

export interface InspectOptions {
  /** Whether a text is what a known column is called. */
  isHeading(text: string): boolean;
  /** What the user says of the file instead of what is guessed. A header is the first row from this line on. */
  readonly delimiter?: string | undefined;
  readonly header?: HeaderLine | undefined;
  readonly signal?: AbortSignal | undefined;
  onProgress?(doneBytes: number): void;
}

const firstRowCount = 10;

/** Reads the whole file, so that nothing is sent of one that is broken further down. @throws UnusableFileError */
export async function inspect(source: Source, options: InspectOptions): Promise<Inspection> {
  const start = await readStart(source);
  const encoding = guessEncoding(start);
  try {
    return await inspectAs(source, { start, encoding }, options);
  } catch (error) {
    if (!(error instanceof NotUtf8Error)) throw error;
    return await inspectAs(source, { start, encoding: 'windows-1252' }, options);
  }
}

/** The rows below the header, one by one: the file may be larger than the memory. @throws UnusableFileError */
export async function* rows(
  source: Source,
  inspection: Inspection,
  signal?: AbortSignal,
): AsyncGenerator<SourceRow, void, undefined> {
  const texts = decodeText(readChunks(source, signal), inspection.encoding);
  if (inspection.format === 'csv') {
    const all = readCsvRows(texts, { ...inspection, parse: source.parse });
    for await (const row of all) if (isBelowHeader(row, inspection)) yield fit(row, inspection.columns.length);
  } else for await (const row of readJsonRows(texts)) yield toRow(row, inspection.columns);
}

type Content = Pick<
  Inspection,
  'header' | 'headings' | 'columns' | 'rowCount' | 'repeatedHeaders' | 'firstRows' | 'surveys'
>;

async function inspectAs(
  source: Source,
  { start, encoding }: { start: Uint8Array; encoding: Encoding },
  { onProgress, signal, ...options }: InspectOptions,
): Promise<Inspection> {
  const form = guessForm(new TextDecoder(encoding).decode(start), options.delimiter);
  const hash = source.newHash();
  let doneBytes = 0;
  const chunks = readChunks(source, signal, (chunk) => {
    hash.update(chunk);
    doneBytes += chunk.length;
    onProgress?.(doneBytes);
  });
  const texts = decodeText(chunks, encoding);
  const content = await (form.format === 'csv'
    ? inspectCsv(readCsvRows(texts, { ...form, parse: source.parse }), options)
    : inspectJson(readJsonRows(texts)));
  const contentHash = Array.from(hash.digest(), (byte) => byte.toString(16).padStart(2, '0')).join('');
  return { encoding, ...form, ...content, contentHash };
}

async function inspectCsv(all: AsyncGenerator<SourceRow>, { header, isHeading }: InspectOptions): Promise<Content> {
  const start: SourceRow[] = [];
  const startLine = typeof header === 'number' ? header : 1;
  while (start.length < headerIsWithinRows) {
    const { done, value } = await all.next();
    if (done) break;
    if (value.line >= startLine) start.push(value);
  }
  const [first] = start;
  if (first === undefined)
    throw new UnusableFileError(startLine > 1 ? makeFault('no_rows', startLine) : makeFault('empty_file'));
  const found = header === 'none' ? 'none' : header === undefined ? findHeader(start, isHeading) : first;
  const headings = found === 'none' ? [] : found.cells;
  const width = found === 'none' ? Math.max(...start.map(({ cells }) => cells.length)) : headings.length;
  const table = { header: found === 'none' ? found : found.line, headings };
  const survey = new Survey();
  const firstRows: SourceRow[] = [];
  let repeatedHeaders = 0;
  const take = (row: SourceRow) => {
    if (isSame(row.cells, headings)) repeatedHeaders += 1;
    if (!isBelowHeader(row, table)) return;
    const fitted = fit(row, width);
    survey.add(fitted);
    if (firstRows.length < firstRowCount) firstRows.push(fitted);
  };
  for (const row of start) if (table.header === 'none' || row.line > table.header) take(row);
  for await (const row of all) take(row);
  const columns = nameColumns(headings, width);
  const surveys = survey.columns(width);
  // Spreadsheets write columns in which there once was something.
  while (width > 1 && (headings[surveys.length - 1] ?? '').trim() === '' && surveys.at(-1)?.filled === 0) {
    surveys.pop();
    columns.pop();
  }
  const { rowCount } = survey;
  const shown = firstRows.map((row) => fit(row, columns.length));
  return { ...table, columns, rowCount, repeatedHeaders, firstRows: shown, surveys };
}

/** The columns are the members that any of the objects has. */
async function inspectJson(all: AsyncGenerator<JsonRow>): Promise<Content> {
  const names = new Set<string>();
  const survey = new Survey();
  const first: JsonRow[] = [];
  for await (const row of all) {
    for (const name of row.cells.keys()) names.add(name);
    survey.add(toRow(row, [...names]));
    if (first.length < firstRowCount) first.push(row);
  }
  const columns = [...names];
  const firstRows = first.map((row) => toRow(row, columns));
  const { rowCount } = survey;
  const surveys = survey.columns(columns.length);
  return { header: 'none', headings: [], columns, rowCount, repeatedHeaders: 0, firstRows, surveys };
}

/** Whether a row is an animal: what stands above the header is not, nor is the header where it is repeated. */
function isBelowHeader(
  { line, cells }: SourceRow,
  { header, headings }: Pick<Inspection, 'header' | 'headings'>,
): boolean {
  return header === 'none' || (line > header && !isSame(cells, headings));
}

/** Spreadsheets leave out blank cells at the end of a row, or write too many of them. */
function fit(row: SourceRow, count: number): SourceRow {
  const { line, cells } = row;
  if (cells.length === count) return row;
  if (cells.slice(count).every((cell) => cell.trim() === ''))
    return { line, cells: Array.from({ length: count }, (_, index) => cells[index] ?? '') };
  return { line, cells, fault: makeFault('cell_count', cells.length, count) };
}

function toRow({ line, cells }: JsonRow, columns: readonly string[]): SourceRow {
  return { line, cells: columns.map((column) => cells.get(column) ?? '') };
}

/** As much of the file as tells its form. */
async function readStart(source: Source): Promise<Uint8Array> {
  const start = new Uint8Array(guessedFromBytes);
  let length = 0;
  for await (const chunk of source.open()) {
    const part = chunk.subarray(0, start.length - length);
    start.set(part, length);
    length += part.length;
    if (length === start.length) break;
  }
  return start.subarray(0, length);
}

async function* readChunks(source: Source, signal?: AbortSignal, onChunk?: (chunk: Uint8Array) => void) {
  for await (const chunk of source.open()) {
    signal?.throwIfAborted();
    onChunk?.(chunk);
    yield chunk;
  }
}
