import { readFileSync } from 'node:fs';

/** What a container runtime reads of an image: the last stage of a Dockerfile. */
export interface Image {
  readonly env: Record<string, string>;
  readonly user: string;
  readonly workingFolder: string;
  readonly volumes: readonly string[];
  readonly ports: readonly string[];
  readonly stopSignal: string;
  readonly command: readonly string[];
  readonly healthCheck: readonly string[];
}

/** Reads the last stage of a Dockerfile. Commands must have the exec form, because the image has no shell. */
export function readImage(path: string): Image {
  const text = readFileSync(path, 'utf8')
    .replaceAll(/^#.*\n/gm, '')
    .replaceAll(/\\\n\s*/g, ' ');
  const lastStage = text.slice(text.lastIndexOf('FROM '));
  const instructions = [...lastStage.matchAll(/^([A-Z]+) (.*)$/gm)].map(([, name = '', value = '']) => ({
    name,
    value,
  }));
  const all = (wanted: string) => instructions.filter(({ name }) => name === wanted).map(({ value }) => value);
  const one = (wanted: string) => {
    const [value, ...others] = all(wanted);
    if (value === undefined || others.length > 0) throw new Error(`${path} must have one ${wanted} in its last stage`);
    return value;
  };
  const words = (value: string): string[] => JSON.parse(value);
  return {
    env: Object.fromEntries(all('ENV').map((value) => [value.split('=', 1)[0], value.slice(value.indexOf('=') + 1)])),
    user: one('USER'),
    workingFolder: one('WORKDIR'),
    volumes: all('VOLUME'),
    ports: all('EXPOSE'),
    stopSignal: one('STOPSIGNAL'),
    command: [...words(one('ENTRYPOINT')), ...words(one('CMD'))],
    healthCheck: words(one('HEALTHCHECK').replace(/^.* CMD /, '')),
  };
}
