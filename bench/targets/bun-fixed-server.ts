import type { Answer } from '../load/answer.ts';

const answers: readonly Answer[] = await Bun.file(Bun.env['ANSWERS_FILE'] ?? '').json();
const repeats = answers.map(({ status, headers: lines, body }) => {
  // One prepared Headers object is the fastest way there is to send several headers from a plain fetch function.
  const headers = new Headers();
  for (const [name, value] of lines) headers.append(name, value);
  const init = { status, headers };
  const bytes = body === '' ? null : new TextEncoder().encode(body);
  return () => new Response(bytes, init);
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
