import { Type } from 'typebox';
import { emailOf, foundOf, nameOfPerson, phoneOf } from '../../api/contact-schemas.ts';
import { pathParameter } from '../../api/path.ts';
import { closedObject, dateTime, identifierOf, int64, nullable, oneOf, pageOf, textOf } from '../../api/schemas.ts';
import { Actor } from '../../record/events/actor-schemas.ts';
import { PetId } from '../../record/shapes/schemas.ts';
import { inquiryLengths, inquiryReasons, inquiryStages, inquiryStatuses } from './model.ts';

export const InquiryId = identifierOf('inquiry');
export const inquiryId = pathParameter('inquiryId', InquiryId, 'Identifier of the inquiry.', 'inquiry_not_found');

export const InquiryStatus = oneOf(inquiryStatuses, {
  $id: 'InquiryStatus',
  description: 'Status of an inquiry: whether it is still to be answered, or under way.',
  examples: ['open'],
});

export const InquiryStage = oneOf(inquiryStages, {
  $id: 'InquiryStage',
  isOpen: true,
  description:
    'What has become of an inquiry. Those that are `new`, `reviewing` or `approved` have the status `open`; those that are ' +
    '`declined`, `withdrawn` or `closed` have the status `closed`. Later releases may add stages.',
  examples: ['reviewing'],
});

const InquiryReason = oneOf(inquiryReasons, {
  $id: 'InquiryReason',
  isOpen: true,
  description:
    'Why the service has declined an inquiry: `animal_adopted`, by somebody else. Later releases may add reasons.',
  examples: ['animal_adopted'],
});

export const InquirySort = oneOf(['id', '-id'], {
  description: 'The order of a list of inquiries.',
  examples: ['-id'],
});

export const AssigneeId = int64('Identifier of the person who answers the inquiry.', '1');

const note = textOf({
  description:
    'What those who work with it have written, for each other; the person who has asked never sees it. ' +
    `1 to ${inquiryLengths.note} characters, with line breaks.`,
  maxLength: inquiryLengths.note,
  hasLines: true,
  example: 'Has a fenced garden. Visit on Saturday at 10.',
});

const fields = {
  name: nameOfPerson,
  email: emailOf('E-mail address to reply to. Either this or `phone` is required.'),
  phone: phoneOf('Telephone number to reply to, also with an extension or a few words, such as when to call.'),
  message: textOf({
    description: `What the person asks: 1 to ${inquiryLengths.message} characters, with line breaks.`,
    maxLength: inquiryLengths.message,
    hasLines: true,
    example: 'We have a garden and two children. May we visit Frank on Saturday?',
  }),
};

export const NewInquiry = closedObject(
  {
    petId: PetId,
    name: fields.name,
    email: Type.Optional(fields.email),
    phone: Type.Optional(fields.phone),
    message: fields.message,
  },
  {
    $id: 'NewInquiry',
    // All but one of the two: alternatives (`anyOf`) would make generators of clients lose the properties.
    minProperties: 4,
    description: 'An inquiry to store. It has an `email`, a `phone` or both.',
  },
);

export const Inquiry = Type.Object(
  {
    id: InquiryId,
    status: InquiryStatus,
    stage: InquiryStage,
    reason: Type.Optional(InquiryReason),
    ...NewInquiry.properties,
    assignee: Type.Optional(
      Type.Object(
        { id: AssigneeId, name: Type.Optional(Actor.properties.name) },
        { $id: 'Assignee', description: 'The person who answers an inquiry. One who is erased has no name.' },
      ),
    ),
    note: Type.Optional(note),
    orderId: Type.Optional(int64('Identifier of the last order that was made from it.', '1')),
    createdAt: dateTime('When the inquiry was made.'),
    closedAt: Type.Optional(dateTime('When the inquiry was closed; missing while it is open.')),
    createdBy: Type.Optional(Actor),
    closedBy: Type.Optional(Actor),
  },
  { $id: 'Inquiry', description: 'What a person asks about an animal. Personal data, erased after some time.' },
);

export const InquiryChanges = closedObject(
  {
    stage: Type.Optional(InquiryStage),
    assigneeId: Type.Optional(nullable(AssigneeId)),
    note: Type.Optional(nullable(note)),
  },
  { $id: 'InquiryChanges', description: 'Changes of an inquiry (RFC 7396). `null` removes the person or the note.' },
);

export const Inquiries = pageOf(Inquiry, 'Inquiries', 'Inquiries by `id`.');

export const FoundInquiries = foundOf(Inquiries, 'FoundInquiries');
