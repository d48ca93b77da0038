import { Center, Flex, Loader, Paper, Stack, Text, Title, VisuallyHidden } from '@mantine/core';
import { useDocumentTitle } from '@mantine/hooks';
import { Suspense, useEffect, useRef, useState } from 'react';
import { environment, shelterName } from '../lib/environment.ts';
import { later } from '../texts/later.ts';
import { texts } from '../texts/texts.ts';
import { EnvironmentBadge, StagingBar } from '../ui/environment.tsx';
import { KeyForm } from './key-form.tsx';
import { explainSignInError, isKeyRejected, rateLimitMsOf, type SignInProblem } from './sign-in-error.ts';
import { removeStoredKey, secretOfLink } from './stored-key.ts';

const LinkForm = later(async () => (await import('./link-form.tsx')).LinkForm);

export interface SignInProps {
  /** A key that is tried at once. */
  storedKey: string | undefined;
  /** The secret of a sign-in link, which comes before that. */
  link?: string | undefined;
  /** Why the session before has ended, if it did not end by itself. */
  reason?: string | undefined;
  /** @throws what the client throws when the key is refused or the server does not answer */
  signIn(apiKey: string): Promise<void>;
}

export function SignIn({ storedKey, link: given, reason, signIn }: SignInProps) {
  useDocumentTitle(`${texts.session.signIn} · ${shelterName}`);
  const [link, setLink] = useState(given);
  const [isTryingStored, setTryingStored] = useState(storedKey !== undefined);
  const [retained, setRetained] = useState('');
  const [isBusy, setBusy] = useState(false);
  const [problem, setProblem] = useState<SignInProblem | undefined>(
    reason === undefined ? undefined : { title: texts.session.signedOut, advice: reason, isAboutKey: false },
  );
  const untried = useRef(storedKey);
  const again = useRef<Timer>(undefined);

  const attempt = async (apiKey: string, isStored = false) => {
    const pasted = secretOfLink(apiKey);
    if (pasted !== undefined) return setLink(pasted);
    clearTimeout(again.current);
    setBusy(true);
    setProblem(undefined);
    try {
      await signIn(apiKey);
    } catch (error) {
      if (isKeyRejected(error)) removeStoredKey(apiKey);
      else setRetained(apiKey);
      setProblem(
        isStored && isKeyRejected(error)
          ? { title: texts.session.signedOut, advice: texts.session.accessEnded, isAboutKey: false }
          : explainSignInError(error, apiKey, environment),
      );
      setBusy(false);
      setTryingStored(false);
      const waitMs = rateLimitMsOf(error);
      if (waitMs !== undefined) again.current = setTimeout(() => void attempt(apiKey), waitMs);
    }
  };
  useEffect(() => () => clearTimeout(again.current), []);

  const leaveLink = (deviceKey = untried.current) => {
    untried.current = deviceKey;
    setTryingStored(deviceKey !== undefined);
    setLink(undefined);
  };

  useEffect(() => {
    if (link !== undefined || untried.current === undefined) return;
    void attempt(untried.current, true);
    untried.current = undefined;
  });

  const wait = (
    <Center mih={160} role="status" aria-label={texts.session.signingIn}>
      <Loader />
    </Center>
  );
  // The frame in the HTML goes on to show.
  if (isTryingStored && link === undefined) return <VisuallyHidden>{wait}</VisuallyHidden>;
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
            {link !== undefined ? (
              <Suspense fallback={wait}>
                <LinkForm key={link} secret={link} isSignedIn={untried.current !== undefined} onLeave={leaveLink} />
              </Suspense>
            ) : (
              <>
                <Text>{texts.session.welcome}</Text>
                <KeyForm retained={retained} isBusy={isBusy} problem={problem} onSubmit={attempt} />
              </>
            )}
          </Stack>
        </Paper>
      </Center>
    </Flex>
  );
}
