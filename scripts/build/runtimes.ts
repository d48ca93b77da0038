import { cpSync, existsSync, mkdirSync, readdirSync, readFileSync, renameSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import lock from '../../package-lock.json' with { type: 'json' };
import { root, run } from './build-options.ts';

/** The platforms that executables are built for, and the npm package of each one's runtime. */
export const platforms = {
  'linux-x64': { target: 'bun-linux-x64', runtime: '@oven/bun-linux-x64' },
  'linux-arm64': { target: 'bun-linux-arm64', runtime: '@oven/bun-linux-aarch64' },
  'macos-x64': { target: 'bun-darwin-x64', runtime: '@oven/bun-darwin-x64' },
  'macos-arm64': { target: 'bun-darwin-arm64', runtime: '@oven/bun-darwin-aarch64' },
} as const;

export type Platform = keyof typeof platforms;

export const isPlatform = (name: string): name is Platform => Object.hasOwn(platforms, name);

/** The platform of this machine. @throws Error when executables are not built for it */
export function ownPlatform(): Platform {
  const name = `${process.platform === 'darwin' ? 'macos' : process.platform}-${process.arch}`;
  if (isPlatform(name)) return name;
  throw new Error(`there is no executable for ${name}`);
}

/** The platforms that a command line names, or this machine's. Ends the process when one is unknown. */
export function choosePlatforms(names: readonly string[] = [ownPlatform()]): readonly Platform[] {
  const known = Object.keys(platforms).filter(isPlatform);
  const unknown = names.filter((name) => name !== 'all' && !isPlatform(name));
  if (unknown.length > 0) {
    console.error(`There is no target ${unknown.join(', ')}. Targets: ${known.join(', ')}, all.`);
    process.exit(2);
  }
  return names.includes('all') ? known : names.filter(isPlatform);
}

/**
 * The runtime of a platform: that which runs this script, or that of its npm package in the version of the lock file,
 * which is downloaded once.
 * @throws Error when it cannot be downloaded, or is not the one that the lock file names
 */
export function findRuntime(platform: Platform): string {
  if (platform === ownPlatform()) return process.execPath;
  const name = platforms[platform].runtime;
  const { version, integrity } = lock.packages[`node_modules/${name}`];
  const folder = join(root, 'build/runtimes', `${platform}-${version}`);
  const runtime = join(folder, 'bun');
  if (!existsSync(runtime)) download(`${name}@${version}`, integrity, folder);
  return runtime;
}

function download(name: string, integrity: string, folder: string): void {
  const scratch = `${folder}.${process.pid}`;
  mkdirSync(scratch, { recursive: true });
  try {
    run(['npm', 'pack', name, '--silent', '--pack-destination', scratch]);
    const [archive = ''] = readdirSync(scratch);
    const hash = new Bun.CryptoHasher('sha512').update(readFileSync(join(scratch, archive))).digest('base64');
    if (`sha512-${hash}` !== integrity) throw new Error(`${name} is not what package-lock.json names`);
    run(['tar', '-xzf', join(scratch, archive), '-C', scratch]);
    mkdirSync(`${scratch}/made`);
    cpSync(join(scratch, 'package/bin/bun'), join(scratch, 'made/bun'));
    rmSync(folder, { recursive: true, force: true });
    renameSync(join(scratch, 'made'), folder);
  } finally {
    rmSync(scratch, { recursive: true, force: true });
  }
}
