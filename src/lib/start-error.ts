/** The program cannot start. The message is a single line for the operator. */
export class StartError extends Error {
  override readonly name: string = 'StartError';
}
