import { Type } from 'typebox';
import { errorStatus } from '../../errors.ts';

export const ErrorBody = Type.Object(
  {
    code: Type.Unsafe<keyof typeof errorStatus>({
      type: 'string',
      enum: Object.keys(errorStatus),
      description: 'What went wrong, for a program.',
    }),
    message: Type.String({ description: 'What went wrong and what would be right, for a person.' }),
    status: Type.Integer({ description: 'The HTTP status of the response.' }),
  },
  { $id: 'Error', description: 'Every error response carries this object.' },
);
