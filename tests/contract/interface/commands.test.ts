import { afterAll, describe, expect, test } from 'bun:test';
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { standardInput } from '../../../cli/client/api/command-input.ts';
import { commandName } from '../../../cli/client/api/command-name.ts';
import { operationCommand } from '../../../cli/client/api/operation-command.ts';
import { runOperation } from '../../../cli/client/api/run-operation.ts';
import { CommandError } from '../../../cli/exit.ts';
import { openTransport } from '../../../client/client.ts';
import type { Fetch } from '../../../client/transport/send-with-retry.ts';
import { operations } from '../../../src/catalogue/resources.ts';
import { startApp } from '../../support/app.ts';
import { makeScratchFolder } from '../../support/scratch.ts';

const app = await startApp();
const key = await app.makeKey('admin');
const folder = makeScratchFolder();
let sent: { url: string; headers: Headers }[] = [];
afterAll(async () => {
  await app.close();
  folder.remove();
});

interface Setup {
  columns?: number;
  isBold?: boolean;
  /** The reader of the output closes it after so many lines. */
  maxLines?: number;
  answer?: Fetch;
  retries?: number;
}

const callApp: Fetch = async (url, init) => {
  const request = new Request(url, init);
  sent.push({ url, headers: request.headers });
  return await app.app.fetch(request);
};

/** Runs `petstore GROUP NAME …` in this process, against the service in it. */
async function run(line: string, setup: Setup = {}) {
  const { columns, isBold = false, answer = callApp, maxLines = Number.POSITIVE_INFINITY, retries = 0 } = setup;
  const [group = '', name = '', ...rest] = line.match(/'[^']*'|\S+/g)?.map((word) => word.replaceAll("'", '')) ?? [];
  const operation = operations.find((one) => Bun.deepEquals(commandName(one), { group, name }));
  if (operation === undefined) throw new Error(`there is no command ${group} ${name}`);
  const outcome = { stdout: '', stderr: '', exitCode: 0 };
  const command = operationCommand(operation, async (invocation) => {
    try {
      await runOperation(invocation, {
        transport: openTransport({ baseUrl: 'http://petstore.test', apiKey: key, fetch: answer, retries }),
        input: standardInput,
        output: {
          async write(text) {
            outcome.stdout += text;
            return outcome.stdout.split('\n').length <= maxLines;
          },
        },
        note(text) {
          outcome.stderr += `${text}\n`;
        },
        style: { columns, isBold },
      });
    } catch (error) {
      if (!(error instanceof CommandError)) throw error;
      outcome.stderr += `${error.message}\n`;
      outcome.exitCode = error.exitCode;
    }
  });
  sent = [];
  await command.parseAsync(rest, { from: 'user' });
  return outcome;
}

/** The values that a command has printed, each in a line. */
const linesOf = ({ stdout }: { stdout: string }) =>
  stdout
    .trimEnd()
    .split('\n')
    .map((line) => JSON.parse(line));

function refuse(status: number, code: string, message: string): Fetch {
  return async () => Response.json({ code, message, status }, { status });
}

describe('output', () => {
  test('JSON is the body to the byte, a table has all digits and aligns wide characters', async () => {
    expect(await run('pets create --name 狗🐕 --category-id 9223372036854775807 --json')).toEqual({
      stdout: '{"id":1,"name":"狗🐕","categoryId":9223372036854775807,"status":"available"}\n',
      stderr: '',
      exitCode: 0,
    });
    await run('pets create --name Bella --category-id -5 --status sold');
    expect((await run('pets list')).stdout).toBe(
      [
        'ID  NAME           CATEGORY ID  STATUS',
        ' 1  狗🐕   9223372036854775807  available',
        ' 2  Bella                   -5  sold',
        '',
      ].join('\n'),
    );
    expect((await run('pets get 2')).stdout).toMatch(
      /^id {11}2\nname {9}Bella\ncategory id {2}-5\nstatus {7}sold\n\nETag: "[^"]+"\n$/,
    );
  });

  test('JSON has no control or invisible characters at a terminal, and is the same value', async () => {
    const text = 'a\u009b31mb\u202ec\u{e0001}';
    const answer: Fetch = async () => Response.json({ id: 7, name: text });
    const { stdout } = await run('pets get 7 --json', { columns: 80, answer });
    expect(stdout).toBe('{"id":7,"name":"a\\u009b31mb\\u202ec\\udb40\\udc01"}\n');
    expect(JSON.parse(stdout)).toEqual({ id: 7, name: text });
    expect((await run('pets get 7 --json', { answer })).stdout).toContain(text);
  });

  test('a terminal gets lines of its width, and a bold heading unless colours are off', async () => {
    const { stdout } = await run('pets list', { columns: 20, isBold: true });
    const [heading = '', ...lines] = stdout.trimEnd().split('\n');
    expect(heading).toBe('\x1b[1mID  NAME           …\x1b[22m');
    expect(lines.map((line) => Bun.stringWidth(line))).toEqual([20, 20]);
    expect((await run('pets list', { columns: 20 })).stdout).not.toContain('\x1b');
  });

  test('control characters in texts do not reach the terminal', async () => {
    const answer: Fetch = async () =>
      Response.json([{ id: 1, name: 'a\x1b[31m\u202eb', categoryId: 1, status: 'sold' }]);
    const { stdout } = await run('pets list', { answer });
    expect(stdout).toContain('a\\u{1b}[31m\\u{202e}b');
    const refused = await run('pets list', { answer: refuse(404, 'not_found', 'a\x1b[31m') });
    expect(refused.stderr).toBe('not_found: a\\u{1b}[31m\n');
    const headers = { Link: '</v1/pets?cursor=a%1B%5B31m>; rel="next"', 'X-Note': 'a\u009b31m' };
    const noted = await run('pets list --include', { answer: async () => Response.json([], { headers }) });
    expect(noted.stderr).toContain('x-note: a\\u{9b}31m\n');
    expect(noted.stderr).toContain('--cursor a\\u{1b}[31m, ');
  });

  test('a page says how to continue, and `--all` reads on to the last one', async () => {
    const first = await run('pets list --limit 1 --json');
    const cursor = /--cursor (\S+),/.exec(first.stderr)?.[1];
    expect(JSON.parse(first.stdout)).toHaveLength(1);
    expect(JSON.parse((await run(`pets list --limit 1 --cursor ${cursor} --json`)).stdout)).toMatchObject([{ id: 2 }]);
    const all = await run('pets list --limit 1 --all --json');
    expect(linesOf(all).map(({ name }) => name)).toEqual(['狗🐕', 'Bella']);
    expect(all.stderr).toBe('');
    const ofTwo = (await run('pets list --limit 1 --all')).stdout.split('\n');
    expect(ofTwo.map((line) => line.trim().split(' ')[0])).toEqual(['ID', '1', 'ID', '2', '']);
    expect((await run('pets list --q nobody')).stdout).toBe('There are none.\n');
  });

  test('all pages are one table, and so are events that follow', async () => {
    const pages = [[], [{ id: 1, tag: 'ab' }], [{ id: 2, tag: 'a' }]];
    const answer: Fetch = async (url) => {
      const number = Number(new URL(url).searchParams.get('cursor') ?? 0);
      const next = number + 1 < pages.length && { Link: `</v1/listings?cursor=${number + 1}>; rel="next"` };
      return Response.json(pages[number], { headers: { ...next } });
    };
    expect((await run('listings list --all', { answer })).stdout).toBe('ID  TAG\n 1  ab\n 2  a\n');
    expect(await run('listings list', { answer })).toMatchObject({
      stdout: '',
      stderr: expect.stringContaining('more'),
    });
    const following = await run('events list --after 0 --follow', { maxLines: 3 });
    expect(following.stdout).toMatch(/^ID .*\n 1 .*\n 2 .*\n$/);
  });
});

describe('input', () => {
  test('flags become the members of the body, at every depth and with their types', async () => {
    const flags =
      "--breed 'Old English' --tags b --tags a --good-with-dogs false --attributes weight=4=kg --neutered true";
    const { stdout } = await run(
      `profile update 2 ${flags} --fee-amount-minor 9007199254740993 --fee-currency EUR --json`,
    );
    expect(stdout).toBe(
      '{"breed":"Old English","neutered":true,"goodWith":{"dogs":false},"tags":["a","b"],' +
        '"fee":{"amountMinor":9007199254740993,"currency":"EUR"},"attributes":{"weight":"4=kg"}}\n',
    );
    const changed = await run('profile update 2 --unset breed --unset fee --unset good-with-dogs --json');
    expect(JSON.parse(changed.stdout)).toEqual({ neutered: true, tags: ['a', 'b'], attributes: { weight: '4=kg' } });
  });

  test('a file gives the whole body, and flags change it', async () => {
    const path = join(folder.path, 'pet.json');
    writeFileSync(path, '{"name": "Rex", "categoryId": 9007199254740993}');
    const { stdout } = await run(`pets create --data @${path} --status pending --json`);
    expect(stdout).toBe('{"id":3,"name":"Rex","categoryId":9007199254740993,"status":"pending"}\n');
  });

  test('an image is read from a file', async () => {
    const path = join(folder.path, 'image.bin');
    const pixel = 'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg==';
    writeFileSync(path, Buffer.from(pixel, 'base64'));
    expect((await run(`photos add 2 ${path}`)).stdout).toMatch(/pet id +2\n/);
    expect((await run('listings list --id 2 --json')).stdout).toContain('"width":1,');
  });

  test('query parameters are sent as they are, repeated ones each time', async () => {
    await run("listings list --good-with dogs --good-with cats --q 'a&b' --sort -createdAt");
    expect(new URL(sent[0]?.url ?? '').search).toBe('?goodWith=dogs&goodWith=cats&q=a%26b&sort=-createdAt');
  });

  test.each([
    ['pets create', '--name is missing'],
    ['pets create --name a --category-id 3.5', '--category-id must be a whole number'],
    ['pets list --status gone', '--status must be one of available, pending, sold'],
    ['pets get ../keys', '<pet-id> must be a whole number'],
    ['profile update 2 --neutered yes', '--neutered must be one of true, false'],
    ['profile update 2', 'nothing to send'],
    ['pets create --data {', '--data is not JSON'],
    ['pets create --data @/nowhere.json', 'There is no file /nowhere.json.\n'],
    ['photos add 2 package.json', 'It is not a JPEG, PNG, WebP or GIF image.'],
  ])('`%s` is wrong, and nothing is sent', async (line, message) => {
    expect(await run(line)).toEqual({ stdout: '', stderr: expect.stringContaining(message), exitCode: 2 });
    expect(sent).toEqual([]);
  });
});

describe('safe changes', () => {
  test('a creation has a key of its own for each run, or the given one', async () => {
    const keys: (string | null | undefined)[] = [];
    for (const more of ['', '', ' --idempotency-key mine', ' --idempotency-key mine']) {
      await run(`pets create --name Twin --category-id 4${more}`);
      keys.push(sent[0]?.headers.get('Idempotency-Key'));
    }
    expect(new Set(keys).size).toBe(3);
    expect(keys.slice(2)).toEqual(['"mine"', '"mine"']);
    expect(JSON.parse((await run('pets list --category-id 4 --json')).stdout)).toHaveLength(3);
  });

  test('`--if-match` takes what `get` prints', async () => {
    const etag = /ETag: ("[^"]+")/.exec((await run('pets get 2')).stdout)?.[1];
    expect((await run(`pets update 2 --name Bello --if-match ${etag}`)).exitCode).toBe(0);
    const late = await run(`pets update 2 --name Bela --if-match ${etag}`);
    expect(late).toMatchObject({ stdout: '', exitCode: 1 });
    expect(late.stderr).toMatch(/^precondition_failed: .*Nothing was changed/);
  });

  test('a removal says what it has done', async () => {
    expect((await run('pets delete 3')).stdout).toBe('The animal has been removed.\n');
    expect(await run('pets delete 3')).toMatchObject({
      exitCode: 1,
      stderr: expect.stringMatching(/^pet_not_found: .*\nNothing was changed\.\nRequest id: /),
    });
  });
});

describe('failures', () => {
  const create = 'pets create --name a --category-id 3 --idempotency-key again';

  test('invalid fields are listed', async () => {
    const { stderr, exitCode } = await run(`pets create --name '' --category-id 3`);
    expect([stderr, exitCode]).toEqual([
      expect.stringMatching(/^validation_failed: .*\bname .*\nNothing was changed\.\n/),
      1,
    ]);
  });

  test('without an answer the command says how to repeat the change', async () => {
    const answer: Fetch = async () => {
      throw new Error('connection lost');
    };
    const failed = await run(create, { answer });
    expect(failed).toMatchObject({ stdout: '', exitCode: 3 });
    expect(failed.stderr).toContain('set PETSTORE_SERVER or --server');
    expect(failed.stderr).toContain('Run the same command again with --idempotency-key again');
    expect((await run('pets list', { answer })).stderr).toContain('nothing was changed by it');
  });

  test('after an answer that leaves the outcome open, too', async () => {
    const failed = await run(create, { answer: refuse(500, 'internal_error', 'Unexpected failure.') });
    expect(failed.stderr).toBe(
      'internal_error: Unexpected failure.\nThe change may have been made.\n' +
        'Run the same command again with --idempotency-key again: the change is then made once.\n',
    );
    expect(failed.exitCode).toBe(3);
    const busy = await run(create, { answer: refuse(503, 'overloaded', 'Busy.') });
    expect(busy).toMatchObject({ stderr: 'overloaded: Busy.\nNothing was changed. Try again later.\n', exitCode: 3 });
  });

  test('and after a refusal that an earlier attempt, or an earlier command, may have caused', async () => {
    let attempts = 0;
    const lostAtFirst: Fetch = async (...request) => {
      if (++attempts === 1) throw new Error('connection lost');
      return await refuse(404, 'pet_not_found', 'There is no animal.')(...request);
    };
    const gone = await run('pets delete 3', { answer: lostAtFirst, retries: 1 });
    expect(gone.stderr).toBe(
      'pet_not_found: There is no animal.\nThe outcome of an earlier attempt is unknown: the change may have been made.\n' +
        'Read the resource, or run the same command again: repeating it does no harm.\n',
    );
    attempts = 0;
    expect(await run('pets get 3', { answer: lostAtFirst, retries: 1 })).toMatchObject({ exitCode: 1 });
    const underWay = await run(create, { answer: refuse(409, 'idempotency_in_progress', 'In progress.') });
    expect(underWay.stderr).toContain('The change may have been made.\nRun the same command again');
    expect([gone.exitCode, underWay.exitCode]).toEqual([3, 3]);
  });
});

test('`--follow` prints events as they happen, until nobody reads them', async () => {
  const following = run('events list --after 0 --follow --json', { maxLines: 4 });
  await run('pets create --name Late --category-id 8');
  const events = linesOf(await following);
  expect(events.map(({ id }) => id)).toEqual([1, 2, 3, 4]);
  expect(events[0]).toMatchObject({ type: 'pet.created', petId: 1 });
});
