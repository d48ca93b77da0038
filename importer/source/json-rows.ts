import { isProfile } from '../../client/guards.gen.ts';
import { messageOf } from '../../client/transport/errors.ts';
import { parseJson } from '../../client/transport/json.ts';
import { isRecord } from '../../client/transport/shape.ts';
import { parseInt64 } from '../../contract/int64.ts';
import { protectFromFormulas } from '../export/formulas.ts';
import { addressOf, textOf } from '../export/photo-address.ts';
import { writeProfileCell } from '../export/write-cell.ts';
import { makeFault } from '../faults.ts';
import { profileFields } from '../profile-fields.ts';
import { maxRowChars, UnusableFileError } from './source.ts';

/** A line of a file with one JSON object per line (NDJSON), as the cells that the same animal has in a CSV file. */
export interface JsonRow {
  readonly line: number;
  readonly cells: ReadonlyMap<string, string>;
}

/**
 * Reads a file with one JSON object per line, as an export writes it: of animals, or of animals with their profiles. Other
 * members become columns with their names. Holds one chunk at a time.
 * @throws UnusableFileError for a line that is not a JSON object
 */
export async function* readJsonRows(texts: AsyncIterable<string>): AsyncGenerator<JsonRow, void, undefined> {
  let rest = '';
  let line = 0;
  for await (const text of texts) {
    const lines = (rest + text).split('\n');
    rest = lines.pop() ?? '';
    if (rest.length > maxRowChars) throw new UnusableFileError(makeFault('long_line', line + lines.length + 1));
    for (const text of lines) {
      line += 1;
      if (text.trim() !== '') yield { line, cells: cellsOf(readObject(text, line), line) };
    }
  }
  if (rest.trim() !== '') yield { line: line + 1, cells: cellsOf(readObject(rest, line + 1), line + 1) };
}

function readObject(text: string, line: number): Record<string, unknown> {
  let reason = 'it is another JSON value';
  try {
    const value = parseJson(text);
    if (isRecord(value)) return value;
  } catch (error) {
    reason = messageOf(error);
  }
  throw new UnusableFileError(makeFault('not_json', line, reason));
}

function cellsOf(animal: Record<string, unknown>, line: number): Map<string, string> {
  const cells = new Map<string, string>();
  for (const [name, value] of Object.entries(animal)) {
    if (name === 'profile') for (const [field, cell] of profileCells(value, line)) cells.set(field, cell);
    else if (name === 'category' && isRecord(value)) {
      const { id, name: called } = value;
      cells.set('categoryId', textOf(id ?? null));
      cells.set('category', cellOf(called ?? null));
    } else if (name === 'photos' && Array.isArray(value)) cells.set(name, value.map(addressOf).join(' '));
    else cells.set(name, cellOf(value));
  }
  return cells;
}

function profileCells(profile: unknown, line: number): (readonly [field: string, cell: string])[] {
  try {
    if (isProfile(profile)) {
      const cells = profileFields.map(
        (field) => [field, protectFromFormulas(writeProfileCell(field, profile))] as const,
      );
      return cells.filter(([, cell]) => cell !== '');
    }
  } catch (error) {
    // An amount in a currency that there cannot be.
    if (!(error instanceof RangeError)) throw error;
  }
  throw new UnusableFileError(makeFault('unknown_profile', line));
}

/** An import takes away the apostrophe that protects a text, but reads numbers as they are. */
function cellOf(value: unknown): string {
  const text = textOf(value);
  return typeof value === 'string' && parseInt64(text) === undefined ? protectFromFormulas(text) : text;
}
