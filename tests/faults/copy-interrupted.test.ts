import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'bun:test';
import { addManyPets, copy, digestOf, startCopy, unfinishedCopyIn, untilCopying } from '../support/copying.ts';
import { postgres, type ScratchDatabase, sqlite } from '../support/engines.ts';

const pets = 40_000;

/** Makes a target lose animal 7 on every write. */
const loseRow: Record<string, string[]> = {
  SQLite: ['CREATE TRIGGER lose AFTER INSERT ON pets WHEN NEW.id = 7 BEGIN DELETE FROM pets WHERE id = 7; END'],
  PostgreSQL: [
    'CREATE FUNCTION lose() RETURNS trigger LANGUAGE plpgsql AS $$ BEGIN RETURN NULL; END $$',
    'CREATE TRIGGER lose BEFORE INSERT ON pets FOR EACH ROW WHEN (NEW.id = 7) EXECUTE FUNCTION lose()',
  ],
};

describe.each([
  ['SQLite to PostgreSQL', sqlite, postgres],
  ['PostgreSQL to SQLite', postgres, sqlite],
])('from %s', (_, from, to) => {
  let source: ScratchDatabase;
  let target: ScratchDatabase;
  const targets: ScratchDatabase[] = [];
  beforeAll(async () => {
    source = await from.makeDatabase();
    await addManyPets(source, pets);
    await source.run(
      "INSERT INTO keys (name, grants, hint, secret_hash, created_at) VALUES ('a', 'admin', 'h', 'hash', 1)",
    );
    await source.run("INSERT INTO deprecated_uses (key_id, operation, uses, last_used_at) VALUES (1, 'getPet', 3, 1)");
  });
  beforeEach(async () => {
    target = await to.makeDatabase();
    targets.push(target);
  });
  afterAll(() => Promise.all([source, ...targets].map((database) => database.remove())));

  /** Kills a copy that has begun after `before`; returns the setting that it leaves. */
  async function killCopy(before?: string): Promise<string> {
    const copying = startCopy(source, target);
    const copied = await untilCopying(target, before);
    copying.kill('SIGKILL');
    await copying.exited;
    return copied;
  }

  async function expectComplete(): Promise<void> {
    expect(await digestOf(target)).toEqual(await digestOf(source));
    expect(await unfinishedCopyIn(target)).toBeUndefined();
  }

  test('a copy that is killed repeatedly starts over, says so, and ends with the same content', async () => {
    let killed = '';
    for (let round = 0; round < 3; round++) killed = await killCopy(killed);
    const { exitCode, stdout, stderr } = await copy(source, target);
    expect([exitCode, stderr]).toEqual([
      0,
      expect.stringMatching(/^petstore: deleting an unfinished copy of \S+ from \S+ and starting over\n$/),
    ]);
    expect(stdout).toMatch(new RegExp(`^copied +${pets + 2} rows`, 'm'));
    await expectComplete();
  });

  test('a copy that is interrupted says what to do', async () => {
    const copying = startCopy(source, target);
    await untilCopying(target);
    copying.kill('SIGINT');
    expect(await copying.exited).toBe(1);
    expect(await copying.stderr.text()).toBe('petstore: interrupted. Run the same command again: it starts over.\n');
    expect((await copy(source, target)).exitCode).toBe(0);
    await expectComplete();
  });

  test('a write to the source during a copy is detected, and the next run starts over', async () => {
    const copying = startCopy(source, target);
    await untilCopying(target);
    copying.kill('SIGSTOP');
    await source.run("UPDATE pets SET name = 'changed while it was copied' WHERE id = 1");
    copying.kill('SIGCONT');
    expect(await copying.exited).toBe(1);
    const [stdout, stderr] = [await copying.stdout.text(), await copying.stderr.text()];
    expect(stdout).toMatch(/^keys +1 rows {2}sha256 [0-9a-f]{64}$/m);
    expect(stdout).toMatch(/^pets .* in the source\npets .* in the copy$/m);
    expect(stderr).toBe(
      'petstore: the copy differs from the source in pets: the source has changed while it was copied.\n' +
        'Stop the servers that use the source and run the same command again: it starts over.\n',
    );
    expect(await unfinishedCopyIn(target)).toBeDefined();
    expect((await copy(source, target)).exitCode).toBe(0);
    await expectComplete();
  });

  test('a row that is missing in the target is detected', async () => {
    await copy(source, target);
    await target.run(`INSERT INTO settings (name, value) VALUES ('unfinished_copy', '{"source":"any"}')`);
    for (const sql of loseRow[to.name] ?? []) await target.run(sql);
    const { exitCode, stdout, stderr } = await copy(source, target);
    expect([exitCode, stderr]).toEqual([1, expect.stringContaining('the copy differs from the source in pets:')]);
    expect(stdout).toMatch(
      new RegExp(`^pets +${pets} rows .* in the source\npets +${pets - 1} rows .* in the copy$`, 'm'),
    );
  });

  test('an unfinished copy of an earlier release, from any source, is deleted', async () => {
    await killCopy();
    const left = JSON.stringify({ source: 'sqlite:/elsewhere.db', table: 'pets', after: [{ integer: '5000' }] });
    await target.run(`UPDATE settings SET value = '${left}' WHERE name = 'unfinished_copy'`);
    await target.run("INSERT INTO categories (id, name) VALUES (4711, 'in no source')");
    const { exitCode, stderr } = await copy(source, target);
    expect([exitCode, stderr]).toEqual([0, expect.stringContaining('unfinished copy of sqlite:/elsewhere.db from')]);
    await expectComplete();
  });

  test('one of two concurrent copies into one target completes', async () => {
    const first = startCopy(source, target);
    await untilCopying(target);
    const [second, exitCode] = await Promise.all([copy(source, target), first.exited]);
    expect([exitCode, second.exitCode].sort()).toEqual([0, 1]);
    const stderr = exitCode === 0 ? second.stderr : await first.stderr.text();
    expect(stderr).toMatch(
      /another "petstore copy" into the same database has started; this one has stopped|is not empty/,
    );
    await expectComplete();
  });
});
