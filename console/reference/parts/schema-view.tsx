import { type ReactNode, useState } from 'react';
import { linkTo, schemaAnchor } from '../addresses.ts';
import { type JsonObject, toText } from '../document/json.ts';
import { describeType, listConstraints, listFields, type SchemaField } from '../document/schema.ts';
import { useService } from '../service.tsx';
import { MarkdownView } from './markdown.tsx';

/** The type of a schema; a named schema is a link to where it is described. */
export function TypeView({ schema }: { schema: JsonObject }) {
  const { words, reference } = describeType(schema);
  return (
    <span className="type">
      {words}
      {reference !== undefined && <a href={linkTo(schemaAnchor(reference))}>{reference}</a>}
    </span>
  );
}

export function ConstraintsView({ schema }: { schema: JsonObject }) {
  const constraints = listConstraints(useService().resolve(schema));
  if (constraints.length === 0) return null;
  return (
    <ul className="constraints">
      {constraints.map(({ label, values }) => (
        <li key={label}>
          <span>{label}</span>
          {values.map((value) => (
            <code key={value}>{value === '' ? '(empty)' : value}</code>
          ))}
        </li>
      ))}
    </ul>
  );
}

export function FieldsView({ schema }: { schema: JsonObject }) {
  const fields = listFields(schema, useService().resolve);
  return (
    fields.length > 0 && (
      <ul className="fields">
        {fields.map((field) => (
          <FieldView key={field.name} field={field} />
        ))}
      </ul>
    )
  );
}

export function FieldHead({
  name,
  schema,
  isRequired = false,
}: {
  name: string;
  schema: JsonObject;
  isRequired?: boolean;
}) {
  return (
    <p className="field">
      <code className="field-name">{name}</code> <TypeView schema={schema} />
      {isRequired && <span className="required">required</span>}
    </p>
  );
}

function FieldView({ field: { name, schema, isRequired } }: { field: SchemaField }) {
  const { resolve } = useService();
  const summary = (
    <>
      Fields of <code>{name}</code>
    </>
  );
  return (
    <li>
      <FieldHead name={name} schema={schema} isRequired={isRequired} />
      <MarkdownView text={toText(resolve(schema)['description'])} />
      <ConstraintsView schema={schema} />
      {listFields(schema, resolve).length > 0 && (
        <LazyDetails summary={summary}>{() => <FieldsView schema={schema} />}</LazyDetails>
      )}
    </li>
  );
}

/** Details whose content is created when they are opened: all of it together would be most of the page. */
export function LazyDetails({ summary, children }: { summary: ReactNode; children: () => ReactNode }) {
  const [isOpen, setOpen] = useState(false);
  return (
    <details onToggle={(event) => setOpen(event.currentTarget.open)}>
      <summary>{summary}</summary>
      {isOpen && children()}
    </details>
  );
}
