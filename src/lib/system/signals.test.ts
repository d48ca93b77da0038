import { expect, test } from 'bun:test';
import { onStopSignals, type StopSignal } from './signals.ts';

test('a signal that arrives twice within a moment is told once, and so is a hang-up with another one; others at once', () => {
  const told: StopSignal[] = [];
  const stopListening = onStopSignals((signal) => told.push(signal));
  for (const signal of ['SIGTERM', 'SIGTERM', 'SIGHUP', 'SIGINT'] as const) process.emit(signal);
  stopListening();
  process.emit('SIGTERM');
  expect(told).toEqual(['SIGTERM', 'SIGINT']);
});
