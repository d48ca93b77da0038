import { settings } from '../src/config/settings.ts';

/** Where a service on this machine listens: one with the same environment, unless its address is given. */
export function localAddress(address = listeningAddress()): string {
  return address.replace('//0.0.0.0:', '//127.0.0.1:').replace('//[::]:', '//[::1]:');
}

function listeningAddress(): string {
  const { port, host, tlsCert } = settings;
  const name = process.env[host.variable] || host.default;
  const scheme = process.env[tlsCert.variable] ? 'https' : 'http';
  return `${scheme}://${name.includes(':') ? `[${name}]` : name}:${process.env[port.variable] || port.default}`;
}
