import type { Report } from '../history/rules.ts';
import { dateOf } from './arrivals.ts';
import type { Network } from './network.ts';
import { dayMs, type Simulation } from './simulation.ts';

const kinds = ['added', 'adopted', 'returned', 'removed'] as const;
const groupedDays = 200;
const earlierMonths = 6;

/** Compares the inventory and all statistics since the beginning with what has happened. */
export async function checkFigures({ model }: Network, simulation: Simulation, begin: number, report: Report) {
  const inventory = await simulation.send<Record<string, number>>('GET /v1/store/inventory');
  const counted = model.inventory();
  for (const status of ['available', 'pending', 'sold']) {
    if (inventory[status] !== counted[status])
      report('inventory', `${status}: ${inventory[status]}, not ${counted[status]}`);
  }
  await checkDays();
  await checkMonths();

  async function checkDays(): Promise<void> {
    const last = Math.floor(simulation.now / dayMs);
    for (let from = Math.floor(begin / dayMs); from <= last; from += groupedDays) {
      const range = `from=${dateOf(from)}&to=${dateOf(Math.min(from + groupedDays, last + 1))}`;
      type Day = Record<(typeof kinds)[number], number> & {
        start: string;
        categories: (Day & { categoryId: number })[];
      };
      const days = await simulation.send<Day[]>(`GET /v1/store/statistics?by=day&groupBy=category&${range}`);
      for (const [index, day] of days.entries()) {
        const number = from + index;
        for (const kind of kinds) {
          const right = model.activityOf(`${number}`)[kind];
          if (day.start !== dateOf(number) || day[kind] !== right)
            report('statistics', `${dateOf(number)}: ${day[kind]} ${kind}, not ${right}`);
          for (const category of day.categories) {
            const own = model.activityOf(`${number} ${category.categoryId}`)[kind];
            if (category[kind] !== own)
              report(
                'statistics',
                `${day.start}, category ${category.categoryId}: ${category[kind]} ${kind}, not ${own}`,
              );
          }
        }
      }
    }
  }

  async function checkMonths(): Promise<void> {
    const first = new Date(begin);
    for (let index = -earlierMonths; ; index++) {
      const [from, to] = [index, index + 1].map((month) =>
        Date.UTC(first.getUTCFullYear(), first.getUTCMonth() + month),
      );
      if (from === undefined || to === undefined || from > simulation.now) return;
      const month = dateOf(from / dayMs).slice(0, 7);
      const seen = new Set(await readMonth(month, dateOf(to / dayMs)));
      const right = new Set(model.matrix(from / dayMs, to / dayMs));
      const wrong = [...seen.symmetricDifference(right)];
      for (const line of wrong.slice(0, 3))
        report('statistics', `${month}: ${seen.has(line) ? 'says' : 'does not say'} "${line}"`);
    }
  }

  /** The month as lines of text, as the model has them. */
  async function readMonth(month: string, to: string): Promise<string[]> {
    type Cell = { type?: string; ageGroup: string; animals: number };
    type Species = { species: string; beginning: number; ending: number; intakes: Cell[]; outcomes: Cell[] };
    const matrix = await simulation.send<{ species: Species[] }>(`GET /v1/store/statistics/matrix?month=${month}`);
    const path = `GET /v1/store/statistics?by=month&groupBy=species&from=${month}-01&to=${to}`;
    const [{ stays } = { stays: { groups: [] } }] =
      await simulation.send<{ stays: { groups: { species: string; medianDays?: number }[] } }[]>(path);
    const lines = matrix.species.flatMap(({ species, beginning, ending, intakes, outcomes }) => [
      `${species} beginning ${beginning}`,
      `${species} ending ${ending}`,
      ...intakes.map(({ type = '-', ageGroup, animals }) => `${species} intake ${type} ${ageGroup} ${animals}`),
      ...outcomes.map(({ type = '-', ageGroup, animals }) => `${species} outcome ${type} ${ageGroup} ${animals}`),
    ]);
    const medians = stays.groups.flatMap(({ species, medianDays }) =>
      medianDays === undefined ? [] : [`${species} median ${medianDays}`],
    );
    return [...lines, ...medians].filter((line) => !/(beginning|ending) 0$/.test(line));
  }
}
