import { en, type Texts } from './en.ts';

/**
 * The first language that the browser asks for and the console speaks, as the browser names it (`de-AT`), or English. Some
 * browsers have names that formats do not take (`en-US@posix`).
 */
export const locale = navigator.languages?.find((name) => /^(en|de)(-[a-z\d]+)*$/i.test(name)) ?? 'en';
export const isGerman = /^de/i.test(locale);

/**
 * What the frame, the list of animals and the parts of all pages say, in this language once it is loaded. Code that runs
 * before, when the console starts, finds English.
 */
export let texts: Texts = en;

export async function loadTexts(): Promise<void> {
  document.documentElement.lang = locale;
  if (isGerman) ({ de: texts } = await import('./de.ts'));
}
