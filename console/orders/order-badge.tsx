import type { OrderStatus } from '../../client/index.ts';
import { Tag } from '../ui/tags.tsx';
import { orderWords } from '../ui/words.ts';

const colors: Record<OrderStatus, string> = { placed: 'blue', completed: 'green', cancelled: 'gray' };

export function OrderBadge({ status }: { status: OrderStatus }) {
  return (
    <Tag color={colors[status]} status={status}>
      {orderWords[status]}
    </Tag>
  );
}
