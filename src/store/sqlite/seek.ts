import type { Seek } from '../statement.ts';

/** An index of SQLite ends in the row's id: with one value for its columns its rows come in the order of the ids. */
export const seek: Seek = (column, value, after, params) => {
  const condition = `${column} = $${params.push(value)}`;
  return { condition: after === undefined ? condition : `${condition} AND id > $${params.push(after)}`, order: 'id' };
};
