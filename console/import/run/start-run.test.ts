import { expect, test } from 'bun:test';
import { RejectedFile } from './start-run.ts';

function sourceOf(name: string, columns: readonly string[], delimiter = ',') {
  const file = new File([], name);
  return { file, delimiter, columns };
}

test('quotes cells where necessary, with the delimiter of the source', async () => {
  const rejected = new RejectedFile(sourceOf('animals.CSV', ['name', 'note'], ';'));
  rejected.rows.add({ line: 2, cells: ['a;b', 'say "hi"'] }, [{ detail: 'No, it is not.' }]);
  rejected.rows.add({ line: 3, cells: ['two\nlines', 'a\rb'] }, [{ detail: 'No.' }]);
  expect(rejected.name).toBe('animals.rejected.csv');
  expect(await rejected.toBlob().text()).toBe(
    'line;reason;name;note\n2;No, it is not.;"a;b";"say ""hi"""\n3;No.;"two\nlines";"a\rb"\n',
  );
});

test('a file of rejected rows that is rejected again has one line column and one reason column', async () => {
  const rejected = new RejectedFile(sourceOf('animals.rejected.csv', ['line', 'reason', 'name']));
  rejected.rows.add({ line: 2, cells: ['7', 'Old.', 'Frank'] }, [{ detail: 'New.' }]);
  expect(await rejected.toBlob().text()).toBe('line,reason,name\n2,New.,Frank\n');
});

test('begins with a byte order mark, by which spreadsheets know UTF-8', async () => {
  const rejected = new RejectedFile(sourceOf('animals.csv', ['name']));
  rejected.rows.add({ line: 2, cells: ['Änne'] }, [{ detail: 'No.' }]);
  expect([...(await rejected.toBlob().bytes()).slice(0, 4)]).toEqual([0xef, 0xbb, 0xbf, 0x6c]);
});

test('keeps many rows in their order', async () => {
  const rejected = new RejectedFile(sourceOf('many.csv', ['name']));
  for (let line = 2; line < 20_002; line++)
    rejected.rows.add({ line, cells: [`Animal ${line}`] }, [{ detail: 'There is no category.' }]);
  const lines = (await rejected.toBlob().text()).trimEnd().split('\n');
  expect([rejected.rows.count, lines.length, lines.at(-1)]).toEqual([
    20_000,
    20_001,
    '20001,There is no category.,Animal 20001',
  ]);
  expect(rejected.rows.first.map(({ line }) => line)).toEqual([2, 3, 4, 5, 6, 7, 8, 9, 10, 11]);
});
