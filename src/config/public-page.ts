import { type Logo, type PublicLanguage, type PublicPageLook, publicLanguages } from '../model/public-page.ts';
import { logoFile } from './logo-file.ts';
import { type Setting, setting } from './setting.ts';
import { onOrOff, type Reading } from './values.ts';

const maxNameLength = 100;
const maxTextLength = 2_000;

/** The settings of the public page. */
export const publicPageSettings = {
  isPublicPageOn: setting({
    variable: 'PETSTORE_PUBLIC_PAGE',
    flag: '--public-page',
    argument: '<on|off>',
    description: 'show animals to everybody at /adopt (default off)',
    read: onOrOff,
    default: false,
  }),
  publicName: setting<string | undefined>({
    variable: 'PETSTORE_PUBLIC_NAME',
    flag: '--public-name',
    argument: '<text>',
    description: 'name of the shelter on the public page',
    read: (text) => plainText(text, maxNameLength),
    default: undefined,
  }),
  publicColor: setting({
    variable: 'PETSTORE_PUBLIC_COLOR',
    flag: '--public-color',
    argument: '<#rrggbb>',
    description: 'accent color of the public page, made lighter or darker where text needs it (default #0f766e)',
    read: color,
    default: '#0f766e',
  }),
  publicLogo: setting<Logo | undefined>({
    variable: 'PETSTORE_PUBLIC_LOGO',
    flag: '--public-logo',
    argument: '<file>',
    description: 'logo on the public page: a PNG, JPEG, WebP or SVG image of at most 256 KiB',
    read: logoFile,
    default: undefined,
  }),
  publicText: setting<string | undefined>({
    variable: 'PETSTORE_PUBLIC_TEXT',
    flag: '--public-text',
    argument: '<text>',
    description: 'introduction on the public page, plain text',
    read: (text) => plainText(text, maxTextLength),
    default: undefined,
  }),
  publicContact: setting<string | undefined>({
    variable: 'PETSTORE_PUBLIC_CONTACT',
    flag: '--public-contact',
    argument: '<address>',
    description: 'contact on the public page: an e-mail address, a telephone number or a web address',
    read: contact,
    default: undefined,
  }),
  publicLanguage: setting<PublicLanguage>({
    variable: 'PETSTORE_PUBLIC_LANGUAGE',
    flag: '--public-language',
    argument: '<en|de>',
    description: 'language of the public page (default en)',
    read: language,
    default: 'en',
  }),
};

/** Reads all of these settings, so that each invalid one is reported; `undefined` where the page is off. */
export function readPublicPage(value: <Value>(one: Setting<Value>) => Value): PublicPageLook | undefined {
  const look = {
    name: value(publicPageSettings.publicName),
    color: value(publicPageSettings.publicColor),
    logo: value(publicPageSettings.publicLogo),
    text: value(publicPageSettings.publicText),
    contact: value(publicPageSettings.publicContact),
    language: value(publicPageSettings.publicLanguage),
  };
  return value(publicPageSettings.isPublicPageOn) ? look : undefined;
}

function plainText(text: string, maxLength: number): Reading<string> {
  const isUsable = text.length <= maxLength && text.trim() !== '' && !/(?![\r\n\t])\p{Cc}/u.test(text);
  return isUsable
    ? { value: text.trim() }
    : { mustBe: `a text of at most ${maxLength.toLocaleString('en')} characters without control characters` };
}

function color(text: string): Reading<string> {
  const [, ...short] = /^#([0-9a-f])([0-9a-f])([0-9a-f])$/i.exec(text) ?? [];
  const long = short.length === 3 ? `#${short.map((digit) => digit + digit).join('')}` : text;
  return /^#[0-9a-f]{6}$/i.test(long) ? { value: long.toLowerCase() } : { mustBe: 'a color such as #0f766e' };
}

function contact(text: string): Reading<string> {
  if (/^https?:\/\//.test(text) && URL.canParse(text)) return { value: new URL(text).href };
  if (/^[^\s@:/?#<>"]+@[^\s@:/?#<>"]+$/.test(text)) return { value: `mailto:${text}` };
  if (/^\+?[0-9][0-9 ()/.-]{2,30}$/.test(text)) return { value: `tel:${text.replace(/[^0-9+]/g, '')}` };
  return { mustBe: 'an e-mail address, a telephone number, or an address with http or https' };
}

function language(text: string): Reading<PublicLanguage> {
  const value = publicLanguages.find((known) => known === text);
  return value === undefined ? { mustBe: `one of ${publicLanguages.join(', ')}` } : { value };
}
