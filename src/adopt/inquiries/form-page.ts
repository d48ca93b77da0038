import type { Listing } from '../../animals/listings/model.ts';
import { inquiryLengths, maxReviewDays } from '../../homes/inquiries/model.ts';
import { html, type Markup } from '../html.ts';
import { langIn, type PublicQuery, withQuery } from '../list/list-query.ts';
import { type AdoptPage, homePath, type PublicSite } from '../page.ts';
import formStyle from './form.css' with { type: 'text' };
import { type InquiryField, type InquiryObstacle, inquiryMessages } from './messages.ts';
import { inquiryFields, type Typed, tokenField, trapField } from './read-form.ts';

export interface InquiryFormOptions {
  /** After how many days inquiries are erased. */
  readonly days: number;
  readonly privacyUrl: string | undefined;
}

export interface FormContent extends InquiryFormOptions {
  readonly listing: Listing;
  /** The list from which a visitor has come. */
  readonly from: PublicQuery;
  readonly typed: Typed;
  readonly token: string;
  readonly faults?: readonly InquiryField[];
  /** Whether neither an address nor a telephone number was given. */
  readonly noReply?: boolean;
  /** What the address has that none can have. */
  readonly character?: string | undefined;
  readonly obstacle?: InquiryObstacle | undefined;
}

/** The form is at `/adopt/{petId}/inquiry`. */
const root = '../../';
const inputs: Record<Exclude<InquiryField, 'message'>, { type: string; autocomplete: string }> = {
  name: { type: 'text', autocomplete: 'name' },
  email: { type: 'email', autocomplete: 'email' },
  phone: { type: 'tel', autocomplete: 'tel' },
};

/** The form about an animal, with what was typed and what is wrong with it. It needs no script. */
export function formPage(site: PublicSite, content: FormContent): AdoptPage {
  const { language } = site;
  const messages = inquiryMessages[language.code];
  const { listing, from, typed, token, days, privacyUrl, faults = [], obstacle } = content;
  const { id, name } = listing;
  const isRefused = faults.length > 0 || obstacle !== undefined;
  const title = language.messages.askAbout(name);
  return {
    path: `${homePath}/${id}`,
    root,
    from,
    title: isRefused ? `${refusalTitle(content, messages)} · ${title}` : title,
    description: messages.introduction(name),
    isIndexed: false,
    type: 'website',
    style: formStyle,
    content: html`<a class="back" href="${withQuery(`../${id}`, from)}">← ${messages.back(name)}</a>
<div class="inquiry">
<h1>${title}</h1>
<p>${messages.introduction(name)}</p>
${isRefused && renderRefusal(content, messages)}
<form method="post" action="${withQuery('inquiry', from)}" novalidate>
${inquiryFields.map((field) => renderField(field, typed[field], faultOf(field, content, messages), messages))}
<div class="trap" aria-hidden="true"><label>${messages.trap}<input name="${trapField}" tabindex="-1" autocomplete="off"></label></div>
<input type="hidden" name="${tokenField}" value="${token}">
<p class="erasure">${messages.erasure(days, Math.max(days, maxReviewDays))}${privacyUrl && html` <a href="${privacyUrl}">${messages.privacy}</a>`}</p>
<button>${messages.send}</button>
</form>
</div>`,
  };
}

type Messages = (typeof inquiryMessages)['en'];

function faultOf(field: InquiryField, { faults = [], noReply = false, character }: FormContent, messages: Messages) {
  if (!faults.includes(field)) return undefined;
  if (field === 'email' && noReply) return messages.noWayToReply;
  const isNamed = field === 'email' && character !== undefined;
  return isNamed ? `${messages.faults.email} ${messages.notInEmail(character)}` : messages.faults[field];
}

function refusalTitle({ obstacle }: FormContent, messages: Messages): string {
  return obstacle === 'notStored' ? messages.uncertainTitle : messages.faultsTitle;
}

/** Takes the focus, so that a screen reader begins with it. */
function renderRefusal(content: FormContent, messages: Messages): Markup {
  const { faults = [], obstacle } = content;
  const links = faults.map((field) => html`<li><a href="#${field}">${faultOf(field, content, messages)}</a></li>`);
  return html`<div class="refusal" role="alert" tabindex="-1" autofocus><h2>${refusalTitle(content, messages)}</h2>${obstacle && html`<p>${messages.obstacles[obstacle]}</p>`}${links.length > 0 && html`<ul>${links}</ul>`}</div>`;
}

function renderField(field: InquiryField, text: string, fault: string | undefined, messages: Messages): Markup {
  const hint = messages.hints[field];
  const ids = [hint && `${field}-hint`, fault && `${field}-fault`].filter(Boolean).join(' ');
  const described = ids !== '' && html`aria-describedby="${ids}"`;
  const control =
    field === 'message'
      ? html`<textarea id="${field}" name="${field}" rows="7" maxlength="${inquiryLengths.message}" ${described} aria-invalid="${String(fault !== undefined)}" required>
${text}</textarea>`
      : html`<input id="${field}" name="${field}" type="${inputs[field].type}" autocomplete="${inputs[field].autocomplete}" maxlength="${inquiryLengths[field]}" value="${text}" ${described} aria-invalid="${String(fault !== undefined)}"${field === 'name' && html` required`}>`;
  return html`<div class="field"><label for="${field}">${messages.labels[field]}</label>${hint && html`<p class="hint" id="${field}-hint">${hint}</p>`}${fault && html`<p class="fault" id="${field}-fault">${fault}</p>`}${control}</div>
`;
}

/** The page after a form about an animal was sent, at `/adopt/{petId}/inquiry/sent/{link}`, or without a link there. */
export function sentPage(
  { language }: PublicSite,
  { name }: Listing,
  from: PublicQuery,
  link: string | undefined,
): AdoptPage {
  const up = link === undefined ? '../../../' : '../../../../';
  const messages = inquiryMessages[language.code];
  const text = messages.sentText(name);
  return {
    path: homePath,
    root: up,
    from,
    title: messages.sentTitle,
    description: text,
    isIndexed: false,
    type: 'website',
    style: '',
    content: html`<div class="note"><h1>${messages.sentTitle}</h1><p>${text}</p>${link && html`<p>${messages.linkText} <a href="${withQuery(`${up}adopt/inquiries/${link}`, langIn(from))}">${messages.linkTitle}</a></p>`}<p><a class="button" href="${withQuery(`${up}adopt`, from)}">${language.messages.back}</a></p></div>`,
  };
}
