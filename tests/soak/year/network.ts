import type { Random } from '../../../cli/demo/seeded-random.ts';
import { categories, dateOf, type End, inventArrival, species } from './arrivals.ts';
import { Inquiries, type InquiryRecord } from './inquiries.ts';
import { Model } from './model.ts';
import { dayMs, hourMs, inParallel, type Simulation, type Task, unlessGone } from './simulation.ts';

export interface Size {
  /** At the beginning, of which nine of ten have left; and those that come on each day. */
  readonly animals: number;
  readonly intakesOfDay: number;
  /** How long an animal stays, on average. */
  readonly stayDays: number;
  readonly days: number;
  /** The hours of a day (UTC) to which the clock jumps. */
  readonly hours: readonly number[];
  /** For how many days events and inquiries are kept. */
  readonly keptDays: number;
  /** The days from one backup to the next; 0 for none. */
  readonly backupDays: number;
}

type Placed = { id: number };

/** When people work. */
const [opens, closes] = [9, 17];
/** Through the public form. */
const visitsOfDay = 4;

/** A network of shelters: what its people and programs do, hour by hour, and what must follow from it. */
export class Network {
  readonly model = new Model();
  readonly inquiries: Inquiries;
  readonly orders = { placed: 0, completed: 0, cancelled: 0 };
  /** The animal of each photo. */
  readonly photos = new Map<number, number>();
  /** When requests with an idempotency key were sent. */
  readonly keyed: number[] = [];
  readonly #simulation: Simulation;
  readonly #random: Random;
  readonly #size: Size;
  readonly #photo: Buffer;
  readonly #agenda = new Map<number, Task[]>();
  /** Those who were in care at some time. */
  readonly #known: number[] = [];
  /** Those who had left before. */
  readonly #former: number[] = [];
  #arrivals = 0;

  constructor(simulation: Simulation, random: Random, size: Size, photo: Buffer) {
    this.#simulation = simulation;
    this.#random = random;
    this.#size = size;
    this.#photo = photo;
    this.inquiries = new Inquiries(simulation, this.model, (body) => this.#create('/v1/inquiries', body), this);
  }

  get answerDays(): number {
    return Math.min(4, this.#size.keptDays - 1);
  }

  get #day(): number {
    return Math.floor(this.#simulation.now / dayMs);
  }

  /** Animals and names of categories that are there at the beginning: nine of ten animals have left. */
  async open(): Promise<void> {
    for (let id = 1; id <= categories; id++)
      await this.#simulation.send(`PUT /v1/categories/${id}`, { body: { name: `Category ${id}` } });
    const tasks = Array.from(
      { length: this.#size.animals },
      (_, index): Task =>
        async () => {
          const random = this.#random.fork(`stock ${index}`);
          if (random.chance(0.1)) return void (await this.#takeIn(random, this.#day - random.integer(0, 90)));
          const arrivedOn = this.#day - random.integer(120, 1_000);
          const leftOn = arrivedOn + random.integer(1, 119);
          const outcomeType = random.pick(['adoption', 'adoption', 'return_to_owner', 'transfer_out', 'died']);
          this.#former.push(await this.#add(random, arrivedOn, { leftOn, outcomeType }));
        },
    );
    await inParallel(tasks);
    this.model.events.clear();
  }

  /** Corrects what was wrong about some animals and their arrivals, before anybody else works. */
  async correct(): Promise<void> {
    const random = this.#random.fork(`corrections ${this.#day}`);
    for (let count = Math.ceil(this.#size.intakesOfDay * 0.2); count > 0; count--) {
      const id = random.pick(this.#known);
      const stay = this.model.animals.get(id)?.stay;
      if (stay === undefined) continue;
      const arrivedOn = stay.arrivedOn - random.integer(0, 3);
      const right = { ...stay, species: random.pick(species), arrivedOn };
      const body = { species: right.species, arrivedOn: dateOf(arrivedOn) };
      await this.#simulation.send(`PATCH /v1/pets/${id}/profile`, { body });
      this.model.correct(id, right);
    }
  }

  /** What is to be done until now. */
  async work(): Promise<void> {
    for (let tasks = this.#take(); tasks.length > 0; tasks = this.#take()) await inParallel(tasks);
  }

  /** @param delayHours from now on; then in the first hour in which people work */
  plan(delayHours: number, task: Task): void {
    const hour = this.#simulation.now / hourMs + delayHours;
    const ofDay = hour % 24;
    const at = ofDay < opens ? hour - ofDay + opens : ofDay > closes ? hour - ofDay + 24 + opens : hour;
    const tasks = this.#agenda.get(at);
    if (tasks === undefined) this.#agenda.set(at, [task]);
    else tasks.push(task);
  }

  /** An animal that is available now; `undefined` if none was found quickly. */
  findAvailable(random: Random): number | undefined {
    for (let attempt = 0; attempt < 50; attempt++) {
      const id = random.pick(this.#known);
      if (this.model.animals.get(id)?.status === 'available') return id;
    }
    return undefined;
  }

  /** The tasks until now. */
  #take(): Task[] {
    const due = [...this.#agenda.keys()].filter((hour) => hour <= this.#simulation.now / hourMs);
    return due.flatMap((hour) => {
      const tasks = this.#agenda.get(hour) ?? [];
      this.#agenda.delete(hour);
      return tasks;
    });
  }

  /** Plans what happens on a day that has just begun. */
  planDay(): void {
    const random = this.#random.fork(`day ${this.#day}`);
    const count = (times: number) => Math.floor(times * this.#size.intakesOfDay + random.next());
    const some = (times: number, task: (random: Random) => Promise<void>) => {
      for (let index = count(times); index > 0; index--) {
        const own = random.fork(`${task.name || 'task'} ${times} ${index}`);
        this.plan(own.integer(0, closes - opens), () => task(own));
      }
    };
    some(1, async (own) => {
      const id = await this.#takeIn(own, this.#day);
      if (own.chance(0.1)) await this.#addPhoto(own, id);
    });
    some(1.5, (own) => this.#edit(own));
    some(0.5, async () => {
      const id = this.#former.shift();
      if (id !== undefined) await this.#remove(id);
    });
    for (let index = 0; index < visitsOfDay; index++) {
      const own = random.fork(`visit ${index}`);
      this.plan(own.integer(0, closes - opens - 1), () => this.inquiries.visit(own));
    }
  }

  async #takeIn(random: Random, arrivedOn: number): Promise<number> {
    const id = await this.#add(random, arrivedOn);
    this.#known.push(id);
    this.#planEnd(random, id);
    return id;
  }

  async #add(random: Random, arrivedOn: number, end?: End): Promise<number> {
    const { stay, ...draft } = inventArrival(random, ++this.#arrivals, arrivedOn, end);
    const { id } = await this.#create<Placed>('/v1/listings', draft);
    this.model.add(id, { categoryId: draft.categoryId, status: draft.status, stay }, this.#day);
    return id;
  }

  /** Sends a write with a key, and some twice. */
  async #create<Body extends Placed>(path: string, body: object): Promise<Body> {
    const headers = { 'Idempotency-Key': `write-${this.keyed.length}` };
    this.keyed.push(this.#simulation.now);
    const created = await this.#simulation.send<Body>(`POST ${path}`, { body, headers });
    if (this.keyed.length % 50 !== 0) return created;
    const again = await this.#simulation.send<Body>(`POST ${path}`, { body, headers });
    if (again.id !== created.id) throw new Error(`POST ${path} made ${created.id}, and ${again.id} when repeated`);
    return created;
  }

  #planEnd(random: Random, id: number): void {
    const days = 1 + Math.floor(-Math.log(1 - random.next()) * this.#size.stayDays);
    const kind = random.next();
    const end =
      (outcomeType: string): Task =>
      () =>
        this.#leave(id, outcomeType);
    const task =
      kind < 0.7
        ? () => this.#reserve(random, id)
        : kind < 0.8
          ? end('return_to_owner')
          : kind < 0.9
            ? end('transfer_out')
            : kind < 0.95
              ? end(random.pick(['died', 'euthanised']))
              : kind < 0.97
                ? () => this.#remove(id)
                : undefined;
    if (task !== undefined) this.plan(days * 24, task);
  }

  async #leave(id: number, outcomeType: string): Promise<void> {
    await this.#simulation.send(`PATCH /v1/pets/${id}`, { body: { status: 'sold' } });
    await this.#simulation.send(`PATCH /v1/pets/${id}/profile`, { body: { outcomeType } });
    this.model.leave(id, this.#day, outcomeType);
  }

  async #remove(id: number): Promise<void> {
    await this.#simulation.send(`DELETE /v1/pets/${id}`);
    this.model.remove(id, this.#day);
    for (const [photo, petId] of this.photos) if (petId === id) this.photos.delete(photo);
  }

  async #edit(random: Random): Promise<void> {
    const id = random.pick(this.#known);
    if (!this.model.animals.has(id)) return;
    const number = random.integer(1, 1e9);
    const text = `Edited ${number}: ${'eats and sleeps well, '.repeat(random.integer(1, 9))}`;
    const isRenamed = random.chance(0.2);
    const body = isRenamed ? { name: `Renamed ${number}` } : { description: text };
    await this.#simulation.send(`PATCH /v1/pets/${id}${isRenamed ? '' : '/profile'}`, { body }).catch(unlessGone);
  }

  async #addPhoto(random: Random, petId: number): Promise<void> {
    const headers = { 'Content-Type': 'image/jpeg' };
    const body = new Uint8Array(this.#photo);
    const { id } = await this.#simulation.send<Placed>(`POST /v1/pets/${petId}/photos`, { body, headers });
    this.photos.set(id, petId);
    this.model.count('pet.photos_changed');
    if (!random.chance(0.2)) return;
    this.plan(24 * random.integer(3, 30), async () => {
      if (!this.photos.delete(id)) return;
      await this.#simulation.send(`DELETE /v1/pets/${petId}/photos/${id}`);
      this.model.count('pet.photos_changed');
    });
  }

  /** Somebody asks for an animal, and gets it, or not. */
  async #reserve(random: Random, petId: number): Promise<void> {
    const asked: InquiryRecord[] = [];
    for (let count = random.integer(0, 2); count > 0; count--) asked.push(await this.inquiries.ask(random, petId));
    const [first, ...others] = asked;
    for (const inquiry of others) this.inquiries.planAnswer(random, inquiry);
    const days = random.integer(1, 5);
    const end = random.next();
    const expires = end < 0.08;
    const expiresAt = expires && { expiresAt: new Date(this.#simulation.now + days * dayMs).toISOString() };
    const contact = { name: 'Ada Moreno', email: `ada${petId}@example.org`, address: 'Long Street 12, Austin' };
    const { id } =
      first === undefined
        ? await this.#create<Placed>('/v1/store/orders', { petId, contact, ...expiresAt })
        : await this.#create<Placed>(`/v1/inquiries/${first.id}/order`, { ...expiresAt });
    if (first !== undefined) this.inquiries.approve(first);
    this.model.setStatus(petId, 'pending');
    this.model.count('order.placed');
    this.orders.placed += 1;
    const order = `/v1/store/orders/${id}`;
    const free = (type: string) => {
      this.model.setStatus(petId, 'available');
      this.model.count(type);
      this.orders.placed -= 1;
      this.orders.cancelled += 1;
      if (first !== undefined) this.inquiries.abandon(random, first);
      this.#planEnd(random, petId);
    };
    this.plan(days * 24, async () => {
      if (expires) return free('order.expired');
      if (end < 0.14) {
        await this.#simulation.send(`POST ${order}/cancel`);
        return free('order.cancelled');
      }
      if (end < 0.18) {
        await this.#simulation.send(`POST ${order}/complete`);
        await this.#simulation.send(`POST ${order}/reopen`);
        this.model.count('order.completed', 'order.reopened');
        if (first !== undefined) {
          this.inquiries.fulfil(first);
          this.inquiries.takeBack(first);
        }
      }
      await this.#simulation.send(`POST ${order}/complete`);
      this.model.leave(petId, this.#day, 'adoption');
      this.model.count('order.completed');
      if (first !== undefined) this.inquiries.fulfil(first);
      this.orders.placed -= 1;
      this.orders.completed += 1;
      if (random.chance(0.1))
        this.plan(24 * random.integer(1, this.#size.stayDays), () => this.#comeBack(random, petId, order));
    });
  }

  async #comeBack(random: Random, petId: number, order: string): Promise<void> {
    await this.#simulation.send(`POST ${order}/return`, { body: { reason: 'It did not work out.' } });
    this.model.comeBack(petId, this.#day);
    this.model.count('order.returned');
    this.#planEnd(random, petId);
  }
}
