import { Type } from 'typebox';
import { pathParameter } from '../../api/path.ts';
import { closedObject, dateTime, identifierOf, nullable, oneOf, optional } from '../../api/schemas.ts';
import { withCommas } from '../../lib/format.ts';
import { PetId } from '../../record/shapes/schemas.ts';
import { maxPhotos, photoFormats, widths } from './model.ts';

export const PhotoId = identifierOf('photo');
export const photoId = pathParameter('photoId', PhotoId, 'Identifier of the photo.', 'photo_not_found');

const pixels = (description: string) => Type.Integer({ format: 'int32', minimum: 1, description });

const position = Type.Integer({
  format: 'int32',
  minimum: 0,
  maximum: maxPhotos - 1,
  description: 'Place among the photos of the animal, from 0 on. The first one stands for the animal.',
  examples: [0],
});

const alternativeText = Type.String({
  maxLength: 1_000,
  pattern: '^[^\\u0000-\\u0008\\u000B\\u000C\\u000E-\\u001F\\u007F-\\u009F]*$',
  description: 'What the photo shows, for those who do not see it. Empty if it was not set.',
  examples: ['A grey cat on a red cushion'],
});

const percent = (description: string) => Type.Integer({ format: 'int32', minimum: 0, maximum: 100, description });

const FocalPoint = closedObject(
  { x: percent('In percent of the width, from the left.'), y: percent('In percent of the height, from the top.') },
  {
    $id: 'FocalPoint',
    description:
      'What must be seen where a photo is cropped, such as a face: the values of `object-position` in CSS. Without one the ' +
      'public page shows the upper part.',
    examples: [{ x: 50, y: 20 }],
  },
);

export const PhotoSource = Type.Object(
  {
    url: Type.String({
      format: 'uri',
      maxLength: 2_048,
      description: 'Address of the file. It needs no API key, nobody can guess it, and its content never changes.',
    }),
    type: oneOf(
      photoFormats.map(({ mediaType }) => mediaType),
      {
        description: 'Media type of the file.',
      },
    ),
    width: pixels('Width in pixels.'),
    height: pixels('Height in pixels.'),
  },
  { $id: 'PhotoSource', description: 'A photo in one size and format.' },
);

export const Photo = Type.Object(
  {
    id: PhotoId,
    petId: PetId,
    position,
    alternativeText,
    width: pixels('Width of the uploaded image in pixels, when it is upright.'),
    height: pixels('Height of the uploaded image in pixels, when it is upright.'),
    color: Type.String({
      maxLength: 7,
      description: 'The dominant color, as `#rrggbb`.',
      examples: ['#8a7f6d'],
    }),
    placeholder: Type.String({
      format: 'uri',
      maxLength: 8_192,
      description: 'A blurred preview as a `data:` URL, to show while the photo is loading.',
    }),
    sources: Type.Array(PhotoSource, {
      maxItems: widths.length * photoFormats.length,
      description:
        `The photo in each width up to ${widths.slice(0, -1).join(', ')} and ${withCommas(Math.max(...widths))} pixels, ` +
        'as WebP and as JPEG, by ascending width. It is never enlarged.',
    }),
    focalPoint: Type.Optional(FocalPoint),
    createdAt: dateTime('When the photo was added.'),
  },
  { $id: 'Photo', description: 'A photo of an animal.' },
);

export const Photos = Type.Array(Photo, {
  $id: 'Photos',
  maxItems: maxPhotos,
  description: 'The photos of an animal, in their order.',
});

export const PhotoChanges = closedObject(optional({ alternativeText, position, focalPoint: nullable(FocalPoint) }), {
  $id: 'PhotoChanges',
  description:
    'The fields of a photo to change (RFC 7396); omitted fields keep their value. With a `position` the photos between it ' +
    'and the earlier one move by one place; beyond the last place it means the last.',
});
