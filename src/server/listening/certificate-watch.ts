import { X509Certificate } from 'node:crypto';
import { readFileSync } from 'node:fs';
import type { Tls } from '../../config/config.ts';
import { certificateFile, isKeyOfCertificate, privateKeyFile } from '../../config/values.ts';
import { describeError } from '../../lib/errors.ts';
import type { Log } from '../../lib/log.ts';
import { type PeriodicJob, startPeriodicJob } from '../../lib/periodic-job.ts';
import { dayMs } from '../../lib/timestamp.ts';

const defaultIntervalMs = 5_000;

/** Before its end the log warns of a certificate, and after it. */
export const warningDays = [30, 7, 1] as const;

export function endOfCertificate(pem: string): Date {
  return new Date(new X509Certificate(pem).validTo);
}

export interface CertificateWatchOptions {
  tls: Tls;
  log: Log;
  /** Called with another certificate and its key. @throws Error when they cannot be used */
  replace: (tls: Tls) => void;
  intervalMs?: number;
  /** Of this machine, in epoch milliseconds. */
  now?: () => number;
}

export interface CertificateWatch extends PeriodicJob {
  measure(): Record<string, number>;
}

/**
 * Reads the files of a certificate and its key again at intervals: tools that renew certificates replace the files. While
 * the files cannot be used, the previous certificate stays in use, and they are tried again at each interval, because the
 * reason may pass. The log says so once for each content and reason, and warns once of each limit before its end.
 */
export function watchCertificate({
  tls,
  log,
  replace,
  intervalMs = defaultIntervalMs,
  now = Date.now,
}: CertificateWatchOptions): CertificateWatch {
  const { certFile, keyFile } = tls;
  let inUse = textOf(tls);
  let end = endOfCertificate(tls.cert);
  let logged: string | undefined;
  let warned = 0;
  const warn = () => {
    const daysLeft = (end.getTime() - now()) / dayMs;
    const reached = [...warningDays, 0].filter((days) => daysLeft < days).length;
    const fields = { certFile, validUntil: end.toISOString() };
    if (reached > warned && daysLeft < 0) log.error('the certificate has ended: clients refuse it; renew it', fields);
    else if (reached > warned)
      log.warn('the certificate ends soon; renew it', { ...fields, days: Math.ceil(daysLeft) });
    warned = reached;
  };
  const run = async () => {
    warn();
    const text = `${readText(certFile)}\n${readText(keyFile)}`;
    if (text === inUse) {
      logged = undefined;
      return;
    }
    try {
      const changed = readTls(certFile, keyFile);
      replace(changed);
      inUse = textOf(changed);
      end = endOfCertificate(changed.cert);
      log.info('uses another certificate', { certFile });
    } catch (error) {
      const cause = describeError(error);
      const failure = `${text}\n${cause}`;
      if (failure === logged) return;
      logged = failure;
      log.error('could not use the changed certificate, and keeps the previous one', { certFile, keyFile, cause });
    }
  };
  const job = startPeriodicJob(run, { intervalMs, log, failure: 'could not read the certificate' });
  return {
    stop: () => job.stop(),
    measure: () => ({ petstore_certificate_expiry_timestamp_seconds: end.getTime() / 1_000 }),
  };
}

const textOf = ({ cert, key }: Tls) => `${cert}\n${key}`;

/** @throws Error */
function readTls(certFile: string, keyFile: string): Tls {
  const [cert, key] = [certificateFile(certFile), privateKeyFile(keyFile)];
  if ('mustBe' in cert) throw new Error(`the certificate must be ${cert.mustBe}`);
  if ('mustBe' in key) throw new Error(`the key must be ${key.mustBe}`);
  if (!isKeyOfCertificate(cert.value, key.value)) throw new Error('certificate and key are not a matching pair');
  return { cert: cert.value, key: key.value, certFile, keyFile };
}

/** An unreadable file counts as another content, so that it is told once. */
function readText(path: string): string {
  try {
    return readFileSync(path, 'utf8');
  } catch (error) {
    return describeError(error);
  }
}
