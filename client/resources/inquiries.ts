import type { OptionalMembers } from '../transport/operation.ts';
import type { Listing, ListOptions } from '../transport/paging.ts';
import type { CallOptions, ChangeOptions, WriteOptions } from '../transport/transport.ts';
import type { Inquiry, NewInquiry } from '../types.gen.ts';

/** Which inquiries are counted. */
export interface CountInquiriesOptions extends CallOptions, OptionalMembers<'listInquiriesQuery'> {}

/** Which inquiries are listed, and how. */
export interface ListInquiriesOptions extends CountInquiriesOptions, ListOptions {}

/** Inquiries about animals. */
export interface Inquiries {
  /**
   * Lists inquiries by ascending id. The pages are requested one by one, as they are read.
   * @example for await (const { name, message } of client.inquiries.list({ status: 'open' })) console.log(name, message);
   */
  list(options?: ListInquiriesOptions): Listing<Inquiry>;
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
