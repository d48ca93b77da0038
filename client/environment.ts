/** The environment variables that a client reads, the same as the commands of `petstore`. */
const variables = { baseUrl: 'PETSTORE_SERVER', apiKey: 'PETSTORE_TOKEN' } as const;

/** The part of `process` that is used; browsers and some runtimes have none. */
interface Platform {
  process?: { env?: Readonly<Record<string, string | undefined>> };
}

/**
 * An option, or else its environment variable. An option that is empty is not replaced: it may be a key that the program
 * failed to find, and the one of the environment may be allowed more.
 * @throws TypeError when it is missing or empty
 */
export function optionOrVariable(name: keyof typeof variables, option: string | undefined): string {
  const value = option ?? readVariable(variables[name]);
  if (value) return value;
  throw new TypeError(`${name} is missing. Pass it, or set the environment variable ${variables[name]}.`);
}

function readVariable(name: string): string | undefined {
  const { process } = globalThis as Platform;
  try {
    return process?.env?.[name];
  } catch {
    // Deno throws when the program may not read its environment.
    return undefined;
  }
}
