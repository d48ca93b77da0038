import { Type } from 'typebox';
import { int64, oneOf, patternMeaning } from '../../api/schemas.ts';
import { actorTypes } from './model.ts';

export const Actor = Type.Object(
  {
    type: oneOf(actorTypes, {
      $id: 'ActorType',
      isOpen: true,
      description:
        'Who it was: a `person`, a program with a `key`, somebody on the `public` page, or the service itself (`system`).',
      examples: ['person'],
    }),
    id: Type.Optional(int64('Identifier of the person or the key.', '1')),
    name: Type.Optional(
      Type.String({
        maxLength: 100,
        description: 'The name that the person or the key has now; missing if there is none any more.',
        examples: ['Ana Moreno'],
      }),
    ),
  },
  { $id: 'Actor', description: 'Who has made a change.' },
);

/** An actor as a filter. */
export const ActorName = Type.String({
  maxLength: 30,
  pattern: '^(?:(?:person|key):[1-9][0-9]{0,18}|public|system)$',
  [patternMeaning]: 'actor',
  examples: ['person:1'],
});
