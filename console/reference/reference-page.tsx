import { Alert, Group, Skeleton, Stack, Text } from '@mantine/core';
import { useDocumentTitle } from '@mantine/hooks';
import { useMemo } from 'react';
import { AppFrame } from '../shell/app-frame.tsx';
import { SmallButton } from '../ui/action-button.tsx';
import { documentAddress, interfaceAddress } from './addresses.ts';
import type { ReferenceDocument } from './document/document.ts';
import { listEntries } from './navigation/entries.ts';
import { Navigation } from './navigation/navigation.tsx';
import { useInitialFragment } from './navigation/use-fragment.ts';
import { ReferenceContent } from './parts/content.tsx';
import { ApiKeyProvider } from './request/api-key-provider.tsx';
import { ServiceContext } from './service.tsx';
import { useDocument } from './use-document.ts';

/** The reference of the interface, drawn from its document alone. */
export function ReferencePage() {
  const { loaded, failure, retry } = useDocument();
  if (loaded !== undefined) return <LoadedPage document={loaded} />;
  return (
    <main className="loading">
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
    </main>
  );
}

function LoadedPage({ document: loaded }: { document: ReferenceDocument }) {
  const { title, servers, resolve } = loaded;
  const groups = useMemo(() => listEntries(loaded), [loaded]);
  const service = useMemo(() => ({ address: interfaceAddress(servers, location.href), resolve }), [servers, resolve]);
  useInitialFragment();
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
