import { afterAll, beforeAll, expect, test } from 'bun:test';
import { join } from 'node:path';
import { adminKey, startServer, type TestServer } from '../support/process/server.ts';
import { makeScratchFolder } from '../support/scratch.ts';
import { generate, image, run } from './tools.ts';

/** A generator that reads no later version than OpenAPI 3.0. It needs Java, and its client Python with three packages. */

const isInstalled =
  Bun.which('java') !== null &&
  Bun.which('python3') !== null &&
  Bun.spawnSync(['python3', '-c', 'import certifi, dateutil, six, urllib3']).success;
if (!isInstalled) process.stderr.write('Java or Python is not installed, so OpenAPI Generator is not tested\n');

const scratch = makeScratchFolder();
let server: TestServer;
beforeAll(async () => {
  if (isInstalled) server = await startServer();
});
afterAll(async () => {
  if (isInstalled) await server.stop();
});

test.if(isInstalled)(
  'a client from the OpenAPI 3.0 document lists, creates, uploads and keeps 64-bit integers',
  async () => {
    const file = join(scratch.path, 'openapi-3.0.json');
    await Bun.write(file, await (await server.fetch('/openapi-3.0.json')).text());
    const jar = 'node_modules/@openapitools/openapi-generator-cli/bin/openapi-generator.jar';
    const output = await generate('java', '-jar', jar, 'generate', '-i', file, '-g', 'python', '-o', scratch.path);
    expect(output).not.toMatch(/ ERROR |Exception/);
    const imageFile = join(scratch.path, 'image.png');
    await Bun.write(imageFile, image);
    const program = await run(
      ...['env', `PYTHONPATH=${scratch.path}`, 'PYTHONDONTWRITEBYTECODE=1'],
      ...['python3', 'clients/openapi_generator.py', server.url, adminKey, imageFile],
    );
    expect(program.exitCode, program.output).toBe(0);
    expect(JSON.parse(program.output)).toEqual({
      created: [1, 2, 3],
      pages: [1, 2, 3],
      chosen: [1, 3],
      categories: ['9007199254740993', '9007199254740993'],
      error: [404, 'pet_not_found'],
      photo: [1, 40],
    });
    expect(await (await server.fetch('/v1/pets?id=1')).text()).toContain('"categoryId":9007199254740993,');
  },
  120_000,
);
