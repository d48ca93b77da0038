import { chmodSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { connect } from 'node:tls';
import { atEnd } from '../at-end.ts';
import { freePort } from '../process/ports.ts';
import { makeScratchFolder } from '../scratch.ts';
import { until } from '../until.ts';

const root = join(import.meta.dir, '../../..');
const tlsFile = (name: string) => join(root, 'tests/data/tls', name);

/** A web server in front of the service, with its configuration in `deploy`. */
export interface ReverseProxy {
  readonly name: string;
  /** The program, if it is installed. */
  readonly program: string | null;
  /** Starts it in front of the nodes of a service, at a path if one is given. Nothing is left of it after the tests. */
  start(nodeUrls: readonly string[], prefix?: string): Promise<RunningProxy>;
}

export interface RunningProxy {
  readonly port: number;
  /** Of plain HTTP. */
  readonly plainPort: number;
  stop(): Promise<void>;
}

export const nginx: ReverseProxy = {
  name: 'nginx',
  program: Bun.which('nginx', { PATH: `${process.env['PATH']}:/usr/sbin:/usr/local/sbin` }),
  async start(nodeUrls, prefix = '') {
    const scratch = makeScratchFolder();
    // Its workers run as another user when the tests run as root.
    chmodSync(scratch.path, 0o711);
    const [port, plainPort] = [freePort(), freePort()];
    const folders = ['client_body', 'proxy', 'fastcgi', 'uwsgi', 'scgi'].map(
      (name) => `${name}_temp_path ${join(scratch.path, name)};`,
    );
    const config = change(readFileSync(join(root, 'deploy/nginx.conf'), 'utf8'), [
      ['http {', `http {\n${folders.join('\n')}`],
      ['server 127.0.0.1:8080;', nodeUrls.map((url) => `server ${new URL(url).host};`).join(' ')],
      ['listen 443 ssl http2;', `listen 127.0.0.1:${port} ssl http2;`],
      ['listen 80;', `listen 127.0.0.1:${plainPort};`],
      ['/etc/letsencrypt/live/pets.example.org/fullchain.pem', tlsFile('rsa-cert.pem')],
      ['/etc/letsencrypt/live/pets.example.org/privkey.pem', tlsFile('rsa-key.pem')],
      ['location / {', `location ${prefix}/ {`],
      ['location ~ ^/v1', `location ~ ^${prefix}/v1`],
      ['proxy_pass http://petstore;', `proxy_pass http://petstore${prefix === '' ? '' : '/'};`],
      ['pid /run/nginx.pid;', `pid ${join(scratch.path, 'pid')};\ndaemon off;`],
      ['error_log /var/log/nginx/error.log warn;', 'error_log stderr error;'],
    ]);
    const path = join(scratch.path, 'nginx.conf');
    writeFileSync(path, config);
    return await run([this.program ?? '', '-e', 'stderr', '-p', scratch.path, '-c', path], {
      port,
      plainPort,
      prefix,
      scratch,
    });
  },
};

export const haproxy: ReverseProxy = {
  name: 'HAProxy',
  program: Bun.which('haproxy', { PATH: `${process.env['PATH']}:/usr/sbin:/usr/local/sbin` }),
  async start(nodeUrls, prefix = '') {
    const scratch = makeScratchFolder();
    const [port, plainPort] = [freePort(), freePort()];
    const pem = join(scratch.path, 'cert-and-key.pem');
    writeFileSync(pem, readFileSync(tlsFile('rsa-cert.pem'), 'utf8') + readFileSync(tlsFile('rsa-key.pem'), 'utf8'));
    const config = change(readFileSync(join(root, 'deploy/haproxy.cfg'), 'utf8'), [
      ['bind :443', `bind 127.0.0.1:${port}`],
      ['bind :80\n', `bind 127.0.0.1:${plainPort}\n`],
      ['/etc/haproxy/cert-and-key.pem', pem],
      [
        'server petstore1 127.0.0.1:8080',
        nodeUrls.map((url, index) => `server petstore${index + 1} ${new URL(url).host}`).join('\n    '),
      ],
      ...(prefix === ''
        ? []
        : [
            [
              'default_backend petstore',
              `use_backend petstore if { path ${prefix} } || { path_beg ${prefix}/ }`,
            ] as const,
          ]),
    ]);
    const path = join(scratch.path, 'haproxy.cfg');
    writeFileSync(path, config);
    return await run([this.program ?? '', '-db', '-f', path], { port, plainPort, prefix, scratch });
  },
};

/** @throws Error when the configuration lacks the text to replace */
function change(config: string, replacements: readonly (readonly [from: string, to: string])[]): string {
  return replacements.reduce((text, [from, to]) => {
    if (!text.includes(from)) throw new Error(`the configuration has no "${from}"`);
    return text.replace(from, to);
  }, config);
}

interface Setup {
  readonly port: number;
  readonly plainPort: number;
  readonly prefix: string;
  readonly scratch: { remove(): void };
}

async function run(command: string[], { port, plainPort, prefix, scratch }: Setup): Promise<RunningProxy> {
  const program = Bun.spawn(command, { stdin: 'ignore', stdout: 'ignore', stderr: 'inherit' });
  const stop = async () => {
    program.kill('SIGTERM');
    await program.exited;
    scratch.remove();
  };
  atEnd(stop);
  const isReady = async () => {
    if (program.exitCode !== null) throw new Error(`${command[0]} did not start`);
    return await fetch(`https://127.0.0.1:${port}${prefix}/readyz`, { tls: { rejectUnauthorized: false } }).then(
      ({ status }) => status === 200,
      () => false,
    );
  };
  await until('the proxy to answer', isReady, (ready) => ready);
  return { port, plainPort, stop };
}

/** Sends these bytes over a new TLS connection and returns everything that it receives until the server closes it. */
export async function exchangeOverTls(port: number, text: string, { isHalfClosed = false } = {}): Promise<string> {
  const { promise, resolve } = Promise.withResolvers<string>();
  const socket = connect({ host: '127.0.0.1', port, rejectUnauthorized: false, allowHalfOpen: true }, () => {
    if (isHalfClosed) socket.end(text);
    else socket.write(text);
  });
  let received = '';
  socket.on('data', (data: Buffer) => (received += data.toString('latin1')));
  socket.on('end', () => socket.end());
  socket.on('error', () => resolve(received));
  socket.on('close', () => resolve(received));
  return await promise;
}
