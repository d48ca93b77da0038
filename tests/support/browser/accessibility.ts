import { expect } from 'bun:test';
import { mkdirSync } from 'node:fs';
import type { Page } from 'playwright-core';
import { until } from '../until.ts';
import { laptop, phone, setView, type View, viewOf } from './browser.ts';

const axeSource = Bun.file(Bun.fileURLToPath(import.meta.resolve('axe-core/axe.min.js'))).text();

/** Parses each colour once per page. The same few colours, parsed for every text, are a third of a run. */
const colourCache = `{
  const { prototype } = axe.commons.color.Color;
  const { parseString } = prototype;
  const parsed = new Map();
  prototype.parseString = function (text) {
    const known = parsed.get(text);
    if (known !== undefined) return Object.assign(this, known);
    parseString.call(this, text);
    const { r, g, b, alpha } = this;
    parsed.set(text, { r, g, b, alpha });
    return this;
  };
}`;

/** While it is open, nothing else can be used. The page behind it, which takes twice the time, is checked without it. */
const openDialog = '[role=dialog][aria-modal=true]';
const table = 'main table';

/** Rows have the same parts: the first five of a list are enough, and of the navigation two links and the current one. */
const furtherRows = [
  'main li:nth-child(n + 6)',
  'tbody tr:nth-child(n + 6)',
  'nav a:not([aria-current]):nth-child(n + 3)',
];

interface RunOnly {
  readonly type: 'tag' | 'rule';
  readonly values: readonly string[];
}

const everything: RunOnly = { type: 'tag', values: ['wcag2a', 'wcag2aa', 'wcag21a', 'wcag21aa', 'wcag22aa'] };
const withBestPractices: RunOnly = { ...everything, values: [...everything.values, 'best-practice'] };
/** What depends on the width of the screen and on colours. */
const layoutOnly: RunOnly = {
  type: 'rule',
  values: ['color-contrast', 'link-in-text-block', 'scrollable-region-focusable', 'target-size'],
};
const coloursOnly: RunOnly = { type: 'rule', values: ['color-contrast'] };

const artefacts = Bun.fileURLToPath(new URL('../../../artifacts/console/', import.meta.url));

/**
 * Expects that the current page, or the dialog that is open on it, is accessible, and that the page is not wider than the
 * screen, on a laptop in the light colour scheme and, as far as it depends on the layout, on a phone in the dark one. Restores
 * the view. Saves a screenshot of each if `TEST_PICTURES` is set.
 * @param part what to check of a page that another test checks as a whole
 */
export async function expectAccessible(page: Page, name: string, part?: string): Promise<void> {
  await restoringView(page, async () => {
    await expectNoBarriers(page, name, laptop, everything, part);
    await expectNoBarriers(page, name, phone, layoutOnly, part);
  });
}

/**
 * As `expectAccessible`, with all rules on a phone, and that the colours of tables, which a phone does not have, have enough
 * contrast in the dark scheme.
 */
export async function expectAccessibleInBothSchemes(page: Page, name: string, part?: string): Promise<void> {
  await restoringView(page, async () => {
    await expectNoBarriers(page, name, laptop, everything, part);
    if (await page.locator(table).first().isVisible())
      await expectNoBarriers(page, name, { ...laptop, colorScheme: 'dark' }, coloursOnly, table);
    await expectNoBarriers(page, name, phone, everything, part);
  });
}

/** As `expectAccessible`, with minor barriers and best practices. */
export async function expectNoFlaws(page: Page, name: string, part?: string): Promise<void> {
  await restoringView(page, async () => {
    await expectNoBarriers(page, name, laptop, withBestPractices, part);
    await expectNoBarriers(page, name, phone, layoutOnly, part);
  });
}

async function restoringView(page: Page, check: () => Promise<void>): Promise<void> {
  const before = viewOf(page);
  await check();
  await setView(page, before);
}

async function expectNoBarriers(
  page: Page,
  name: string,
  view: View,
  runOnly = everything,
  part?: string,
): Promise<void> {
  const where = `${name}-${view.name}-${view.colorScheme}`;
  await setView(page, view);
  await untilStill(page);
  expect([where, ...(await findBarriers(page, runOnly, part))]).toEqual([where]);
  await expectFit(page, where);
  await photograph(page, where);
}

async function expectFit(page: Page, where: string): Promise<void> {
  const overflow = () => page.evaluate<number>('document.documentElement.scrollWidth - innerWidth');
  await until(`${where} to fit the screen`, overflow, (pixels) => pixels <= 0);
}

/** Waits until the page has been repainted and all animations have ended. */
async function untilStill(page: Page): Promise<void> {
  await page.evaluate('new Promise((done) => requestAnimationFrame(() => requestAnimationFrame(done)))');
  const moving = () =>
    page.evaluate<number>(`document.getAnimations().filter(({ playState, effect }) =>
      playState === 'running' && effect.getComputedTiming().iterations !== Infinity).length`);
  await until('the page to be still', moving, (count) => count === 0);
}

/** A rule that the page violates, as axe reports it. */
interface Violation {
  id: string;
  impact: string | null;
  nodes: { html: string }[];
}

/** Serious and critical violations of WCAG 2.2 AA, and all of them if these rules include best practices. */
async function findBarriers(page: Page, runOnly: RunOnly, part?: string): Promise<string[]> {
  const place = part ?? ((await page.locator(openDialog).count()) > 0 ? openDialog : 'html');
  const violations = await runAxe(page, runOnly, place);
  const isBarrier = ({ impact }: Violation) => impact === 'serious' || impact === 'critical';
  return violations.filter((violation) => runOnly === withBestPractices || isBarrier(violation)).map(printViolation);
}

/** All violations of WCAG 2.2 AA and of best practices in a part of the page, minor ones included. */
export async function findAllBarriers(page: Page, part = 'html'): Promise<string[]> {
  await untilStill(page);
  const violations = await runAxe(page, withBestPractices, part);
  return violations.map(printViolation);
}

/** Violations in a part of the page that another width of the screen or another colour scheme can cause. */
export async function findLayoutBarriers(page: Page, part = 'html'): Promise<string[]> {
  await untilStill(page);
  return (await runAxe(page, layoutOnly, part)).map(printViolation);
}

async function runAxe(page: Page, runOnly: RunOnly, part = 'html'): Promise<Violation[]> {
  // The page's Content Security Policy admits scripts only through the debugger.
  if (!(await page.evaluate<boolean>("typeof axe === 'object'")))
    await page.evaluate(`${await axeSource};${colourCache};undefined`);
  return await page.evaluate<Violation[]>(
    `axe.run(${JSON.stringify({ include: [part], exclude: furtherRows })}, { runOnly: ${JSON.stringify(runOnly)}, resultTypes: ['violations'] })
      .then(({ violations }) =>
        violations.map(({ id, impact, nodes }) => ({ id, impact, nodes: nodes.map(({ html }) => ({ html })) })))`,
  );
}

function printViolation({ id, nodes }: Violation): string {
  return `${id}: ${nodes.map(({ html }) => html).join(' ')}`;
}

async function photograph(page: Page, name: string): Promise<void> {
  if (process.env['TEST_PICTURES'] === undefined) return;
  mkdirSync(artefacts, { recursive: true });
  await page.screenshot({ path: `${artefacts}${name}.png` });
}
