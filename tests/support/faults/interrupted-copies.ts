import { afterAll, beforeAll, describe, expect, test } from 'bun:test';
import { addManyPets, copy, digestOf, startCopy, unfinishedCopyIn } from '../data/copying.ts';
import { postgres, type ScratchDatabase, sqlite } from '../engines.ts';
import { type NetworkProxy, startProxy } from '../http/proxy.ts';
import { openStore } from '../open-store.ts';
import { until } from '../until.ts';

/** One more than a copy writes in one transaction. */
const pets = 5_001;
const lastName = 'the last of many';

/** Tests of copies to this engine, from the other one, that are interrupted. */
export const describeInterruptedCopies = (to: typeof sqlite) =>
  describe(`a copy to ${to.name}`, () => {
    const from = to === sqlite ? postgres : sqlite;
    /** What the next animals that are copied can be recognized by. */
    const second = to === sqlite ? 'FROM pets WHERE (id) >' : lastName;
    let source: ScratchDatabase;
    let target: ScratchDatabase;
    let proxy: NetworkProxy;
    const targets: ScratchDatabase[] = [];
    beforeAll(async () => {
      source = await from.makeDatabase({ isMigrated: true });
      await (await openStore(source.url)).close();
      await addManyPets(source, pets, lastName);
      const key = "(name, grants, hint, secret_hash, created_at) VALUES ('a', 'admin', 'h', 'hash', 1)";
      await source.run(`INSERT INTO keys ${key}`);
      await source.run(
        "INSERT INTO deprecated_uses (key_id, operation, uses, last_used_at) VALUES (1, 'getPet', 3, 1)",
      );
    });
    async function makeTarget(): Promise<void> {
      target = await to.makeDatabase();
      targets.push(target);
      const { hostname, port } = new URL((from === postgres ? source : target).url);
      proxy ??= await startProxy(Number(port || 5_432), hostname);
    }

    afterAll(async () => {
      await proxy.close();
      await Promise.all([source, ...targets].map((database) => database.remove()));
    });

    /** Starts a copy, and holds it when its first animals are in the target and the others are about to be copied. */
    async function startHeldCopy() {
      await until('the connections of earlier copies to be closed', () => proxy.held === 0);
      proxy.inspect((piece) => (piece.includes(second) ? 'hold' : 'pass'));
      const behindProxy = ({ url }: ScratchDatabase) =>
        url.replace(/^(postgres:.*@)[^/]+/, `$1127.0.0.1:${proxy.port}`);
      const copying = startCopy(behindProxy(source), behindProxy(target));
      await until('the copy to be held', () => proxy.held > 0 || copying.exitCode !== null);
      expect(copying.exitCode).toBeNull();
      const copied = async () => Number((await target.run('SELECT count(*) FROM pets'))[0]?.[0]);
      await until('the first animals to be copied', copied, (count) => count === pets - 1);
      return copying;
    }

    function letPass(): void {
      proxy.inspect(() => 'pass');
      proxy.release();
    }

    async function expectComplete(): Promise<void> {
      expect(await digestOf(target)).toEqual(await digestOf(source));
      expect(await unfinishedCopyIn(target)).toBeUndefined();
    }

    test('a copy that is interrupted or killed starts over, says so, and ends with the same content', async () => {
      await makeTarget();
      const startingOver = /^petstore: deleting an unfinished copy of \S+ from \S+ and starting over\n$/;
      const killed = await startHeldCopy();
      killed.kill('SIGKILL');
      await killed.exited;
      if (to === postgres) {
        const interrupted = await startHeldCopy();
        interrupted.kill('SIGINT');
        expect(await interrupted.exited).toBe(1);
        expect((await interrupted.stderr.text()).split(/^(?=petstore: interrupted)/m)).toEqual([
          expect.stringMatching(startingOver),
          'petstore: interrupted. Run the same command again: it starts over.\n',
        ]);
      }
      const { exitCode, stdout, stderr } = await copy(source, target);
      expect([exitCode, stderr]).toEqual([0, expect.stringMatching(startingOver)]);
      expect(stdout).toMatch(new RegExp(`^copied +${pets + 2} rows`, 'm'));
      await expectComplete();
    });

    // One target: each run begins with what the one before has left. What is compared is the same for each engine.
    describe.if(to === sqlite)('an unfinished copy', () => {
      beforeAll(makeTarget);

      test('is left, with a message, when the source was written to during the copy', async () => {
        const copying = await startHeldCopy();
        await source.run("UPDATE pets SET name = 'changed while it was copied' WHERE id = 1");
        letPass();
        expect(await copying.exited).toBe(1);
        const [stdout, stderr] = [await copying.stdout.text(), await copying.stderr.text()];
        expect(stdout).toMatch(/^keys +1 rows {2}sha256 [0-9a-f]{64}$/m);
        expect(stdout).toMatch(/^pets .* in the source\npets .* in the copy$/m);
        expect(stderr).toBe(
          'petstore: the copy differs from the source in pets: the source has changed while it was copied.\n' +
            'Stop the servers that use the source and run the same command again: it starts over.\n',
        );
        expect(await unfinishedCopyIn(target)).toBeDefined();
      });

      test('is left by the next run, which starts over, when a row is missing in the target', async () => {
        const copying = await startHeldCopy();
        await target.run('DELETE FROM pets WHERE id = 7');
        letPass();
        expect(await copying.exited).toBe(1);
        const [stdout, stderr] = [await copying.stdout.text(), await copying.stderr.text()];
        expect(stderr).toMatch(/ and starting over\n.*the copy differs from the source in pets:/s);
        expect(stdout).toMatch(
          new RegExp(`^pets +${pets} rows .* in the source\npets +${pets - 1} rows .* in the copy$`, 'm'),
        );
        expect(await unfinishedCopyIn(target)).toBeDefined();
      });

      test('of an earlier release, from any source, is deleted', async () => {
        const left = JSON.stringify({ source: 'sqlite:/elsewhere.db', table: 'pets', after: [{ integer: '5000' }] });
        await target.run(`UPDATE settings SET value = '${left}' WHERE name = 'unfinished_copy'`);
        await target.run("INSERT INTO categories (id, name) VALUES (4711, 'in no source')");
        const { exitCode, stderr } = await copy(source, target);
        expect([exitCode, stderr]).toEqual([
          0,
          expect.stringContaining('unfinished copy of sqlite:/elsewhere.db from'),
        ]);
        await expectComplete();
      });
    });

    test('one of two concurrent copies into one target completes', async () => {
      await makeTarget();
      const first = await startHeldCopy();
      const second = startCopy(source.url, target.url);
      const ofTarget = "FROM pg_stat_activity WHERE datname = current_database() AND wait_event_type = 'Lock'";
      const waitsForFirst = async () => to === postgres && (await target.run(`SELECT 1 ${ofTarget}`)).length > 0;
      await until('the second to wait or end', async () => second.exitCode !== null || (await waitsForFirst()));
      letPass();
      const exitCodes = [await first.exited, await second.exited];
      expect(exitCodes.toSorted()).toEqual([0, 1]);
      const stopped = exitCodes[0] === 0 ? second : first;
      expect(await stopped.stderr.text()).toMatch(
        /another "petstore copy" into the same database has started; this one has stopped|is not empty/,
      );
      await expectComplete();
    });
  });
