import { Hash } from 'fast-sha256';
import { readRows, type SourceRow } from './csv-rows.ts';
import { FileFault } from './file-fault.ts';

/** A CSV file that was read once from beginning to end and is sound. */
export interface SourceFile {
  readonly file: File;
  readonly delimiter: string;
  readonly columns: readonly string[];
  readonly rowCount: number;
  /** SHA-256 of all its bytes in hexadecimal digits. */
  readonly contentHash: string;
  /** The first of its rows. */
  readonly firstRows: readonly SourceRow[];
  /** The texts in each column, without blanks around them; `undefined` where there are too many to choose among. */
  readonly texts: readonly (readonly string[] | undefined)[];
}

interface InspectOptions {
  delimiter: string;
  signal: AbortSignal;
  onProgress: (doneBytes: number) => void;
}

const shownRows = 10;
const mostTexts = 40;

/** Reads the file from beginning to end, so that nothing is sent of one that is broken further down. @throws FileFault */
export async function inspectFile(file: File, { delimiter, signal, onProgress }: InspectOptions): Promise<SourceFile> {
  const hash = new Hash();
  let doneBytes = 0;
  const onPiece = (piece: Uint8Array) => {
    hash.update(piece);
    doneBytes += piece.length;
    onProgress(doneBytes);
  };
  const rows = readRows(file, { delimiter, signal, onPiece });
  const columns = (await rows.next()).value?.cells;
  if (columns === undefined) throw new FileFault('The file is empty. Its first line must name the columns.');
  const firstRows: SourceRow[] = [];
  const texts = columns.map((): Set<string> | undefined => new Set());
  let rowCount = 0;
  for await (const row of rows) {
    rowCount += 1;
    if (firstRows.length < shownRows) firstRows.push(row);
    for (const [index, known] of texts.entries()) {
      known?.add((row.cells[index] ?? '').trim());
      if (known !== undefined && known.size > mostTexts) texts[index] = undefined;
    }
  }
  const contentHash = Array.from(hash.digest(), (byte) => byte.toString(16).padStart(2, '0')).join('');
  const distinct = texts.map((known) => known && [...known].sort());
  return { file, delimiter, columns, rowCount, contentHash, firstRows, texts: distinct };
}
