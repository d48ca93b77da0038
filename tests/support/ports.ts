/** Below the ports that systems give away by themselves. */
const first = 20_000;
const blocks = 500;
const blockSize = 20;
let base: number | undefined;
let taken = 0;

/**
 * A port that is free, and stays so until whoever asked listens there, also again after a restart. Each process has a
 * block of ports, whose first it holds for as long as it lives.
 */
export function freePort(): number {
  base ??= claimBlock();
  for (let attempt = 1; attempt < blockSize; attempt++) {
    const port = base + 1 + (taken++ % (blockSize - 1));
    const probe = tryToListen(port);
    probe?.stop(true);
    if (probe !== undefined) return port;
  }
  throw new Error(`no port from ${base} to ${base + blockSize - 1} is free`);
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
