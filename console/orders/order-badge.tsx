import { Badge } from '@mantine/core';
import type { OrderStatus } from '../../client/index.ts';

/** The labels of order statuses. */
export const orderWords: Record<OrderStatus, string> = { placed: 'open', completed: 'adopted', cancelled: 'cancelled' };

const colors: Record<OrderStatus, string> = { placed: 'blue', completed: 'green', cancelled: 'gray' };

/** The status of an order as a coloured badge. */
export function OrderBadge({ status }: { status: OrderStatus }) {
  return (
    <Badge color={colors[status]} variant="light" c="var(--mantine-color-text)" miw="max-content" data-status={status}>
      {orderWords[status]}
    </Badge>
  );
}
