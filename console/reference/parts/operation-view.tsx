import { memo } from 'react';
import type {
  BodyContent,
  DocumentedResponse,
  DocumentOperation,
  Parameter,
  ParameterLocation,
  RequestBody,
} from '../document/document.ts';
import { isJsonType, printJson, toText } from '../document/json.ts';
import { exampleOfContent } from '../document/schema.ts';
import { RequestPanel } from '../request/request-panel.tsx';
import { useService } from '../service.tsx';
import { CodeBlock } from './code-block.tsx';
import { Heading, MethodBadge, StabilityBadge, StatusCode } from './heading.tsx';
import { MarkdownLine, MarkdownView } from './markdown.tsx';
import { ConstraintsView, FieldHead, FieldsView, LazyDetails, TypeView } from './schema-view.tsx';

const day = new Intl.DateTimeFormat('en-GB', { dateStyle: 'long', timeZone: 'UTC' });
const locationLabels: Record<ParameterLocation, string> = {
  path: 'Path parameters',
  query: 'Query parameters',
  header: 'Headers',
};

export const OperationView = memo(function OperationView({ operation }: { operation: DocumentOperation }) {
  const { id, method, path, summary, description, isDeprecated, sunset, body } = operation;
  return (
    <section className="operation">
      <Heading order={3} anchor={id}>
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
      <FieldHead name={name} schema={schema} isRequired={isRequired} />
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

function ResponsesView({ responses }: { responses: readonly DocumentedResponse[] }) {
  return (
    <div className="responses">
      <Heading order={4}>Responses</Heading>
      <ul className="fields">
        {responses.map((response) => (
          <li key={response.status} className="response">
            <StatusCode status={response.status} />
            <div>
              <MarkdownView text={response.description} />
              {response.headers.length > 0 && <HeadersView response={response} />}
              {response.content.map((content) => (
                <ContentView key={content.mediaType} content={content} status={response.status} />
              ))}
            </div>
          </li>
        ))}
      </ul>
    </div>
  );
}

/** The headers that a response may have. They repeat in hundreds of responses. */
function HeadersView({ response: { status, headers } }: { response: DocumentedResponse }) {
  return (
    <LazyDetails summary={`Headers of ${status}`}>
      {() => (
        <ul className="fields">
          {headers.map(({ name, description, schema }) => (
            <li key={name}>
              <FieldHead name={name} schema={schema} />
              <p>
                <MarkdownLine text={description} />
              </p>
            </li>
          ))}
        </ul>
      )}
    </LazyDetails>
  );
}

function ContentView({ content, status }: { content: BodyContent; status: string }) {
  const summary = (
    <>
      Body of {status}: <code>{content.mediaType}</code>
    </>
  );
  return <LazyDetails summary={summary}>{() => <OpenContent content={content} status={status} />}</LazyDetails>;
}

function OpenContent({ content, status }: { content: BodyContent; status: string }) {
  const { resolve } = useService();
  const { schema, examples } = content;
  const made = examples.length === 0 ? exampleOfContent(content, resolve) : undefined;
  return (
    <div className="body">
      {schema !== undefined && (
        <p>
          <TypeView schema={schema} />
        </p>
      )}
      <MarkdownView text={toText(resolve(schema)['description'])} />
      {examples.map(({ name, value }) => (
        <CodeBlock key={name} label={`Example ${name} of ${status}`} text={printJson(value, 2)} isJson />
      ))}
      {made !== undefined && isJsonType(content.mediaType) && (
        <CodeBlock label={`Example of ${status}`} text={printJson(made, 2)} isJson />
      )}
      {schema !== undefined && <FieldsView schema={schema} />}
    </div>
  );
}
