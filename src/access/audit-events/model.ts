import type { Actor, Stamp } from '../../record/events/model.ts';

/** What is done to keys, people, webhooks and the shelter. Published: types may be added, none is ever removed. */
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
  'webhook.created',
  'webhook.updated',
  'webhook.rotated',
  'webhook.paused',
  'webhook.resumed',
  'webhook.deleted',
  'shelter.updated',
] as const;

export type AuditEventType = (typeof adminEventTypes)[number];

export interface NewAuditEvent extends Stamp {
  type: AuditEventType;
  /** The key, or that of the device. */
  keyId?: bigint;
  personId?: bigint;
  webhookId?: bigint;
  /** The key, or that of the device, with which it was done. Of a sign-in, that with which its link was made. */
  callerId?: bigint | undefined;
  /** The role or the scopes of the key or the person, where they were changed. */
  grantsBefore?: string;
  grantsAfter?: string;
}

export interface AuditEvent extends Omit<NewAuditEvent, 'actor'> {
  id: bigint;
  actor: Actor;
}
