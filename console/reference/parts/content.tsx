import { memo } from 'react';
import { errorCodeAnchor, errorCodesAnchor, linkTo, schemaAnchor, tagAnchor } from '../addresses.ts';
import type { ErrorCode, NamedSchema, OperationGroup, ReferenceDocument } from '../document/document.ts';
import { exampleOf } from '../document/example.ts';
import { isObject, printJson } from '../document/json.ts';
import { useService } from '../service.tsx';
import { CodeBlock } from './code-block.tsx';
import { Heading } from './heading.tsx';
import { Introduction } from './introduction.tsx';
import { MarkdownLine, MarkdownView } from './markdown-view.tsx';
import { OperationView } from './operation-view.tsx';
import { ChildrenView, ConstraintsView, TypeView } from './schema-view.tsx';

/** All that the document says. It is drawn once: what changes on the page changes within its parts. */
export const ReferenceContent = memo(function ReferenceContent({ document }: { document: ReferenceDocument }) {
  return (
    <>
      <Introduction document={document} />
      {document.errorCodes.length > 0 && <ErrorCodesView errorCodes={document.errorCodes} />}
      {document.groups.map((group) => (
        <GroupView key={group.name} group={group} />
      ))}
      {document.schemas.length > 0 && <SchemasView schemas={document.schemas} />}
    </>
  );
});

function ErrorCodesView({ errorCodes }: { errorCodes: readonly ErrorCode[] }) {
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

function SchemasView({ schemas }: { schemas: readonly NamedSchema[] }) {
  return (
    <section className="group">
      <Heading order={2} anchor="schemas" className="group-title">
        Schemas
      </Heading>
      {schemas.map((schema) => (
        <NamedSchemaView key={schema.name} schema={schema} />
      ))}
    </section>
  );
}

function NamedSchemaView({ schema: { name, schema } }: { schema: NamedSchema }) {
  const { resolve } = useService();
  const { description } = schema;
  const example = exampleOf(schema, resolve);
  const isComposite = isObject(example) || Array.isArray(example);
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
          {typeof description === 'string' && <MarkdownView text={description} />}
          <ConstraintsView schema={schema} />
          <ChildrenView schema={schema} />
        </div>
        {isComposite && (
          <div className="panel">
            <CodeBlock label={`Example: ${name}`} text={printJson(example)} isJson />
          </div>
        )}
      </div>
    </section>
  );
}
