import { mkdirSync, readFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { brotliDecompressSync } from 'node:zlib';
import { AxeBuilder } from '@axe-core/playwright';
import chromium from '@sparticuz/chromium';
import { type Browser, type Page, chromium as playwright } from 'playwright-core';
import { adminKey, type TestServer } from './server.ts';

/** How a person looks at the console. */
export interface View {
  readonly name: string;
  readonly width: number;
  readonly height: number;
  readonly colorScheme: 'light' | 'dark';
}

export const laptop: View = { name: 'laptop', width: 1280, height: 800, colorScheme: 'light' };
export const phone: View = { name: 'phone', width: 360, height: 740, colorScheme: 'dark' };
export const views: readonly View[] = [laptop, phone];

const artefacts = new URL('../../artifacts/console/', import.meta.url).pathname;
const patienceMs = 15_000;

/** The browser that tests use: the one at `TEST_BROWSER`, or the one that a package brings, which unpacks it once. */
export async function browserPath(): Promise<string> {
  return process.env['TEST_BROWSER'] ?? (await chromium.executablePath());
}

/** Starts a browser without a window. Whoever starts it closes it. */
export async function startBrowser(): Promise<Browser> {
  const executablePath = await browserPath();
  // The libraries of the system are newer, where there are any.
  return await launch(executablePath, {}).catch((error: unknown) => {
    if (!String(error).includes('error while loading shared libraries')) throw error;
    return launch(executablePath, { LD_LIBRARY_PATH: unpackLibraries() });
  });
}

// Not the arguments that the package proposes: they switch off what keeps one origin from another.
function launch(executablePath: string, env: Record<string, string>): Promise<Browser> {
  return playwright.launch({
    executablePath,
    args: ['--no-sandbox', '--disable-gpu', '--disable-dev-shm-usage', '--disable-quic'],
    env: { ...process.env, HOME: tmpdir(), ...env },
  });
}

/** Unpacks the libraries that the package has for systems without them, and tells where they are. */
function unpackLibraries(): string {
  const folder = join(tmpdir(), 'petstore-browser-libraries');
  mkdirSync(folder, { recursive: true });
  const archive = new URL('../../bin/al2023.tar.br', import.meta.resolve('@sparticuz/chromium'));
  const stdin = brotliDecompressSync(readFileSync(archive));
  const { exitCode, stderr } = Bun.spawnSync(['tar', '--extract', '--directory', folder], { stdin });
  if (exitCode !== 0) throw new Error(`the libraries of the browser cannot be unpacked: ${stderr}`);
  return join(folder, 'lib');
}

/** A tab of its own, with nothing kept from others. What goes wrong in its scripts is gathered in `faults`. */
export interface Tab {
  readonly page: Page;
  /** Errors of scripts, and what the policy of the page has refused. */
  readonly faults: readonly string[];
  close(): Promise<void>;
}

export async function openTab(browser: Browser, { url }: Pick<TestServer, 'url'>, view: View = laptop): Promise<Tab> {
  const { width, height, colorScheme } = view;
  const context = await browser.newContext({
    baseURL: url,
    viewport: { width, height },
    colorScheme,
    reducedMotion: 'reduce',
  });
  context.setDefaultTimeout(patienceMs);
  const page = await context.newPage();
  const faults: string[] = [];
  page.on('pageerror', ({ message }) => faults.push(message));
  page.on('console', (message) => {
    if (message.type() === 'error' && /Content Security Policy|React/.test(message.text())) faults.push(message.text());
  });
  return { page, faults, close: () => context.close() };
}

/** Goes to a place of the console as somebody who has this key. */
export async function visit(page: Page, path: string, key = adminKey): Promise<void> {
  await page.goto(path);
  await page.getByLabel('API key').fill(key);
  await page.getByRole('button', { name: 'Sign in' }).click();
  await page.locator('#content').waitFor();
}

/** What stands in the way of people who use the page in another way than by looking at it (WCAG 2.2 AA). */
export async function findBarriers(page: Page): Promise<string[]> {
  const tags = ['wcag2a', 'wcag2aa', 'wcag21a', 'wcag21aa', 'wcag22aa'];
  const { violations } = await new AxeBuilder({ page }).withTags(tags).analyze();
  return violations
    .filter(({ impact }) => impact === 'serious' || impact === 'critical')
    .map(({ id, nodes }) => `${id}: ${nodes.map(({ html }) => html).join(' ')}`);
}

/** Keeps what the page looks like, for people to look at. */
export async function photograph(page: Page, name: string): Promise<void> {
  mkdirSync(artefacts, { recursive: true });
  await page.screenshot({ path: `${artefacts}${name}.png` });
}
