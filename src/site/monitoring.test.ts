import { expect, test } from 'bun:test';
import { startApp } from '../../tests/support/app.ts';
import { createReadyz, type ServicePhase } from './monitoring.ts';

test.each([
  ['starting', 503],
  ['open', 200],
  ['draining', 503],
] as const)('/readyz of a service that is %s responds with %d', async (phase: ServicePhase, status) => {
  const service = await startApp();
  const readyz = createReadyz(
    () => service.store.check(),
    () => phase,
  );
  const reply = await Promise.resolve(readyz({} as never)).catch((error) => error);
  await service.close();
  expect(reply.status).toBe(status);
});
