import type { SourceRow } from './csv-rows.ts';
import type { Mapping } from './mapping.ts';

/** What the rows of a file become. */
export interface RowSurvey {
  /** How many animals: several rows with one reference are one. */
  readonly animals: number;
  /** How many rows cannot be imported. */
  readonly rejected: number;
  /** The line of the first of these, and why it cannot. */
  readonly firstRejected: { readonly line: number; readonly reason: string } | undefined;
  /** The last line with each reference. */
  readonly lastLines: ReadonlyMap<string, number>;
}

/** Maps all rows, and sends none. */
export async function surveyRows(rows: AsyncIterable<SourceRow>, mapping: Mapping): Promise<RowSurvey> {
  const lastLines = new Map<string, number>();
  let [withoutReference, rejected] = [0, 0];
  let firstRejected: RowSurvey['firstRejected'];
  for await (const { line, cells } of rows) {
    const mapped = mapping(cells);
    if (mapped.kind === 'unusable') {
      rejected += 1;
      firstRejected ??= { line, reason: mapped.reason };
    }
    if (mapped.kind !== 'animal') continue;
    const reference = mapped.profile?.reference;
    if (reference === undefined) withoutReference += 1;
    else lastLines.set(reference, line);
  }
  return { animals: withoutReference + lastLines.size, rejected, firstRejected, lastLines };
}
