import type { OrderStatus } from '../../client/index.ts';
import { Tag } from '../ui/tags.tsx';

/** The labels of order statuses. */
export const orderWords: Record<OrderStatus, string> = { placed: 'open', completed: 'adopted', cancelled: 'cancelled' };

const colors: Record<OrderStatus, string> = { placed: 'blue', completed: 'green', cancelled: 'gray' };

/** The status of an order as a coloured badge. */
export function OrderBadge({ status }: { status: OrderStatus }) {
  return (
    <Tag color={colors[status]} data-status={status}>
      {orderWords[status]}
    </Tag>
  );
}
