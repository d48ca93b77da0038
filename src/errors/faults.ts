import { type Fault, faultsOf } from '../../contract/faults.ts';

/** Why a field or a parameter is refused: predicates that say what would be right. */
const sentences = {
  required: 'is required',
  required_without_phone: 'is required without a phone',
  unknown: 'is unknown. {0…}',
  known_fields: 'Known fields: {0}',
  known_parameters: 'Known parameters: {0}',
  no_fields: 'No fields are allowed',
  no_parameters: 'This operation has no query parameters',
  fixed: 'cannot be changed: leave it out or send the value that it has',
  member_name: 'needs another name, which {0…}',
  duplicates: 'must not contain duplicates',

  boolean: 'must be true or false',
  string: 'must be a string',
  object: 'must be an object',
  array: 'must be an array',
  one_of: 'must be one of {0}',
  int64: 'must be a 64-bit integer',
  non_negative: 'must be a non-negative 64-bit integer',
  integer: 'must be an integer from {0} to {1}',
  number: 'must be a number from {0} to {1}',
  timestamp: 'must be a timestamp such as 2027-01-31T12:00:00Z',
  date: 'must be a date such as 2027-01-31',
  month: 'must be a month such as 2026-10',
  currency_code: 'must be a code of three capital letters, such as EUR',
  known_currency: 'must be a code of ISO 4217, such as EUR',
  email: 'must be an e-mail address, such as ada@example.org',
  phone: 'must be a telephone number with digits, such as +1 512 555 0100',
  contact: 'must be an e-mail address, a telephone number, or an address with http or https',
  https_address: 'must be an address that begins with https://',
  color: 'must be a color such as #0f766e',
  image_data: 'must be the data: address of a PNG, JPEG or WebP image in Base64',
  actor: 'must be person: or key: with an id, public or system',
  chip: 'must be 9 to 15 letters and digits, such as 985112003456789',
  pattern: 'must match {0}',

  characters: 'must have {1…} characters, but has {0}',
  items: 'must have {1…} items, but has {0}',
  members: 'must have {1…} members, but has {0}',
  at_most: 'at most {0}',
  at_least: 'at least {0}',
  exactly: 'exactly {0}',
  between: '{0} to {1}',
  members_after: 'must have at most {0} members, but would have {1}',
  bytes_after: 'must have at most {0} bytes of text, but would have {1}',
  words: 'must have at most {0} words, but has {1}',
  visible: 'must contain a visible character and no control characters',
  visible_lines: 'must contain a visible character, and no control characters but line breaks',
  no_controls: 'must contain no control characters',
  character: '{2…}, but has {0} as character {1}',

  repeated: 'must not be repeated',
  too_often: 'must not appear more than {0} times, but appears {1} times',
  cursor: 'was not issued for this list and these filters; follow the Link header, or omit it to start again',
  position: 'is not the `next` of a response to this operation and kind of key; begin without it',
  not_of_stream: 'must be omitted for a stream',
  not_of_public_key: 'must be omitted with a public API key',
  status_of_public_key: 'must be {0} for a public API key',
  needs_group_by: 'requires groupBy=category',
  not_with_group_by: 'must be omitted with groupBy={0}',
  month_or_year_with_group_by: 'must be month or year with groupBy={0}',
  before_to: 'must be before the day in to',
  periods_before_to: 'must be at most {0} periods before the day in to',
  months_before_to: 'must be at most {0} months before the day in to with groupBy={1}',
  too_many_counts:
    'has more than {0} counts by day in this range; choose a shorter range, or one category with categoryId',

  as_in_path: 'must be {0}, as in the path',
  distinct_rows: 'must differ from those of the other rows',
  add_or_update: 'must have either add or update',
  in_future: 'must be in the future',
  expiry: 'must be in the future, and within {0} days',
  not_in_future: 'must not be in the future',
  first_day: 'must be 1900-01-01 or later',
  before_arrival: 'must not be before arrivedOn',
  without_birth_date: 'must be omitted without birthDate',
  not_while: 'must be omitted while the animal is {0}; make it sold first',
  role_or_scopes: 'exactly one of role and scopes must be given',
  other_kind_of_key: 'must not make a key public, nor a public one another: its secret tells; create a new key',
  origins_without_public: 'must be given with the role public only',
  origins_of_public: 'must be given with the role public; * allows every web site',
  origins_alone: 'must be * alone, or a list without it',
  set_by_operator: 'cannot be changed, because the operator has set it in the environment of the service: leave it out',
  entries: 'must have at most {0} entries',
  origin: 'must be a web origin as browsers send it, such as {0}',
  origin_would_be: 'must be a web origin as browsers send it, which would be {0}',
  receiver_address:
    'must be an address such as https://shelter.example.org/events, without user name, blanks or fragment',
  receiver_host: 'must be a URL with a valid host',
  receiver_scheme: 'must begin with {0}',
  receiver_unusable: 'cannot be used: {0}',
};

export type FaultReason = keyof typeof sentences;
export const faultReasons = Object.keys(sentences) as readonly FaultReason[];

export const makeFault = faultsOf(sentences);

export interface FieldError extends Fault<FaultReason> {
  /** A JSON Pointer into the body as a URI fragment (RFC 6901, section 6), or `?` and the name of a query parameter. */
  pointer: string;
  /** A whole sentence, without its full stop, for the message. Without it, that is the field followed by `detail`. */
  sentence?: string;
}

export function fieldError(pointer: string, ...fault: Parameters<typeof makeFault>): FieldError {
  return { pointer, ...makeFault(...fault) };
}
