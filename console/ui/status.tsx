import type { ReactNode } from 'react';
import type { OrderStatus, PetStatus } from '../../client/index.ts';

/** What has become of an animal or a reservation: a dot, in one colour for each status everywhere, and a word. */
export function Status({ status, children }: { status: PetStatus | OrderStatus; children: ReactNode }) {
  return (
    <span className="status" data-status={status}>
      {children}
    </span>
  );
}
