import { contactLengths } from '../../../contract/limits.ts';
import { dayMs } from '../../lib/timestamp.ts';
import type { Actor } from '../../record/events/model.ts';

/** Status of an inquiry, in the order in which people read them. */
export const inquiryStatuses = ['open', 'closed'] as const;

export type InquiryStatus = (typeof inquiryStatuses)[number];

/** What has become of an inquiry, with the status that tells it to those who only want to know whether it is open. */
const statuses = {
  new: 'open',
  reviewing: 'open',
  approved: 'open',
  declined: 'closed',
  withdrawn: 'closed',
  closed: 'closed',
} as const satisfies Record<string, InquiryStatus>;

export type InquiryStage = keyof typeof statuses;

export const inquiryStages = Object.keys(statuses) as InquiryStage[];

export function statusOf(stage: InquiryStage): InquiryStatus {
  return statuses[stage];
}

/** Why an inquiry was declined, where the service has done that. */
export const inquiryReasons = ['animal_adopted'] as const;

/** The most code points of each text. */
export const inquiryLengths = { ...contactLengths, message: 2_000, note: 2_000 } as const;

/** What somebody asks about an animal. It has an e-mail address, a telephone number or both. */
export interface InquiryDraft {
  petId: bigint;
  name: string;
  email?: string;
  phone?: string;
  message: string;
}

/** A question about an animal, with personal data. Status and stage always agree. */
export interface Inquiry extends InquiryDraft {
  id: bigint;
  status: InquiryStatus;
  stage: InquiryStage;
  reason?: (typeof inquiryReasons)[number];
  /** The person who answers it. */
  assignee?: Actor & { id: bigint };
  /** What those who work with it have written, for each other. */
  note?: string;
  /** The last order that was made from it. */
  orderId?: bigint;
  /** Epoch milliseconds, as all times here. */
  createdAt: bigint;
  closedAt?: bigint;
  /** Missing in inquiries from before release 1.2.0. */
  createdBy?: Actor;
  closedBy?: Actor;
  /** When it was last changed under review or approved; missing if it was neither. Not shown. */
  reviewedAt?: bigint;
}

export const inquiryActors = ['assignee', 'createdBy', 'closedBy'] as const;

/** What those who work with an inquiry change; `null` removes. */
export interface InquiryChanges {
  stage?: InquiryStage;
  assigneeId?: bigint | null;
  note?: string | null;
}

/** How many days an inquiry that is under review or approved is kept after its last change, or more if others are. */
export const maxReviewDays = 365;

/**
 * The times (epoch ms) up to which inquiries have expired at `now`: those that were never under review by when they were made,
 * the others by when they were closed, and those that are still under review or approved by when they were last changed.
 */
export interface Expiry {
  until: bigint;
  reviewedUntil: bigint;
}

export function expiryOf(now: number, days: number): Expiry {
  return { until: BigInt(now - days * dayMs), reviewedUntil: BigInt(now - Math.max(days, maxReviewDays) * dayMs) };
}
