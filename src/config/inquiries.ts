import { type Setting, setting } from './setting.ts';
import { integer, onOrOff, type Reading } from './values.ts';

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
  inquiriesDays: setting({
    variable: 'PETSTORE_INQUIRIES_DAYS',
    flag: '--inquiries-days',
    argument: '<number>',
    description: 'days after which inquiries are erased, whether open or closed (default 90)',
    read: (text) => integer(text, 1, 3_650),
    default: 90,
  }),
  isInquiryFormOn: setting({
    variable: 'PETSTORE_PUBLIC_INQUIRIES',
    flag: '--public-inquiries',
    argument: '<on|off>',
    description: 'let visitors of the public page ask about an animal in a form (default on)',
    read: onOrOff,
    default: true,
  }),
  privacyUrl: setting<string | undefined>({
    variable: 'PETSTORE_PUBLIC_PRIVACY',
    flag: '--public-privacy',
    argument: '<address>',
    description: 'web address of the privacy notice, which the form links to',
    read: webAddress,
    default: undefined,
  }),
};

export function readInquiryConfig(value: <Value>(one: Setting<Value>) => Value): InquiryConfig {
  return {
    days: value(inquirySettings.inquiriesDays),
    isFormOn: value(inquirySettings.isInquiryFormOn),
    privacyUrl: value(inquirySettings.privacyUrl),
  };
}

function webAddress(text: string): Reading<string> {
  if (/^https?:\/\//.test(text) && URL.canParse(text)) return { value: new URL(text).href };
  return { mustBe: 'an address with http or https' };
}
