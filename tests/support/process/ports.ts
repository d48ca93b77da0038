/** Below the ephemeral ports of the system. */
const first = 20_000;
const blocks = 500;
const blockSize = 20;
/** Apart from the port that holds the block and that of `pagesPort`. */
const freelyUsed = blockSize - 2;
let base: number | undefined;
let taken = 0;

/**
 * A free port that no other test takes before the caller listens on it, also after a restart. Each process reserves a
 * block of ports by holding the first of them as long as it runs.
 */
export function freePort(): number {
  base ??= claimBlock();
  for (let attempt = 0; attempt < freelyUsed; attempt++) {
    const port = base + 1 + (taken++ % freelyUsed);
    const probe = tryToListen(port);
    probe?.stop(true);
    if (probe !== undefined) return port;
  }
  throw new Error(`no port from ${base} to ${base + freelyUsed} is free`);
}

/** The port of the servers of this process that show pages in a browser, one after another. No `freePort` is this one. */
export function pagesPort(): number {
  base ??= claimBlock();
  return base + blockSize - 1;
}

function claimBlock(): number {
  for (let attempt = 0; attempt < blocks; attempt++) {
    const port = first + ((process.pid + attempt) % blocks) * blockSize;
    const claim = tryToListen(port);
    claim?.unref();
    if (claim !== undefined) return port;
  }
  throw new Error(`no port from ${first} on is free`);
}

function tryToListen(port: number): Bun.TCPSocketListener | undefined {
  try {
    return Bun.listen({ hostname: '127.0.0.1', port, exclusive: true, socket: { data: () => undefined } });
  } catch {
    return undefined;
  }
}
