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
         *     Deprecated, and removed on 05 Dec 2030. Use `GET /pets` with `id`, or with the `status` filter.
         */
        get: operations["getPet"];
        put?: never;
        post?: never;
        /**
         * Remove an animal
         * @description Removes an animal for good. Its identifier is never given again.
         */
        delete: operations["deletePet"];
        options?: never;
        head?: never;
        /**
         * Change an animal
         * @description Changes what the body names, and nothing else. An animal that is available can become pending or sold, one that is pending available or sold, one that is sold available.
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
         * @description Categories that have a name, by ascending `id`, page by page.
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
             * @description Name of the animal: 1 to 255 characters, not only blanks, no control characters. Kept as it is.
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
             * @description Name of the animal: 1 to 255 characters, not only blanks, no control characters. Kept as it is.
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
         * @description What is to change of an animal (RFC 7396); what is left out stays as it is.
         * @example {
         *       "status": "pending"
         *     }
         */
        PetChanges: {
            /**
             * @description Name of the animal: 1 to 255 characters, not only blanks, no control characters. Kept as it is.
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
             * @description Name of the category: 1 to 255 characters, not only blanks, no control characters. Kept as it is.
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
             * @description Name of the category: 1 to 255 characters, not only blanks, no control characters. Kept as it is.
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
        /** @description Every error response carries this object. */
        Error: {
            /**
             * @description What went wrong, for a program.
             * @enum {string}
             */
            code: "invalid_json" | "validation_failed" | "invalid_parameter" | "unknown_parameter" | "invalid_cursor" | "invalid_idempotency_key" | "missing_api_key" | "invalid_api_key" | "insufficient_scope" | "pet_not_found" | "order_not_found" | "category_not_found" | "key_not_found" | "not_found" | "method_not_allowed" | "request_timeout" | "pet_not_available" | "invalid_transition" | "idempotency_in_progress" | "operation_removed" | "precondition_failed" | "payload_too_large" | "uri_too_long" | "unsupported_media_type" | "idempotency_key_reused" | "rate_limited" | "internal_error" | "overloaded" | "unavailable";
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
                /** @description How many entries a page has at most. It may change from page to page. */
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
            /** @description `insufficient_scope`: The API key lacks the scope of this operation. */
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
                    /** @description Where it can be found. */
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
             * @description `invalid_json`: The body is not one JSON object in UTF-8, or a member stands twice in it.
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
            /** @description `insufficient_scope`: The API key lacks the scope of this operation. */
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
            /** @description `insufficient_scope`: The API key lacks the scope of this operation. */
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
                 * @description Makes the change only if the animal still has one of these ETags; else it is answered 412.
                 * @example "20770izeazfri"
                 */
                "If-Match"?: string;
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
            /** @description `insufficient_scope`: The API key lacks the scope of this operation. */
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
            /** @description `precondition_failed`: The resource has changed since it was read. */
            412: {
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
    updatePet: {
        parameters: {
            query?: never;
            header?: {
                /**
                 * @description Makes the change only if the animal still has one of these ETags; else it is answered 412.
                 * @example "20770izeazfri"
                 */
                "If-Match"?: string;
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
             * @description `invalid_json`: The body is not one JSON object in UTF-8, or a member stands twice in it.
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
            /** @description `insufficient_scope`: The API key lacks the scope of this operation. */
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
            /** @description `invalid_transition`: The status cannot change in this way. */
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
                /** @description How many entries a page has at most. It may change from page to page. */
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
            /** @description `insufficient_scope`: The API key lacks the scope of this operation. */
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
            /** @description `insufficient_scope`: The API key lacks the scope of this operation. */
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
                 * @description Makes the change only if the animal still has one of these ETags; else it is answered 412.
                 * @example "20770izeazfri"
                 */
                "If-Match"?: string;
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
             * @description `invalid_json`: The body is not one JSON object in UTF-8, or a member stands twice in it.
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
            /** @description `insufficient_scope`: The API key lacks the scope of this operation. */
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
}
