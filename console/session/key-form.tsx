import { Alert, Button, PasswordInput, Stack } from '@mantine/core';
import { type FormEvent, useEffect, useRef, useState } from 'react';
import { texts } from '../texts/texts.ts';
import type { SignInProblem } from './sign-in-error.ts';

interface KeyFormProps {
  /** What stands in the field at first. */
  retained: string;
  isBusy: boolean;
  problem: SignInProblem | undefined;
  onSubmit(apiKey: string): void;
}

/** The field for the key. The browser alone keeps what is typed into it: no attribute of the page ever has it. */
export function KeyForm({ retained, isBusy, problem, onSubmit }: KeyFormProps) {
  const [isMissing, setMissing] = useState(false);
  const field = useRef<HTMLInputElement>(null);

  useEffect(() => {
    if (field.current !== null && field.current.value === '') field.current.value = retained;
  }, [retained]);
  useEffect(() => {
    if (problem === undefined) field.current?.focus();
  }, [problem]);

  const submit = (event: FormEvent) => {
    event.preventDefault();
    const apiKey = field.current?.value.trim() ?? '';
    setMissing(apiKey === '');
    if (apiKey === '') field.current?.focus();
    else onSubmit(apiKey);
  };

  return (
    <form onSubmit={submit} noValidate>
      <Stack>
        <SignInAlert problem={problem} />
        {/* A key is what other sites call a password, and too long to type: a manager may keep it, and fill it in. */}
        <PasswordInput
          ref={field}
          label={texts.session.apiKey}
          description={texts.session.apiKeyNote}
          placeholder="https://…"
          autoComplete="current-password"
          autoCapitalize="off"
          spellCheck={false}
          visibilityToggleFocusable
          visibilityToggleButtonProps={{ 'aria-label': texts.session.showTyped }}
          aria-invalid={isMissing || problem?.isAboutKey === true}
          error={isMissing ? texts.session.keyMissing : problem?.isAboutKey === true}
        />
        <Button type="submit" loading={isBusy}>
          {texts.session.signIn}
        </Button>
      </Stack>
    </form>
  );
}

export function SignInAlert({ problem }: { problem: SignInProblem | undefined }) {
  const message = useRef<HTMLDivElement>(null);
  useEffect(() => {
    if (problem !== undefined) message.current?.focus();
  }, [problem]);
  if (problem === undefined) return null;
  return (
    <Alert ref={message} color="red" title={problem.title} role="alert" tabIndex={-1}>
      {problem.advice}
    </Alert>
  );
}
