import { Alert, Button, Center, Paper, PasswordInput, Stack, Text, Title } from '@mantine/core';
import { type FormEvent, useEffect, useRef, useState } from 'react';
import { environment } from '../environment.ts';
import { EnvironmentBadge } from '../shell/environment-badge.tsx';
import { explainRefusal, type Refusal } from './refusal.ts';

interface SignInProps {
  /** The key of this tab, tried at once. */
  kept: string | undefined;
  /** Why the session before has ended, if the server ended it. */
  reason: string | undefined;
  /** @throws what the client throws when the key is refused or the server does not answer */
  signIn(apiKey: string): Promise<void>;
}

/** Asks for an API key and tries it. */
export function SignIn({ kept, reason, signIn }: SignInProps) {
  const [apiKey, setApiKey] = useState(kept ?? '');
  const [isBusy, setBusy] = useState(false);
  const [refusal, setRefusal] = useState<Refusal | undefined>(
    reason === undefined ? undefined : { title: 'You were signed out', advice: reason },
  );
  const isTried = useRef(false);

  const attempt = async (key: string) => {
    setBusy(true);
    setRefusal(undefined);
    try {
      await signIn(key);
    } catch (error) {
      setRefusal(explainRefusal(error, key, environment));
      setBusy(false);
    }
  };

  useEffect(() => {
    if (kept === undefined || isTried.current) return;
    isTried.current = true;
    void attempt(kept);
  });

  const submit = (event: FormEvent) => {
    event.preventDefault();
    void attempt(apiKey.trim());
  };

  return (
    <Center mih="100dvh" p="md" component="main">
      <Paper withBorder shadow="sm" p="xl" w="100%" maw={420}>
        <form onSubmit={submit}>
          <Stack>
            <Stack gap={4}>
              <Title order={1} size="h2">
                Petstore
              </Title>
              <EnvironmentBadge />
            </Stack>
            {refusal !== undefined && (
              <Alert color="red" title={refusal.title} role="alert">
                {refusal.advice}
              </Alert>
            )}
            <PasswordInput
              label="API key"
              description="It stays in this tab, and is forgotten when you close it."
              placeholder="pet_…"
              autoComplete="off"
              spellCheck={false}
              required
              withAsterisk={false}
              data-autofocus
              value={apiKey}
              onChange={({ currentTarget }) => setApiKey(currentTarget.value)}
            />
            <Button type="submit" loading={isBusy} disabled={apiKey.trim() === ''}>
              Sign in
            </Button>
            <Text size="sm" c="dimmed">
              No key yet? Whoever runs this server can make one for you.
            </Text>
          </Stack>
        </form>
      </Paper>
    </Center>
  );
}
