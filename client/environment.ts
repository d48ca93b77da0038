/** The environment variables that a client reads, the same as the commands of `petstore`. */
const variables = { baseUrl: 'PETSTORE_SERVER', apiKey: 'PETSTORE_TOKEN' } as const;

/** The part of `process` that is used; browsers and some runtimes have none. */
interface Platform {
  process?: { env?: Readonly<Record<string, string | undefined>> };
}

/** An option, or else its environment variable. An empty one is missing. @throws TypeError when both are */
export function optionOrVariable(name: keyof typeof variables, option: string | undefined): string {
  const value = option || readVariable(variables[name]);
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
