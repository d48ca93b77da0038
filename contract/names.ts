import { controls, nameRule } from './name-rule.ts';

const { minLength, maxLength, pattern } = nameRule;
const allowed = new RegExp(pattern, 'u');
const control = new RegExp(`[${controls}]`);

export type NameFault = 'empty' | 'tooLong' | 'halfCharacter' | 'lineBreak' | 'control' | 'invisible';

/** What keeps a text from being the name of an animal or a category; `undefined` for one that the service takes. */
export function findNameError(text: string): NameFault | undefined {
  // Characters are code points.
  const length = text.length > maxLength ? [...text].length : text.length;
  if (length < minLength || text.trim() === '') return 'empty';
  if (length > maxLength) return 'tooLong';
  if (!text.isWellFormed()) return 'halfCharacter';
  if (allowed.test(text)) return undefined;
  if (/[\r\n]/.test(text)) return 'lineBreak';
  return control.test(text) ? 'control' : 'invisible';
}
