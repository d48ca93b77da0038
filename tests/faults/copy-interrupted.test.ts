import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'bun:test';
import { addManyPets, copy, digestOf, markOf, startCopy, untilItMoves } from '../support/copying.ts';
import { postgres, type ScratchDatabase, sqlite } from '../support/engines.ts';

const pets = 40_000;

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

  /** Kills a copy in the midst of the animals; gives the mark that it leaves. */
  async function killCopy(before?: string): Promise<string> {
    const copying = startCopy(source, target);
    await untilItMoves(target, before);
    copying.kill('SIGKILL');
    await copying.exited;
    return (await markOf(target)) ?? '';
  }

  test('a copy that is killed again and again goes on where it stopped, and ends with the same content', async () => {
    const marks: string[] = [];
    for (let round = 0; round < 3; round++) marks.push(await killCopy(marks.at(-1)));
    expect(new Set(marks).size).toBe(3);
    const { exitCode, stdout } = await copy(source, target);
    expect(exitCode).toBe(0);
    expect(Number(/^copied +([0-9]+) rows/m.exec(stdout)?.[1])).toBeLessThan(pets);
    expect(await digestOf(target)).toEqual(await digestOf(source));
    expect(await markOf(target)).toBeUndefined();
  });

  test('a copy that is interrupted says how it goes on', async () => {
    const copying = startCopy(source, target);
    await untilItMoves(target, undefined);
    copying.kill('SIGINT');
    expect(await copying.exited).toBe(1);
    expect(await copying.stderr.text()).toBe(
      'petstore: stopped. Run the same command again: it goes on where it stopped.\n',
    );
    expect((await copy(source, target)).exitCode).toBe(0);
  });

  test('a source that is written to meanwhile is noticed, and the next run repairs the copy', async () => {
    const copying = startCopy(source, target);
    await untilItMoves(target, undefined);
    copying.kill('SIGSTOP');
    await source.run("UPDATE pets SET name = 'changed while it was copied' WHERE id = 1");
    copying.kill('SIGCONT');
    expect(await copying.exited).toBe(1);
    const [stdout, stderr] = [await copying.stdout.text(), await copying.stderr.text()];
    expect(stdout).toMatch(/^pets .* in the source\npets .* in the copy$/m);
    expect(stderr).toContain('petstore: pets: the copy differs from the source');
    expect(stderr).toContain('Stop the servers that use it and run the same command again');
    expect((await copy(source, target)).exitCode).toBe(0);
    expect(await digestOf(target)).toEqual(await digestOf(source));
  });

  test('rows of an unfinished copy that are not those of the source are noticed, and the next run repairs them', async () => {
    await killCopy();
    await target.run('UPDATE deprecated_uses SET uses = 4');
    await target.run('DELETE FROM pets WHERE id = 7');
    const { exitCode, stdout, stderr } = await copy(source, target);
    expect(exitCode).toBe(1);
    expect(stderr).toContain('petstore: deprecated_uses, pets: the copy differs');
    expect(stdout).toMatch(/^keys +1 rows {2}sha256 [0-9a-f]{64}$/m);
    expect(stdout).toMatch(
      new RegExp(`^pets +${pets} rows .* in the source\npets +${pets - 1} rows .* in the copy$`, 'm'),
    );
    await killCopy();
    expect((await copy(source, target)).exitCode).toBe(0);
    expect(await digestOf(target)).toEqual(await digestOf(source));
  });

  test('of two copies at work on one target one goes on', async () => {
    const first = startCopy(source, target);
    await untilItMoves(target, undefined);
    const [second, exitCode] = await Promise.all([copy(source, target), first.exited]);
    expect([exitCode, second.exitCode].sort()).toEqual([0, 1]);
    const stderr = exitCode === 0 ? second.stderr : await first.stderr.text();
    expect(stderr).toMatch(/another "petstore copy" is at work|is not empty/);
    expect(await digestOf(target)).toEqual(await digestOf(source));
  });
});
