const unseen = /[\p{Cc}\p{Cf}\p{Z}\p{Default_Ignorable_Code_Point}\u2800]/gu;

/** A reference as people compare it: without case, blanks and what cannot be seen. Different signs stay different. */
export function foldReference(reference: string): string {
  return reference.normalize('NFC').replace(unseen, '').toLowerCase().toUpperCase().toLowerCase();
}
