import { afterAll, beforeAll, describe, expect, spyOn, test } from 'bun:test';
import { keysCommand } from '../../../cli/operator/keys.ts';
import { peopleCommand } from '../../../cli/operator/people.ts';
import { webhooksCommand } from '../../../cli/operator/webhooks.ts';
import { inspectSecret } from '../../../src/lib/key-format.ts';
import { dayMs, hourMs } from '../../../src/lib/timestamp.ts';
import type { KeyBody } from '../../support/data/keys.ts';
import { engines, onOneEngine, postgres, type ScratchDatabase, sqlite } from '../../support/engines.ts';
import { bodyOf } from '../../support/http/body.ts';
import { expectRefused } from '../../support/http/revocation.ts';
import { runHere } from '../../support/process/command.ts';
import { run } from '../../support/process/program.ts';
import { startServer, type TestServer } from '../../support/process/server.ts';
import { until } from '../../support/until.ts';

let database: ScratchDatabase;
let server: TestServer;

/** In this process, which is not that of the server. */
const keysHere = (...args: string[]) => keysOf(database.url, ...args);
const keysOf = (databaseUrl: string, ...args: string[]) => runHere(keysCommand(), args, { DATABASE_URL: databaseUrl });
const status = async (secret: string) =>
  (await fetch(`${server.url}/v1/pets`, { headers: { Authorization: `Bearer ${secret}` } })).status;
const postKey = (body: object) =>
  server.fetch('/v1/keys', {
    method: 'POST',
    headers: { 'Content-Type': 'application/json' },
    body: JSON.stringify(body),
  });
const makeKey = async (body: object) => {
  const { id, secret } = await bodyOf<KeyBody>(await postKey(body));
  return { id: String(id), secret };
};
const idOf = (stderr: string) => /Key ([0-9]+)/.exec(stderr)?.[1] ?? '';

describe.each(engines)('on $name', (engine) => {
  beforeAll(async () => {
    database = await engine.makeDatabase({ isMigrated: true });
    server = await startServer({ database });
  });
  afterAll(async () => {
    await server.stop();
    await database.remove();
  });

  test('update changes what is given, and the running server follows', async () => {
    const made = await makeKey({ name: 'misspelt', role: 'reader' });
    const updated = await keysHere('update', made.id, '--name', 'spelt', '--scopes', 'orders:read', '--expires', '90d');
    expect([updated.exitCode, updated.stderr]).toEqual([0, expect.stringContaining('(orders:read) was changed.')]);
    await until(
      'the server to follow',
      () => status(made.secret),
      (seen) => seen === 403,
    );
    const shown = async () => await bodyOf<KeyBody>(await server.fetch(`/v1/keys/${made.id}`));
    expect(await shown()).toMatchObject({ name: 'spelt', expiresAt: expect.any(String) });
    await keysHere('update', made.id, '--expires', 'never');
    expect(await shown()).not.toHaveProperty('expiresAt');
    expect((await keysHere('update', made.id)).stderr).toContain('nothing to change');
  });

  test('rotate gives a new secret, and the previous one stays valid for the grace period', async () => {
    const made = await makeKey({ name: 'turn', role: 'editor' });
    const rotated = await keysHere('rotate', made.id, '--grace', '1h');
    expect([await status(made.secret), await status(rotated.stdout.trim())]).toEqual([200, 200]);
    const again = await keysHere('rotate', made.id, '--grace', '0s');
    for (const secret of [made.secret, rotated.stdout.trim()]) await expectRefused(engine, () => status(secret));
    expect(await status(again.stdout.trim())).toBe(200);
  });

  test('revoke takes effect with the next request, or half a second later where programs share the storage', async () => {
    const { id, secret } = await makeKey({ name: 'short', scopes: ['pets:read'] });
    expect(await status(secret)).toBe(200);
    expect((await keysHere('revoke', id)).exitCode).toBe(0);
    await expectRefused(engine, () => status(secret));
  });

  // A file has no clock but this machine's.
  if (engine === postgres) {
    test('times are those of the database, also where the clock of this machine is wrong', async () => {
      const machine = Date.now;
      const nowMs = Number((await database.run(`SELECT floor(extract(epoch FROM now()) * 1000)::text`))[0]?.[0]);
      using _ = spyOn(Date, 'now').mockImplementation(() => machine() + 30 * dayMs);
      const { stderr } = await keysHere('create', '--name', 'timed', '--role', 'reader', '--expires', '1h');
      await keysHere('rotate', idOf(stderr), '--grace', '2h');
      await database.run(
        `INSERT INTO webhooks (id, url, types, secret, status, event_id, created_at)
         VALUES (4711, 'https://example.org', '', 'whsec_AAAA', 'active', 0, 0)`,
      );
      const env = { DATABASE_URL: database.url };
      await runHere(webhooksCommand(), ['rotate', '4711', '--grace', '3h'], env);
      await runHere(peopleCommand(), ['invite', 'Ana', '--role', 'editor'], env);
      const hoursFromNow = async (column: string, table: string) => {
        const [[time] = []] = await database.run(`SELECT ${column}::text FROM ${table} ORDER BY id DESC LIMIT 1`);
        return Math.round((Number(time) - nowMs) / hourMs);
      };
      const keyTimes = ['created_at', 'expires_at', 'previous_until'];
      expect(await Promise.all(keyTimes.map((column) => hoursFromNow(column, 'keys')))).toEqual([0, 1, 2]);
      expect(await hoursFromNow('previous_until', 'webhooks')).toBe(3);
      expect(await hoursFromNow('expires_at', 'sign_in_links')).toBe(24);

      await keysHere('update', idOf(stderr), '--expires', '5h');
      expect(await hoursFromNow('expires_at', 'keys')).toBe(5);
      // By the clock of this machine all of it would be over.
      expect((await keysHere('list')).stdout).toMatch(/^\d+ +timed +reader .*active/m);
      await keysHere('revoke', idOf(stderr));
      expect(await hoursFromNow('revoked_at', 'keys')).toBe(0);
    });
  }

  // None of the following depends on the engine.
  if (engine !== sqlite) return;

  onOneEngine(engine, () => {
    test('list shows every key with its state, with control and invisible characters escaped, and never a secret', async () => {
      const { secret } = await makeKey({ name: 'shown', role: 'reader' });
      // Earlier releases accepted such names.
      await database.run(
        "INSERT INTO keys (name, grants, hint, secret_hash, created_at) VALUES ('\u001b[2J\u009bA\u202eB', 'reader', 'pet_', 'none', 1)",
      );
      await makeKey({ name: '狗🐕', role: 'reader' });
      const { stdout } = await keysHere('list');
      // As a terminal shows them: Chinese characters and emoji take two columns.
      const lines = stdout.split('\n').filter((line) => line.includes(' active'));
      expect(lines.length).toBeGreaterThan(3);
      expect(new Set(lines.map((line) => Bun.stringWidth(line.slice(0, line.indexOf(' active'))))).size).toBe(1);
      expect(stdout.split('\n')[0]).toMatch(/^ID +NAME +SCOPES +KEY +STATE/);
      expect(stdout).toMatch(/^\d+ +shown +reader .*active/m);
      expect(stdout).toMatch(/^\d+ +short +pets:read .*revoked/m);
      expect(stdout).not.toContain(secret);
      expect(stdout).toContain('  \\u{1b}[2J\\u{9b}A\\u{202e}B  reader');
      expect(stdout.replaceAll('\n', '')).not.toMatch(/[\p{Cc}\p{Cf}]/u);
    });

    test('create prints only the key on standard output, and the running server accepts it', async () => {
      const { exitCode, stdout, stderr } = await run(['keys', 'create', '--name', 'web', '--role', 'reader'], {
        DATABASE_URL: database.url,
      });
      expect([exitCode, stderr]).toEqual([0, expect.stringContaining('for production')]);
      expect(stdout).toMatch(/^pet_prod_[0-9A-Za-z]{36}\n$/);
      expect(inspectSecret(stdout.trim())).toEqual({ kind: 'key', environment: 'production' });
      expect(await status(stdout.trim())).toBe(200);
    });

    test('list --json prints the keys as the interface shows them, with the deprecated operations they still call', async () => {
      const { stderr } = await keysHere('create', '--name', 'for a while', '--role', 'reader', '--expires', '90d');
      const lastUsedAt = '2026-11-21T10:00:00.000Z';
      await database.run(
        `INSERT INTO deprecated_uses (key_id, operation, uses, last_used_at) VALUES (${idOf(stderr)}, 'getPet', 2, ${Date.parse(lastUsedAt)})`,
      );
      const listed = await bodyOf<{ id: number }[]>(await server.fetch('/v1/keys?limit=100'));
      const { stdout } = await keysHere('list', '--json');
      const uses = [{ operation: 'getPet', count: 2, lastUsedAt }];
      // The service stores when a key was last used some time after it was.
      const withoutUse = (keys: object[]) => keys.map((key) => ({ ...key, lastUsedAt: undefined }));
      expect(withoutUse(JSON.parse(stdout))).toEqual(
        withoutUse(listed.map((key) => ({ ...key, deprecatedUses: String(key.id) === idOf(stderr) ? uses : [] }))),
      );
    });

    test('a public key is created for web origins, listed with them, and rotated as one', async () => {
      const origins = ['--origin', 'https://shelter.example', '--origin', 'http://localhost:5173'];
      const made = await keysHere('create', '--name', 'cards', '--role', 'public', ...origins);
      const rotated = await keysHere('rotate', idOf(made.stderr));
      for (const { stdout } of [made, rotated]) {
        expect(inspectSecret(stdout.trim())).toEqual({ kind: 'key', environment: 'production', isPublic: true });
        const ask = (headers: Record<string, string>) =>
          fetch(`${server.url}/v1/listings`, { headers: { Authorization: `Bearer ${stdout.trim()}`, ...headers } });
        expect((await ask({ Origin: 'http://localhost:5173' })).status).toBe(200);
        expect((await ask({ Origin: 'https://other.example' })).status).toBe(403);
        expect(await status(stdout.trim())).toBe(403);
      }
      const { stdout } = await keysHere('list');
      expect(stdout).toContain('https://shelter.example http://localhost:5173');
    });
  });

  test('revoke pauses the webhooks of the key or keeps them active, and the webhooks command lists and rotates them', async () => {
    const webhooks = (...args: string[]) => runHere(webhooksCommand(), args, { DATABASE_URL: database.url });
    const [{ id: paused }, { id: kept }] = [
      await makeKey({ name: 'one', role: 'admin' }),
      await makeKey({ name: 'other', role: 'admin' }),
    ];
    for (const [index, id] of [paused, kept].entries()) {
      await database.run(
        `INSERT INTO webhooks (url, types, secret, status, event_id, created_at, created_by)
         VALUES ('https://example.org/${index}', '', 'whsec_AAAA', 'active', 0, 0, ${id})`,
      );
    }
    const [{ stderr: first }, { stderr: second }] = [
      await keysHere('revoke', paused),
      await keysHere('revoke', kept, '--keep-webhooks'),
    ];
    expect(first).toMatch(/Its webhook \d+ to https:\/\/example.org\/0 is paused\./);
    expect(second).toMatch(/Its webhook \d+ to https:\/\/example.org\/1 is kept active\./);
    const { stdout } = await webhooks('list');
    expect(stdout).toMatch(new RegExp(`paused +${paused} +https://example.org/0`));
    expect(stdout).toMatch(/active +unknown +https:\/\/example.org\/1/);
    const id = /^(\d+) +active/m.exec(stdout)?.[1] ?? '';
    const rotated = await webhooks('rotate', id, '--grace', '0s');
    expect(rotated.stdout).toMatch(/^whsec_[A-Za-z0-9+/]{43}=\n$/);
    expect(await database.run(`SELECT secret, previous_secret FROM webhooks WHERE id = ${id}`)).toEqual([
      [rotated.stdout.trim(), 'whsec_AAAA'],
    ]);
    expect((await webhooks('rotate', '4711')).exitCode).not.toBe(0);
  });

  onOneEngine(engine, () => {
    test('a key that does not exist cannot be revoked', async () => {
      expect(await keysHere('revoke', '123456')).toMatchObject({
        exitCode: 1,
        stderr: 'petstore: There is no key with the id 123456.\n',
      });
    });
  });

  const names = [
    'x'.repeat(100),
    'x'.repeat(101),
    '🐕'.repeat(100),
    '🐕'.repeat(101),
    ' padded ',
    '\u200b',
    'a\tb',
    'a\u0085',
  ];
  onOneEngine(engine, () => {
    test.each(names)('create accepts the name %j if POST /v1/keys does, and stores it unchanged', async (name) => {
      const response = await postKey({ name, role: 'reader' });
      if (response.status === 400) {
        const { exitCode, stderr } = await keysHere('create', '--name', name, '--role', 'reader');
        return expect([exitCode, stderr]).toEqual([2, expect.stringContaining('--name must have 1 to 100 characters')]);
      }
      const { exitCode, stderr } = await keysHere('create', '--name', name, '--role', 'reader');
      expect([response.status, exitCode]).toEqual([201, 0]);
      expect(await (await server.fetch(`/v1/keys/${idOf(stderr)}`)).json()).toMatchObject({ name });
    });

    test('rotate keeps the environment of the key, and uses --env only where the key names none', async () => {
      const made = await keysHere('create', '--name', 'stage', '--role', 'reader', '--env', 'staging');
      expect(made.stderr).toContain('for staging');
      // Key 1 is the one in PETSTORE_API_KEY.
      const rotations = [[idOf(made.stderr)], [idOf(made.stderr), '--env', 'production'], ['1', '--env', 'staging']];
      for (const rotation of rotations) {
        const { stdout } = await keysHere('rotate', ...rotation);
        expect(inspectSecret(stdout.trim())).toEqual({ kind: 'key', environment: 'staging' });
      }
    });
  });

  test('a restart does not restore a revoked operator’s key, and says so', async () => {
    const refused = await run(['keys', 'revoke', '1'], { DATABASE_URL: database.url });
    expect([refused.exitCode, refused.stderr]).toEqual([
      2,
      expect.stringContaining('Say so with --yes. Nothing was revoked'),
    ]);
    await keysHere('revoke', '1', '--yes');
    const second = await startServer({ database });
    expect(second.output.stdout).toContain('PETSTORE_API_KEY was revoked');
    expect((await second.fetch('/v1/pets')).status).toBe(401);
    await second.stop();
  });
});

test.each([
  [['create', '--name', 'x'], 'give either --role or --scopes'],
  [['create', '--name', 'x', '--role', 'king'], '--role must be one of reader, editor, staff, monitor, public, admin'],
  [['create', '--name', 'x', '--scopes', 'pets:read,pets:eat'], '--scopes must be some of pets:read'],
  [['create', '--name', 'x', '--role', 'public'], '--origin must be given with the role public; * allows'],
  [['create', '--name', 'x', '--role', 'reader', '--origin', '*'], '--origin must be given with the role public only'],
  [['create', '--name', 'x', '--role', 'public', '--origin', 'https://x.org/'], 'which would be https://x.org'],
  [['create', '--name', ' ', '--role', 'reader'], '--name must have 1 to 100 characters'],
  [['create', '--name', 'x', '--role', 'reader', '--expires', 'soon'], '--expires must be a number and a unit'],
  [['revoke', 'x'], '"x" is not a key id'],
])('%j is rejected with exit code 2', async (args, message) => {
  const { exitCode, stdout, stderr } = await keysOf('sqlite:/dev/null/none.db', ...args);
  expect([exitCode, stdout]).toEqual([2, '']);
  expect(stderr).toContain(message);
});
