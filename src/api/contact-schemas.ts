import { Type } from 'typebox';
import { contactLengths, maxSearchLength } from '../../contract/limits.ts';
import { controls, invisible, invisibleBeyond } from '../../contract/name-rule.ts';
import { phoneDigits } from '../../contract/phone.ts';
import { cleanEmail, cleanPhone } from '../lib/visible-text.ts';
import {
  cleaning,
  closedObject,
  forbidden,
  int64,
  nameOf,
  patternMeaning,
  publishedPattern,
  type TSchema,
  textOf,
} from './schemas.ts';

/**
 * What separates the parts of an address, ends one in a link, or makes it look like another. Generated clients have patterns
 * between quotes.
 */
const barred = `\\u0000-\\u001F\\u007F-\\u009F\\u0022(),:;<>@\\[\\\\\\]${invisible}`;
const barredInMail = barred.replace('@', '');
const mailPattern = (letters: string) => `^[^${letters}]+@[^${letters}.]+(?:\\.[^${letters}.]+)+$`;

export function emailOf(description: string) {
  return Type.String({
    description,
    minLength: 1,
    maxLength: contactLengths.email,
    pattern: mailPattern(barred + invisibleBeyond),
    [publishedPattern]: mailPattern(barred),
    [patternMeaning]: 'email',
    [forbidden]: barredInMail + invisibleBeyond,
    [cleaning]: cleanEmail,
    examples: ['ada@example.org'],
  });
}

export const nameOfPerson = nameOf('person', 'Ada Moreno', { maxLength: contactLengths.name });

export function phoneOf(description: string) {
  return Type.String({
    description,
    minLength: 1,
    maxLength: contactLengths.phone,
    pattern: `^[^${controls}]*[${phoneDigits}][^${controls}]*$`,
    [patternMeaning]: 'phone',
    [forbidden]: controls,
    [cleaning]: cleanPhone,
    examples: ['+1 512 555 0100'],
  });
}

/** What a search by contact is asked for. */
export const ContactSearch = closedObject(
  {
    text: textOf({
      description:
        'Words with which words of the name or the e-mail address begin, or digits of the telephone number, with its country or without. ' +
        'Case and accents do not matter.',
      maxLength: maxSearchLength,
      example: 'ada moreno',
    }),
    before: Type.Optional(int64('Goes on where a search ended: the `next` of its response.', '17')),
  },
  { $id: 'ContactSearch', description: 'Whom to look for.' },
);

/** What a search by contact finds. */
export function foundOf<Item extends TSchema>(items: Item, $id: string) {
  const next = int64(
    'Where to go on, as `before` of another search: not everything was searched yet. Missing at the end.',
  );
  return Type.Object(
    { items, next: Type.Optional(next) },
    { $id, description: `What a search has found, newest first.` },
  );
}
