import { PetstoreError } from '../../client/index.ts';

/** A value with the tag (RFC 9110, section 8.8.3) that stands for it as it is. */
export interface Tagged<Value> {
  readonly value: Value;
  readonly tag: string;
}

type OnAnswer = (answer: { headers: Headers }) => void;

/** What a call returns, with the tag of its answer. */
export async function tagged<Value>(call: (onAnswer: OnAnswer) => Promise<Value>): Promise<Tagged<Value>> {
  let tag = '';
  const value = await call(({ headers }) => {
    tag = headers.get('ETag') ?? '';
  });
  return { value, tag };
}

/** Whether a change was refused because its tag stands for an earlier version. */
export function isOutdated(error: unknown): boolean {
  return error instanceof PetstoreError && error.code === 'precondition_failed';
}
