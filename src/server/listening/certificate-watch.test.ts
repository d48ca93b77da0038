import { afterAll, expect, test } from 'bun:test';
import { copyFileSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { makeScratchFolder } from '../../../tests/support/scratch.ts';
import { until } from '../../../tests/support/until.ts';
import { createLog } from '../../lib/log.ts';
import { dayMs } from '../../lib/timestamp.ts';
import { endOfCertificate, watchCertificate } from './certificate-watch.ts';

const data = join(import.meta.dir, '../../../tests/data/tls');
const scratch = makeScratchFolder();
afterAll(() => scratch.remove());
const [certFile, keyFile] = [join(scratch.path, 'cert.pem'), join(scratch.path, 'key.pem')];

function install(cert: string, key: string): { cert: string; key: string } {
  copyFileSync(join(data, cert), certFile);
  copyFileSync(join(data, key), keyFile);
  return { cert: readFileSync(certFile, 'utf8'), key: readFileSync(keyFile, 'utf8') };
}

test('a certificate that cannot be used for a reason that passes is used later, and logged once until then', async () => {
  const first = install('cert.pem', 'key.pem');
  const lines: { level: string; cause?: string }[] = [];
  const used: string[] = [];
  let attempts = 0;
  let cause: string | undefined = 'too many open files';
  const watch = watchCertificate({
    tls: { ...first, certFile, keyFile },
    log: createLog((line) => void lines.push(JSON.parse(line)), 'json', Date.now),
    replace({ cert }) {
      attempts++;
      if (cause !== undefined) throw new Error(cause);
      used.push(cert);
    },
    intervalMs: 2,
  });
  const attempted = (count: number) =>
    until(
      `${count} more attempts`,
      () => attempts,
      (made) => made >= count,
    );
  writeFileSync(certFile, 'no certificate');
  await until('the broken file to be logged', () => lines.length);
  const renewed = install('renewed-cert.pem', 'renewed-key.pem');
  await attempted(3);
  cause = 'no memory';
  await attempted(attempts + 3);
  cause = undefined;
  await until('the renewed certificate', () => used.length);
  await watch.stop();
  expect(used).toEqual([renewed.cert]);
  const told = lines.filter((line) => line.cause === undefined || !line.cause.includes('must be'));
  expect(told.map((line) => [line.level, line.cause])).toEqual([
    ['error', 'too many open files'],
    ['error', 'no memory'],
    ['info', undefined],
  ]);
});

test('the log warns 30, 7 and 1 days before a certificate ends, once each, and after it', async () => {
  const tls = { ...install('cert.pem', 'key.pem'), certFile, keyFile };
  const end = endOfCertificate(tls.cert).getTime();
  const lines: { level: string; event: string }[] = [];
  let now = end - 40 * dayMs;
  let looks = 0;
  const watch = watchCertificate({
    tls,
    log: createLog((line) => void lines.push(JSON.parse(line)), 'json', Date.now),
    replace: () => undefined,
    intervalMs: 1,
    now: () => {
      looks++;
      return now;
    },
  });
  for (const daysLeft of [40, 29, 6, 0.5, -1]) {
    now = end - daysLeft * dayMs;
    const seen = looks;
    await until('three more looks', () => looks >= seen + 3);
  }
  await watch.stop();
  expect(watch.measure()).toEqual({ petstore_certificate_expiry_timestamp_seconds: end / 1_000 });
  expect(lines.map(({ level }) => level)).toEqual(['warn', 'warn', 'warn', 'error']);
});
