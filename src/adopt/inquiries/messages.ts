import { type InquiryDraft, inquiryLengths } from '../../catalogue/inquiries/model.ts';
import { withCommas } from '../../lib/format.ts';
import type { PublicLanguage } from '../look.ts';

export type InquiryField = Exclude<keyof InquiryDraft, 'petId'>;

/** Why a form was not accepted, although its fields are valid. */
export type InquiryObstacle = 'again' | 'tooMany' | 'tooOften' | 'tooManyToday' | 'notStored';

/** Everything that the form says, in one language. */
const en = {
  title: (name: string) => `Ask about ${name}`,
  introduction: (name: string) => `Tell us about your home and when you could meet ${name}.`,
  labels: { name: 'Your name', email: 'E-mail', phone: 'Telephone', message: 'Message' },
  hints: { phone: 'If you prefer a call. An e-mail address or a telephone number is enough.' } as Partial<
    Record<InquiryField, string>
  >,
  /** What is right for a field. */
  faults: {
    name: `Enter your name, with at most ${inquiryLengths.name} characters.`,
    email: 'Enter an e-mail address such as ada@example.org.',
    phone: 'Enter a telephone number with digits, such as +1 512 555 0100.',
    message: `Enter a message of at most ${withCommas(inquiryLengths.message)} characters.`,
  },
  noWayToReply: 'Enter an e-mail address or a telephone number, so that we can reply.',
  faultsTitle: 'Your message was not sent yet',
  obstacles: {
    again: 'To be sure that a person has sent this, please send it once more.',
    tooMany: 'Very many people ask about this animal at the moment. Please try again in a few days.',
    tooOften: 'Too many messages came from your connection. Please wait a minute, then send it again.',
    tooManyToday: 'Very many messages came from your connection today. Please send it again tomorrow.',
    notStored: 'We could not store your message just now. Please send it again in a moment.',
  },
  /** The label of the field that only programs fill. */
  trap: 'Leave this field empty',
  send: 'Send',
  erasure: (days: number) => `We use what you enter only to reply to you, and erase it after ${days} days.`,
  privacy: 'Privacy notice',
  back: (name: string) => `Back to ${name}`,
  sentTitle: 'Thank you for your message',
  sentText: (name: string) => `We have received your message about ${name} and will reply to you.`,
};

const de: typeof en = {
  title: (name) => `Fragen Sie nach ${name}`,
  introduction: (name) => `Erzählen Sie uns von Ihrem Zuhause, und wann Sie ${name} kennenlernen könnten.`,
  labels: { name: 'Ihr Name', email: 'E-Mail', phone: 'Telefon', message: 'Nachricht' },
  hints: { phone: 'Falls Sie lieber angerufen werden. E-Mail-Adresse oder Telefonnummer genügt.' },
  faults: {
    name: `Geben Sie Ihren Namen ein, mit höchstens ${inquiryLengths.name} Zeichen.`,
    email: 'Geben Sie eine E-Mail-Adresse ein, zum Beispiel ada@example.org.',
    phone: 'Geben Sie eine Telefonnummer mit Ziffern ein, zum Beispiel +49 30 1234567.',
    message: `Geben Sie eine Nachricht mit höchstens ${withCommas(inquiryLengths.message).replace(',', '.')} Zeichen ein.`,
  },
  noWayToReply: 'Geben Sie eine E-Mail-Adresse oder eine Telefonnummer an, damit wir antworten können.',
  faultsTitle: 'Ihre Nachricht wurde noch nicht gesendet',
  obstacles: {
    again: 'Damit wir sicher sind, dass ein Mensch dies sendet, senden Sie es bitte noch einmal.',
    tooMany: 'Zurzeit fragen sehr viele nach diesem Tier. Bitte versuchen Sie es in einigen Tagen wieder.',
    tooOften:
      'Von Ihrem Anschluss kamen zu viele Nachrichten. Bitte warten Sie eine Minute, und senden Sie dann erneut.',
    tooManyToday: 'Von Ihrem Anschluss kamen heute sehr viele Nachrichten. Bitte senden Sie sie morgen noch einmal.',
    notStored: 'Wir konnten Ihre Nachricht gerade nicht speichern. Bitte senden Sie sie gleich noch einmal.',
  },
  trap: 'Lassen Sie dieses Feld leer',
  send: 'Senden',
  erasure: (days) => `Wir verwenden Ihre Angaben nur, um Ihnen zu antworten, und löschen sie nach ${days} Tagen.`,
  privacy: 'Datenschutzerklärung',
  back: (name) => `Zurück zu ${name}`,
  sentTitle: 'Danke für Ihre Nachricht',
  sentText: (name) => `Wir haben Ihre Nachricht zu ${name} erhalten und werden Ihnen antworten.`,
};

export const inquiryMessages: Readonly<Record<PublicLanguage, typeof en>> = { en, de };
