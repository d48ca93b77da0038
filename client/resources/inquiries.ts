import type { OptionalMembers } from '../transport/operation.ts';
import type { ListOptions, PagedList } from '../transport/paging.ts';
import type { CallOptions, ChangeOptions, WriteOptions } from '../transport/transport.ts';
import type { Inquiry, InquiryChanges, NewInquiry, Order, OrderDetails } from '../types.gen.ts';

/** Which inquiries are counted. */
export interface CountInquiriesOptions extends CallOptions, OptionalMembers<'listInquiriesQuery'> {}

/** Which inquiries are listed, and how. */
export interface ListInquiriesOptions extends CountInquiriesOptions, ListOptions {}

/** Inquiries about animals. */
export interface Inquiries {
  /**
   * Lists inquiries by ascending id, or the newest first. The pages are requested one by one, as they are read.
   * @example for await (const { name, message } of client.inquiries.list({ status: 'open' })) console.log(name, message);
   */
  list(options?: ListInquiriesOptions): PagedList<Inquiry>;
  /**
   * Counts inquiries.
   * @example const open = await client.inquiries.count({ status: 'open' });
   */
  count(options?: CountInquiriesOptions): Promise<number>;
  /**
   * Reads one inquiry.
   * @throws PetstoreError `inquiry_not_found`, also when it was erased
   * @example const { email, message } = await client.inquiries.get(7n);
   */
  get(id: bigint, options?: CallOptions): Promise<Inquiry>;
  /**
   * Stores an inquiry that a person has made elsewhere, such as on a web site with a form of its own.
   * @throws PetstoreError `pet_not_found`; `too_many_inquiries` when the animal has 200 open ones; `validation_failed`
   * @example await client.inquiries.create({ petId: 42n, name: 'Ada', email: 'ada@example.org', message: 'May I visit?' });
   */
  create(newInquiry: NewInquiry, options?: WriteOptions): Promise<Inquiry>;
  /**
   * Changes what has become of an inquiry, who answers it, or the note of those who do, and returns it.
   * @throws PetstoreError `inquiry_not_found`; `person_not_found`; `too_many_inquiries` when a closed one cannot be open again
   * @example await client.inquiries.update(7n, { stage: 'reviewing', assigneeId: 3n });
   */
  update(id: bigint, changes: InquiryChanges, options?: WriteOptions & ChangeOptions): Promise<Inquiry>;
  /**
   * Places an order for the animal of an open inquiry, with its name, e-mail address and telephone number as the contact, and
   * approves the inquiry.
   * @throws PetstoreError `inquiry_not_found`; `invalid_transition` when it is closed; `pet_not_found`; `pet_not_available` when the
   * animal is promised or gone; `order_reference_taken`
   * @example const { id } = await client.inquiries.order(7n, { expiresAt: '2026-12-24T18:00:00Z' });
   */
  order(id: bigint, details?: OrderDetails, options?: WriteOptions & ChangeOptions): Promise<Order>;
  /**
   * Closes an inquiry, and returns it. One that is closed already stays as it is.
   * @throws PetstoreError `inquiry_not_found`
   * @example await client.inquiries.close(7n);
   */
  close(id: bigint, options?: WriteOptions & ChangeOptions): Promise<Inquiry>;
  /**
   * Erases an inquiry at once, for example because the person has asked for it.
   * @throws PetstoreError `inquiry_not_found`
   * @example await client.inquiries.remove(7n);
   */
  remove(id: bigint, options?: ChangeOptions): Promise<void>;
}
