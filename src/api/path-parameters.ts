import { CategoryId } from '../catalogue/categories/schemas.ts';
import { InquiryId } from '../catalogue/inquiries/schemas.ts';
import { KeyId } from '../catalogue/keys/schemas.ts';
import { OrderId } from '../catalogue/orders/schemas.ts';
import { PetId } from '../catalogue/pets/schemas.ts';
import { PhotoId } from '../catalogue/photos/schemas.ts';
import { DeliveryId } from '../catalogue/webhooks/delivery-schemas.ts';
import { WebhookId } from '../catalogue/webhooks/schemas.ts';
import type { ErrorCode } from './errors.ts';
import type { PathParameter } from './operation.ts';
import type { Static, TSchema } from './schemas.ts';

/** Every parameter in a path: it means the same in all of them. */
const pathParameters = {
  petId: { schema: PetId, description: 'Identifier of the animal.', notFound: 'pet_not_found' },
  photoId: { schema: PhotoId, description: 'Identifier of the photo.', notFound: 'photo_not_found' },
  categoryId: { schema: CategoryId, description: 'Number of the category.', notFound: 'category_not_found' },
  orderId: { schema: OrderId, description: 'Identifier of the order.', notFound: 'order_not_found' },
  inquiryId: { schema: InquiryId, description: 'Identifier of the inquiry.', notFound: 'inquiry_not_found' },
  keyId: { schema: KeyId, description: 'Identifier of the key.', notFound: 'key_not_found' },
  webhookId: { schema: WebhookId, description: 'Identifier of the webhook.', notFound: 'webhook_not_found' },
  deliveryId: { schema: DeliveryId, description: 'Identifier of the delivery.', notFound: 'delivery_not_found' },
} as const satisfies Record<string, PathParameter>;

type PathParameters = typeof pathParameters;

type Placeholders<Path extends string> = Path extends `${string}{${infer Name}}${infer Rest}`
  ? Name | Placeholders<Rest>
  : never;

/** A path whose placeholders all have a meaning; any other one does not compile. */
export type KnownPath<Path extends string> = Placeholders<Path> extends keyof PathParameters ? Path : never;

/** The values of the placeholders of a path. */
export type PathOf<Path extends string> = {
  [Name in Placeholders<Path> & keyof PathParameters]: Static<PathParameters[Name]['schema'] & TSchema>;
};

/** What follows from the path of an operation: its parameters, in their order, and that there may be nothing that they name. */
export function describePath({ path, errors = [] }: { path: string; errors?: readonly ErrorCode[] | undefined }) {
  const known: Record<string, PathParameter & { notFound: ErrorCode }> = pathParameters;
  const named = [...path.matchAll(/\{(\w+)\}/g)].flatMap(([, name = '']) => {
    const parameter = known[name];
    return parameter ? [[name, parameter] as const] : [];
  });
  return {
    pathParameters: Object.fromEntries<PathParameter>(named),
    errors: [...named.map(([, { notFound }]) => notFound), ...errors],
  };
}
