import { parseJson } from '../../../client/transport/json.ts';
import { parseInt64 } from '../../../contract/int64.ts';
import { messageOf } from '../../../src/lib/errors.ts';
import { unusable } from '../../exit.ts';
import type { FlagField } from './fields.ts';

type Value = Pick<FlagField, 'place' | 'flag' | 'kind' | 'choices'>;

/**
 * The value of a flag as the body of a request has it. Only what would make another request of it is checked: all other rules
 * are the server's, which says what is wrong better than a copy of them could.
 * @throws CommandError when the text is not of the field's kind
 */
export function readValue(field: Value, text: string): unknown {
  const { kind, choices } = field;
  if (kind === 'boolean' && choices.includes(text)) return text === 'true';
  if (choices.length > 0 && !choices.includes(text)) fail(field, `one of ${choices.join(', ')}`, text);
  switch (kind) {
    case 'integer':
      return parseInt64(text) ?? fail(field, 'a whole number of 64 bits, such as 42', text);
    case 'number':
      return /^-?\d+(\.\d+)?$/.test(text) ? Number(text) : fail(field, 'a number, such as 1.5', text);
    case 'json':
      return readJson(text, `--${field.flag}`);
    default:
      return text;
  }
}

/** `NAME=TEXT`, of which the text may contain further equals signs. @throws CommandError */
export function readEntry(field: Value, text: string): [name: string, text: string] {
  const place = text.indexOf('=');
  return place > 0
    ? [text.slice(0, place), text.slice(place + 1)]
    : fail(field, 'NAME=TEXT, such as weight=4 kg', text);
}

/** @throws CommandError when the text is not JSON */
export function readJson(text: string, source: string): unknown {
  try {
    return parseJson(text);
  } catch (error) {
    throw unusable(`${source} is not JSON: ${messageOf(error)}`);
  }
}

function fail({ place, flag }: Value, expected: string, text: string): never {
  const name = place === 'path' ? `<${flag}>` : `--${flag}`;
  throw unusable(`${name} must be ${expected}; it is "${text}"`);
}
