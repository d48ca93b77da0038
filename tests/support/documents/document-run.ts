import { chmodSync, existsSync, mkdirSync, readFileSync, symlinkSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { freePort } from '../process/ports.ts';
import { petstoreOfCheckout, sharedExecutable, shortLived } from '../process/program.ts';
import { type DocumentCommand, findDifference } from './document-commands.ts';

const root = join(import.meta.dir, '../../..');

/** Generous: it only ends what hangs. */
const timeoutMs = 250_000;

export interface DocumentRun {
  /** The folder in which the commands run. */
  readonly folder: string;
  readonly commands: readonly DocumentCommand[];
  /** Shell commands that come before those of the document. */
  readonly before?: readonly string[];
  /** What documents name and tests have elsewhere, such as databases. */
  readonly replaced?: readonly (readonly [shown: string, actual: string])[];
  /** Beginnings of commands that do not end with 0, with their exit codes. */
  readonly exitCodes?: Readonly<Record<string, number>>;
  /** More programs for the PATH, each with the text of a shell script. */
  readonly programs?: Readonly<Record<string, string>>;
}

/**
 * Runs the commands of a document one after the other in one shell, against a service on a port of its own, and compares
 * each output with the one that the document shows. A command that starts a service takes the place of the service before.
 * @returns what is wrong, one text for each fault
 */
export async function runDocument({
  folder,
  commands,
  before = [],
  replaced = [],
  exitCodes = {},
  programs = {},
}: DocumentRun): Promise<string[]> {
  const bin = join(folder, '.bin');
  mkdirSync(bin);
  // As a link, the executable sees how it was started.
  if (sharedExecutable !== undefined) symlinkSync(sharedExecutable, join(bin, 'petstore'));
  const scripts = {
    ...(sharedExecutable === undefined && { petstore: `exec ${petstoreOfCheckout().join(' ')} "$@"` }),
    npm: `[ "$1" = start ] || { echo "this test has no npm $1" >&2; exit 99; }\nexec petstore serve`,
    ...programs,
  };
  for (const [name, script] of Object.entries(scripts)) {
    writeFileSync(join(bin, name), `#!/bin/sh\n${script}\n`);
    chmodSync(join(bin, name), 0o755);
  }
  symlinkSync(join(bin, 'petstore'), join(folder, 'petstore'));
  writeFileSync(join(folder, '.at-terminal.ts'), atTerminal);
  mkdirSync(join(folder, 'node_modules'));
  symlinkSync(join(root, 'client'), join(folder, 'node_modules/petstore-client'));
  const port = freePort();
  const names: readonly (readonly [string, string])[] = [
    ...replaced,
    ['127.0.0.1:8080', `127.0.0.1:${port}`],
    ['/home/ada/petstore', folder],
    ['/backups', join(folder, 'backups')],
    // The discard service of this machine: nothing is sent there.
    ['https://example.org/hook', 'http://127.0.0.1:9/hook'],
  ];
  const inTest = (text: string) =>
    names
      .reduce((changed, [shown, actual]) => changed.replaceAll(shown, actual), text)
      .replaceAll(/\bpet_prod_\w{30,}/g, '$DOCUMENT_KEY');
  const inDocument = (text: string) =>
    names.reduceRight((changed, [shown, actual]) => changed.replaceAll(actual, shown), text);

  const started = commands.some(isStart)
    ? []
    : [{ line: 0, language: 'shell', text: 'petstore serve', output: [] } as const];
  const prepared = before.map((text) => ({ line: 0, language: 'shell', text, output: [] }) as const);
  const all: readonly DocumentCommand[] = [...started, ...prepared, ...commands];
  const script = [prelude, ...all.map((command, index) => step(command, index))].join('\n');
  writeFileSync(join(folder, '.script'), inTest(script));
  for (const [index, { language, text }] of all.entries()) {
    if (language === 'ts') writeFileSync(join(folder, `.${index}.ts`), inTest(text));
  }
  const { PATH = '' } = process.env;
  const shell = Bun.spawn(['bash', join(folder, '.script')], {
    cwd: folder,
    env: {
      PATH: `${bin}:${PATH}`,
      HOME: folder,
      PORT: String(port),
      PETSTORE_SERVER: `http://127.0.0.1:${port}`,
      PETSTORE_WEBHOOK_PRIVATE_ADDRESSES: 'on',
      RUNTIME: process.execPath,
      ...shortLived,
    },
    stdin: 'ignore',
    stdout: 'pipe',
    stderr: 'pipe',
    timeout: timeoutMs,
  });
  const [said] = await Promise.all([
    new Response(shell.stderr).text(),
    new Response(shell.stdout).text(),
    shell.exited,
  ]);
  const faults = said === '' ? [] : [`the shell said: ${said}`];
  for (const [index, command] of all.entries()) {
    const [, exitCode = 0] = Object.entries(exitCodes).find(([begin]) => command.text.startsWith(begin)) ?? [];
    const log = read(join(folder, `.${index}.out.log`));
    const fault = findFault(
      command,
      exitCode,
      inDocument(read(join(folder, `.${index}.out`))),
      read(join(folder, `.${index}.status`)),
    );
    if (fault !== undefined) faults.push(`line ${command.line}: ${command.text}\n${fault}${log}`);
  }
  return faults;
}

function findFault({ output }: DocumentCommand, exitCode: number, printed: string, status: string): string | undefined {
  if (status === '') return 'it was not run to its end';
  if (Number(status) !== exitCode) return `it ended with ${status.trim()}:\n${printed}`;
  // What npm prints before the service starts is that of another test.
  const shown = output.filter((line) => !line.startsWith('petstore: installing dependencies'));
  return shown.length === 0 ? undefined : findDifference(shown, printed);
}

function read(path: string): string {
  return existsSync(path) ? readFileSync(path, 'utf8') : '';
}

/** Whether a command starts a service and goes on until it is stopped. */
export function isStart({ text }: DocumentCommand): boolean {
  return /(?:^|\s)(?:npm start|petstore serve|\.\/petstore serve)$/.test(text);
}

/** A service prints its first key at a terminal alone. What it logs goes to a file. */
const atTerminal = `
const [text, log] = process.argv.slice(2);
const data = (_, piece) => process.stdout.write(piece);
const program = Bun.spawn(['bash', '-c', text + ' 2>"$0"', log], { terminal: { cols: 200, data } });
process.on('SIGTERM', () => program.kill('SIGTERM'));
process.exit(await program.exited);
`;

const prelude = `
cd "$PWD"
home=$PWD
# Each service has a process group of its own, which is ended as a whole.
set -m
service=
stop() { [ -z "$service" ] || { kill -- "-$service" 2>/dev/null; wait "$service" 2>/dev/null; service=; }; }
trap stop EXIT
start() {
  for _ in $(seq 2400); do
    grep -qs 'Stop with Ctrl-C' "$1" && break
    kill -0 "$service" 2>/dev/null || return 1
    sleep 0.05
  done
  local printed
  printed=$(sed -n 's/^  \\(pet_prod_[0-9A-Za-z]*\\).*/\\1/p' "$1")
  [ -z "$printed" ] || { export DOCUMENT_KEY=$printed; export PETSTORE_TOKEN=\${PETSTORE_TOKEN:-$printed}; }
}`;

function step(command: DocumentCommand, index: number): string {
  const out = `"$home/.${index}.out"`;
  const report = `echo $? >"$home/.${index}.status"`;
  if (command.language === 'ts') return `"$RUNTIME" "$home/.${index}.ts" >${out} 2>&1 </dev/null\n${report}`;
  if (!isStart(command)) return `{ ${command.text}\n} >${out} 2>&1 </dev/null\n${report}`;
  const text = `'${command.text.replaceAll("'", `'\\''`)}'`;
  return `stop\n"$RUNTIME" "$home/.at-terminal.ts" ${text} ${out}.log >${out} 2>&1 </dev/null &\nservice=$!\nstart ${out}\n${report}`;
}
