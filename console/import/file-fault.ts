/** Why a file cannot be used, in words for the person who chose it. */
export class FileFault extends Error {
  override readonly name = 'FileFault';
}
