import { type RefObject, useRef, useState } from 'react';
import { type FieldFaults, readFieldFaults } from './field-faults.ts';

/** Why something was not done: by field where a field is at fault, or as an error. */
export interface Failed {
  readonly faults: FieldFaults;
  readonly error: unknown;
}

/** Something that a person asks for, perhaps again and again until it is done. */
export interface Attempt {
  readonly isBusy: boolean;
  /** How the last attempt has failed. */
  readonly failed: Failed | undefined;
  /** Whether it was done. */
  readonly done: RefObject<boolean>;
  /** Refuses what was filled in. */
  refuse(faults: FieldFaults): void;
  /** Does it. What is thrown becomes `failed`, at a field if it names one of these. */
  run(act: () => Promise<void>, fields?: readonly string[]): Promise<void>;
}

export function useAttempt(): Attempt {
  const [isBusy, setBusy] = useState(false);
  const [failed, setFailed] = useState<Failed>();
  const done = useRef(false);
  return {
    isBusy,
    failed,
    done,
    refuse: (faults) => setFailed({ faults, error: undefined }),
    async run(act, fields = []) {
      setBusy(true);
      setFailed(undefined);
      try {
        await act();
        done.current = true;
      } catch (error) {
        const faults = readFieldFaults(error);
        const isAtField = fields.some((field) => faults[field] !== undefined);
        setFailed(isAtField ? { faults, error: undefined } : { faults: {}, error });
      }
      setBusy(false);
    },
  };
}
