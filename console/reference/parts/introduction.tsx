import { Badge, Paper } from '@mantine/core';
import { SmallButton } from '../../ui/action-button.tsx';
import { documentAddress, headingAnchor, overviewAnchor } from '../addresses.ts';
import type { ReferenceDocument } from '../document/document.ts';
import { ApiKeyField } from '../request/api-key.tsx';
import { useService } from '../service.tsx';
import { Heading } from './heading.tsx';
import { MarkdownLine, MarkdownView } from './markdown.tsx';

/** What the document says before its operations: what the service is, where it is, and who may use it. */
export function Introduction({ document }: { document: ReferenceDocument }) {
  const { title, version, summary, description, license } = document;
  return (
    <section>
      <h1 id={overviewAnchor}>
        {title} API{' '}
        <Badge variant="light" c="var(--mantine-color-text)" tt="none" size="lg">
          {version}
        </Badge>
      </h1>
      <p className="summary">{summary}</p>
      <div className="columns">
        <div className="panel">
          <ServersView document={document} />
          <Paper withBorder p="sm">
            <Heading order={2}>API key</Heading>
            <p>
              <MarkdownLine text={document.keyDescription} />
            </p>
            <ApiKeyField />
          </Paper>
          <SmallButton component="a" href={documentAddress} download>
            Download the OpenAPI document
          </SmallButton>
          <p className="note">Licence: {license}</p>
        </div>
        <div className="takes">
          <MarkdownView text={description} order={2} anchor={headingAnchor} />
        </div>
      </div>
    </section>
  );
}

function ServersView({ document: { servers } }: { document: ReferenceDocument }) {
  const { address } = useService();
  const others = servers.filter(({ url }) => url !== address);
  const here = servers.filter(({ url }) => url === address);
  return (
    <Paper withBorder p="sm">
      <Heading order={2}>Servers</Heading>
      <dl className="servers">
        <dt>{(here.length === 1 && here[0]?.description) || 'This server'}</dt>
        <dd>
          <code>{address}</code>
          <p>Requests that you try on this page are sent here.</p>
        </dd>
        {others.map(({ url, description }) => (
          <div key={url}>
            <dt>{description}</dt>
            <dd>
              <code>{url}</code>
            </dd>
          </div>
        ))}
      </dl>
    </Paper>
  );
}
