import { writeFileSync } from 'node:fs';
import { Command, InvalidArgumentError, Option } from 'commander';
import type { Group } from '../conformance/case.ts';
import { groups as allGroups } from '../conformance/groups.ts';
import { type BaseAddress, parseBaseAddress } from '../conformance/http/base-address.ts';
import { toJson, toJunit } from '../conformance/report/machine.ts';
import { exitCodeOf, type ReportHeader } from '../conformance/report/summary.ts';
import { TextReport } from '../conformance/report/text.ts';
import { newPrefix, UncheckableError, verify } from '../conformance/run.ts';
import { fileVariable, readSecret } from '../src/config/secret-files.ts';
import { clientVariables } from '../src/config/settings.ts';
import { messageOf } from '../src/lib/errors.ts';
import { programVersion } from '../src/lib/system/program-files.ts';
import { abortedBySignals, CommandError, unusable } from './exit.ts';
import { formerFlag, parseDuration, parseTimeout } from './options.ts';

const machineFormats = { json: toJson, junit: toJunit } as const;

interface VerifyFlags {
  token?: string;
  /** The former name of `token`. */
  key?: string;
  stagingKey?: string;
  readOnlyKey?: string;
  group?: readonly string[];
  extensions: 'auto' | 'all' | 'none';
  fill?: boolean;
  list?: boolean;
  format: 'text' | keyof typeof machineFormats;
  out?: string;
  verbose?: boolean;
  maxRequests: number;
  timeout: string;
  timeLimit: string;
  insecure?: boolean;
}

const help = `
Checks whether a service, written in any language, keeps the pet store interface, and of a deployment of petstore also what
is around it: public address, proxies, nodes, photos, clock. It adds animals and removes them again if the service can do
that, so do not point it at a catalogue that people look at. Cases that lack something are skipped with the reason.
Requests go to the given address only, and Retry-After is respected.

Groups: ${allGroups.map(({ name }) => name).join(', ')}

Exit code: 0 if no case has failed, 1 if one has, 2 if the service could not be checked, or not to the end.

Examples:
  petstore verify http://127.0.0.1:8080 --token "$KEY"
  petstore verify https://pets.example.org --group deployment --token "$KEY"
  petstore verify http://127.0.0.1:8080 --group list-pets --group create-pet --verbose
  petstore verify http://127.0.0.1:8080 --format junit --out report.xml
  petstore verify --list                                # every case with its rule; sends nothing`;

export function verifyCommand(): Command {
  const { token } = clientVariables;
  const extensions = new Option(
    '--extensions <which>',
    'the group deployment: if the service is petstore, always or never',
  );
  const format = new Option('--format <format>', 'format of the report').choices([
    'text',
    ...Object.keys(machineFormats),
  ]);
  return new Command('verify')
    .description('check an implementation of the interface')
    .argument('[url]', 'base address of the service, with or without /v1')
    .option('--token <key>', `API key that can read and add animals [${token}, ${fileVariable(token)}]`)
    .addOption(new Option('--key <key>').hideHelp())
    .option('--staging-key <key>', 'key of the other environment, which the service must reject')
    .option('--read-only-key <key>', 'key that can read animals and not add any')
    .option('--group <name>', 'check only this group; may be repeated', (name, names: readonly string[] = []) => [
      ...names,
      name,
    ])
    .addOption(extensions.choices(['auto', 'all', 'none']).default('auto'))
    .option('--fill', 'fill the catalogue to 101 animals if it has fewer, to check the maximum of limit')
    .option('--list', 'list the cases with their rules, and send nothing')
    .addOption(format.default('text'))
    .option('--out <file>', 'write the report to a file, and a text report to standard output')
    .option('--verbose', 'in a text report, also list the cases that have passed')
    .option('--max-requests <number>', 'send at most so many requests', readCount, 3_000)
    .option('--timeout <duration>', 'how long to wait for each response', '10s')
    .option('--time-limit <duration>', 'how long the run may take', '10m')
    .option('--insecure', 'accept any certificate')
    .addHelpText('after', help)
    .action(run);
}

async function run(url: string | undefined, flags: VerifyFlags): Promise<void> {
  const groups = chooseGroups(flags);
  if (flags.list === true) {
    process.stdout.write(groups.map(listCases).join('\n'));
    return;
  }
  const base = readAddress(url);
  const key = readKey(flags);
  const otherKeys = { staging: flags.stagingKey, readOnly: flags.readOnlyKey };
  for (const other of Object.values(otherKeys)) if (other !== undefined) requireUsable(other);
  const limits = {
    requests: flags.maxRequests,
    requestMs: parseTimeout(flags.timeout, '--timeout'),
    totalMs: parseDuration(flags.timeLimit, '--time-limit'),
  };
  const header: ReportHeader = { address: base.href, programVersion, startedAt: new Date() };
  const [prefix, mayFill] = [newPrefix(), flags.fill === true];
  const report = new TextReport({ isColored: isColored(), isVerbose: flags.verbose === true });
  // Standard output has the report alone, so that it can be redirected.
  const isText = flags.format === 'text' || flags.out !== undefined;
  const print = (text: string) => void (isText ? process.stdout : process.stderr).write(text);
  let text = '';
  const add = (piece: string) => {
    text += piece;
    if (isText) print(piece);
  };
  const beginning = report.start(header, { groups, mayFill, maxRequests: flags.maxRequests, prefix });
  if (isText) add(beginning);
  else print(beginning);
  const interrupted = abortedBySignals();
  try {
    const verification = await verify({
      ...{ base, key, otherKeys, groups, mayFill, prefix },
      requiresExtensions: flags.extensions === 'all',
      isInsecure: flags.insecure === true,
      userAgent: `petstore-verify/${programVersion}`,
      limits,
      signal: interrupted.signal,
      onGroup: (group) => add(report.group(group)),
    });
    add(report.end(verification));
    const written = flags.format === 'text' ? text : machineFormats[flags.format](header, verification);
    if (flags.out !== undefined) writeReport(flags.out, written);
    else if (!isText) process.stdout.write(written);
    process.exitCode = exitCodeOf(verification);
  } catch (error) {
    if (error instanceof UncheckableError) throw unusable(error.message);
    throw error;
  }
}

/** @throws CommandError when there is no such group */
function chooseGroups({ group: names = [], extensions }: VerifyFlags): readonly Group[] {
  const unknown = names.filter((name) => !allGroups.some((group) => group.name === name));
  if (unknown.length > 0) {
    const known = allGroups.map(({ name }) => name).join(', ');
    throw unusable(`there is no group ${unknown.join(', ')}; the groups are ${known}`);
  }
  return allGroups.filter(
    ({ name, kind }) => (names.length === 0 || names.includes(name)) && (extensions !== 'none' || kind === 'interface'),
  );
}

function listCases({ name, title, kind, cases }: Group): string {
  const lines = cases.map((one) => `  ${one.name}\n      ${one.rule}\n`);
  return `${title} (${name}${kind === 'extension' ? ', extension' : ''})\n${lines.join('')}`;
}

function readAddress(url: string | undefined): BaseAddress {
  if (url === undefined) throw unusable('no address; give that of the service');
  try {
    return parseBaseAddress(url);
  } catch (error) {
    throw unusable(messageOf(error));
  }
}

function readKey({ token, key }: VerifyFlags): string {
  const given = token ?? formerFlag('--key', key, '--token');
  const found = given === undefined ? readSecret(process.env, clientVariables.token) : { value: given };
  if ('error' in found) throw unusable(found.error);
  if (!found.value) throw unusable(`no API key; set ${clientVariables.token} or --token`);
  requireUsable(found.value);
  return found.value;
}

/** @throws CommandError when a header cannot have the key */
function requireUsable(key: string): void {
  if (/^[\x21-\x7e]+$/.test(key)) return;
  throw unusable('an API key has blanks or other characters that a header cannot have');
}

/** https://no-color.org */
function isColored(): boolean {
  return process.stdout.isTTY === true && !process.env['NO_COLOR'] && process.env['TERM'] !== 'dumb';
}

/** @throws CommandError when the file cannot be written */
function writeReport(path: string, text: string): void {
  try {
    writeFileSync(path, text);
  } catch (error) {
    throw new CommandError(`cannot write to ${path}: ${messageOf(error)}`);
  }
}

function readCount(text: string): number {
  if (/^[1-9]\d{0,5}$/.test(text)) return Number(text);
  throw new InvalidArgumentError('It must be a whole number from 1 to 999999.');
}
