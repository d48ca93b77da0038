/** The scripts named `petstore` say in this variable how they were started; an executable sees it itself. */
const variable = 'PETSTORE_STARTED_AS';
const startedAs = Bun.isStandaloneExecutable ? process.argv0 : process.env[variable];
// It is no setting.
delete process.env[variable];

/** What the user types to run another command: `petstore`, or `./petstore` in a checkout. */
export const programName = nameOf(startedAs);

function nameOf(path = 'petstore'): string {
  return path.includes('/') && path !== Bun.which('petstore') ? quoteWord(path) : 'petstore';
}

/** A word of a command line for a shell. */
export function quoteWord(word: string): string {
  return /^[\w@%+=:,./-]+$/.test(word) ? word : `'${word.replaceAll("'", `'\\''`)}'`;
}

/** Advice such as `run "petstore migrate"`, as this user has to type it. */
export function asStarted(advice: string): string {
  return advice.replaceAll(/"petstore (?=[a-z])/g, () => `"${programName} `);
}
