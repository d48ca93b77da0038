import { writeFileSync } from 'node:fs';
import type { Answer } from '../load/answer.ts';

/** With `file`, bodies are sent from files. */
const sendsFiles = process.argv[2] === 'file';
const answersFile = Bun.env['ANSWERS_FILE'] ?? '';
const answers: readonly Answer[] = await Bun.file(answersFile).json();
const repeats = answers.map(({ status, headers: lines, body }, index) => {
  // One prepared Headers object is the fastest way there is to send several headers from a plain fetch function.
  const headers = new Headers();
  for (const [name, value] of lines) headers.append(name, value);
  const init = { status, headers };
  const bytes = body === '' ? null : Buffer.from(body, 'latin1');
  if (bytes === null || !sendsFiles) return () => new Response(bytes, init);
  const path = `${answersFile}.body-${index}`;
  writeFileSync(path, bytes);
  return () => new Response(Bun.file(path), init);
});
let turn = 0;

Bun.serve({
  hostname: Bun.env['HOST'] ?? '127.0.0.1',
  port: Number(Bun.env['PORT']),
  development: false,
  fetch: () => {
    turn = (turn + 1) % repeats.length;
    return repeats[turn]?.() ?? Response.error();
  },
});
