import type { Actor } from '../../record/events/model.ts';

/** Status of an order, in the order in which people read them. */
export const orderStatuses = ['placed', 'completed', 'cancelled'] as const;

export type OrderStatus = (typeof orderStatuses)[number];

export const orderSorts = ['id', '-id'] as const;

export type OrderSort = (typeof orderSorts)[number];

/** For whom an animal is reserved: personal data. */
export interface Contact {
  name: string;
  email?: string;
  phone?: string;
  address?: string;
}

/** What people are found by. */
export type ContactRow = readonly [id: bigint, name: string, email: string | null, phone: string | null];

/** What staff say of an order. */
export interface OrderDetails {
  /** Unique, but for case and blanks. */
  reference?: string;
  note?: string;
  /** When an open order ends by itself, in epoch milliseconds, as all times here. */
  expiresAt?: bigint;
}

export interface OrderDraft extends OrderDetails {
  petId: bigint;
  contact?: Contact;
}

/** A merge patch (RFC 7396): `null` removes a member. */
type Changes<Value> = { [Name in keyof Value]?: Value[Name] | null };

export type OrderChanges = Changes<OrderDetails> & { contact?: Changes<Contact> | null };

/** The reservation of an animal. A `placed` order is open. */
export interface Order extends OrderDraft {
  id: bigint;
  status: OrderStatus;
  createdAt: bigint;
  updatedAt: bigint;
  endedAt?: bigint;
  /** The same, of an order that has ended by itself. */
  expiredAt?: bigint;
  returnedAt?: bigint;
  returnReason?: string;
  /** Missing in orders from before release 1.2.0. */
  placedBy?: Actor;
  endedBy?: Actor;
  returnedBy?: Actor;
}

export const orderActors = ['placedBy', 'endedBy', 'returnedBy'] as const;
