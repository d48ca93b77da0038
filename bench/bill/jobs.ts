/** The background jobs of petstore whose processor time the bill of a create tells. */
export const jobs = ['indexes', 'counts', 'others'] as const;

export type Job = (typeof jobs)[number];

const statements: readonly (readonly [RegExp, Job | 'create'])[] = [
  [/\b(pet_words|pet_names|pet_changes|pets_indexed)\b/, 'indexes'],
  // What a create looks at before its commit.
  [/^SELECT max\(id\) FROM events$|\bFROM pets WHERE id > \$1 AND id <= \$2/, 'create'],
  [
    /\b(event_marks|inventory|inventory_totals|daily_\w+|pending_events|stay_changes|monthly_stays)\b|\bFROM events\b/,
    'counts',
  ],
  [/^INSERT INTO (pets|events)\b/, 'create'],
  // What each transaction and the check of a key need.
  [/^(BEGIN|COMMIT|ROLLBACK|SAVEPOINT|RELEASE|PRAGMA)\b|\btotal_changes\b|\blog_mark\b/, 'create'],
  [/\bFROM (keys|settings|petstore_writers)\b/, 'create'],
];

/** Which job runs a statement while animals are created. */
export function jobOf(sql: string): Job | 'create' {
  return statements.find(([pattern]) => pattern.test(sql))?.[1] ?? 'others';
}

/**
 * Divides the time of commits between creates and jobs. Creates share most commits with a job, which makes them longer: a
 * job is charged with what its commits take longer than those of creates alone.
 */
export class CommitShares {
  readonly #charge: (job: Job, time: number) => void;
  readonly #alone = { count: 0, time: 0 };
  readonly #jobs = new Set<Job>();
  #hasCreates = false;

  constructor(charge: (job: Job, time: number) => void) {
    this.#charge = charge;
  }

  /** A statement of the current transaction. */
  note(job: Job | 'create'): void {
    if (job === 'create') this.#hasCreates = true;
    else this.#jobs.add(job);
  }

  commit(time: number): void {
    const { count, time: total } = this.#alone;
    if (this.#jobs.size === 0 && this.#hasCreates) {
      this.#alone.count += 1;
      this.#alone.time += time;
    }
    const usual = this.#hasCreates && count > 0 ? total / count : 0;
    for (const job of this.#jobs) this.#charge(job, Math.max(0, time - usual) / this.#jobs.size);
    this.begin();
  }

  /** A transaction begins: what an earlier one has noted, which was rolled back, does not count. */
  begin(): void {
    this.#jobs.clear();
    this.#hasCreates = false;
  }
}
