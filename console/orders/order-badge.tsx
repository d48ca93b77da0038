import type { OrderStatus } from '../../client/index.ts';
import { TagBadge } from '../ui/tags.tsx';

export const orderWords: Record<OrderStatus, string> = { placed: 'open', completed: 'adopted', cancelled: 'cancelled' };

const colors: Record<OrderStatus, string> = { placed: 'blue', completed: 'green', cancelled: 'gray' };

export function OrderBadge({ status }: { status: OrderStatus }) {
  return (
    <TagBadge color={colors[status]} status={status}>
      {orderWords[status]}
    </TagBadge>
  );
}
