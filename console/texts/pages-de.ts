import { aboutAnimals } from './de/animals.ts';
import { importing } from './de/import.ts';
import { overview } from './de/overview.ts';
import { people } from './de/people.ts';
import { reservations } from './de/reservations.ts';
import { shared } from './de/shared.ts';
import { webhooks } from './de/webhooks.ts';
import type { PageTexts } from './pages-en.ts';

export const de: PageTexts = {
  ...shared,
  ...overview,
  ...aboutAnimals,
  ...reservations,
  ...importing,
  ...people,
  ...webhooks,
};
