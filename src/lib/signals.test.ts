import { expect, test } from 'bun:test';
import { onStopSignals, type StopSignal } from './signals.ts';

test('a signal that arrives twice within a moment is told once, and another one at once', () => {
  const told: StopSignal[] = [];
  const stopListening = onStopSignals((signal) => told.push(signal));
  for (const signal of ['SIGINT', 'SIGINT', 'SIGTERM'] as const) process.emit(signal);
  stopListening();
  process.emit('SIGTERM');
  expect(told).toEqual(['SIGINT', 'SIGTERM']);
});
