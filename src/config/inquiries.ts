import { number, onOrOff, optional, setting, type ValuesOf } from './setting.ts';
import type { Reading } from './values.ts';

/** What an operator decides about inquiries. */
export interface InquiryConfig {
  /** After how many days they are erased. */
  readonly days: number;
  /** Whether the public page has a form for them. */
  readonly isFormOn: boolean;
  /** The address of the privacy notice. */
  readonly privacyUrl: string | undefined;
}

export const inquirySettings = {
  inquiriesDays: setting(
    'PETSTORE_INQUIRIES_DAYS',
    '--inquiries-days <number>',
    number(1, 3_650, 90),
    'days after which inquiries are erased, whether open or closed (default 90)',
  ),
  isInquiryFormOn: setting(
    'PETSTORE_PUBLIC_INQUIRIES',
    '--public-inquiries <on|off>',
    onOrOff(true),
    'let visitors of the public page ask about an animal in a form (default on)',
  ),
  privacyUrl: setting(
    'PETSTORE_PUBLIC_PRIVACY',
    '--public-privacy <address>',
    optional(webAddress),
    'web address of the privacy notice, which the form links to',
  ),
};

export function inquiryConfig(values: ValuesOf<typeof inquirySettings>): InquiryConfig {
  return { days: values.inquiriesDays, isFormOn: values.isInquiryFormOn, privacyUrl: values.privacyUrl };
}

function webAddress(text: string): Reading<string> {
  if (/^https?:\/\//.test(text) && URL.canParse(text)) return { value: new URL(text).href };
  return { mustBe: 'an address with http or https' };
}
