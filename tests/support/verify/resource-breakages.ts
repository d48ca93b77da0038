import { code, type ExtensionBreakage, header, isList, reversed, status, without } from './mangle.ts';
import { type Call, error } from './small-petstore.ts';

const isOrder = ({ path }: Call) => path.startsWith('/store/orders');

/** Each breaks one of our additions beyond the three operations. */
export const resourceBreakages: readonly ExtensionBreakage[] = [
  {
    group: 'caching',
    what: 'tags are weak',
    response: (answer) =>
      answer.headers['etag'] ? { headers: { ...answer.headers, etag: `W/${answer.headers['etag']}` } } : undefined,
    fails: [
      'caching: a list and an animal have a strong ETag',
      'caching: If-None-Match with several tags or a weak one matches, too',
    ],
  },
  {
    group: 'caching',
    what: 'If-None-Match is ignored',
    request: without('If-None-Match'),
    fails: [
      'caching: If-None-Match with the current ETag gets 304 without a body',
      'caching: If-None-Match with several tags or a weak one matches, too',
    ],
  },
  {
    group: 'caching',
    what: 'lists may be cached for a minute',
    response: header('Cache-Control', 'max-age=60', isList),
    fails: ['caching: a GET may be stored by its client, and is validated before each use'],
  },
  {
    group: 'caching',
    what: 'the tag never changes',
    response: header('ETag', '"constant"', isList),
    fails: [
      'caching: the ETag of a list changes when an animal is added',
      'caching: If-None-Match with the current ETag gets 304 without a body',
      'caching: If-None-Match with several tags or a weak one matches, too',
    ],
  },
  {
    group: 'retries',
    what: 'the key is ignored',
    request: (call) =>
      /"unclosed|^$|, |x{20}/.test(call.headers.get('Idempotency-Key') ?? '')
        ? undefined
        : without('Idempotency-Key')(call),
    fails: [
      'retries: a repeated request returns the first response, byte for byte',
      'retries: a repeated response says so, and the first does not',
      'retries: a repeated request adds one animal',
      'retries: requests with one key at the same time add one animal',
      'retries: another payload with the same key gets 422',
    ],
  },
  {
    group: 'retries',
    what: 'a replay does not say so',
    response: header('Idempotency-Replayed', undefined),
    fails: ['retries: a repeated response says so, and the first does not'],
  },
  {
    group: 'retries',
    what: 'another payload gets the first response',
    response: (answer) => (answer.status === 422 ? { status: 201 } : undefined),
    fails: ['retries: another payload with the same key gets 422'],
  },
  {
    group: 'changes',
    what: 'If-Match is ignored',
    request: without('If-Match'),
    fails: [
      'updatePet: If-Match with an older ETag gets 412 and changes nothing',
      'deletePet: If-Match with an older ETag gets 412 and removes nothing',
    ],
  },
  {
    group: 'changes',
    what: 'DELETE responds with 200',
    response: status(204, 200),
    fails: ['deletePet: responds with 204 without a body'],
  },
  {
    group: 'changes',
    what: 'a refused transition has another code',
    response: code('invalid_transition', 'validation_failed'),
    fails: ['updatePet: an animal that is sold cannot become pending'],
  },
  {
    group: 'changes',
    what: 'null leaves a field as it is',
    request: ({ method, body }) => (method === 'PATCH' && body.includes('null') ? { body: '{}' } : undefined),
    fails: ['updatePet: name null gets 400 and changes nothing'],
  },
  {
    group: 'categories',
    what: 'a new name is 200',
    response: status(201, 200, ({ path }) => path.startsWith('/categories')),
    fails: [
      'putCategory: a new name gets 201, another one 200',
      'putCategory: If-None-Match: * does not change a name that exists',
    ],
  },
  {
    group: 'orders',
    what: 'a second order gets 200',
    response: (answer, call) =>
      answer.status === 409 && answer.body.includes('pet_not_available') && isOrder(call) ? { status: 200 } : undefined,
    fails: [
      'placeOrder: an animal with an open order gets 409',
      'placeOrder: an animal that is sold gets 409',
      'placeOrder: of several orders at the same time exactly one succeeds',
    ],
  },
  {
    group: 'orders',
    what: 'an order has another member',
    response: (answer, call) =>
      isOrder(call) && answer.status === 201 ? { body: answer.body.replace('}', ',"note":""}') } : undefined,
    fails: [
      'placeOrder: responds with 201, the order and its address',
      'getOrder and listOrders: return an order as it was placed',
    ],
  },
  {
    group: 'orders',
    what: 'a closed order has another code',
    response: code('order_closed', 'invalid_transition'),
    fails: ['completeOrder and cancelOrder: a closed order gets 409'],
  },
  {
    group: 'inventory',
    what: 'counts are strings',
    response: (answer, { path }) =>
      path === '/store/inventory' ? { body: answer.body.replace(/"available":(\d+)/, '"available":"$1"') } : undefined,
    fails: ['getInventory: returns the number of animals of each status'],
  },
  {
    group: 'profiles',
    what: 'a reference may be given twice',
    response: (answer) => (answer.body.includes('reference_in_use') ? { status: 200, body: '{}' } : undefined),
    fails: ['updateProfile: a reference that another animal has gets 409'],
  },
  {
    group: 'search',
    what: 'q is case-sensitive',
    response: (_, { query }) => (query.includes('q=MULLER') ? { body: '[]' } : undefined),
    fails: ['listPets: q with other case and no accents finds 1'],
  },
  {
    group: 'search',
    what: 'names are sorted by their bytes',
    response: (answer, { query }) =>
      query.includes('sort=name') && answer.status === 200 ? reversed(answer) : undefined,
    fails: ['listPets: sort=name returns animals in this order'],
  },
  {
    group: 'webhooks',
    what: 'the secret is shown again',
    response: (answer, call) =>
      call.method === 'GET' && /^\/webhooks\/\d+$/.test(call.path) && answer.status === 200
        ? { body: answer.body.replace('{', '{"secret":"whsec_x",') }
        : undefined,
    fails: ['getWebhook and listWebhooks: do not show the secret'],
  },
  {
    group: 'keys',
    what: 'a missing scope is 404',
    response: (answer) => (answer.status === 403 ? error(404, 'not_found', 'No.') : undefined),
    fails: [
      'createPet: a key that can only read animals gets 403',
      'deletePet: a key that can only read animals gets 403',
      'listOrders: a key that can only read animals gets 403',
      'listKeys: a key that can only read animals gets 403',
      'createKey: no key can create one with more permissions than its own',
    ],
  },
  {
    group: 'integer-strings',
    what: 'lists have numbers',
    request: (call) => (isList(call) ? without('Prefer')(call) : undefined),
    fails: ['integer-strings: a list has ids and categories as strings of digits'],
  },
  {
    group: 'problems',
    what: 'problems are application/json',
    response: (answer) =>
      answer.headers['content-type'] === 'application/problem+json'
        ? { headers: { ...answer.headers, 'content-type': 'application/json' } }
        : undefined,
    fails: ['problems: an error has type, title, status, detail and code'],
  },
  {
    group: 'listings',
    what: 'listings have no photos',
    response: (answer, { path }) =>
      path.startsWith('/listings') ? { body: answer.body.replace(',"photos":[]', '') } : undefined,
    fails: ['createListing: adds an animal and its profile in one step'],
  },
  {
    group: 'photos',
    what: 'photos have no alternative text',
    response: (answer, { path }) =>
      path.endsWith('/photos') ? { body: answer.body.replaceAll(',"alternativeText":""', '') } : undefined,
    fails: ['addPhoto: the body is the image, and the response the photo'],
  },
];
