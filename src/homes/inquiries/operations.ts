import { Type } from 'typebox';
import { change, create, search } from '../../access/define-write.ts';
import { stampOf } from '../../access/keys/caller-rules.ts';
import { ContactSearch } from '../../api/contact-schemas.ts';
import { list, read } from '../../api/define.ts';
import { path } from '../../api/path.ts';
import type { Resource } from '../../api/resource.ts';
import { PetId } from '../../record/shapes/schemas.ts';
import type { Queryable } from '../../store/statement.ts';
import { showOrder } from '../orders/detail-rules.ts';
import { storableOrder } from '../orders/operations.ts';
import { Order, OrderDetails } from '../orders/schemas.ts';
import { aboutSearch, mostFound } from '../orders/search-rules.ts';
import {
  addInquiry,
  changeInquiry,
  deleteExpiredInquiries,
  endInquiry,
  maxOpenOfPet,
  orderForInquiry,
  readInquiries,
  removeInquiry,
  requireInquiry,
  requireSentInquiry,
  searchByContact,
  submitInquiry,
  withdrawInquiry,
} from './rules.ts';
import {
  AssigneeId,
  FoundInquiries,
  Inquiries,
  Inquiry,
  InquiryChanges,
  InquirySort,
  InquiryStage,
  InquiryStatus,
  inquiryId,
  NewInquiry,
} from './schemas.ts';
import { countInquiries } from './sql.ts';

const target = {
  schema: Inquiry,
  volatile: ['createdBy', 'closedBy'] as const,
  find: (db: Queryable, { inquiryId: id }: { inquiryId: bigint }) => requireInquiry(db, id),
};

const listInquiries = list({
  id: 'listInquiries',
  path: path`/inquiries`,
  summary: 'List inquiries',
  description: 'Returns inquiries by ascending `id`, or the newest first with `sort=-id`, in pages.',
  scope: 'inquiries:read',
  stability: 'beta',
  isConfidential: true,
  filters: {
    status: { schema: InquiryStatus, description: 'Only inquiries with this status.' },
    stage: { schema: InquiryStage, description: 'Only inquiries at this stage.' },
    petId: { schema: PetId, description: 'Only inquiries about this animal.' },
    assigneeId: { schema: AssigneeId, description: 'Only inquiries that this person answers.' },
    assigned: {
      schema: Type.Boolean({ examples: [false] }),
      description: 'Only inquiries that somebody answers, or with `false` those that nobody does yet.',
    },
    sort: { schema: InquirySort, description: 'The order: `id`, or the newest inquiry first with `-id`.' },
  },
  response: { status: 200, description: 'A page of inquiries.', schema: Inquiries },
  find: readInquiries,
  count: countInquiries,
});

const searchInquiries = search({
  id: 'searchInquiries',
  path: path`/inquiries/search`,
  summary: 'Find inquiries by who has asked',
  description: `Returns up to ${mostFound} inquiries by name, e-mail address or telephone number, newest first. ${aboutSearch}`,
  scope: 'inquiries:read',
  stability: 'beta',
  body: ContactSearch,
  response: { status: 200, description: 'The inquiries that were found.', schema: FoundInquiries },
  find: (db, asked) => searchByContact(db, asked),
});

export const createInquiry = create({
  id: 'createInquiry',
  method: 'POST',
  path: path`/inquiries`,
  summary: 'Store an inquiry',
  description:
    `Stores an inquiry that a person has made on your own web site. An animal has at most ${maxOpenOfPet} open inquiries. A retry with ` +
    'the same `Idempotency-Key` returns the inquiry as it is then.',
  scope: 'inquiries:write',
  stability: 'beta',
  body: NewInquiry,
  response: {
    status: 201,
    description: 'The stored inquiry, with its `id`.',
    schema: Inquiry,
    location: (inquiry) => `/inquiries/${inquiry.id}`,
  },
  errors: ['pet_not_found', 'too_many_inquiries', 'inquiry_not_found'],
  findAgain: requireSentInquiry,
  run: (tx, call) => addInquiry(tx, call.body, stampOf(call)),
});

const getInquiry = read({
  id: 'getInquiry',
  path: path`/inquiries/${inquiryId}`,
  summary: 'Get an inquiry',
  description: 'Returns an inquiry by its identifier.',
  scope: 'inquiries:read',
  stability: 'beta',
  isConfidential: true,
  response: { status: 200, description: 'The inquiry.', schema: Inquiry },
  find: (db, { inquiryId: id }) => requireInquiry(db, id),
});

const updateInquiry = change({
  id: 'updateInquiry',
  method: 'PATCH',
  path: path`/inquiries/${inquiryId}`,
  summary: 'Change an inquiry',
  description:
    'Changes only the fields in the body: what has become of the inquiry, who answers it, and a note. Any stage can follow any ' +
    'other. With `declined`, `withdrawn` or `closed` it is closed, with the others it is open (again). A value that is already set ' +
    'is not a change and creates no event.',
  scope: 'inquiries:write',
  additionalScopes: ['inquiries:read'],
  stability: 'beta',
  body: InquiryChanges,
  response: { status: 200, description: 'The updated inquiry.', schema: Inquiry },
  errors: ['person_not_found', 'too_many_inquiries'],
  target,
  run: (tx, inquiry, call) => changeInquiry(tx, inquiry, call.body, stampOf(call)),
});

const closeInquiry = change({
  id: 'closeInquiry',
  method: 'POST',
  path: path`/inquiries/${inquiryId}/close`,
  summary: 'Close an inquiry',
  description: 'Closes an inquiry that was answered: its stage is `closed`. One that is closed already stays as it is.',
  scope: 'inquiries:write',
  // The response shows what the person has written.
  additionalScopes: ['inquiries:read'],
  stability: 'beta',
  response: { status: 200, description: 'The closed inquiry.', schema: Inquiry },
  target,
  findAgain: requireInquiry,
  run: (tx, inquiry, call) => endInquiry(tx, inquiry, stampOf(call)),
});

const orderInquiry = change({
  id: 'orderInquiry',
  method: 'POST',
  path: path`/inquiries/${inquiryId}/order`,
  summary: 'Order for an inquiry',
  description:
    'Places an order for the animal of an open inquiry, whose name, e-mail address and telephone number become the `contact` of ' +
    'the order. The inquiry is `approved` and has the `orderId`. If several clients order the same animal at the same time, one ' +
    'order succeeds and the others get 409. The response has a `contact` only for keys with the scope `contacts:read`, and the ' +
    'response to a retry with the same `Idempotency-Key` has none.',
  scope: 'orders:write',
  additionalScopes: ['inquiries:read', 'inquiries:write'],
  stability: 'beta',
  body: OrderDetails,
  response: {
    status: 201,
    description: 'The placed order, with its `id`.',
    schema: Order,
    location: (order) => `/store/orders/${order.id}`,
  },
  errors: ['pet_not_found', 'pet_not_available', 'order_reference_taken', 'invalid_transition'],
  storedAs: storableOrder,
  target,
  run: async (tx, inquiry, call) =>
    await showOrder(tx, await orderForInquiry(tx, inquiry, call.body, stampOf(call)), call),
});

const deleteInquiry = change({
  id: 'deleteInquiry',
  method: 'DELETE',
  path: path`/inquiries/${inquiryId}`,
  summary: 'Erase an inquiry',
  description:
    'Erases an inquiry at once, for example because the person has asked for it. Backups keep it for as long as you keep ' +
    'them.',
  scope: 'inquiries:write',
  // The key of a web site that only stores inquiries must not erase them.
  additionalScopes: ['inquiries:read'],
  stability: 'beta',
  response: { status: 204, description: 'The inquiry has been erased.' },
  target,
  run: (tx, inquiry, call) => removeInquiry(tx, inquiry, stampOf(call)),
});

export const inquiries: Resource = {
  tag: 'inquiries',
  about: 'What people ask about animals. Personal data, erased after some time.',
  operations: [
    listInquiries,
    searchInquiries,
    createInquiry,
    getInquiry,
    updateInquiry,
    closeInquiry,
    orderInquiry,
    deleteInquiry,
  ],
  commands: [deleteExpiredInquiries, submitInquiry, withdrawInquiry],
};
