import { memo } from 'react';
import { operationAnchor } from '../addresses.ts';
import type { DocumentOperation, Parameter, ParameterLocation, RequestBody } from '../document/document.ts';
import { toText } from '../document/json.ts';
import { RequestPanel } from '../request/request-panel.tsx';
import { useService } from '../service.tsx';
import { MethodBadge, StabilityBadge } from './badges.tsx';
import { Heading } from './heading.tsx';
import { MarkdownView } from './markdown.tsx';
import { ResponsesView } from './responses-view.tsx';
import { ConstraintsView, FieldsView, TypeView } from './schema-view.tsx';

const day = new Intl.DateTimeFormat('en-GB', { dateStyle: 'long', timeZone: 'UTC' });
const locationLabels: Record<ParameterLocation, string> = {
  path: 'Path parameters',
  query: 'Query parameters',
  header: 'Headers',
};

/** An operation: what it does, what it takes, how to try it, and what it answers. */
export const OperationView = memo(function OperationView({ operation }: { operation: DocumentOperation }) {
  const { id, method, path, summary, description, isDeprecated, sunset, body } = operation;
  const anchor = operationAnchor(id);
  return (
    <section className="operation">
      <Heading order={3} anchor={anchor}>
        <span className={isDeprecated ? 'deprecated' : undefined}>{summary}</span>
      </Heading>
      <p className="target">
        <MethodBadge method={method} />
        <code className={isDeprecated ? 'deprecated' : undefined}>{path}</code>
      </p>
      <OperationBadges operation={operation} />
      {isDeprecated && (
        <p className="deprecation">
          <strong>Deprecated.</strong> {sunset !== undefined && `It is removed on ${day.format(new Date(sunset))}.`}
        </p>
      )}
      <MarkdownView text={description} />
      <div className="columns">
        <div className="takes">
          <ParametersView parameters={operation.parameters} />
          {body !== undefined && <BodyView body={body} />}
        </div>
        <RequestPanel operation={operation} />
        <ResponsesView responses={operation.responses} />
      </div>
    </section>
  );
});

function OperationBadges({ operation: { id, stability, scopes } }: { operation: DocumentOperation }) {
  return (
    <p className="badges">
      <StabilityBadge stability={stability} />
      <span>
        Operation <code>{id}</code>
      </span>
      {scopes.length === 0 ? (
        <span>Any API key</span>
      ) : (
        <span>
          API key with{' '}
          {scopes.map((scope) => (
            <code key={scope}>{scope}</code>
          ))}
        </span>
      )}
    </p>
  );
}

function ParametersView({ parameters }: { parameters: readonly Parameter[] }) {
  const byLocation = Map.groupBy(parameters, ({ location }) => location);
  return [...byLocation].map(([location, group]) => (
    <div key={location}>
      <Heading order={4}>{locationLabels[location]}</Heading>
      <ul className="fields">
        {group.map((parameter) => (
          <ParameterView key={parameter.name} parameter={parameter} />
        ))}
      </ul>
    </div>
  ));
}

function ParameterView({ parameter }: { parameter: Parameter }) {
  const { name, schema, example, isRequired, description } = parameter;
  const { resolve } = useService();
  const shown = example === undefined ? schema : { ...resolve(schema), example };
  return (
    <li>
      <p className="field">
        <code className="field-name">{name}</code> <TypeView schema={schema} />
        {isRequired && <span className="required">required</span>}
      </p>
      <MarkdownView text={description} />
      <ConstraintsView schema={shown} />
    </li>
  );
}

function BodyView({ body }: { body: RequestBody }) {
  const [first] = body.content;
  const schema = first?.schema;
  const { description } = useService().resolve(schema);
  return (
    <div>
      <Heading order={4}>Request body</Heading>
      <p className="field">
        {body.content.map(({ mediaType }) => (
          <code key={mediaType}>{mediaType}</code>
        ))}
        {schema !== undefined && <TypeView schema={schema} />}
        {body.isRequired && <span className="required">required</span>}
      </p>
      <MarkdownView text={body.description || toText(description)} />
      {schema !== undefined && <FieldsView schema={schema} />}
    </div>
  );
}
