const first = 20_000;
const portsEach = 20;
const processes = 500;
let taken = 0;

/**
 * A port that is free, and stays so until whoever asked listens there. It lies below those that systems give away by
 * themselves, and each process takes from a part of its own.
 */
export function freePort(): number {
  const base = first + (process.pid % processes) * portsEach;
  for (let attempt = 0; attempt < portsEach; attempt++) {
    const port = base + (taken++ % portsEach);
    if (isFree(port)) return port;
  }
  throw new Error(`no port from ${base} to ${base + portsEach - 1} is free`);
}

function isFree(port: number): boolean {
  try {
    Bun.listen({ hostname: '127.0.0.1', port, socket: { data: () => undefined } }).stop(true);
    return true;
  } catch {
    return false;
  }
}
