import { Alert, Anchor, Button, Text } from '@mantine/core';
import { Component, type ReactNode, useEffect, useState } from 'react';
import { Link } from 'wouter';
import { ping, useIsServerUnreachable } from '../lib/server-state.ts';
import { PageFrame } from '../ui/page.tsx';

/** What browsers say when a script cannot be loaded that a page needs: those of Google, Mozilla and Apple. */
const loadingFailed = /dynamically imported module|importing a module script/i;

/** Replaces a page that cannot be shown. */
function ErrorPage({ error }: { error: unknown }) {
  const text = error instanceof Error ? error.message : String(error);
  return loadingFailed.test(text) ? <NotLoaded /> : <Broken text={text} />;
}

/** Either the server is away, or it has another console by now, of which this page is no part. */
function NotLoaded() {
  const isAway = useIsServerUnreachable();
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
      <PageFrame title="This page is not loaded yet">
        <Text>The server does not answer. The page opens by itself as soon as it is back.</Text>
      </PageFrame>
    );
  }
  return (
    <PageFrame title="The console was updated">
      <Alert color="blue" role="alert">
        <Text>The server has a newer console than this tab. Reload to continue. You stay signed in.</Text>
        <ReloadButton />
      </Alert>
    </PageFrame>
  );
}

function Broken({ text }: { text: string }) {
  return (
    <PageFrame title="This page does not work">
      <Alert color="red" title="Something in it failed" role="alert">
        <Text className="name">{text}</Text>
        <Text mt="xs">Reload to try again. Nothing that was saved is lost.</Text>
        <ReloadButton />
      </Alert>
    </PageFrame>
  );
}

function ReloadButton() {
  return (
    <Button mt="sm" onClick={() => location.reload()}>
      Reload
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

/** Keeps an error of one page from breaking the rest of the console. */
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

/** Shown at an address that leads nowhere. */
export function NotFoundPage() {
  return (
    <PageFrame title="Page not found">
      <Text>
        There is no page at this address.{' '}
        <Anchor component={Link} href="/animals">
          Go to the animals
        </Anchor>
        .
      </Text>
    </PageFrame>
  );
}
