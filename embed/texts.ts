export type Reason = 'key' | 'origin' | 'settings' | 'busy' | 'unreachable';

/** What the cards say, in one language. */
export interface Texts {
  readonly lang: string;
  /** The name of the list for screen readers. */
  readonly list: string;
  readonly loading: string;
  readonly more: string;
  /** Told to screen readers after more animals were added. */
  readonly added: string;
  readonly none: string;
  /** In place of a photo. */
  readonly noPhoto: string;
  readonly retry: string;
  readonly statuses: Readonly<Record<string, string>>;
  readonly sexes: Readonly<Record<string, string>>;
  readonly refusals: Readonly<Record<Reason, string>>;
}

const en: Texts = {
  lang: 'en',
  list: 'Animals for adoption',
  loading: 'Loading animals …',
  more: 'Show more animals',
  added: 'Animals added: ',
  none: 'There are no animals here at the moment.',
  noPhoto: 'No photo yet',
  retry: 'Try again',
  statuses: { pending: 'Not available yet', sold: 'Adopted' },
  sexes: { female: 'Female', male: 'Male' },
  refusals: {
    key: 'The animals cannot be shown: the key of this list is wrong or no longer valid.',
    origin: 'The animals cannot be shown: the key of this list is not for this web site.',
    settings: 'The animals cannot be shown: a setting of this list is wrong.',
    busy: 'The animals cannot be loaded at the moment.',
    unreachable:
      'The animals cannot be loaded: the service is out of reach, or this web site is not allowed to show them.',
  },
};

const de: Texts = {
  lang: 'de',
  list: 'Tiere, die ein Zuhause suchen',
  loading: 'Tiere werden geladen …',
  more: 'Weitere Tiere zeigen',
  added: 'Hinzugekommene Tiere: ',
  none: 'Zurzeit sind hier keine Tiere.',
  noPhoto: 'Noch kein Foto',
  retry: 'Noch einmal versuchen',
  statuses: { pending: 'Noch nicht verfügbar', sold: 'Vermittelt' },
  sexes: { female: 'Weiblich', male: 'Männlich' },
  refusals: {
    key: 'Die Tiere können nicht gezeigt werden: Der Schlüssel dieser Liste ist falsch oder gilt nicht mehr.',
    origin: 'Die Tiere können nicht gezeigt werden: Der Schlüssel dieser Liste ist nicht für diese Website.',
    settings: 'Die Tiere können nicht gezeigt werden: Eine Einstellung dieser Liste ist falsch.',
    busy: 'Die Tiere können gerade nicht geladen werden.',
    unreachable:
      'Die Tiere können nicht geladen werden: Der Dienst ist nicht erreichbar, oder diese Website darf sie nicht zeigen.',
  },
};

const fr: Texts = {
  lang: 'fr',
  list: 'Animaux à adopter',
  loading: 'Chargement des animaux…',
  more: 'Afficher plus d’animaux',
  added: 'Animaux ajoutés\u00a0: ',
  none: 'Il n’y a pas d’animaux ici pour le moment.',
  noPhoto: 'Pas encore de photo',
  retry: 'Réessayer',
  statuses: { pending: 'Pas encore disponible', sold: 'Adopté' },
  sexes: { female: 'Femelle', male: 'Mâle' },
  refusals: {
    key: 'Les animaux ne peuvent pas être affichés\u00a0: la clé de cette liste est fausse ou n’est plus valable.',
    origin: 'Les animaux ne peuvent pas être affichés\u00a0: la clé de cette liste n’est pas pour ce site.',
    settings: 'Les animaux ne peuvent pas être affichés\u00a0: un réglage de cette liste est faux.',
    busy: 'Les animaux ne peuvent pas être chargés pour le moment.',
    unreachable:
      'Les animaux ne peuvent pas être chargés\u00a0: le service est injoignable, ou ce site n’a pas le droit de les afficher.',
  },
};

const es: Texts = {
  lang: 'es',
  list: 'Animales en adopción',
  loading: 'Cargando animales…',
  more: 'Mostrar más animales',
  added: 'Animales añadidos: ',
  none: 'Ahora mismo no hay animales aquí.',
  noPhoto: 'Aún sin foto',
  retry: 'Intentarlo de nuevo',
  statuses: { pending: 'Aún no disponible', sold: 'Adoptado' },
  sexes: { female: 'Hembra', male: 'Macho' },
  refusals: {
    key: 'No se pueden mostrar los animales: la clave de esta lista es incorrecta o ya no es válida.',
    origin: 'No se pueden mostrar los animales: la clave de esta lista no es para este sitio web.',
    settings: 'No se pueden mostrar los animales: un ajuste de esta lista es incorrecto.',
    busy: 'Ahora mismo no se pueden cargar los animales.',
    unreachable:
      'No se pueden cargar los animales: no se llega al servicio, o este sitio web no tiene permiso para mostrarlos.',
  },
};

export const allTexts = [en, de, fr, es];

/** The texts in a language (BCP 47), or in English. */
export function findTexts(language: string): Texts {
  const [primary] = language.toLowerCase().split('-');
  return allTexts.find(({ lang }) => lang === primary) ?? en;
}
