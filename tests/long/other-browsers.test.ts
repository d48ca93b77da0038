import { afterAll, beforeAll, describe, expect, test } from 'bun:test';
import { type Client, createClient } from '../../client/index.ts';
import { freePort } from '../support/process/ports.ts';
import { adminKey, startServer, type TestServer } from '../support/process/server.ts';
import { makeScratchFolder } from '../support/scratch.ts';
import { until } from '../support/until.ts';

const keys = { enter: '\uE007', down: '\uE015' };

/** A window of a browser, which WebDriver drives, or WebDriver BiDi. */
interface Window {
  open(address: string): Promise<void>;
  /** What an expression is in the page. */
  read(expression: string): Promise<unknown>;
  perform(actions: readonly unknown[]): Promise<void>;
  close(): Promise<void>;
}

/** Starts a browser that has a folder of its own for what it keeps. Returns what ends it and the programs it has started. */
function startProgram(...command: readonly string[]): () => Promise<void> {
  const { path } = makeScratchFolder();
  const env = { ...process.env, HOME: path, TMPDIR: path, XDG_RUNTIME_DIR: path };
  const program = Bun.spawn([...command], { env, detached: true, stdio: ['ignore', 'ignore', 'ignore'] });
  return async () => {
    process.kill(-program.pid, 'SIGTERM');
    await program.exited;
  };
}

async function openWebKit(): Promise<Window> {
  const port = freePort();
  const stop = startProgram('xvfb-run', '--auto-servernum', 'WebKitWebDriver', `--port=${port}`);
  const send = async (path: string, body?: unknown) => {
    const init = body === undefined ? {} : { method: 'POST', body: JSON.stringify(body) };
    const response = await fetch(`http://127.0.0.1:${port}${path}`, init);
    const { value } = (await response.json()) as { value: never };
    if (!response.ok) throw new Error(JSON.stringify(value));
    return value;
  };
  await until('WebKitWebDriver to listen', () => send('/status').catch(() => undefined));
  const { sessionId } = await send('/session', { capabilities: {} });
  const session = `/session/${sessionId}`;
  return {
    open: (url) => send(`${session}/url`, { url }),
    read: (expression) => send(`${session}/execute/sync`, { script: `return ${expression}`, args: [] }),
    perform: (actions) => send(`${session}/actions`, { actions }),
    close: stop,
  };
}

async function openFirefox(): Promise<Window> {
  const port = freePort();
  const stop = startProgram('firefox-esr', '--headless', '--no-remote', '--remote-debugging-port', String(port));
  const ask = () => fetch(`http://127.0.0.1:${port}/session`).catch(() => undefined);
  await until('Firefox to listen', ask, (answer) => answer !== undefined && answer.status !== 404);
  const socket = new WebSocket(`ws://127.0.0.1:${port}/session`);
  await new Promise((resolve) => socket.addEventListener('open', resolve));
  // One after the other.
  const send = (method: string, params: unknown) => {
    const { promise, resolve, reject } = Promise.withResolvers<never>();
    socket.onmessage = ({ data }) => {
      const { result, message } = JSON.parse(data);
      return result === undefined ? reject(new Error(message)) : resolve(result as never);
    };
    socket.send(JSON.stringify({ id: 1, method, params }));
    return promise;
  };
  await send('session.new', { capabilities: {} });
  const { contexts } = await send('browsingContext.getTree', {});
  const [{ context }] = contexts as [{ context: string }];
  return {
    open: (url) => send('browsingContext.navigate', { context, url, wait: 'complete' }),
    async read(expression) {
      const wanted = { expression: `JSON.stringify(${expression} ?? null)`, target: { context }, awaitPromise: false };
      const { result } = await send('script.evaluate', wanted);
      return JSON.parse((result as { value: string }).value);
    },
    perform: (actions) => send('input.performActions', { context, actions }),
    close: stop,
  };
}

/** The eyes and hands of somebody at a window. What they look for are expressions of an element. */
function sitDownAt(window: Window) {
  const { read, perform } = window;
  const sees = (what: string, expression: string) =>
    until(what, () => read(`Boolean(${expression})`).catch(() => undefined));
  /** Clicks in the middle of what is there. */
  const click = async (expression: string) => {
    const place = await read(`((found) => {
      if (!found?.checkVisibility()) return null;
      found.scrollIntoView({ block: 'center' });
      const { x, y, width, height } = found.getBoundingClientRect();
      return { x: Math.round(x + width / 2), y: Math.round(y + height / 2) };
    })(${expression})`);
    if (place === null) return;
    const presses = ['pointerDown', 'pointerUp'].map((type) => ({ type, button: 0 }));
    const actions = [{ type: 'pointerMove', duration: 0, ...Object(place) }, ...presses];
    await perform([{ type: 'pointer', id: 'mouse', parameters: { pointerType: 'mouse' }, actions }]);
  };
  return {
    ...window,
    sees,
    click,
    async press(what: string, expression: string) {
      await sees(what, `${expression}?.checkVisibility()`);
      await click(expression);
    },
    type(text: string) {
      const actions = [...text].flatMap((value) => ['keyDown', 'keyUp'].map((type) => ({ type, value })));
      return perform([{ type: 'key', id: 'keyboard', actions }]);
    },
  };
}

const button = (label: string) =>
  `[...document.querySelectorAll('button')].findLast((one) => one.textContent.trim() === ${JSON.stringify(label)})`;
const field = (label: string) =>
  `[...document.querySelectorAll('label')].findLast((one) => one.textContent.startsWith(${JSON.stringify(label)}))?.control`;

/** Another site: the names of hosts differ. */
const elsewhere = Bun.serve({ hostname: 'localhost', port: freePort(), fetch: () => new Response('Elsewhere') });
let service: TestServer;
let client: Client;

beforeAll(async () => {
  service = await startServer();
  client = createClient({ baseUrl: service.url, apiKey: adminKey });
  await client.categories.put(1n, { name: 'Dogs' });
  await client.categories.put(2n, { name: 'Cats' });
  for (let count = 0; count < 40; count++) await client.pets.create({ name: `Bella ${count}`, categoryId: 1n });
});
afterAll(async () => {
  await service.stop();
  await elsewhere.stop(true);
});

describe.each([
  { name: 'Firefox', programs: ['firefox-esr'], openWindow: openFirefox },
  { name: 'WebKitGTK', programs: ['WebKitWebDriver', 'xvfb-run'], openWindow: openWebKit },
])('in $name', ({ name, programs, openWindow }) => {
  const missing = programs.filter((program) => Bun.which(program) === null);
  if (missing.length > 0)
    console.warn(`${name} is not tested without ${missing.join(' and ')}: CONTRIBUTING.md names the packages.`);

  test.skipIf(missing.length > 0)('an animal is added and adopted, and a visit elsewhere loses nothing', async () => {
    const animal = `Otto of ${name}`;
    const { open, read, close, sees, click, press, type } = sitDownAt(await openWindow());
    try {
      await open(service.url);
      await press('the field for the key', field('Sign-in link'));
      await type(adminKey + keys.enter);
      await sees('the first page', `document.querySelector('#content h1')`);
      await open(`${service.url}/animals`);
      await press('the list', button('Add an animal'));
      await press('the form', field('Name'));
      await type(animal);
      const isTyped = `${field('Name')}?.value === ${JSON.stringify(animal)}`;
      await sees('the name', isTyped);
      await open(elsewhere.url.href);
      await sees('the other site', `document.body.textContent === 'Elsewhere'`);
      await open(`${service.url}/animals`);
      await sees('the name that was typed before', isTyped);

      await press('the category', `document.querySelector('[role=dialog] [role=combobox]')`);
      await type('Cats');
      await sees('the categories', `document.querySelector('[role=option]')`);
      await type(keys.down + keys.enter);
      await press('the form', button('Add the animal'));
      const added = await until('the animal', async () => (await client.listings.list({ q: animal }).page()).items[0]);
      expect(added.category.name).toBe('Cats');

      await open(`${service.url}/animals/${added.id}`);
      const steps = { Reserve: 'pending', Adopt: 'sold', 'Undo: reserve again': 'pending' };
      for (const [label, status] of Object.entries(steps)) {
        const look = async () => {
          // Again, as it refuses a pointer in the moment after it has appeared.
          await click(button(label));
          return (await client.pets.get(added.id)).status;
        };
        await until(`"${label}" to make it ${status}`, look, status);
      }
      await open(`${service.url}/animals`);
      await sees('the list', `document.querySelectorAll('.animal').length > 40`);
      const row = `[...document.querySelectorAll('.animal')].find((one) => one.textContent.includes('Bella 20'))`;
      await read(`${row}.scrollIntoView()`);
      const place = `${row}.getBoundingClientRect().top`;
      const before = Number(await read(place));
      // Above all others, as it came first.
      const profile = { arrivedOn: '2020-02-20' };
      await client.listings.create({ name: `New in ${name}`, categoryId: 1n, profile });
      await sees('the new animal', `document.querySelector('#content').textContent.includes('New in ${name}')`);
      const moved = Number(await read(place)) - before;
      // A page scrolls by whole pixels.
      expect(Math.abs(moved)).toBeLessThan(2);
    } finally {
      await close();
    }
  });
});
