import { Command } from 'commander';
import { clientVariables } from '../src/config/settings.ts';
import { describeError } from '../src/lib/errors.ts';
import { escapeInvisible } from '../src/lib/visible-text.ts';
import { connectionError } from './client/connection-error.ts';
import { CommandError } from './exit.ts';
import { localAddress } from './local-address.ts';
import { parseTimeout } from './options.ts';

interface HealthFlags {
  reads?: boolean;
  writes?: boolean;
  server?: string;
  timeout: string;
}

const help = `
Asks the running service whether it is ready, and exits with 0 if it is and with 1 if not. Needs no key. Meant for the
health check of a container:

  HEALTHCHECK CMD ["./petstore", "health"]`;

export function healthCommand(): Command {
  return new Command('health')
    .description('ask the running service whether it is ready')
    .option('--reads', 'whether it is ready for reads')
    .option('--writes', 'whether it is ready for writes')
    .option('--server <url>', `address of the service [${clientVariables.server}; by default from HOST and PORT]`)
    .option('--timeout <duration>', 'how long to wait for the response', '5s')
    .addHelpText('after', help)
    .action(check);
}

async function check({ reads, writes, server, timeout }: HealthFlags): Promise<void> {
  const path = reads === true ? '/readyz/reads' : writes === true ? '/readyz/writes' : '/readyz';
  const named = server ?? (process.env[clientVariables.server] || undefined);
  const address = (named ?? localAddress()).replace(/\/+$/, '');
  const isLocal = named === undefined || (URL.canParse(address) && loopback.test(new URL(address).hostname));
  const { status, text } = await ask(`${address}${path}`, parseTimeout(timeout, '--timeout'), isLocal);
  if (status !== 200) throw new CommandError(`${address}${path} responded with ${status}: ${text}`);
  process.stdout.write(`${escapeInvisible(text)}\n`);
}

/** Names of this machine, as URL writes them. */
const loopback = /^(localhost|127(\.\d+){3}|\[::1\]|\[::ffff:7f[0-9a-f]{2}:[0-9a-f]+\])$/;

/** @param isLocal whether the address is one of this machine, while the certificate is for the public name of the service */
async function ask(url: string, timeoutMs: number, isLocal: boolean): Promise<{ status: number; text: string }> {
  try {
    const tls = { rejectUnauthorized: !isLocal };
    const response = await fetch(url, { signal: AbortSignal.timeout(timeoutMs), redirect: 'manual', tls });
    return { status: response.status, text: (await response.text()).trim() };
  } catch (error) {
    throw new CommandError(`no response from ${url}: ${describeError(connectionError(error))}`);
  }
}
