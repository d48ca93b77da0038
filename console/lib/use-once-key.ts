import { useRef } from 'react';
import { randomIdempotencyKey } from '../../client/idempotency-key.ts';

/** A name for a wish that is to be carried out once, however often it is sent. */
export interface OnceKey {
  /** The same name until the wish was carried out. */
  current(): string;
  /** The wish was carried out; what comes now is another one. */
  renew(): void;
}

export function useOnceKey(): OnceKey {
  const key = useRef<string>(undefined);
  return {
    current: () => {
      key.current ??= randomIdempotencyKey();
      return key.current;
    },
    renew: () => {
      key.current = undefined;
    },
  };
}
