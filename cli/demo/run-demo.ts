import { join } from 'node:path';
import { type Config, readConfig } from '../../src/config/config.ts';
import { publicPageSettings } from '../../src/config/public-page.ts';
import { clientVariables, settings } from '../../src/config/settings.ts';
import { createStandardLog } from '../../src/lib/log.ts';
import { makeTemporaryFolder } from '../../src/lib/system/disk.ts';
import { issueSecret } from '../../src/server/admin-key.ts';
import { startServer } from '../../src/server/start.ts';
import { stopOnSignal } from '../../src/server/stop-signals.ts';
import { exitCodes } from '../exit.ts';
import { programName } from '../program-name.ts';
import { seedDemo } from './seed-demo.ts';

const publicText =
  'This is a demonstration. All animals, photos and people in it are invented, and it forgets everything when it stops.';

/** Runs a service with invented animals in a temporary folder, until it is stopped. */
export async function runDemo({ port = '0', open = false }: { port?: string; open?: boolean }): Promise<void> {
  // Removed by the end of the process alone: also after an error, and without waiting for the service.
  const { path: folder } = makeTemporaryFolder('petstore-demo-');
  const apiKey = issueSecret('production').secret;
  const config = demoConfig(folder, apiKey, port);
  const log = createStandardLog(config.logLevel);
  process.stdout.write('petstore demo: inventing animals ...\n');
  const { animals, photos, orders } = await seedDemo(config, apiKey, Date.now(), log);
  const server = await startServer(config, log);
  stopOnSignal(() => server.stop(), log);
  void server.failed.then((error) => {
    log.error(error.message);
    process.exit(exitCodes.failed);
  });
  const { address } = server;
  const consoleAddress = `${address}/#key=${apiKey}`;
  const lines = [
    `This is a demo with ${animals} invented animals, ${photos} photos and ${orders} orders. It is removed when you stop it.`,
    '',
    `  Console        ${consoleAddress}`,
    `  Public page    ${address}/adopt`,
    `  API reference  ${address}/docs`,
    '',
    'Try it in another terminal:',
    '',
    `  export ${clientVariables.server}=${address} ${clientVariables.token}=${apiKey}`,
    `  ${programName} pets list --status available`,
    '',
    'Stop with Ctrl-C.',
  ];
  process.stdout.write(`${lines.join('\n')}\n`);
  if (open) openBrowser(consoleAddress);
}

/** Settings of the environment do not count: a demo must not touch the data of a real service. */
function demoConfig(folder: string, apiKey: string, port: string): Config {
  const { isPublicPageOn, publicName, publicText: text, publicLanguages } = publicPageSettings;
  const config = readConfig({
    [settings.port.variable]: port,
    [settings.databaseUrl.variable]: `sqlite:${join(folder, 'petstore.db')}`,
    [settings.presetApiKey.variable]: apiKey,
    [settings.logLevel.variable]: 'warn',
    [isPublicPageOn.variable]: 'on',
    [publicName.variable]: 'Demo shelter',
    [text.variable]: publicText,
    [publicLanguages.variable]: 'en,de,fr,es',
  });
  return { ...config, isDemo: true };
}

/** Opens an address in the user's browser. Without a desktop nothing happens: the address is also printed. */
function openBrowser(address: string): void {
  const command = process.platform === 'darwin' ? 'open' : 'xdg-open';
  if (Bun.which(command) === null) {
    process.stderr.write(
      `petstore: there is no ${command} to open a browser with; open the address of the console yourself\n`,
    );
    return;
  }
  Bun.spawn([command, address], { stdin: 'ignore', stdout: 'ignore', stderr: 'ignore' }).unref();
}
