import { commandLine, commandName, databaseGroups } from '../cli/client/api/command-name.ts';
import { exampleLine } from '../cli/client/api/example.ts';
import { flagFieldsOf, pathFields } from '../cli/client/api/fields.ts';
import { commandSummary } from '../cli/client/api/operation-command.ts';
import { type Operation, scopesFor } from '../src/api/operation.ts';
import { operations } from '../src/catalogue/resources.ts';

const introduction = `<!-- Generated from the operations in src/catalogue/resources.ts by scripts/generate-commands.ts. Do not edit. -->

# Commands for the operations

Every operation of the interface is a command. It calls a running service over HTTP:

\`\`\`console
$ export PETSTORE_SERVER=https://pets.example.org PETSTORE_TOKEN=pet_prod_4D3c...
$ petstore pets list --status available --limit 2
ID  NAME   CATEGORY ID  STATUS
 1  Frank            3  available
 4  Bella            5  available
petstore: there are more; continue with --cursor AAAA..., or print all of them with --all
$ petstore pets create --name Rex --category-id 3 --json
{"id":5,"name":"Rex","categoryId":3,"status":"available"}
\`\`\`

\`--server\` and \`--token\` take the place of the two variables; the address defaults to \`http://127.0.0.1:8080\`.
\`petstore GROUP COMMAND --help\` tells what each flag means and shows an example.

\`petstore keys\`, \`petstore people\` and \`petstore webhooks\` open the database themselves and need no key. The operations on
them are in \`petstore api\`, which has all the other groups, too: \`petstore api pets list\` is \`petstore pets list\`.

## Input

Parameters of the path are arguments; query parameters and members of the body are flags. A member of an object in the body
has the names of both: \`--good-with-dogs true\`. A flag that takes a list is repeated: \`--tags calm --tags old\`. An
\`--attributes weight='4 kg'\` sets one attribute. In a \`PATCH\`, \`--unset breed\` removes a field.

\`--data\` takes the whole body: JSON, \`@FILE\`, or \`-\` for standard input. Flags change what it has. Where the body is an
image, a file is the last argument, or \`-\`.

Commands that create something send a new \`Idempotency-Key\` for each run, so that they can be retried. To repeat a run
whose outcome is unknown, give the key that the error message names with \`--idempotency-key\`. \`--if-match ETAG\` makes a
change only if the resource is still as a \`get\` has shown it.

## Output

Standard output is a table, or lines of names and values. At a terminal long values in a table are shortened, and its lines
end at the width; in a file or a pipe both are whole. Integers have all their digits. \`NO_COLOR\` switches the bold
heading off. The form of this output may change in any release.

For programs, \`--json\` prints the response body exactly as it was received. \`--all\` reads all pages; with \`--json\` it
prints one JSON object per line. \`--include\` prints the status and the headers on standard error.
\`petstore events list --follow\` prints events as they happen.

Of the other commands these have \`--json\`, which prints one line. Members may be added, and none changes or goes away:

| command | members |
| --- | --- |
| \`keys list\` | an array of keys, as \`api keys list\` shows them, each with \`deprecatedUses\`: \`operation\`, \`count\`, \`lastUsedAt\` |
| \`doctor\`, \`check\` | \`ok\`, and \`findings\`: \`name\`, \`state\` (\`ok\`, \`warning\`, \`error\`, \`repaired\`) and \`detail\`, a text for people |
| \`backup\` | \`file\`, \`animals\`, \`sizeBytes\`, \`durationMs\`; \`photos\`, unless there is no place for them: \`location\`, \`total\`, \`copied\`, \`missing\`. With \`--every\` a line for each backup |
| \`backup --list\` | \`backups\`: \`file\`, \`at\`, \`sizeBytes\`, \`readable\`; if it is, \`animals\`, \`databaseId\`, \`schemaVersion\` |
| \`backup --verify\` | \`file\`, \`animals\`, \`sizeBytes\`, \`photos\`: \`location\`, \`total\`, \`missing\` |
| \`import\` | \`rows\`, \`imported\`, \`alreadyThere\`, \`rejected\`, \`newCategories\`, \`photos\`: \`added\`, \`alreadyThere\`, \`rejected\`; \`durationMs\`. Where something was rejected, \`rejectedFile\` beside it. With \`--dry-run\`: \`usableRows\`, \`unusableRows\` |
| \`feed\` | \`format\`, \`to\`, \`animals\`, \`photos\`; names of files in \`written\` and \`removed\`, \`unchanged\`; \`leftOut\`: \`id\`, \`name\`, \`reasons\`; \`assumed\`: numbers of animals by column |

\`verify --format json\` prints a report.

\`petstore completion bash\` prints a script with which the shell completes commands, options and their values; \`zsh\` and
\`fish\` have one, too. \`petstore completion --help\` says where the scripts go.

## Errors and exit codes

Errors are on standard error: the code, the message, which names all invalid fields, and whether something may have been changed.

| exit code | meaning |
| --- | --- |
| 0 | Done. |
| 1 | The service refused. Nothing was changed; the same command would be refused again. |
| 2 | The command line is wrong. Nothing was sent. |
| 3 | No usable answer: the service cannot be reached, is overloaded or has failed. The message says whether a change may have been made. |

Other commands end with 0, with 2 for a wrong command line or configuration, and with 1 for any other failure. A reader that
closes the output early, such as \`head\`, is no failure. A disk that is too full for the output is one, after the command has
done its work.

While the service does not respond, a command retries for 30 seconds, or for the time of \`--retry-for\`. At a terminal it
ends within 2 seconds if nothing listens at the address.
`;

/** The content of `docs/commands.md`. */
export function printCommands(): string {
  const groups = Map.groupBy(operations, (operation) => commandName(operation).group);
  return `${introduction}${[...groups].map(([group, members]) => describeGroup(group, members)).join('')}`;
}

function describeGroup(group: string, members: readonly Operation[]): string {
  const title = databaseGroups.has(group) ? `api ${group}` : group;
  const rows = members.map((operation) => {
    const scopes = scopesFor(operation).join(' ') || 'any';
    return `| \`${usage(operation)}\` | ${commandSummary(operation)} | ${flagNames(operation)} | \`${scopes}\` |\n`;
  });
  const [first] = members;
  const example = first && `\nFor example: \`${exampleLine(first)}\`\n`;
  return `\n## ${title}\n\n| command | | flags | scopes |\n| --- | --- | --- | --- |\n${rows.join('')}${example ?? ''}`;
}

function usage(operation: Operation): string {
  const file = operation.kind === 'write' && operation.write === 'upload' ? ['FILE'] : [];
  const names = pathFields(operation).map(({ flag }) => flag.toUpperCase());
  return [commandLine(operation), ...names, ...file].join(' ');
}

/** Those that the operation alone has; a required one is bold. */
function flagNames(operation: Operation): string {
  const names = flagFieldsOf(operation).map(({ flag, isRequired }) =>
    isRequired ? `**\`--${flag}\`**` : `\`--${flag}\``,
  );
  return names.join(' ');
}

if (import.meta.main) await Bun.write(new URL('../docs/commands.md', import.meta.url), printCommands());
