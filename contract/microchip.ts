/** The number of a microchip as it is compared: without blanks, dashes and asterisks, in capitals. */
export function cleanChip(text: string): string {
  return text.replaceAll(/[\s*\u2212\u200B-\u200F\uFEFF]|\p{Pd}/gu, '').toUpperCase();
}

/** Such a number: 15 digits by ISO 11784, or 9 to 15 letters and digits of older chips. */
export const chipPattern = '^[0-9A-Z]{9,15}$';
export const isChip = (cleaned: string) => new RegExp(chipPattern).test(cleaned);
