import type { Answer } from '../load/answer.ts';

const answer: Answer = await Bun.file(Bun.env['ANSWER_FILE'] ?? '').json();
// One prepared Headers object is the fastest way there is to send several headers from a plain fetch function.
const headers = new Headers();
for (const [name, value] of answer.headers) headers.append(name, value);
const init = { status: answer.status, headers };
const body = new TextEncoder().encode(answer.body);

Bun.serve({
  hostname: Bun.env['HOST'] ?? '127.0.0.1',
  port: Number(Bun.env['PORT']),
  development: false,
  fetch: () => new Response(body, init),
});
