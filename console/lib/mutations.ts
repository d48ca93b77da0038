import { useMutation } from '@tanstack/react-query';
import { useCallback, useMemo, useRef, useState } from 'react';
import { NoAnswerError, PetstoreError } from '../../client/index.ts';
import { randomIdempotencyKey } from '../../client/transport/idempotency-key.ts';
import { maxLabelLength } from '../../contract/limits.ts';
import { texts } from '../texts/texts.ts';
import { sendOnline } from './server-state.ts';

/** Messages by the name of the form field that they are about. */
export type FieldErrors = Readonly<Record<string, string>>;

/** The server's validation errors, the first of each field, also of those of a contact; none for any other error. */
export function readFieldErrors(error: unknown): FieldErrors {
  if (!(error instanceof PetstoreError) || error.code !== 'validation_failed') return {};
  const errors: Record<string, string> = {};
  for (const { pointer, ...fault } of error.validationErrors) {
    const [, field] = /^#\/(?:contact\/)?(\w+)/.exec(pointer) ?? [];
    if (field !== undefined) errors[field] ??= texts.lib.fieldError(fault);
  }
  return errors;
}

/** Which names are too long, in the words of the service, before they are sent there. Characters are code points. */
export function lengthErrors(fields: Readonly<Record<string, string>>): FieldErrors {
  const lengths = Object.entries(fields).map(([field, text]) => [field, [...text].length] as const);
  const tooLong = lengths.filter(([, length]) => length > maxLabelLength);
  return Object.fromEntries(tooLong.map(([field, length]) => [field, texts.lib.tooLong(maxLabelLength, length)]));
}

/** What a field for a text gets: the text, what is wrong with it, and what is done with another one. */
export function textInput(value: string, error: string | undefined, change: (text: string) => void) {
  return {
    ...{ value, error, autoComplete: 'off' },
    onChange: ({ currentTarget }: { currentTarget: { value: string } }) => change(currentTarget.value),
  };
}

interface FormMutationOptions {
  /** The fields that can show an error. An error about none of them is shown for the whole form. */
  fields?: readonly string[];
  /** Which fields an error is about; by default the server's validation errors. */
  fieldErrorsOf?: (error: unknown) => FieldErrors;
}

export type FormMutation<Input> = ReturnType<typeof useFormMutation<Input>>;

/** Sends a form. `send` also closes it: what it throws is shown in the form. */
export function useFormMutation<Input = void>(
  send: (input: Input) => Promise<unknown>,
  { fields = [], fieldErrorsOf = readFieldErrors }: FormMutationOptions = {},
) {
  const { mutateAsync, isPending, error, reset } = useMutation({
    mutationFn: (input: Input) => sendOnline(() => send(input)),
  });
  const [rejected, setRejected] = useState<FieldErrors>(noErrors);
  const oneAtATime = useOneAtATime();
  // biome-ignore lint/correctness/useExhaustiveDependencies: each failure gives one object, which moves the focus once
  const found = useMemo(() => {
    const errors = Object.entries(fieldErrorsOf(error)).filter(([field]) => fields.includes(field));
    return errors.length === 0 ? noErrors : Object.fromEntries(errors);
  }, [error]);
  return {
    isPending,
    /** Why the last attempt failed, unless that is shown at a field. */
    error: found === noErrors ? error : null,
    fieldErrors: rejected === noErrors ? found : rejected,
    /** Sends the input, unless an attempt is under way. */
    submit(input: Input) {
      setRejected(noErrors);
      void oneAtATime(() => mutateAsync(input).catch(() => undefined));
    },
    /** Shows errors at fields, or none, without sending anything. */
    reject(errors: FieldErrors) {
      reset();
      setRejected(errors);
    },
  };
}

const noErrors: FieldErrors = {};

/** Runs a function unless it is running: a second click can come before the page shows that the first one had an effect. */
export function useOneAtATime(): (run: () => Promise<unknown>) => Promise<void> {
  const isRunning = useRef(false);
  return useCallback(async (run) => {
    if (isRunning.current) return;
    isRunning.current = true;
    try {
      await run();
    } finally {
      isRunning.current = false;
    }
  }, []);
}

/** Calls something with an idempotency key: after no answer the next call has the same one, so that it has its effect once. */
export function useRepeatable() {
  const key = useRef<string>(undefined);
  return async <Result>(call: (idempotencyKey: string) => Promise<Result>): Promise<Result> => {
    key.current ??= randomIdempotencyKey();
    let isAnswered = true;
    try {
      return await call(key.current);
    } catch (error) {
      isAnswered = !(error instanceof NoAnswerError);
      throw error;
    } finally {
      if (isAnswered) key.current = undefined;
    }
  };
}
