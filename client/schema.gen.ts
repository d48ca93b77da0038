// Generated from openapi.json by scripts/generate-client.ts. Do not edit.

export interface paths {
    "/pets": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * List animals
         * @description Animals by ascending `id`, filtered and page by page.
         */
        get: operations["listPets"];
        put?: never;
        /**
         * Add an animal
         * @description The animal is on the disk when the answer comes.
         */
        post: operations["createPet"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/pets/{petId}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Get an animal
         * @deprecated
         * @description One animal by its identifier.
         *
         *     Deprecated, and removed on 5 December 2030, 00:00 UTC. Use `GET /pets` with `id`, or with the `status` filter. It is only reads here that end: the other methods of this path stay, and the headers do not speak of them.
         */
        get: operations["getPet"];
        put?: never;
        post?: never;
        /**
         * Remove an animal
         * @description Removes an animal for good. Its identifier is never given again. One with an open order stays.
         */
        delete: operations["deletePet"];
        options?: never;
        head?: never;
        /**
         * Change an animal
         * @description Changes what the body names, and nothing else; a value that is there already is no change, and no event. An animal that is available can become pending or sold, one that is pending available or sold, one that is sold available. While an open order holds it, its status stays.
         */
        patch: operations["updatePet"];
        trace?: never;
    };
    "/categories": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * List categories
         * @description Categories that have a name, by ascending `id`, filtered and page by page.
         */
        get: operations["listCategories"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/categories/{categoryId}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Get a category
         * @description The name of one category.
         */
        get: operations["getCategory"];
        /**
         * Name a category
         * @description Gives a name to a category number, or another one. Animals may have numbers without a name.
         */
        put: operations["putCategory"];
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/store/orders": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * List orders
         * @description Orders by ascending `id`, filtered and page by page.
         */
        get: operations["listOrders"];
        put?: never;
        /**
         * Place an order
         * @description Promises an available animal to somebody: it becomes pending. Of many who order it at the same moment one gets it, the others are answered 409.
         */
        post: operations["placeOrder"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/store/orders/{orderId}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Get an order
         * @description One order by its identifier.
         */
        get: operations["getOrder"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/store/orders/{orderId}/complete": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Complete an order
         * @description The animal has gone to its new home: it becomes sold.
         */
        post: operations["completeOrder"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/store/orders/{orderId}/cancel": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Cancel an order
         * @description The animal is not promised any more: it becomes available again.
         */
        post: operations["cancelOrder"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/store/inventory": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Count the animals
         * @description How many animals have each status, exact at the moment of the answer.
         */
        get: operations["getInventory"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/store/statistics": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Count what happened
         * @description How many animals were added, adopted, returned and removed in each day, week (from Monday) or month, in UTC. Never forgotten, and exact at the moment of the answer.
         */
        get: operations["getStatistics"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/keys": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * List API keys
         * @description All keys by ascending `id`, page by page, also those that have expired or were revoked.
         */
        get: operations["listKeys"];
        put?: never;
        /**
         * Make an API key
         * @description A new key, which can have no scope that the key that asks lacks. Its secret stands in this answer and nowhere else; a repetition with the same `Idempotency-Key` and the same secret of the key that asks gets it again.
         */
        post: operations["createKey"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/keys/{keyId}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Get an API key
         * @description One key by its identifier, without its secret.
         */
        get: operations["getKey"];
        put?: never;
        post?: never;
        /**
         * Revoke an API key
         * @description Ends a key for good; it stays in the list. A key that has a scope which the key that asks lacks is refused, and so is the last active key with `keys:admin`.
         */
        delete: operations["revokeKey"];
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/keys/self": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Get the API key that asks
         * @description The key that the request is made with, without its secret: who it is, and what it may do.
         */
        get: operations["getOwnKey"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/keys/{keyId}/rotate": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Give an API key a new secret
         * @description The secret before stays valid for a time of grace; one from an earlier rotation ends now. The new secret stands in this answer and nowhere else. A key that has a scope which the key that asks lacks is refused. A key that rotates itself without a time of grace cannot repeat the request if the answer is lost.
         */
        post: operations["rotateKey"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/events": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Read or follow what happens
         * @description Every change of animals, categories and orders, in its order, none left out. The next page begins behind the last `id` of this one. With `Accept: text/event-stream`, at least as high as JSON, the answer does not end: what happens is sent as it happens, as server-sent events, behind `Last-Event-ID` or `after`, or from now on. A stream begins with the id at which it begins, has no `limit`, and has a comment every 15 seconds. It ends when the service does, when the key does, or when the client has taken nothing for a minute; then go on behind the last id.
         */
        get: operations["listEvents"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/webhooks": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * List webhooks
         * @description Webhooks by ascending `id`, page by page.
         */
        get: operations["listWebhooks"];
        put?: never;
        /**
         * Make a webhook
         * @description From now on events are sent to an address, each as the body of a POST that is signed as Standard Webhooks (https://www.standardwebhooks.com) has it, with the `secret` of this answer. An event arrives at least once, and always with the same `webhook-id`; events may arrive in another order than that of their ids. Answer with any 2xx within 15 seconds; 410 ends the webhook; after anything else, also a redirect, it is sent again seven times within 35 hours. The address must be a public one. The key also needs the scope `events:read`: a webhook is sent nothing that its maker could not read.
         */
        post: operations["createWebhook"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/webhooks/{webhookId}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Get a webhook
         * @description One webhook by its identifier. Its secret is not shown again.
         */
        get: operations["getWebhook"];
        put?: never;
        post?: never;
        /**
         * Remove a webhook
         * @description Ends a webhook, and drops what it was still to get. A request that is under way may yet arrive.
         */
        delete: operations["deleteWebhook"];
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/webhook-deliveries": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * List deliveries
         * @description The events that have not arrived at their webhooks yet, or will not arrive any more, by ascending `id`, filtered and page by page. A delivery is gone when it has arrived, when its webhook is removed, and when its event is not kept any more.
         */
        get: operations["listDeliveries"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/webhook-deliveries/{deliveryId}/retry": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Send it again
         * @description Lets a delivery be sent at once. One that is dead waits again, and has all its attempts again. If it is just being sent, it is sent twice.
         */
        post: operations["retryDelivery"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
}
export type webhooks = Record<string, never>;
export interface components {
    schemas: {
        /**
         * @description An animal. `status` is always there in an answer.
         * @example {
         *       "id": 42,
         *       "name": "Frank",
         *       "categoryId": 3,
         *       "status": "available"
         *     }
         */
        Pet: {
            /**
             * Format: int64
             * @description Identifier of the animal, assigned by the service and never given twice.
             * @example 42
             */
            id: bigint;
            /**
             * @description Name of the animal: 1 to 255 characters, not only blanks and other invisible characters, no control characters. Kept as it is.
             * @example Frank
             */
            name: string;
            /**
             * Format: int64
             * @description Identifier of the category that the animal belongs to.
             * @example 3
             */
            categoryId: bigint;
            status?: components["schemas"]["PetStatus"];
        };
        /**
         * @description An animal to add. Without a `status` it is `available`.
         * @example {
         *       "name": "Frank",
         *       "categoryId": 3,
         *       "status": "available"
         *     }
         */
        NewPet: {
            /**
             * @description Name of the animal: 1 to 255 characters, not only blanks and other invisible characters, no control characters. Kept as it is.
             * @example Frank
             */
            name: string;
            /**
             * Format: int64
             * @description Identifier of the category that the animal belongs to.
             * @example 3
             */
            categoryId: bigint;
            status?: components["schemas"]["PetStatus"];
        };
        /**
         * @description What is to change of an animal (RFC 7396); what is left out stays as it is. If the `id` stands in it, it is that of the path.
         * @example {
         *       "status": "pending"
         *     }
         */
        PetChanges: {
            /**
             * Format: int64
             * @description Identifier of the animal, assigned by the service and never given twice.
             * @example 42
             */
            id?: bigint;
            /**
             * @description Name of the animal: 1 to 255 characters, not only blanks and other invisible characters, no control characters. Kept as it is.
             * @example Frank
             */
            name?: string;
            /**
             * Format: int64
             * @description Identifier of the category that the animal belongs to.
             * @example 3
             */
            categoryId?: bigint;
            status?: components["schemas"]["PetStatus"];
        };
        /**
         * @description Availability of an animal.
         * @example available
         * @enum {string}
         */
        PetStatus: "available" | "pending" | "sold";
        /**
         * @description Animals by ascending `id`.
         * @example [
         *       {
         *         "id": 42,
         *         "name": "Frank",
         *         "categoryId": 3,
         *         "status": "available"
         *       }
         *     ]
         */
        Pets: components["schemas"]["Pet"][];
        /**
         * @description A category that has a name.
         * @example {
         *       "id": 3,
         *       "name": "Dogs"
         *     }
         */
        Category: {
            /**
             * Format: int64
             * @description Number of the category, chosen by whoever names it.
             * @example 3
             */
            id: bigint;
            /**
             * @description Name of the category: 1 to 255 characters, not only blanks and other invisible characters, no control characters. Kept as it is.
             * @example Dogs
             */
            name: string;
        };
        /**
         * @description A name for a category. If the `id` stands in it, it is that of the path.
         * @example {
         *       "name": "Dogs"
         *     }
         */
        CategoryDraft: {
            /**
             * Format: int64
             * @description Number of the category, chosen by whoever names it.
             * @example 3
             */
            id?: bigint;
            /**
             * @description Name of the category: 1 to 255 characters, not only blanks and other invisible characters, no control characters. Kept as it is.
             * @example Dogs
             */
            name: string;
        };
        /**
         * @description Categories by ascending `id`.
         * @example [
         *       {
         *         "id": 3,
         *         "name": "Dogs"
         *       }
         *     ]
         */
        Categories: components["schemas"]["Category"][];
        /**
         * @description The promise of an animal to somebody.
         * @example {
         *       "id": 7,
         *       "petId": 42,
         *       "status": "placed",
         *       "createdAt": "2026-11-21T10:00:00.000Z",
         *       "updatedAt": "2026-11-21T10:00:00.000Z"
         *     }
         */
        Order: {
            /**
             * Format: int64
             * @description Identifier of the order, assigned by the service and never given twice.
             * @example 7
             */
            id: bigint;
            /**
             * Format: int64
             * @description Identifier of the animal, assigned by the service and never given twice.
             * @example 42
             */
            petId: bigint;
            status: components["schemas"]["OrderStatus"];
            /**
             * Format: date-time
             * @description When it was placed.
             */
            createdAt: string;
            /**
             * Format: date-time
             * @description When it was placed, completed or cancelled.
             */
            updatedAt: string;
        };
        /**
         * @description An order to place.
         * @example {
         *       "petId": 42
         *     }
         */
        NewOrder: {
            /**
             * Format: int64
             * @description Identifier of the animal, assigned by the service and never given twice.
             * @example 42
             */
            petId: bigint;
        };
        /**
         * @description What has become of an order. One that is `placed` is open.
         * @example placed
         * @enum {string}
         */
        OrderStatus: "placed" | "completed" | "cancelled";
        /**
         * @description Orders by ascending `id`.
         * @example [
         *       {
         *         "id": 7,
         *         "petId": 42,
         *         "status": "placed",
         *         "createdAt": "2026-11-21T10:00:00.000Z",
         *         "updatedAt": "2026-11-21T10:00:00.000Z"
         *       }
         *     ]
         */
        Orders: components["schemas"]["Order"][];
        /**
         * @description How many animals there are.
         * @example {
         *       "available": 120,
         *       "pending": 7,
         *       "sold": 4711
         *     }
         */
        Inventory: {
            /**
             * Format: int64
             * @description Animals that are available.
             * @example 120
             */
            available: bigint;
            /**
             * Format: int64
             * @description Animals that are pending.
             * @example 7
             */
            pending: bigint;
            /**
             * Format: int64
             * @description Animals that are sold.
             * @example 4711
             */
            sold: bigint;
            /** @description The same for each category that has animals, by ascending number; only with `by=category`. */
            categories?: {
                /**
                 * Format: int64
                 * @description Number of the category, chosen by whoever names it.
                 * @example 3
                 */
                categoryId: bigint;
                /**
                 * Format: int64
                 * @description Animals that are available.
                 * @example 120
                 */
                available: bigint;
                /**
                 * Format: int64
                 * @description Animals that are pending.
                 * @example 7
                 */
                pending: bigint;
                /**
                 * Format: int64
                 * @description Animals that are sold.
                 * @example 4711
                 */
                sold: bigint;
            }[];
        };
        /**
         * @description What happened in each period, in their order; zeros where nothing did.
         * @example [
         *       {
         *         "start": "2026-11-01",
         *         "added": 14,
         *         "adopted": 9,
         *         "returned": 1,
         *         "removed": 2
         *       }
         *     ]
         */
        Statistics: {
            /**
             * Format: date
             * @description The first day of the period, in UTC.
             * @example 2026-11-01
             */
            start: string;
            /**
             * Format: int64
             * @description Animals that were added.
             * @example 14
             */
            added: bigint;
            /**
             * Format: int64
             * @description Animals that became sold, but not those that were added as sold.
             * @example 9
             */
            adopted: bigint;
            /**
             * Format: int64
             * @description Animals that were sold and are not any more: adoptions taken back.
             * @example 1
             */
            returned: bigint;
            /**
             * Format: int64
             * @description Animals that were removed.
             * @example 2
             */
            removed: bigint;
            /** @description The same for each category in which something happened; only with `groupBy=category`. */
            categories?: {
                /**
                 * Format: int64
                 * @description Number of the category, chosen by whoever names it.
                 * @example 3
                 */
                categoryId: bigint;
                /**
                 * Format: int64
                 * @description Animals that were added.
                 * @example 14
                 */
                added: bigint;
                /**
                 * Format: int64
                 * @description Animals that became sold, but not those that were added as sold.
                 * @example 9
                 */
                adopted: bigint;
                /**
                 * Format: int64
                 * @description Animals that were sold and are not any more: adoptions taken back.
                 * @example 1
                 */
                returned: bigint;
                /**
                 * Format: int64
                 * @description Animals that were removed.
                 * @example 2
                 */
                removed: bigint;
            }[];
        }[];
        /** @enum {string} */
        StatisticsPeriod: "day" | "week" | "month";
        /**
         * @description An API key, without its secret. `role` is there if it was given one.
         * @example {
         *       "id": 2,
         *       "name": "web site",
         *       "role": "editor",
         *       "scopes": [
         *         "pets:read",
         *         "pets:write",
         *         "orders:read",
         *         "orders:write",
         *         "events:read"
         *       ],
         *       "hint": "pet_prod_9KSu…",
         *       "status": "active",
         *       "createdAt": "2026-11-21T10:00:00.000Z",
         *       "expiresAt": "2027-11-21T10:00:00.000Z"
         *     }
         */
        Key: {
            /**
             * Format: int64
             * @description Identifier of the key, assigned by the service and never given twice.
             * @example 2
             */
            id: bigint;
            /**
             * @description Name of the key: 1 to 100 characters, not only blanks and other invisible characters, no control characters. Kept as it is.
             * @example web site
             */
            name: string;
            role?: components["schemas"]["Role"];
            /** @description What it may do, by its role or by itself. */
            scopes: components["schemas"]["Scope"][];
            /** @description The first characters of its secret, to know it again by. */
            hint: string;
            status: components["schemas"]["KeyStatus"];
            /**
             * Format: date-time
             * @description When it was made.
             */
            createdAt: string;
            /**
             * Format: date-time
             * @description When it ends or has ended by itself.
             */
            expiresAt?: string;
            /**
             * Format: date-time
             * @description When it was last used, known some seconds later.
             */
            lastUsedAt?: string;
            /**
             * Format: date-time
             * @description When it was revoked.
             */
            revokedAt?: string;
        };
        /**
         * @description A key to make. It has either a `role` or `scopes`, and never both.
         * @example {
         *       "name": "web site",
         *       "role": "editor",
         *       "expiresAt": "2027-11-21T10:00:00.000Z"
         *     }
         */
        NewKey: {
            /**
             * @description Name of the key: 1 to 100 characters, not only blanks and other invisible characters, no control characters. Kept as it is.
             * @example web site
             */
            name: string;
            role?: components["schemas"]["Role"];
            scopes?: components["schemas"]["Scope"][];
            /**
             * Format: date-time
             * @description When it ends, in the future; without it, never.
             */
            expiresAt?: string;
        };
        /**
         * @description An API key with its new secret, of which the service keeps only a hash.
         * @example {
         *       "id": 2,
         *       "name": "web site",
         *       "role": "editor",
         *       "scopes": [
         *         "pets:read",
         *         "pets:write",
         *         "orders:read",
         *         "orders:write",
         *         "events:read"
         *       ],
         *       "hint": "pet_prod_9KSu…",
         *       "status": "active",
         *       "createdAt": "2026-11-21T10:00:00.000Z",
         *       "expiresAt": "2027-11-21T10:00:00.000Z",
         *       "secret": "pet_prod_9KSulA8Ghct30vZz4HpdQ5c5b9cPF121warN"
         *     }
         */
        IssuedKey: {
            /**
             * Format: int64
             * @description Identifier of the key, assigned by the service and never given twice.
             * @example 2
             */
            id: bigint;
            /**
             * @description Name of the key: 1 to 100 characters, not only blanks and other invisible characters, no control characters. Kept as it is.
             * @example web site
             */
            name: string;
            role?: components["schemas"]["Role"];
            /** @description What it may do, by its role or by itself. */
            scopes: components["schemas"]["Scope"][];
            /** @description The first characters of its secret, to know it again by. */
            hint: string;
            status: components["schemas"]["KeyStatus"];
            /**
             * Format: date-time
             * @description When it was made.
             */
            createdAt: string;
            /**
             * Format: date-time
             * @description When it ends or has ended by itself.
             */
            expiresAt?: string;
            /**
             * Format: date-time
             * @description When it was last used, known some seconds later.
             */
            lastUsedAt?: string;
            /**
             * Format: date-time
             * @description When it was revoked.
             */
            revokedAt?: string;
            /** @description What is sent as `Authorization: Bearer <secret>`. It is shown this once. */
            secret: string;
        };
        /**
         * @description How a key gets a new secret.
         * @example {
         *       "graceSeconds": 3600
         *     }
         */
        KeyRotation: {
            /**
             * @description How long the secret before stays valid; 0 ends it at once.
             * @default 86400
             * @example 3600
             */
            graceSeconds?: bigint;
        };
        /**
         * @description What has become of a key. Only one that is `active` opens anything.
         * @example active
         * @enum {string}
         */
        KeyStatus: "active" | "expired" | "revoked";
        /**
         * @description Keys by ascending `id`.
         * @example [
         *       {
         *         "id": 2,
         *         "name": "web site",
         *         "role": "editor",
         *         "scopes": [
         *           "pets:read",
         *           "pets:write",
         *           "orders:read",
         *           "orders:write",
         *           "events:read"
         *         ],
         *         "hint": "pet_prod_9KSu…",
         *         "status": "active",
         *         "createdAt": "2026-11-21T10:00:00.000Z",
         *         "expiresAt": "2027-11-21T10:00:00.000Z"
         *       }
         *     ]
         */
        Keys: components["schemas"]["Key"][];
        /**
         * @description A named set of scopes: a `reader` reads animals, orders and events, an `editor` also changes them, a `monitor` reads the metrics and nothing else, an `admin` may do everything. A later release may add scopes to it.
         * @example editor
         * @enum {string}
         */
        Role: "reader" | "editor" | "monitor" | "admin";
        /**
         * @description What a key may do. Events tell of animals, categories and orders, and `events:read` is enough to read all of that. `webhooks:read` shows webhooks and deliveries, `webhooks:write` changes them; what has events sent somewhere also needs `events:read`. `metrics:read` is for `/metrics`, which `keys:admin` also reads.
         * @example pets:read
         * @enum {string}
         */
        Scope: "pets:read" | "pets:write" | "orders:read" | "orders:write" | "events:read" | "webhooks:read" | "webhooks:write" | "metrics:read" | "keys:admin";
        /**
         * @description A change. With a `petId` it is one of an animal, also when an order did it, and `pet` is the animal as it is since; without `pet` it is gone.
         * @example {
         *       "id": 815,
         *       "type": "order.placed",
         *       "at": "2026-11-21T10:00:00.000Z",
         *       "petId": 42,
         *       "orderId": 7,
         *       "pet": {
         *         "id": 42,
         *         "name": "Frank",
         *         "categoryId": 3,
         *         "status": "pending"
         *       }
         *     }
         */
        Event: {
            /**
             * Format: int64
             * @description Its place among all events: 1, 2, 3 and so on, without gaps.
             * @example 815
             */
            id: bigint;
            type: components["schemas"]["EventType"];
            /**
             * Format: date-time
             * @description When it happened.
             */
            at: string;
            /**
             * Format: int64
             * @description Identifier of the animal, assigned by the service and never given twice.
             * @example 42
             */
            petId?: bigint;
            /**
             * Format: int64
             * @description Identifier of the order that did it.
             * @example 7
             */
            orderId?: bigint;
            pet?: components["schemas"]["Pet"];
            category?: components["schemas"]["Category"];
        };
        /**
         * @description What has happened. More may be added: skip what you do not know.
         * @example pet.updated
         * @enum {string}
         */
        EventType: "pet.created" | "pet.updated" | "pet.deleted" | "category.created" | "category.updated" | "order.placed" | "order.completed" | "order.cancelled";
        /**
         * @description Events in the order in which they happened.
         * @example [
         *       {
         *         "id": 815,
         *         "type": "order.placed",
         *         "at": "2026-11-21T10:00:00.000Z",
         *         "petId": 42,
         *         "orderId": 7,
         *         "pet": {
         *           "id": 42,
         *           "name": "Frank",
         *           "categoryId": 3,
         *           "status": "pending"
         *         }
         *       }
         *     ]
         */
        Events: components["schemas"]["Event"][];
        /**
         * @description An address that events are sent to.
         * @example {
         *       "id": 5,
         *       "url": "https://shelter.example.org/events",
         *       "types": [
         *         "pet.updated",
         *         "order.placed"
         *       ],
         *       "status": "active",
         *       "createdAt": "2026-11-21T10:00:00.000Z"
         *     }
         */
        Webhook: {
            /**
             * Format: int64
             * @description Identifier of the webhook, assigned by the service and never given twice.
             * @example 5
             */
            id: bigint;
            /**
             * Format: uri
             * @description Where events are sent to: an address with https, without user name and fragment, kept as it is.
             * @example https://shelter.example.org/events
             */
            url: string;
            /**
             * @description The events that are wanted; all of them if this is missing.
             * @example [
             *       "pet.created",
             *       "pet.updated",
             *       "pet.deleted"
             *     ]
             */
            types?: components["schemas"]["EventType"][];
            status: components["schemas"]["WebhookStatus"];
            /**
             * Format: date-time
             * @description When it was made.
             */
            createdAt: string;
        };
        /**
         * @description A webhook to make.
         * @example {
         *       "url": "https://shelter.example.org/events",
         *       "types": [
         *         "pet.updated",
         *         "order.placed"
         *       ]
         *     }
         */
        NewWebhook: {
            /**
             * Format: uri
             * @description Where events are sent to: an address with https, without user name and fragment, kept as it is.
             * @example https://shelter.example.org/events
             */
            url: string;
            /**
             * @description The events that are wanted; all of them if this is missing.
             * @example [
             *       "pet.created",
             *       "pet.updated",
             *       "pet.deleted"
             *     ]
             */
            types?: components["schemas"]["EventType"][];
        };
        /**
         * @description A webhook that was just made.
         * @example {
         *       "id": 5,
         *       "url": "https://shelter.example.org/events",
         *       "types": [
         *         "pet.updated",
         *         "order.placed"
         *       ],
         *       "status": "active",
         *       "createdAt": "2026-11-21T10:00:00.000Z",
         *       "secret": "whsec_AAECAwQFBgcICQoLDA0ODxAREhMUFRYXGBkaGxwdHh8="
         *     }
         */
        IssuedWebhook: {
            /**
             * Format: int64
             * @description Identifier of the webhook, assigned by the service and never given twice.
             * @example 5
             */
            id: bigint;
            /**
             * Format: uri
             * @description Where events are sent to: an address with https, without user name and fragment, kept as it is.
             * @example https://shelter.example.org/events
             */
            url: string;
            /**
             * @description The events that are wanted; all of them if this is missing.
             * @example [
             *       "pet.created",
             *       "pet.updated",
             *       "pet.deleted"
             *     ]
             */
            types?: components["schemas"]["EventType"][];
            status: components["schemas"]["WebhookStatus"];
            /**
             * Format: date-time
             * @description When it was made.
             */
            createdAt: string;
            /**
             * @description What its requests are signed with. It is shown this once; keep it.
             * @example whsec_AAECAwQFBgcICQoLDA0ODxAREhMUFRYXGBkaGxwdHh8=
             */
            secret: string;
        };
        /**
         * @description Whether events are sent. One that is `disabled` was ended by its receiver with 410.
         * @example active
         * @enum {string}
         */
        WebhookStatus: "active" | "disabled";
        /**
         * @description Webhooks by ascending `id`.
         * @example [
         *       {
         *         "id": 5,
         *         "url": "https://shelter.example.org/events",
         *         "types": [
         *           "pet.updated",
         *           "order.placed"
         *         ],
         *         "status": "active",
         *         "createdAt": "2026-11-21T10:00:00.000Z"
         *       }
         *     ]
         */
        Webhooks: components["schemas"]["Webhook"][];
        /**
         * @description An event that has not arrived yet.
         * @example {
         *       "id": 31,
         *       "webhookId": 5,
         *       "eventId": 815,
         *       "status": "waiting",
         *       "attempts": 2,
         *       "dueAt": "2026-11-21T10:01:05.000Z",
         *       "failure": "the receiver responded with 503"
         *     }
         */
        Delivery: {
            /**
             * Format: int64
             * @description Identifier of the delivery, assigned by the service and never given twice.
             * @example 31
             */
            id: bigint;
            /**
             * Format: int64
             * @description Identifier of the webhook, assigned by the service and never given twice.
             * @example 5
             */
            webhookId: bigint;
            /**
             * Format: int64
             * @description The event that it brings.
             * @example 815
             */
            eventId: bigint;
            status: components["schemas"]["DeliveryStatus"];
            /** @description How often it was sent. */
            attempts: bigint;
            /**
             * Format: date-time
             * @description When it is sent next, at the earliest.
             */
            dueAt?: string;
            /** @description Why it did not arrive the last time, for a person. */
            failure?: string;
        };
        /**
         * @description Whether it is still being sent. One that is `dead` has failed too often.
         * @example waiting
         * @enum {string}
         */
        DeliveryStatus: "waiting" | "dead";
        /**
         * @description Deliveries by ascending `id`.
         * @example [
         *       {
         *         "id": 31,
         *         "webhookId": 5,
         *         "eventId": 815,
         *         "status": "waiting",
         *         "attempts": 2,
         *         "dueAt": "2026-11-21T10:01:05.000Z",
         *         "failure": "the receiver responded with 503"
         *       }
         *     ]
         */
        Deliveries: components["schemas"]["Delivery"][];
        /** @description Every error response carries this object. */
        Error: {
            /**
             * @description What went wrong, for a program.
             * @enum {string}
             */
            code: "invalid_json" | "validation_failed" | "invalid_parameter" | "unknown_parameter" | "invalid_cursor" | "invalid_idempotency_key" | "missing_api_key" | "invalid_api_key" | "insufficient_scope" | "pet_not_found" | "order_not_found" | "category_not_found" | "key_not_found" | "webhook_not_found" | "delivery_not_found" | "not_found" | "method_not_allowed" | "request_timeout" | "pet_not_available" | "pet_has_open_order" | "order_closed" | "webhook_disabled" | "invalid_transition" | "idempotency_in_progress" | "last_admin_key" | "operation_removed" | "events_expired" | "precondition_failed" | "payload_too_large" | "uri_too_long" | "unsupported_media_type" | "idempotency_key_reused" | "rate_limited" | "internal_error" | "overloaded" | "unavailable";
            /** @description What went wrong and what would be right, for a person. */
            message: string;
            /** @description The HTTP status of the response. */
            status: bigint;
        };
    };
    responses: never;
    parameters: never;
    requestBodies: never;
    headers: never;
    pathItems: never;
}
export type $defs = Record<string, never>;
export interface operations {
    listPets: {
        parameters: {
            query?: {
                /** @description How many entries a page has at most. It may change from page to page. Without it a page has 20, or all entries that are named one by one. */
                limit?: bigint;
                /** @description Where the page begins: taken from the `Link` header of the page before, never made up. */
                cursor?: string;
                /** @description Only animals with this status. */
                status?: components["schemas"]["PetStatus"];
                /** @description Only animals of this category. Beta. */
                categoryId?: bigint;
                /** @description Only these animals, as far as they exist. May be repeated, up to 100 times. */
                id?: bigint[];
            };
            header?: {
                /** @description ETags that the client has; answered 304 if one of them still holds. */
                "If-None-Match"?: string;
                /**
                 * @description `count=exact` adds `X-Total-Count` (RFC 7240).
                 * @example count=exact
                 */
                Prefer?: string;
            };
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description A page of animals. */
            200: {
                headers: {
                    /** @description Names this request in the log. */
                    "X-Request-Id"?: string;
                    /** @description Names these bytes (RFC 9110, section 8.8.3). */
                    ETag?: string;
                    /** @description The next page as `rel="next"` (RFC 8288); absent on the last one. */
                    Link?: string;
                    /** @description How many entries match; only with `Prefer: count=exact`. */
                    "X-Total-Count"?: string;
                    /** @description `count=exact` when the preference was heeded. */
                    "Preference-Applied"?: string;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Pets"];
                };
            };
            /** @description The entity named by `If-None-Match` is still the same. */
            304: {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
            /**
             * @description `invalid_parameter`: A query parameter has a value that it cannot have.
             *
             *     `unknown_parameter`: There is no such query parameter.
             *
             *     `invalid_cursor`: The cursor was not given for this list and these filters.
             */
            400: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /**
             * @description `missing_api_key`: No API key was sent.
             *
             *     `invalid_api_key`: The API key is unknown, mistyped, expired, revoked, or of the other environment.
             */
            401: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description `insufficient_scope`: The API key lacks the scope of this operation, or a scope that it would give away. */
            403: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description `uri_too_long`: Path and query are longer than 8 KiB. */
            414: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description `rate_limited`: The API key has used up its requests; `Retry-After` says when to go on. */
            429: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description `internal_error`: Something failed that should not. The message has the request id. */
            500: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /**
             * @description `overloaded`: Too much work is waiting. Nothing was changed; repeat it after `Retry-After`.
             *
             *     `unavailable`: The storage is away. Repeat it after `Retry-After`, a write with its Idempotency-Key.
             */
            503: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
        };
    };
    createPet: {
        parameters: {
            query?: never;
            header?: {
                /**
                 * @description Makes it safe to repeat the request: for 24 hours the same key with the same payload gets the first answer again.
                 * @example 8e03978e-40d5-43e8-bc93-6894a57f9324
                 */
                "Idempotency-Key"?: string;
            };
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["NewPet"];
            };
        };
        responses: {
            /** @description The animal as it was added, with its `id`. */
            201: {
                headers: {
                    /** @description Names this request in the log. */
                    "X-Request-Id"?: string;
                    /** @description Where it can be found. Left out from 5 December 2030, 00:00 UTC, on. */
                    Location?: string;
                    /** @description `true` when this is the answer to an earlier request with the same key. */
                    "Idempotency-Replayed"?: string;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Pet"];
                };
            };
            /**
             * @description `unknown_parameter`: There is no such query parameter.
             *
             *     `invalid_json`: The body is not one JSON object in UTF-8, or a member stands twice in it.
             *
             *     `validation_failed`: The body lacks required fields or has wrong ones; the message names all of them.
             *
             *     `invalid_idempotency_key`: The Idempotency-Key is empty, too long, or stands twice.
             */
            400: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /**
             * @description `missing_api_key`: No API key was sent.
             *
             *     `invalid_api_key`: The API key is unknown, mistyped, expired, revoked, or of the other environment.
             */
            401: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description `insufficient_scope`: The API key lacks the scope of this operation, or a scope that it would give away. */
            403: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description `request_timeout`: The body did not arrive in time. Nothing was changed. */
            408: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description `idempotency_in_progress`: The first request with this Idempotency-Key is being worked on. Repeat it. */
            409: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description `precondition_failed`: The resource has changed since it was read. */
            412: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description `payload_too_large`: The body is larger than 64 KiB. */
            413: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description `uri_too_long`: Path and query are longer than 8 KiB. */
            414: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description `unsupported_media_type`: The body has no media type that the operation takes; `Accept-Post` or `Accept-Patch` names those. */
            415: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description `idempotency_key_reused`: The Idempotency-Key was used with another payload. */
            422: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description `rate_limited`: The API key has used up its requests; `Retry-After` says when to go on. */
            429: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description `internal_error`: Something failed that should not. The message has the request id. */
            500: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /**
             * @description `overloaded`: Too much work is waiting. Nothing was changed; repeat it after `Retry-After`.
             *
             *     `unavailable`: The storage is away. Repeat it after `Retry-After`, a write with its Idempotency-Key.
             */
            503: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
        };
    };
    getPet: {
        parameters: {
            query?: never;
            header?: {
                /** @description ETags that the client has; answered 304 if one of them still holds. */
                "If-None-Match"?: string;
            };
            path: {
                /** @description Identifier of the animal. */
                petId: bigint;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The animal. */
            200: {
                headers: {
                    /** @description Names this request in the log. */
                    "X-Request-Id"?: string;
                    /** @description Names these bytes (RFC 9110, section 8.8.3). */
                    ETag?: string;
                    /** @description Since when the operation is deprecated (RFC 9745). */
                    Deprecation?: string;
                    /** @description When the operation is removed (RFC 8594). */
                    Sunset?: string;
                    /** @description The deprecation policy, and the call to use instead as `rel="successor-version"`. */
                    Link?: string;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Pet"];
                };
            };
            /** @description The entity named by `If-None-Match` is still the same. */
            304: {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
            /** @description `unknown_parameter`: There is no such query parameter. */
            400: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /**
             * @description `missing_api_key`: No API key was sent.
             *
             *     `invalid_api_key`: The API key is unknown, mistyped, expired, revoked, or of the other environment.
             */
            401: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description `insufficient_scope`: The API key lacks the scope of this operation, or a scope that it would give away. */
            403: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description `pet_not_found`: There is no such animal. */
            404: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description `operation_removed`: The operation was removed on its announced date. */
            410: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description `uri_too_long`: Path and query are longer than 8 KiB. */
            414: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description `rate_limited`: The API key has used up its requests; `Retry-After` says when to go on. */
            429: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description `internal_error`: Something failed that should not. The message has the request id. */
            500: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /**
             * @description `overloaded`: Too much work is waiting. Nothing was changed; repeat it after `Retry-After`.
             *
             *     `unavailable`: The storage is away. Repeat it after `Retry-After`, a write with its Idempotency-Key.
             */
            503: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
        };
    };
    deletePet: {
        parameters: {
            query?: never;
            header?: {
                /**
                 * @description Makes the change only if what it is about still has one of these ETags; else it is answered 412.
                 * @example "20770izeazfri"
                 */
                "If-Match"?: string;
                /** @description Makes the change only if what it is about has none of these ETags, or with `*`, is not there; else 412. */
                "If-None-Match"?: string;
            };
            path: {
                /** @description Identifier of the animal. */
                petId: bigint;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The animal is gone. */
            204: {
                headers: {
                    /** @description Names this request in the log. */
                    "X-Request-Id"?: string;
                    /** @description `beta` or `experimental`. */
                    Stability?: string;
                    [name: string]: unknown;
                };
                content?: never;
            };
            /**
             * @description `unknown_parameter`: There is no such query parameter.
             *
             *     `invalid_json`: The body is not one JSON object in UTF-8, or a member stands twice in it.
             *
             *     `validation_failed`: The body lacks required fields or has wrong ones; the message names all of them.
             */
            400: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /**
             * @description `missing_api_key`: No API key was sent.
             *
             *     `invalid_api_key`: The API key is unknown, mistyped, expired, revoked, or of the other environment.
             */
            401: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description `insufficient_scope`: The API key lacks the scope of this operation, or a scope that it would give away. */
            403: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description `pet_not_found`: There is no such animal. */
            404: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description `request_timeout`: The body did not arrive in time. Nothing was changed. */
            408: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description `pet_has_open_order`: An open order holds the animal. Complete or cancel the order first. */
            409: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description `precondition_failed`: The resource has changed since it was read. */
            412: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description `payload_too_large`: The body is larger than 64 KiB. */
            413: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description `uri_too_long`: Path and query are longer than 8 KiB. */
            414: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description `unsupported_media_type`: The body has no media type that the operation takes; `Accept-Post` or `Accept-Patch` names those. */
            415: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description `rate_limited`: The API key has used up its requests; `Retry-After` says when to go on. */
            429: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description `internal_error`: Something failed that should not. The message has the request id. */
            500: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /**
             * @description `overloaded`: Too much work is waiting. Nothing was changed; repeat it after `Retry-After`.
             *
             *     `unavailable`: The storage is away. Repeat it after `Retry-After`, a write with its Idempotency-Key.
             */
            503: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
        };
    };
    updatePet: {
        parameters: {
            query?: never;
            header?: {
                /**
                 * @description Makes the change only if what it is about still has one of these ETags; else it is answered 412.
                 * @example "20770izeazfri"
                 */
                "If-Match"?: string;
                /** @description Makes the change only if what it is about has none of these ETags, or with `*`, is not there; else 412. */
                "If-None-Match"?: string;
            };
            path: {
                /** @description Identifier of the animal. */
                petId: bigint;
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["PetChanges"];
                "application/merge-patch+json": components["schemas"]["PetChanges"];
            };
        };
        responses: {
            /** @description The animal as it is now. */
            200: {
                headers: {
                    /** @description Names this request in the log. */
                    "X-Request-Id"?: string;
                    /** @description Names these bytes (RFC 9110, section 8.8.3). */
                    ETag?: string;
                    /** @description `beta` or `experimental`. */
                    Stability?: string;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Pet"];
                };
            };
            /**
             * @description `unknown_parameter`: There is no such query parameter.
             *
             *     `invalid_json`: The body is not one JSON object in UTF-8, or a member stands twice in it.
             *
             *     `validation_failed`: The body lacks required fields or has wrong ones; the message names all of them.
             */
            400: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /**
             * @description `missing_api_key`: No API key was sent.
             *
             *     `invalid_api_key`: The API key is unknown, mistyped, expired, revoked, or of the other environment.
             */
            401: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description `insufficient_scope`: The API key lacks the scope of this operation, or a scope that it would give away. */
            403: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description `pet_not_found`: There is no such animal. */
            404: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description `request_timeout`: The body did not arrive in time. Nothing was changed. */
            408: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /**
             * @description `pet_has_open_order`: An open order holds the animal. Complete or cancel the order first.
             *
             *     `invalid_transition`: The status cannot change in this way.
             */
            409: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description `precondition_failed`: The resource has changed since it was read. */
            412: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description `payload_too_large`: The body is larger than 64 KiB. */
            413: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description `uri_too_long`: Path and query are longer than 8 KiB. */
            414: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description `unsupported_media_type`: The body has no media type that the operation takes; `Accept-Post` or `Accept-Patch` names those. */
            415: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description `rate_limited`: The API key has used up its requests; `Retry-After` says when to go on. */
            429: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description `internal_error`: Something failed that should not. The message has the request id. */
            500: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /**
             * @description `overloaded`: Too much work is waiting. Nothing was changed; repeat it after `Retry-After`.
             *
             *     `unavailable`: The storage is away. Repeat it after `Retry-After`, a write with its Idempotency-Key.
             */
            503: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
        };
    };
    listCategories: {
        parameters: {
            query?: {
                /** @description How many entries a page has at most. It may change from page to page. Without it a page has 20, or all entries that are named one by one. */
                limit?: bigint;
                /** @description Where the page begins: taken from the `Link` header of the page before, never made up. */
                cursor?: string;
                /** @description Only these categories, as far as they have a name. May be repeated, up to 100 times. */
                id?: bigint[];
            };
            header?: {
                /** @description ETags that the client has; answered 304 if one of them still holds. */
                "If-None-Match"?: string;
                /**
                 * @description `count=exact` adds `X-Total-Count` (RFC 7240).
                 * @example count=exact
                 */
                Prefer?: string;
            };
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description A page of categories. */
            200: {
                headers: {
                    /** @description Names this request in the log. */
                    "X-Request-Id"?: string;
                    /** @description Names these bytes (RFC 9110, section 8.8.3). */
                    ETag?: string;
                    /** @description The next page as `rel="next"` (RFC 8288); absent on the last one. */
                    Link?: string;
                    /** @description How many entries match; only with `Prefer: count=exact`. */
                    "X-Total-Count"?: string;
                    /** @description `count=exact` when the preference was heeded. */
                    "Preference-Applied"?: string;
                    /** @description `beta` or `experimental`. */
                    Stability?: string;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Categories"];
                };
            };
            /** @description The entity named by `If-None-Match` is still the same. */
            304: {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
            /**
             * @description `invalid_parameter`: A query parameter has a value that it cannot have.
             *
             *     `unknown_parameter`: There is no such query parameter.
             *
             *     `invalid_cursor`: The cursor was not given for this list and these filters.
             */
            400: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /**
             * @description `missing_api_key`: No API key was sent.
             *
             *     `invalid_api_key`: The API key is unknown, mistyped, expired, revoked, or of the other environment.
             */
            401: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description `insufficient_scope`: The API key lacks the scope of this operation, or a scope that it would give away. */
            403: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description `uri_too_long`: Path and query are longer than 8 KiB. */
            414: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description `rate_limited`: The API key has used up its requests; `Retry-After` says when to go on. */
            429: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description `internal_error`: Something failed that should not. The message has the request id. */
            500: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /**
             * @description `overloaded`: Too much work is waiting. Nothing was changed; repeat it after `Retry-After`.
             *
             *     `unavailable`: The storage is away. Repeat it after `Retry-After`, a write with its Idempotency-Key.
             */
            503: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
        };
    };
    getCategory: {
        parameters: {
            query?: never;
            header?: {
                /** @description ETags that the client has; answered 304 if one of them still holds. */
                "If-None-Match"?: string;
            };
            path: {
                /** @description Number of the category. */
                categoryId: bigint;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The category. */
            200: {
                headers: {
                    /** @description Names this request in the log. */
                    "X-Request-Id"?: string;
                    /** @description Names these bytes (RFC 9110, section 8.8.3). */
                    ETag?: string;
                    /** @description `beta` or `experimental`. */
                    Stability?: string;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Category"];
                };
            };
            /** @description The entity named by `If-None-Match` is still the same. */
            304: {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
            /** @description `unknown_parameter`: There is no such query parameter. */
            400: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /**
             * @description `missing_api_key`: No API key was sent.
             *
             *     `invalid_api_key`: The API key is unknown, mistyped, expired, revoked, or of the other environment.
             */
            401: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description `insufficient_scope`: The API key lacks the scope of this operation, or a scope that it would give away. */
            403: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description `category_not_found`: There is no such category. */
            404: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description `uri_too_long`: Path and query are longer than 8 KiB. */
            414: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description `rate_limited`: The API key has used up its requests; `Retry-After` says when to go on. */
            429: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description `internal_error`: Something failed that should not. The message has the request id. */
            500: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /**
             * @description `overloaded`: Too much work is waiting. Nothing was changed; repeat it after `Retry-After`.
             *
             *     `unavailable`: The storage is away. Repeat it after `Retry-After`, a write with its Idempotency-Key.
             */
            503: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
        };
    };
    putCategory: {
        parameters: {
            query?: never;
            header?: {
                /**
                 * @description Makes the change only if what it is about still has one of these ETags; else it is answered 412.
                 * @example "20770izeazfri"
                 */
                "If-Match"?: string;
                /** @description Makes the change only if what it is about has none of these ETags, or with `*`, is not there; else 412. */
                "If-None-Match"?: string;
            };
            path: {
                /** @description Number of the category. */
                categoryId: bigint;
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["CategoryDraft"];
            };
        };
        responses: {
            /** @description The category as it is now. */
            200: {
                headers: {
                    /** @description Names this request in the log. */
                    "X-Request-Id"?: string;
                    /** @description Names these bytes (RFC 9110, section 8.8.3). */
                    ETag?: string;
                    /** @description `beta` or `experimental`. */
                    Stability?: string;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Category"];
                };
            };
            /** @description The category, which had no name before. */
            201: {
                headers: {
                    /** @description Names this request in the log. */
                    "X-Request-Id"?: string;
                    /** @description Names these bytes (RFC 9110, section 8.8.3). */
                    ETag?: string;
                    /** @description `beta` or `experimental`. */
                    Stability?: string;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Category"];
                };
            };
            /**
             * @description `unknown_parameter`: There is no such query parameter.
             *
             *     `invalid_json`: The body is not one JSON object in UTF-8, or a member stands twice in it.
             *
             *     `validation_failed`: The body lacks required fields or has wrong ones; the message names all of them.
             */
            400: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /**
             * @description `missing_api_key`: No API key was sent.
             *
             *     `invalid_api_key`: The API key is unknown, mistyped, expired, revoked, or of the other environment.
             */
            401: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description `insufficient_scope`: The API key lacks the scope of this operation, or a scope that it would give away. */
            403: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description `request_timeout`: The body did not arrive in time. Nothing was changed. */
            408: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description `precondition_failed`: The resource has changed since it was read. */
            412: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description `payload_too_large`: The body is larger than 64 KiB. */
            413: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description `uri_too_long`: Path and query are longer than 8 KiB. */
            414: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description `unsupported_media_type`: The body has no media type that the operation takes; `Accept-Post` or `Accept-Patch` names those. */
            415: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description `rate_limited`: The API key has used up its requests; `Retry-After` says when to go on. */
            429: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description `internal_error`: Something failed that should not. The message has the request id. */
            500: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /**
             * @description `overloaded`: Too much work is waiting. Nothing was changed; repeat it after `Retry-After`.
             *
             *     `unavailable`: The storage is away. Repeat it after `Retry-After`, a write with its Idempotency-Key.
             */
            503: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
        };
    };
    listOrders: {
        parameters: {
            query?: {
                /** @description How many entries a page has at most. It may change from page to page. Without it a page has 20, or all entries that are named one by one. */
                limit?: bigint;
                /** @description Where the page begins: taken from the `Link` header of the page before, never made up. */
                cursor?: string;
                /** @description Only orders with this status. */
                status?: components["schemas"]["OrderStatus"];
                /** @description Only orders of this animal. */
                petId?: bigint;
            };
            header?: {
                /** @description ETags that the client has; answered 304 if one of them still holds. */
                "If-None-Match"?: string;
                /**
                 * @description `count=exact` adds `X-Total-Count` (RFC 7240).
                 * @example count=exact
                 */
                Prefer?: string;
            };
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description A page of orders. */
            200: {
                headers: {
                    /** @description Names this request in the log. */
                    "X-Request-Id"?: string;
                    /** @description Names these bytes (RFC 9110, section 8.8.3). */
                    ETag?: string;
                    /** @description The next page as `rel="next"` (RFC 8288); absent on the last one. */
                    Link?: string;
                    /** @description How many entries match; only with `Prefer: count=exact`. */
                    "X-Total-Count"?: string;
                    /** @description `count=exact` when the preference was heeded. */
                    "Preference-Applied"?: string;
                    /** @description `beta` or `experimental`. */
                    Stability?: string;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Orders"];
                };
            };
            /** @description The entity named by `If-None-Match` is still the same. */
            304: {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
            /**
             * @description `invalid_parameter`: A query parameter has a value that it cannot have.
             *
             *     `unknown_parameter`: There is no such query parameter.
             *
             *     `invalid_cursor`: The cursor was not given for this list and these filters.
             */
            400: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /**
             * @description `missing_api_key`: No API key was sent.
             *
             *     `invalid_api_key`: The API key is unknown, mistyped, expired, revoked, or of the other environment.
             */
            401: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description `insufficient_scope`: The API key lacks the scope of this operation, or a scope that it would give away. */
            403: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description `uri_too_long`: Path and query are longer than 8 KiB. */
            414: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description `rate_limited`: The API key has used up its requests; `Retry-After` says when to go on. */
            429: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description `internal_error`: Something failed that should not. The message has the request id. */
            500: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /**
             * @description `overloaded`: Too much work is waiting. Nothing was changed; repeat it after `Retry-After`.
             *
             *     `unavailable`: The storage is away. Repeat it after `Retry-After`, a write with its Idempotency-Key.
             */
            503: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
        };
    };
    placeOrder: {
        parameters: {
            query?: never;
            header?: {
                /**
                 * @description Makes it safe to repeat the request: for 24 hours the same key with the same payload gets the first answer again.
                 * @example 8e03978e-40d5-43e8-bc93-6894a57f9324
                 */
                "Idempotency-Key"?: string;
            };
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["NewOrder"];
            };
        };
        responses: {
            /** @description The order, with its `id`. */
            201: {
                headers: {
                    /** @description Names this request in the log. */
                    "X-Request-Id"?: string;
                    /** @description Where it can be found. */
                    Location?: string;
                    /** @description `true` when this is the answer to an earlier request with the same key. */
                    "Idempotency-Replayed"?: string;
                    /** @description `beta` or `experimental`. */
                    Stability?: string;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Order"];
                };
            };
            /**
             * @description `unknown_parameter`: There is no such query parameter.
             *
             *     `invalid_json`: The body is not one JSON object in UTF-8, or a member stands twice in it.
             *
             *     `validation_failed`: The body lacks required fields or has wrong ones; the message names all of them.
             *
             *     `invalid_idempotency_key`: The Idempotency-Key is empty, too long, or stands twice.
             */
            400: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /**
             * @description `missing_api_key`: No API key was sent.
             *
             *     `invalid_api_key`: The API key is unknown, mistyped, expired, revoked, or of the other environment.
             */
            401: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description `insufficient_scope`: The API key lacks the scope of this operation, or a scope that it would give away. */
            403: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description `pet_not_found`: There is no such animal. */
            404: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description `request_timeout`: The body did not arrive in time. Nothing was changed. */
            408: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /**
             * @description `idempotency_in_progress`: The first request with this Idempotency-Key is being worked on. Repeat it.
             *
             *     `pet_not_available`: The animal is not available.
             */
            409: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description `precondition_failed`: The resource has changed since it was read. */
            412: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description `payload_too_large`: The body is larger than 64 KiB. */
            413: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description `uri_too_long`: Path and query are longer than 8 KiB. */
            414: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description `unsupported_media_type`: The body has no media type that the operation takes; `Accept-Post` or `Accept-Patch` names those. */
            415: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description `idempotency_key_reused`: The Idempotency-Key was used with another payload. */
            422: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description `rate_limited`: The API key has used up its requests; `Retry-After` says when to go on. */
            429: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description `internal_error`: Something failed that should not. The message has the request id. */
            500: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /**
             * @description `overloaded`: Too much work is waiting. Nothing was changed; repeat it after `Retry-After`.
             *
             *     `unavailable`: The storage is away. Repeat it after `Retry-After`, a write with its Idempotency-Key.
             */
            503: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
        };
    };
    getOrder: {
        parameters: {
            query?: never;
            header?: {
                /** @description ETags that the client has; answered 304 if one of them still holds. */
                "If-None-Match"?: string;
            };
            path: {
                /** @description Identifier of the order. */
                orderId: bigint;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The order. */
            200: {
                headers: {
                    /** @description Names this request in the log. */
                    "X-Request-Id"?: string;
                    /** @description Names these bytes (RFC 9110, section 8.8.3). */
                    ETag?: string;
                    /** @description `beta` or `experimental`. */
                    Stability?: string;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Order"];
                };
            };
            /** @description The entity named by `If-None-Match` is still the same. */
            304: {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
            /** @description `unknown_parameter`: There is no such query parameter. */
            400: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /**
             * @description `missing_api_key`: No API key was sent.
             *
             *     `invalid_api_key`: The API key is unknown, mistyped, expired, revoked, or of the other environment.
             */
            401: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description `insufficient_scope`: The API key lacks the scope of this operation, or a scope that it would give away. */
            403: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description `order_not_found`: There is no such order. */
            404: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description `uri_too_long`: Path and query are longer than 8 KiB. */
            414: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description `rate_limited`: The API key has used up its requests; `Retry-After` says when to go on. */
            429: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description `internal_error`: Something failed that should not. The message has the request id. */
            500: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /**
             * @description `overloaded`: Too much work is waiting. Nothing was changed; repeat it after `Retry-After`.
             *
             *     `unavailable`: The storage is away. Repeat it after `Retry-After`, a write with its Idempotency-Key.
             */
            503: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
        };
    };
    completeOrder: {
        parameters: {
            query?: never;
            header?: {
                /**
                 * @description Makes it safe to repeat the request: for 24 hours the same key with the same payload gets the first answer again.
                 * @example 8e03978e-40d5-43e8-bc93-6894a57f9324
                 */
                "Idempotency-Key"?: string;
                /**
                 * @description Makes the change only if what it is about still has one of these ETags; else it is answered 412.
                 * @example "20770izeazfri"
                 */
                "If-Match"?: string;
                /** @description Makes the change only if what it is about has none of these ETags, or with `*`, is not there; else 412. */
                "If-None-Match"?: string;
            };
            path: {
                /** @description Identifier of the order. */
                orderId: bigint;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The order as it is now. */
            200: {
                headers: {
                    /** @description Names this request in the log. */
                    "X-Request-Id"?: string;
                    /** @description Names these bytes (RFC 9110, section 8.8.3). */
                    ETag?: string;
                    /** @description `true` when this is the answer to an earlier request with the same key. */
                    "Idempotency-Replayed"?: string;
                    /** @description `beta` or `experimental`. */
                    Stability?: string;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Order"];
                };
            };
            /**
             * @description `unknown_parameter`: There is no such query parameter.
             *
             *     `invalid_json`: The body is not one JSON object in UTF-8, or a member stands twice in it.
             *
             *     `validation_failed`: The body lacks required fields or has wrong ones; the message names all of them.
             *
             *     `invalid_idempotency_key`: The Idempotency-Key is empty, too long, or stands twice.
             */
            400: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /**
             * @description `missing_api_key`: No API key was sent.
             *
             *     `invalid_api_key`: The API key is unknown, mistyped, expired, revoked, or of the other environment.
             */
            401: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description `insufficient_scope`: The API key lacks the scope of this operation, or a scope that it would give away. */
            403: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description `order_not_found`: There is no such order. */
            404: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description `request_timeout`: The body did not arrive in time. Nothing was changed. */
            408: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /**
             * @description `idempotency_in_progress`: The first request with this Idempotency-Key is being worked on. Repeat it.
             *
             *     `order_closed`: The order was completed or cancelled already.
             */
            409: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description `precondition_failed`: The resource has changed since it was read. */
            412: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description `payload_too_large`: The body is larger than 64 KiB. */
            413: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description `uri_too_long`: Path and query are longer than 8 KiB. */
            414: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description `unsupported_media_type`: The body has no media type that the operation takes; `Accept-Post` or `Accept-Patch` names those. */
            415: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description `idempotency_key_reused`: The Idempotency-Key was used with another payload. */
            422: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description `rate_limited`: The API key has used up its requests; `Retry-After` says when to go on. */
            429: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description `internal_error`: Something failed that should not. The message has the request id. */
            500: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /**
             * @description `overloaded`: Too much work is waiting. Nothing was changed; repeat it after `Retry-After`.
             *
             *     `unavailable`: The storage is away. Repeat it after `Retry-After`, a write with its Idempotency-Key.
             */
            503: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
        };
    };
    cancelOrder: {
        parameters: {
            query?: never;
            header?: {
                /**
                 * @description Makes it safe to repeat the request: for 24 hours the same key with the same payload gets the first answer again.
                 * @example 8e03978e-40d5-43e8-bc93-6894a57f9324
                 */
                "Idempotency-Key"?: string;
                /**
                 * @description Makes the change only if what it is about still has one of these ETags; else it is answered 412.
                 * @example "20770izeazfri"
                 */
                "If-Match"?: string;
                /** @description Makes the change only if what it is about has none of these ETags, or with `*`, is not there; else 412. */
                "If-None-Match"?: string;
            };
            path: {
                /** @description Identifier of the order. */
                orderId: bigint;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The order as it is now. */
            200: {
                headers: {
                    /** @description Names this request in the log. */
                    "X-Request-Id"?: string;
                    /** @description Names these bytes (RFC 9110, section 8.8.3). */
                    ETag?: string;
                    /** @description `true` when this is the answer to an earlier request with the same key. */
                    "Idempotency-Replayed"?: string;
                    /** @description `beta` or `experimental`. */
                    Stability?: string;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Order"];
                };
            };
            /**
             * @description `unknown_parameter`: There is no such query parameter.
             *
             *     `invalid_json`: The body is not one JSON object in UTF-8, or a member stands twice in it.
             *
             *     `validation_failed`: The body lacks required fields or has wrong ones; the message names all of them.
             *
             *     `invalid_idempotency_key`: The Idempotency-Key is empty, too long, or stands twice.
             */
            400: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /**
             * @description `missing_api_key`: No API key was sent.
             *
             *     `invalid_api_key`: The API key is unknown, mistyped, expired, revoked, or of the other environment.
             */
            401: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description `insufficient_scope`: The API key lacks the scope of this operation, or a scope that it would give away. */
            403: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description `order_not_found`: There is no such order. */
            404: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description `request_timeout`: The body did not arrive in time. Nothing was changed. */
            408: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /**
             * @description `idempotency_in_progress`: The first request with this Idempotency-Key is being worked on. Repeat it.
             *
             *     `order_closed`: The order was completed or cancelled already.
             */
            409: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description `precondition_failed`: The resource has changed since it was read. */
            412: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description `payload_too_large`: The body is larger than 64 KiB. */
            413: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description `uri_too_long`: Path and query are longer than 8 KiB. */
            414: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description `unsupported_media_type`: The body has no media type that the operation takes; `Accept-Post` or `Accept-Patch` names those. */
            415: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description `idempotency_key_reused`: The Idempotency-Key was used with another payload. */
            422: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description `rate_limited`: The API key has used up its requests; `Retry-After` says when to go on. */
            429: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description `internal_error`: Something failed that should not. The message has the request id. */
            500: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /**
             * @description `overloaded`: Too much work is waiting. Nothing was changed; repeat it after `Retry-After`.
             *
             *     `unavailable`: The storage is away. Repeat it after `Retry-After`, a write with its Idempotency-Key.
             */
            503: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
        };
    };
    getInventory: {
        parameters: {
            query?: {
                /** @description Adds the counts of each category. */
                by?: "category";
            };
            header?: {
                /** @description ETags that the client has; answered 304 if one of them still holds. */
                "If-None-Match"?: string;
            };
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The counts. */
            200: {
                headers: {
                    /** @description Names this request in the log. */
                    "X-Request-Id"?: string;
                    /** @description Names these bytes (RFC 9110, section 8.8.3). */
                    ETag?: string;
                    /** @description `beta` or `experimental`. */
                    Stability?: string;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Inventory"];
                };
            };
            /** @description The entity named by `If-None-Match` is still the same. */
            304: {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
            /**
             * @description `invalid_parameter`: A query parameter has a value that it cannot have.
             *
             *     `unknown_parameter`: There is no such query parameter.
             */
            400: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /**
             * @description `missing_api_key`: No API key was sent.
             *
             *     `invalid_api_key`: The API key is unknown, mistyped, expired, revoked, or of the other environment.
             */
            401: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description `insufficient_scope`: The API key lacks the scope of this operation, or a scope that it would give away. */
            403: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description `uri_too_long`: Path and query are longer than 8 KiB. */
            414: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description `rate_limited`: The API key has used up its requests; `Retry-After` says when to go on. */
            429: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description `internal_error`: Something failed that should not. The message has the request id. */
            500: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /**
             * @description `overloaded`: Too much work is waiting. Nothing was changed; repeat it after `Retry-After`.
             *
             *     `unavailable`: The storage is away. Repeat it after `Retry-After`, a write with its Idempotency-Key.
             */
            503: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
        };
    };
    getStatistics: {
        parameters: {
            query?: {
                /** @description The first day. Without it: 30 days, 26 weeks or 12 months before the end. Counted in whole periods. */
                from?: string;
                /** @description The day after the last one. Without it: tomorrow. */
                to?: string;
                /** @description The period. Without it: `day`. */
                by?: components["schemas"]["StatisticsPeriod"];
                /** @description Only animals of this category. */
                categoryId?: bigint;
                /** @description Adds the counts of each category. */
                groupBy?: "category";
            };
            header?: {
                /** @description ETags that the client has; answered 304 if one of them still holds. */
                "If-None-Match"?: string;
            };
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The counts of each period. */
            200: {
                headers: {
                    /** @description Names this request in the log. */
                    "X-Request-Id"?: string;
                    /** @description Names these bytes (RFC 9110, section 8.8.3). */
                    ETag?: string;
                    /** @description `beta` or `experimental`. */
                    Stability?: string;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Statistics"];
                };
            };
            /** @description The entity named by `If-None-Match` is still the same. */
            304: {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
            /**
             * @description `invalid_parameter`: A query parameter has a value that it cannot have.
             *
             *     `unknown_parameter`: There is no such query parameter.
             */
            400: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /**
             * @description `missing_api_key`: No API key was sent.
             *
             *     `invalid_api_key`: The API key is unknown, mistyped, expired, revoked, or of the other environment.
             */
            401: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description `insufficient_scope`: The API key lacks the scope of this operation, or a scope that it would give away. */
            403: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description `uri_too_long`: Path and query are longer than 8 KiB. */
            414: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description `rate_limited`: The API key has used up its requests; `Retry-After` says when to go on. */
            429: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description `internal_error`: Something failed that should not. The message has the request id. */
            500: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /**
             * @description `overloaded`: Too much work is waiting. Nothing was changed; repeat it after `Retry-After`.
             *
             *     `unavailable`: The storage is away. Repeat it after `Retry-After`, a write with its Idempotency-Key.
             */
            503: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
        };
    };
    listKeys: {
        parameters: {
            query?: {
                /** @description How many entries a page has at most. It may change from page to page. Without it a page has 20, or all entries that are named one by one. */
                limit?: bigint;
                /** @description Where the page begins: taken from the `Link` header of the page before, never made up. */
                cursor?: string;
            };
            header?: {
                /** @description ETags that the client has; answered 304 if one of them still holds. */
                "If-None-Match"?: string;
                /**
                 * @description `count=exact` adds `X-Total-Count` (RFC 7240).
                 * @example count=exact
                 */
                Prefer?: string;
            };
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description A page of keys. */
            200: {
                headers: {
                    /** @description Names this request in the log. */
                    "X-Request-Id"?: string;
                    /** @description Names these bytes (RFC 9110, section 8.8.3). */
                    ETag?: string;
                    /** @description The next page as `rel="next"` (RFC 8288); absent on the last one. */
                    Link?: string;
                    /** @description How many entries match; only with `Prefer: count=exact`. */
                    "X-Total-Count"?: string;
                    /** @description `count=exact` when the preference was heeded. */
                    "Preference-Applied"?: string;
                    /** @description `beta` or `experimental`. */
                    Stability?: string;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Keys"];
                };
            };
            /** @description The entity named by `If-None-Match` is still the same. */
            304: {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
            /**
             * @description `invalid_parameter`: A query parameter has a value that it cannot have.
             *
             *     `unknown_parameter`: There is no such query parameter.
             *
             *     `invalid_cursor`: The cursor was not given for this list and these filters.
             */
            400: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /**
             * @description `missing_api_key`: No API key was sent.
             *
             *     `invalid_api_key`: The API key is unknown, mistyped, expired, revoked, or of the other environment.
             */
            401: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description `insufficient_scope`: The API key lacks the scope of this operation, or a scope that it would give away. */
            403: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description `uri_too_long`: Path and query are longer than 8 KiB. */
            414: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description `rate_limited`: The API key has used up its requests; `Retry-After` says when to go on. */
            429: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description `internal_error`: Something failed that should not. The message has the request id. */
            500: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /**
             * @description `overloaded`: Too much work is waiting. Nothing was changed; repeat it after `Retry-After`.
             *
             *     `unavailable`: The storage is away. Repeat it after `Retry-After`, a write with its Idempotency-Key.
             */
            503: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
        };
    };
    createKey: {
        parameters: {
            query?: never;
            header?: {
                /**
                 * @description Makes it safe to repeat the request: for 24 hours the same key with the same payload gets the first answer again.
                 * @example 8e03978e-40d5-43e8-bc93-6894a57f9324
                 */
                "Idempotency-Key"?: string;
            };
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["NewKey"];
            };
        };
        responses: {
            /** @description The key, with its `id` and its secret. */
            201: {
                headers: {
                    /** @description Names this request in the log. */
                    "X-Request-Id"?: string;
                    /** @description Where it can be found. */
                    Location?: string;
                    /** @description `true` when this is the answer to an earlier request with the same key. */
                    "Idempotency-Replayed"?: string;
                    /** @description `beta` or `experimental`. */
                    Stability?: string;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["IssuedKey"];
                };
            };
            /**
             * @description `unknown_parameter`: There is no such query parameter.
             *
             *     `invalid_json`: The body is not one JSON object in UTF-8, or a member stands twice in it.
             *
             *     `validation_failed`: The body lacks required fields or has wrong ones; the message names all of them.
             *
             *     `invalid_idempotency_key`: The Idempotency-Key is empty, too long, or stands twice.
             */
            400: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /**
             * @description `missing_api_key`: No API key was sent.
             *
             *     `invalid_api_key`: The API key is unknown, mistyped, expired, revoked, or of the other environment.
             */
            401: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description `insufficient_scope`: The API key lacks the scope of this operation, or a scope that it would give away. */
            403: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description `request_timeout`: The body did not arrive in time. Nothing was changed. */
            408: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description `idempotency_in_progress`: The first request with this Idempotency-Key is being worked on. Repeat it. */
            409: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description `precondition_failed`: The resource has changed since it was read. */
            412: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description `payload_too_large`: The body is larger than 64 KiB. */
            413: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description `uri_too_long`: Path and query are longer than 8 KiB. */
            414: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description `unsupported_media_type`: The body has no media type that the operation takes; `Accept-Post` or `Accept-Patch` names those. */
            415: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description `idempotency_key_reused`: The Idempotency-Key was used with another payload. */
            422: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description `rate_limited`: The API key has used up its requests; `Retry-After` says when to go on. */
            429: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description `internal_error`: Something failed that should not. The message has the request id. */
            500: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /**
             * @description `overloaded`: Too much work is waiting. Nothing was changed; repeat it after `Retry-After`.
             *
             *     `unavailable`: The storage is away. Repeat it after `Retry-After`, a write with its Idempotency-Key.
             */
            503: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
        };
    };
    getKey: {
        parameters: {
            query?: never;
            header?: {
                /** @description ETags that the client has; answered 304 if one of them still holds. */
                "If-None-Match"?: string;
            };
            path: {
                /** @description Identifier of the key. */
                keyId: bigint;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The key. */
            200: {
                headers: {
                    /** @description Names this request in the log. */
                    "X-Request-Id"?: string;
                    /** @description Names these bytes (RFC 9110, section 8.8.3). */
                    ETag?: string;
                    /** @description `beta` or `experimental`. */
                    Stability?: string;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Key"];
                };
            };
            /** @description The entity named by `If-None-Match` is still the same. */
            304: {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
            /** @description `unknown_parameter`: There is no such query parameter. */
            400: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /**
             * @description `missing_api_key`: No API key was sent.
             *
             *     `invalid_api_key`: The API key is unknown, mistyped, expired, revoked, or of the other environment.
             */
            401: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description `insufficient_scope`: The API key lacks the scope of this operation, or a scope that it would give away. */
            403: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description `key_not_found`: There is no such key. */
            404: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description `uri_too_long`: Path and query are longer than 8 KiB. */
            414: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description `rate_limited`: The API key has used up its requests; `Retry-After` says when to go on. */
            429: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description `internal_error`: Something failed that should not. The message has the request id. */
            500: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /**
             * @description `overloaded`: Too much work is waiting. Nothing was changed; repeat it after `Retry-After`.
             *
             *     `unavailable`: The storage is away. Repeat it after `Retry-After`, a write with its Idempotency-Key.
             */
            503: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
        };
    };
    revokeKey: {
        parameters: {
            query?: never;
            header?: {
                /**
                 * @description Makes the change only if what it is about still has one of these ETags; else it is answered 412.
                 * @example "20770izeazfri"
                 */
                "If-Match"?: string;
                /** @description Makes the change only if what it is about has none of these ETags, or with `*`, is not there; else 412. */
                "If-None-Match"?: string;
            };
            path: {
                /** @description Identifier of the key. */
                keyId: bigint;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The key is revoked. */
            204: {
                headers: {
                    /** @description Names this request in the log. */
                    "X-Request-Id"?: string;
                    /** @description `beta` or `experimental`. */
                    Stability?: string;
                    [name: string]: unknown;
                };
                content?: never;
            };
            /**
             * @description `unknown_parameter`: There is no such query parameter.
             *
             *     `invalid_json`: The body is not one JSON object in UTF-8, or a member stands twice in it.
             *
             *     `validation_failed`: The body lacks required fields or has wrong ones; the message names all of them.
             */
            400: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /**
             * @description `missing_api_key`: No API key was sent.
             *
             *     `invalid_api_key`: The API key is unknown, mistyped, expired, revoked, or of the other environment.
             */
            401: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description `insufficient_scope`: The API key lacks the scope of this operation, or a scope that it would give away. */
            403: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description `key_not_found`: There is no such key. */
            404: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description `request_timeout`: The body did not arrive in time. Nothing was changed. */
            408: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description `last_admin_key`: It is the last key that can administer keys. */
            409: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description `precondition_failed`: The resource has changed since it was read. */
            412: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description `payload_too_large`: The body is larger than 64 KiB. */
            413: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description `uri_too_long`: Path and query are longer than 8 KiB. */
            414: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description `unsupported_media_type`: The body has no media type that the operation takes; `Accept-Post` or `Accept-Patch` names those. */
            415: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description `rate_limited`: The API key has used up its requests; `Retry-After` says when to go on. */
            429: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description `internal_error`: Something failed that should not. The message has the request id. */
            500: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /**
             * @description `overloaded`: Too much work is waiting. Nothing was changed; repeat it after `Retry-After`.
             *
             *     `unavailable`: The storage is away. Repeat it after `Retry-After`, a write with its Idempotency-Key.
             */
            503: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
        };
    };
    getOwnKey: {
        parameters: {
            query?: never;
            header?: {
                /** @description ETags that the client has; answered 304 if one of them still holds. */
                "If-None-Match"?: string;
            };
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The key. */
            200: {
                headers: {
                    /** @description Names this request in the log. */
                    "X-Request-Id"?: string;
                    /** @description Names these bytes (RFC 9110, section 8.8.3). */
                    ETag?: string;
                    /** @description `beta` or `experimental`. */
                    Stability?: string;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Key"];
                };
            };
            /** @description The entity named by `If-None-Match` is still the same. */
            304: {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
            /** @description `unknown_parameter`: There is no such query parameter. */
            400: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /**
             * @description `missing_api_key`: No API key was sent.
             *
             *     `invalid_api_key`: The API key is unknown, mistyped, expired, revoked, or of the other environment.
             */
            401: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description `insufficient_scope`: The API key lacks the scope of this operation, or a scope that it would give away. */
            403: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description `uri_too_long`: Path and query are longer than 8 KiB. */
            414: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description `rate_limited`: The API key has used up its requests; `Retry-After` says when to go on. */
            429: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description `internal_error`: Something failed that should not. The message has the request id. */
            500: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /**
             * @description `overloaded`: Too much work is waiting. Nothing was changed; repeat it after `Retry-After`.
             *
             *     `unavailable`: The storage is away. Repeat it after `Retry-After`, a write with its Idempotency-Key.
             */
            503: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
        };
    };
    rotateKey: {
        parameters: {
            query?: never;
            header?: {
                /**
                 * @description Makes it safe to repeat the request: for 24 hours the same key with the same payload gets the first answer again.
                 * @example 8e03978e-40d5-43e8-bc93-6894a57f9324
                 */
                "Idempotency-Key"?: string;
            };
            path: {
                /** @description Identifier of the key. */
                keyId: bigint;
            };
            cookie?: never;
        };
        requestBody?: {
            content: {
                "application/json": components["schemas"]["KeyRotation"];
            };
        };
        responses: {
            /** @description The key with its new secret. */
            200: {
                headers: {
                    /** @description Names this request in the log. */
                    "X-Request-Id"?: string;
                    /** @description `true` when this is the answer to an earlier request with the same key. */
                    "Idempotency-Replayed"?: string;
                    /** @description `beta` or `experimental`. */
                    Stability?: string;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["IssuedKey"];
                };
            };
            /**
             * @description `unknown_parameter`: There is no such query parameter.
             *
             *     `invalid_json`: The body is not one JSON object in UTF-8, or a member stands twice in it.
             *
             *     `validation_failed`: The body lacks required fields or has wrong ones; the message names all of them.
             *
             *     `invalid_idempotency_key`: The Idempotency-Key is empty, too long, or stands twice.
             */
            400: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /**
             * @description `missing_api_key`: No API key was sent.
             *
             *     `invalid_api_key`: The API key is unknown, mistyped, expired, revoked, or of the other environment.
             */
            401: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description `insufficient_scope`: The API key lacks the scope of this operation, or a scope that it would give away. */
            403: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description `key_not_found`: There is no such key. */
            404: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description `request_timeout`: The body did not arrive in time. Nothing was changed. */
            408: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /**
             * @description `idempotency_in_progress`: The first request with this Idempotency-Key is being worked on. Repeat it.
             *
             *     `invalid_transition`: The status cannot change in this way.
             */
            409: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description `precondition_failed`: The resource has changed since it was read. */
            412: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description `payload_too_large`: The body is larger than 64 KiB. */
            413: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description `uri_too_long`: Path and query are longer than 8 KiB. */
            414: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description `unsupported_media_type`: The body has no media type that the operation takes; `Accept-Post` or `Accept-Patch` names those. */
            415: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description `idempotency_key_reused`: The Idempotency-Key was used with another payload. */
            422: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description `rate_limited`: The API key has used up its requests; `Retry-After` says when to go on. */
            429: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description `internal_error`: Something failed that should not. The message has the request id. */
            500: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /**
             * @description `overloaded`: Too much work is waiting. Nothing was changed; repeat it after `Retry-After`.
             *
             *     `unavailable`: The storage is away. Repeat it after `Retry-After`, a write with its Idempotency-Key.
             */
            503: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
        };
    };
    listEvents: {
        parameters: {
            query?: {
                /** @description How many entries a page has at most. It may change from page to page. Without it a page has 20, or all entries that are named one by one. */
                limit?: bigint;
                /** @description The id of the entry behind which it begins; without it, a page begins with the oldest one, a stream now. */
                after?: bigint;
            };
            header?: {
                /** @description ETags that the client has; answered 304 if one of them still holds. */
                "If-None-Match"?: string;
                /**
                 * @description Only for `text/event-stream`: the `id` of the entry behind which the stream begins.
                 * @example 815
                 */
                "Last-Event-ID"?: string;
            };
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description A page of events. */
            200: {
                headers: {
                    /** @description Names this request in the log. */
                    "X-Request-Id"?: string;
                    /** @description Names these bytes (RFC 9110, section 8.8.3). */
                    ETag?: string;
                    /** @description The next page as `rel="next"`, if there is more already. */
                    Link?: string;
                    /** @description `beta` or `experimental`. */
                    Stability?: string;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Events"];
                    "text/event-stream": string;
                };
            };
            /** @description The entity named by `If-None-Match` is still the same. */
            304: {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
            /**
             * @description `invalid_parameter`: A query parameter has a value that it cannot have.
             *
             *     `unknown_parameter`: There is no such query parameter.
             */
            400: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /**
             * @description `missing_api_key`: No API key was sent.
             *
             *     `invalid_api_key`: The API key is unknown, mistyped, expired, revoked, or of the other environment.
             */
            401: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description `insufficient_scope`: The API key lacks the scope of this operation, or a scope that it would give away. */
            403: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description `events_expired`: Events behind this one are not kept any more. Read everything again, and follow from now on. */
            410: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description `uri_too_long`: Path and query are longer than 8 KiB. */
            414: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description `rate_limited`: The API key has used up its requests; `Retry-After` says when to go on. */
            429: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description `internal_error`: Something failed that should not. The message has the request id. */
            500: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /**
             * @description `overloaded`: Too much work is waiting. Nothing was changed; repeat it after `Retry-After`.
             *
             *     `unavailable`: The storage is away. Repeat it after `Retry-After`, a write with its Idempotency-Key.
             */
            503: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
        };
    };
    listWebhooks: {
        parameters: {
            query?: {
                /** @description How many entries a page has at most. It may change from page to page. Without it a page has 20, or all entries that are named one by one. */
                limit?: bigint;
                /** @description Where the page begins: taken from the `Link` header of the page before, never made up. */
                cursor?: string;
            };
            header?: {
                /** @description ETags that the client has; answered 304 if one of them still holds. */
                "If-None-Match"?: string;
                /**
                 * @description `count=exact` adds `X-Total-Count` (RFC 7240).
                 * @example count=exact
                 */
                Prefer?: string;
            };
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description A page of webhooks. */
            200: {
                headers: {
                    /** @description Names this request in the log. */
                    "X-Request-Id"?: string;
                    /** @description Names these bytes (RFC 9110, section 8.8.3). */
                    ETag?: string;
                    /** @description The next page as `rel="next"` (RFC 8288); absent on the last one. */
                    Link?: string;
                    /** @description How many entries match; only with `Prefer: count=exact`. */
                    "X-Total-Count"?: string;
                    /** @description `count=exact` when the preference was heeded. */
                    "Preference-Applied"?: string;
                    /** @description `beta` or `experimental`. */
                    Stability?: string;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Webhooks"];
                };
            };
            /** @description The entity named by `If-None-Match` is still the same. */
            304: {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
            /**
             * @description `invalid_parameter`: A query parameter has a value that it cannot have.
             *
             *     `unknown_parameter`: There is no such query parameter.
             *
             *     `invalid_cursor`: The cursor was not given for this list and these filters.
             */
            400: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /**
             * @description `missing_api_key`: No API key was sent.
             *
             *     `invalid_api_key`: The API key is unknown, mistyped, expired, revoked, or of the other environment.
             */
            401: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description `insufficient_scope`: The API key lacks the scope of this operation, or a scope that it would give away. */
            403: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description `uri_too_long`: Path and query are longer than 8 KiB. */
            414: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description `rate_limited`: The API key has used up its requests; `Retry-After` says when to go on. */
            429: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description `internal_error`: Something failed that should not. The message has the request id. */
            500: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /**
             * @description `overloaded`: Too much work is waiting. Nothing was changed; repeat it after `Retry-After`.
             *
             *     `unavailable`: The storage is away. Repeat it after `Retry-After`, a write with its Idempotency-Key.
             */
            503: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
        };
    };
    createWebhook: {
        parameters: {
            query?: never;
            header?: {
                /**
                 * @description Makes it safe to repeat the request: for 24 hours the same key with the same payload gets the first answer again.
                 * @example 8e03978e-40d5-43e8-bc93-6894a57f9324
                 */
                "Idempotency-Key"?: string;
            };
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["NewWebhook"];
            };
        };
        responses: {
            /** @description The webhook, with its `id` and its `secret`. */
            201: {
                headers: {
                    /** @description Names this request in the log. */
                    "X-Request-Id"?: string;
                    /** @description Where it can be found. */
                    Location?: string;
                    /** @description `true` when this is the answer to an earlier request with the same key. */
                    "Idempotency-Replayed"?: string;
                    /** @description `beta` or `experimental`. */
                    Stability?: string;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["IssuedWebhook"];
                };
            };
            /**
             * @description `unknown_parameter`: There is no such query parameter.
             *
             *     `invalid_json`: The body is not one JSON object in UTF-8, or a member stands twice in it.
             *
             *     `validation_failed`: The body lacks required fields or has wrong ones; the message names all of them.
             *
             *     `invalid_idempotency_key`: The Idempotency-Key is empty, too long, or stands twice.
             */
            400: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /**
             * @description `missing_api_key`: No API key was sent.
             *
             *     `invalid_api_key`: The API key is unknown, mistyped, expired, revoked, or of the other environment.
             */
            401: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description `insufficient_scope`: The API key lacks the scope of this operation, or a scope that it would give away. */
            403: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description `request_timeout`: The body did not arrive in time. Nothing was changed. */
            408: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description `idempotency_in_progress`: The first request with this Idempotency-Key is being worked on. Repeat it. */
            409: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description `precondition_failed`: The resource has changed since it was read. */
            412: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description `payload_too_large`: The body is larger than 64 KiB. */
            413: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description `uri_too_long`: Path and query are longer than 8 KiB. */
            414: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description `unsupported_media_type`: The body has no media type that the operation takes; `Accept-Post` or `Accept-Patch` names those. */
            415: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description `idempotency_key_reused`: The Idempotency-Key was used with another payload. */
            422: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description `rate_limited`: The API key has used up its requests; `Retry-After` says when to go on. */
            429: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description `internal_error`: Something failed that should not. The message has the request id. */
            500: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /**
             * @description `overloaded`: Too much work is waiting. Nothing was changed; repeat it after `Retry-After`.
             *
             *     `unavailable`: The storage is away. Repeat it after `Retry-After`, a write with its Idempotency-Key.
             */
            503: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
        };
    };
    getWebhook: {
        parameters: {
            query?: never;
            header?: {
                /** @description ETags that the client has; answered 304 if one of them still holds. */
                "If-None-Match"?: string;
            };
            path: {
                /** @description Identifier of the webhook. */
                webhookId: bigint;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The webhook. */
            200: {
                headers: {
                    /** @description Names this request in the log. */
                    "X-Request-Id"?: string;
                    /** @description Names these bytes (RFC 9110, section 8.8.3). */
                    ETag?: string;
                    /** @description `beta` or `experimental`. */
                    Stability?: string;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Webhook"];
                };
            };
            /** @description The entity named by `If-None-Match` is still the same. */
            304: {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
            /** @description `unknown_parameter`: There is no such query parameter. */
            400: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /**
             * @description `missing_api_key`: No API key was sent.
             *
             *     `invalid_api_key`: The API key is unknown, mistyped, expired, revoked, or of the other environment.
             */
            401: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description `insufficient_scope`: The API key lacks the scope of this operation, or a scope that it would give away. */
            403: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description `webhook_not_found`: There is no such webhook. */
            404: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description `uri_too_long`: Path and query are longer than 8 KiB. */
            414: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description `rate_limited`: The API key has used up its requests; `Retry-After` says when to go on. */
            429: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description `internal_error`: Something failed that should not. The message has the request id. */
            500: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /**
             * @description `overloaded`: Too much work is waiting. Nothing was changed; repeat it after `Retry-After`.
             *
             *     `unavailable`: The storage is away. Repeat it after `Retry-After`, a write with its Idempotency-Key.
             */
            503: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
        };
    };
    deleteWebhook: {
        parameters: {
            query?: never;
            header?: {
                /**
                 * @description Makes the change only if what it is about still has one of these ETags; else it is answered 412.
                 * @example "20770izeazfri"
                 */
                "If-Match"?: string;
                /** @description Makes the change only if what it is about has none of these ETags, or with `*`, is not there; else 412. */
                "If-None-Match"?: string;
            };
            path: {
                /** @description Identifier of the webhook. */
                webhookId: bigint;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The webhook is gone. */
            204: {
                headers: {
                    /** @description Names this request in the log. */
                    "X-Request-Id"?: string;
                    /** @description `beta` or `experimental`. */
                    Stability?: string;
                    [name: string]: unknown;
                };
                content?: never;
            };
            /**
             * @description `unknown_parameter`: There is no such query parameter.
             *
             *     `invalid_json`: The body is not one JSON object in UTF-8, or a member stands twice in it.
             *
             *     `validation_failed`: The body lacks required fields or has wrong ones; the message names all of them.
             */
            400: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /**
             * @description `missing_api_key`: No API key was sent.
             *
             *     `invalid_api_key`: The API key is unknown, mistyped, expired, revoked, or of the other environment.
             */
            401: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description `insufficient_scope`: The API key lacks the scope of this operation, or a scope that it would give away. */
            403: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description `webhook_not_found`: There is no such webhook. */
            404: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description `request_timeout`: The body did not arrive in time. Nothing was changed. */
            408: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description `precondition_failed`: The resource has changed since it was read. */
            412: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description `payload_too_large`: The body is larger than 64 KiB. */
            413: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description `uri_too_long`: Path and query are longer than 8 KiB. */
            414: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description `unsupported_media_type`: The body has no media type that the operation takes; `Accept-Post` or `Accept-Patch` names those. */
            415: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description `rate_limited`: The API key has used up its requests; `Retry-After` says when to go on. */
            429: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description `internal_error`: Something failed that should not. The message has the request id. */
            500: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /**
             * @description `overloaded`: Too much work is waiting. Nothing was changed; repeat it after `Retry-After`.
             *
             *     `unavailable`: The storage is away. Repeat it after `Retry-After`, a write with its Idempotency-Key.
             */
            503: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
        };
    };
    listDeliveries: {
        parameters: {
            query?: {
                /** @description How many entries a page has at most. It may change from page to page. Without it a page has 20, or all entries that are named one by one. */
                limit?: bigint;
                /** @description Where the page begins: taken from the `Link` header of the page before, never made up. */
                cursor?: string;
                /** @description Only deliveries to this webhook. */
                webhookId?: bigint;
                /** @description Only deliveries with this status. */
                status?: components["schemas"]["DeliveryStatus"];
            };
            header?: {
                /** @description ETags that the client has; answered 304 if one of them still holds. */
                "If-None-Match"?: string;
                /**
                 * @description `count=exact` adds `X-Total-Count` (RFC 7240).
                 * @example count=exact
                 */
                Prefer?: string;
            };
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description A page of deliveries. */
            200: {
                headers: {
                    /** @description Names this request in the log. */
                    "X-Request-Id"?: string;
                    /** @description Names these bytes (RFC 9110, section 8.8.3). */
                    ETag?: string;
                    /** @description The next page as `rel="next"` (RFC 8288); absent on the last one. */
                    Link?: string;
                    /** @description How many entries match; only with `Prefer: count=exact`. */
                    "X-Total-Count"?: string;
                    /** @description `count=exact` when the preference was heeded. */
                    "Preference-Applied"?: string;
                    /** @description `beta` or `experimental`. */
                    Stability?: string;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Deliveries"];
                };
            };
            /** @description The entity named by `If-None-Match` is still the same. */
            304: {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
            /**
             * @description `invalid_parameter`: A query parameter has a value that it cannot have.
             *
             *     `unknown_parameter`: There is no such query parameter.
             *
             *     `invalid_cursor`: The cursor was not given for this list and these filters.
             */
            400: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /**
             * @description `missing_api_key`: No API key was sent.
             *
             *     `invalid_api_key`: The API key is unknown, mistyped, expired, revoked, or of the other environment.
             */
            401: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description `insufficient_scope`: The API key lacks the scope of this operation, or a scope that it would give away. */
            403: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description `uri_too_long`: Path and query are longer than 8 KiB. */
            414: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description `rate_limited`: The API key has used up its requests; `Retry-After` says when to go on. */
            429: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description `internal_error`: Something failed that should not. The message has the request id. */
            500: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /**
             * @description `overloaded`: Too much work is waiting. Nothing was changed; repeat it after `Retry-After`.
             *
             *     `unavailable`: The storage is away. Repeat it after `Retry-After`, a write with its Idempotency-Key.
             */
            503: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
        };
    };
    retryDelivery: {
        parameters: {
            query?: never;
            header?: {
                /**
                 * @description Makes it safe to repeat the request: for 24 hours the same key with the same payload gets the first answer again.
                 * @example 8e03978e-40d5-43e8-bc93-6894a57f9324
                 */
                "Idempotency-Key"?: string;
                /**
                 * @description Makes the change only if what it is about still has one of these ETags; else it is answered 412.
                 * @example "20770izeazfri"
                 */
                "If-Match"?: string;
                /** @description Makes the change only if what it is about has none of these ETags, or with `*`, is not there; else 412. */
                "If-None-Match"?: string;
            };
            path: {
                /** @description Identifier of the delivery. */
                deliveryId: bigint;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The delivery as it is now. */
            200: {
                headers: {
                    /** @description Names this request in the log. */
                    "X-Request-Id"?: string;
                    /** @description Names these bytes (RFC 9110, section 8.8.3). */
                    ETag?: string;
                    /** @description `true` when this is the answer to an earlier request with the same key. */
                    "Idempotency-Replayed"?: string;
                    /** @description `beta` or `experimental`. */
                    Stability?: string;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Delivery"];
                };
            };
            /**
             * @description `unknown_parameter`: There is no such query parameter.
             *
             *     `invalid_json`: The body is not one JSON object in UTF-8, or a member stands twice in it.
             *
             *     `validation_failed`: The body lacks required fields or has wrong ones; the message names all of them.
             *
             *     `invalid_idempotency_key`: The Idempotency-Key is empty, too long, or stands twice.
             */
            400: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /**
             * @description `missing_api_key`: No API key was sent.
             *
             *     `invalid_api_key`: The API key is unknown, mistyped, expired, revoked, or of the other environment.
             */
            401: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description `insufficient_scope`: The API key lacks the scope of this operation, or a scope that it would give away. */
            403: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description `delivery_not_found`: There is no such delivery: it has arrived, or its webhook is gone. */
            404: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description `request_timeout`: The body did not arrive in time. Nothing was changed. */
            408: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /**
             * @description `idempotency_in_progress`: The first request with this Idempotency-Key is being worked on. Repeat it.
             *
             *     `webhook_disabled`: The webhook is disabled and gets no events.
             */
            409: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description `precondition_failed`: The resource has changed since it was read. */
            412: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description `payload_too_large`: The body is larger than 64 KiB. */
            413: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description `uri_too_long`: Path and query are longer than 8 KiB. */
            414: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description `unsupported_media_type`: The body has no media type that the operation takes; `Accept-Post` or `Accept-Patch` names those. */
            415: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description `idempotency_key_reused`: The Idempotency-Key was used with another payload. */
            422: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description `rate_limited`: The API key has used up its requests; `Retry-After` says when to go on. */
            429: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description `internal_error`: Something failed that should not. The message has the request id. */
            500: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /**
             * @description `overloaded`: Too much work is waiting. Nothing was changed; repeat it after `Retry-After`.
             *
             *     `unavailable`: The storage is away. Repeat it after `Retry-After`, a write with its Idempotency-Key.
             */
            503: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
        };
    };
}
