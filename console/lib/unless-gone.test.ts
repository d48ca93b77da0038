import { expect, test } from 'bun:test';
import { PetstoreError } from '../../client/index.ts';
import { unlessGone } from './unless-gone.ts';

test('what is to be removed is gone if the service says so, and not because of the 404 of a proxy', () => {
  const isGone = unlessGone('photo_not_found', 'pet_not_found');
  const notFound = (code: PetstoreError['code']) => new PetstoreError('Not found.', { code, status: 404 });
  expect(() => isGone(notFound('pet_not_found'))).not.toThrow();
  for (const error of [notFound('unexpected_response'), notFound('not_found'), new TypeError('a mistake')]) {
    expect(() => isGone(error)).toThrow(error);
  }
});
