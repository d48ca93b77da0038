import { afterAll, expect, test } from 'bun:test';
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { sequenceEvents } from '../../src/catalogue/events/rules.ts';
import { indexPets } from '../../src/catalogue/pets/index-rules.ts';
import { addPets } from '../../src/catalogue/pets/rules.ts';
import { openConnection } from '../../src/store/sqlite/database.ts';
import { migrateSqlite } from '../../src/store/sqlite/sqlite-store.ts';
import { makeScratchFolder } from '../../tests/support/scratch.ts';
import { billEnvironment, divideBill, readBill } from './bill.ts';
import { CommitShares, jobOf } from './jobs.ts';

const scratch = makeScratchFolder();
afterAll(() => scratch.remove());

test('every statement of a create and of the jobs after it is told from those of the others', async () => {
  const path = join(scratch.path, 'petstore.db');
  migrateSqlite(path);
  const connection = openConnection(path, 'write');
  let seen: string[] = [];
  const query: typeof connection.query = (statement, params) => {
    seen.push(jobOf(statement.text));
    return connection.query(statement, params);
  };
  const whose = async (work: (tx: typeof connection) => unknown) => {
    seen = [];
    await work({ ...connection, query });
    return [...new Set(seen)];
  };
  const arrivals = [1n, 2n].map((categoryId) => ({
    draft: { name: 'Bella', categoryId },
    stamp: { at: 1n, actor: 'system' } as const,
  }));
  expect(await whose((tx) => addPets(tx, arrivals))).toEqual(['create']);
  expect(await whose((tx) => indexPets.run(tx, null))).toEqual(['indexes']);
  expect(await whose((tx) => sequenceEvents.run(tx, null))).toEqual(['counts']);
  connection.close();
});

test('a job is charged with what its commits take longer than those of creates alone', () => {
  const charged: [string, number][] = [];
  const shares = new CommitShares((job, time) => charged.push([job, time]));
  for (const time of [8, 12]) {
    shares.begin();
    shares.note('create');
    shares.commit(time);
  }
  shares.commit(100);
  shares.note('create');
  shares.note('indexes');
  shares.commit(17);
  shares.note('indexes');
  shares.note('counts');
  shares.commit(6);
  shares.note('others');
  shares.begin();
  shares.note('create');
  shares.commit(30);
  expect(charged).toEqual([
    ['indexes', 7],
    ['indexes', 3],
    ['counts', 3],
  ]);
});

test('a program tells the time of its jobs in each of its threads', async () => {
  const folder = join(scratch.path, 'told');
  const script = (name: string, text: string) => {
    writeFileSync(
      join(scratch.path, name),
      `import { Database } from 'bun:sqlite';\nconst db = new Database();\n${text}`,
    );
    return join(scratch.path, name);
  };
  script(
    'writer.ts',
    `db.run('CREATE TABLE pets (id)');
     db.run('CREATE TABLE pet_names (id)');
     db.prepare('INSERT INTO pets VALUES (1)').run();
     db.prepare('INSERT INTO pet_names WITH RECURSIVE n (id) AS (SELECT 1 UNION ALL SELECT id + 1 FROM n WHERE id < $1) SELECT id FROM n').run(100_000);
     postMessage('');`,
  );
  const main = script(
    'main.ts',
    `db.run('CREATE TABLE inventory (id)');
     const counts = db.prepare('SELECT count(*) FROM inventory');
     for (let turn = 0; turn < 1_000; turn++) counts.values();
     new Worker(import.meta.dir + '/writer.ts').onmessage = () => process.exit();`,
  );
  const env = { ...process.env, ...billEnvironment(folder) };
  expect(Bun.spawnSync([process.execPath, main], { env, timeout: 200_000 }).exitCode).toBe(0);
  const told = async (thread: string) => [...new Float64Array(await Bun.file(join(folder, thread)).arrayBuffer())];
  const above = (times: readonly number[]) => times.map((time) => time > 0);
  expect(above(await told('main'))).toEqual([false, true, false]);
  expect(above(await told('writer'))).toEqual([true, false, false]);
});

test.if(process.platform === 'linux')('the parts of a bill add up to the processor time of the process', async () => {
  const folder = join(scratch.path, 'parts');
  expect(await readBill(process.pid, folder, 1_000)).toBeUndefined();
  const idle = new Worker('data:text/javascript,setInterval(() => {}, 1_000); postMessage("")');
  await new Promise((resolve) => idle.addEventListener('message', resolve));
  await Bun.write(join(folder, 'main'), new Float64Array([100, 0, 3]));
  await Bun.write(join(folder, 'writer'), new Float64Array([20, 40, 0]));
  const total = 1e9;
  const bill = await readBill(process.pid, folder, total);
  idle.terminate();
  expect(bill).toMatchObject({ indexes: 120, counts: 40, others: 3 });
  if (bill === undefined) return;
  const zero = { main: 0, writer: 0, indexes: 0, counts: 0, others: 0, runtime: 0 };
  expect(divideBill(zero, bill, 2)).toMatchObject({ indexes: 60, counts: 20 });
  expect(divideBill(zero, bill, 2).total).toBeCloseTo(total / 2);
  expect(bill.main).toBeGreaterThan(0);
});
