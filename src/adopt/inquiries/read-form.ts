import type { FieldError } from '../../errors/faults.ts';
import type { InquiryDraft } from '../../homes/inquiries/model.ts';
import { NewInquiry } from '../../homes/inquiries/schemas.ts';
import { decodeJson } from '../../http/request/decode.ts';
import { JsonNumber } from '../../http/request/json.ts';
import { withPlainLines } from '../../lib/visible-text.ts';
import type { InquiryField } from './messages.ts';

export const inquiryFields = ['name', 'email', 'phone', 'message'] as const satisfies readonly InquiryField[];

/** The name of the field that only programs fill. */
export const trapField = 'website';
export const tokenField = 'token';

/** What was typed, as it was typed. */
export type Typed = Readonly<Record<InquiryField, string>>;

export const nothingTyped: Typed = { name: '', email: '', phone: '', message: '' };

export interface SentForm {
  readonly typed: Typed;
  readonly token: string;
  /** Whether a program has filled the field that people do not see. */
  readonly isTrapped: boolean;
}

/** Reads the body of a form (`application/x-www-form-urlencoded`). A missing field is empty. */
export function readInquiryForm(bytes: Uint8Array): SentForm {
  const sent = new URLSearchParams(new TextDecoder().decode(bytes));
  // Browsers send line breaks as CR and LF. Nobody can find a control character that has come with a paste.
  const text = (name: string) =>
    withPlainLines(sent.get(name) ?? '')
      .replaceAll('\r\n', '\n')
      .replaceAll(/[^\P{Cc}\n]/gu, '');
  return {
    typed: { name: text('name'), email: text('email'), phone: text('phone'), message: text('message') },
    token: text(tokenField),
    isTrapped: text(trapField) !== '',
  };
}

export type CheckedForm =
  | { readonly draft: InquiryDraft }
  /** The invalid fields, in the order of the form. `noReply` if both ways to reply are empty. `character` is not allowed in the address. */
  | { readonly faults: readonly InquiryField[]; readonly noReply: boolean; readonly character: string | undefined };

/** Validates what was typed by the rules of the API. Blanks around it do not count. */
export function checkForm(petId: bigint, typed: Typed): CheckedForm {
  const filled = inquiryFields.map((field) => [field, typed[field].trim()] as const).filter(([, text]) => text !== '');
  const errors: FieldError[] = [];
  const sent = { petId: new JsonNumber(String(petId)), ...Object.fromEntries(filled) };
  const draft = decodeJson(NewInquiry, sent, errors);
  const names = new Set(filled.map(([field]) => field));
  const noReply = !names.has('email') && !names.has('phone');
  if (errors.length === 0 && !noReply) return { draft: draft as InquiryDraft };
  const pointers = new Set(errors.map(({ pointer }) => pointer));
  const isFaulty = (field: InquiryField) => pointers.has(`#/${field}`) || (noReply && field === 'email');
  const [character] =
    errors.find(({ pointer, reason }) => pointer === '#/email' && reason === 'character')?.values ?? [];
  return { faults: inquiryFields.filter(isFaulty), noReply, character };
}
