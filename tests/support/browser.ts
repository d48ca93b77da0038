import { mkdirSync, readFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { brotliDecompressSync } from 'node:zlib';
import chromium from '@sparticuz/chromium';
import { type Browser, type Page, chromium as playwright } from 'playwright-core';
import { atEnd } from './at-end.ts';
import { adminKey, type TestServer } from './server.ts';
import { until } from './until.ts';

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

/** Only ends what hangs. */
const patienceMs = 90_000;

/** The browser that tests use: the one at `TEST_BROWSER`, or the one that a package brings, which unpacks it once. */
export async function browserPath(): Promise<string> {
  return process.env['TEST_BROWSER'] ?? (await chromium.executablePath());
}

let started: Promise<Browser> | undefined;

/** The browser of this process, without a window. */
function browser(): Promise<Browser> {
  if (started === undefined) atEnd(closeBrowser);
  started ??= startBrowser();
  return started;
}

/** Ends the browser of this process, if it has one. */
export async function closeBrowser(): Promise<void> {
  await (await started)?.close();
  started = undefined;
}

async function startBrowser(): Promise<Browser> {
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

export async function openTab({ url }: Pick<TestServer, 'url'>, view: View = laptop): Promise<Tab> {
  const { width, height, colorScheme } = view;
  const context = await (await browser()).newContext({
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
  return {
    page,
    faults,
    async close() {
      await context.unrouteAll({ behavior: 'ignoreErrors' });
      await page.unrouteAll({ behavior: 'ignoreErrors' });
      await context.close();
    },
  };
}

/** Goes to a place of the console as somebody who has signed in with this key. */
export async function visit(page: Page, path: string, key = adminKey): Promise<void> {
  // A page of the same origin without scripts, where the tab gets what signing in leaves in it.
  await page.goto('/livez');
  await page.evaluate(`window.name = 'petstore'; sessionStorage.setItem('petstore-key', ${JSON.stringify(key)})`);
  await page.goto(path);
  await page.locator('#content').waitFor();
}

/** Signs in as a person does, on the page that asks for the key. */
export async function signIn(page: Page, key = adminKey): Promise<void> {
  await page.getByLabel('API key').fill(key);
  await page.getByRole('button', { name: 'Sign in' }).click();
}

/** Waits until the focus is where this text is: in the tag as it stands in the page, or in its own text. */
export async function untilFocused(page: Page, text: string): Promise<void> {
  const focused = () =>
    page.evaluate<string>(`(() => {
      const { activeElement } = document;
      const words = activeElement.matches('body, main') ? '' : activeElement.textContent;
      return activeElement.cloneNode(false).outerHTML + words;
    })()`);
  await until(`the focus at ${text}`, focused, (seen) => seen.includes(text));
}
