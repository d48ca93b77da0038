import { controls, nameRule } from './name-rule.ts';

const { minLength, maxLength, pattern } = nameRule;
const allowed = new RegExp(pattern, 'u');
const control = new RegExp(`[${controls}]`);

/**
 * What keeps a text from being the name of an animal or a category, in words that go on after "The name"; `undefined`
 * for one that the service takes. Characters are code points.
 */
export function findNameError(text: string): string | undefined {
  const length = text.length > maxLength ? [...text].length : text.length;
  if (length < minLength || text.trim() === '') return 'is empty';
  if (length > maxLength) return `has ${length} characters, and may have ${maxLength}`;
  if (!text.isWellFormed()) return 'has half of a character';
  if (allowed.test(text)) return undefined;
  if (/[\r\n]/.test(text)) return 'has a line break';
  return control.test(text) ? 'has a character that cannot be seen, such as a tab' : 'has nothing that can be seen';
}
