import type { Actor, Stamp } from '../events/model.ts';

/** What is done to keys and people. Published: types may be added, none is ever removed. */
export const adminEventTypes = [
  'key.created',
  'key.updated',
  'key.rotated',
  'key.revoked',
  'person.created',
  'person.updated',
  'person.ended',
  'sign_in.invited',
  'sign_in.created',
  'device.ended',
] as const;

export type AdminEventType = (typeof adminEventTypes)[number];

export interface NewAdminEvent extends Stamp {
  type: AdminEventType;
  /** The key, or that of the device. */
  keyId?: bigint;
  personId?: bigint;
}

export interface AdminEvent extends Omit<NewAdminEvent, 'actor'> {
  id: bigint;
  actor: Actor;
}
