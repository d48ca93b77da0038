import { texts } from '../texts/page-texts.ts';

/** What a person may call this browser, such as “Firefox on Windows”. Browsers name others beside themselves: the first counts. */
export function nameDevice(userAgent: string): string {
  const { browsers, systems, browserOn, someBrowser } = texts.session;
  const find = (names: object) => Object.entries(names).find(([mark]) => userAgent.includes(mark))?.[1];
  return browserOn(find(browsers) ?? someBrowser, find(systems));
}
