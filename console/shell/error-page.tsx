import { Alert, Anchor, Button, Text } from '@mantine/core';
import { Component, type ReactNode, useEffect, useState } from 'react';
import { Link } from 'wouter';
import { messageOf } from '../../client/transport/errors.ts';
import { ping, useServerState } from '../lib/server-state.ts';
import { texts } from '../texts/texts.ts';
import { PageFrame } from '../ui/page.tsx';

/** What browsers say when a script cannot be loaded that a page needs: those of Google, Mozilla and Apple. */
const loadingFailed = /dynamically imported module|importing a module script/i;

function ErrorPage({ error }: { error: unknown }) {
  const text = messageOf(error);
  return loadingFailed.test(text) ? <NotLoaded /> : <Broken text={text} />;
}

/** Either the server is away, or it has another console by now, of which this page is no part. */
function NotLoaded() {
  const { isUnreachable: isAway } = useServerState();
  const [isAsked, setAsked] = useState(false);
  const [wasAway, setWasAway] = useState(false);
  useEffect(() => void ping().then(() => setAsked(true)), []);
  useEffect(() => {
    if (isAway) setWasAway(true);
    else if (wasAway) location.reload();
  }, [isAway, wasAway]);

  if (!isAsked) return null;
  if (isAway || wasAway) {
    return (
      <PageFrame title={texts.shell.notLoaded}>
        <Text>{texts.shell.notLoadedText}</Text>
      </PageFrame>
    );
  }
  return (
    <PageFrame title={texts.shell.updated}>
      <Alert color="blue" role="alert">
        <Text>{texts.shell.updatedText}</Text>
        <ReloadButton />
      </Alert>
    </PageFrame>
  );
}

function Broken({ text }: { text: string }) {
  return (
    <PageFrame title={texts.shell.broken}>
      <Alert color="red" title={texts.shell.somethingFailed} role="alert">
        <Text className="name">{text}</Text>
        <Text mt="xs">{texts.shell.brokenText}</Text>
        <ReloadButton />
      </Alert>
    </PageFrame>
  );
}

function ReloadButton() {
  return (
    <Button mt="sm" onClick={() => location.reload()}>
      {texts.shell.reload}
    </Button>
  );
}

interface ErrorBoundaryProps {
  /** The current path: on another page the error is cleared. Empty around what all pages share. */
  path: string;
  children: ReactNode;
}

interface ErrorBoundaryState {
  caught: { readonly error: unknown } | undefined;
}

export class ErrorBoundary extends Component<ErrorBoundaryProps, ErrorBoundaryState> {
  override state: ErrorBoundaryState = { caught: undefined };

  static getDerivedStateFromError(error: unknown): ErrorBoundaryState {
    return { caught: { error } };
  }

  override componentDidUpdate({ path }: ErrorBoundaryProps) {
    if (path !== this.props.path && this.state.caught !== undefined) this.setState({ caught: undefined });
  }

  override render() {
    const { caught } = this.state;
    return caught === undefined ? this.props.children : <ErrorPage error={caught.error} />;
  }
}

export function NotFoundPage() {
  return (
    <PageFrame title={texts.shell.notFound}>
      <Text>
        {texts.shell.notFoundText}{' '}
        <Anchor component={Link} href="/animals">
          {texts.shell.goToAnimals}
        </Anchor>
        .
      </Text>
    </PageFrame>
  );
}
