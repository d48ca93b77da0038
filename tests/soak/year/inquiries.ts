import type { Random } from '../../../cli/demo/seeded-random.ts';
import type { Model } from './model.ts';
import { dayMs, hourMs, type Simulation, unlessGone } from './simulation.ts';

export interface InquiryRecord {
  /** Missing for those of the public form. */
  readonly id?: number;
  readonly createdAt: number;
  reviewedAt?: number;
  closedAt?: number;
  isErased?: boolean;
}

interface Planner {
  /** In so many days people answer. */
  readonly answerDays: number;
  plan(delayHours: number, task: () => Promise<void>): void;
  findAvailable(random: Random): number | undefined;
}

/** Those who ask for animals, and those who answer. */
export class Inquiries {
  readonly #records: InquiryRecord[] = [];
  readonly #simulation: Simulation;
  readonly #model: Model;
  readonly #create: (body: object) => Promise<{ id: number }>;
  readonly #planner: Planner;

  constructor(
    simulation: Simulation,
    model: Model,
    create: (body: object) => Promise<{ id: number }>,
    planner: Planner,
  ) {
    this.#simulation = simulation;
    this.#model = model;
    this.#create = create;
    this.#planner = planner;
  }

  /** How many there must be, at least and at most: one may or may not be erased within the hour in which it expires. */
  expected(days: number): { least: number; most: number } {
    const kept = (now: number) =>
      this.#records.filter(({ createdAt, reviewedAt, closedAt, isErased = false }) => {
        const since = reviewedAt === undefined ? createdAt : (closedAt ?? Number.POSITIVE_INFINITY);
        return !isErased && since > now - days * dayMs;
      }).length;
    return { least: kept(this.#simulation.now + hourMs), most: kept(this.#simulation.now - hourMs) };
  }

  /** A web site sends an inquiry. */
  async ask(random: Random, petId: number): Promise<InquiryRecord> {
    const message = `May we visit? ${'We have a garden. '.repeat(random.integer(1, 20))}`;
    const { id } = await this.#create({ petId, name: 'Ada Moreno', email: `ada${petId}@example.org`, message });
    return this.#record(id);
  }

  planAnswer(random: Random, inquiry: InquiryRecord): void {
    const kind = random.next();
    const later = (task: () => Promise<void>) =>
      this.#planner.plan(24 * random.integer(1, this.#planner.answerDays), task);
    if (kind < 0.05) return;
    if (kind < 0.1) later(() => this.#erase(inquiry));
    else if (kind < 0.3) later(() => this.#close(inquiry));
    else if (kind < 0.4) later(() => this.#change(inquiry, 'withdrawn'));
    else
      later(async () => {
        await this.#change(inquiry, 'reviewing');
        later(() => this.#change(inquiry, 'declined'));
      });
  }

  /** An order was made from an inquiry. */
  approve(inquiry: InquiryRecord): void {
    inquiry.reviewedAt = this.#simulation.now;
    this.#model.count('inquiry.updated');
  }

  /** Its order was completed. */
  fulfil(inquiry: InquiryRecord): void {
    this.#end(inquiry);
  }

  /** The completion was taken back. */
  takeBack(inquiry: InquiryRecord): void {
    delete inquiry.closedAt;
    this.#model.count('inquiry.updated');
  }

  /** Its order has ended otherwise: most people close it the day after. */
  abandon(random: Random, inquiry: InquiryRecord): void {
    if (random.chance(0.95)) this.#planner.plan(24, () => this.#close(inquiry));
  }

  /** Somebody opens the form of an animal, sends it an hour later, and withdraws it the day after, or not. */
  async visit(random: Random): Promise<void> {
    const petId = this.#planner.findAvailable(random);
    if (petId === undefined) return;
    // Each from another address, of which each may send few forms.
    const anonymous = { Authorization: '', 'X-Forwarded-For': `198.51.100.${this.#records.length % 256}` };
    const form = { ...anonymous, 'Content-Type': 'application/x-www-form-urlencoded' };
    const page = await this.#simulation
      .send<string>(`GET /adopt/${petId}/inquiry`, { headers: anonymous })
      .catch(unlessGone);
    if (page === undefined) return;
    const token = tokenIn(page);
    this.#planner.plan(1, async () => {
      const fields = { name: 'Ben', email: 'ben@example.org', phone: '', message: 'Is it there?', website: '', token };
      const body = new URLSearchParams(fields).toString();
      const sent = await this.#simulation
        .send(`POST /adopt/${petId}/inquiry`, { body, headers: form, status: 303 })
        .catch(unlessGone);
      if (sent === undefined) return;
      const inquiry = this.#record();
      const link = token.split('.')[1];
      if (!random.chance(0.3)) return;
      this.#planner.plan(24, async () => {
        const options = { body: '', headers: form, status: 303 };
        await this.#simulation.send(`POST /adopt/inquiries/${link}/withdrawal`, options);
        this.#end(inquiry);
      });
    });
  }

  #record(id?: number): InquiryRecord {
    const record: InquiryRecord = { createdAt: this.#simulation.now, ...(id !== undefined && { id }) };
    this.#records.push(record);
    this.#model.count('inquiry.created');
    return record;
  }

  async #change(inquiry: InquiryRecord, stage: 'reviewing' | 'declined' | 'withdrawn'): Promise<void> {
    await this.#simulation.send(`PATCH /v1/inquiries/${inquiry.id}`, { body: { stage } });
    if (stage !== 'reviewing') return this.#end(inquiry);
    inquiry.reviewedAt = this.#simulation.now;
    this.#model.count('inquiry.updated');
  }

  async #close(inquiry: InquiryRecord): Promise<void> {
    await this.#simulation.send(`POST /v1/inquiries/${inquiry.id}/close`);
    this.#end(inquiry);
  }

  #end(inquiry: InquiryRecord): void {
    inquiry.closedAt = this.#simulation.now;
    this.#model.count('inquiry.closed');
  }

  async #erase(inquiry: InquiryRecord): Promise<void> {
    await this.#simulation.send(`DELETE /v1/inquiries/${inquiry.id}`);
    inquiry.isErased = true;
  }
}

function tokenIn(page: string): string {
  return /name="token" value="([^"]+)"/.exec(page)?.[1] ?? '';
}
