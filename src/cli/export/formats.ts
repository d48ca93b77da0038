import { stringify } from 'csv-stringify/sync';
import type { Pet } from '../../../client/index.ts';
import { stringifyJson } from '../../../client/transport/json.ts';

/** How animals are written, a page at a time. */
interface Format {
  header: string;
  write(pets: readonly Pet[]): string;
}

/** Every `--format` there is. Both carry an int64 with all its digits. */
export const formats = {
  /** RFC 4180, with the line end of Unix. */
  csv: {
    header: 'id,name,categoryId,status\n',
    write: (pets) => stringify(pets.map(({ id, name, categoryId, status }) => [id, name, categoryId, status])),
  },
  /** One JSON object a line. */
  ndjson: {
    header: '',
    write: (pets) => pets.map((pet) => `${stringifyJson(pet)}\n`).join(''),
  },
} as const satisfies Record<string, Format>;

export type FormatName = keyof typeof formats;
