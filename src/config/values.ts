import { readFileSync } from 'node:fs';
import { heartbeatSeconds } from '../../contract/limits.ts';
import { type PetStatus, petStatuses } from '../../contract/pet.ts';
import { findTimeZoneName } from '../../contract/time-zone.ts';
import { postgresUrlForm, readPostgresUrl, sqlitePath } from '../lib/addresses/database-url.ts';
import { parseNetwork } from '../lib/addresses/ip-address.ts';
import { findOriginError } from '../lib/addresses/web-origin.ts';
import { messageOf } from '../lib/errors.ts';
import { isCurrency } from '../lib/format.ts';

/** The parsed value, or what the text must be instead. */
export type Reading<Value> = { value: Value } | { mustBe: string };

export function databaseUrl(text: string): Reading<string> {
  const isUsable = sqlitePath(text) !== undefined || readPostgresUrl(text) !== undefined;
  return isUsable ? { value: text } : { mustBe: `sqlite:PATH, or ${postgresUrlForm}` };
}

export function currencyCode(text: string): Reading<string> {
  return isCurrency(text) ? { value: text } : { mustBe: 'the code of a currency (ISO 4217), such as EUR' };
}

export function timeZoneName(text: string): Reading<string> {
  const value = findTimeZoneName(text);
  return value === undefined ? { mustBe: 'the name of an IANA time zone, such as Europe/Berlin' } : { value };
}

export function postgresUrl(text: string): Reading<string> {
  return readPostgresUrl(text) === undefined ? { mustBe: postgresUrlForm } : { value: text };
}

/** Where files of photos are, as the operator names it. */
export type MediaLocation = { kind: 'folder'; path: string } | { kind: 'bucket'; name: string; prefix: string };

const bucketUrl = /^s3:\/\/([a-z0-9][a-z0-9.-]{1,61}[a-z0-9])((?:\/[\w.-]+)*)\/?$/i;

export function mediaLocation(text: string): Reading<MediaLocation> {
  const [, name, path = ''] = bucketUrl.exec(text) ?? [];
  if (name !== undefined) return { value: { kind: 'bucket', name, prefix: path.slice(1) } };
  const folder = /^file:(?:\/\/(?=\/))?(.+)$/.exec(text)?.[1];
  if (folder !== undefined) return { value: { kind: 'folder', path: folder } };
  return { mustBe: 'file:FOLDER or s3://BUCKET/PREFIX' };
}

export function s3Endpoint(text: string): Reading<string> {
  const url = URL.canParse(text) ? new URL(text) : undefined;
  const isUsable = url !== undefined && /^https?:$/.test(url.protocol) && url.username === '' && url.password === '';
  return isUsable ? { value: text } : { mustBe: 'an http or https address without user name' };
}

/** Normalized to ASCII by the URL parser, because it becomes part of the headers Location and Link. */
export function publicUrl(text: string): Reading<string> {
  const url = /[\s\p{Cc}?#]/u.test(text) || !URL.canParse(text) ? undefined : new URL(text);
  const isUsable = url !== undefined && /^https?:$/.test(url.protocol) && url.username === '' && url.password === '';
  const address = isUsable ? `${url.origin}${url.pathname}`.replace(/\/+$/, '') : '/v1';
  return address.endsWith('/v1')
    ? {
        mustBe: 'an http or https address without user name, blanks, ?, # or /v1, such as https://petstore.example.org',
      }
    : { value: address };
}

export function origins(text: string): Reading<readonly string[]> {
  const list = text.split(',').map((origin) => origin.trim());
  const isUsable = list.every((origin) => findOriginError(origin) === undefined);
  return isUsable
    ? { value: list }
    : { mustBe: 'origins such as https://shelter.example.org, separated by commas, without wildcards, or * for all' };
}

/** In the order of `petStatuses`. */
export function petStatusList(text: string): Reading<readonly PetStatus[]> {
  const words = text.split(',').map((word) => word.trim());
  const value = petStatuses.filter((status) => words.includes(status));
  return words.length === value.length
    ? { value }
    : { mustBe: `some of ${petStatuses.join(', ')}, each once, separated by commas` };
}

export function networks(text: string): Reading<readonly string[]> {
  const list = text.split(',').map((network) => network.trim());
  return list.every((network) => parseNetwork(network) !== undefined)
    ? { value: list }
    : { mustBe: 'addresses or networks such as 10.0.0.0/8, separated by commas' };
}

/** At least twice the heartbeat of streams. The runtime counts no further than 255. */
export function idleSeconds(text: string): Reading<number> {
  const value = /^\d+$/.test(text) ? Number(text) : Number.NaN;
  const isUsable = value === 0 || (value >= 2 * heartbeatSeconds && value <= 255);
  return isUsable ? { value } : { mustBe: `0, or a whole number from ${2 * heartbeatSeconds} to 255` };
}

export function presetApiKey(text: string): Reading<string> {
  return /^[\x21-\x7e]{32,512}$/.test(text)
    ? { value: text }
    : { mustBe: '32 to 512 visible ASCII characters without blanks' };
}

/** The PEM text of a file with a certificate, or a chain of them. */
export function certificateFile(path: string): Reading<string> {
  return pemFile(path, 'a certificate', (pem) => new (loadCrypto().X509Certificate)(pem));
}

/** The PEM text of a file with a private key that is not encrypted. */
export function privateKeyFile(path: string): Reading<string> {
  return pemFile(path, 'a private key without a passphrase', (pem) => loadCrypto().createPrivateKey(pem));
}

export function isKeyOfCertificate(certificate: string, privateKey: string): boolean {
  const { X509Certificate, createPrivateKey } = loadCrypto();
  return new X509Certificate(certificate).checkPrivateKey(createPrivateKey(privateKey));
}

/** Loaded for certificates only: every command reads settings, and few of them use this module of the runtime. */
const loadCrypto = () => process.getBuiltinModule('node:crypto');

function pemFile(path: string, content: string, parse: (pem: string) => unknown): Reading<string> {
  const mustBe = `a readable PEM file with ${content}`;
  let pem: string;
  try {
    pem = readFileSync(path, 'utf8');
  } catch (error) {
    return { mustBe: `${mustBe}: ${messageOf(error)}` };
  }
  try {
    parse(pem);
    return { value: pem };
  } catch {
    return { mustBe: `${mustBe}, but ${path} has none` };
  }
}
