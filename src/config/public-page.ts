import {
  contactAddress,
  defaultFacts,
  factLengths,
  type PublicLanguage,
  publicLanguages,
  type ShelterFacts,
} from '../../contract/shelter.ts';
import type { PublicPageSettings } from '../adopt/look.ts';
import { withCommas } from '../lib/format.ts';
import { logoFile, maxLogoKibibytes } from './logo-file.ts';
import { noDefault, number, onOrOff, setting, type ValuesOf } from './setting.ts';
import { origins, type Reading } from './values.ts';

/** The settings of the public page, and of the inquiries that visitors make there. */
export const publicPageSettings = {
  isPublicPageOn: setting(
    'PETSTORE_PUBLIC_PAGE=<on|off>',
    onOrOff(false),
    'show animals to everybody at /adopt (default off)',
  ),
  publicName: setting(
    'PETSTORE_PUBLIC_NAME=<text>',
    noDefault(plainText(factLengths.name)),
    'name of the shelter on the public page and in the console',
  ),
  publicColor: setting(
    'PETSTORE_PUBLIC_COLOR=<#rrggbb>',
    noDefault(color),
    `accent color of the public page and the console, made lighter or darker where text needs it (default ${defaultFacts.color})`,
  ),
  publicLogo: setting(
    'PETSTORE_PUBLIC_LOGO=<file>',
    noDefault(logoFile),
    `logo on the public page and in the console: a PNG, JPEG, WebP or SVG image of at most ${maxLogoKibibytes} KiB`,
  ),
  publicText: setting(
    'PETSTORE_PUBLIC_TEXT=<text>',
    noDefault(plainText(factLengths.text)),
    'introduction on the public page, plain text',
  ),
  publicContact: setting(
    'PETSTORE_PUBLIC_CONTACT=<address>',
    noDefault(contact),
    'contact on the public page: an e-mail address, a telephone number or a web address',
  ),
  publicLanguages: setting(
    'PETSTORE_PUBLIC_LANGUAGE=<languages>',
    noDefault(languages),
    `languages of the public page, of ${publicLanguages.join(', ')}, separated by commas: the browser chooses, else the first (default en)`,
  ),
  frameOrigins: setting(
    'PETSTORE_FRAME_ORIGINS=<origins>',
    { read: origins, default: [] },
    'web origins whose pages may show the public page in a frame, separated by commas, or *',
  ),
  inquiriesDays: setting(
    'PETSTORE_INQUIRIES_DAYS=<number>',
    number(1, 3_650, 90),
    'days after which inquiries are erased; of those under review, after their end (default 90)',
  ),
  isInquiryFormOn: setting(
    'PETSTORE_PUBLIC_INQUIRIES=<on|off>',
    onOrOff(true),
    'let visitors of the public page ask about an animal in a form (default on)',
  ),
  privacyUrl: setting(
    'PETSTORE_PUBLIC_PRIVACY=<address>',
    noDefault(webAddress),
    'web address of the privacy notice, which the form links to',
  ),
};

type Values = ValuesOf<typeof publicPageSettings>;
type ShelterValues = Pick<Values, Extract<keyof Values, `public${string}`>> & { currency: string | undefined };

/** What the operator has set of the public page; `undefined` where it is off. */
export function publicPageOf(
  values: ShelterValues & Pick<Values, 'isPublicPageOn' | 'frameOrigins'>,
): PublicPageSettings | undefined {
  return values.isPublicPageOn ? { ...shelterFacts(values), frameOrigins: values.frameOrigins } : undefined;
}

/** What the operator has set of what the shelter says of itself. */
export function shelterFacts(values: ShelterValues): ShelterFacts {
  const { publicName: name, publicColor: color, publicLogo: logo, publicText: text, publicContact: contact } = values;
  const { publicLanguages: languages, currency } = values;
  // Without those that are not set.
  return JSON.parse(JSON.stringify({ name, color, logo, text, contact, languages, currency }));
}

function plainText(maxLength: number): (text: string) => Reading<string> {
  const mustBe = `a text of at most ${withCommas(maxLength)} characters without control characters`;
  return (text) => {
    const isUsable = text.length <= maxLength && text.trim() !== '' && !/(?![\r\n\t])\p{Cc}/u.test(text);
    return isUsable ? { value: text.trim() } : { mustBe };
  };
}

function languages(text: string): Reading<readonly PublicLanguage[]> {
  const words = text.split(',').map((word) => word.trim());
  const isOffered = (word: string, index: number) =>
    publicLanguages.some((known) => known === word) && words.indexOf(word) === index;
  const [first, ...others] = words as PublicLanguage[];
  if (first !== undefined && words.every(isOffered)) return { value: [first, ...others] };
  return { mustBe: `some of ${publicLanguages.join(', ')}, each once, separated by commas` };
}

function color(text: string): Reading<string> {
  const [, ...short] = /^#([0-9a-f])([0-9a-f])([0-9a-f])$/i.exec(text) ?? [];
  const long = short.length === 3 ? `#${short.map((digit) => digit + digit).join('')}` : text;
  return /^#[0-9a-f]{6}$/i.test(long) ? { value: long.toLowerCase() } : { mustBe: 'a color such as #0f766e' };
}

function webAddress(text: string): Reading<string> {
  if (/^https?:\/\//.test(text) && URL.canParse(text)) return { value: new URL(text).href };
  return { mustBe: 'an address with http or https' };
}

function contact(text: string): Reading<string> {
  const value = contactAddress(text);
  return value ? { value } : { mustBe: 'an e-mail address, a telephone number, or an address with http or https' };
}
