import { Badge } from '@mantine/core';
import type { OrderStatus } from '../../client/index.ts';

/** What people call what has become of an order. */
export const orderWords: Record<OrderStatus, string> = { placed: 'open', completed: 'adopted', cancelled: 'cancelled' };

const colors: Record<OrderStatus, string> = { placed: 'blue', completed: 'green', cancelled: 'gray' };

/** What has become of an order, told by a word and a colour. */
export function OrderBadge({ status }: { status: OrderStatus }) {
  return (
    <Badge color={colors[status]} variant="light" c="var(--mantine-color-text)" miw="max-content" data-status={status}>
      {orderWords[status]}
    </Badge>
  );
}
