import type { Actor } from '../events/model.ts';

/** Status of an inquiry, in the order in which people read them. */
export const inquiryStatuses = ['open', 'closed'] as const;

export type InquiryStatus = (typeof inquiryStatuses)[number];

/** The most code points of each text. */
export const inquiryLengths = { name: 100, email: 254, phone: 40, message: 2_000 } as const;

/** What somebody asks about an animal. It has an e-mail address, a telephone number or both. */
export interface InquiryDraft {
  petId: bigint;
  name: string;
  email?: string;
  phone?: string;
  message: string;
}

/** A question about an animal, with personal data. */
export interface Inquiry extends InquiryDraft {
  id: bigint;
  status: InquiryStatus;
  /** Epoch milliseconds, as all times here. */
  createdAt: bigint;
  closedAt?: bigint;
  /** Missing in inquiries from before release 1.2.0. */
  createdBy?: Actor;
  closedBy?: Actor;
}

export const inquiryActors = ['createdBy', 'closedBy'] as const;
