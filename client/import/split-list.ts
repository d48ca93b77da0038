/** Splits what a person wrote at its commas and trims the parts. A comma that belongs to a part is written `\,`. */
export function splitList(text: string): string[] {
  return text.split(/(?<!\\),/).map((part) => part.replaceAll('\\,', ',').trim());
}
