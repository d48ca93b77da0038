export { type Client, type ClientOptions, createClient, type StringIdsOptions } from './client.ts';
// Of resources, programs get the types. The client alone makes their methods.
export type * from './resources/own-shapes.ts';
export { type ReceivedWebhook, verifyWebhook, WebhookVerificationError } from './resources/webhook-signature.ts';
export type * from './resources.gen.ts';
export type { StringIds } from './string-ids.ts';
export { type ErrorCode, NoAnswerError, PetstoreError, type ValidationError } from './transport/errors.ts';
export type { Listing, ListOptions, Page, PagedList } from './transport/paging.ts';
export type { RawAnswer, RawRequest } from './transport/raw.ts';
export type { Answer } from './transport/response.ts';
export type { Fetch } from './transport/send-with-retry.ts';
export type { OrNewer } from './transport/shape.ts';
export type { CallOptions, ChangeOptions, WriteOptions } from './transport/transport.ts';
export type { UploadProgress } from './transport/upload.ts';
export type * from './types.gen.ts';
export * from './words.gen.ts';
