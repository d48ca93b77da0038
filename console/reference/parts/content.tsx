import { memo } from 'react';
import { errorCodeAnchor, errorCodesAnchor, linkTo, schemaAnchor, tagAnchor } from '../addresses.ts';
import type { OperationGroup, ReferenceDocument } from '../document/document.ts';
import { exampleOf } from '../document/example.ts';
import { printJson, toText } from '../document/json.ts';
import { useService } from '../service.tsx';
import { CodeBlock } from './code-block.tsx';
import { Heading } from './heading.tsx';
import { Introduction } from './introduction.tsx';
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
