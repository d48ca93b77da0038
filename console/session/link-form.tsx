import { Anchor, Button, Checkbox, Stack, Text, TextInput } from '@mantine/core';
import { type FormEvent, useEffect, useState } from 'react';
import { createClient, PetstoreError } from '../../client/index.ts';
import { basePath, environment } from '../lib/environment.ts';
import { watchedFetch } from '../lib/server-state.ts';
import { texts } from '../texts/page-texts.ts';
import { explain } from '../ui/failure.tsx';
import { nameDevice } from './device-name.ts';
import { SignInAlert } from './key-form.tsx';
import { explainSignInError, isKeyRejected, type SignInProblem } from './sign-in-error.ts';
import { storeKey } from './stored-key.ts';

interface LinkFormProps {
  /** The secret of a sign-in link, which is good once. */
  secret: string;
  /** Whether somebody is signed in already, in whose place the person of the link comes. */
  isSignedIn: boolean;
  /** Told the key of the device, or nothing by who does without the link. */
  onLeave(deviceKey?: string): void;
}

/** Signs a person in on this device. Its key is stored before anything else can fail: the link is spent by then. */
export function LinkForm({ secret, isSignedIn, onLeave }: LinkFormProps) {
  const [usual] = useState(() => nameDevice(navigator.userAgent));
  const [device, setDevice] = useState(usual);
  const [isTrusted, setTrusted] = useState(false);
  const [isBusy, setBusy] = useState(false);
  const [problem, setProblem] = useState<SignInProblem>();
  const [name, setName] = useState<string>();
  // Who was sent the link of somebody else sees it before she signs in.
  useEffect(() => {
    clientOf(secret)
      .people.ownLink()
      .then(
        (link) => setName(link.name),
        (error) => setProblem(explainLinkError(error, secret)),
      );
  }, [secret]);

  const submit = async (event: FormEvent) => {
    event.preventDefault();
    setBusy(true);
    setProblem(undefined);
    try {
      const key = await clientOf(secret).people.signIn({ device: device.trim() || usual, isTrusted });
      storeKey(key.secret, key.isTrusted);
      onLeave(key.secret);
    } catch (error) {
      setProblem(explainLinkError(error, secret));
      setBusy(false);
    }
  };

  return (
    <form onSubmit={submit} noValidate>
      <Stack>
        <SignInAlert problem={problem} />
        {name !== undefined && <Text>{texts.session.invited(name)}</Text>}
        {problem?.isAboutKey !== true && (
          <>
            <TextInput
              label={texts.session.device}
              description={texts.session.deviceNote}
              value={device}
              maxLength={100}
              autoComplete="off"
              onChange={({ currentTarget }) => setDevice(currentTarget.value)}
            />
            <Checkbox
              label={texts.session.stay}
              description={texts.session.stayNote}
              checked={isTrusted}
              onChange={({ currentTarget }) => setTrusted(currentTarget.checked)}
            />
            <Button type="submit" loading={isBusy || (name === undefined && problem === undefined)}>
              {texts.session.signIn}
            </Button>
          </>
        )}
        <Anchor component="button" type="button" size="sm" onClick={() => onLeave()}>
          {isSignedIn ? texts.session.staySignedIn : texts.session.useKey}
        </Anchor>
      </Stack>
    </form>
  );
}

function clientOf(secret: string) {
  return createClient({ baseUrl: location.origin + basePath, apiKey: secret, retries: 0, fetch: watchedFetch });
}

function explainLinkError(error: unknown, secret: string): SignInProblem {
  if (isKeyRejected(error)) {
    return { title: texts.session.linkSpent, advice: texts.session.linkSpentAdvice, isAboutKey: true };
  }
  if (error instanceof PetstoreError && error.code === 'too_many_devices') {
    return { title: texts.didNotWork, advice: explain(error), isAboutKey: false };
  }
  return explainSignInError(error, secret, environment);
}
