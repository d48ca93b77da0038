import { datePartLengths } from '../../../contract/limits.ts';
import { decimalOf } from '../../../contract/money.ts';
import { declaredFields } from '../../../contract/profile-fields.ts';
import { printDay } from '../../lib/timestamp.ts';
import { changesOf, type MemberChange } from '../../record/events/model.ts';
import { type FieldName, fieldNames, internalFields, type Profile } from '../../record/shapes/profile-model.ts';

/** What has changed in a profile; of a description and of what is for staff the names alone. */
export function profileChanges(before: Profile, after: Profile): MemberChange[] {
  return changesOf(textsOf(before), textsOf(after), (field) => !isPrivate.has(field));
}

const isPrivate: ReadonlySet<string> = new Set([
  ...internalFields,
  ...fieldNames.filter((name) => 'hasLines' in declaredFields[name]),
]);

/** The members of a profile as texts, those of objects as `goodWith.dogs`. What is private is compared whole. */
function textsOf(profile: Profile): Map<string, string> {
  return new Map(fieldNames.flatMap((name) => textOf(name, profile)));
}

function textOf(name: FieldName, profile: Profile): [field: string, text: string][] {
  const { [name]: value, birthDatePrecision = 'day', fee } = profile;
  if (value === undefined || name === 'birthDatePrecision') return [];
  if (name === 'fee') return fee === undefined ? [] : [[name, `${decimalOf(fee)} ${fee.currency}`]];
  if (typeof value === 'bigint') {
    return [[name, printDay(value).slice(0, name === 'birthDate' ? datePartLengths[birthDatePrecision] : undefined)]];
  }
  if (Array.isArray(value)) return [[name, value.join(', ')]];
  if (typeof value !== 'object') return [[name, String(value)]];
  if (isPrivate.has(name)) return [[name, JSON.stringify(value)]];
  return Object.entries(value).map(([member, one]) => [`${name}.${member}`, String(one)]);
}
