import { expect, test } from 'bun:test';
import { until } from '../../../tests/support/until.ts';
import { createLog } from '../../lib/log.ts';
import { watchDescriptors } from './descriptors.ts';

test('a full descriptor table is logged once, slows the event loop and closes idle connections until there is room', async () => {
  const lines: string[] = [];
  const log = createLog((line) => void lines.push(JSON.parse(line).event), 'json', Date.now);
  let failure: string | undefined;
  let [probes, pauses, closes] = [0, 0, 0];
  const stop = watchDescriptors({
    closeIdleConnections: () => void closes++,
    log,
    probe() {
      probes++;
      if (failure !== undefined) throw Object.assign(new Error(failure), { code: failure });
    },
    pause: () => void pauses++,
    intervalMs: 1,
  });
  const probeThrice = async () => {
    const first = probes;
    await until('three probes', () => probes >= first + 3);
  };

  await probeThrice();
  failure = 'EACCES';
  await probeThrice();
  expect([lines, pauses, closes]).toEqual([[], 0, 0]);

  failure = 'EMFILE';
  await probeThrice();
  failure = 'ENFILE';
  await probeThrice();
  expect(lines).toEqual([expect.stringContaining('no file descriptors are left')]);
  expect(pauses).toBeGreaterThan(0);
  expect(closes).toBeGreaterThanOrEqual(4);

  failure = undefined;
  await probeThrice();
  expect(lines).toEqual([expect.any(String), 'file descriptors are available again']);
  const [pausesThen, closesThen] = [pauses, closes];
  await probeThrice();
  expect([pauses, closes]).toEqual([pausesThen, closesThen]);

  failure = 'EMFILE';
  await probeThrice();
  stop();
  const probesThen = probes;
  const pausesAtStop = pauses;
  for (let turn = 0; turn < 10; turn++) await new Promise((resolve) => setTimeout(resolve, 1));
  expect([probes, pauses]).toEqual([probesThen, pausesAtStop]);
});
