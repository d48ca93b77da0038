import { existsSync, mkdtempSync, readFileSync, renameSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { brotliDecompressSync } from 'node:zlib';
import chromium from '@sparticuz/chromium';
import type { Browser, BrowserContext, Page } from 'playwright-core';
import { atEnd } from '../at-end.ts';
import { recordBrowserTime } from '../process/processor-time.ts';
import { adminKey, type TestServer } from '../process/server.ts';
import { until } from '../until.ts';

/** The screen and colour scheme in which a user sees the console. */
export interface View {
  readonly name: string;
  readonly width: number;
  readonly height: number;
  readonly colorScheme: 'light' | 'dark';
  readonly javaScriptEnabled?: false;
}

export const laptop: View = { name: 'laptop', width: 1280, height: 800, colorScheme: 'light' };
export const phone: View = { name: 'phone', width: 360, height: 740, colorScheme: 'dark' };

/** Generous: it only ends what hangs. */
const timeoutMs = 90_000;

/** The browser for tests: the one at `TEST_BROWSER`, or the one in a package, which is unpacked once. */
export async function browserPath(): Promise<string> {
  const own = process.env['TEST_BROWSER'];
  if (own !== undefined) return own;
  return join(await makeOnce('browser', unpackBrowser), 'chromium');
}

/** The package unpacks into the temporary folder, file by file. */
async function unpackBrowser(folder: string): Promise<void> {
  const { TMPDIR } = process.env;
  process.env['TMPDIR'] = folder;
  try {
    await chromium.executablePath();
  } finally {
    if (TMPDIR === undefined) delete process.env['TMPDIR'];
    else process.env['TMPDIR'] = TMPDIR;
  }
}

/** Creates a folder that later runs reuse. It appears complete, even when several processes create it at once. */
async function makeOnce(name: string, make: (folder: string) => Promise<void>): Promise<string> {
  const { version }: { version: string } = JSON.parse(readFileSync(inPackage('package.json'), 'utf8'));
  const folder = join(tmpdir(), `petstore-${name}-${version}`);
  if (existsSync(folder)) return folder;
  const unfinished = mkdtempSync(`${folder}-`);
  await make(unfinished);
  try {
    renameSync(unfinished, folder);
  } catch (error) {
    rmSync(unfinished, { recursive: true });
    // Another process was faster.
    if (!existsSync(folder)) throw error;
  }
  return folder;
}

function inPackage(path: string): URL {
  return new URL(`../../${path}`, import.meta.resolve('@sparticuz/chromium'));
}

let started: Promise<Browser> | undefined;

/** The headless browser of this process. */
function browser(): Promise<Browser> {
  if (started === undefined) atEnd(closeBrowser);
  started ??= startBrowser();
  return started;
}

/** Closes the browser of this process, if it has one. */
export async function closeBrowser(): Promise<void> {
  const closing = started;
  started = undefined;
  shared.clear();
  if (closing !== undefined) recordBrowserTime();
  await (await closing)?.close();
}

async function startBrowser(): Promise<Browser> {
  const executablePath = await browserPath();
  // The libraries of the system are preferred because they are newer.
  return await launch(executablePath, {}).catch(async (error: unknown) => {
    if (!String(error).includes('error while loading shared libraries')) throw error;
    const libraries = await makeOnce('browser-libraries', unpackLibraries);
    return await launch(executablePath, { LD_LIBRARY_PATH: join(libraries, 'lib') });
  });
}

// Not the arguments that the package proposes: they disable the isolation of origins.
async function launch(executablePath: string, env: Record<string, string>): Promise<Browser> {
  // Loaded here because others ask for the path alone.
  const { chromium: playwright } = await import('playwright-core');
  return await playwright.launch({
    executablePath,
    // Pages live for seconds: the optimising compilers and concurrent garbage collection cost a fifth of the processor
    // time and gain nothing. Tabs of one site share a process, so that each finds the scripts compiled. Graphics and
    // network need no processes of their own. Streaming parses scripts again of which the process has the compiled code.
    args: [
      '--no-sandbox',
      '--disable-gpu',
      '--in-process-gpu',
      '--enable-features=NetworkServiceInProcess2',
      // Replaces the list of Playwright, of which these are the others that concern tests.
      '--disable-features=ScriptStreaming,PaintHolding,HttpsUpgrades,AvoidUnnecessaryBeforeUnloadCheckSync,ThirdPartyStoragePartitioning',
      '--disable-dev-shm-usage',
      '--disable-quic',
      '--num-raster-threads=1',
      '--process-per-site',
      '--js-flags=--no-opt --no-maglev --single-threaded-gc --min-semi-space-size=64 --max-semi-space-size=64',
    ],
    env: { ...process.env, HOME: tmpdir(), ...env },
  });
}

/** Unpacks the libraries that the package includes for systems without them. */
async function unpackLibraries(folder: string): Promise<void> {
  const stdin = brotliDecompressSync(readFileSync(inPackage('bin/al2023.tar.br')));
  const { exitCode, stderr } = Bun.spawnSync(['tar', '--extract', '--directory', folder], { stdin });
  if (exitCode !== 0) throw new Error(`the libraries of the browser cannot be unpacked: ${stderr}`);
}

/** A tab with its own session storage. */
export interface Tab {
  readonly page: Page;
  /** Errors of scripts, and violations of the Content Security Policy. */
  readonly faults: readonly string[];
  close(): Promise<void>;
}

/** Opens a tab with an empty cache, as in a browser that has never seen this server. */
export async function openTab({ url }: Pick<TestServer, 'url'>, view: View = laptop): Promise<Tab> {
  const context = await newContext(url, view);
  const { page, faults, close } = watch(await context.newPage());
  colorSchemes.set(page, view.colorScheme);
  return {
    page,
    faults,
    async close() {
      await context.unrouteAll({ behavior: 'ignoreErrors' });
      await close();
      await context.close();
    },
  };
}

/** A context that several tabs use, one after another or at the same time. */
interface SharedContext {
  readonly context: BrowserContext;
  /** Stays open, and with it the process that has the scripts compiled. */
  readonly firstPage: Page;
  openTabs: number;
}

/** A page without scripts, on which to set the state that signing in leaves in a tab. */
const plainPath = '/livez';

/** By the address of the server. */
const shared = new Map<string, Promise<SharedContext>>();

/** Opens a tab that shares its cache with the others of this server, which saves a third of its processor time. */
export async function openSharedTab({ url }: Pick<TestServer, 'url'>, view: View = laptop): Promise<Tab> {
  const opening = shared.get(url) ?? openSharedContext(url);
  shared.set(url, opening);
  const common = await opening;
  common.openTabs++;
  const { page, faults, close } = watch(await openPage(common));
  await setView(page, view);
  return {
    page,
    faults,
    async close() {
      await close();
      if (--common.openTabs > 0) return;
      // Also those that its pages have opened.
      const others = common.context.pages().filter((other) => other !== common.firstPage);
      await Promise.all(others.map((other) => other.close()));
    },
  };
}

async function openSharedContext(url: string): Promise<SharedContext> {
  const context = await newContext(url, laptop);
  const firstPage = await context.newPage();
  await firstPage.goto(plainPath);
  return { context, firstPage, openTabs: 0 };
}

/** The process of the first page opens it: the browser would start another process for an empty page. */
async function openPage({ firstPage }: SharedContext): Promise<Page> {
  const opened = firstPage.waitForEvent('popup');
  await firstPage.evaluate(`void window.open('${plainPath}', '_blank', 'noopener')`);
  const page = await opened;
  await page.waitForLoadState();
  return page;
}

/**
 * Closes the shared tabs of a server, and deletes what they have stored. The next server at the same address has tabs in the
 * same process, which has the scripts compiled.
 */
export async function closeSharedTabs({ url }: Pick<TestServer, 'url'>): Promise<void> {
  const opened = await shared.get(url);
  if (opened === undefined) return;
  const { context, firstPage } = opened;
  const others = context.pages().filter((page) => page !== firstPage);
  await Promise.all(others.map((page) => page.close()));
  opened.openTabs = 0;
  await context.clearPermissions();
  const session = await context.newCDPSession(firstPage);
  await session.send('Network.clearBrowserCache');
  await session.send('Storage.clearDataForOrigin', { origin: new URL(url).origin, storageTypes: 'all' });
  await session.detach();
}

async function newContext(baseURL: string, { width, height, ...look }: View): Promise<BrowserContext> {
  const context = await (await browser()).newContext({
    baseURL,
    viewport: { width, height },
    ...look,
    reducedMotion: 'reduce',
  });
  context.setDefaultTimeout(timeoutMs);
  return context;
}

function watch(page: Page): Tab {
  const faults: string[] = [];
  page.on('pageerror', ({ message }) => faults.push(message));
  page.on('console', (message) => {
    if (message.type() === 'error' && /Content Security Policy|React/.test(message.text())) faults.push(message.text());
  });
  return {
    page,
    faults,
    async close() {
      await page.unrouteAll({ behavior: 'ignoreErrors' });
      await page.close();
    },
  };
}

type Look = Pick<View, 'width' | 'height' | 'colorScheme'>;

/** Of the pages of which it was set; others have that of a laptop. */
const colorSchemes = new WeakMap<Page, Look['colorScheme']>();

/** How the page is seen now. */
export function viewOf(page: Page): Look {
  return { ...(page.viewportSize() ?? laptop), colorScheme: colorSchemes.get(page) ?? laptop.colorScheme };
}

/** At once, so that the page is laid out and painted once; what it has already would do so, too, and is left out. */
export async function setView(page: Page, { width, height, colorScheme }: Look): Promise<void> {
  const before = viewOf(page);
  colorSchemes.set(page, colorScheme);
  const hasSize = before.width === width && before.height === height;
  await Promise.all([
    before.colorScheme === colorScheme || page.emulateMedia({ colorScheme }),
    hasSize || page.setViewportSize({ width, height }),
  ]);
}

/** Opens a page of the console, signed in with this key. */
export async function visit(page: Page, path: string, key = adminKey): Promise<void> {
  if (page.url() === 'about:blank') await page.goto(plainPath);
  await page.evaluate(`window.name = 'petstore'; sessionStorage.setItem('petstore-key', ${JSON.stringify(key)})`);
  await page.goto(path);
  await untilShown(page);
}

/** Waits for the heading of a page: it is another script than the frame around it, and comes later. */
export async function untilShown(page: Page): Promise<void> {
  await page.locator('#content h1').waitFor();
}

/** Signs in as a user does, on the sign-in page. */
export async function signIn(page: Page, key = adminKey): Promise<void> {
  const field = page.getByLabel('API key');
  await field.fill(key);
  await field.press('Enter');
}

/** Waits until the focused element has this text in its tag or in its own text content. */
export async function untilFocused(page: Page, text: string): Promise<void> {
  const focused = () =>
    page.evaluate<string>(`(() => {
      const { activeElement } = document;
      const words = activeElement.matches('body, main') ? '' : activeElement.textContent;
      return activeElement.cloneNode(false).outerHTML + words;
    })()`);
  await until(`the focus at ${text}`, focused, (seen) => seen.includes(text));
}
