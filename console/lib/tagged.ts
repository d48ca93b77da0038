import { PetstoreError } from '../../client/transport/errors.ts';

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

const maxAttempts = 5;

/** Reads and changes something, again if it was changed between the two. */
export async function untilCurrent<Result>(change: () => Promise<Result>): Promise<Result> {
  for (let attempt = 1; ; attempt += 1) {
    try {
      return await change();
    } catch (error) {
      const isOutdated = error instanceof PetstoreError && error.code === 'precondition_failed';
      if (!isOutdated || attempt === maxAttempts) throw error;
    }
  }
}
