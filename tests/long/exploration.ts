import type { Page, Request } from 'playwright-core';
import type { Random } from '../../cli/demo/seeded-random.ts';
import type { Client } from '../../client/index.ts';
import { consolePages } from '../../console/pages.ts';
import { setView, signIn } from '../support/browser/browser.ts';

/** What was found, with the steps that led to it. */
export interface Finding {
  readonly what: string;
  /** The newest last. */
  readonly steps: readonly string[];
}

interface Change {
  readonly at: number;
  readonly text: string;
  readonly key: string;
  /** How many steps had been taken before it. */
  readonly step: number;
}

interface Step {
  readonly weight: number;
  /** Returns what was done. */
  run(page: Page, random: Random): Promise<string>;
}

/** What others, or an earlier step, may have done meanwhile. */
const allowedStatuses: ReadonlySet<number> = new Set([404, 409, 412, 429]);
/** Two presses within this time are one. */
const samePressMs = 1_000;
const shownSteps = 12;
/** A control that is gone by then was gone before it was reached. */
const shortMs = 500;
/** A busy machine may take as long; only a dialog that asks first takes all of it. */
const closeMs = 3_000;
const waitMs = 10_000;

const openDialog = '[role=dialog][aria-modal=true]';
/** Others, such as that of a secret, are closed by their own buttons alone. */
const closableDialog = `${openDialog}:has(button[aria-label="Close"])`;
/** All but what ends the session, leaves the console or opens a dialog of the system. */
const controls = [
  'button:enabled:not(:has-text("Sign out"))',
  'a[href^="/"]:not([href^="/docs"]):not([download]):not([target])',
  '[role=option]',
  'summary',
  'input:is([type=checkbox], [type=radio]):enabled',
].join(', ');
const fields = 'input:is([type=text], [type=search], :not([type])):enabled, textarea:enabled';

const keys = [
  ...['Tab', 'Shift+Tab', 'Enter', 'Space', 'Escape', 'ArrowDown', 'ArrowUp', 'Home', 'End', 'Backspace'],
  ...['j', 'k', 'x', 'r', 'a', 'p', '/', 'Control+k'],
];
const texts = [
  ...['Bella', 'a', '', ' ', '0', '-1', '99999999999999999999', '2024-05-01', '31/02/2024', '75 EUR', 'calm, shy'],
  ...['<b>x</b>', "O'Neil & 'x'", '🐕'.repeat(40), 'نورا', 'x'.repeat(300), 'a: b', '/animals'],
];
const sizes = [
  { width: 1440, height: 900 },
  { width: 1024, height: 768 },
  { width: 390, height: 844 },
];

const steps: readonly Step[] = [
  { weight: 8, run: (page, random) => press(page, random, {}) },
  { weight: 4, run: (page, random) => press(page, random, { clickCount: 2 }) },
  { weight: 4, run: typeText },
  { weight: 1, run: chooseOption },
  { weight: 4, run: pressKey },
  {
    weight: 1,
    async run(page, random) {
      const { path } = random.pick(consolePages);
      await page.evaluate(`history.pushState(null, '', ${JSON.stringify(path)})`);
      return `goes to ${path}`;
    },
  },
  {
    weight: 1,
    async run(page) {
      // Not out of the console.
      await page.evaluate('navigation.entries()[navigation.currentEntry.index - 1]?.sameDocument && history.back()');
      return 'goes back';
    },
  },
  {
    weight: 1,
    async run(page, random) {
      const size = random.pick(sizes);
      await setView(page, { ...size, colorScheme: random.pick(['light', 'dark']) });
      return `makes the window ${size.width} wide`;
    },
  },
];

/** Animals in each status, reservations and keys, so that each page has something to press. */
export async function addContent({ pets, profiles, orders, keys: ownKeys }: Client): Promise<void> {
  const names = ['Bella', 'Max', 'Luna', 'Rocky', 'Daisy', 'Bella', 'Milo', 'Coco'];
  for (const [index, name] of names.entries()) {
    const { id } = await pets.create({ name, categoryId: BigInt(index % 3) });
    await profiles.put(id, { species: 'Cat', breed: 'Siamese mix', sex: 'female', location: `Kennel ${index}` });
    if (index % 2 === 0) await orders.place({ petId: id });
    if (index === 1) await pets.update(id, { status: 'sold' });
  }
  await ownKeys.create({ name: 'front desk', role: 'editor' });
}

/**
 * Uses the console at random, and returns the first thing that must not be: a request that the interface refuses, an error of a
 * script, a page without a heading, a dialog that Escape does not close, or two changes by two fast presses. The page is signed
 * in; `mayGoOn` is asked before each step.
 */
export async function explore(page: Page, random: Random, mayGoOn: () => boolean): Promise<Finding | undefined> {
  const found: string[] = [];
  const taken: string[] = [];
  const changes: Change[] = [];
  page.on('pageerror', ({ message }) => found.push(`the error "${message}"`));
  page.on('console', (message) => {
    // The browser reports each refused request, too.
    const isOfRequest = message.text().startsWith('Failed to load resource');
    if (message.type() === 'error' && !isOfRequest) found.push(`the message "${message.text()}"`);
  });
  page.on('response', async (response) => {
    if (response.status() < 400 || allowedStatuses.has(response.status())) return;
    // By what was typed as a key.
    if (response.status() === 401 && (await isSignedOut(page))) return;
    const text = await response.text().catch(() => '');
    found.push(`${describe(response.request())} was answered with ${response.status()}: ${text}`);
  });
  page.on('request', (request) => {
    const key = request.headers()['idempotency-key'] ?? '';
    const change = { at: performance.now(), step: taken.length, text: describe(request), key };
    if (request.method() !== 'POST') return;
    const twin = changes.find(({ at, step, text, key: other }) => {
      // Somebody fast can do the same again on purpose, some steps later.
      const isSamePress = change.at - at < samePressMs && change.step - step < 2;
      return isSamePress && text === change.text && other !== change.key;
    });
    if (twin !== undefined) found.push(`${change.text} was sent twice, with two idempotency keys`);
    changes.push(change);
  });
  page.on('filechooser', () => undefined);
  page.on('dialog', (dialog) => void dialog.accept());
  const weighted = steps.flatMap((step) => Array.from({ length: step.weight }, () => step));
  while (mayGoOn() && found.length === 0) {
    taken.push(await random.pick(weighted).run(page, random).catch(whileLoading));
    // By the keyboard.
    if (await isSignedOut(page)) {
      taken.push('signs in again');
      await signIn(page);
      await page.locator('#content').waitFor();
    }
    if (random.chance(0.3) && (await page.locator(closableDialog).count()) > 0) {
      taken.push('closes the dialog by Escape');
      if (!(await closeByEscape(page))) found.push('Escape does not close the dialog');
    }
    const heading = page.getByRole('heading', { level: 1, includeHidden: true }).first();
    await heading.waitFor({ state: 'attached', timeout: waitMs }).catch(() => found.push('there is no heading'));
  }
  const [what] = found;
  return what === undefined ? undefined : { what: `${what}, at ${page.url()}`, steps: taken.slice(-shownSteps) };
}

/** What a step has found may be gone with its page, which another one replaces. */
function whileLoading(error: unknown): string {
  if (String(error).includes('Execution context was destroyed')) return 'finds another page loading';
  throw error;
}

async function isSignedOut(page: Page): Promise<boolean> {
  return await page.getByLabel('API key').isVisible();
}

async function press(page: Page, random: Random, options: { clickCount?: number }): Promise<string> {
  const control = await pickVisible(page, random, controls);
  if (control === undefined) return 'finds nothing to press';
  const name = (await control.getAttribute('aria-label')) ?? (await control.textContent());
  await control.click({ ...options, timeout: shortMs }).catch(() => undefined);
  return `${options.clickCount === 2 ? 'double-clicks' : 'clicks'} "${name}"`;
}

async function typeText(page: Page, random: Random): Promise<string> {
  const field = await pickVisible(page, random, fields);
  const text = random.pick(texts);
  if (field === undefined) return 'finds nothing to type into';
  await field.fill(text, { timeout: shortMs }).catch(() => undefined);
  if (random.chance(0.3)) await page.keyboard.press('Enter');
  return `types "${text}"`;
}

async function chooseOption(page: Page, random: Random): Promise<string> {
  const list = await pickVisible(page, random, 'select:enabled');
  if (list === undefined) return 'finds nothing to choose from';
  const { length: count } = await list.$$('option');
  const index = random.integer(0, count - 1);
  await list.selectOption({ index }, { timeout: shortMs }).catch(() => undefined);
  return `chooses option ${index}`;
}

async function pressKey(page: Page, random: Random): Promise<string> {
  const key = random.pick(keys);
  await page.keyboard.press(key);
  return `presses ${key}`;
}

/** Within the open dialog if there is one, as only that can be used, and mostly in the content of the page. */
async function pickVisible(page: Page, random: Random, selector: string) {
  const dialog = page.locator(openDialog).last();
  const rest = page.locator(random.chance(0.85) ? 'main' : 'body');
  const place = (await dialog.count()) > 0 ? dialog : rest;
  const visible = await place.locator(selector).filter({ visible: true }).elementHandles();
  return visible.length === 0 ? undefined : random.pick(visible);
}

/** A dialog can ask first, which Escape closes as well. */
async function closeByEscape(page: Page): Promise<boolean> {
  for (let presses = 0; presses < 3; presses++) {
    await page.keyboard.press('Escape');
    const isClosed = await page
      .locator(closableDialog)
      .waitFor({ state: 'hidden', timeout: closeMs })
      .then(
        () => true,
        () => false,
      );
    if (isClosed) return true;
  }
  return false;
}

function describe(request: Request): string {
  return `${request.method()} ${new URL(request.url()).pathname}${new URL(request.url()).search} ${request.postData() ?? ''}`;
}
