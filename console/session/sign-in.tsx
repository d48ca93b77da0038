import { Center, Flex, Loader, Paper, Stack, Text, Title } from '@mantine/core';
import { useDocumentTitle } from '@mantine/hooks';
import { useEffect, useRef, useState } from 'react';
import { environment, shelterName } from '../lib/environment.ts';
import { EnvironmentBadge, StagingBar } from '../ui/environment.tsx';
import { KeyForm } from './key-form.tsx';
import { explainSignInError, isKeyRejected, rateLimitMsOf, type SignInProblem } from './sign-in-error.ts';
import { removeStoredKey } from './stored-key.ts';

interface SignInProps {
  /** The key of this tab, tried at once. */
  storedKey: string | undefined;
  /** Why the session before has ended, if it did not end by itself. */
  reason: string | undefined;
  /** @throws what the client throws when the key is refused or the server does not answer */
  signIn(apiKey: string): Promise<void>;
}

export function SignIn({ storedKey, reason, signIn }: SignInProps) {
  useDocumentTitle(`Sign in · ${shelterName}`);
  const [isTryingStored, setTryingStored] = useState(storedKey !== undefined);
  const [retained, setRetained] = useState('');
  const [isBusy, setBusy] = useState(false);
  const [problem, setProblem] = useState<SignInProblem | undefined>(
    reason === undefined ? undefined : { title: 'You were signed out', advice: reason, isAboutKey: false },
  );
  const untried = useRef(storedKey);
  const again = useRef<Timer>(undefined);

  const attempt = async (apiKey: string) => {
    clearTimeout(again.current);
    setBusy(true);
    setProblem(undefined);
    try {
      await signIn(apiKey);
    } catch (error) {
      if (isKeyRejected(error)) removeStoredKey();
      else setRetained(apiKey);
      setProblem(explainSignInError(error, apiKey, environment));
      setBusy(false);
      setTryingStored(false);
      const waitMs = rateLimitMsOf(error);
      if (waitMs !== undefined) again.current = setTimeout(() => void attempt(apiKey), waitMs);
    }
  };
  useEffect(() => () => clearTimeout(again.current), []);

  useEffect(() => {
    if (untried.current === undefined) return;
    void attempt(untried.current);
    untried.current = undefined;
  });

  return (
    <Flex direction="column" mih="100dvh">
      <StagingBar />
      <Center flex={1} p="md" component="main">
        <Paper withBorder shadow="sm" p="xl" w="100%" maw={420}>
          <Stack>
            <Stack gap={4}>
              <Title order={1} size="h2" className="name">
                {shelterName}
              </Title>
              <EnvironmentBadge />
            </Stack>
            {isTryingStored ? (
              <Center mih={160} role="status" aria-label="Signing in">
                <Loader />
              </Center>
            ) : (
              <KeyForm retained={retained} isBusy={isBusy} problem={problem} onSubmit={attempt} />
            )}
            <Text size="sm" c="dimmed">
              No key yet? Ask your administrator for one.
            </Text>
          </Stack>
        </Paper>
      </Center>
    </Flex>
  );
}
