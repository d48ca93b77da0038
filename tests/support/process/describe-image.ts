import { afterAll, beforeAll, describe, expect, test } from 'bun:test';
import { chownSync, existsSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { makeScratchFolder } from '../scratch.ts';
import { until } from '../until.ts';
import { canConfine, confinedPid } from './confined.ts';
import { type Image, readImage } from './dockerfile.ts';
import { freePort } from './ports.ts';
import { adminKey } from './server.ts';

const container = join(import.meta.dir, '../../../deploy/container');

/**
 * Tests the image of deploy/container/Dockerfile with an executable, without a container runtime: its files as the root of a
 * read-only file system, its user without any capability, its command as process 1.
 */
export function describeImage(executable: () => string): void {
  describe.skipIf(!canConfine)('a container of the image', () => {
    const scratch = makeScratchFolder();
    let image: Image;
    let service: Bun.Subprocess<'ignore', 'pipe', 'pipe'>;
    const port = freePort();
    const imageRoot = () => join(scratch.path, 'image');

    beforeAll(async () => {
      image = readImage(join(container, 'Dockerfile'));
      const made = Bun.spawnSync([join(container, 'make-image-root.sh'), executable(), imageRoot()]);
      expect([made.exitCode, `${made.stderr}`]).toEqual([0, '']);
      const owner = Number(image.user.split(':')[0]);
      for (const volume of image.volumes) chownSync(join(imageRoot(), volume), owner, owner);
      service = start(['PORT', String(port)], ['PETSTORE_API_KEY', adminKey], ['PETSTORE_WORKERS', '2']);
      await until('the service to be ready', async () => {
        if (service.exitCode !== null) throw new Error(`the service has ended: ${await service.stderr.text()}`);
        return (await fetch(`http://127.0.0.1:${port}/readyz`).catch(() => undefined))?.ok;
      });
    });
    afterAll(() => service?.kill('SIGKILL'));

    /** Starts the image's command as a container runtime does. */
    function start(...settings: [string, string][]): Bun.Subprocess<'ignore', 'pipe', 'pipe'> {
      const script = `
      root=$1 user=$2; shift 2
      mount --make-rprivate / && mount --bind "$root" "$root" && mount --bind "$root/data" "$root/data" || exit 99
      mkdir -p "$root/proc" "$root/dev" && mount -t proc proc "$root/proc" && mount -t tmpfs none "$root/dev" || exit 99
      for name in null zero urandom; do touch "$root/dev/$name"; mount --bind "/dev/$name" "$root/dev/$name"; done
      mkdir -m 1777 "$root/dev/shm" && ln -s /proc/self/fd "$root/dev/fd"
      mount -o remount,bind,ro "$root" || exit 99
      exec setpriv --no-new-privs chroot --userspec="$user" --groups= "$root" "$@"`;
      const own = ['unshare', '--mount', '--pid', '--fork', 'sh', '-c', script, 'sh', imageRoot(), image.user];
      const { PATH = '' } = process.env;
      return Bun.spawn([...own, ...image.command], {
        env: { PATH, ...image.env, ...Object.fromEntries(settings) },
        stdin: 'ignore',
        stdout: 'pipe',
        stderr: 'pipe',
      });
    }

    /** Runs the image's health check inside the container. */
    function checkHealth() {
      const pid = String(confinedPid(service.pid));
      const { PATH = '' } = process.env;
      const env = { PATH, ...image.env, PORT: String(port) };
      const inside = ['nsenter', '--target', pid, '--mount', '--pid', '--root', '--wd'];
      const command = [...inside, '--setuid=65532', '--setgid=65532', ...image.healthCheck];
      return Bun.spawnSync(command, { env });
    }

    test('runs as its user without capabilities, as process 1, and can write to its volume alone', () => {
      const status = readFileSync(`/proc/${confinedPid(service.pid)}/status`, 'utf8');
      const [user] = image.user.split(':');
      expect(status).toMatch(/^NSpid:.*\t1$/m);
      expect(status).toMatch(new RegExp(`^Uid:(\t${user}){4}$`, 'm'));
      expect(status).toMatch(/^CapEff:\t0+$/m);
      expect(status).toMatch(/^NoNewPrivs:\t1$/m);
      const inside = (path: string) => join(`/proc/${confinedPid(service.pid)}/root`, path);
      expect(() => writeFileSync(inside('/etc/written'), '')).toThrow('EROFS');
      for (const volume of image.volumes) writeFileSync(inside(`${volume}/written`), '');
    });

    test('keeps its data in the volume, and serves what it stores on all addresses', async () => {
      expect(image).toMatchObject({ volumes: ['/data'], ports: ['8080'], env: { HOST: '0.0.0.0' } });
      expect(existsSync(join(imageRoot(), 'data/petstore.db'))).toBe(true);
      const headers = { Authorization: `Bearer ${adminKey}`, 'Content-Type': 'application/json' };
      const body = '{"name":"Frank","categoryId":3}';
      const created = await fetch(`http://127.0.0.1:${port}/v1/pets`, { method: 'POST', headers, body });
      expect(created.status).toBe(201);
      expect(await created.json()).toEqual({ id: 1, name: 'Frank', categoryId: 3, status: 'available' });
    });

    test('reports its health, and stops with code 0 on the stop signal of the image', async () => {
      const healthy = checkHealth();
      expect([healthy.exitCode, `${healthy.stderr}`]).toEqual([0, '']);
      process.kill(confinedPid(service.pid), image.stopSignal);
      expect(await service.exited).toBe(0);
      expect(await service.stderr.text()).toContain('"event":"stopped"');
    });
  });
}
