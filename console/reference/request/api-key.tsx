import { Button, createSafeContext, Group, PasswordInput, Stack, Text } from '@mantine/core';
import { type FormEvent, useRef, useState } from 'react';
import { flushSync } from 'react-dom';
import { SmallButton } from '../../ui/action-button.tsx';
import { consoleAddress } from '../addresses.ts';

export interface ApiKey {
  /** `undefined` while there is none. */
  readonly value: string | undefined;
  readonly origin: 'console' | 'typed' | 'none';
  /** Takes another key; `undefined` goes back to that of the console. */
  set(value: string | undefined): void;
}

export const [ApiKeyContext, useApiKey] = createSafeContext<ApiKey>('the API key is used outside of its provider');

const explanations: Record<ApiKey['origin'], string> = {
  console: 'Requests are sent with the key that this tab is signed in to the console with.',
  typed: 'Requests are sent with the key that you entered. It is forgotten when you leave or reload the page.',
  none: 'To try requests, enter an API key. It is forgotten when you leave or reload the page.',
};

export function ApiKeyField() {
  const { origin, set } = useApiKey();
  const [isChanging, setChanging] = useState(false);
  const field = useRef<HTMLDivElement>(null);
  /** What had the focus is gone with each change. */
  const change = (isOpen: boolean, run?: () => void) => {
    flushSync(() => {
      run?.();
      setChanging(isOpen);
    });
    field.current?.querySelector<HTMLElement>('input, button')?.focus();
  };
  const take = (key: string | undefined) => change(false, () => set(key));
  return (
    <Stack gap="xs" ref={field}>
      <Text size="sm">
        {explanations[origin]}{' '}
        {origin === 'none' && (
          <>
            Or <a href={consoleAddress}>sign in to the console</a> and come back in this tab.
          </>
        )}
      </Text>
      {origin === 'none' || isChanging ? (
        <KeyForm onSubmit={take} onCancel={origin === 'none' ? undefined : () => change(false)} />
      ) : (
        <Group gap="xs">
          <Button size="compact-xs" variant="default" onClick={() => change(true)}>
            Use another key
          </Button>
          {origin === 'typed' && (
            <Button size="compact-xs" variant="default" onClick={() => take(undefined)}>
              Forget this key
            </Button>
          )}
        </Group>
      )}
    </Stack>
  );
}

interface KeyFormProps {
  onSubmit(key: string): void;
  /** Missing where there is no key to go back to. */
  onCancel: (() => void) | undefined;
}

/** The browser alone keeps what is typed into the field: no attribute of the page ever has it. */
function KeyForm({ onSubmit, onCancel }: KeyFormProps) {
  const field = useRef<HTMLInputElement>(null);
  const [fault, setFault] = useState<string>();

  const submit = (event: FormEvent) => {
    event.preventDefault();
    const key = field.current?.value.trim() ?? '';
    if (/^[\x21-\x7e]+$/.test(key)) return onSubmit(key);
    setFault(key === '' ? 'Enter a key first.' : 'A key consists of visible ASCII characters, without blanks.');
    field.current?.focus();
  };
  return (
    <form onSubmit={submit} noValidate>
      <Group gap="xs" align="flex-end" wrap="nowrap">
        <PasswordInput
          ref={field}
          flex={1}
          size="xs"
          label="API key"
          autoComplete="current-password"
          autoCapitalize="off"
          spellCheck={false}
          visibilityToggleFocusable
          visibilityToggleButtonProps={{ 'aria-label': 'Show the key' }}
          error={fault}
        />
        <Button type="submit" size="xs">
          Use this key
        </Button>
        {onCancel !== undefined && <SmallButton onClick={onCancel}>Cancel</SmallButton>}
      </Group>
    </form>
  );
}
