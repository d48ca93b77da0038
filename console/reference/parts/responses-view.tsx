import type { BodyContent, DocumentedResponse } from '../document/document.ts';
import { exampleOfContent } from '../document/example.ts';
import { isJsonType, printJson, toText } from '../document/json.ts';
import { useService } from '../service.tsx';
import { StatusCode } from './badges.tsx';
import { CodeBlock } from './code-block.tsx';
import { Heading } from './heading.tsx';
import { MarkdownLine, MarkdownView } from './markdown.tsx';
import { FieldsView, LazyDetails, TypeView } from './schema-view.tsx';

/** What an operation answers, by status. */
export function ResponsesView({ responses }: { responses: readonly DocumentedResponse[] }) {
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
              <p className="field">
                <code className="field-name">{name}</code> <TypeView schema={schema} />
              </p>
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

/** A body that a response may have, with its fields and examples. */
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
