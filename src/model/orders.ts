/** What has become of an order, in the order a person thinks of it. */
export const orderStatuses = ['placed', 'completed', 'cancelled'] as const;

export type OrderStatus = (typeof orderStatuses)[number];

/** The wish to adopt an animal. While it is `placed` it is open, and the animal is promised. */
export interface Order {
  id: bigint;
  petId: bigint;
  status: OrderStatus;
  /** Epoch milliseconds, as all times here. */
  createdAt: bigint;
  updatedAt: bigint;
}
