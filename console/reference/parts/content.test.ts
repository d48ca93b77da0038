import { describe, expect, test } from 'bun:test';
import { MantineProvider } from '@mantine/core';
import { createElement } from 'react';
import { renderToStaticMarkup } from 'react-dom/server';
import committed from '../../../openapi.json' with { type: 'json' };
import { errors } from '../../../src/errors/service-error.ts';
import { documentedOperations } from '../../../tests/support/browser/console-reference.ts';
import { errorCodeAnchor } from '../addresses.ts';
import { readDocument } from '../document/document.ts';
import { listEntries } from '../navigation/entries.ts';
import { Navigation } from '../navigation/navigation.tsx';
import { ApiKeyContext } from '../request/api-key.tsx';
import { ServiceContext } from '../service.tsx';
import { ReferenceContent } from './content.tsx';

const address = 'http://localhost:8080/v1';
const loaded = readDocument(await Bun.file('openapi.json').text());
const content = createElement(ReferenceContent, { document: loaded });
const navigation = createElement(Navigation, { groups: listEntries(loaded), onChoose() {} });
const apiKey = { value: undefined, origin: 'none', set() {} } as const;
const service = { address, resolve: loaded.resolve };
const page = renderToStaticMarkup(
  createElement(
    MantineProvider,
    null,
    createElement(
      ServiceContext,
      { value: service },
      createElement(ApiKeyContext, { value: apiKey }, navigation, content),
    ),
  ),
);
const sections = new Map(
  page
    .split('<section class="operation">')
    .slice(1)
    .map((section) => [allIn(section, /<h3 id="(.*?)"/g)[0], section]),
);

/** The texts that a pattern captures. An attribute of React's markup has no `>`. */
function allIn(markup: string, pattern: RegExp): string[] {
  return [...markup.matchAll(pattern)].map(([, found = '']) => textOf(found));
}

function textOf(markup: string): string {
  const characters: Record<string, string> = { '&amp;': '&', '&lt;': '<', '&gt;': '>', '&quot;': '"', '&#x27;': "'" };
  return markup.replaceAll(/<[^>]*>/g, '').replaceAll(/&[^;]*;/g, (entity) => characters[entity] ?? entity);
}

describe('the reference', () => {
  test('has every operation and schema of the document', () => {
    const schemas = Object.keys(committed.components.schemas).map((name) => `schema/${name}`);
    expect(documentedOperations.length).toBeGreaterThan(20);
    expect([...sections.keys()].sort()).toEqual(
      [...documentedOperations.map(({ operationId }) => operationId), ...schemas].sort(),
    );
  });

  test.each(documentedOperations)(
    'shows $operationId with its parameters, responses, codes and scope',
    ({ operationId, method, path, summary, parameters, responses, ...operation }) => {
      const section = sections.get(operationId) ?? '';
      const [takes = '', answers = ''] = section.split('<div class="responses">');
      expect({
        summary: allIn(section, /<h3 .*?>(.*?)<\/h3>/g),
        target: allIn(section, /<p class="target">(.*?)<\/p>/g),
        stability: allIn(section, /data-stability="(.*?)"/g),
        statuses: allIn(answers, /<li class="response"><code .*?>(.*?)<\/code>/g),
      }).toEqual({
        summary: [summary],
        target: [method + path],
        stability: [operation['x-stability']],
        statuses: Object.keys(responses),
      });
      const names = allIn(takes, /<code class="field-name.*?">(.*?)<\/code>/g);
      expect(names).toEqual(expect.arrayContaining(parameters.map(({ name }) => name)));
      const [badges] = allIn(section, /<p class="badges">(.*?)<\/p>/g);
      const scopes = operation['x-scope']?.split(' ') ?? ['Any API key'];
      for (const text of [operationId, ...scopes]) expect(badges).toContain(text);
      const [curl] = allIn(section, /<pre>(.*?)<\/pre>/gs);
      for (const text of [`'${address}${path.split('{')[0]}`, '-H "Authorization: Bearer $PETSTORE_TOKEN"'])
        expect(curl).toContain(text);
      const codes = Object.values(responses).flatMap(({ content: body }) =>
        Object.keys(body?.['application/json']?.examples ?? {}),
      );
      expect(codes.length).toBeGreaterThan(4);
      expect(codes.filter((code) => !textOf(answers).includes(code))).toEqual([]);
    },
  );

  test.each(Object.entries(errors))('says what %s means', (code, { meaning }) => {
    const [, shown = ''] = page.split(`<div id="${errorCodeAnchor(code)}">`);
    expect(allIn(shown, /<dd>(.*?)<\/dd>/g)[0]).toContain(meaning.replaceAll('`', ''));
  });

  test('marks only the deprecated operation, and shows its removal date', () => {
    const deprecated = documentedOperations.filter((operation) => operation.deprecated);
    expect(deprecated.map(({ operationId }) => operationId)).toEqual(['getPet']);
    // The summary in the navigation and in the heading, and the path.
    expect(allIn(page, /<(?:span|code) class="[^"]*\bdeprecated">(.*?)<\/(?:span|code)>/g)).toEqual(
      deprecated.flatMap(({ summary, path }) => [summary, summary, path]),
    );
    expect(allIn(page, /<p class="deprecation">(.*?)<\/p>/g)).toEqual([
      'Deprecated. It is removed on 5 December 2030.',
    ]);
  });

  test('has the target of each of its links', () => {
    const anchors = new Set(allIn(page, / id="(.*?)"/g));
    const links = allIn(page, / href="#(.*?)"/g);
    expect(links.length).toBeGreaterThan(sections.size);
    expect(links.filter((link) => !anchors.has(decodeURI(link)))).toEqual([]);
  });
});
