import { settings } from '../src/config/settings.ts';

/** Where a service on this machine listens that has the same environment. */
export function localAddress(): string {
  const { port, host, tlsCert } = settings;
  const given = process.env[host.variable] || host.default;
  const name = given === '0.0.0.0' ? '127.0.0.1' : given === '::' ? '::1' : given;
  const scheme = process.env[tlsCert.variable] ? 'https' : 'http';
  return `${scheme}://${name.includes(':') ? `[${name}]` : name}:${process.env[port.variable] || port.default}`;
}
