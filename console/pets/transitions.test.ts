import { expect, test } from 'bun:test';
import { transitions as serverTransitions } from '../../src/catalogue/pets/rules.ts';
import { transitions } from './transitions.ts';

test('the console offers the transitions that the server allows', () => {
  expect(transitions).toEqual(serverTransitions);
});
