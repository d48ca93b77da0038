import { readFileSync } from 'node:fs';

/** The signals that stop a program, with the exit code of an immediate end: 128 plus the signal number. */
export const signalExitCodes = { SIGHUP: 129, SIGINT: 130, SIGTERM: 143 } as const;

export type StopSignal = keyof typeof signalExitCodes;

/** npm and the terminal both forward an interrupt, so one press of Ctrl-C can arrive twice. */
const sameStopMs = 250;

/**
 * Listens to these signals, except to a hang-up that the program was started to ignore. One that arrives twice within a
 * quarter of a second is told once, and so is a hang-up with another one, as systemd can send it. Returns what ends that.
 */
export function onStopSignals(listener: (signal: StopSignal) => void): () => void {
  let last: { signal?: StopSignal; at: number } = { at: Number.NEGATIVE_INFINITY };
  const listenTo = (signal: StopSignal) => () => {
    const at = performance.now();
    if (at - last.at < sameStopMs && (signal === last.signal || signal === 'SIGHUP')) return;
    last = { signal, at };
    listener(signal);
  };
  const listeners = { SIGHUP: listenTo('SIGHUP'), SIGINT: listenTo('SIGINT'), SIGTERM: listenTo('SIGTERM') };
  const names = (['SIGINT', 'SIGTERM', 'SIGHUP'] as const).filter((name) => name !== 'SIGHUP' || !isHangUpIgnored());
  for (const name of names) process.on(name, listeners[name]);
  return () => {
    for (const name of names) process.off(name, listeners[name]);
  };
}

/**
 * Whether the program was started with SIGHUP ignored, as by nohup: a listener would undo that. Where the system does not
 * tell, output that does not go to a terminal is taken as the sign.
 */
function isHangUpIgnored(): boolean {
  try {
    const [, ignored = '0'] = /^SigIgn:\s*([0-9a-f]+)$/m.exec(readFileSync('/proc/self/status', 'utf8')) ?? [];
    return (BigInt(`0x${ignored}`) & 1n) === 1n;
  } catch {
    return !process.stdout.isTTY;
  }
}
