import type { Seek } from '../statement.ts';

/**
 * As a range, though it has one value. Were it an equality, the planner would know that the order is that of the ids,
 * and rather read the whole table in the order of its key than the few rows of an index.
 */
export const seek: Seek = (column, value, after, params) => {
  const place = `$${params.push(value)}`;
  const begin = after === undefined ? `${column} >= ${place}` : `(${column}, id) > (${place}, $${params.push(after)})`;
  return { condition: `${begin} AND ${column} <= ${place}`, order: `${column}, id` };
};
