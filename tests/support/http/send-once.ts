import { type SendResult, send } from '../../../src/notify/webhooks/sending/send.ts';

/**
 * Sends one message to each of the given URLs, whose hosts resolve to 127.0.0.1 on the first lookup only, and prints the
 * outcomes. It is a separate program because the runtime reads the trusted certificates at startup.
 */
export const sendOnceProgram = import.meta.path;

export type Outcome = { status: number } | { failure: string };

/** The status of the response, or why there was none. */
export function outcomeOf(result: SendResult): Outcome {
  return 'status' in result ? { status: result.status } : { failure: result.failure };
}

if (import.meta.main) {
  const outcomes: Outcome[] = [];
  for (const url of process.argv.slice(2)) {
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
    outcomes.push(outcomeOf(answer));
  }
  process.stdout.write(JSON.stringify(outcomes));
}
