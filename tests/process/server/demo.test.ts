import { expect, test } from 'bun:test';
import { readdirSync } from 'node:fs';
import { startDemo } from '../../support/process/demo.ts';
import { makeScratchFolder } from '../../support/scratch.ts';

test('a demo says in the console and on its public page what it is, and leaves nothing behind', async () => {
  const folder = makeScratchFolder();
  const demo = await startDemo({ TMPDIR: folder.path });
  const demoFolders = () => readdirSync(folder.path).filter((name) => name.startsWith('petstore-demo-'));
  const read = async (path: string) => await (await fetch(demo.url + path)).text();
  expect(demoFolders()).toHaveLength(1);
  try {
    expect(await read('/')).toContain('name="petstore-environment" content="demo"');
    const publicPage = await read('/adopt');
    expect(publicPage).toContain('Demo shelter');
    expect(publicPage).toContain('This is a demonstration.');
    const list = await fetch(`${demo.url}/v1/listings`, { headers: { Authorization: `Bearer ${demo.apiKey}` } });
    expect(list.status).toBe(200);
    demo.program.kill('SIGINT');
    expect(await demo.program.exited).toBe(0);
    expect(demoFolders()).toEqual([]);
  } finally {
    demo.program.kill('SIGKILL');
    folder.remove();
  }
});
