import { expect } from 'bun:test';
import { mkdirSync } from 'node:fs';
import type { Page } from 'playwright-core';
import { laptop, phone } from './browser.ts';
import { until } from './until.ts';

const axeSource = Bun.file(Bun.fileURLToPath(import.meta.resolve('axe-core/axe.min.js'))).text();

interface RunOnly {
  readonly type: 'tag' | 'rule';
  readonly values: readonly string[];
}

const everything: RunOnly = { type: 'tag', values: ['wcag2a', 'wcag2aa', 'wcag21a', 'wcag21aa', 'wcag22aa'] };
const coloursOnly: RunOnly = { type: 'rule', values: ['color-contrast'] };

const artefacts = Bun.fileURLToPath(new URL('../../artifacts/console/', import.meta.url));

/**
 * Expects that the page as it is keeps nobody out and is not wider than the screen, on a laptop in the light scheme and
 * on a phone in the dark one, and that the dark scheme can be read on a laptop, too. Leaves the page as it was. Takes a
 * picture of each, if `TEST_PICTURES` is set.
 */
export async function expectAccessible(page: Page, name: string): Promise<void> {
  const before = page.viewportSize();
  await page.setViewportSize({ width: laptop.width, height: laptop.height });
  await page.emulateMedia({ colorScheme: 'light' });
  await expectNoBarriers(page, `${name}-laptop-light`, everything);
  await expectFit(page, name);
  await page.emulateMedia({ colorScheme: 'dark' });
  await expectNoBarriers(page, `${name}-laptop-dark`, coloursOnly);
  await page.setViewportSize({ width: phone.width, height: phone.height });
  await expectNoBarriers(page, `${name}-phone-dark`, everything);
  await expectFit(page, name);
  await page.emulateMedia({ colorScheme: laptop.colorScheme });
  if (before !== null) await page.setViewportSize(before);
}

async function expectNoBarriers(page: Page, where: string, runOnly: RunOnly): Promise<void> {
  await untilStill(page);
  expect([where, ...(await findBarriers(page, runOnly))]).toEqual([where]);
  await photograph(page, where);
}

async function expectFit(page: Page, name: string): Promise<void> {
  const overflow = () => page.evaluate<number>('document.documentElement.scrollWidth - innerWidth');
  await until(`${name} to fit the screen`, overflow, (pixels) => pixels <= 0);
}

/** Waits until the page is drawn anew, and nothing moves or changes its colour any more. */
async function untilStill(page: Page): Promise<void> {
  await page.evaluate('new Promise((done) => requestAnimationFrame(() => requestAnimationFrame(done)))');
  const moving = () =>
    page.evaluate<number>(`document.getAnimations().filter(({ playState, effect }) =>
      playState === 'running' && effect.getComputedTiming().iterations !== Infinity).length`);
  await until('the page to be still', moving, (count) => count === 0);
}

/** What axe says of one rule that the page breaks. */
interface Violation {
  id: string;
  impact: string | null;
  nodes: { html: string }[];
}

/** What stands in the way of people who use the page in another way than by looking at it (WCAG 2.2 AA). */
async function findBarriers(page: Page, runOnly: RunOnly): Promise<string[]> {
  const violations = await runAxe(page, runOnly);
  return violations.filter(({ impact }) => impact === 'serious' || impact === 'critical').map(printViolation);
}

/** Every rule of WCAG 2.2 AA that a part of the page breaks, however slightly, and every best practice. */
export async function findAllBarriers(page: Page, part = 'html'): Promise<string[]> {
  await untilStill(page);
  const violations = await runAxe(page, { type: 'tag', values: [...everything.values, 'best-practice'] }, part);
  return violations.map(printViolation);
}

/** What cannot be read for its colours: all that the dark scheme changes. */
export async function findFaintText(page: Page): Promise<string[]> {
  await untilStill(page);
  return (await runAxe(page, coloursOnly)).map(printViolation);
}

async function runAxe(page: Page, runOnly: RunOnly, part = 'html'): Promise<Violation[]> {
  // The policy of the page lets no script in but by the debugger.
  if (!(await page.evaluate<boolean>("typeof axe === 'object'"))) await page.evaluate(`${await axeSource};undefined`);
  return await page.evaluate<Violation[]>(
    `axe.run(${JSON.stringify(part)}, { runOnly: ${JSON.stringify(runOnly)}, resultTypes: ['violations'] })
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
