import type { PublicLanguage } from '../../../contract/shelter.ts';
import { type InquiryDraft, type InquiryStage, inquiryLengths } from '../../homes/inquiries/model.ts';
import { withCommas } from '../../lib/format.ts';
import { ofName } from '../messages/fr.ts';

export type InquiryField = Exclude<keyof InquiryDraft, 'petId'>;

/** What the page of an inquiry says of it. */
export type InquiryProgress = InquiryStage | 'reserved' | 'adopted';

/** Why a form was not accepted, although its fields are valid. */
export type InquiryObstacle = 'again' | 'tooMany' | 'tooOften' | 'tooManyToday' | 'notStored' | 'sentBefore';

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
    sentBefore: 'We have your first message from this form, and it counts. Send this one if we shall have it, too.',
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
    sentBefore:
      'Ihre erste Nachricht aus diesem Formular haben wir, und sie gilt. Senden Sie diese, wenn wir auch sie bekommen sollen.',
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

const fr: typeof en = {
  introduction: (name) => `Parlez-nous de votre foyer, et dites-nous quand vous pourriez rencontrer ${name}.`,
  labels: { name: 'Votre nom', email: 'Adresse e-mail', phone: 'Téléphone', message: 'Votre message' },
  hints: { phone: 'Si vous préférez être rappelé. Une adresse e-mail ou un numéro de téléphone suffit.' },
  faults: {
    name: `Saisissez votre nom, en ${inquiryLengths.name} caractères au plus.`,
    email: 'Saisissez une adresse e-mail, par exemple ada@example.org.',
    phone: 'Saisissez un numéro de téléphone avec des chiffres, par exemple +33 1 23 45 67 89.',
    message: `Saisissez un message de ${inquiryLengths.message} caractères au plus.`,
  },
  notInEmail: (character) => `Elle ne peut pas contenir ${character}.`,
  noWayToReply: 'Indiquez une adresse e-mail ou un numéro de téléphone, afin que nous puissions vous répondre.',
  faultsTitle: 'Votre message n’a pas encore été envoyé',
  uncertainTitle: 'Votre message n’est peut-être pas arrivé',
  obstacles: {
    again: 'Pour nous assurer qu’il vient d’une personne, envoyez-le encore une fois, s’il vous plaît.',
    tooMany: 'Beaucoup de personnes s’intéressent à cet animal en ce moment. Réessayez dans quelques jours.',
    tooOften: 'Trop de messages sont venus de votre connexion. Attendez une minute, puis renvoyez le vôtre.',
    tooManyToday: 'Beaucoup de messages sont venus de votre connexion aujourd’hui. Renvoyez le vôtre demain.',
    sentBefore:
      'Nous avons reçu votre premier message de ce formulaire, et c’est lui qui compte. Envoyez celui-ci si nous devons l’avoir aussi.',
    notStored:
      'Nous ne sommes pas sûrs de l’avoir enregistré. Renvoyez-le dans un instant\u00a0: il ne compte qu’une fois.',
  },
  trap: 'Laissez ce champ vide',
  send: 'Envoyer',
  erasure: (days, reviewDays) =>
    `Nous n’utilisons ces données que pour vous répondre, et les effaçons après ${days} jours. Si nous donnons suite à votre ` +
    `demande, nous les effaçons ${days} jours après sa fin, ou quand rien ne s’est passé pendant ${reviewDays} jours.`,
  privacy: 'Protection des données',
  back: (name) => `Retour à la page ${ofName(name)}`,
  sentTitle: 'Merci pour votre message',
  sentText: (name) => `Nous avons reçu votre message au sujet ${ofName(name)} et nous vous répondrons.`,
  linkText:
    'Gardez ce lien, que personne d’autre n’a. Sa page montre où en est votre demande, et vous pouvez y retirer votre message\u00a0:',
  linkTitle: 'Votre message',
  wrote: (day) => `Ce que vous avez écrit le ${day}`,
  anAnimal: 'cet animal',
  progress: {
    new: (name) => `Nous avons reçu votre message au sujet ${ofName(name)} et nous vous répondrons.`,
    reviewing: (name) => `Nous étudions votre message au sujet ${ofName(name)} et nous vous contacterons.`,
    approved: (name) => `Nous avons accepté votre demande au sujet ${ofName(name)} et nous vous contacterons.`,
    reserved: (name, until) => `Nous vous réservons ${name}${until === undefined ? '' : ` jusqu’au ${until}`}.`,
    declined: (name) =>
      `Merci pour votre message au sujet ${ofName(name)}. Nous regrettons que ce ne soit pas possible cette fois-ci.`,
    adopted: (name) =>
      `${name} a trouvé une autre famille. Merci pour votre message\u00a0: nous vous aiderons volontiers à trouver un autre animal.`,
    withdrawn: (name) => `Vous avez retiré votre message au sujet ${ofName(name)}.`,
    closed: (name) => `Votre message au sujet ${ofName(name)} a été traité. Merci.`,
  },
  withdraw: 'Retirer',
  withdrawTitle: 'Retirer votre message\u202f?',
  withdrawText: (name) =>
    `Vous n’attendrez plus de réponse au sujet ${ofName(name)}. Vous pourrez toujours nous interroger de nouveau.`,
  keep: 'Non, le garder',
  unknownTitle: 'Il n’y a pas de message ici',
  unknownText: 'Ce lien est incomplet, ou le message a été effacé.',
};

const es: typeof en = {
  introduction: (name) => `Cuéntanos cómo es tu hogar y cuándo podrías conocer a ${name}.`,
  labels: { name: 'Tu nombre', email: 'Correo electrónico', phone: 'Teléfono', message: 'Mensaje' },
  hints: { phone: 'Si prefieres que te llamemos. Basta con un correo o un número de teléfono.' },
  faults: {
    name: `Escribe tu nombre, con un máximo de ${inquiryLengths.name} caracteres.`,
    email: 'Escribe una dirección de correo, por ejemplo ada@example.org.',
    phone: 'Escribe un número de teléfono con cifras, por ejemplo +34 912 34 56 78.',
    message: `Escribe un mensaje de ${inquiryLengths.message} caracteres como máximo.`,
  },
  notInEmail: (character) => `No puede contener ${character}.`,
  noWayToReply: 'Indica un correo o un número de teléfono para que podamos responderte.',
  faultsTitle: 'Tu mensaje aún no se ha enviado',
  uncertainTitle: 'Puede que tu mensaje no haya llegado',
  obstacles: {
    again: 'Para asegurarnos de que lo envía una persona, envíalo otra vez, por favor.',
    tooMany: 'Ahora mismo muchas personas preguntan por este animal. Inténtalo de nuevo dentro de unos días.',
    tooOften: 'Han llegado demasiados mensajes desde tu conexión. Espera un minuto y envíalo de nuevo.',
    tooManyToday: 'Hoy han llegado muchos mensajes desde tu conexión. Envíalo de nuevo mañana.',
    sentBefore:
      'Tenemos tu primer mensaje de este formulario, y es el que cuenta. Envía este si también debemos recibirlo.',
    notStored: 'No sabemos con seguridad si se ha guardado. Envíalo otra vez en un momento: solo cuenta una vez.',
  },
  trap: 'Deja este campo vacío',
  send: 'Enviar',
  erasure: (days, reviewDays) =>
    `Solo usamos estos datos para responderte, y los borramos al cabo de ${days} días. Si seguimos adelante con tu solicitud, ` +
    `los borramos ${days} días después de que termine, o cuando no haya ocurrido nada durante ${reviewDays} días.`,
  privacy: 'Política de privacidad',
  back: (name) => `Volver a ${name}`,
  sentTitle: 'Gracias por tu mensaje',
  sentText: (name) => `Hemos recibido tu mensaje sobre ${name} y te responderemos.`,
  linkText:
    'Guarda este enlace, que nadie más tiene. Su página muestra cómo va tu solicitud, y allí puedes retirar tu mensaje:',
  linkTitle: 'Tu mensaje',
  wrote: (day) => `Lo que escribiste el ${day}`,
  anAnimal: 'un animal',
  progress: {
    new: (name) => `Hemos recibido tu mensaje sobre ${name} y te responderemos.`,
    reviewing: (name) => `Estamos leyendo tu mensaje sobre ${name} y nos pondremos en contacto contigo.`,
    approved: (name) => `Hemos aceptado tu solicitud sobre ${name} y nos pondremos en contacto contigo.`,
    reserved: (name, until) => `Hemos reservado a ${name} para ti${until === undefined ? '' : ` hasta el ${until}`}.`,
    declined: (name) => `Gracias por tu mensaje sobre ${name}. Sentimos que esta vez no sea posible.`,
    adopted: (name) =>
      `${name} ya tiene otro hogar. Gracias por tu mensaje: te ayudaremos con mucho gusto a encontrar otro animal.`,
    withdrawn: (name) => `Has retirado tu mensaje sobre ${name}.`,
    closed: (name) => `Hemos atendido tu mensaje sobre ${name}. Gracias.`,
  },
  withdraw: 'Retirar',
  withdrawTitle: '¿Retirar tu mensaje?',
  withdrawText: (name) => `Ya no esperarás respuesta sobre ${name}. Siempre puedes volver a preguntar.`,
  keep: 'No, conservarlo',
  unknownTitle: 'Aquí no hay ningún mensaje',
  unknownText: 'Este enlace está incompleto o el mensaje se ha borrado.',
};

export const inquiryMessages: Readonly<Record<PublicLanguage, typeof en>> = { en, de, fr, es };
