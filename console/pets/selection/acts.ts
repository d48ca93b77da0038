import { listingColumns } from '../../../client/import/export-columns.ts';
import { protectFromFormulas } from '../../../client/import/formulas.ts';
import { randomIdempotencyKey } from '../../../client/transport/idempotency-key.ts';
import type { Animal } from '../../lib/animals.ts';
import { CsvFile, download } from '../../lib/csv-file.ts';
import { formatCount } from '../../lib/numbers.ts';
import type { Session } from '../../session/session.tsx';
import { pageTexts } from '../../texts/page-texts.ts';
import type { TakeBack } from '../change-status.ts';
import { addTag, setPlace, setStatus } from './changes.ts';

/** Something that can be done with many animals at once. */
export interface Act {
  readonly label: string;
  title(what: string): string;
  /** What it means, where that is not plain. */
  readonly meaning?: string;
  /** What is asked for it: how long its text may be, and what others have in that place. */
  readonly field?: string;
  readonly maxLength?: number;
  valuesOf?(animal: Animal): readonly string[];
  /** Whether it changes nothing: every key may do it, and it sees the animals in the order of the list. */
  readonly isReading?: boolean;
  /** Such as “12 animals are on hold.” */
  done(count: number, text: string): string;
  begin(session: Session, text: string): { each(animal: Animal): Promise<TakeBack> | undefined; end?(): void };
}

/** “1 animal”, “12 animals”, or all that there are. */
export function countOf(count: number | undefined): string {
  return pageTexts.selection.animals(count, count === undefined ? '' : formatCount(count));
}

const said = pageTexts.selection;

const statusActs = (['pending', 'available', 'sold'] as const).map((status) => ({
  ...said[status],
  label: pageTexts.pets.statusChanges[status].label,
  begin: (session: Session) => {
    const key = randomIdempotencyKey();
    return { each: (animal: Animal) => setStatus(session, animal, status, `${key}-${animal.id}`) };
  },
}));

export const acts: readonly Act[] = [
  ...statusActs,
  {
    ...said.place,
    maxLength: 255,
    valuesOf: ({ profile }) => (profile.location === undefined ? [] : [profile.location]),
    begin: (session, place) => ({ each: (animal) => setPlace(session, animal, place) }),
  },
  {
    ...said.tag,
    maxLength: 50,
    valuesOf: ({ profile }) => profile.tags ?? [],
    begin: (session, tag) => ({ each: (animal) => addTag(session, animal, tag) }),
  },
  {
    ...said.export,
    isReading: true,
    begin() {
      const file = new CsvFile(`${said.export.file}.csv`);
      file.add(listingColumns.names);
      return {
        each(animal) {
          file.add(listingColumns.cellsOf(animal, protectFromFormulas));
          return undefined;
        },
        end: () => download(file),
      };
    },
  },
];
