import { beginCopy } from '../../domain/copies.ts';
import type { CopyMark } from '../../store/copies.ts';
import { countRows } from '../../store/rows.ts';
import { tables } from '../../store/tables.ts';
import { CommandError } from '../exit.ts';
import type { CopyJob } from './run-copy.ts';

/** @throws CommandError when the target is neither empty nor an unfinished copy of this source */
export async function beginOrResume({ target, sourceName, targetUrl }: CopyJob): Promise<CopyMark> {
  const start = await target.write(beginCopy, { source: sourceName });
  switch (start.kind) {
    case 'begun':
    case 'resumed':
      return start.mark;
    case 'other copy':
      throw new CommandError(
        `${targetUrl} holds an unfinished copy of ${start.source}; finish that one first, or copy into another database`,
      );
    case 'not empty': {
      const counts = tables
        .filter(({ name }) => start.tables.includes(name))
        .map(async (table) => {
          return `${table.name} (${await countRows(target.reader, table)})`;
        });
      throw new CommandError(
        `${targetUrl} is not empty: there are rows in ${(await Promise.all(counts)).join(', ')}. ` +
          'Nothing was changed; copy into an empty database',
      );
    }
  }
}
