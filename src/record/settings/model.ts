/** Whether a text is the code of a currency that is in use (ISO 4217). */
export function isCurrency(text: string): boolean {
  return Intl.supportedValuesOf('currency').includes(text);
}
