import { send } from '../../src/webhooks/send.ts';

/**
 * Sends one message to the address given, whose host means 127.0.0.1 when it is looked up for the first time; prints
 * what came of it. A program of its own, for the runtime reads the certificates that it trusts at its start.
 */
export const sendOnceProgram = import.meta.path;

if (import.meta.main) {
  const [url = ''] = process.argv.slice(2);
  let lookups = 0;
  const answer = await send(
    { url, headers: {}, body: '{}' },
    {
      reachesPrivateAddresses: true,
      timeoutMs: 10_000,
      signal: new AbortController().signal,
      resolve: async () => [{ address: ++lookups === 1 ? '127.0.0.1' : '127.0.0.9', family: 4 }],
    },
  );
  process.stdout.write(JSON.stringify(answer));
}
