/** The introduction of the document, in Markdown. */
export const introduction = `
A catalogue of animals for adoption: list, add, change and remove animals, order them, count them, and follow changes.

## Authentication

Every operation requires an API key, sent as \`Authorization: Bearer <API_KEY>\`. The operator creates keys with
\`petstore keys create\`; a key with the scope \`keys:admin\` can create further keys over \`/keys\`. Keys of the production
environment begin with \`pet_prod_\`, those of staging with \`pet_stag_\`. Each is valid in its own environment only.

A key has scopes, either listed or given by a role. \`x-scope\` of an operation lists the scopes it requires; a key that
lacks one gets 403 \`insufficient_scope\`. A key that has ended changes nothing any more, from the moment its end was
acknowledged. Requests that only read may be answered for up to half a second longer by other nodes. Creating a webhook or retrying a delivery also requires \`events:read\`, because
it sends events; changing an animal also requires \`pets:read\`, because the response shows the animal; closing or
erasing an inquiry also requires \`inquiries:read\`. No key can create
a key with more scopes than it has itself.

A key with the role \`public\` may stand in a web page, where everybody can read it. It begins with \`pet_pub_prod_\` or
\`pet_pub_stag_\`, and may call only \`GET /listings\` and \`GET /listings/{petId}\`. It sees only animals with a status that
the operator shows to the public, by default \`available\` and \`pending\`: others look as if they did not exist, and
\`status\` with another value is 400 \`invalid_parameter\`. Profiles have neither \`reference\` nor \`attributes\`. Pages of
origins that are not among the \`origins\` of the key get 403 \`origin_not_allowed\`. Its requests count for the limit of the
key and for that of the client's address.

## Integers

Identifiers are 64-bit integers, and always exact. A parser that reads numbers as doubles loses digits above 2^53. With
\`Prefer: int64=string\` (RFC 7240) all \`int64\` members are strings of digits, and may be strings in requests;
\`/openapi.json?int64=string\` is the document for this. Webhooks always have numbers.

## Pagination

Lists are sorted by ascending \`id\`, unless \`sort\` says otherwise, and returned in pages. The \`Link\` header with
\`rel="next"\` is the address of the next page; the last page has none. A cursor is valid only for the filters and the
order it was issued for.

## Retries

A GET is always safe to retry. A POST is safe to retry when it has an \`Idempotency-Key\`: the change is made once, and
every retry within 24 hours returns the first response with \`Idempotency-Replayed: true\`. The key is stored in the same
transaction as the change, so this also holds when the connection or the server failed in between. The response about an
inquiry has personal data and is not stored: a retry returns the inquiry as it is then, or 404 when it was erased. A request that
failed is not stored: its key can be used again.

## Concurrent changes

Read the resource first and send its \`ETag\` as \`If-Match\`: the change is made only if the resource has not changed
since. Otherwise the response is 412 and nothing was changed. The \`ETag\` of a list that is this entry alone, without a
next page, is also valid for it, for example that of \`GET /pets?id=17\`. Without \`If-Match\` the last write wins. With
\`If-None-Match: *\` a resource is created only if it does not exist; otherwise the response is 412.

\`If-Match\` holds for every request, also where it is not listed: a GET without this \`ETag\` is 412, and so is a POST that
adds something, unless it is \`*\`, because a collection has no version. The other checks come first: a request that
fails without it fails in the same way.

## Orders

An order reserves an available animal: the animal becomes \`pending\`. Completing the order makes it \`sold\`, cancelling
makes it \`available\` again. An animal has at most one open order, no matter how many clients order it at the same time.
While it has one, it cannot be removed and its status cannot be changed (409 \`pet_has_open_order\`).

## Inquiries

What people ask about animals, in the form of the public page or through \`POST /inquiries\`. These are personal data: only
keys with \`inquiries:read\` see them, responses with them are not stored by caches, and their events
(\`inquiry.created\`, \`inquiry.closed\`, \`inquiry.deleted\`) have an \`inquiryId\` and nothing else. An inquiry is erased
after the number of days that the operator sets, open or closed. Erase your copies when \`inquiry.deleted\` arrives.

## Events

Every change of animals, categories, orders and inquiries is recorded as an event in the same transaction. A request that changes
nothing records none. Events are numbered 1, 2, 3 and so on, in the order in which they happened, without gaps. Read
them in pages, each after the last \`id\` you have; the service does not track what a client has read. An event becomes
visible within a tenth of a second after its change. Events are kept for a period that the operator sets. A client that
is further behind gets 410 \`events_expired\`, so it never misses an event unnoticed.

To follow events, request \`text/event-stream\`: the stream starts with your position as an \`id\` without data, then sends
each event as it happens, and a comment every 15 seconds while there are none. Reconnect with \`Last-Event-ID\` after any
end. A client that reads slowly receives every event; a connection on which a client reads nothing for a minute is
closed. To keep a copy of the catalogue: start to follow, then list all animals, then apply the \`pet\` of each event.

## Webhooks

A webhook sends events to an address of yours, each as a POST with the event as its body. Verify the signature as
[Standard Webhooks](https://www.standardwebhooks.com) describes, with the webhook's secret, before you trust it. Respond
with any 2xx within 15 seconds. A failed delivery is retried after 5 seconds, 1, 5 and 30 minutes, 2, 8 and 24 hours.
Then it is dead, and can be retried by hand. An event can arrive more than once, with the same \`webhook-id\`, and events
can arrive out of order. Respond with 410 to end the webhook.

A receiver that fails several times in a row is sent one event at a time, after pauses of up to ten minutes, until it
responds with 2xx; the other events wait. After three days of nothing but failures the webhook is disabled. The event
\`webhook.disabled\` tells of this; it is no change of the catalogue and has only a \`webhookId\`.

A webhook is paused when its key, \`createdBy\`, is revoked or expires: its events wait, and
\`POST /webhooks/{webhookId}/resume\` with another key takes it over and sends them. Events wait as long as events are
kept. After \`POST /webhooks/{webhookId}/rotate\` requests have a signature with each of the two secrets for a grace
period.

## Errors

Every error is an object with \`code\`, \`message\` and \`status\`. Each operation lists its codes; later releases may add
some. Program against the code: messages are for people and may change. With \`Accept: application/problem+json\` errors
are problem details (RFC 9457): \`type\`, \`title\`, \`status\`, \`detail\` (the message), \`code\`, and \`errors\` with one entry
for each invalid field or parameter. Its \`pointer\` names the field (\`#/name\`) or the parameter (\`?limit\`), its \`detail\`
says what would be right. An unknown query parameter is always an error.

Some requests end before the service sees them, and have no such object: 400 if it is not valid HTTP, 431 with more than
16 KiB or about 200 headers, 505 for another version of HTTP or a blank in the address. After an unknown method, or a POST
that is followed by another request before its response has arrived (pipelining), the connection is closed without a
response. Addresses are read as browsers do: \`\\\` is \`/\`, and the segments \`.\` and \`..\`, also encoded, are resolved.

After a 4xx or a 503 \`overloaded\` nothing was changed. After a 500, a 503 \`unavailable\` or no response at all, the
change may or may not have been made: retry the request with the same \`Idempotency-Key\`.

## Deprecation policy

Stable operations are removed only after at least 24 months' notice, and an announced date never moves earlier. Beta
operations, marked by \`Stability: beta\`, can be removed or changed after 90 days' notice. Experimental operations can
change at any time. Under \`/v1\`, only optional additions are made to stable operations; a breaking change would become
\`/v2\` beside it. Every response of a deprecated operation has the headers \`Deprecation\`, \`Sunset\` with the date of its
removal, and a \`Link\` to its replacement. They apply to the called operation, not to other methods of the same path.
`.trim();
