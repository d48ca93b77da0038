import type { Answer } from '../load/answer.ts';

// One prepared Headers object is the fastest way there is to send several headers with a plain fetch function.
const answer: Answer = await Bun.file(Bun.env['ANSWER_FILE'] ?? '').json();
const init = { status: answer.status, headers: new Headers([...answer.headers]) };
const body = new TextEncoder().encode(answer.body);

Bun.serve({
  hostname: Bun.env['HOST'] ?? '127.0.0.1',
  port: Number(Bun.env['PORT']),
  development: false,
  fetch: () => new Response(body, init),
});
