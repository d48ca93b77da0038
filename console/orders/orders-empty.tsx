import { Button } from '@mantine/core';
import { Link } from 'wouter';
import { EmptyState } from '../ui/page.tsx';
import { orderWords } from './order-badge.tsx';
import type { OrdersFilter } from './orders-filter.ts';

interface OrdersEmptyProps {
  filter: OrdersFilter;
  isFirstPage: boolean;
  onShow: (filter: OrdersFilter) => void;
}

/** Explains why no orders are shown, and what to do. */
export function OrdersEmpty({ filter, isFirstPage, onShow }: OrdersEmptyProps) {
  const toAnimals = (
    <Button component={Link} href="/animals?status=available">
      See who can be adopted
    </Button>
  );
  const toAll = (
    <Button variant="default" onClick={() => onShow('all')}>
      Show all orders
    </Button>
  );
  if (!isFirstPage) {
    return (
      <EmptyState title="This page is empty" actions={toAll}>
        The orders that stood here have changed.
      </EmptyState>
    );
  }
  if (filter === 'all') {
    return (
      <EmptyState title="There are no orders yet" actions={toAnimals}>
        An order reserves an animal for somebody. Open an animal and press “Reserve”.
      </EmptyState>
    );
  }
  return (
    <EmptyState
      title={`No order is ${orderWords[filter]}`}
      actions={
        <>
          {filter === 'placed' && toAnimals}
          {toAll}
        </>
      }
    >
      {filter === 'placed' ? 'No animal waits to be picked up.' : 'Choose another status.'}
    </EmptyState>
  );
}
