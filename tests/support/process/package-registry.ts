import { mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';

/** The files of a package with one version. */
export interface TestPackage {
  readonly name: string;
  /** 1.0.0 by default. */
  readonly version?: string;
  readonly files: Readonly<Record<string, string>>;
  readonly scripts?: Readonly<Record<string, string>>;
  readonly bin?: Readonly<Record<string, string>>;
  readonly optionalDependencies?: Readonly<Record<string, string>>;
}

export interface PackageRegistry {
  readonly url: string;
  /** Called before a package is sent. */
  onDownload: () => void;
  stop(): Promise<void>;
}

const defaultVersion = '1.0.0';

/** An npm registry on a loopback port. It packs its packages in `folder`. */
export async function startRegistry(packages: readonly TestPackage[], folder: string): Promise<PackageRegistry> {
  const archives = new Map(packages.map((entry) => [entry.name, pack(entry, folder)]));
  const server: Bun.Server<undefined> = Bun.serve({
    port: 0,
    hostname: '127.0.0.1',
    development: false,
    fetch({ url }): Response {
      const path = decodeURIComponent(new URL(url).pathname.slice(1));
      const [name = '', isArchive] = path.split('/-/');
      const archive = archives.get(name);
      if (archive === undefined) return Response.json({ error: 'not found' }, { status: 404 });
      if (isArchive === undefined) return Response.json(describe(name, archive, server.url.href));
      registry.onDownload();
      return new Response(archive.bytes);
    },
  });
  const registry: PackageRegistry = {
    url: server.url.href,
    onDownload: () => undefined,
    stop: () => server.stop(true),
  };
  return registry;
}

interface Archive {
  manifest: { name: string; version: string };
  bytes: Uint8Array<ArrayBuffer>;
}

function pack({ files, ...described }: TestPackage, folder: string): Archive {
  const { name } = described;
  const home = join(folder, name, 'package');
  const manifest = { version: defaultVersion, ...described };
  mkdirSync(home, { recursive: true });
  writeFileSync(join(home, 'package.json'), JSON.stringify(manifest));
  for (const [path, text] of Object.entries(files)) {
    mkdirSync(join(home, path, '..'), { recursive: true });
    writeFileSync(join(home, path), text, { mode: 0o755 });
  }
  const file = join(folder, `${name.replace('/', '-')}.tgz`);
  const { exitCode, stderr } = Bun.spawnSync(['tar', '-czf', file, '-C', join(folder, name), 'package']);
  if (exitCode !== 0) throw new Error(`${name} cannot be packed: ${stderr}`);
  return { manifest, bytes: new Uint8Array(readFileSync(file)) };
}

function describe(name: string, { manifest, bytes }: Archive, url: string): object {
  const integrity = `sha512-${new Bun.CryptoHasher('sha512').update(bytes).digest('base64')}`;
  const { version } = manifest;
  const dist = { tarball: `${url}${name}/-/${name}-${version}.tgz`, integrity };
  return { name, 'dist-tags': { latest: version }, versions: { [version]: { ...manifest, dist } } };
}
