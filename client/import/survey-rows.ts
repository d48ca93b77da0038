import type { SourceRow } from './csv-rows.ts';
import type { Mapping } from './mapping.ts';

/** What the rows of a file become. */
export interface RowSurvey {
  /** How many animals: several rows with one reference are one. */
  readonly animals: number;
  readonly leftOut: number;
  /** The last line with each reference. */
  readonly lastLines: ReadonlyMap<string, number>;
}

/** Maps all rows, and sends none. */
export async function surveyRows(rows: AsyncIterable<SourceRow>, mapping: Mapping): Promise<RowSurvey> {
  const lastLines = new Map<string, number>();
  let [withoutReference, leftOut] = [0, 0];
  for await (const { line, cells } of rows) {
    const mapped = mapping(cells);
    if (mapped.kind === 'leftOut') leftOut += 1;
    if (mapped.kind !== 'animal') continue;
    const reference = mapped.profile?.reference;
    if (reference === undefined) withoutReference += 1;
    else lastLines.set(reference, line);
  }
  return { animals: withoutReference + lastLines.size, leftOut, lastLines };
}
