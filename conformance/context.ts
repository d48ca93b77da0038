import type { Answer, JsonObject } from './answer.ts';
import type { CreatedAnimals } from './created.ts';
import type { BaseAddress } from './http/base-address.ts';
import type { Header } from './http/message.ts';
import { stringifyJson } from './json.ts';
import { Skipped } from './mismatch.ts';
import type { RequestDraft, Sender } from './sender.ts';

/** The keys beside the main one, for cases that need them. */
export interface OtherKeys {
  /** A key of the other environment, which the service must reject. */
  readonly staging?: string | undefined;
  /** A key that can read animals, and nothing else. */
  readonly readOnly?: string | undefined;
}

/** What all cases of a run share. */
export interface RunState {
  readonly base: BaseAddress;
  readonly sender: Sender;
  readonly created: CreatedAnimals;
  readonly keys: OtherKeys;
  readonly mainKey: string;
  /** Begins the name of everything that the run creates. */
  readonly prefix: string;
  /** The category of its animals: a number that nobody else uses, and that no double holds. */
  readonly categoryId: bigint;
  /** Whether it may fill the catalogue up to more than 100 animals. */
  readonly mayFill: boolean;
  /** Milliseconds. */
  readonly now: () => number;
  readonly shared: Map<string, Promise<unknown>>;
}

export type HeaderFields = Readonly<Record<string, string>>;

/** What a case works with. */
export class TestContext {
  readonly state: RunState;
  /** The requests of this case with their responses. */
  readonly exchanges: Answer[] = [];
  /** The request whose response has not arrived. */
  pending: RequestDraft | undefined;

  constructor(state: RunState) {
    this.state = state;
  }

  async send(draft: RequestDraft): Promise<Answer> {
    this.pending = draft;
    const answer = await this.state.sender.send(draft);
    this.pending = undefined;
    this.exchanges.push(answer);
    return answer;
  }

  get(path: string, headers: HeaderFields = {}): Promise<Answer> {
    return this.send({ method: 'GET', path, headers: Object.entries(headers) });
  }

  delete(path: string, headers: HeaderFields = {}): Promise<Answer> {
    return this.send({ method: 'DELETE', path, headers: Object.entries(headers) });
  }

  /** Sends JSON: text as it is, objects serialized. */
  write(method: string, path: string, body: JsonObject | string, headers: HeaderFields = {}): Promise<Answer> {
    const fields: Header[] = Object.entries({ 'Content-Type': 'application/json', ...headers });
    return this.send({ method, path, headers: fields, body: typeof body === 'string' ? body : stringifyJson(body) });
  }

  /** A name that nobody else uses, for people to recognize. */
  name(text: string): string {
    return `${this.state.prefix} ${text}`;
  }

  /** The fields of a new animal of this run. */
  draft(fields: JsonObject = {}): JsonObject {
    return { name: this.name('animal'), categoryId: this.state.categoryId, ...fields };
  }

  /** Remembers the animal that a response says was created, so that it is removed at the end. */
  note(answer: Answer): Answer {
    if (answer.status < 200 || answer.status > 299) return answer;
    this.state.created.add(idOf(answer));
    return answer;
  }

  /** Sends `createPet` with these fields, or with a body as it is. */
  async createPet(body: JsonObject | string = {}, headers: HeaderFields = {}): Promise<Answer> {
    return this.note(await this.write('POST', '/pets', typeof body === 'string' ? body : this.draft(body), headers));
  }

  /** An animal for a case that is about something else. @throws Skipped when it cannot be created */
  async pet(fields: JsonObject = {}): Promise<JsonObject & { id: bigint }> {
    return resourceOf(await this.createPet(fields), 'an animal');
  }

  /** One animal for all cases that only read it. */
  sharedPet(): Promise<JsonObject & { id: bigint }> {
    return this.once('animal', () => this.pet({ name: this.name('shared animal') }));
  }

  /** Does something once in a run, whichever case needs it first. */
  once<Value>(what: string, make: () => Promise<Value>): Promise<Value> {
    const known = this.state.shared.get(what);
    if (known !== undefined) return known as Promise<Value>;
    const made = make();
    this.state.shared.set(what, made);
    return made;
  }

  /** How many animals a page of 100 has, after the catalogue was filled up to `count`. */
  manyPets(count: number): Promise<number> {
    return this.once(`${count} animals`, async () => {
      const countPage = async () => {
        const answer = await this.get('/pets?limit=100');
        if (answer.status >= 300) return 0;
        const page = answer.json;
        if (Array.isArray(page)) return page.length;
        throw new Skipped('needs a list of animals that is an array');
      };
      const missing = count - (await countPage());
      if (missing <= 0) return await countPage();
      for (let made = 0; made < missing; made += 8) {
        const batch = Array.from({ length: Math.min(8, missing - made) }, () => this.pet());
        await Promise.all(batch);
      }
      return await countPage();
    });
  }
}

function idOf(answer: Answer): unknown {
  try {
    return answer.object['id'];
  } catch {
    return undefined;
  }
}

/** A resource that a case needs, from the response of its creation. @throws Skipped when there is none */
export function resourceOf(answer: Answer, what: string): JsonObject & { id: bigint } {
  const lacking = (reason: string) =>
    new Skipped(`needs ${what}, but ${answer.sent.method} ${answer.sent.target} ${reason}`);
  if (answer.status >= 300) throw lacking(`responded with ${answer.status}`);
  const { id, ...rest } = answer.object;
  if (typeof id !== 'bigint') throw lacking('returned none with an id');
  return { ...rest, id };
}
