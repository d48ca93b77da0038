import type { MappedAnimal, Mapping } from '../../../../client/import/mapping.ts';
import { stringifyJson } from '../../../../client/transport/json.ts';
import { escapeInvisible, escapeInvisibleJson } from '../../../lib/visible-text.ts';
import { readRows, type SourceFile } from './source-file.ts';

const shownAnimals = 3;
const shownReasons = 10;

/** What `--dry-run` says. */
export interface MappingTrial {
  counts: { usableRows: number; leftOutRows: number; unusableRows: number };
  report: string;
}

/** Maps every row and sends none: shows the first animals and the reasons why rows are none. */
export async function tryMapping(source: SourceFile, mapping: Mapping): Promise<MappingTrial> {
  const animals: string[] = [];
  const reasons: string[] = [];
  let usableRows = 0;
  let leftOutRows = 0;
  let unusableRows = 0;
  for await (const { line, cells } of readRows(source)) {
    const mapped = mapping(cells);
    if (mapped.kind === 'animal') {
      usableRows += 1;
      if (animals.length < shownAnimals) animals.push(escapeInvisibleJson(animalText(mapped)));
    } else if (mapped.kind === 'leftOut') {
      leftOutRows += 1;
    } else {
      unusableRows += 1;
      if (reasons.length < shownReasons) reasons.push(`line ${line}: ${escapeInvisible(mapped.reason)}`);
    }
  }
  const more = unusableRows > reasons.length ? [`and ${unusableRows - reasons.length} more`] : [];
  const rows = usableRows === 1 ? 'row' : 'rows';
  const leftOut = leftOutRows > 0 ? `, ${leftOutRows} left out` : '';
  const sentence = `${usableRows} ${rows} can be sent, ${unusableRows} cannot${leftOut}; the service may refuse some more.`;
  return {
    counts: { usableRows, leftOutRows, unusableRows },
    report: [sentence, ...animals, ...reasons, ...more].join('\n'),
  };
}

function animalText({ newPet, profile, photos }: MappedAnimal): string {
  return stringifyJson({ ...newPet, ...(profile && { profile }), ...(photos && { photos }) });
}
