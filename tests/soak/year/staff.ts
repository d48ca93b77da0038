import { dayMs, type Simulation } from './simulation.ts';

const people = 20;
/** What the receiver that works wants: an own web site shows it. */
export const siteTypes = [
  'pet.created',
  'pet.deleted',
  'order.placed',
  'order.completed',
  'order.expired',
  'order.returned',
];

/** People who sign in, keys, and a webhook whose receiver is gone. */
export class Staff {
  /** Keys of programs, which are kept. That of the administrator is one of them. */
  keys = 1;
  /** How many devices can be known: those that have expired go when their person signs in again. */
  readonly devices = people * 6;
  readonly #simulation: Simulation;
  readonly #people: number[] = [];
  #deadWebhook = 0;

  constructor(simulation: Simulation) {
    this.#simulation = simulation;
  }

  /** @param url of the receiver that works */
  async open(url: string): Promise<void> {
    while (this.#people.length < people) await this.#hire();
    await this.#simulation.send('POST /v1/webhooks', { body: { url, types: siteTypes } });
    // Nothing listens there.
    const dead = { url: 'http://127.0.0.1:1/', types: ['order.placed', 'order.completed'] };
    this.#deadWebhook = (await this.#simulation.send<{ id: number }>('POST /v1/webhooks', { body: dead })).id;
  }

  /** What is done in the morning: each person signs in once a week, somebody leaves each quarter. */
  async work(): Promise<void> {
    const day = Math.floor(this.#simulation.now / dayMs);
    for (const [index, id] of this.#people.entries()) if (index % 7 === day % 7) await this.#signIn(id, day);
    if (day % 30 === 0) {
      const expiresAt = new Date(this.#simulation.now + 30 * dayMs).toISOString();
      await this.#simulation.send('POST /v1/keys', { body: { name: `Script ${day}`, role: 'reader', expiresAt } });
      this.keys += 1;
      await this.#simulation.send(`POST /v1/webhooks/${this.#deadWebhook}/resume`);
    }
    if (day % 90 === 0) {
      await this.#simulation.send(`DELETE /v1/people/${this.#people.shift()}`);
      await this.#hire();
    }
  }

  async #hire(): Promise<void> {
    const body = { name: `Person ${this.#people.at(-1) ?? 0}`, role: 'staff' };
    this.#people.push((await this.#simulation.send<{ id: number }>('POST /v1/people', { body })).id);
  }

  async #signIn(id: number, day: number): Promise<void> {
    const { url } = await this.#simulation.send<{ url: string }>(`POST /v1/people/${id}/sign-in-links`);
    const asPerson = (secret: string) => ({ headers: { Authorization: `Bearer ${secret}` } });
    const device = { device: `Phone of ${day}`, isTrusted: day % 2 === 0 };
    const { secret } = await this.#simulation.send<{ secret: string }>('POST /v1/sign-ins', {
      body: device,
      ...asPerson(url.split('=')[1] ?? ''),
    });
    await this.#simulation.send('GET /v1/people/self', asPerson(secret));
  }
}
