import { type ReactNode, useState } from 'react';
import { linkTo, schemaAnchor } from '../addresses.ts';
import type { JsonObject } from '../document/json.ts';
import { describeType, listChildren, listConstraints, type SchemaField } from '../document/schema.ts';
import { useService } from '../service.tsx';
import { MarkdownView } from './markdown-view.tsx';

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

/** The rules of a schema beside its type: bounds, allowed values, examples. */
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

/** What is inside of a value: its fields, and the schemas that it combines. Nothing for a plain value. */
export function ChildrenView({ schema }: { schema: JsonObject }) {
  const { fields, combinations } = listChildren(schema, useService().resolve);
  return (
    <>
      {fields.length > 0 && (
        <ul className="fields">
          {fields.map((field) => (
            <FieldView key={field.name} field={field} />
          ))}
        </ul>
      )}
      {combinations.map(({ label, schemas }) => (
        <div key={label}>
          <p className="combination">{label}:</p>
          <ul className="fields">
            {schemas.map((part, index) => (
              // biome-ignore lint/suspicious/noArrayIndexKey: the parts of a schema may have no name
              <li key={index}>
                <TypeView schema={part} />
                <ConstraintsView schema={part} />
                <NestedView schema={part} name={label} />
              </li>
            ))}
          </ul>
        </div>
      ))}
    </>
  );
}

function FieldView({ field: { name, schema, isRequired } }: { field: SchemaField }) {
  const { description } = useService().resolve(schema);
  return (
    <li>
      <p className="field">
        <code className="field-name">{name}</code> <TypeView schema={schema} />
        {isRequired && <span className="required">required</span>}
      </p>
      {typeof description === 'string' && <MarkdownView text={description} />}
      <ConstraintsView schema={schema} />
      <NestedView schema={schema} name={name} />
    </li>
  );
}

/** What is inside of a field, once somebody wants to see it: a schema may contain itself. */
function NestedView({ schema, name }: { schema: JsonObject; name: string }) {
  const { fields, combinations } = listChildren(schema, useService().resolve);
  if (fields.length === 0 && combinations.length === 0) return null;
  const summary = (
    <>
      Fields of <code>{name}</code>
    </>
  );
  return <LazyDetails summary={summary}>{() => <ChildrenView schema={schema} />}</LazyDetails>;
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
