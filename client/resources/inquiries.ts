import { isInquiries, isInquiry, lists } from '../guards.gen.ts';
import type { components } from '../schema.gen.ts';
import { pathTo } from '../transport/int64.ts';
import { countEntries, type Listing, type ListOptions, listByCursor } from '../transport/paging.ts';
import { isEmptyBody } from '../transport/shape.ts';
import { type CallOptions, type ChangeOptions, Resource, type WriteOptions } from '../transport/transport.ts';

/** What a person asks about an animal: personal data. `createdAt` and `closedAt` are moments of RFC 3339. */
export type Inquiry = components['schemas']['Inquiry'];
/** An inquiry to store, with an `email`, a `phone` or both. */
export type NewInquiry = components['schemas']['NewInquiry'];
/** Whether an inquiry is still to be answered. */
export type InquiryStatus = components['schemas']['InquiryStatus'];

/** Every status of an inquiry. */
export const inquiryStatuses = lists.InquiryStatus;

/** Which inquiries are counted. */
export interface CountInquiriesOptions extends CallOptions {
  /**
   * Only inquiries with this status.
   * @example { status: 'open' }
   */
  status?: InquiryStatus | undefined;
  /**
   * Only inquiries about this animal.
   * @example { petId: 42n }
   */
  petId?: bigint | undefined;
}

/** Which inquiries are listed, and how. */
export interface ListInquiriesOptions extends CountInquiriesOptions, ListOptions {}

/** Inquiries about animals. Every method throws `PetstoreError` for an error response and `NoAnswerError` when there is no response. */
export class Inquiries extends Resource {
  /**
   * Lists inquiries by ascending id. The pages are requested one by one, as they are read.
   * @example for await (const { name, message } of client.inquiries.list({ status: 'open' })) console.log(name, message);
   */
  list({ status, petId, ...options }: ListInquiriesOptions = {}): Listing<Inquiry> {
    const filters = { status, petId };
    return listByCursor(this.transport, { path: '/inquiries', filters, accepts: isInquiries }, options);
  }

  /**
   * Counts inquiries.
   * @example const open = await client.inquiries.count({ status: 'open' });
   */
  async count({ status, petId, ...options }: CountInquiriesOptions = {}): Promise<number> {
    const filters = { status, petId };
    return await countEntries(this.transport, { path: '/inquiries', filters, accepts: isInquiries }, options);
  }

  /**
   * Reads one inquiry.
   * @throws PetstoreError `inquiry_not_found`, also when it was erased
   * @example const { email, message } = await client.inquiries.get(7n);
   */
  async get(id: bigint, options: CallOptions = {}): Promise<Inquiry> {
    return await this.transport.call('GET', pathTo`/inquiries/${id}`, isInquiry, options);
  }

  /**
   * Stores an inquiry that a person has made elsewhere, such as on a web site with a form of its own.
   * @throws PetstoreError `pet_not_found`; `too_many_inquiries` when the animal has 200 open ones; `validation_failed`
   * @example await client.inquiries.create({ petId: 42n, name: 'Ada', email: 'ada@example.org', message: 'May I visit?' });
   */
  async create(newInquiry: NewInquiry, options: WriteOptions = {}): Promise<Inquiry> {
    return await this.transport.call('POST', '/inquiries', isInquiry, options, { body: newInquiry });
  }

  /**
   * Closes an inquiry, and returns it. One that is closed already stays as it is.
   * @throws PetstoreError `inquiry_not_found`
   * @example await client.inquiries.close(7n);
   */
  async close(id: bigint, options: WriteOptions & ChangeOptions = {}): Promise<Inquiry> {
    return await this.transport.call('POST', pathTo`/inquiries/${id}/close`, isInquiry, options);
  }

  /**
   * Erases an inquiry at once, for example because the person has asked for it.
   * @throws PetstoreError `inquiry_not_found`
   * @example await client.inquiries.remove(7n);
   */
  async remove(id: bigint, options: ChangeOptions = {}): Promise<void> {
    await this.transport.call('DELETE', pathTo`/inquiries/${id}`, isEmptyBody, options);
  }
}
