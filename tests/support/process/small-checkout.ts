import { cpSync, mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';

const root = join(import.meta.dir, '../../..');

/** Fills a folder with a small program, and with the scripts of this repository that install, build and start it. */
export function makeSmallCheckout(home: string, manifest: object, program: string): void {
  for (const name of ['petstore', 'bunfig.toml', 'scripts', 'src/lib/system/program-files.ts'])
    cpSync(join(root, name), join(home, name), { recursive: true });
  for (const [path, text] of Object.entries({
    'package.json': JSON.stringify(manifest),
    'src/main.ts': program,
    'client/index.ts': '',
    'importer/plan.ts': '',
    'conformance/run.ts': '',
    'console/main.tsx': 'import "./style.css"; console.log("hello");',
    'console/session/first-requests.ts': 'console.log("first");',
    'console/style.css': 'p { color: red }',
    'console/index.html': '{preloads} {script} {styles}',
    'console/reference/reference.tsx': 'import "./reference.css"; console.log("reference");',
    'console/reference/reference.css': 'p { color: blue }',
    'console/reference/reference.html': '{script} {styles}',
    'embed/embed.ts': 'console.log("embedded");',
    'src/writer.ts': '',
    'src/worker.ts': '',
    'src/decoder.ts': '',
    'contract/age.ts': '',
    'cli/demo/pictures/dog.webp': '',
  })) {
    mkdirSync(join(home, path, '..'), { recursive: true });
    writeFileSync(join(home, path), text);
  }
}
