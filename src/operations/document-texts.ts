/** What a reader of the document should know before its operations, in Markdown. */
export const introduction = `
A catalogue of animals that are up for adoption: list, add, change and remove them, order one, count them, and
follow what happens.

## Authentication

Every operation needs an API key, sent as \`Authorization: Bearer <API_KEY>\`. The operator makes keys with
\`petstore keys create\`, or with a key that has the scope \`keys:admin\` over \`/keys\`. A key of the production
environment begins with \`pet_prod_\`, one of staging with \`pet_stag_\`; neither opens the other.

A key has scopes, by themselves or by a role. \`x-scope\` of an operation names those that a call needs, and a key that
lacks one is answered 403 \`insufficient_scope\`. To make a webhook, or to have a delivery sent again, a key needs
\`events:read\` too, for what is sent; to change an animal \`pets:read\`, for what the answer shows. No key makes one that may
do more than itself.

## Integers

Identifiers are integers of 64 bits, always exact. A reader that keeps numbers as doubles loses digits above 2^53.

## Pages

A list comes in ascending \`id\`, page by page. The next page is the address in the \`Link\` header with \`rel="next"\`;
the last page has none. The cursor inside belongs to the filters it was given for.

## Repeating a request

A GET may always be repeated. A POST may be repeated when it carries an \`Idempotency-Key\`: the change is then made once,
and every repetition within 24 hours gets the first answer, with \`Idempotency-Replayed: true\`. The key and the change
are stored together, so this holds also when the connection or the server broke in between. A request that failed is not
remembered: its key is free.

## Changing what others change too

Read what you are about to change, and send its \`ETag\` along as \`If-Match\`: the change is then made only if nobody else
has changed it since, and is otherwise answered 412 with nothing changed. The \`ETag\` of a list that has one entry stands
for that entry too, such as that of \`GET /pets?id=17\`. Without \`If-Match\` the last one wins. \`If-None-Match: *\` makes
only what is not there yet, and is otherwise answered 412.

## Orders

An order promises an available animal to somebody: the animal becomes \`pending\`, with the order's completion \`sold\`,
with its cancellation \`available\` again. An animal has one open order at most, however many ask for it at the same
moment, and while it has one it is neither removed nor given another status (409 \`pet_has_open_order\`).

## Events

Every change of animals, categories and orders is an event, written together with the change. A request that changes
nothing writes none. Events are numbered 1, 2, 3 and so on, in the order in which they happened. Read them page by page, each behind the last \`id\` that you have; the
service keeps nothing of who has read what. An event is there within a tenth of a second after its change. They are kept
for as long as the operator has set; who is further behind is answered 410 \`events_expired\`, and never skips one without
knowing.

To follow them, ask for \`text/event-stream\`: first comes your position as an \`id\` without data, then each event as it
happens, and a comment every 15 seconds when nothing does. Connect again with \`Last-Event-ID\` after any end; a reader that
is too slow is cut off, too, and misses nothing that way. To have a copy of the catalogue that stays true: begin to
follow, then list all animals, then apply the \`pet\` of each event.

## Webhooks

A webhook has events sent to an address of yours, each as a POST whose body is the event. Check its signature as
[Standard Webhooks](https://www.standardwebhooks.com) has it, with the webhook's secret, before you believe it. Answer
with any 2xx within 15 seconds. What does not arrive is sent again after 5 seconds, 1, 5 and 30 minutes, 2, 8 and 24
hours; then its delivery is dead, and can be sent again by hand. An event can arrive twice, with the same \`webhook-id\`,
and events can arrive in another order than that of their ids. Answer 410 to get no more. A webhook stays when the key
that has made it ends.

## Errors

Every error is an object of \`code\`, \`message\` and \`status\`. Its codes are listed with each operation; a
new release may add some. After a 4xx nothing was changed. With \`Accept: application/problem+json\` an error comes as
problem details (RFC 9457) instead: \`type\`, \`title\`, \`status\`, \`detail\` (the message), \`code\`, and \`errors\`, which has an
entry for each thing that is wrong with the request: a \`pointer\` to the field (\`#/name\`) or to the parameter (\`?limit\`),
and a \`detail\` that says what would be right. An unknown query parameter is an error everywhere.
After a 503 \`overloaded\` nothing was changed either; after a 503 \`unavailable\`, or without any answer, repeat the
request with its \`Idempotency-Key\`.

## Deprecation policy

Stable operations are removed only after at least 24 months' notice, and an announced date never moves earlier. Beta
operations, marked by \`Stability: beta\`, are removed or changed after 90 days' notice; experimental ones may change at
any time. Under \`/v1\` only optional things are ever added to stable operations; a breaking change would be \`/v2\` beside
it. A deprecated operation says so in every response: \`Deprecation\`, \`Sunset\` with the date, and a \`Link\` to what
replaces it. These speak of the operation that was called, and of no other method of its path.
`.trim();
