import type { Answer } from './load/answers.ts';

const answers: readonly Answer[] = await Bun.file(Bun.env['ANSWERS_FILE'] ?? '').json();
const repeats = answers.map(({ status, headers, body }) => {
  // One prepared Headers object is the fastest way there is to send several headers from a plain fetch function.
  const init = { status, headers: new Headers(headers) };
  const bytes = body === '' ? null : Buffer.from(body, 'latin1');
  return () => new Response(bytes, init);
});
let turn = 0;
const answer = () => {
  turn = (turn + 1) % repeats.length;
  return repeats[turn]?.() ?? Response.error();
};

Bun.serve({
  hostname: Bun.env['HOST'] ?? '127.0.0.1',
  port: Number(Bun.env['PORT']),
  development: false,
  fetch:
    Bun.env['READS_BODY'] === undefined
      ? answer
      : (request) => (request.method === 'GET' ? answer() : request.text().then(answer)),
});
