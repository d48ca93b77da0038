import { expect, test } from 'bun:test';
import { createReadyz } from './monitoring.ts';

test('/readyz of a service that is starting responds with 503', async () => {
  const readyz = createReadyz(
    async () => undefined,
    () => 'starting',
  );
  expect(await readyz({} as never)).toMatchObject({ status: 503 });
});
