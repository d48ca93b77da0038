import { Badge, Paper, Text } from '@mantine/core';
import { memo } from 'react';
import { SmallButton } from '../../ui/action-button.tsx';
import {
  documentAddress,
  errorCodeAnchor,
  errorCodesAnchor,
  headingAnchor,
  linkTo,
  overviewAnchor,
  schemaAnchor,
  tagAnchor,
} from '../addresses.ts';
import type { OperationGroup, ReferenceDocument } from '../document/document.ts';
import { printJson, toText } from '../document/json.ts';
import { exampleOf } from '../document/schema.ts';
import { ApiKeyField } from '../request/api-key.tsx';
import { useService } from '../service.tsx';
import { CodeBlock } from './code-block.tsx';
import { Heading } from './heading.tsx';
import { MarkdownLine, MarkdownView } from './markdown.tsx';
import { OperationView } from './operation-view.tsx';
import { ConstraintsView, FieldsView, TypeView } from './schema-view.tsx';

/** All that the document says. It is drawn once: what changes on the page changes within its parts. */
export const ReferenceContent = memo(function ReferenceContent({ document }: { document: ReferenceDocument }) {
  return (
    <>
      <Introduction document={document} />
      <ErrorCodesView errorCodes={document.errorCodes} />
      {document.groups.map((group) => (
        <GroupView key={group.name} group={group} />
      ))}
      <section className="group">
        <Heading order={2} anchor="schemas" className="group-title">
          Schemas
        </Heading>
        {document.schemas.map((schema) => (
          <NamedSchemaView key={schema.name} schema={schema} />
        ))}
      </section>
    </>
  );
});

function ErrorCodesView({ errorCodes }: Pick<ReferenceDocument, 'errorCodes'>) {
  return (
    <section className="group">
      <Heading order={2} anchor={errorCodesAnchor} className="group-title">
        Error codes
      </Heading>
      <dl>
        {errorCodes.map(({ code, meaning }) => (
          <div key={code} id={errorCodeAnchor(code)}>
            <dt>
              <a href={linkTo(errorCodeAnchor(code))}>
                <code>{code}</code>
              </a>
            </dt>
            <dd>
              <MarkdownLine text={meaning} />
            </dd>
          </div>
        ))}
      </dl>
    </section>
  );
}

function GroupView({ group: { name, description, operations } }: { group: OperationGroup }) {
  return (
    <section className="group">
      <Heading order={2} anchor={tagAnchor(name)} className="group-title">
        {name}
      </Heading>
      <MarkdownView text={description} />
      {operations.map((operation) => (
        <OperationView key={operation.id} operation={operation} />
      ))}
    </section>
  );
}

function NamedSchemaView({ schema: { name, schema } }: { schema: ReferenceDocument['schemas'][number] }) {
  const { resolve } = useService();
  const example = printJson(exampleOf(schema, resolve), 2);
  return (
    <section className="operation">
      <Heading order={3} anchor={schemaAnchor(name)}>
        {name}
      </Heading>
      <div className="columns">
        <div className="takes">
          <p>
            <TypeView schema={schema} />
          </p>
          <MarkdownView text={toText(schema['description'])} />
          <ConstraintsView schema={schema} />
          <FieldsView schema={schema} />
        </div>
        {/^[[{]/.test(example) && (
          <div className="panel">
            <CodeBlock label={`Example: ${name}`} text={example} isJson />
          </div>
        )}
      </div>
    </section>
  );
}

function Introduction({ document }: { document: ReferenceDocument }) {
  const { title, version, summary, description, license } = document;
  return (
    <section>
      <h1 id={overviewAnchor}>
        {title} API{' '}
        <Badge component="span" variant="light" c="var(--mantine-color-text)" tt="none" size="lg">
          {version}
        </Badge>
      </h1>
      <Text size="lg">{summary}</Text>
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
          <Text size="sm" c="dimmed">
            Licence: {license}
          </Text>
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
