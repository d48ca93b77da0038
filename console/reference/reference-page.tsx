import { Alert, Group, Skeleton, Stack, Text } from '@mantine/core';
import { useDocumentTitle, useWindowEvent } from '@mantine/hooks';
import { type ReactNode, useCallback, useEffect, useMemo, useState } from 'react';
import { messageOf } from '../../client/transport/errors.ts';
import { readStoredKey } from '../session/stored-key.ts';
import { AppFrame } from '../shell/app-frame.tsx';
import { SmallButton } from '../ui/action-button.tsx';
import { anchorOf, documentAddress, interfaceAddress } from './addresses.ts';
import { type ReferenceDocument, readDocument } from './document/document.ts';
import { listEntries } from './navigation/entries.ts';
import { Navigation } from './navigation/navigation.tsx';
import { ReferenceContent } from './parts/content.tsx';
import { type ApiKey, ApiKeyContext } from './request/api-key.tsx';
import { ServiceContext } from './service.tsx';

export function ReferencePage() {
  const { loaded, failure, retry } = useDocument();
  if (loaded !== undefined) return <LoadedPage document={loaded} />;
  return (
    <Stack component="main" maw={640} m="10vh auto" p="md">
      <h1>API reference</h1>
      {failure === undefined ? (
        <Stack role="status" aria-label="Loading the document">
          <Skeleton h={40} />
          <Skeleton h={240} />
        </Stack>
      ) : (
        <Alert color="red" title="The reference cannot be shown" role="alert">
          <Text size="sm">{failure}</Text>
          <Group mt="sm">
            <SmallButton onClick={retry}>Try again</SmallButton>
            <a href={documentAddress}>Open the document</a>
          </Group>
        </Alert>
      )}
    </Stack>
  );
}

function LoadedPage({ document: loaded }: { document: ReferenceDocument }) {
  const { title, servers, resolve } = loaded;
  const groups = useMemo(() => listEntries(loaded), [loaded]);
  const service = useMemo(() => ({ address: interfaceAddress(servers, location.href), resolve }), [servers, resolve]);
  // The page was empty when the browser went to the fragment of its address. From then on it does, also when going back.
  useEffect(() => {
    if (document.getElementById(anchorOf(location.hash)) !== null) location.replace(location.href);
  }, []);
  useDocumentTitle(`${title} API reference`);
  return (
    <ServiceContext value={service}>
      <ApiKeyProvider>
        <AppFrame
          title={`${title} API`}
          navigationWidth={280}
          navigationProps={{ 'aria-label': 'Sections' }}
          navigation={(close) => <Navigation groups={groups} onChoose={close} />}
          contentClass="reference"
        >
          <ReferenceContent document={loaded} />
        </AppFrame>
      </ApiKeyProvider>
    </ServiceContext>
  );
}

/** The document of the service, as soon as it is there; or why there is none, in a sentence. */
function useDocument() {
  const [loaded, setLoaded] = useState<ReferenceDocument>();
  const [failure, setFailure] = useState<string>();
  const load = useCallback((signal?: AbortSignal) => {
    setFailure(undefined);
    loadDocument(signal).then(setLoaded, (error: unknown) => {
      if (signal?.aborted !== true) setFailure(messageOf(error));
    });
  }, []);
  useEffect(() => {
    const controller = new AbortController();
    load(controller.signal);
    return () => controller.abort();
  }, [load]);
  return { loaded, failure, retry: () => load() };
}

/** @throws Error whose message tells people why there is no document */
async function loadDocument(signal?: AbortSignal): Promise<ReferenceDocument> {
  const fail = (message: string) => (cause: unknown) => {
    throw new Error(message, { cause });
  };
  const response = await fetch(documentAddress, { signal: signal ?? null }).catch(
    fail('The server does not answer. It may be down, or your connection may be.'),
  );
  if (!response.ok) throw new Error(`The server answers ${response.status} for ${documentAddress}.`);
  const text = await response.text().catch(fail('The connection broke while the document was loaded.'));
  return await Promise.resolve(text)
    .then(readDocument)
    .catch(fail(`${documentAddress} is not an OpenAPI document. A proxy may have answered instead.`));
}

/**
 * Provides the key with which this tab is signed in to the console, or the one that is typed on the page. The latter is
 * kept in memory alone: trying a key must not change by which one the tab is signed in.
 */
function ApiKeyProvider({ children }: { children: ReactNode }) {
  const [typed, setTyped] = useState<string>();
  const [consoleKey, setConsoleKey] = useState(readStoredKey);

  // A page that the browser brings back as it was may be older than the last sign-out.
  useWindowEvent('pageshow', () => setConsoleKey(readStoredKey()));

  const apiKey = useMemo<ApiKey>(() => {
    const origin = typed !== undefined ? 'typed' : consoleKey !== undefined ? 'console' : 'none';
    return { value: typed ?? consoleKey, origin, set: setTyped };
  }, [typed, consoleKey]);
  return <ApiKeyContext value={apiKey}>{children}</ApiKeyContext>;
}
