import { afterAll, expect, test } from 'bun:test';
import { readDocument } from '../../../console/reference/document/document.ts';
import { createDraft, prepareRequest } from '../../../console/reference/request/draft.ts';
import { origin, startApp } from '../../support/app.ts';
import { documentedOperations } from '../../support/browser/console-reference.ts';
import { as } from '../../support/data/keys.ts';
import { inviteTo } from '../../support/data/people.ts';

const service = await startApp({ reachesPrivateAddresses: true });
afterAll(() => service.close());

test('every operation accepts the example values of the reference', async () => {
  const { groups, resolve } = readDocument(await Bun.file('openapi.json').text());
  const operations = groups.flatMap((group) => group.operations);
  expect(operations.length).toBe(documentedOperations.length);
  for (const operation of operations) {
    const draft = createDraft(operation, resolve);
    const { method, url, headers, body } = prepareRequest(operation, draft, `${origin}/v1`, resolve);
    const pairs = headers.map(([name, value]): [string, string] => [name, value]);
    // The address of a webhook is resolved, and tests must not query a name server.
    const local = body?.replaceAll(/https:\/\/[^/"]+/g, 'https://127.0.0.1') ?? null;
    // A link takes the place of the key where somebody signs in.
    const link = ['createSignIn', 'getOwnSignInLink'].includes(operation.id)
      ? as(await inviteTo(service, 'reader'))
      : {};
    const sent = [...pairs, ...Object.entries(link)] as [string, string][];
    const { status } = await service.fetch(url.slice(origin.length), { method, headers: sent, body: local });
    // The resource in the example may not exist; only a request that cannot be parsed is an error in the example.
    expect([operation.id, [200, 201, 204, 404, 409].includes(status), status]).toEqual([operation.id, true, status]);
  }
});
