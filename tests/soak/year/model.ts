/** What the statistics and the inventory must say, counted without the service. Days are those since 1970-01-01. */
export interface Stay {
  readonly species: string;
  /** `undefined` where it is not known. */
  readonly birth: number | undefined;
  readonly isBirthYear: boolean;
  readonly arrivedOn: number;
  readonly intakeType: string | undefined;
  leftOn?: number;
  outcomeType?: string;
}

interface Animal {
  readonly categoryId: number;
  status: 'available' | 'pending' | 'sold';
  stay: Stay;
}

type Activity = Record<'added' | 'adopted' | 'returned' | 'removed', number>;

export class Model {
  readonly animals = new Map<number, Animal>();
  readonly #past: Stay[] = [];
  /** By `day` and `day categoryId`. */
  readonly #activity = new Map<string, Activity>();
  /** Events by type. */
  readonly events = new Map<string, number>();

  count(...types: string[]): void {
    for (const type of types) this.events.set(type, (this.events.get(type) ?? 0) + 1);
  }

  add(id: number, animal: Animal, day: number): void {
    this.animals.set(id, animal);
    this.#record('added', animal.categoryId, day);
    this.count('pet.created');
  }

  setStatus(id: number, status: 'available' | 'pending'): void {
    this.#animal(id).status = status;
  }

  correct(id: number, stay: Stay): void {
    this.#animal(id).stay = stay;
  }

  leave(id: number, day: number, outcomeType: string): void {
    const animal = this.#animal(id);
    animal.status = 'sold';
    animal.stay = { ...animal.stay, leftOn: day, outcomeType };
    this.#record('adopted', animal.categoryId, day);
  }

  comeBack(id: number, day: number): void {
    const animal = this.#animal(id);
    const { species, birth, isBirthYear, outcomeType } = animal.stay;
    this.#past.push(animal.stay);
    animal.status = 'available';
    const intakeType = outcomeType === 'adoption' ? 'owner_surrender' : undefined;
    animal.stay = { species, birth, isBirthYear, arrivedOn: day, intakeType };
    this.#record('returned', animal.categoryId, day);
  }

  remove(id: number, day: number): void {
    const { stay, categoryId, status } = this.#animal(id);
    if (status === 'sold') this.#past.push(stay);
    this.animals.delete(id);
    this.#record('removed', categoryId, day);
    this.count('pet.deleted');
  }

  activityOf(key: string): Activity {
    return this.#activity.get(key) ?? { added: 0, adopted: 0, returned: 0, removed: 0 };
  }

  inventory(): Record<string, number> {
    const counts: Record<string, number> = { available: 0, pending: 0, sold: 0 };
    for (const { status } of this.animals.values()) counts[status] = (counts[status] ?? 0) + 1;
    return counts;
  }

  get pastStays(): number {
    return this.#past.length;
  }

  /** The matrix of a month from one day to before another, as lines of text, and the median lengths of stay. */
  matrix(from: number, to: number): string[] {
    const lines = new Map<string, number>();
    const add = (line: string) => lines.set(line, (lines.get(line) ?? 0) + 1);
    const lengths = new Map<string, number[]>();
    for (const stay of [...this.#past, ...[...this.animals.values()].map((animal) => animal.stay)]) {
      const { species, arrivedOn, leftOn = Number.POSITIVE_INFINITY, intakeType = '-', outcomeType = '-' } = stay;
      if (arrivedOn < from && leftOn >= from) add(`${species} beginning`);
      if (arrivedOn < to && leftOn >= to) add(`${species} ending`);
      if (arrivedOn >= from && arrivedOn < to) add(`${species} intake ${intakeType} ${ageOn(arrivedOn, stay)}`);
      if (leftOn < from || leftOn >= to) continue;
      add(`${species} outcome ${outcomeType} ${ageOn(leftOn, stay)}`);
      lengths.set(species, [...(lengths.get(species) ?? []), leftOn - arrivedOn]);
    }
    for (const [species, days] of lengths) {
      const sorted = days.sort((one, other) => one - other);
      lines.set(`${species} median`, sorted[(sorted.length - 1) >> 1] ?? 0);
    }
    return [...lines].map(([line, value]) => `${line} ${value}`).sort();
  }

  #animal(id: number): Animal {
    const animal = this.animals.get(id);
    if (animal === undefined) throw new Error(`the model has no animal ${id}`);
    return animal;
  }

  #record(kind: keyof Activity, categoryId: number, day: number): void {
    for (const key of [`${day}`, `${day} ${categoryId}`]) {
      const activity = this.activityOf(key);
      activity[kind] += 1;
      this.#activity.set(key, activity);
    }
  }
}

function ageOn(day: number, { birth, isBirthYear }: Stay): string {
  if (birth === undefined) return 'unknown';
  if (isBirthYear) return day >= birth + 365 + 152 ? 'adult' : 'unknown';
  return day >= birth + 152 ? 'adult' : 'juvenile';
}
