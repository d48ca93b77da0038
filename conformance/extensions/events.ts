import { parseJson } from '../../client/transport/json.ts';
import { isObject, type JsonObject } from '../answer.ts';
import type { Group } from '../case.ts';
import type { TestContext } from '../context.ts';
import { expectEqual, expectError, expectHeader, expectMembers, expectStatus, expectThat } from '../expect.ts';
import { Mismatch, Skipped } from '../mismatch.ts';
import { absentAt } from './absence.ts';

const orderRule = 'Events are numbered without gaps, in the order in which they happened.';
const streamRule =
  'With Accept: text/event-stream the response is a stream that starts after Last-Event-ID, or else now.';
const stream = [['Accept', 'text/event-stream']] as const;

/** The id of the last event: a stream that begins now starts with it. */
async function position(t: TestContext): Promise<bigint> {
  const isEnough = (text: string) => /^id: ?\d+\r?\n/m.test(text);
  const answer = await t.send({ method: 'GET', path: '/events', headers: stream, isEnough });
  const id = /^id: ?(\d+)/m.exec(answer.text)?.[1];
  if (id === undefined) throw new Skipped('needs the id of the last event, with which a stream begins');
  return BigInt(id);
}

/** The events of one animal after a position, read until there is one of this type. */
async function eventsOf(
  t: TestContext,
  petId: bigint,
  after: bigint,
  lastType: string,
): Promise<readonly JsonObject[]> {
  const isLast = (text: string) =>
    blocksOf(text).some((event) => event['petId'] === petId && event['type'] === lastType);
  const headers = [...stream, ['Last-Event-ID', String(after)]] as const;
  const answer = await t.send({ method: 'GET', path: '/events', headers, isEnough: isLast });
  return blocksOf(answer.text).filter((event) => event['petId'] === petId);
}

/** The data of the complete events of a stream (HTML standard, section 9.2.6). */
function blocksOf(text: string): JsonObject[] {
  return text
    .split(/\r?\n\r?\n/)
    .slice(0, -1)
    .flatMap((block) => /^data: ?(.*)$/m.exec(block)?.[1] ?? [])
    .map((data) => {
      const value = parseJson(data);
      if (isObject(value)) return value;
      throw new Mismatch('a JSON object as the data of an event', data.slice(0, 80));
    });
}

export const events: Group = {
  name: 'events',
  title: 'Events',
  kind: 'extension',
  creates: { animals: 4 },
  absence: absentAt('/events?limit=1'),
  cases: [
    {
      name: 'listEvents: adding, changing and removing an animal are events in this order',
      rule: 'Every change of animals is recorded as an event, with the animal after the change.',
      run: async (t) => {
        const after = await position(t);
        const pet = await t.pet();
        await t.patch(`/pets/${pet.id}`, { status: 'sold' });
        await t.delete(`/pets/${pet.id}`);
        const found = await eventsOf(t, pet.id, after, 'pet.deleted');
        expectEqual(
          'types',
          found.map(({ type }) => type),
          ['pet.created', 'pet.updated', 'pet.deleted'],
        );
        expectEqual(
          'animals',
          found.map((event) => event['pet']),
          [pet, { ...pet, status: 'sold' }, undefined],
        );
      },
    },
    {
      name: 'listEvents: a stream is text/event-stream and is not stored',
      rule: streamRule,
      run: async (t) => {
        const answer = await t.send({ method: 'GET', path: '/events', headers: stream, isEnough: () => true });
        expectStatus(answer, 200);
        expectHeader(answer, 'Content-Type', /^text\/event-stream\b/);
        expectHeader(answer, 'Cache-Control', 'no-store');
      },
    },
    {
      name: 'listEvents: an event is sent on a stream that is already open',
      rule: streamRule,
      run: async (t) => {
        const after = await position(t);
        const category = t.state.categoryId + 29n;
        let adding: Promise<JsonObject> | undefined;
        const isEnough = (text: string) => {
          adding ??= t.pet({ categoryId: category });
          return text.includes(String(category));
        };
        const headers = [...stream, ['Last-Event-ID', String(after)]] as const;
        const answer = await t.send({ method: 'GET', path: '/events', headers, isEnough });
        const event = blocksOf(answer.text).find(({ pet }) => isObject(pet) && pet['categoryId'] === category);
        expectMembers(event ?? {}, { type: 'pet.created', pet: await adding });
      },
    },
    {
      name: 'listEvents: ?after= begins with the event after this one, without gaps',
      rule: orderRule,
      run: async (t) => {
        const after = await position(t);
        const pet = await t.pet();
        await eventsOf(t, pet.id, after, 'pet.created');
        const answer = await t.get(`/events?after=${after}&limit=100`);
        expectStatus(answer, 200);
        const ids = answer.objects.map(({ id }) => id);
        expectThat(ids.length > 0, 'at least one event', () => 'none');
        expectEqual(
          'ids',
          ids,
          ids.map((_, index) => after + BigInt(index + 1)),
        );
      },
    },
    {
      name: 'listEvents: limit=1 returns one event',
      rule: 'limit is the maximum number of entries.',
      run: async (t) => {
        const after = await position(t);
        const pet = await t.pet();
        await eventsOf(t, pet.id, after, 'pet.created');
        expectEqual('number of events', (await t.get(`/events?after=${after}&limit=1`)).array.length, 1);
      },
    },
    ...['after=-1', 'after=x', 'limit=0', 'limit=101'].map((query) => ({
      name: `listEvents: ?${query} gets 400 invalid_parameter`,
      rule: 'after is an int64 that is not negative, limit an integer from 1 to 100.',
      run: async (t: TestContext) => expectError(await t.get(`/events?${query}`), 400, 'invalid_parameter'),
    })),
    {
      name: 'listEvents: is experimental',
      rule: 'Operations that are beta or experimental say so in the header Stability.',
      run: async (t) => expectHeader(await t.get('/events?limit=1'), 'Stability', 'experimental'),
    },
  ],
};
