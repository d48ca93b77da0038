import { type InquiryDraft, type InquiryStage, inquiryLengths } from '../../homes/inquiries/model.ts';
import { withCommas } from '../../lib/format.ts';
import type { PublicLanguage } from '../look.ts';

export type InquiryField = Exclude<keyof InquiryDraft, 'petId'>;

/** What the page of an inquiry says of it. */
export type InquiryProgress = InquiryStage | 'reserved' | 'adopted';

/** Why a form was not accepted, although its fields are valid. */
export type InquiryObstacle = 'again' | 'tooMany' | 'tooOften' | 'tooManyToday' | 'notStored';

/** Everything that the form says, in one language. */
const en = {
  introduction: (name: string) => `Tell us about your home and when you could meet ${name}.`,
  labels: { name: 'Your name', email: 'E-mail', phone: 'Phone', message: 'Message' },
  hints: { phone: 'If you prefer a call. An e-mail address or a phone number is enough.' } as Partial<
    Record<InquiryField, string>
  >,
  /** What is right for a field. */
  faults: {
    name: `Enter your name, with at most ${inquiryLengths.name} characters.`,
    email: 'Enter an e-mail address such as ada@example.org.',
    phone: 'Enter a phone number with digits, such as +1 512 555 0100.',
    message: `Enter a message of at most ${withCommas(inquiryLengths.message)} characters.`,
  },
  notInEmail: (character: string) => `It cannot contain ${character}.`,
  noWayToReply: 'Enter an e-mail address or a phone number, so that we can reply.',
  faultsTitle: 'Your message was not sent yet',
  /** Of one whose storing was not confirmed. */
  uncertainTitle: 'Your message may not have arrived',
  obstacles: {
    again: 'To be sure that a person has sent this, please send it once more.',
    tooMany: 'Very many people ask about this animal at the moment. Please try again in a few days.',
    tooOften: 'Too many messages came from your connection. Please wait a minute, then send it again.',
    tooManyToday: 'Very many messages came from your connection today. Please send it again tomorrow.',
    notStored: 'We are not sure that this was stored. Please send it again in a moment: it counts once only.',
  },
  /** The label of the field that only programs fill. */
  trap: 'Leave this field empty',
  send: 'Send',
  erasure: (days: number, reviewDays: number) =>
    `We use what you enter only to reply to you, and erase it after ${days} days. If we go on with your request, we erase it ` +
    `${days} days after it has ended, or when nothing has happened for ${reviewDays} days.`,
  privacy: 'Privacy notice',
  back: (name: string) => `Back to ${name}`,
  sentTitle: 'Thank you for your message',
  sentText: (name: string) => `We have received your message about ${name} and will reply to you.`,
  linkText:
    'Keep this link, which nobody else has. Its page shows how it goes on, and there you can withdraw your message:',
  linkTitle: 'Your message',
  wrote: (day: string) => `What you wrote on ${day}`,
  /** In place of the name of one that was removed. */
  anAnimal: 'an animal',
  progress: {
    new: (name) => `We have received your message about ${name} and will reply to you.`,
    reviewing: (name) => `We are looking at your message about ${name} and will get in touch with you.`,
    approved: (name) => `We have said yes to your message about ${name} and will get in touch with you.`,
    reserved: (name, until) => `${name} is reserved for you${until === undefined ? '' : ` until ${until}`}.`,
    declined: (name) => `Thank you for your message about ${name}. We are sorry that it cannot work out this time.`,
    adopted: (name) =>
      `${name} has found a home with somebody else. Thank you for your message: we would be glad to help you find another animal.`,
    withdrawn: (name) => `Your message about ${name} was withdrawn.`,
    closed: (name) => `We have dealt with your message about ${name}. Thank you.`,
  } as Readonly<Record<InquiryProgress, (name: string, until: string | undefined) => string>>,
  withdraw: 'Withdraw',
  withdrawTitle: 'Withdraw your message?',
  withdrawText: (name: string) => `You do not wait for an answer about ${name} any more. You can always ask again.`,
  keep: 'No, keep it',
  unknownTitle: 'There is no message here',
  unknownText: 'This link is not complete, or the message was erased.',
};

const de: typeof en = {
  introduction: (name) => `Erzählen Sie uns von Ihrem Zuhause, und wann Sie ${name} kennenlernen könnten.`,
  labels: { name: 'Ihr Name', email: 'E-Mail', phone: 'Telefon', message: 'Nachricht' },
  hints: { phone: 'Falls Sie lieber angerufen werden. E-Mail-Adresse oder Telefonnummer genügt.' },
  faults: {
    name: `Geben Sie Ihren Namen ein, mit höchstens ${inquiryLengths.name} Zeichen.`,
    email: 'Geben Sie eine E-Mail-Adresse ein, zum Beispiel ada@example.org.',
    phone: 'Geben Sie eine Telefonnummer mit Ziffern ein, zum Beispiel +49 30 1234567.',
    message: `Geben Sie eine Nachricht mit höchstens ${withCommas(inquiryLengths.message).replace(',', '.')} Zeichen ein.`,
  },
  notInEmail: (character) => `${character} kann darin nicht vorkommen.`,
  noWayToReply: 'Geben Sie eine E-Mail-Adresse oder eine Telefonnummer an, damit wir antworten können.',
  faultsTitle: 'Ihre Nachricht wurde noch nicht gesendet',
  uncertainTitle: 'Ihre Nachricht ist vielleicht nicht angekommen',
  obstacles: {
    again: 'Damit wir sicher sind, dass ein Mensch dies sendet, senden Sie es bitte noch einmal.',
    tooMany: 'Zurzeit fragen sehr viele nach diesem Tier. Bitte versuchen Sie es in einigen Tagen wieder.',
    tooOften:
      'Von Ihrem Anschluss kamen zu viele Nachrichten. Bitte warten Sie eine Minute, und senden Sie dann erneut.',
    tooManyToday: 'Von Ihrem Anschluss kamen heute sehr viele Nachrichten. Bitte senden Sie sie morgen noch einmal.',
    notStored:
      'Wir sind nicht sicher, ob dies gespeichert ist. Bitte senden Sie es gleich noch einmal: Es zählt nur einmal.',
  },
  trap: 'Lassen Sie dieses Feld leer',
  send: 'Senden',
  erasure: (days, reviewDays) =>
    `Wir verwenden Ihre Angaben nur, um Ihnen zu antworten, und löschen sie nach ${days} Tagen. Bearbeiten wir Ihre Anfrage, ` +
    `löschen wir sie ${days} Tage nach deren Ende, oder wenn ${reviewDays} Tage lang nichts geschehen ist.`,
  privacy: 'Datenschutzerklärung',
  back: (name) => `Zurück zu ${name}`,
  sentTitle: 'Danke für Ihre Nachricht',
  sentText: (name) => `Wir haben Ihre Nachricht zu ${name} erhalten und werden Ihnen antworten.`,
  linkText:
    'Bewahren Sie diesen Link auf, den sonst niemand hat. Seine Seite zeigt, wie es weitergeht, und dort können Sie Ihre ' +
    'Nachricht zurückziehen:',
  linkTitle: 'Ihre Nachricht',
  wrote: (day) => `Das haben Sie am ${day} geschrieben`,
  anAnimal: 'einem Tier',
  progress: {
    new: (name) => `Wir haben Ihre Nachricht zu ${name} erhalten und werden Ihnen antworten.`,
    reviewing: (name) => `Wir prüfen Ihre Nachricht zu ${name} und melden uns bei Ihnen.`,
    approved: (name) => `Wir haben zu Ihrer Nachricht zu ${name} Ja gesagt und melden uns bei Ihnen.`,
    reserved: (name, until) => `${name} ist${until === undefined ? '' : ` bis zum ${until}`} für Sie reserviert.`,
    declined: (name) => `Danke für Ihre Nachricht zu ${name}. Es tut uns leid, dass es diesmal nicht möglich ist.`,
    adopted: (name) =>
      `${name} hat bei jemand anderem ein Zuhause gefunden. Danke für Ihre Nachricht: Gern helfen wir Ihnen, ein anderes Tier zu finden.`,
    withdrawn: (name) => `Ihre Nachricht zu ${name} wurde zurückgezogen.`,
    closed: (name) => `Ihre Nachricht zu ${name} ist erledigt. Vielen Dank.`,
  },
  withdraw: 'Zurückziehen',
  withdrawTitle: 'Ihre Nachricht zurückziehen?',
  withdrawText: (name) => `Sie warten dann nicht mehr auf eine Antwort zu ${name}. Sie können jederzeit wieder fragen.`,
  keep: 'Nein, behalten',
  unknownTitle: 'Hier ist keine Nachricht',
  unknownText: 'Dieser Link ist unvollständig, oder die Nachricht wurde gelöscht.',
};

export const inquiryMessages: Readonly<Record<PublicLanguage, typeof en>> = { en, de };
