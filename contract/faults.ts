/** Why something is refused: a key of tables of sentences, one for each language, and what the sentence names. */
export interface Fault<Reason extends string = string> {
  readonly reason: Reason;
  readonly values: readonly string[];
  /** The sentence in English. */
  readonly detail: string;
}

/** A fault as a server tells it, which may be older, or newer and have other reasons. */
export interface ToldFault extends Partial<Omit<Fault, 'detail'>> {
  readonly detail: string;
  /** The field, as a JSON Pointer in a URI fragment: `detail` goes on after it. */
  readonly pointer?: string;
}

/** The field of a pointer, as people write it. */
export function fieldOf(pointer: string): string {
  return pointer
    .replace(/^#\/|^\?/, '')
    .replaceAll(/\/(\d+)/g, '[$1]')
    .replaceAll('/', '.');
}

/**
 * The sentence of a reason. In it `{0}` stands for the first value, and `{1…}` for the sentence of the reason that is the
 * second one, which names the values behind that. `undefined` for a reason that the table does not have.
 */
export function fill(
  sentences: Readonly<Record<string, string>>,
  reason = '',
  values: readonly string[] = [],
): string | undefined {
  return sentences[reason]?.replaceAll(/\{(\d)(…?)\}/g, (_, place: string, isReason: string) => {
    const [first = '', ...rest] = values.slice(Number(place));
    return isReason === '' ? first : (fill(sentences, first, rest) ?? '');
  });
}

/** Makes faults with the sentences of a table. */
export function faultsOf<Reason extends string>(sentences: Readonly<Record<Reason, string>>) {
  return (reason: Reason, ...named: readonly (string | number | bigint)[]): Fault<Reason> => {
    const values = named.map(String);
    return { reason, values, detail: fill(sentences, reason, values) ?? reason };
  };
}
