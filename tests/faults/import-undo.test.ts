import { expect, test } from 'bun:test';
import { sqlite } from '../support/engines.ts';
import { bodyOf } from '../support/http/body.ts';
import { ServiceNode } from '../support/process/node.ts';
import { until } from '../support/until.ts';

interface ImportBody {
  id: number;
  state: string;
  added: number;
  takenBack: number;
  kept: number;
}
interface Result {
  row: number;
  result: string;
  petId: number;
}

const batches = 10;
const perBatch = 100;
const rowsOf = (batch: number) =>
  Array.from({ length: perBatch }, (_, index) => {
    const row = batch * perBatch + index + 1;
    return {
      row,
      add: { name: `Animal ${row}`, categoryId: 5, profile: { reference: `R${row}` } },
      categoryName: 'Dogs',
    };
  });

test('an import and its undo are whole after the service was killed in each of them', async () => {
  const database = await sqlite.makeDatabase({ isMigrated: true });
  const node = await ServiceNode.start({ database });
  const post = async <Body>(path: string, body?: object) => {
    const headers = { 'Content-Type': 'application/json' };
    const answer = await node.fetch(path, { method: 'POST', headers, body: JSON.stringify(body ?? {}) });
    expect(answer.ok).toBe(true);
    return await bodyOf<Body>(answer);
  };
  const { id } = await post<ImportBody>('/v1/imports', { fileName: 'animals.csv', rows: batches * perBatch });
  const read = async () => await bodyOf<ImportBody>(await node.fetch(`/v1/imports/${id}`));
  const answered = new Map<number, number>();
  const sendAll = async () => {
    for (let batch = 0; batch < batches; batch++) {
      const { results } = await post<{ results: Result[] }>(`/v1/imports/${id}/animals`, { rows: rowsOf(batch) });
      for (const { row, result, petId } of results) {
        expect([result, answered.get(row) ?? petId]).toEqual(['added', petId]);
        answered.set(row, petId);
      }
    }
  };

  const sending = sendAll().catch(() => 'killed');
  await until('some rows', read, ({ added }) => added > 0);
  await node.kill();
  await sending;
  await node.start();
  await sendAll();
  expect(new Set(answered.values()).size).toBe(batches * perBatch);
  expect(await read()).toMatchObject({ state: 'running', added: batches * perBatch });
  await post(`/v1/imports/${id}/finish`);
  const renamed = answered.get(batches * perBatch) ?? 0;
  const headers = { 'Content-Type': 'application/json' };
  await node.fetch(`/v1/pets/${renamed}`, { method: 'PATCH', headers, body: JSON.stringify({ name: 'Mine' }) });

  await post(`/v1/imports/${id}/undo`);
  await until('a step of the undo', read, ({ takenBack }) => takenBack > 0);
  await node.kill();
  await node.start();
  await until('the end of the undo', read, (seen) => seen.state === 'undone');
  expect(await read()).toMatchObject({ takenBack: batches * perBatch - 1, kept: 1 });
  expect(await bodyOf<object[]>(await node.fetch('/v1/pets'))).toMatchObject([{ id: renamed, name: 'Mine' }]);
  expect((await database.run('SELECT pet_id FROM pet_profiles')).flat().map(Number)).toEqual([renamed]);
  await node.kill();
  await database.remove();
});
