// The limits of the interface that several parts know: the service checks them, the document tells them, and clients keep some
// of them by themselves.

/** Milliseconds of a day. */
export const dayMs = 86_400_000;

/** Entries on a page of a list where the request says nothing. */
export const defaultPageSize = 20;

/** The most entries on a page of a list, and ids that a filter names: so one page has all of them. */
export const maxPageSize = 100;

/** Characters of path and query together. */
export const maxTargetLength = 8_192;

/** Characters of a search. */
export const maxSearchLength = 100;

/** Characters of the names of keys, people and devices, and of the reference of an order. */
export const maxLabelLength = 100;

/** Characters of a person's name and of what reaches her. */
export const contactLengths = { name: 100, email: 254, phone: 100 } as const;

/** Characters of a note on an animal. */
export const maxNoteLength = 2_000;

/** Characters of an idempotency key. */
export const maxIdempotencyKeyLength = 255;

/** How long the response to a request with an idempotency key is kept for a retry. */
export const idempotencyHours = 24;

/** How long what an import has done is recorded, and can be undone. */
export const importDays = 30;

/** A body that is no image. */
export const maxBodyKibibytes = 64;

/** How often an event stream has a comment. */
export const heartbeatSeconds = 15;

/** Matches the address of the receiver of a webhook. */
export const receiverPattern =
  '^https?://[^\\s/?#@\\\\\\u0000-\\u001f\\u007f]+(?:[/?][^\\s#\\\\\\u0000-\\u001f\\u007f]*)?$';

/** How long the receiver of a webhook may take. */
export const receiverSeconds = 15;

/** How long the attempts of webhooks are kept. */
export const attemptsDays = 7;

/** The image of a photo. */
export const maxImageMegabytes = 20;
export const maxImageBytes = maxImageMegabytes * 1_000_000;
/** Pixels of it, which are 4 bytes each when it is decoded: a little more than the 9248 × 6936 of phones with 64 megapixels. */
export const maxPixels = 65_000_000;
/** What WebP can store, and therefore its longest side. */
export const maxSide = 16_383;

/** How many characters of a day are known, by the precision of a date of birth. */
export const datePartLengths = { day: 10, month: 7, year: 4 } as const;
