import { type OrderStatus, orderStatuses } from '../../client/index.ts';
import { isolated } from '../ui/name.tsx';

/** Which orders are shown. */
export type OrdersFilter = OrderStatus | 'all';

/** Which orders are shown when the address does not say it: those that are still to be ended. */
export const usualFilter: OrdersFilter = 'placed';

/** The filter that stands in an address, and a hint if it cannot be used. */
export function readOrdersFilter(params: URLSearchParams): { filter: OrdersFilter; hints: string[] } {
  const text = params.get('status') ?? '';
  if (text === '') return { filter: usualFilter, hints: [] };
  const filter = ([...orderStatuses, 'all'] as const).find((known) => known === text);
  if (filter !== undefined) return { filter, hints: [] };
  const shown = isolated(text.length > 40 ? `${text.slice(0, 40)}…` : text);
  const hint = `The address asks for orders that are “${shown}”. There is no such status: these are the open orders.`;
  return { filter: usualFilter, hints: [hint] };
}

/** The filter as an address has it. */
export function writeOrdersFilter(filter: OrdersFilter): Record<string, string> {
  return filter === usualFilter ? {} : { status: filter };
}
