import type { OnProgress } from '../lib/progress.ts';
import { type Param, placeholders, type Statement, statement } from './statement.ts';

/** A text column that a migration computes from another one of the same row, because SQL cannot. */
export interface FilledColumn {
  readonly table: string;
  readonly from: string;
  readonly to: string;
  compute(text: string): string;
}

/** Each statement takes two parameters a row; more rows at once save nothing. */
const batchRows = 250;
const lowestId = -(2n ** 63n);

type Texts = readonly (readonly [id: bigint, text: string])[];

/** The statements that fill a column, some rows at a time. It is given the rows of each. */
export function* fillColumn(
  { table, from, to, compute }: FilledColumn,
  onProgress: OnProgress | undefined,
): Generator<{ statement: Statement<readonly [bigint, string]>; params: readonly Param[] }, void, Texts> {
  const read = statement<readonly [bigint, string]>(
    `SELECT id, ${from} FROM ${table} WHERE id > $1 ORDER BY id LIMIT $2`,
  );
  const [[total = 0n] = []] = yield { statement: statement(`SELECT count(*), '' FROM ${table}`), params: [] };
  let done = 0;
  for (let after = lowestId; ; ) {
    onProgress?.({ task: `filling ${table}.${to}`, done, total: Number(total), unit: 'rows' });
    const rows = yield { statement: read, params: [after, BigInt(batchRows)] };
    const last = rows.at(-1);
    if (last === undefined) return;
    const update = updateOf({ table, to }, rows.length);
    yield { statement: update, params: rows.flatMap(([id, text]) => [id, compute(text)]) };
    after = last[0];
    done += rows.length;
  }
}

function updateOf(
  { table, to }: Pick<FilledColumn, 'table' | 'to'>,
  rows: number,
): Statement<readonly [bigint, string]> {
  const values = placeholders(rows, 2).replaceAll(/\((\$\d+), (\$\d+)\)/g, '(CAST($1 AS BIGINT), CAST($2 AS TEXT))');
  return statement(
    `WITH filled (id, value) AS (VALUES ${values})
     UPDATE ${table} SET ${to} = filled.value FROM filled WHERE ${table}.id = filled.id`,
  );
}
