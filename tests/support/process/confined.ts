import { readFileSync } from 'node:fs';

const nobody = 65_534;
const namespaces = ['unshare', '--pid', '--fork', '--mount-proc'];

/** Whether this system lets the tests run a program in namespaces of its own: on Linux, as root. */
export const canConfine =
  process.getuid?.() === 0 && Bun.which('unshare') !== null && Bun.spawnSync([...namespaces, 'true']).success;

/**
 * The command line that runs a program as process 1, as an unprivileged user, without environment but `env`, and with a
 * file system of which it can write to `writable` only.
 */
export function confined(command: readonly string[], env: Record<string, string>, writable: string): string[] {
  const script = `
    mount --make-rprivate / && mount --bind "$0" "$0" || exit 99
    for folder in / "$(stat -c %m "$(dirname "$0")")"; do mount -o remount,bind,ro "$folder" || exit 99; done
    exec setpriv --reuid=${nobody} --regid=${nobody} --clear-groups env -i "$@"`;
  const variables = Object.entries(env).map(([name, value]) => `${name}=${value}`);
  return [...namespaces, 'sh', '-c', script, writable, ...variables, ...command];
}

/** The confined process of such a command line, once it runs. */
export function confinedPid(outer: number): number {
  return Number(readFileSync(`/proc/${outer}/task/${outer}/children`, 'utf8').trim());
}

/** The command line that runs a program as an unprivileged user, if the tests run as root. */
export function unprivileged(command: readonly string[]): string[] {
  if (process.getuid?.() !== 0) return [...command];
  return ['setpriv', `--reuid=${nobody}`, `--regid=${nobody}`, '--clear-groups', ...command];
}

/**
 * The command line that runs a program as the user of the tests, to whom the permissions of files apply also if that is
 * root. It can read the checkout, wherever that is.
 */
export function withoutOverride(command: readonly string[]): string[] {
  if (process.getuid?.() !== 0) return [...command];
  return ['setpriv', '--inh-caps=-all', '--bounding-set=-dac_override,-dac_read_search', ...command];
}
