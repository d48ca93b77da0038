import { aboutAnimals } from './en/animals.ts';
import { importing } from './en/import.ts';
import { overview } from './en/overview.ts';
import { people } from './en/people.ts';
import { reservations } from './en/reservations.ts';
import { shared } from './en/shared.ts';
import { webhooks } from './en/webhooks.ts';

/** What the console says on pages and in dialogs that are loaded when they are first opened. Its sections are folders. */
export const en = { ...shared, ...overview, ...aboutAnimals, ...reservations, ...importing, ...people, ...webhooks };

export type PageTexts = typeof en;
