import { Command } from 'commander';

const help = `
Needs no setting, no key and no network. The service listens on this machine only, on a free port, and keeps its data in a
temporary folder, which is removed when you press Ctrl-C.`;

/** The command `petstore demo`. Its parts are read when it runs: no other command needs them. */
export function demoCommand(): Command {
  return new Command('demo')
    .description('try petstore: a service with invented animals, which is removed when you stop it')
    .option('--port <number>', 'port to listen on (default: any free one)')
    .option('--open', 'open the console in the browser')
    .addHelpText('after', help)
    .action(async (options: { port?: string; open?: boolean }) =>
      (await import('./demo/run-demo.ts')).runDemo(options),
    );
}
