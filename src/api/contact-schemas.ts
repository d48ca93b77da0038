import { Type } from 'typebox';
import { contactLengths } from '../../contract/limits.ts';
import { controls, invisible, invisibleBeyond } from '../../contract/name-rule.ts';
import { phoneDigits } from '../../contract/phone.ts';
import { cleanEmail, cleanPhone } from '../lib/visible-text.ts';
import { cleaning, forbidden, nameOf, patternMeaning, publishedPattern } from './schemas.ts';

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
    [patternMeaning]: 'must be an e-mail address, such as ada@example.org',
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
    [patternMeaning]: 'must be a telephone number with digits, such as +1 512 555 0100',
    [forbidden]: controls,
    [cleaning]: cleanPhone,
    examples: ['+1 512 555 0100'],
  });
}
