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
         * @description Returns animals by ascending `id`, in pages. With `q`, or with `sort` and another filter, a page can have fewer animals than `limit`, or none, and still a `Link` to the next page: it ends before the search takes long. With `q`, `Prefer: count=exact` is ignored if there are very many such animals.
         */
        get: operations["listPets"];
        put?: never;
        /**
         * Add an animal
         * @description Adds an animal. It is durably stored before the response is sent.
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
         * @description Returns an animal by its identifier.
         *
         *     Deprecated. Will be removed on 5 December 2030, 00:00 UTC. Use `GET /pets` with `id`, or with the `status` filter. Only GET is removed: the other methods of this path remain, and the headers do not apply to them.
         */
        get: operations["getPet"];
        put?: never;
        post?: never;
        /**
         * Remove an animal
         * @description Removes an animal permanently. Its identifier is never reused. An animal with an open order cannot be removed.
         */
        delete: operations["deletePet"];
        options?: never;
        head?: never;
        /**
         * Change an animal
         * @description Changes only the fields in the body. A value that is already set is not a change and creates no event. An available animal can become pending or sold, a pending one available or sold, and a sold one available. The status cannot be changed while the animal has an open order.
         */
        patch: operations["updatePet"];
        trace?: never;
    };
    "/pets/{petId}/profile": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Get the profile of an animal
         * @description Returns what is known about an animal. An animal without a profile has an empty one.
         */
        get: operations["getProfile"];
        /**
         * Replace the profile of an animal
         * @description Replaces the whole profile: fields that the body omits are removed, and `{}` removes all. A profile that does not change creates no event. The event does not tell what the profile says.
         */
        put: operations["putProfile"];
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        /**
         * Change the profile of an animal
         * @description Changes only the fields in the body, and removes those that are `null`. A profile that does not change creates no event.
         */
        patch: operations["updateProfile"];
        trace?: never;
    };
    "/pets/{petId}/photos": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * List the photos of an animal
         * @description Returns all photos of an animal, in their order.
         */
        get: operations["listPhotos"];
        put?: never;
        /**
         * Add a photo
         * @description Adds a photo to an animal, after its other photos, of which it can have 24. The request body is the image. It is decoded and encoded anew: turned upright, in several sizes, and without metadata such as the place where it was taken. The files are durably stored before the response is sent.
         *
         *     Anyone who knows the address of a file can read it without a key. After the photo or its animal was removed the address responds with 410, but copies may remain in caches.
         */
        post: operations["addPhoto"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/pets/{petId}/photos/{photoId}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Get a photo
         * @description Returns one photo of an animal.
         */
        get: operations["getPhoto"];
        put?: never;
        post?: never;
        /**
         * Remove a photo
         * @description Removes a photo permanently; those after it move up. From then on the addresses of its files respond with 410. The files are deleted shortly afterwards.
         */
        delete: operations["deletePhoto"];
        options?: never;
        head?: never;
        /**
         * Change a photo
         * @description Changes the alternative text of a photo, or its place among the photos of the animal.
         */
        patch: operations["updatePhoto"];
        trace?: never;
    };
    "/listings": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * List animals for a web site
         * @description Returns animals with the names of their categories, their profiles, photos and times, by ascending `id` or in another order, in pages. All filters must match. To test filters and words that no index answers, a page reads 2,000 animals, and while none of them matches, up to 40,000. So it may have fewer entries than `limit`, or none, and still a `Link` to the next page. `Prefer: count=exact` is ignored where more animals would have to be read. `Prefer: count=facets` returns an object of the page and of how many animals there are with each value of the filters, for a web site to show beside them.
         */
        get: operations["listListings"];
        put?: never;
        /**
         * Add an animal with its profile
         * @description Adds an animal and its profile in one step: both are durably stored, or neither is.
         */
        post: operations["createListing"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/listings/{petId}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Get an animal for a web site
         * @description Returns an animal with the name of its category, its profile, photos and times.
         */
        get: operations["getListing"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
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
         * @description Returns the named categories by ascending `id`, in pages.
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
         * @description Returns the name of a category.
         */
        get: operations["getCategory"];
        /**
         * Name a category
         * @description Sets the name of a category number, or changes it. Animals may also have category numbers without a name.
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
         * @description Returns orders by ascending `id`, in pages.
         */
        get: operations["listOrders"];
        put?: never;
        /**
         * Place an order
         * @description Reserves an available animal, which becomes pending. If several clients order the same animal at the same time, one order succeeds and the others get 409.
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
         * @description Returns an order by its identifier.
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
         * @description Completes an order when the animal has gone to its new home. The animal becomes sold.
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
         * @description Cancels an order. The animal becomes available again.
         */
        post: operations["cancelOrder"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/inquiries": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * List inquiries
         * @description Returns inquiries by ascending `id`, in pages.
         */
        get: operations["listInquiries"];
        put?: never;
        /**
         * Store an inquiry
         * @description Stores an inquiry that a person has made on your own web site. An animal has at most 200 open inquiries. A retry with the same `Idempotency-Key` returns the inquiry as it is then.
         */
        post: operations["createInquiry"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/inquiries/{inquiryId}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Get an inquiry
         * @description Returns an inquiry by its identifier.
         */
        get: operations["getInquiry"];
        put?: never;
        post?: never;
        /**
         * Erase an inquiry
         * @description Erases an inquiry at once, for example because the person has asked for it. Backups keep it for as long as you keep them.
         */
        delete: operations["deleteInquiry"];
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/inquiries/{inquiryId}/close": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Close an inquiry
         * @description Closes an inquiry that was answered. One that is closed already stays as it is.
         */
        post: operations["closeInquiry"];
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
         * @description Returns how many animals have each status, exact at the time of the response. With `by=category`, also returns the counts of each category with animals, by ascending number: up to 1,000 categories, and the rest in further pages. A page can have fewer categories than `limit` and yet not be the last.
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
         * Get statistics
         * @description Returns how many animals were added, adopted, returned and removed per day, week (from Monday) or month, in UTC. Kept forever, and exact at the time of the response.
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
         * @description Returns all keys by ascending `id`, in pages, including expired and revoked keys.
         */
        get: operations["listKeys"];
        put?: never;
        /**
         * Create an API key
         * @description Creates a key. It cannot have a scope that the caller's key lacks. Its secret is shown in this response only; a retry with the same `Idempotency-Key` and the same secret of the caller's key returns it again.
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
         * @description Returns a key by its identifier, without its secret.
         */
        get: operations["getKey"];
        put?: never;
        post?: never;
        /**
         * Revoke an API key
         * @description Ends a key permanently; it stays in the list. A key with a scope that the caller's key lacks cannot be revoked, nor can the last key with all scopes that does not expire, nor the last one with `keys:admin`. The webhooks of the key are paused and keep their events: `GET /webhooks?createdBy=` lists them. With `webhooks=keep` the caller's key takes them over and they stay active.
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
         * Get your own API key
         * @description Returns the key that the request was made with, without its secret: its name and its scopes.
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
         * Rotate an API key
         * @description Gives a key a new secret, which is shown in this response only. The previous secret stays valid for a grace period; one from an earlier rotation ends now. A key with a scope that the caller's key lacks cannot be rotated. A key that rotates itself without a grace period cannot retry the request if the response is lost.
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
         * List or follow events
         * @description Returns every change of animals, categories, orders and inquiries in its order, without gaps. The next page begins after the last `id` of this one. With `Accept: text/event-stream` (with at least the quality of JSON) the response is a stream of server-sent events that starts after `Last-Event-ID` or `after`, or else now. It starts with its position as an `id`, takes no `limit`, and has a comment every 15 seconds. It ends when the service stops, when the key ends, or when the client reads nothing for a minute. Then reconnect with the last `id`.
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
         * @description Returns webhooks by ascending `id`, in pages.
         */
        get: operations["listWebhooks"];
        put?: never;
        /**
         * Create a webhook
         * @description Sends every new event to an address, as the body of a POST that is signed with the `secret` of this response as Standard Webhooks (https://www.standardwebhooks.com) describes. An event arrives at least once, always with the same `webhook-id`, and events may arrive out of order. Respond with any 2xx within 15 seconds. A 410 disables the webhook. After any other response, including a redirect, the event is sent up to seven more times within 35 hours. While the receiver fails, other events wait, and only one is sent at a time. After three days of nothing but failures the webhook is disabled, and there is an event `webhook.disabled`. The address must be public. There can be 100 webhooks. The key also needs the scope `events:read`, because a webhook receives events. The webhook is paused when this key ends.
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
         * @description Returns a webhook by its identifier, without its secret.
         */
        get: operations["getWebhook"];
        put?: never;
        post?: never;
        /**
         * Remove a webhook
         * @description Removes a webhook and its deliveries. An event that is being sent at this moment may still arrive.
         */
        delete: operations["deleteWebhook"];
        options?: never;
        head?: never;
        /**
         * Change a webhook
         * @description Changes only the fields in the body. Events that wait are sent to the new address. Other types are sent for events that happen from now on, or have not been queued yet.
         */
        patch: operations["updateWebhook"];
        trace?: never;
    };
    "/webhooks/{webhookId}/pause": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Pause a webhook
         * @description Sends nothing until the webhook is resumed. Its events wait. A webhook that is disabled stays disabled.
         */
        post: operations["pauseWebhook"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/webhooks/{webhookId}/resume": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Resume a webhook
         * @description Sends what has waited while the webhook was paused, and what happens from now on; a webhook that was disabled gets only the latter. If the key of the webhook has ended or is unknown, the caller's key takes the webhook over.
         */
        post: operations["resumeWebhook"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/webhooks/{webhookId}/rotate": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Rotate the secret of a webhook
         * @description Gives a webhook a new secret, which is shown in this response only. For a grace period requests have two signatures, one with each secret, separated by a blank as Standard Webhooks describes. A secret from before an earlier rotation no longer signs.
         */
        post: operations["rotateWebhookSecret"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/webhooks/{webhookId}/test": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Test a webhook
         * @description Sends a test to the receiver as soon as possible, once: `{"id":0,"type":"webhook.test","at":…}`, signed as every event. The response is its delivery. The outcome is an attempt with the `eventId` 0.
         */
        post: operations["testWebhook"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/webhooks/{webhookId}/attempts": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * List the attempts of a webhook
         * @description Returns the requests that were made to the receiver in the last 7 days, the newest first, in pages.
         */
        get: operations["listWebhookAttempts"];
        put?: never;
        post?: never;
        delete?: never;
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
         * @description Returns the events that have not yet arrived at their webhooks, or have failed for good, by ascending `id`, in pages. A delivery is deleted when it has arrived, when its webhook is removed, or when its event expires.
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
         * Retry a delivery
         * @description Sends a delivery as soon as possible. A dead delivery becomes waiting, with all its attempts. A delivery that is being sent at this moment may be sent twice.
         */
        post: operations["retryDelivery"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
}
export interface webhooks {
    "pet.created": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * An animal was added.
         * @description Verify the signature before you trust it.
         */
        post: operations["onPetCreated"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "pet.updated": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * An animal was changed.
         * @description Verify the signature before you trust it.
         */
        post: operations["onPetUpdated"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "pet.deleted": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * An animal was removed.
         * @description Verify the signature before you trust it.
         */
        post: operations["onPetDeleted"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "pet.profile_changed": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * The profile of an animal was changed.
         * @description Verify the signature before you trust it.
         */
        post: operations["onPetProfileChanged"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "pet.photos_changed": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * A photo of an animal was added, changed or removed.
         * @description Verify the signature before you trust it.
         */
        post: operations["onPetPhotosChanged"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "category.created": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * A category number got a name.
         * @description Verify the signature before you trust it.
         */
        post: operations["onCategoryCreated"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "category.updated": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * The name of a category was changed.
         * @description Verify the signature before you trust it.
         */
        post: operations["onCategoryUpdated"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "order.placed": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * An animal was ordered, and is pending now.
         * @description Verify the signature before you trust it.
         */
        post: operations["onOrderPlaced"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "order.completed": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * An order was completed: its animal is sold now.
         * @description Verify the signature before you trust it.
         */
        post: operations["onOrderCompleted"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "order.cancelled": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * An order was cancelled: its animal is available again.
         * @description Verify the signature before you trust it.
         */
        post: operations["onOrderCancelled"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "webhook.disabled": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * A webhook was disabled.
         * @description Verify the signature before you trust it.
         */
        post: operations["onWebhookDisabled"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "inquiry.created": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Somebody asks about an animal.
         * @description Verify the signature before you trust it.
         */
        post: operations["onInquiryCreated"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "inquiry.closed": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * An inquiry was closed.
         * @description Verify the signature before you trust it.
         */
        post: operations["onInquiryClosed"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "inquiry.deleted": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * An inquiry was erased. Erase what you have copied of it.
         * @description Verify the signature before you trust it.
         */
        post: operations["onInquiryDeleted"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
}
export interface components {
    schemas: {
        /**
         * @description Availability of an animal.
         * @example available
         * @enum {string}
         */
        PetStatus: "available" | "pending" | "sold";
        /** @description An animal. */
        Pet: {
            /**
             * Format: int64
             * @description Identifier of the animal, assigned by the service and never reused.
             * @example 1
             */
            id: bigint;
            /**
             * @description Name of the animal: 1 to 255 characters, at least one of them visible, no control characters. Stored unchanged.
             * @example Frank
             */
            name: string;
            /**
             * Format: int64
             * @description Identifier of the category that the animal belongs to.
             * @example 3
             */
            categoryId: bigint;
            status: components["schemas"]["PetStatus"];
        };
        /** @description An animal to add. `status` defaults to `available`. */
        NewPet: {
            /**
             * @description Name of the animal: 1 to 255 characters, at least one of them visible, no control characters. Stored unchanged.
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
        /** @description The fields of an animal to change (RFC 7396); omitted fields keep their value. The optional `id` must equal that of the path. */
        PetChanges: {
            /**
             * Format: int64
             * @description Identifier of the animal, assigned by the service and never reused.
             * @example 1
             */
            id?: bigint;
            /**
             * @description Name of the animal: 1 to 255 characters, at least one of them visible, no control characters. Stored unchanged.
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
        /** @description Animals by ascending `id`. */
        Pets: components["schemas"]["Pet"][];
        /** @enum {string} */
        PetSex: "female" | "male" | "unknown";
        /** @enum {string} */
        PetSize: "small" | "medium" | "large" | "extra_large";
        /**
         * @description How much of a date is known: all of it, its month, or its year. The rest of the date has no meaning.
         * @enum {string}
         */
        DatePrecision: "day" | "month" | "year";
        /** @description What is known about an animal. Fields that are unknown are missing. Texts are stored unchanged; they have a visible character, and no control characters. */
        Profile: {
            /**
             * @description What people should know about the animal: plain text, no control characters but line breaks.
             * @example A calm cat who likes to sit at the window.
             *     Looking for a home without dogs.
             */
            description?: string;
            /**
             * @description The species.
             * @example Cat
             */
            species?: string;
            /**
             * @description The breed, or several.
             * @example Domestic Shorthair
             */
            breed?: string;
            /**
             * @description The colour, or several.
             * @example Black and white
             */
            color?: string;
            /**
             * @description The kind or the length of the coat.
             * @example Short
             */
            coat?: string;
            sex?: components["schemas"]["PetSex"];
            size?: components["schemas"]["PetSize"];
            /**
             * Format: date
             * @description The day of birth.
             * @example 2024-05-01
             */
            birthDate?: string;
            birthDatePrecision?: components["schemas"]["DatePrecision"];
            /** @description Whether the animal is neutered or spayed. */
            neutered?: boolean;
            /** @description Whether the vaccinations are up to date. */
            vaccinated?: boolean;
            /** @description Whether the animal is house-trained. */
            houseTrained?: boolean;
            /** @description Whether the animal needs special care. */
            specialNeeds?: boolean;
            /** @description Whom the animal gets along with. Missing members are unknown. */
            goodWith?: {
                children?: boolean;
                dogs?: boolean;
                cats?: boolean;
            };
            /** @description Words to find the animal by, each once. They are sorted. */
            tags?: string[];
            /**
             * @description Where the animal is.
             * @example Foster home in Aachen
             */
            location?: string;
            /**
             * Format: date
             * @description When the animal arrived.
             * @example 2026-10-03
             */
            arrivedOn?: string;
            /** @description What an adoption costs. */
            fee?: {
                /**
                 * Format: int64
                 * @description The amount in the smallest unit of the currency, such as cents.
                 * @example 12500
                 */
                amountMinor: bigint;
                /**
                 * @description The code of the currency (ISO 4217).
                 * @example EUR
                 */
                currency: string;
            };
            /**
             * @description The shelter's own number of the animal, or that of its microchip. No other animal can have the same one.
             * @example A706918
             */
            reference?: string;
            /**
             * @description Further facts by their names: up to 50, with names of up to 50 and texts of up to 255 characters. They are sorted by name.
             * @example {
             *       "weight": "4.2 kg"
             *     }
             */
            attributes?: {
                [key: string]: string;
            };
        };
        /** @description A profile to store. `birthDatePrecision` defaults to `day`. */
        ProfileDraft: {
            /**
             * @description What people should know about the animal: plain text, no control characters but line breaks.
             * @example A calm cat who likes to sit at the window.
             *     Looking for a home without dogs.
             */
            description?: string;
            /**
             * @description The species.
             * @example Cat
             */
            species?: string;
            /**
             * @description The breed, or several.
             * @example Domestic Shorthair
             */
            breed?: string;
            /**
             * @description The colour, or several.
             * @example Black and white
             */
            color?: string;
            /**
             * @description The kind or the length of the coat.
             * @example Short
             */
            coat?: string;
            sex?: components["schemas"]["PetSex"];
            size?: components["schemas"]["PetSize"];
            /**
             * Format: date
             * @description The day of birth.
             * @example 2024-05-01
             */
            birthDate?: string;
            birthDatePrecision?: components["schemas"]["DatePrecision"];
            /** @description Whether the animal is neutered or spayed. */
            neutered?: boolean;
            /** @description Whether the vaccinations are up to date. */
            vaccinated?: boolean;
            /** @description Whether the animal is house-trained. */
            houseTrained?: boolean;
            /** @description Whether the animal needs special care. */
            specialNeeds?: boolean;
            /** @description Whom the animal gets along with. Missing members are unknown. */
            goodWith?: {
                children?: boolean;
                dogs?: boolean;
                cats?: boolean;
            };
            /** @description Words to find the animal by, each once. They are sorted. */
            tags?: string[];
            /**
             * @description Where the animal is.
             * @example Foster home in Aachen
             */
            location?: string;
            /**
             * Format: date
             * @description When the animal arrived.
             * @example 2026-10-03
             */
            arrivedOn?: string;
            /** @description What an adoption costs. */
            fee?: {
                /**
                 * Format: int64
                 * @description The amount in the smallest unit of the currency, such as cents.
                 * @example 12500
                 */
                amountMinor: bigint;
                /**
                 * @description The code of the currency (ISO 4217).
                 * @example EUR
                 */
                currency: string;
            };
            /**
             * @description The shelter's own number of the animal, or that of its microchip. No other animal can have the same one.
             * @example A706918
             */
            reference?: string;
            /**
             * @description Further facts by their names: up to 50, with names of up to 50 and texts of up to 255 characters. They are sorted by name.
             * @example {
             *       "weight": "4.2 kg"
             *     }
             */
            attributes?: {
                [key: string]: string;
            };
        };
        /** @description The fields of a profile to change (RFC 7396): `null` removes a field, omitted fields keep their value. Members of `goodWith`, `fee` and `attributes` are changed one by one, `tags` as a whole. */
        ProfileChanges: {
            /** @description What people should know about the animal: plain text, no control characters but line breaks. */
            description?: string | null;
            /** @description The species. */
            species?: string | null;
            /** @description The breed, or several. */
            breed?: string | null;
            /** @description The colour, or several. */
            color?: string | null;
            /** @description The kind or the length of the coat. */
            coat?: string | null;
            /** @enum {string|null} */
            sex?: "female" | "male" | "unknown" | null;
            /** @enum {string|null} */
            size?: "small" | "medium" | "large" | "extra_large" | null;
            /**
             * Format: date
             * @description The day of birth.
             */
            birthDate?: string | null;
            /**
             * @description How much of a date is known: all of it, its month, or its year. The rest of the date has no meaning.
             * @enum {string|null}
             */
            birthDatePrecision?: "day" | "month" | "year" | null;
            /** @description Whether the animal is neutered or spayed. */
            neutered?: boolean | null;
            /** @description Whether the vaccinations are up to date. */
            vaccinated?: boolean | null;
            /** @description Whether the animal is house-trained. */
            houseTrained?: boolean | null;
            /** @description Whether the animal needs special care. */
            specialNeeds?: boolean | null;
            /** @description Whom the animal gets along with. Missing members are unknown. */
            goodWith?: {
                children?: boolean | null;
                dogs?: boolean | null;
                cats?: boolean | null;
            } | null;
            /** @description Words to find the animal by, each once. They are sorted. */
            tags?: string[] | null;
            /** @description Where the animal is. */
            location?: string | null;
            /**
             * Format: date
             * @description When the animal arrived.
             */
            arrivedOn?: string | null;
            /** @description What an adoption costs. */
            fee?: {
                /**
                 * Format: int64
                 * @description The amount in the smallest unit of the currency, such as cents.
                 */
                amountMinor?: bigint | null;
                /** @description The code of the currency (ISO 4217). */
                currency?: string | null;
            } | null;
            /** @description The shelter's own number of the animal, or that of its microchip. No other animal can have the same one. */
            reference?: string | null;
            /** @description Further facts by their names: up to 50, with names of up to 50 and texts of up to 255 characters. They are sorted by name. */
            attributes?: {
                [key: string]: string | null;
            } | null;
        };
        /** @description A photo in one size and format. */
        PhotoSource: {
            /**
             * Format: uri
             * @description Address of the file. It needs no API key, nobody can guess it, and its content never changes.
             */
            url: string;
            /**
             * @description Media type of the file.
             * @enum {string}
             */
            type: "image/webp" | "image/jpeg";
            /**
             * Format: int32
             * @description Width in pixels.
             */
            width: bigint;
            /**
             * Format: int32
             * @description Height in pixels.
             */
            height: bigint;
        };
        /** @description A photo of an animal. */
        Photo: {
            /**
             * Format: int64
             * @description Identifier of the photo, assigned by the service and never reused.
             * @example 1
             */
            id: bigint;
            /**
             * Format: int64
             * @description Identifier of the animal, assigned by the service and never reused.
             * @example 1
             */
            petId: bigint;
            /**
             * Format: int32
             * @description Place among the photos of the animal, from 0 on. The first one stands for the animal.
             * @example 0
             */
            position: bigint;
            /**
             * @description What the photo shows, for those who do not see it. Empty if it was not set.
             * @example A grey cat on a red cushion
             */
            alternativeText: string;
            /**
             * Format: int32
             * @description Width of the uploaded image in pixels, when it is upright.
             */
            width: bigint;
            /**
             * Format: int32
             * @description Height of the uploaded image in pixels, when it is upright.
             */
            height: bigint;
            /**
             * @description The dominant color, as `#rrggbb`.
             * @example #8a7f6d
             */
            color: string;
            /**
             * Format: uri
             * @description A blurred preview as a `data:` URL, to show while the photo is loading.
             */
            placeholder: string;
            /** @description The photo in each width up to 320, 640 and 1,280 pixels, as WebP and as JPEG, by ascending width. It is never enlarged. */
            sources: components["schemas"]["PhotoSource"][];
            /**
             * Format: date-time
             * @description When the photo was added.
             */
            createdAt: string;
        };
        /** @description The fields of a photo to change (RFC 7396); omitted fields keep their value. With a `position` the photos between it and the earlier one move by one place; beyond the last place it means the last. */
        PhotoChanges: {
            /**
             * @description What the photo shows, for those who do not see it. Empty if it was not set.
             * @example A grey cat on a red cushion
             */
            alternativeText?: string;
            /**
             * Format: int32
             * @description Place among the photos of the animal, from 0 on. The first one stands for the animal.
             * @example 0
             */
            position?: bigint;
        };
        /** @description The photos of an animal, in their order. */
        Photos: components["schemas"]["Photo"][];
        /** @description An animal with all that a web site shows of it. A time is missing if it is before the service kept these times. */
        Listing: {
            /**
             * Format: int64
             * @description Identifier of the animal, assigned by the service and never reused.
             * @example 1
             */
            id: bigint;
            /**
             * @description Name of the animal: 1 to 255 characters, at least one of them visible, no control characters. Stored unchanged.
             * @example Frank
             */
            name: string;
            /** @description The category. Its name is missing if it has none. */
            category: {
                /**
                 * Format: int64
                 * @description Number of the category, chosen by the client.
                 * @example 3
                 */
                id: bigint;
                /**
                 * @description Name of the category: 1 to 255 characters, at least one of them visible, no control characters. Stored unchanged.
                 * @example Dogs
                 */
                name?: string;
            };
            status: components["schemas"]["PetStatus"];
            profile: components["schemas"]["Profile"];
            photos: components["schemas"]["Photos"];
            /**
             * Format: date-time
             * @description When the animal was added.
             */
            createdAt?: string;
            /**
             * Format: date-time
             * @description When the animal, its profile or its photos were last changed.
             */
            updatedAt?: string;
            /**
             * Format: date-time
             * @description Since when the animal has its status.
             */
            statusSince?: string;
        };
        /** @description Animals, by ascending `id` unless `sort` says otherwise. */
        Listings: components["schemas"]["Listing"][];
        /** @description An animal to add, with its profile. `status` defaults to `available`. */
        NewListing: {
            /**
             * @description Name of the animal: 1 to 255 characters, at least one of them visible, no control characters. Stored unchanged.
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
            profile?: components["schemas"]["ProfileDraft"];
        };
        /** @description A named category. */
        Category: {
            /**
             * Format: int64
             * @description Number of the category, chosen by the client.
             * @example 3
             */
            id: bigint;
            /**
             * @description Name of the category: 1 to 255 characters, at least one of them visible, no control characters. Stored unchanged.
             * @example Dogs
             */
            name: string;
        };
        /** @description A name for a category. The optional `id` must equal that of the path. */
        CategoryDraft: {
            /**
             * Format: int64
             * @description Number of the category, chosen by the client.
             * @example 3
             */
            id?: bigint;
            /**
             * @description Name of the category: 1 to 255 characters, at least one of them visible, no control characters. Stored unchanged.
             * @example Dogs
             */
            name: string;
        };
        /** @description Categories by ascending `id`. */
        Categories: components["schemas"]["Category"][];
        /**
         * @description Status of an order. A `placed` order is open.
         * @example placed
         * @enum {string}
         */
        OrderStatus: "placed" | "completed" | "cancelled";
        /** @description The reservation of an animal. */
        Order: {
            /**
             * Format: int64
             * @description Identifier of the order, assigned by the service and never reused.
             * @example 1
             */
            id: bigint;
            /**
             * Format: int64
             * @description Identifier of the animal, assigned by the service and never reused.
             * @example 1
             */
            petId: bigint;
            status: components["schemas"]["OrderStatus"];
            /**
             * Format: date-time
             * @description When the order was placed.
             */
            createdAt: string;
            /**
             * Format: date-time
             * @description When the order was last changed: placed, completed or cancelled.
             */
            updatedAt: string;
        };
        /** @description An order to place. */
        NewOrder: {
            /**
             * Format: int64
             * @description Identifier of the animal, assigned by the service and never reused.
             * @example 1
             */
            petId: bigint;
        };
        /** @description Orders by ascending `id`. */
        Orders: components["schemas"]["Order"][];
        /** @description The number of animals by status. */
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
            /** @description The counts per category with animals, by ascending number, in pages. Only with `by=category`. */
            categories?: {
                /**
                 * Format: int64
                 * @description Number of the category, chosen by the client.
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
        /** @description The counts per period, in order, including periods in which nothing happened. */
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
             * @description Animals that became sold, without those that were added as sold.
             * @example 9
             */
            adopted: bigint;
            /**
             * Format: int64
             * @description Animals that are no longer sold: adoptions that were taken back.
             * @example 1
             */
            returned: bigint;
            /**
             * Format: int64
             * @description Animals that were removed.
             * @example 2
             */
            removed: bigint;
            /** @description The counts per category in which something happened. Only with `groupBy=category`. */
            categories?: {
                /**
                 * Format: int64
                 * @description Number of the category, chosen by the client.
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
                 * @description Animals that became sold, without those that were added as sold.
                 * @example 9
                 */
                adopted: bigint;
                /**
                 * Format: int64
                 * @description Animals that are no longer sold: adoptions that were taken back.
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
         * @description A named set of scopes: a `reader` reads animals, orders and events, an `editor` also changes them, `staff` also answers inquiries, a `monitor` reads only the metrics, and an `admin` has all scopes. A `public` key stands in web pages: it reads only those listings that the operator shows to the public. Later releases may add scopes to a role.
         * @example editor
         */
        Role: "reader" | "editor" | "staff" | "monitor" | "public" | "admin";
        /**
         * @description What a key may do. Events contain animals, categories and orders, so `events:read` reveals all of these. `webhooks:read` is for reading webhooks and deliveries, `webhooks:write` for changing them; operations that cause events to be sent also need `events:read`. `metrics:read` is for `/metrics`, which `keys:admin` may also read.
         * @example pets:read
         */
        Scope: "pets:read" | "pets:write" | "listings:read" | "orders:read" | "orders:write" | "inquiries:read" | "inquiries:write" | "events:read" | "webhooks:read" | "webhooks:write" | "metrics:read" | "keys:admin";
        /**
         * @description The web origins (scheme, host and port) whose pages may use a public key, as browsers send them, or `*` alone for all. Other keys have none.
         * @example [
         *       "https://shelter.example.org"
         *     ]
         */
        WebOrigins: string[];
        /**
         * @description Status of a key. Only an `active` key is accepted.
         * @example active
         */
        KeyStatus: "active" | "expired" | "revoked";
        /** @description An API key, without its secret. `role` is present if the key was created with one. */
        Key: {
            /**
             * Format: int64
             * @description Identifier of the key, assigned by the service and never reused.
             * @example 2
             */
            id: bigint;
            /**
             * @description Name of the key: 1 to 100 characters, at least one of them visible, no control characters. Stored unchanged.
             * @example web site
             */
            name: string;
            role?: components["schemas"]["Role"];
            /** @description The scopes of the key, listed or given by its role. */
            scopes: components["schemas"]["Scope"][];
            origins?: components["schemas"]["WebOrigins"];
            /** @description The first characters of the secret, to recognize the key by. */
            hint: string;
            status: components["schemas"]["KeyStatus"];
            /**
             * Format: date-time
             * @description When the key was created.
             */
            createdAt: string;
            /**
             * Format: date-time
             * @description When the key expires or has expired.
             */
            expiresAt?: string;
            /**
             * Format: date-time
             * @description When the key was last used, with a delay of some seconds.
             */
            lastUsedAt?: string;
            /**
             * Format: date-time
             * @description When the key was revoked.
             */
            revokedAt?: string;
        };
        /**
         * @description A named set of scopes: a `reader` reads animals, orders and events, an `editor` also changes them, `staff` also answers inquiries, a `monitor` reads only the metrics, and an `admin` has all scopes. A `public` key stands in web pages: it reads only those listings that the operator shows to the public. Later releases may add scopes to a role.
         * @example editor
         * @enum {string}
         */
        KnownRole: "reader" | "editor" | "staff" | "monitor" | "public" | "admin";
        /**
         * @description What a key may do. Events contain animals, categories and orders, so `events:read` reveals all of these. `webhooks:read` is for reading webhooks and deliveries, `webhooks:write` for changing them; operations that cause events to be sent also need `events:read`. `metrics:read` is for `/metrics`, which `keys:admin` may also read.
         * @example pets:read
         * @enum {string}
         */
        KnownScope: "pets:read" | "pets:write" | "listings:read" | "orders:read" | "orders:write" | "inquiries:read" | "inquiries:write" | "events:read" | "webhooks:read" | "webhooks:write" | "metrics:read" | "keys:admin";
        /** @description A key to create, with either a `role` or `scopes`. With the role `public` it must have `origins`. */
        NewKey: {
            /**
             * @description Name of the key: 1 to 100 characters, at least one of them visible, no control characters. Stored unchanged.
             * @example web site
             */
            name: string;
            role?: components["schemas"]["KnownRole"];
            scopes?: components["schemas"]["KnownScope"][];
            origins?: components["schemas"]["WebOrigins"];
            /**
             * Format: date-time
             * @description When the key expires; must be in the future. Without it, the key never expires.
             */
            expiresAt?: string;
        };
        /** @description An API key with its new secret. The service stores only a hash of it. */
        IssuedKey: {
            /**
             * Format: int64
             * @description Identifier of the key, assigned by the service and never reused.
             * @example 2
             */
            id: bigint;
            /**
             * @description Name of the key: 1 to 100 characters, at least one of them visible, no control characters. Stored unchanged.
             * @example web site
             */
            name: string;
            role?: components["schemas"]["Role"];
            /** @description The scopes of the key, listed or given by its role. */
            scopes: components["schemas"]["Scope"][];
            origins?: components["schemas"]["WebOrigins"];
            /** @description The first characters of the secret, to recognize the key by. */
            hint: string;
            status: components["schemas"]["KeyStatus"];
            /**
             * Format: date-time
             * @description When the key was created.
             */
            createdAt: string;
            /**
             * Format: date-time
             * @description When the key expires or has expired.
             */
            expiresAt?: string;
            /**
             * Format: date-time
             * @description When the key was last used, with a delay of some seconds.
             */
            lastUsedAt?: string;
            /**
             * Format: date-time
             * @description When the key was revoked.
             */
            revokedAt?: string;
            /** @description The secret to send as `Authorization: Bearer <secret>`. It is shown only once. */
            secret: string;
        };
        /** @description Options of a key rotation. */
        KeyRotation: {
            /**
             * Format: int32
             * @description How long the previous secret stays valid; 0 ends it at once.
             * @default 86400
             * @example 3600
             */
            graceSeconds?: bigint;
        };
        /** @description Keys by ascending `id`. */
        Keys: components["schemas"]["Key"][];
        /**
         * @description The type of change. Later releases may add types: ignore unknown ones.
         * @example pet.updated
         */
        EventType: "pet.created" | "pet.updated" | "pet.deleted" | "pet.profile_changed" | "pet.photos_changed" | "category.created" | "category.updated" | "order.placed" | "order.completed" | "order.cancelled" | "webhook.disabled" | "inquiry.created" | "inquiry.closed" | "inquiry.deleted";
        /** @description A change. With a `petId` it is the change of an animal, whether or not an order caused it: `pet` is the animal after the change, and is missing if the animal was removed. The event of an inquiry has its `inquiryId` alone, and no personal data. */
        Event: {
            /**
             * Format: int64
             * @description Sequence number of the event: 1, 2, 3 and so on, without gaps.
             * @example 815
             */
            id: bigint;
            type: components["schemas"]["EventType"];
            /**
             * Format: date-time
             * @description When the change was made.
             */
            at: string;
            /**
             * Format: int64
             * @description Identifier of the animal, assigned by the service and never reused.
             * @example 1
             */
            petId?: bigint;
            /**
             * Format: int64
             * @description Identifier of the order that caused the change.
             * @example 1
             */
            orderId?: bigint;
            pet?: components["schemas"]["Pet"];
            category?: components["schemas"]["Category"];
            /**
             * Format: int64
             * @description Identifier of the webhook that was disabled.
             * @example 1
             */
            webhookId?: bigint;
            /**
             * Format: int64
             * @description Identifier of the inquiry.
             * @example 1
             */
            inquiryId?: bigint;
        };
        /** @description Events in the order in which they happened. */
        Events: components["schemas"]["Event"][];
        /**
         * @description `active`; `paused`, when events wait until it is resumed; or `disabled`, when it gets none any more, because its receiver has responded with 410 or has failed for three days.
         * @example active
         */
        WebhookStatus: "active" | "paused" | "disabled";
        /** @description An address that receives events. */
        Webhook: {
            /**
             * Format: int64
             * @description Identifier of the webhook, assigned by the service and never reused.
             * @example 1
             */
            id: bigint;
            /**
             * Format: iri
             * @description The https address that receives events, without user name and fragment. Stored unchanged.
             * @example https://shelter.example.org/events
             */
            url: string;
            /** @description The event types to send. Defaults to all types. */
            types?: components["schemas"]["EventType"][];
            /**
             * @description What the webhook is for, for people.
             * @example Adoption site
             */
            description?: string;
            status: components["schemas"]["WebhookStatus"];
            /**
             * @description Why it is not active, for people.
             * @example Its key 2 was revoked.
             */
            reason?: string;
            /**
             * Format: int64
             * @description Identifier of the key that created the webhook, or has taken it over since. The webhook is paused when this key ends. Missing if the key is unknown: such a webhook is not paused.
             * @example 2
             */
            createdBy?: bigint;
            /**
             * Format: date-time
             * @description When the webhook was created.
             */
            createdAt: string;
            /**
             * Format: date-time
             * @description When the first attempt failed since the last one that succeeded.
             */
            failingSince?: string;
        };
        /**
         * @description The type of change. Later releases may add types: ignore unknown ones.
         * @example pet.updated
         * @enum {string}
         */
        KnownEventType: "pet.created" | "pet.updated" | "pet.deleted" | "pet.profile_changed" | "pet.photos_changed" | "category.created" | "category.updated" | "order.placed" | "order.completed" | "order.cancelled" | "webhook.disabled" | "inquiry.created" | "inquiry.closed" | "inquiry.deleted";
        /** @description A webhook to create. */
        NewWebhook: {
            /**
             * Format: iri
             * @description The https address that receives events, without user name and fragment. Stored unchanged.
             * @example https://shelter.example.org/events
             */
            url: string;
            /** @description The event types to send. Defaults to all types. */
            types?: components["schemas"]["KnownEventType"][];
            /**
             * @description What the webhook is for, for people.
             * @example Adoption site
             */
            description?: string;
        };
        /** @description The fields of a webhook to change. */
        WebhookChanges: {
            /**
             * Format: iri
             * @description The https address that receives events, without user name and fragment. Stored unchanged.
             * @example https://shelter.example.org/events
             */
            url?: string;
            /** @description The event types to send. An empty list means all types, also those of later releases. */
            types?: components["schemas"]["KnownEventType"][];
            /**
             * @description What the webhook is for, for people.
             * @example Adoption site
             */
            description?: string;
        };
        /** @description A webhook that was just created, with its secret. */
        IssuedWebhook: {
            /**
             * Format: int64
             * @description Identifier of the webhook, assigned by the service and never reused.
             * @example 1
             */
            id: bigint;
            /**
             * Format: iri
             * @description The https address that receives events, without user name and fragment. Stored unchanged.
             * @example https://shelter.example.org/events
             */
            url: string;
            /** @description The event types to send. Defaults to all types. */
            types?: components["schemas"]["EventType"][];
            /**
             * @description What the webhook is for, for people.
             * @example Adoption site
             */
            description?: string;
            status: components["schemas"]["WebhookStatus"];
            /**
             * @description Why it is not active, for people.
             * @example Its key 2 was revoked.
             */
            reason?: string;
            /**
             * Format: int64
             * @description Identifier of the key that created the webhook, or has taken it over since. The webhook is paused when this key ends. Missing if the key is unknown: such a webhook is not paused.
             * @example 2
             */
            createdBy?: bigint;
            /**
             * Format: date-time
             * @description When the webhook was created.
             */
            createdAt: string;
            /**
             * Format: date-time
             * @description When the first attempt failed since the last one that succeeded.
             */
            failingSince?: string;
            /**
             * @description The secret that signs the requests. It is shown only once.
             * @example whsec_AAECAwQFBgcICQoLDA0ODxAREhMUFRYXGBkaGxwdHh8=
             */
            secret: string;
        };
        /** @description Options of the rotation of a secret. */
        WebhookRotation: {
            /**
             * Format: int32
             * @description How long requests are also signed with the previous secret; 0 ends it at once.
             * @default 86400
             * @example 3600
             */
            graceSeconds?: bigint;
        };
        /** @description Webhooks by ascending `id`. */
        Webhooks: components["schemas"]["Webhook"][];
        /** @description A request to the receiver of a webhook. */
        WebhookAttempt: {
            /**
             * Format: int64
             * @description Identifier of the attempt.
             * @example 90
             */
            id: bigint;
            /**
             * Format: int64
             * @description Identifier of the event; 0 for a test.
             * @example 815
             */
            eventId: bigint;
            /**
             * Format: date-time
             * @description When the request was made.
             */
            at: string;
            /**
             * Format: int64
             * @description Milliseconds until the response, or until the attempt was given up.
             * @example 312
             */
            durationMs: bigint;
            /**
             * Format: int32
             * @description The status of the response; missing if there was none.
             */
            status?: bigint;
            /** @description Why the attempt failed, for people; missing if it has succeeded. */
            failure?: string;
        };
        /** @description Attempts, the newest first. */
        WebhookAttempts: components["schemas"]["WebhookAttempt"][];
        /**
         * @description `waiting` while attempts remain; `dead` after the last attempt has failed.
         * @example waiting
         */
        DeliveryStatus: "waiting" | "dead";
        /** @description An event that has not yet arrived at a webhook. */
        Delivery: {
            /**
             * Format: int64
             * @description Identifier of the delivery, assigned by the service and never reused.
             * @example 1
             */
            id: bigint;
            /**
             * Format: int64
             * @description Identifier of the webhook, assigned by the service and never reused.
             * @example 1
             */
            webhookId: bigint;
            /**
             * Format: int64
             * @description Identifier of the event; 0 for a test.
             * @example 815
             */
            eventId: bigint;
            status: components["schemas"]["DeliveryStatus"];
            /**
             * Format: int32
             * @description The number of attempts so far.
             */
            attempts: bigint;
            /**
             * Format: date-time
             * @description The earliest time of the next attempt.
             */
            dueAt?: string;
            /** @description Why the last attempt failed, for people. */
            failure?: string;
        };
        /** @description Deliveries by ascending `id`. */
        Deliveries: components["schemas"]["Delivery"][];
        /** @description The body of every error response. */
        Error: {
            /**
             * @description What went wrong, for programs. Later releases may add codes.
             * @example pet_not_found
             */
            code: "malformed_request" | "invalid_json" | "validation_failed" | "invalid_image" | "invalid_parameter" | "unknown_parameter" | "invalid_cursor" | "invalid_idempotency_key" | "missing_api_key" | "invalid_api_key" | "insufficient_scope" | "origin_not_allowed" | "pet_not_found" | "photo_not_found" | "order_not_found" | "inquiry_not_found" | "category_not_found" | "key_not_found" | "webhook_not_found" | "delivery_not_found" | "not_found" | "method_not_allowed" | "request_timeout" | "pet_not_available" | "pet_has_open_order" | "reference_in_use" | "too_many_photos" | "photos_disabled" | "too_many_inquiries" | "too_many_webhooks" | "order_closed" | "webhook_disabled" | "invalid_transition" | "idempotency_in_progress" | "last_admin_key" | "operation_removed" | "photo_removed" | "events_expired" | "precondition_failed" | "payload_too_large" | "image_too_large" | "uri_too_long" | "unsupported_media_type" | "range_not_satisfiable" | "idempotency_key_reused" | "rate_limited" | "internal_error" | "overloaded" | "unavailable";
            /** @description What went wrong and what would be right, for people. */
            message: string;
            /**
             * Format: int32
             * @description The HTTP status of the response.
             */
            status: bigint;
        };
        /** @description An error as problem details (RFC 9457), for clients that accept them. */
        Problem: {
            /**
             * Format: uri
             * @description The address of the description of `code`.
             */
            type: string;
            /** @description What `code` means. */
            title: string;
            /**
             * Format: int32
             * @description The HTTP status of the response.
             */
            status: bigint;
            /** @description What went wrong and what would be right, for people. */
            detail: string;
            /**
             * @description What went wrong, for programs. Later releases may add codes.
             * @example pet_not_found
             */
            code: "malformed_request" | "invalid_json" | "validation_failed" | "invalid_image" | "invalid_parameter" | "unknown_parameter" | "invalid_cursor" | "invalid_idempotency_key" | "missing_api_key" | "invalid_api_key" | "insufficient_scope" | "origin_not_allowed" | "pet_not_found" | "photo_not_found" | "order_not_found" | "inquiry_not_found" | "category_not_found" | "key_not_found" | "webhook_not_found" | "delivery_not_found" | "not_found" | "method_not_allowed" | "request_timeout" | "pet_not_available" | "pet_has_open_order" | "reference_in_use" | "too_many_photos" | "photos_disabled" | "too_many_inquiries" | "too_many_webhooks" | "order_closed" | "webhook_disabled" | "invalid_transition" | "idempotency_in_progress" | "last_admin_key" | "operation_removed" | "photo_removed" | "events_expired" | "precondition_failed" | "payload_too_large" | "image_too_large" | "uri_too_long" | "unsupported_media_type" | "range_not_satisfiable" | "idempotency_key_reused" | "rate_limited" | "internal_error" | "overloaded" | "unavailable";
            /** @description The invalid fields or parameters. */
            errors?: {
                /**
                 * @description A field as a JSON Pointer (RFC 6901), such as `#/name`, or a query parameter, such as `?limit`.
                 * @example #/name
                 */
                pointer: string;
                /**
                 * @description What would be right.
                 * @example is required
                 */
                detail: string;
            }[];
        };
        /** @description For each filter, how many animals the list would have with each of its values: in place of the value that a filter has, and for `goodWith` and `tag` in addition to it. The most frequent values come first, up to 50; those that no animal has are missing. */
        ListingFacets: {
            status: {
                /** @description Whether all animals were counted. Otherwise the counts are lower bounds, and values can be missing. */
                isComplete: boolean;
                values: {
                    value: components["schemas"]["PetStatus"];
                    /**
                     * Format: int64
                     * @description The animals with this value.
                     * @example 12
                     */
                    count: bigint;
                }[];
            };
            categoryId: {
                /** @description Whether all animals were counted. Otherwise the counts are lower bounds, and values can be missing. */
                isComplete: boolean;
                values: {
                    /**
                     * Format: int64
                     * @description Number of the category, chosen by the client.
                     * @example 3
                     */
                    value: bigint;
                    /**
                     * @description Name of the category: 1 to 255 characters, at least one of them visible, no control characters. Stored unchanged.
                     * @example Dogs
                     */
                    name?: string;
                    /**
                     * Format: int64
                     * @description The animals with this value.
                     * @example 12
                     */
                    count: bigint;
                }[];
            };
            species: {
                /** @description Whether all animals were counted. Otherwise the counts are lower bounds, and values can be missing. */
                isComplete: boolean;
                values: {
                    /**
                     * @description The species.
                     * @example Cat
                     */
                    value: string;
                    /**
                     * Format: int64
                     * @description The animals with this value.
                     * @example 12
                     */
                    count: bigint;
                }[];
            };
            sex: {
                /** @description Whether all animals were counted. Otherwise the counts are lower bounds, and values can be missing. */
                isComplete: boolean;
                values: {
                    value: components["schemas"]["PetSex"];
                    /**
                     * Format: int64
                     * @description The animals with this value.
                     * @example 12
                     */
                    count: bigint;
                }[];
            };
            size: {
                /** @description Whether all animals were counted. Otherwise the counts are lower bounds, and values can be missing. */
                isComplete: boolean;
                values: {
                    value: components["schemas"]["PetSize"];
                    /**
                     * Format: int64
                     * @description The animals with this value.
                     * @example 12
                     */
                    count: bigint;
                }[];
            };
            goodWith: {
                /** @description Whether all animals were counted. Otherwise the counts are lower bounds, and values can be missing. */
                isComplete: boolean;
                values: {
                    /** @enum {string} */
                    value: "children" | "dogs" | "cats";
                    /**
                     * Format: int64
                     * @description The animals with this value.
                     * @example 12
                     */
                    count: bigint;
                }[];
            };
            tag: {
                /** @description Whether all animals were counted. Otherwise the counts are lower bounds, and values can be missing. */
                isComplete: boolean;
                values: {
                    /** @example lap cat */
                    value: string;
                    /**
                     * Format: int64
                     * @description The animals with this value.
                     * @example 12
                     */
                    count: bigint;
                }[];
            };
        };
        /** @description A page of animals, and how many animals there are with each value of a filter. */
        FacetedListings: {
            items: components["schemas"]["Listings"];
            facets: components["schemas"]["ListingFacets"];
        };
        /**
         * @description Status of an inquiry.
         * @example open
         * @enum {string}
         */
        InquiryStatus: "open" | "closed";
        /** @description What a person asks about an animal. Personal data, erased after some time. */
        Inquiry: {
            /**
             * Format: int64
             * @description Identifier of the inquiry, assigned by the service and never reused.
             * @example 1
             */
            id: bigint;
            status: components["schemas"]["InquiryStatus"];
            /**
             * Format: int64
             * @description Identifier of the animal, assigned by the service and never reused.
             * @example 1
             */
            petId: bigint;
            /**
             * @description Name of the person: 1 to 100 characters, at least one of them visible, no control characters. Stored unchanged.
             * @example Ada Moreno
             */
            name: string;
            /**
             * @description E-mail address to reply to. Either this or `phone` is required.
             * @example ada@example.org
             */
            email?: string;
            /**
             * @description Telephone number to reply to.
             * @example +1 512 555 0100
             */
            phone?: string;
            /**
             * @description What the person asks: 1 to 2000 characters, with line breaks.
             * @example We have a garden and two children. May we visit Frank on Saturday?
             */
            message: string;
            /**
             * Format: date-time
             * @description When the inquiry was made.
             */
            createdAt: string;
            /**
             * Format: date-time
             * @description When the inquiry was closed; missing while it is open.
             */
            closedAt?: string;
        };
        /** @description Inquiries by ascending `id`. */
        Inquiries: components["schemas"]["Inquiry"][];
        /** @description An inquiry to store. It has an `email`, a `phone` or both. */
        NewInquiry: {
            /**
             * Format: int64
             * @description Identifier of the animal, assigned by the service and never reused.
             * @example 1
             */
            petId: bigint;
            /**
             * @description Name of the person: 1 to 100 characters, at least one of them visible, no control characters. Stored unchanged.
             * @example Ada Moreno
             */
            name: string;
            /**
             * @description E-mail address to reply to. Either this or `phone` is required.
             * @example ada@example.org
             */
            email?: string;
            /**
             * @description Telephone number to reply to.
             * @example +1 512 555 0100
             */
            phone?: string;
            /**
             * @description What the person asks: 1 to 2000 characters, with line breaks.
             * @example We have a garden and two children. May we visit Frank on Saturday?
             */
            message: string;
        };
        /**
         * @description `waiting` while attempts remain; `dead` after the last attempt has failed.
         * @example waiting
         * @enum {string}
         */
        KnownDeliveryStatus: "waiting" | "dead";
    };
    responses: {
        /** @description Not modified: an ETag in `If-None-Match` is current. */
        NotModified: {
            headers: {
                "X-Request-Id": components["headers"]["RequestId"];
                RateLimit: components["headers"]["RateLimit"];
                "RateLimit-Policy": components["headers"]["RateLimitPolicy"];
                ETag: components["headers"]["ETag"];
                Stability: components["headers"]["Stability"];
                [name: string]: unknown;
            };
            content?: never;
        };
        /**
         * @description `malformed_request`: The request has more than one `Host` header or an invalid one, or its body has trailers.
         *
         *     `invalid_parameter`: A query parameter has an invalid value.
         *
         *     `unknown_parameter`: The operation has no such query parameter.
         *
         *     `invalid_cursor`: The cursor was not issued for this list and these filters.
         */
        InvalidListQuery: {
            headers: {
                "X-Request-Id": components["headers"]["RequestId"];
                RateLimit: components["headers"]["RateLimit"];
                "RateLimit-Policy": components["headers"]["RateLimitPolicy"];
                Stability: components["headers"]["Stability"];
                [name: string]: unknown;
            };
            content: {
                "application/json": components["schemas"]["Error"];
                "application/problem+json": components["schemas"]["Problem"];
            };
        };
        /**
         * @description `missing_api_key`: The request has no API key.
         *
         *     `invalid_api_key`: The API key is unknown, malformed, expired, revoked, or belongs to the other environment.
         */
        Unauthorized: {
            headers: {
                "X-Request-Id": components["headers"]["RequestId"];
                RateLimit: components["headers"]["RateLimit"];
                "RateLimit-Policy": components["headers"]["RateLimitPolicy"];
                Stability: components["headers"]["Stability"];
                "WWW-Authenticate": components["headers"]["Challenge"];
                [name: string]: unknown;
            };
            content: {
                "application/json": components["schemas"]["Error"];
                "application/problem+json": components["schemas"]["Problem"];
            };
        };
        /** @description `insufficient_scope`: The API key lacks a scope that the operation requires, or a scope that it would grant. */
        Forbidden: {
            headers: {
                "X-Request-Id": components["headers"]["RequestId"];
                RateLimit: components["headers"]["RateLimit"];
                "RateLimit-Policy": components["headers"]["RateLimitPolicy"];
                Stability: components["headers"]["Stability"];
                "WWW-Authenticate": components["headers"]["Challenge"];
                [name: string]: unknown;
            };
            content: {
                "application/json": components["schemas"]["Error"];
                "application/problem+json": components["schemas"]["Problem"];
            };
        };
        /** @description `uri_too_long`: Path and query together are longer than 8 KiB. */
        UriTooLong: {
            headers: {
                "X-Request-Id": components["headers"]["RequestId"];
                RateLimit: components["headers"]["RateLimit"];
                "RateLimit-Policy": components["headers"]["RateLimitPolicy"];
                Stability: components["headers"]["Stability"];
                [name: string]: unknown;
            };
            content: {
                "application/json": components["schemas"]["Error"];
                "application/problem+json": components["schemas"]["Problem"];
            };
        };
        /** @description `rate_limited`: The API key has exceeded its rate limit or its share of the event streams, or the address of a client without a valid key or with a public one its limit, or too many requests of the client wait for facets. Retry after `Retry-After`. */
        RateLimited: {
            headers: {
                "X-Request-Id": components["headers"]["RequestId"];
                RateLimit: components["headers"]["RateLimit"];
                "RateLimit-Policy": components["headers"]["RateLimitPolicy"];
                Stability: components["headers"]["Stability"];
                "Retry-After": components["headers"]["RetryAfter"];
                [name: string]: unknown;
            };
            content: {
                "application/json": components["schemas"]["Error"];
                "application/problem+json": components["schemas"]["Problem"];
            };
        };
        /** @description `internal_error`: Unexpected failure. The message contains the request id. A change may or may not have been made. */
        InternalError: {
            headers: {
                "X-Request-Id": components["headers"]["RequestId"];
                RateLimit: components["headers"]["RateLimit"];
                "RateLimit-Policy": components["headers"]["RateLimitPolicy"];
                Stability: components["headers"]["Stability"];
                [name: string]: unknown;
            };
            content: {
                "application/json": components["schemas"]["Error"];
                "application/problem+json": components["schemas"]["Problem"];
            };
        };
        /**
         * @description `overloaded`: The service is overloaded. Nothing was changed. Retry after `Retry-After`.
         *
         *     `unavailable`: The storage, or the decoder of images, is unavailable. Retry after `Retry-After`, a write with the same Idempotency-Key.
         */
        Unavailable: {
            headers: {
                "X-Request-Id": components["headers"]["RequestId"];
                RateLimit: components["headers"]["RateLimit"];
                "RateLimit-Policy": components["headers"]["RateLimitPolicy"];
                Stability: components["headers"]["Stability"];
                "Retry-After": components["headers"]["RetryAfter"];
                [name: string]: unknown;
            };
            content: {
                "application/json": components["schemas"]["Error"];
                "application/problem+json": components["schemas"]["Problem"];
            };
        };
        /**
         * @description `not_found`: Unknown path.
         *
         *     `method_not_allowed`: The path does not support this method. `Allow` lists those it does.
         *
         *     A request that is not valid HTTP is answered with 400, one with more than 16 KiB or about 200 headers with 431, both without a body.
         */
        OtherError: {
            headers: {
                "X-Request-Id": components["headers"]["RequestId"];
                RateLimit: components["headers"]["RateLimit"];
                "RateLimit-Policy": components["headers"]["RateLimitPolicy"];
                Stability: components["headers"]["Stability"];
                Allow: components["headers"]["Allow"];
                [name: string]: unknown;
            };
            content: {
                "application/json": components["schemas"]["Error"];
                "application/problem+json": components["schemas"]["Problem"];
            };
        };
        /**
         * @description `malformed_request`: The request has more than one `Host` header or an invalid one, or its body has trailers.
         *
         *     `unknown_parameter`: The operation has no such query parameter.
         *
         *     `invalid_json`: The body is not a single JSON object in UTF-8, or an object in it repeats a member.
         *
         *     `validation_failed`: Fields of the body are missing or invalid. The message lists all of them.
         *
         *     `invalid_idempotency_key`: The Idempotency-Key is malformed, too long, or repeated.
         */
        InvalidIdempotentRequest: {
            headers: {
                "X-Request-Id": components["headers"]["RequestId"];
                RateLimit: components["headers"]["RateLimit"];
                "RateLimit-Policy": components["headers"]["RateLimitPolicy"];
                Stability: components["headers"]["Stability"];
                [name: string]: unknown;
            };
            content: {
                "application/json": components["schemas"]["Error"];
                "application/problem+json": components["schemas"]["Problem"];
            };
        };
        /** @description `request_timeout`: The body did not arrive in time. Nothing was changed. */
        RequestTimeout: {
            headers: {
                "X-Request-Id": components["headers"]["RequestId"];
                RateLimit: components["headers"]["RateLimit"];
                "RateLimit-Policy": components["headers"]["RateLimitPolicy"];
                Stability: components["headers"]["Stability"];
                [name: string]: unknown;
            };
            content: {
                "application/json": components["schemas"]["Error"];
                "application/problem+json": components["schemas"]["Problem"];
            };
        };
        /** @description `payload_too_large`: The body is larger than 64 KiB, or than 20 MB for an image. */
        PayloadTooLarge: {
            headers: {
                "X-Request-Id": components["headers"]["RequestId"];
                RateLimit: components["headers"]["RateLimit"];
                "RateLimit-Policy": components["headers"]["RateLimitPolicy"];
                Stability: components["headers"]["Stability"];
                [name: string]: unknown;
            };
            content: {
                "application/json": components["schemas"]["Error"];
                "application/problem+json": components["schemas"]["Problem"];
            };
        };
        /** @description `unsupported_media_type`: Unsupported media type, or an image in another format than its type says. `Accept-Post` or `Accept-Patch` lists the supported ones. */
        UnsupportedMediaType: {
            headers: {
                "X-Request-Id": components["headers"]["RequestId"];
                RateLimit: components["headers"]["RateLimit"];
                "RateLimit-Policy": components["headers"]["RateLimitPolicy"];
                Stability: components["headers"]["Stability"];
                "Accept-Post": components["headers"]["AcceptPost"];
                "Accept-Patch": components["headers"]["AcceptPatch"];
                [name: string]: unknown;
            };
            content: {
                "application/json": components["schemas"]["Error"];
                "application/problem+json": components["schemas"]["Problem"];
            };
        };
        /** @description `precondition_failed`: `If-Match` or `If-None-Match` does not hold, for example because the resource has changed. */
        PreconditionFailed: {
            headers: {
                "X-Request-Id": components["headers"]["RequestId"];
                RateLimit: components["headers"]["RateLimit"];
                "RateLimit-Policy": components["headers"]["RateLimitPolicy"];
                Stability: components["headers"]["Stability"];
                [name: string]: unknown;
            };
            content: {
                "application/json": components["schemas"]["Error"];
                "application/problem+json": components["schemas"]["Problem"];
            };
        };
        /** @description `idempotency_in_progress`: The first request with this Idempotency-Key is still in progress. Repeat it later to get its response. */
        IdempotencyInProgress: {
            headers: {
                "X-Request-Id": components["headers"]["RequestId"];
                RateLimit: components["headers"]["RateLimit"];
                "RateLimit-Policy": components["headers"]["RateLimitPolicy"];
                Stability: components["headers"]["Stability"];
                "Retry-After": components["headers"]["RetryAfter"];
                [name: string]: unknown;
            };
            content: {
                "application/json": components["schemas"]["Error"];
                "application/problem+json": components["schemas"]["Problem"];
            };
        };
        /** @description `idempotency_key_reused`: The Idempotency-Key was already used with a different payload. */
        IdempotencyKeyReused: {
            headers: {
                "X-Request-Id": components["headers"]["RequestId"];
                RateLimit: components["headers"]["RateLimit"];
                "RateLimit-Policy": components["headers"]["RateLimitPolicy"];
                Stability: components["headers"]["Stability"];
                [name: string]: unknown;
            };
            content: {
                "application/json": components["schemas"]["Error"];
                "application/problem+json": components["schemas"]["Problem"];
            };
        };
        /**
         * @description `malformed_request`: The request has more than one `Host` header or an invalid one, or its body has trailers.
         *
         *     `unknown_parameter`: The operation has no such query parameter.
         *
         *     `invalid_json`: The body is not a single JSON object in UTF-8, or an object in it repeats a member.
         *
         *     `validation_failed`: Fields of the body are missing or invalid. The message lists all of them.
         */
        InvalidRequest: {
            headers: {
                "X-Request-Id": components["headers"]["RequestId"];
                RateLimit: components["headers"]["RateLimit"];
                "RateLimit-Policy": components["headers"]["RateLimitPolicy"];
                Stability: components["headers"]["Stability"];
                [name: string]: unknown;
            };
            content: {
                "application/json": components["schemas"]["Error"];
                "application/problem+json": components["schemas"]["Problem"];
            };
        };
        /** @description `pet_not_found`: There is no animal with this id. */
        PetNotFound: {
            headers: {
                "X-Request-Id": components["headers"]["RequestId"];
                RateLimit: components["headers"]["RateLimit"];
                "RateLimit-Policy": components["headers"]["RateLimitPolicy"];
                Stability: components["headers"]["Stability"];
                [name: string]: unknown;
            };
            content: {
                "application/json": components["schemas"]["Error"];
                "application/problem+json": components["schemas"]["Problem"];
            };
        };
        /**
         * @description `pet_has_open_order`: The animal has an open order. Complete or cancel the order first.
         *
         *     `invalid_transition`: The current status does not allow this change.
         */
        PetHasOpenOrderOrInvalidTransition: {
            headers: {
                "X-Request-Id": components["headers"]["RequestId"];
                RateLimit: components["headers"]["RateLimit"];
                "RateLimit-Policy": components["headers"]["RateLimitPolicy"];
                Stability: components["headers"]["Stability"];
                [name: string]: unknown;
            };
            content: {
                "application/json": components["schemas"]["Error"];
                "application/problem+json": components["schemas"]["Problem"];
            };
        };
        /** @description `pet_has_open_order`: The animal has an open order. Complete or cancel the order first. */
        PetHasOpenOrder: {
            headers: {
                "X-Request-Id": components["headers"]["RequestId"];
                RateLimit: components["headers"]["RateLimit"];
                "RateLimit-Policy": components["headers"]["RateLimitPolicy"];
                Stability: components["headers"]["Stability"];
                [name: string]: unknown;
            };
            content: {
                "application/json": components["schemas"]["Error"];
                "application/problem+json": components["schemas"]["Problem"];
            };
        };
        /**
         * @description `malformed_request`: The request has more than one `Host` header or an invalid one, or its body has trailers.
         *
         *     `unknown_parameter`: The operation has no such query parameter.
         */
        UnknownParameter: {
            headers: {
                "X-Request-Id": components["headers"]["RequestId"];
                RateLimit: components["headers"]["RateLimit"];
                "RateLimit-Policy": components["headers"]["RateLimitPolicy"];
                Stability: components["headers"]["Stability"];
                [name: string]: unknown;
            };
            content: {
                "application/json": components["schemas"]["Error"];
                "application/problem+json": components["schemas"]["Problem"];
            };
        };
        /** @description `reference_in_use`: Another animal has this reference. */
        ReferenceInUse: {
            headers: {
                "X-Request-Id": components["headers"]["RequestId"];
                RateLimit: components["headers"]["RateLimit"];
                "RateLimit-Policy": components["headers"]["RateLimitPolicy"];
                Stability: components["headers"]["Stability"];
                [name: string]: unknown;
            };
            content: {
                "application/json": components["schemas"]["Error"];
                "application/problem+json": components["schemas"]["Problem"];
            };
        };
        /**
         * @description `malformed_request`: The request has more than one `Host` header or an invalid one, or its body has trailers.
         *
         *     `unknown_parameter`: The operation has no such query parameter.
         *
         *     `invalid_idempotency_key`: The Idempotency-Key is malformed, too long, or repeated.
         *
         *     `invalid_image`: The image is damaged, incomplete or empty, or cannot be decoded.
         */
        MalformedRequestOrUnknownParameterOrInvalidIdempotencyKeyOrInvalidImage: {
            headers: {
                "X-Request-Id": components["headers"]["RequestId"];
                RateLimit: components["headers"]["RateLimit"];
                "RateLimit-Policy": components["headers"]["RateLimitPolicy"];
                Stability: components["headers"]["Stability"];
                [name: string]: unknown;
            };
            content: {
                "application/json": components["schemas"]["Error"];
                "application/problem+json": components["schemas"]["Problem"];
            };
        };
        /**
         * @description `payload_too_large`: The body is larger than 64 KiB, or than 20 MB for an image.
         *
         *     `image_too_large`: The image has more than 50 million pixels, or more than 16,383 on a side.
         */
        PayloadTooLargeOrImageTooLarge: {
            headers: {
                "X-Request-Id": components["headers"]["RequestId"];
                RateLimit: components["headers"]["RateLimit"];
                "RateLimit-Policy": components["headers"]["RateLimitPolicy"];
                Stability: components["headers"]["Stability"];
                [name: string]: unknown;
            };
            content: {
                "application/json": components["schemas"]["Error"];
                "application/problem+json": components["schemas"]["Problem"];
            };
        };
        /**
         * @description `idempotency_in_progress`: The first request with this Idempotency-Key is still in progress. Repeat it later to get its response.
         *
         *     `too_many_photos`: The animal has as many photos as it can have. Remove one first.
         *
         *     `photos_disabled`: The service has no storage for photos. Its operator has to set `PETSTORE_MEDIA_URL`.
         */
        IdempotencyInProgressOrTooManyPhotosOrPhotosDisabled: {
            headers: {
                "X-Request-Id": components["headers"]["RequestId"];
                RateLimit: components["headers"]["RateLimit"];
                "RateLimit-Policy": components["headers"]["RateLimitPolicy"];
                Stability: components["headers"]["Stability"];
                "Retry-After": components["headers"]["RetryAfter"];
                [name: string]: unknown;
            };
            content: {
                "application/json": components["schemas"]["Error"];
                "application/problem+json": components["schemas"]["Problem"];
            };
        };
        /**
         * @description `pet_not_found`: There is no animal with this id.
         *
         *     `photo_not_found`: The animal has no photo with this id.
         */
        PetNotFoundOrPhotoNotFound: {
            headers: {
                "X-Request-Id": components["headers"]["RequestId"];
                RateLimit: components["headers"]["RateLimit"];
                "RateLimit-Policy": components["headers"]["RateLimitPolicy"];
                Stability: components["headers"]["Stability"];
                [name: string]: unknown;
            };
            content: {
                "application/json": components["schemas"]["Error"];
                "application/problem+json": components["schemas"]["Problem"];
            };
        };
        /**
         * @description `insufficient_scope`: The API key lacks a scope that the operation requires, or a scope that it would grant.
         *
         *     `origin_not_allowed`: Pages of this web origin may not use this public API key.
         */
        InsufficientScopeOrOriginNotAllowed: {
            headers: {
                "X-Request-Id": components["headers"]["RequestId"];
                RateLimit: components["headers"]["RateLimit"];
                "RateLimit-Policy": components["headers"]["RateLimitPolicy"];
                Stability: components["headers"]["Stability"];
                "WWW-Authenticate": components["headers"]["Challenge"];
                [name: string]: unknown;
            };
            content: {
                "application/json": components["schemas"]["Error"];
                "application/problem+json": components["schemas"]["Problem"];
            };
        };
        /**
         * @description `idempotency_in_progress`: The first request with this Idempotency-Key is still in progress. Repeat it later to get its response.
         *
         *     `reference_in_use`: Another animal has this reference.
         */
        IdempotencyInProgressOrReferenceInUse: {
            headers: {
                "X-Request-Id": components["headers"]["RequestId"];
                RateLimit: components["headers"]["RateLimit"];
                "RateLimit-Policy": components["headers"]["RateLimitPolicy"];
                Stability: components["headers"]["Stability"];
                "Retry-After": components["headers"]["RetryAfter"];
                [name: string]: unknown;
            };
            content: {
                "application/json": components["schemas"]["Error"];
                "application/problem+json": components["schemas"]["Problem"];
            };
        };
        /** @description `category_not_found`: This category has no name. */
        CategoryNotFound: {
            headers: {
                "X-Request-Id": components["headers"]["RequestId"];
                RateLimit: components["headers"]["RateLimit"];
                "RateLimit-Policy": components["headers"]["RateLimitPolicy"];
                Stability: components["headers"]["Stability"];
                [name: string]: unknown;
            };
            content: {
                "application/json": components["schemas"]["Error"];
                "application/problem+json": components["schemas"]["Problem"];
            };
        };
        /**
         * @description `idempotency_in_progress`: The first request with this Idempotency-Key is still in progress. Repeat it later to get its response.
         *
         *     `pet_not_available`: The animal is not available.
         */
        IdempotencyInProgressOrPetNotAvailable: {
            headers: {
                "X-Request-Id": components["headers"]["RequestId"];
                RateLimit: components["headers"]["RateLimit"];
                "RateLimit-Policy": components["headers"]["RateLimitPolicy"];
                Stability: components["headers"]["Stability"];
                "Retry-After": components["headers"]["RetryAfter"];
                [name: string]: unknown;
            };
            content: {
                "application/json": components["schemas"]["Error"];
                "application/problem+json": components["schemas"]["Problem"];
            };
        };
        /** @description `order_not_found`: There is no order with this id. */
        OrderNotFound: {
            headers: {
                "X-Request-Id": components["headers"]["RequestId"];
                RateLimit: components["headers"]["RateLimit"];
                "RateLimit-Policy": components["headers"]["RateLimitPolicy"];
                Stability: components["headers"]["Stability"];
                [name: string]: unknown;
            };
            content: {
                "application/json": components["schemas"]["Error"];
                "application/problem+json": components["schemas"]["Problem"];
            };
        };
        /**
         * @description `idempotency_in_progress`: The first request with this Idempotency-Key is still in progress. Repeat it later to get its response.
         *
         *     `order_closed`: The order is already completed or cancelled.
         */
        IdempotencyInProgressOrOrderClosed: {
            headers: {
                "X-Request-Id": components["headers"]["RequestId"];
                RateLimit: components["headers"]["RateLimit"];
                "RateLimit-Policy": components["headers"]["RateLimitPolicy"];
                Stability: components["headers"]["Stability"];
                "Retry-After": components["headers"]["RetryAfter"];
                [name: string]: unknown;
            };
            content: {
                "application/json": components["schemas"]["Error"];
                "application/problem+json": components["schemas"]["Problem"];
            };
        };
        /**
         * @description `idempotency_in_progress`: The first request with this Idempotency-Key is still in progress. Repeat it later to get its response.
         *
         *     `too_many_inquiries`: The animal, or the service, has as many open inquiries as it can have. Close some first.
         */
        IdempotencyInProgressOrTooManyInquiries: {
            headers: {
                "X-Request-Id": components["headers"]["RequestId"];
                RateLimit: components["headers"]["RateLimit"];
                "RateLimit-Policy": components["headers"]["RateLimitPolicy"];
                Stability: components["headers"]["Stability"];
                "Retry-After": components["headers"]["RetryAfter"];
                [name: string]: unknown;
            };
            content: {
                "application/json": components["schemas"]["Error"];
                "application/problem+json": components["schemas"]["Problem"];
            };
        };
        /**
         * @description `pet_not_found`: There is no animal with this id.
         *
         *     `inquiry_not_found`: There is no inquiry with this id. It may have been erased.
         */
        PetNotFoundOrInquiryNotFound: {
            headers: {
                "X-Request-Id": components["headers"]["RequestId"];
                RateLimit: components["headers"]["RateLimit"];
                "RateLimit-Policy": components["headers"]["RateLimitPolicy"];
                Stability: components["headers"]["Stability"];
                [name: string]: unknown;
            };
            content: {
                "application/json": components["schemas"]["Error"];
                "application/problem+json": components["schemas"]["Problem"];
            };
        };
        /** @description `inquiry_not_found`: There is no inquiry with this id. It may have been erased. */
        InquiryNotFound: {
            headers: {
                "X-Request-Id": components["headers"]["RequestId"];
                RateLimit: components["headers"]["RateLimit"];
                "RateLimit-Policy": components["headers"]["RateLimitPolicy"];
                Stability: components["headers"]["Stability"];
                [name: string]: unknown;
            };
            content: {
                "application/json": components["schemas"]["Error"];
                "application/problem+json": components["schemas"]["Problem"];
            };
        };
        /**
         * @description `malformed_request`: The request has more than one `Host` header or an invalid one, or its body has trailers.
         *
         *     `invalid_parameter`: A query parameter has an invalid value.
         *
         *     `unknown_parameter`: The operation has no such query parameter.
         */
        InvalidQuery: {
            headers: {
                "X-Request-Id": components["headers"]["RequestId"];
                RateLimit: components["headers"]["RateLimit"];
                "RateLimit-Policy": components["headers"]["RateLimitPolicy"];
                Stability: components["headers"]["Stability"];
                [name: string]: unknown;
            };
            content: {
                "application/json": components["schemas"]["Error"];
                "application/problem+json": components["schemas"]["Problem"];
            };
        };
        /** @description `key_not_found`: There is no API key with this id. */
        KeyNotFound: {
            headers: {
                "X-Request-Id": components["headers"]["RequestId"];
                RateLimit: components["headers"]["RateLimit"];
                "RateLimit-Policy": components["headers"]["RateLimitPolicy"];
                Stability: components["headers"]["Stability"];
                [name: string]: unknown;
            };
            content: {
                "application/json": components["schemas"]["Error"];
                "application/problem+json": components["schemas"]["Problem"];
            };
        };
        /**
         * @description `malformed_request`: The request has more than one `Host` header or an invalid one, or its body has trailers.
         *
         *     `invalid_parameter`: A query parameter has an invalid value.
         *
         *     `unknown_parameter`: The operation has no such query parameter.
         *
         *     `invalid_json`: The body is not a single JSON object in UTF-8, or an object in it repeats a member.
         *
         *     `validation_failed`: Fields of the body are missing or invalid. The message lists all of them.
         */
        InvalidRequestOrQuery: {
            headers: {
                "X-Request-Id": components["headers"]["RequestId"];
                RateLimit: components["headers"]["RateLimit"];
                "RateLimit-Policy": components["headers"]["RateLimitPolicy"];
                Stability: components["headers"]["Stability"];
                [name: string]: unknown;
            };
            content: {
                "application/json": components["schemas"]["Error"];
                "application/problem+json": components["schemas"]["Problem"];
            };
        };
        /** @description `last_admin_key`: This is the last active key that can administer keys. */
        LastAdminKey: {
            headers: {
                "X-Request-Id": components["headers"]["RequestId"];
                RateLimit: components["headers"]["RateLimit"];
                "RateLimit-Policy": components["headers"]["RateLimitPolicy"];
                Stability: components["headers"]["Stability"];
                [name: string]: unknown;
            };
            content: {
                "application/json": components["schemas"]["Error"];
                "application/problem+json": components["schemas"]["Problem"];
            };
        };
        /**
         * @description `idempotency_in_progress`: The first request with this Idempotency-Key is still in progress. Repeat it later to get its response.
         *
         *     `invalid_transition`: The current status does not allow this change.
         */
        IdempotencyInProgressOrInvalidTransition: {
            headers: {
                "X-Request-Id": components["headers"]["RequestId"];
                RateLimit: components["headers"]["RateLimit"];
                "RateLimit-Policy": components["headers"]["RateLimitPolicy"];
                Stability: components["headers"]["Stability"];
                "Retry-After": components["headers"]["RetryAfter"];
                [name: string]: unknown;
            };
            content: {
                "application/json": components["schemas"]["Error"];
                "application/problem+json": components["schemas"]["Problem"];
            };
        };
        /** @description `events_expired`: Events after this one have been deleted. Read the whole catalogue again, then follow new events. */
        EventsExpired: {
            headers: {
                "X-Request-Id": components["headers"]["RequestId"];
                RateLimit: components["headers"]["RateLimit"];
                "RateLimit-Policy": components["headers"]["RateLimitPolicy"];
                Stability: components["headers"]["Stability"];
                [name: string]: unknown;
            };
            content: {
                "application/json": components["schemas"]["Error"];
                "application/problem+json": components["schemas"]["Problem"];
            };
        };
        /**
         * @description `idempotency_in_progress`: The first request with this Idempotency-Key is still in progress. Repeat it later to get its response.
         *
         *     `too_many_webhooks`: There are as many webhooks as there can be. Remove one first.
         */
        IdempotencyInProgressOrTooManyWebhooks: {
            headers: {
                "X-Request-Id": components["headers"]["RequestId"];
                RateLimit: components["headers"]["RateLimit"];
                "RateLimit-Policy": components["headers"]["RateLimitPolicy"];
                Stability: components["headers"]["Stability"];
                "Retry-After": components["headers"]["RetryAfter"];
                [name: string]: unknown;
            };
            content: {
                "application/json": components["schemas"]["Error"];
                "application/problem+json": components["schemas"]["Problem"];
            };
        };
        /** @description `webhook_not_found`: There is no webhook with this id. */
        WebhookNotFound: {
            headers: {
                "X-Request-Id": components["headers"]["RequestId"];
                RateLimit: components["headers"]["RateLimit"];
                "RateLimit-Policy": components["headers"]["RateLimitPolicy"];
                Stability: components["headers"]["Stability"];
                [name: string]: unknown;
            };
            content: {
                "application/json": components["schemas"]["Error"];
                "application/problem+json": components["schemas"]["Problem"];
            };
        };
        /**
         * @description `idempotency_in_progress`: The first request with this Idempotency-Key is still in progress. Repeat it later to get its response.
         *
         *     `webhook_disabled`: The webhook is disabled and receives no events.
         */
        IdempotencyInProgressOrWebhookDisabled: {
            headers: {
                "X-Request-Id": components["headers"]["RequestId"];
                RateLimit: components["headers"]["RateLimit"];
                "RateLimit-Policy": components["headers"]["RateLimitPolicy"];
                Stability: components["headers"]["Stability"];
                "Retry-After": components["headers"]["RetryAfter"];
                [name: string]: unknown;
            };
            content: {
                "application/json": components["schemas"]["Error"];
                "application/problem+json": components["schemas"]["Problem"];
            };
        };
        /** @description `delivery_not_found`: There is no delivery with this id. It may have arrived, or its webhook may have been removed. */
        DeliveryNotFound: {
            headers: {
                "X-Request-Id": components["headers"]["RequestId"];
                RateLimit: components["headers"]["RateLimit"];
                "RateLimit-Policy": components["headers"]["RateLimitPolicy"];
                Stability: components["headers"]["Stability"];
                [name: string]: unknown;
            };
            content: {
                "application/json": components["schemas"]["Error"];
                "application/problem+json": components["schemas"]["Problem"];
            };
        };
        /** @description The event has arrived. Respond within 15 seconds, and do the work afterwards. */
        Received: {
            headers: {
                [name: string]: unknown;
            };
            content?: never;
        };
        /** @description The receiver wants no more events: the webhook becomes `disabled`. */
        EndWebhook: {
            headers: {
                [name: string]: unknown;
            };
            content?: never;
        };
        /** @description The event has not arrived. It is sent again after 5 seconds, 1, 5 and 30 minutes, 2, 8 and 24 hours. A redirect is not followed. */
        NotReceived: {
            headers: {
                [name: string]: unknown;
            };
            content?: never;
        };
    };
    parameters: {
        /** @description The maximum number of entries per page. It may differ from page to page. Defaults to 20, or to all entries when they are requested by `id`. */
        Limit: bigint;
        /** @description The start of the page, taken from the `Link` header of the previous page. */
        Cursor: string;
        /** @description Only animals with this status. */
        Status: components["schemas"]["PetStatus"];
        /** @description Only the animals with these ids. May be repeated up to 100 times. Unknown ids are ignored. */
        Id: bigint[];
        /** @description ETags of responses that the client has cached. Returns 304 if one of them is current. */
        IfNoneMatch: string;
        /** @description `count=exact` adds `X-Total-Count` (RFC 7240). With strings for integers: `count=exact, int64=string`. */
        Prefer: string;
        /** @description Makes the request safe to retry: for 24 hours, the same key with the same payload returns the first response. It has 1 to 255 visible ASCII characters; a new UUID for each new request is a good key. */
        IdempotencyKey: string;
        /**
         * @description Identifier of the animal.
         * @example 1
         */
        PetId: bigint;
        /** @description Makes the change only if the resource has one of these ETags. Otherwise returns 412. */
        IfMatch: string;
        /** @description Makes the change only if the resource has none of these ETags, or with `*`, does not exist. Otherwise returns 412. */
        IfNoneMatchForChange: string;
        /**
         * @description Identifier of the photo.
         * @example 1
         */
        PhotoId: bigint;
        /** @description `count=exact` adds `X-Total-Count` (RFC 7240). `count=facets` adds it, too, and returns `application/vnd.petstore.facets+json`: the page with how many animals there are with each value of the filters. With strings for integers: `count=facets, int64=string`. */
        PreferFacets: string;
        /**
         * @description Number of the category.
         * @example 3
         */
        CategoryId: bigint;
        /**
         * @description Identifier of the order.
         * @example 1
         */
        OrderId: bigint;
        /**
         * @description Identifier of the inquiry.
         * @example 1
         */
        InquiryId: bigint;
        /**
         * @description Identifier of the key.
         * @example 2
         */
        KeyId: bigint;
        /** @description Only for `text/event-stream`: the stream begins after the entry with this `id`. */
        LastEventId: bigint;
        /**
         * @description Identifier of the webhook.
         * @example 1
         */
        WebhookId: bigint;
        /** @description Identifies the event: the same for each attempt. Handle each one once. */
        SentWebhookId: string;
        /** @description When the attempt was made, in seconds since 1970. Reject what is older than five minutes. */
        SentWebhookTimestamp: bigint;
        /** @description `v1,` and the Base64 of the HMAC-SHA256 of id, timestamp and body, joined by full stops. Signatures by several secrets are separated by blanks; one of them must match. */
        SentWebhookSignature: string;
    };
    requestBodies: never;
    headers: {
        /** @description Identifies the request in the log. */
        RequestId: string;
        /** @description How many requests remain in the current window and when it ends, if the operator has set a limit. */
        RateLimit: string;
        /** @description The rate limit, if the operator has set one. */
        RateLimitPolicy: string;
        /** @description Identifies this version of the response (RFC 9110, section 8.8.3). */
        ETag: string;
        /** @description The next page as `rel="next"` (RFC 8288). Absent on the last page. */
        NextLink: string;
        /** @description The number of matching entries. Only with `Prefer: count=exact`. */
        TotalCount: string;
        /** @description Those preferences that were applied (RFC 7240). */
        PreferenceApplied: string;
        /** @description `beta` or `experimental`; absent for stable operations. */
        Stability: string;
        /** @description How to authenticate, and what was missing (RFC 6750, section 3). */
        Challenge: string;
        /** @description How long to wait before the next attempt, in seconds. */
        RetryAfter: bigint;
        /** @description The methods that the path supports. */
        Allow: string;
        /** @description `true` if this is the response of an earlier request with the same key. */
        IdempotencyReplayed: "true";
        /** @description The media types that a POST or PUT may have. */
        AcceptPost: string;
        /** @description The media types that a PATCH may have (RFC 5789). */
        AcceptPatch: string;
        /** @description When the operation was deprecated (RFC 9745). */
        Deprecation: string;
        /** @description When the operation will be removed (RFC 8594). */
        Sunset: string;
        /** @description The deprecation policy, and the replacement as `rel="successor-version"`. */
        DeprecationLink: string;
        /** @description The address of the created resource. */
        Location: string;
    };
    pathItems: never;
}
export type $defs = Record<string, never>;
export interface operations {
    listPets: {
        parameters: {
            query?: {
                /** @description The maximum number of entries per page. It may differ from page to page. Defaults to 20, or to all entries when they are requested by `id`. */
                limit?: components["parameters"]["Limit"];
                /** @description The start of the page, taken from the `Link` header of the previous page. */
                cursor?: components["parameters"]["Cursor"];
                /** @description Only animals with this status. */
                status?: components["parameters"]["Status"];
                /** @description Only animals of this category. Beta. */
                categoryId?: bigint;
                /** @description Only the animal with this `reference` in its profile. Beta. */
                reference?: string;
                /** @description Only the animals with these ids. May be repeated up to 100 times. Unknown ids are ignored. */
                id?: components["parameters"]["Id"];
                /** @description Only animals whose names have words that begin with each of these words, up to 10, in any order. Case and accents do not matter: `ros` finds Rosé. Chinese and Japanese characters are found anywhere in a name. Any other character separates words. Beta. */
                q?: string;
                /** @description The order of the animals: by `id` (the default), by `name` without regard to case and accents, or with `-` descending: `-createdAt` begins with the animal added last, `-updatedAt` with the one changed last. Animals with the same value are in the order of their ids, in the same direction. Beta. */
                sort?: "id" | "-id" | "name" | "-createdAt" | "-updatedAt";
            };
            header?: {
                /** @description ETags of responses that the client has cached. Returns 304 if one of them is current. */
                "If-None-Match"?: components["parameters"]["IfNoneMatch"];
                /** @description `count=exact` adds `X-Total-Count` (RFC 7240). With strings for integers: `count=exact, int64=string`. */
                Prefer?: components["parameters"]["Prefer"];
            };
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description A page of animals. */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["RequestId"];
                    RateLimit: components["headers"]["RateLimit"];
                    "RateLimit-Policy": components["headers"]["RateLimitPolicy"];
                    ETag: components["headers"]["ETag"];
                    Link: components["headers"]["NextLink"];
                    "X-Total-Count": components["headers"]["TotalCount"];
                    "Preference-Applied": components["headers"]["PreferenceApplied"];
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example [
                     *       {
                     *         "id": 1,
                     *         "name": "Frank",
                     *         "categoryId": 3,
                     *         "status": "sold"
                     *       },
                     *       {
                     *         "id": 2,
                     *         "name": "Luna Bell",
                     *         "categoryId": 3,
                     *         "status": "available"
                     *       }
                     *     ]
                     */
                    "application/json": components["schemas"]["Pets"];
                };
            };
            304: components["responses"]["NotModified"];
            400: components["responses"]["InvalidListQuery"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            414: components["responses"]["UriTooLong"];
            429: components["responses"]["RateLimited"];
            500: components["responses"]["InternalError"];
            503: components["responses"]["Unavailable"];
            default: components["responses"]["OtherError"];
        };
    };
    createPet: {
        parameters: {
            query?: never;
            header?: {
                /** @description Makes the request safe to retry: for 24 hours, the same key with the same payload returns the first response. It has 1 to 255 visible ASCII characters; a new UUID for each new request is a good key. */
                "Idempotency-Key"?: components["parameters"]["IdempotencyKey"];
            };
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                /**
                 * @example {
                 *       "name": "Frank",
                 *       "categoryId": 3,
                 *       "status": "available"
                 *     }
                 */
                "application/json": components["schemas"]["NewPet"];
            };
        };
        responses: {
            /** @description The added animal, with its `id`. */
            201: {
                headers: {
                    "X-Request-Id": components["headers"]["RequestId"];
                    RateLimit: components["headers"]["RateLimit"];
                    "RateLimit-Policy": components["headers"]["RateLimitPolicy"];
                    "Idempotency-Replayed": components["headers"]["IdempotencyReplayed"];
                    /** @description The address of the created resource. Omitted from 5 December 2030, 00:00 UTC on. */
                    Location?: string;
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "id": 1,
                     *       "name": "Frank",
                     *       "categoryId": 3,
                     *       "status": "available"
                     *     }
                     */
                    "application/json": components["schemas"]["Pet"];
                };
            };
            400: components["responses"]["InvalidIdempotentRequest"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            408: components["responses"]["RequestTimeout"];
            409: components["responses"]["IdempotencyInProgress"];
            412: components["responses"]["PreconditionFailed"];
            413: components["responses"]["PayloadTooLarge"];
            414: components["responses"]["UriTooLong"];
            415: components["responses"]["UnsupportedMediaType"];
            422: components["responses"]["IdempotencyKeyReused"];
            429: components["responses"]["RateLimited"];
            500: components["responses"]["InternalError"];
            503: components["responses"]["Unavailable"];
            default: components["responses"]["OtherError"];
        };
    };
    getPet: {
        parameters: {
            query?: never;
            header?: {
                /** @description ETags of responses that the client has cached. Returns 304 if one of them is current. */
                "If-None-Match"?: components["parameters"]["IfNoneMatch"];
            };
            path: {
                /**
                 * @description Identifier of the animal.
                 * @example 1
                 */
                petId: components["parameters"]["PetId"];
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The animal. */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["RequestId"];
                    RateLimit: components["headers"]["RateLimit"];
                    "RateLimit-Policy": components["headers"]["RateLimitPolicy"];
                    ETag: components["headers"]["ETag"];
                    Deprecation: components["headers"]["Deprecation"];
                    Sunset: components["headers"]["Sunset"];
                    Link: components["headers"]["DeprecationLink"];
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "id": 1,
                     *       "name": "Frank",
                     *       "categoryId": 3,
                     *       "status": "available"
                     *     }
                     */
                    "application/json": components["schemas"]["Pet"];
                };
            };
            /** @description Not modified: an ETag in `If-None-Match` is current. */
            304: {
                headers: {
                    "X-Request-Id": components["headers"]["RequestId"];
                    RateLimit: components["headers"]["RateLimit"];
                    "RateLimit-Policy": components["headers"]["RateLimitPolicy"];
                    ETag: components["headers"]["ETag"];
                    Stability: components["headers"]["Stability"];
                    Deprecation: components["headers"]["Deprecation"];
                    Sunset: components["headers"]["Sunset"];
                    Link: components["headers"]["DeprecationLink"];
                    [name: string]: unknown;
                };
                content?: never;
            };
            /**
             * @description `malformed_request`: The request has more than one `Host` header or an invalid one, or its body has trailers.
             *
             *     `unknown_parameter`: The operation has no such query parameter.
             */
            400: {
                headers: {
                    "X-Request-Id": components["headers"]["RequestId"];
                    RateLimit: components["headers"]["RateLimit"];
                    "RateLimit-Policy": components["headers"]["RateLimitPolicy"];
                    Stability: components["headers"]["Stability"];
                    Deprecation: components["headers"]["Deprecation"];
                    Sunset: components["headers"]["Sunset"];
                    Link: components["headers"]["DeprecationLink"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /**
             * @description `missing_api_key`: The request has no API key.
             *
             *     `invalid_api_key`: The API key is unknown, malformed, expired, revoked, or belongs to the other environment.
             */
            401: {
                headers: {
                    "X-Request-Id": components["headers"]["RequestId"];
                    RateLimit: components["headers"]["RateLimit"];
                    "RateLimit-Policy": components["headers"]["RateLimitPolicy"];
                    Stability: components["headers"]["Stability"];
                    "WWW-Authenticate": components["headers"]["Challenge"];
                    Deprecation: components["headers"]["Deprecation"];
                    Sunset: components["headers"]["Sunset"];
                    Link: components["headers"]["DeprecationLink"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description `insufficient_scope`: The API key lacks a scope that the operation requires, or a scope that it would grant. */
            403: {
                headers: {
                    "X-Request-Id": components["headers"]["RequestId"];
                    RateLimit: components["headers"]["RateLimit"];
                    "RateLimit-Policy": components["headers"]["RateLimitPolicy"];
                    Stability: components["headers"]["Stability"];
                    "WWW-Authenticate": components["headers"]["Challenge"];
                    Deprecation: components["headers"]["Deprecation"];
                    Sunset: components["headers"]["Sunset"];
                    Link: components["headers"]["DeprecationLink"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description `pet_not_found`: There is no animal with this id. */
            404: {
                headers: {
                    "X-Request-Id": components["headers"]["RequestId"];
                    RateLimit: components["headers"]["RateLimit"];
                    "RateLimit-Policy": components["headers"]["RateLimitPolicy"];
                    Stability: components["headers"]["Stability"];
                    Deprecation: components["headers"]["Deprecation"];
                    Sunset: components["headers"]["Sunset"];
                    Link: components["headers"]["DeprecationLink"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description `operation_removed`: The operation was removed on its announced date. */
            410: {
                headers: {
                    "X-Request-Id": components["headers"]["RequestId"];
                    RateLimit: components["headers"]["RateLimit"];
                    "RateLimit-Policy": components["headers"]["RateLimitPolicy"];
                    Stability: components["headers"]["Stability"];
                    Deprecation: components["headers"]["Deprecation"];
                    Sunset: components["headers"]["Sunset"];
                    Link: components["headers"]["DeprecationLink"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description `uri_too_long`: Path and query together are longer than 8 KiB. */
            414: {
                headers: {
                    "X-Request-Id": components["headers"]["RequestId"];
                    RateLimit: components["headers"]["RateLimit"];
                    "RateLimit-Policy": components["headers"]["RateLimitPolicy"];
                    Stability: components["headers"]["Stability"];
                    Deprecation: components["headers"]["Deprecation"];
                    Sunset: components["headers"]["Sunset"];
                    Link: components["headers"]["DeprecationLink"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description `rate_limited`: The API key has exceeded its rate limit or its share of the event streams, or the address of a client without a valid key or with a public one its limit, or too many requests of the client wait for facets. Retry after `Retry-After`. */
            429: {
                headers: {
                    "X-Request-Id": components["headers"]["RequestId"];
                    RateLimit: components["headers"]["RateLimit"];
                    "RateLimit-Policy": components["headers"]["RateLimitPolicy"];
                    Stability: components["headers"]["Stability"];
                    "Retry-After": components["headers"]["RetryAfter"];
                    Deprecation: components["headers"]["Deprecation"];
                    Sunset: components["headers"]["Sunset"];
                    Link: components["headers"]["DeprecationLink"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description `internal_error`: Unexpected failure. The message contains the request id. A change may or may not have been made. */
            500: {
                headers: {
                    "X-Request-Id": components["headers"]["RequestId"];
                    RateLimit: components["headers"]["RateLimit"];
                    "RateLimit-Policy": components["headers"]["RateLimitPolicy"];
                    Stability: components["headers"]["Stability"];
                    Deprecation: components["headers"]["Deprecation"];
                    Sunset: components["headers"]["Sunset"];
                    Link: components["headers"]["DeprecationLink"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /**
             * @description `overloaded`: The service is overloaded. Nothing was changed. Retry after `Retry-After`.
             *
             *     `unavailable`: The storage, or the decoder of images, is unavailable. Retry after `Retry-After`, a write with the same Idempotency-Key.
             */
            503: {
                headers: {
                    "X-Request-Id": components["headers"]["RequestId"];
                    RateLimit: components["headers"]["RateLimit"];
                    "RateLimit-Policy": components["headers"]["RateLimitPolicy"];
                    Stability: components["headers"]["Stability"];
                    "Retry-After": components["headers"]["RetryAfter"];
                    Deprecation: components["headers"]["Deprecation"];
                    Sunset: components["headers"]["Sunset"];
                    Link: components["headers"]["DeprecationLink"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            default: components["responses"]["OtherError"];
        };
    };
    deletePet: {
        parameters: {
            query?: never;
            header?: {
                /** @description Makes the change only if the resource has one of these ETags. Otherwise returns 412. */
                "If-Match"?: components["parameters"]["IfMatch"];
                /** @description Makes the change only if the resource has none of these ETags, or with `*`, does not exist. Otherwise returns 412. */
                "If-None-Match"?: components["parameters"]["IfNoneMatchForChange"];
            };
            path: {
                /**
                 * @description Identifier of the animal.
                 * @example 1
                 */
                petId: components["parameters"]["PetId"];
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The animal has been removed. */
            204: {
                headers: {
                    "X-Request-Id": components["headers"]["RequestId"];
                    RateLimit: components["headers"]["RateLimit"];
                    "RateLimit-Policy": components["headers"]["RateLimitPolicy"];
                    Stability: components["headers"]["Stability"];
                    [name: string]: unknown;
                };
                content?: never;
            };
            400: components["responses"]["InvalidRequest"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["PetNotFound"];
            408: components["responses"]["RequestTimeout"];
            409: components["responses"]["PetHasOpenOrder"];
            412: components["responses"]["PreconditionFailed"];
            413: components["responses"]["PayloadTooLarge"];
            414: components["responses"]["UriTooLong"];
            415: components["responses"]["UnsupportedMediaType"];
            429: components["responses"]["RateLimited"];
            500: components["responses"]["InternalError"];
            503: components["responses"]["Unavailable"];
            default: components["responses"]["OtherError"];
        };
    };
    updatePet: {
        parameters: {
            query?: never;
            header?: {
                /** @description Makes the change only if the resource has one of these ETags. Otherwise returns 412. */
                "If-Match"?: components["parameters"]["IfMatch"];
                /** @description Makes the change only if the resource has none of these ETags, or with `*`, does not exist. Otherwise returns 412. */
                "If-None-Match"?: components["parameters"]["IfNoneMatchForChange"];
            };
            path: {
                /**
                 * @description Identifier of the animal.
                 * @example 1
                 */
                petId: components["parameters"]["PetId"];
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                /**
                 * @example {
                 *       "name": "Luna Bell"
                 *     }
                 */
                "application/json": components["schemas"]["PetChanges"];
                /**
                 * @example {
                 *       "name": "Luna Bell"
                 *     }
                 */
                "application/merge-patch+json": components["schemas"]["PetChanges"];
            };
        };
        responses: {
            /** @description The updated animal. */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["RequestId"];
                    RateLimit: components["headers"]["RateLimit"];
                    "RateLimit-Policy": components["headers"]["RateLimitPolicy"];
                    ETag: components["headers"]["ETag"];
                    Stability: components["headers"]["Stability"];
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "id": 2,
                     *       "name": "Luna Bell",
                     *       "categoryId": 3,
                     *       "status": "available"
                     *     }
                     */
                    "application/json": components["schemas"]["Pet"];
                };
            };
            400: components["responses"]["InvalidRequest"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["PetNotFound"];
            408: components["responses"]["RequestTimeout"];
            409: components["responses"]["PetHasOpenOrderOrInvalidTransition"];
            412: components["responses"]["PreconditionFailed"];
            413: components["responses"]["PayloadTooLarge"];
            414: components["responses"]["UriTooLong"];
            415: components["responses"]["UnsupportedMediaType"];
            429: components["responses"]["RateLimited"];
            500: components["responses"]["InternalError"];
            503: components["responses"]["Unavailable"];
            default: components["responses"]["OtherError"];
        };
    };
    getProfile: {
        parameters: {
            query?: never;
            header?: {
                /** @description ETags of responses that the client has cached. Returns 304 if one of them is current. */
                "If-None-Match"?: components["parameters"]["IfNoneMatch"];
            };
            path: {
                /**
                 * @description Identifier of the animal.
                 * @example 1
                 */
                petId: components["parameters"]["PetId"];
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The profile. */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["RequestId"];
                    RateLimit: components["headers"]["RateLimit"];
                    "RateLimit-Policy": components["headers"]["RateLimitPolicy"];
                    ETag: components["headers"]["ETag"];
                    Stability: components["headers"]["Stability"];
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "description": "Calm, likes the window.",
                     *       "species": "Cat",
                     *       "breed": "Siamese",
                     *       "sex": "female",
                     *       "birthDate": "2024-05-01",
                     *       "birthDatePrecision": "month",
                     *       "neutered": true,
                     *       "vaccinated": true,
                     *       "goodWith": {
                     *         "children": true,
                     *         "dogs": false,
                     *         "cats": true
                     *       },
                     *       "tags": [
                     *         "indoor",
                     *         "lap cat"
                     *       ],
                     *       "arrivedOn": "2026-10-03",
                     *       "fee": {
                     *         "amountMinor": 12500,
                     *         "currency": "EUR"
                     *       },
                     *       "reference": "A706918",
                     *       "attributes": {
                     *         "weight": "4.2 kg"
                     *       }
                     *     }
                     */
                    "application/json": components["schemas"]["Profile"];
                };
            };
            304: components["responses"]["NotModified"];
            400: components["responses"]["UnknownParameter"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["PetNotFound"];
            414: components["responses"]["UriTooLong"];
            429: components["responses"]["RateLimited"];
            500: components["responses"]["InternalError"];
            503: components["responses"]["Unavailable"];
            default: components["responses"]["OtherError"];
        };
    };
    putProfile: {
        parameters: {
            query?: never;
            header?: {
                /** @description Makes the change only if the resource has one of these ETags. Otherwise returns 412. */
                "If-Match"?: components["parameters"]["IfMatch"];
                /** @description Makes the change only if the resource has none of these ETags, or with `*`, does not exist. Otherwise returns 412. */
                "If-None-Match"?: components["parameters"]["IfNoneMatchForChange"];
            };
            path: {
                /**
                 * @description Identifier of the animal.
                 * @example 1
                 */
                petId: components["parameters"]["PetId"];
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                /**
                 * @example {
                 *       "description": "Calm, likes the window.",
                 *       "species": "Cat",
                 *       "breed": "Siamese",
                 *       "color": "Black and white",
                 *       "sex": "female",
                 *       "birthDate": "2024-05-01",
                 *       "birthDatePrecision": "month",
                 *       "neutered": true,
                 *       "goodWith": {
                 *         "children": true,
                 *         "dogs": false
                 *       },
                 *       "tags": [
                 *         "lap cat",
                 *         "indoor"
                 *       ],
                 *       "arrivedOn": "2026-10-03",
                 *       "fee": {
                 *         "amountMinor": 12500,
                 *         "currency": "EUR"
                 *       },
                 *       "reference": "A706918",
                 *       "attributes": {
                 *         "weight": "4.2 kg"
                 *       }
                 *     }
                 */
                "application/json": components["schemas"]["ProfileDraft"];
            };
        };
        responses: {
            /** @description The stored profile. */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["RequestId"];
                    RateLimit: components["headers"]["RateLimit"];
                    "RateLimit-Policy": components["headers"]["RateLimitPolicy"];
                    ETag: components["headers"]["ETag"];
                    Stability: components["headers"]["Stability"];
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "description": "Calm, likes the window.",
                     *       "species": "Cat",
                     *       "breed": "Siamese",
                     *       "color": "Black and white",
                     *       "sex": "female",
                     *       "birthDate": "2024-05-01",
                     *       "birthDatePrecision": "month",
                     *       "neutered": true,
                     *       "goodWith": {
                     *         "children": true,
                     *         "dogs": false
                     *       },
                     *       "tags": [
                     *         "indoor",
                     *         "lap cat"
                     *       ],
                     *       "arrivedOn": "2026-10-03",
                     *       "fee": {
                     *         "amountMinor": 12500,
                     *         "currency": "EUR"
                     *       },
                     *       "reference": "A706918",
                     *       "attributes": {
                     *         "weight": "4.2 kg"
                     *       }
                     *     }
                     */
                    "application/json": components["schemas"]["Profile"];
                };
            };
            400: components["responses"]["InvalidRequest"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["PetNotFound"];
            408: components["responses"]["RequestTimeout"];
            409: components["responses"]["ReferenceInUse"];
            412: components["responses"]["PreconditionFailed"];
            413: components["responses"]["PayloadTooLarge"];
            414: components["responses"]["UriTooLong"];
            415: components["responses"]["UnsupportedMediaType"];
            429: components["responses"]["RateLimited"];
            500: components["responses"]["InternalError"];
            503: components["responses"]["Unavailable"];
            default: components["responses"]["OtherError"];
        };
    };
    updateProfile: {
        parameters: {
            query?: never;
            header?: {
                /** @description Makes the change only if the resource has one of these ETags. Otherwise returns 412. */
                "If-Match"?: components["parameters"]["IfMatch"];
                /** @description Makes the change only if the resource has none of these ETags, or with `*`, does not exist. Otherwise returns 412. */
                "If-None-Match"?: components["parameters"]["IfNoneMatchForChange"];
            };
            path: {
                /**
                 * @description Identifier of the animal.
                 * @example 1
                 */
                petId: components["parameters"]["PetId"];
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                /**
                 * @example {
                 *       "vaccinated": true,
                 *       "color": null,
                 *       "goodWith": {
                 *         "cats": true
                 *       }
                 *     }
                 */
                "application/json": components["schemas"]["ProfileChanges"];
                /**
                 * @example {
                 *       "vaccinated": true,
                 *       "color": null,
                 *       "goodWith": {
                 *         "cats": true
                 *       }
                 *     }
                 */
                "application/merge-patch+json": components["schemas"]["ProfileChanges"];
            };
        };
        responses: {
            /** @description The updated profile. */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["RequestId"];
                    RateLimit: components["headers"]["RateLimit"];
                    "RateLimit-Policy": components["headers"]["RateLimitPolicy"];
                    ETag: components["headers"]["ETag"];
                    Stability: components["headers"]["Stability"];
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "description": "Calm, likes the window.",
                     *       "species": "Cat",
                     *       "breed": "Siamese",
                     *       "sex": "female",
                     *       "birthDate": "2024-05-01",
                     *       "birthDatePrecision": "month",
                     *       "neutered": true,
                     *       "vaccinated": true,
                     *       "goodWith": {
                     *         "children": true,
                     *         "dogs": false,
                     *         "cats": true
                     *       },
                     *       "tags": [
                     *         "indoor",
                     *         "lap cat"
                     *       ],
                     *       "arrivedOn": "2026-10-03",
                     *       "fee": {
                     *         "amountMinor": 12500,
                     *         "currency": "EUR"
                     *       },
                     *       "reference": "A706918",
                     *       "attributes": {
                     *         "weight": "4.2 kg"
                     *       }
                     *     }
                     */
                    "application/json": components["schemas"]["Profile"];
                };
            };
            400: components["responses"]["InvalidRequest"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["PetNotFound"];
            408: components["responses"]["RequestTimeout"];
            409: components["responses"]["ReferenceInUse"];
            412: components["responses"]["PreconditionFailed"];
            413: components["responses"]["PayloadTooLarge"];
            414: components["responses"]["UriTooLong"];
            415: components["responses"]["UnsupportedMediaType"];
            429: components["responses"]["RateLimited"];
            500: components["responses"]["InternalError"];
            503: components["responses"]["Unavailable"];
            default: components["responses"]["OtherError"];
        };
    };
    listPhotos: {
        parameters: {
            query?: never;
            header?: {
                /** @description ETags of responses that the client has cached. Returns 304 if one of them is current. */
                "If-None-Match"?: components["parameters"]["IfNoneMatch"];
            };
            path: {
                /**
                 * @description Identifier of the animal.
                 * @example 1
                 */
                petId: components["parameters"]["PetId"];
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The photos. */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["RequestId"];
                    RateLimit: components["headers"]["RateLimit"];
                    "RateLimit-Policy": components["headers"]["RateLimitPolicy"];
                    ETag: components["headers"]["ETag"];
                    Stability: components["headers"]["Stability"];
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example [
                     *       {
                     *         "id": 1,
                     *         "petId": 1,
                     *         "position": 0,
                     *         "alternativeText": "",
                     *         "width": 480,
                     *         "height": 360,
                     *         "color": "#6f6f3c",
                     *         "placeholder": "data:image/webp;base64,UklGRj4AAABXRUJQVlA4IDIAAAAQAgCdASoQAAwAA4BaJbACdAD2PxKFIvAAAP7kIalE4US+UQZPCoS0s72sQNDLGn0AAA==",
                     *         "sources": [
                     *           {
                     *             "url": "http://petstore.test/media/3f8a1c5e9b2d47f06a8e1c3b5d7f9024c6a8be10f2d43516/320.webp",
                     *             "type": "image/webp",
                     *             "width": 320,
                     *             "height": 240
                     *           },
                     *           {
                     *             "url": "http://petstore.test/media/3f8a1c5e9b2d47f06a8e1c3b5d7f9024c6a8be10f2d43516/320.jpg",
                     *             "type": "image/jpeg",
                     *             "width": 320,
                     *             "height": 240
                     *           },
                     *           {
                     *             "url": "http://petstore.test/media/3f8a1c5e9b2d47f06a8e1c3b5d7f9024c6a8be10f2d43516/480.webp",
                     *             "type": "image/webp",
                     *             "width": 480,
                     *             "height": 360
                     *           },
                     *           {
                     *             "url": "http://petstore.test/media/3f8a1c5e9b2d47f06a8e1c3b5d7f9024c6a8be10f2d43516/480.jpg",
                     *             "type": "image/jpeg",
                     *             "width": 480,
                     *             "height": 360
                     *           }
                     *         ],
                     *         "createdAt": "2026-11-21T10:07:30.000Z"
                     *       }
                     *     ]
                     */
                    "application/json": components["schemas"]["Photos"];
                };
            };
            304: components["responses"]["NotModified"];
            400: components["responses"]["UnknownParameter"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["PetNotFound"];
            414: components["responses"]["UriTooLong"];
            429: components["responses"]["RateLimited"];
            500: components["responses"]["InternalError"];
            503: components["responses"]["Unavailable"];
            default: components["responses"]["OtherError"];
        };
    };
    addPhoto: {
        parameters: {
            query?: never;
            header?: {
                /** @description Makes the request safe to retry: for 24 hours, the same key with the same payload returns the first response. It has 1 to 255 visible ASCII characters; a new UUID for each new request is a good key. */
                "Idempotency-Key"?: components["parameters"]["IdempotencyKey"];
            };
            path: {
                /**
                 * @description Identifier of the animal.
                 * @example 1
                 */
                petId: components["parameters"]["PetId"];
            };
            cookie?: never;
        };
        /** @description An image of at most 20 MB and 50 million pixels: JPEG, PNG, WebP or GIF, of an animation the first frame. */
        requestBody: {
            content: {
                "image/jpeg": unknown;
                "image/png": unknown;
                "image/webp": unknown;
                "image/gif": unknown;
            };
        };
        responses: {
            /** @description The added photo. */
            201: {
                headers: {
                    "X-Request-Id": components["headers"]["RequestId"];
                    RateLimit: components["headers"]["RateLimit"];
                    "RateLimit-Policy": components["headers"]["RateLimitPolicy"];
                    "Idempotency-Replayed": components["headers"]["IdempotencyReplayed"];
                    Stability: components["headers"]["Stability"];
                    Location: components["headers"]["Location"];
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "id": 1,
                     *       "petId": 1,
                     *       "position": 0,
                     *       "alternativeText": "",
                     *       "width": 480,
                     *       "height": 360,
                     *       "color": "#6f6f3c",
                     *       "placeholder": "data:image/webp;base64,UklGRj4AAABXRUJQVlA4IDIAAAAQAgCdASoQAAwAA4BaJbACdAD2PxKFIvAAAP7kIalE4US+UQZPCoS0s72sQNDLGn0AAA==",
                     *       "sources": [
                     *         {
                     *           "url": "http://petstore.test/media/3f8a1c5e9b2d47f06a8e1c3b5d7f9024c6a8be10f2d43516/320.webp",
                     *           "type": "image/webp",
                     *           "width": 320,
                     *           "height": 240
                     *         },
                     *         {
                     *           "url": "http://petstore.test/media/3f8a1c5e9b2d47f06a8e1c3b5d7f9024c6a8be10f2d43516/320.jpg",
                     *           "type": "image/jpeg",
                     *           "width": 320,
                     *           "height": 240
                     *         },
                     *         {
                     *           "url": "http://petstore.test/media/3f8a1c5e9b2d47f06a8e1c3b5d7f9024c6a8be10f2d43516/480.webp",
                     *           "type": "image/webp",
                     *           "width": 480,
                     *           "height": 360
                     *         },
                     *         {
                     *           "url": "http://petstore.test/media/3f8a1c5e9b2d47f06a8e1c3b5d7f9024c6a8be10f2d43516/480.jpg",
                     *           "type": "image/jpeg",
                     *           "width": 480,
                     *           "height": 360
                     *         }
                     *       ],
                     *       "createdAt": "2026-11-21T10:07:30.000Z"
                     *     }
                     */
                    "application/json": components["schemas"]["Photo"];
                };
            };
            400: components["responses"]["MalformedRequestOrUnknownParameterOrInvalidIdempotencyKeyOrInvalidImage"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["PetNotFound"];
            408: components["responses"]["RequestTimeout"];
            409: components["responses"]["IdempotencyInProgressOrTooManyPhotosOrPhotosDisabled"];
            412: components["responses"]["PreconditionFailed"];
            413: components["responses"]["PayloadTooLargeOrImageTooLarge"];
            414: components["responses"]["UriTooLong"];
            415: components["responses"]["UnsupportedMediaType"];
            422: components["responses"]["IdempotencyKeyReused"];
            429: components["responses"]["RateLimited"];
            500: components["responses"]["InternalError"];
            503: components["responses"]["Unavailable"];
            default: components["responses"]["OtherError"];
        };
    };
    getPhoto: {
        parameters: {
            query?: never;
            header?: {
                /** @description ETags of responses that the client has cached. Returns 304 if one of them is current. */
                "If-None-Match"?: components["parameters"]["IfNoneMatch"];
            };
            path: {
                /**
                 * @description Identifier of the animal.
                 * @example 1
                 */
                petId: components["parameters"]["PetId"];
                /**
                 * @description Identifier of the photo.
                 * @example 1
                 */
                photoId: components["parameters"]["PhotoId"];
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The photo. */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["RequestId"];
                    RateLimit: components["headers"]["RateLimit"];
                    "RateLimit-Policy": components["headers"]["RateLimitPolicy"];
                    ETag: components["headers"]["ETag"];
                    Stability: components["headers"]["Stability"];
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "id": 1,
                     *       "petId": 1,
                     *       "position": 0,
                     *       "alternativeText": "",
                     *       "width": 480,
                     *       "height": 360,
                     *       "color": "#6f6f3c",
                     *       "placeholder": "data:image/webp;base64,UklGRj4AAABXRUJQVlA4IDIAAAAQAgCdASoQAAwAA4BaJbACdAD2PxKFIvAAAP7kIalE4US+UQZPCoS0s72sQNDLGn0AAA==",
                     *       "sources": [
                     *         {
                     *           "url": "http://petstore.test/media/3f8a1c5e9b2d47f06a8e1c3b5d7f9024c6a8be10f2d43516/320.webp",
                     *           "type": "image/webp",
                     *           "width": 320,
                     *           "height": 240
                     *         },
                     *         {
                     *           "url": "http://petstore.test/media/3f8a1c5e9b2d47f06a8e1c3b5d7f9024c6a8be10f2d43516/320.jpg",
                     *           "type": "image/jpeg",
                     *           "width": 320,
                     *           "height": 240
                     *         },
                     *         {
                     *           "url": "http://petstore.test/media/3f8a1c5e9b2d47f06a8e1c3b5d7f9024c6a8be10f2d43516/480.webp",
                     *           "type": "image/webp",
                     *           "width": 480,
                     *           "height": 360
                     *         },
                     *         {
                     *           "url": "http://petstore.test/media/3f8a1c5e9b2d47f06a8e1c3b5d7f9024c6a8be10f2d43516/480.jpg",
                     *           "type": "image/jpeg",
                     *           "width": 480,
                     *           "height": 360
                     *         }
                     *       ],
                     *       "createdAt": "2026-11-21T10:07:30.000Z"
                     *     }
                     */
                    "application/json": components["schemas"]["Photo"];
                };
            };
            304: components["responses"]["NotModified"];
            400: components["responses"]["UnknownParameter"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["PetNotFoundOrPhotoNotFound"];
            414: components["responses"]["UriTooLong"];
            429: components["responses"]["RateLimited"];
            500: components["responses"]["InternalError"];
            503: components["responses"]["Unavailable"];
            default: components["responses"]["OtherError"];
        };
    };
    deletePhoto: {
        parameters: {
            query?: never;
            header?: {
                /** @description Makes the change only if the resource has one of these ETags. Otherwise returns 412. */
                "If-Match"?: components["parameters"]["IfMatch"];
                /** @description Makes the change only if the resource has none of these ETags, or with `*`, does not exist. Otherwise returns 412. */
                "If-None-Match"?: components["parameters"]["IfNoneMatchForChange"];
            };
            path: {
                /**
                 * @description Identifier of the animal.
                 * @example 1
                 */
                petId: components["parameters"]["PetId"];
                /**
                 * @description Identifier of the photo.
                 * @example 1
                 */
                photoId: components["parameters"]["PhotoId"];
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The photo has been removed. */
            204: {
                headers: {
                    "X-Request-Id": components["headers"]["RequestId"];
                    RateLimit: components["headers"]["RateLimit"];
                    "RateLimit-Policy": components["headers"]["RateLimitPolicy"];
                    Stability: components["headers"]["Stability"];
                    [name: string]: unknown;
                };
                content?: never;
            };
            400: components["responses"]["InvalidRequest"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["PetNotFoundOrPhotoNotFound"];
            408: components["responses"]["RequestTimeout"];
            412: components["responses"]["PreconditionFailed"];
            413: components["responses"]["PayloadTooLarge"];
            414: components["responses"]["UriTooLong"];
            415: components["responses"]["UnsupportedMediaType"];
            429: components["responses"]["RateLimited"];
            500: components["responses"]["InternalError"];
            503: components["responses"]["Unavailable"];
            default: components["responses"]["OtherError"];
        };
    };
    updatePhoto: {
        parameters: {
            query?: never;
            header?: {
                /** @description Makes the change only if the resource has one of these ETags. Otherwise returns 412. */
                "If-Match"?: components["parameters"]["IfMatch"];
                /** @description Makes the change only if the resource has none of these ETags, or with `*`, does not exist. Otherwise returns 412. */
                "If-None-Match"?: components["parameters"]["IfNoneMatchForChange"];
            };
            path: {
                /**
                 * @description Identifier of the animal.
                 * @example 1
                 */
                petId: components["parameters"]["PetId"];
                /**
                 * @description Identifier of the photo.
                 * @example 1
                 */
                photoId: components["parameters"]["PhotoId"];
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                /**
                 * @example {
                 *       "alternativeText": "A grey cat on a red cushion"
                 *     }
                 */
                "application/json": components["schemas"]["PhotoChanges"];
                /**
                 * @example {
                 *       "alternativeText": "A grey cat on a red cushion"
                 *     }
                 */
                "application/merge-patch+json": components["schemas"]["PhotoChanges"];
            };
        };
        responses: {
            /** @description The changed photo. */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["RequestId"];
                    RateLimit: components["headers"]["RateLimit"];
                    "RateLimit-Policy": components["headers"]["RateLimitPolicy"];
                    ETag: components["headers"]["ETag"];
                    Stability: components["headers"]["Stability"];
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "id": 1,
                     *       "petId": 1,
                     *       "position": 0,
                     *       "alternativeText": "A grey cat on a red cushion",
                     *       "width": 480,
                     *       "height": 360,
                     *       "color": "#6f6f3c",
                     *       "placeholder": "data:image/webp;base64,UklGRj4AAABXRUJQVlA4IDIAAAAQAgCdASoQAAwAA4BaJbACdAD2PxKFIvAAAP7kIalE4US+UQZPCoS0s72sQNDLGn0AAA==",
                     *       "sources": [
                     *         {
                     *           "url": "http://petstore.test/media/3f8a1c5e9b2d47f06a8e1c3b5d7f9024c6a8be10f2d43516/320.webp",
                     *           "type": "image/webp",
                     *           "width": 320,
                     *           "height": 240
                     *         },
                     *         {
                     *           "url": "http://petstore.test/media/3f8a1c5e9b2d47f06a8e1c3b5d7f9024c6a8be10f2d43516/320.jpg",
                     *           "type": "image/jpeg",
                     *           "width": 320,
                     *           "height": 240
                     *         },
                     *         {
                     *           "url": "http://petstore.test/media/3f8a1c5e9b2d47f06a8e1c3b5d7f9024c6a8be10f2d43516/480.webp",
                     *           "type": "image/webp",
                     *           "width": 480,
                     *           "height": 360
                     *         },
                     *         {
                     *           "url": "http://petstore.test/media/3f8a1c5e9b2d47f06a8e1c3b5d7f9024c6a8be10f2d43516/480.jpg",
                     *           "type": "image/jpeg",
                     *           "width": 480,
                     *           "height": 360
                     *         }
                     *       ],
                     *       "createdAt": "2026-11-21T10:07:30.000Z"
                     *     }
                     */
                    "application/json": components["schemas"]["Photo"];
                };
            };
            400: components["responses"]["InvalidRequest"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["PetNotFoundOrPhotoNotFound"];
            408: components["responses"]["RequestTimeout"];
            412: components["responses"]["PreconditionFailed"];
            413: components["responses"]["PayloadTooLarge"];
            414: components["responses"]["UriTooLong"];
            415: components["responses"]["UnsupportedMediaType"];
            429: components["responses"]["RateLimited"];
            500: components["responses"]["InternalError"];
            503: components["responses"]["Unavailable"];
            default: components["responses"]["OtherError"];
        };
    };
    listListings: {
        parameters: {
            query?: {
                /** @description The maximum number of entries per page. It may differ from page to page. Defaults to 20, or to all entries when they are requested by `id`. */
                limit?: components["parameters"]["Limit"];
                /** @description The start of the page, taken from the `Link` header of the previous page. */
                cursor?: components["parameters"]["Cursor"];
                /** @description Only animals with this status. */
                status?: components["parameters"]["Status"];
                /** @description Only animals of the category with this number. */
                categoryId?: bigint;
                /** @description Only animals of this species. */
                species?: string;
                /** @description Only animals of this sex. */
                sex?: components["schemas"]["PetSex"];
                /** @description Only animals of this size. */
                size?: components["schemas"]["PetSize"];
                /** @description Only animals that get along with these. May be repeated. */
                goodWith?: ("children" | "dogs" | "cats")[];
                /** @description Only animals with this tag. May be repeated up to 10 times: all tags must match. */
                tag?: string[];
                /** @description Only animals that were changed at this time or later. */
                changedSince?: string;
                /** @description Only the animals with these ids. May be repeated up to 100 times. Unknown ids are ignored. */
                id?: components["parameters"]["Id"];
                /** @description Only animals with words in name, breed, tags or description that begin with each of these words, as `q` of `GET /pets`. Of a long description the first words are searched, about 500 different ones. */
                q?: string;
                /** @description The order of the animals: by `id` (the default), by `name` without regard to case and accents, or with `-` descending: `-createdAt` begins with the animal added last, `-updatedAt` with the one changed last. Animals with the same value are in the order of their ids, in the same direction. */
                sort?: "id" | "-id" | "name" | "-createdAt" | "-updatedAt";
            };
            header?: {
                /** @description ETags of responses that the client has cached. Returns 304 if one of them is current. */
                "If-None-Match"?: components["parameters"]["IfNoneMatch"];
                /** @description `count=exact` adds `X-Total-Count` (RFC 7240). `count=facets` adds it, too, and returns `application/vnd.petstore.facets+json`: the page with how many animals there are with each value of the filters. With strings for integers: `count=facets, int64=string`. */
                Prefer?: components["parameters"]["PreferFacets"];
            };
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description A page of animals. */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["RequestId"];
                    RateLimit: components["headers"]["RateLimit"];
                    "RateLimit-Policy": components["headers"]["RateLimitPolicy"];
                    ETag: components["headers"]["ETag"];
                    Link: components["headers"]["NextLink"];
                    "X-Total-Count": components["headers"]["TotalCount"];
                    "Preference-Applied": components["headers"]["PreferenceApplied"];
                    Stability: components["headers"]["Stability"];
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example [
                     *       {
                     *         "id": 2,
                     *         "name": "Luna Bell",
                     *         "category": {
                     *           "id": 3,
                     *           "name": "Cats and kittens"
                     *         },
                     *         "status": "available",
                     *         "profile": {
                     *           "description": "Calm, likes the window.",
                     *           "species": "Cat",
                     *           "breed": "Siamese",
                     *           "sex": "female",
                     *           "birthDate": "2024-05-01",
                     *           "birthDatePrecision": "month",
                     *           "neutered": true,
                     *           "vaccinated": true,
                     *           "goodWith": {
                     *             "children": true,
                     *             "dogs": false,
                     *             "cats": true
                     *           },
                     *           "tags": [
                     *             "indoor",
                     *             "lap cat"
                     *           ],
                     *           "arrivedOn": "2026-10-03",
                     *           "fee": {
                     *             "amountMinor": 12500,
                     *             "currency": "EUR"
                     *           },
                     *           "reference": "A706918",
                     *           "attributes": {
                     *             "weight": "4.2 kg"
                     *           }
                     *         },
                     *         "photos": [
                     *           {
                     *             "id": 2,
                     *             "petId": 2,
                     *             "position": 0,
                     *             "alternativeText": "",
                     *             "width": 480,
                     *             "height": 360,
                     *             "color": "#6f6f3c",
                     *             "placeholder": "data:image/webp;base64,UklGRj4AAABXRUJQVlA4IDIAAAAQAgCdASoQAAwAA4BaJbACdAD2PxKFIvAAAP7kIalE4US+UQZPCoS0s72sQNDLGn0AAA==",
                     *             "sources": [
                     *               {
                     *                 "url": "http://petstore.test/media/3f8a1c5e9b2d47f06a8e1c3b5d7f9024c6a8be10f2d43516/320.webp",
                     *                 "type": "image/webp",
                     *                 "width": 320,
                     *                 "height": 240
                     *               },
                     *               {
                     *                 "url": "http://petstore.test/media/3f8a1c5e9b2d47f06a8e1c3b5d7f9024c6a8be10f2d43516/320.jpg",
                     *                 "type": "image/jpeg",
                     *                 "width": 320,
                     *                 "height": 240
                     *               },
                     *               {
                     *                 "url": "http://petstore.test/media/3f8a1c5e9b2d47f06a8e1c3b5d7f9024c6a8be10f2d43516/480.webp",
                     *                 "type": "image/webp",
                     *                 "width": 480,
                     *                 "height": 360
                     *               },
                     *               {
                     *                 "url": "http://petstore.test/media/3f8a1c5e9b2d47f06a8e1c3b5d7f9024c6a8be10f2d43516/480.jpg",
                     *                 "type": "image/jpeg",
                     *                 "width": 480,
                     *                 "height": 360
                     *               }
                     *             ],
                     *             "createdAt": "2026-11-21T10:46:30.000Z"
                     *           }
                     *         ],
                     *         "createdAt": "2026-11-21T10:04:30.000Z",
                     *         "updatedAt": "2026-11-21T10:46:30.000Z",
                     *         "statusSince": "2026-11-21T10:30:00.000Z"
                     *       }
                     *     ]
                     */
                    "application/json": components["schemas"]["Listings"];
                    /**
                     * @example {
                     *       "items": [
                     *         {
                     *           "id": 2,
                     *           "name": "Luna Bell",
                     *           "category": {
                     *             "id": 3,
                     *             "name": "Cats and kittens"
                     *           },
                     *           "status": "available",
                     *           "profile": {
                     *             "description": "Calm, likes the window.",
                     *             "species": "Cat",
                     *             "breed": "Siamese",
                     *             "sex": "female",
                     *             "birthDate": "2024-05-01",
                     *             "birthDatePrecision": "month",
                     *             "neutered": true,
                     *             "vaccinated": true,
                     *             "goodWith": {
                     *               "children": true,
                     *               "dogs": false,
                     *               "cats": true
                     *             },
                     *             "tags": [
                     *               "indoor",
                     *               "lap cat"
                     *             ],
                     *             "arrivedOn": "2026-10-03",
                     *             "fee": {
                     *               "amountMinor": 12500,
                     *               "currency": "EUR"
                     *             },
                     *             "reference": "A706918",
                     *             "attributes": {
                     *               "weight": "4.2 kg"
                     *             }
                     *           },
                     *           "photos": [
                     *             {
                     *               "id": 2,
                     *               "petId": 2,
                     *               "position": 0,
                     *               "alternativeText": "",
                     *               "width": 480,
                     *               "height": 360,
                     *               "color": "#6f6f3c",
                     *               "placeholder": "data:image/webp;base64,UklGRj4AAABXRUJQVlA4IDIAAAAQAgCdASoQAAwAA4BaJbACdAD2PxKFIvAAAP7kIalE4US+UQZPCoS0s72sQNDLGn0AAA==",
                     *               "sources": [
                     *                 {
                     *                   "url": "http://petstore.test/media/3f8a1c5e9b2d47f06a8e1c3b5d7f9024c6a8be10f2d43516/320.webp",
                     *                   "type": "image/webp",
                     *                   "width": 320,
                     *                   "height": 240
                     *                 },
                     *                 {
                     *                   "url": "http://petstore.test/media/3f8a1c5e9b2d47f06a8e1c3b5d7f9024c6a8be10f2d43516/320.jpg",
                     *                   "type": "image/jpeg",
                     *                   "width": 320,
                     *                   "height": 240
                     *                 },
                     *                 {
                     *                   "url": "http://petstore.test/media/3f8a1c5e9b2d47f06a8e1c3b5d7f9024c6a8be10f2d43516/480.webp",
                     *                   "type": "image/webp",
                     *                   "width": 480,
                     *                   "height": 360
                     *                 },
                     *                 {
                     *                   "url": "http://petstore.test/media/3f8a1c5e9b2d47f06a8e1c3b5d7f9024c6a8be10f2d43516/480.jpg",
                     *                   "type": "image/jpeg",
                     *                   "width": 480,
                     *                   "height": 360
                     *                 }
                     *               ],
                     *               "createdAt": "2026-11-21T10:46:30.000Z"
                     *             }
                     *           ],
                     *           "createdAt": "2026-11-21T10:04:30.000Z",
                     *           "updatedAt": "2026-11-21T10:46:30.000Z",
                     *           "statusSince": "2026-11-21T10:30:00.000Z"
                     *         }
                     *       ],
                     *       "facets": {
                     *         "status": {
                     *           "isComplete": true,
                     *           "values": [
                     *             {
                     *               "value": "available",
                     *               "count": 2
                     *             }
                     *           ]
                     *         },
                     *         "categoryId": {
                     *           "isComplete": true,
                     *           "values": [
                     *             {
                     *               "value": 3,
                     *               "name": "Cats and kittens",
                     *               "count": 2
                     *             }
                     *           ]
                     *         },
                     *         "species": {
                     *           "isComplete": true,
                     *           "values": [
                     *             {
                     *               "value": "Cat",
                     *               "count": 2
                     *             }
                     *           ]
                     *         },
                     *         "sex": {
                     *           "isComplete": true,
                     *           "values": [
                     *             {
                     *               "value": "female",
                     *               "count": 2
                     *             }
                     *           ]
                     *         },
                     *         "size": {
                     *           "isComplete": true,
                     *           "values": []
                     *         },
                     *         "goodWith": {
                     *           "isComplete": true,
                     *           "values": [
                     *             {
                     *               "value": "cats",
                     *               "count": 1
                     *             },
                     *             {
                     *               "value": "children",
                     *               "count": 1
                     *             }
                     *           ]
                     *         },
                     *         "tag": {
                     *           "isComplete": true,
                     *           "values": [
                     *             {
                     *               "value": "indoor",
                     *               "count": 1
                     *             },
                     *             {
                     *               "value": "lap cat",
                     *               "count": 1
                     *             }
                     *           ]
                     *         }
                     *       }
                     *     }
                     */
                    "application/vnd.petstore.facets+json": components["schemas"]["FacetedListings"];
                };
            };
            304: components["responses"]["NotModified"];
            400: components["responses"]["InvalidListQuery"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["InsufficientScopeOrOriginNotAllowed"];
            414: components["responses"]["UriTooLong"];
            429: components["responses"]["RateLimited"];
            500: components["responses"]["InternalError"];
            503: components["responses"]["Unavailable"];
            default: components["responses"]["OtherError"];
        };
    };
    createListing: {
        parameters: {
            query?: never;
            header?: {
                /** @description Makes the request safe to retry: for 24 hours, the same key with the same payload returns the first response. It has 1 to 255 visible ASCII characters; a new UUID for each new request is a good key. */
                "Idempotency-Key"?: components["parameters"]["IdempotencyKey"];
            };
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                /**
                 * @example {
                 *       "name": "Pepper",
                 *       "categoryId": 3,
                 *       "profile": {
                 *         "species": "Cat",
                 *         "breed": "Maine Coon",
                 *         "sex": "female",
                 *         "birthDate": "2024-05-01",
                 *         "birthDatePrecision": "month"
                 *       }
                 *     }
                 */
                "application/json": components["schemas"]["NewListing"];
            };
        };
        responses: {
            /** @description The added animal. */
            201: {
                headers: {
                    "X-Request-Id": components["headers"]["RequestId"];
                    RateLimit: components["headers"]["RateLimit"];
                    "RateLimit-Policy": components["headers"]["RateLimitPolicy"];
                    "Idempotency-Replayed": components["headers"]["IdempotencyReplayed"];
                    Stability: components["headers"]["Stability"];
                    Location: components["headers"]["Location"];
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "id": 4,
                     *       "name": "Pepper",
                     *       "category": {
                     *         "id": 3,
                     *         "name": "Cats and kittens"
                     *       },
                     *       "status": "available",
                     *       "profile": {
                     *         "species": "Cat",
                     *         "breed": "Maine Coon",
                     *         "sex": "female",
                     *         "birthDate": "2024-05-01",
                     *         "birthDatePrecision": "month"
                     *       },
                     *       "photos": [],
                     *       "createdAt": "2026-11-21T10:48:00.000Z",
                     *       "updatedAt": "2026-11-21T10:48:00.000Z",
                     *       "statusSince": "2026-11-21T10:48:00.000Z"
                     *     }
                     */
                    "application/json": components["schemas"]["Listing"];
                };
            };
            400: components["responses"]["InvalidIdempotentRequest"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            408: components["responses"]["RequestTimeout"];
            409: components["responses"]["IdempotencyInProgressOrReferenceInUse"];
            412: components["responses"]["PreconditionFailed"];
            413: components["responses"]["PayloadTooLarge"];
            414: components["responses"]["UriTooLong"];
            415: components["responses"]["UnsupportedMediaType"];
            422: components["responses"]["IdempotencyKeyReused"];
            429: components["responses"]["RateLimited"];
            500: components["responses"]["InternalError"];
            503: components["responses"]["Unavailable"];
            default: components["responses"]["OtherError"];
        };
    };
    getListing: {
        parameters: {
            query?: never;
            header?: {
                /** @description ETags of responses that the client has cached. Returns 304 if one of them is current. */
                "If-None-Match"?: components["parameters"]["IfNoneMatch"];
            };
            path: {
                /**
                 * @description Identifier of the animal.
                 * @example 1
                 */
                petId: components["parameters"]["PetId"];
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The animal. */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["RequestId"];
                    RateLimit: components["headers"]["RateLimit"];
                    "RateLimit-Policy": components["headers"]["RateLimitPolicy"];
                    ETag: components["headers"]["ETag"];
                    Stability: components["headers"]["Stability"];
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "id": 1,
                     *       "name": "Frank",
                     *       "category": {
                     *         "id": 3,
                     *         "name": "Cats and kittens"
                     *       },
                     *       "status": "sold",
                     *       "profile": {},
                     *       "photos": [],
                     *       "createdAt": "2026-11-21T10:03:00.000Z",
                     *       "updatedAt": "2026-11-21T10:27:00.000Z",
                     *       "statusSince": "2026-11-21T10:27:00.000Z"
                     *     }
                     */
                    "application/json": components["schemas"]["Listing"];
                };
            };
            304: components["responses"]["NotModified"];
            400: components["responses"]["UnknownParameter"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["InsufficientScopeOrOriginNotAllowed"];
            404: components["responses"]["PetNotFound"];
            414: components["responses"]["UriTooLong"];
            429: components["responses"]["RateLimited"];
            500: components["responses"]["InternalError"];
            503: components["responses"]["Unavailable"];
            default: components["responses"]["OtherError"];
        };
    };
    listCategories: {
        parameters: {
            query?: {
                /** @description The maximum number of entries per page. It may differ from page to page. Defaults to 20, or to all entries when they are requested by `id`. */
                limit?: components["parameters"]["Limit"];
                /** @description The start of the page, taken from the `Link` header of the previous page. */
                cursor?: components["parameters"]["Cursor"];
                /** @description Only the categories with these ids. May be repeated up to 100 times. Ids without a name are ignored. */
                id?: bigint[];
            };
            header?: {
                /** @description ETags of responses that the client has cached. Returns 304 if one of them is current. */
                "If-None-Match"?: components["parameters"]["IfNoneMatch"];
                /** @description `count=exact` adds `X-Total-Count` (RFC 7240). With strings for integers: `count=exact, int64=string`. */
                Prefer?: components["parameters"]["Prefer"];
            };
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description A page of categories. */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["RequestId"];
                    RateLimit: components["headers"]["RateLimit"];
                    "RateLimit-Policy": components["headers"]["RateLimitPolicy"];
                    ETag: components["headers"]["ETag"];
                    Link: components["headers"]["NextLink"];
                    "X-Total-Count": components["headers"]["TotalCount"];
                    "Preference-Applied": components["headers"]["PreferenceApplied"];
                    Stability: components["headers"]["Stability"];
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example [
                     *       {
                     *         "id": 3,
                     *         "name": "Cats and kittens"
                     *       }
                     *     ]
                     */
                    "application/json": components["schemas"]["Categories"];
                };
            };
            304: components["responses"]["NotModified"];
            400: components["responses"]["InvalidListQuery"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            414: components["responses"]["UriTooLong"];
            429: components["responses"]["RateLimited"];
            500: components["responses"]["InternalError"];
            503: components["responses"]["Unavailable"];
            default: components["responses"]["OtherError"];
        };
    };
    getCategory: {
        parameters: {
            query?: never;
            header?: {
                /** @description ETags of responses that the client has cached. Returns 304 if one of them is current. */
                "If-None-Match"?: components["parameters"]["IfNoneMatch"];
            };
            path: {
                /**
                 * @description Number of the category.
                 * @example 3
                 */
                categoryId: components["parameters"]["CategoryId"];
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The category. */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["RequestId"];
                    RateLimit: components["headers"]["RateLimit"];
                    "RateLimit-Policy": components["headers"]["RateLimitPolicy"];
                    ETag: components["headers"]["ETag"];
                    Stability: components["headers"]["Stability"];
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "id": 3,
                     *       "name": "Cats and kittens"
                     *     }
                     */
                    "application/json": components["schemas"]["Category"];
                };
            };
            304: components["responses"]["NotModified"];
            400: components["responses"]["UnknownParameter"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["CategoryNotFound"];
            414: components["responses"]["UriTooLong"];
            429: components["responses"]["RateLimited"];
            500: components["responses"]["InternalError"];
            503: components["responses"]["Unavailable"];
            default: components["responses"]["OtherError"];
        };
    };
    putCategory: {
        parameters: {
            query?: never;
            header?: {
                /** @description Makes the change only if the resource has one of these ETags. Otherwise returns 412. */
                "If-Match"?: components["parameters"]["IfMatch"];
                /** @description Makes the change only if the resource has none of these ETags, or with `*`, does not exist. Otherwise returns 412. */
                "If-None-Match"?: components["parameters"]["IfNoneMatchForChange"];
            };
            path: {
                /**
                 * @description Number of the category.
                 * @example 3
                 */
                categoryId: components["parameters"]["CategoryId"];
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                /**
                 * @example {
                 *       "name": "Cats"
                 *     }
                 */
                "application/json": components["schemas"]["CategoryDraft"];
            };
        };
        responses: {
            /** @description The updated category. */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["RequestId"];
                    RateLimit: components["headers"]["RateLimit"];
                    "RateLimit-Policy": components["headers"]["RateLimitPolicy"];
                    ETag: components["headers"]["ETag"];
                    Stability: components["headers"]["Stability"];
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "id": 3,
                     *       "name": "Cats"
                     *     }
                     */
                    "application/json": components["schemas"]["Category"];
                };
            };
            /** @description The category, if it had no name before. */
            201: {
                headers: {
                    "X-Request-Id": components["headers"]["RequestId"];
                    RateLimit: components["headers"]["RateLimit"];
                    "RateLimit-Policy": components["headers"]["RateLimitPolicy"];
                    ETag: components["headers"]["ETag"];
                    Stability: components["headers"]["Stability"];
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "id": 3,
                     *       "name": "Cats"
                     *     }
                     */
                    "application/json": components["schemas"]["Category"];
                };
            };
            400: components["responses"]["InvalidRequest"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["CategoryNotFound"];
            408: components["responses"]["RequestTimeout"];
            412: components["responses"]["PreconditionFailed"];
            413: components["responses"]["PayloadTooLarge"];
            414: components["responses"]["UriTooLong"];
            415: components["responses"]["UnsupportedMediaType"];
            429: components["responses"]["RateLimited"];
            500: components["responses"]["InternalError"];
            503: components["responses"]["Unavailable"];
            default: components["responses"]["OtherError"];
        };
    };
    listOrders: {
        parameters: {
            query?: {
                /** @description The maximum number of entries per page. It may differ from page to page. Defaults to 20, or to all entries when they are requested by `id`. */
                limit?: components["parameters"]["Limit"];
                /** @description The start of the page, taken from the `Link` header of the previous page. */
                cursor?: components["parameters"]["Cursor"];
                /** @description Only orders with this status. */
                status?: components["schemas"]["OrderStatus"];
                /** @description Only orders for this animal. */
                petId?: bigint;
            };
            header?: {
                /** @description ETags of responses that the client has cached. Returns 304 if one of them is current. */
                "If-None-Match"?: components["parameters"]["IfNoneMatch"];
                /** @description `count=exact` adds `X-Total-Count` (RFC 7240). With strings for integers: `count=exact, int64=string`. */
                Prefer?: components["parameters"]["Prefer"];
            };
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description A page of orders. */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["RequestId"];
                    RateLimit: components["headers"]["RateLimit"];
                    "RateLimit-Policy": components["headers"]["RateLimitPolicy"];
                    ETag: components["headers"]["ETag"];
                    Link: components["headers"]["NextLink"];
                    "X-Total-Count": components["headers"]["TotalCount"];
                    "Preference-Applied": components["headers"]["PreferenceApplied"];
                    Stability: components["headers"]["Stability"];
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example [
                     *       {
                     *         "id": 1,
                     *         "petId": 1,
                     *         "status": "completed",
                     *         "createdAt": "2026-11-21T10:24:00.000Z",
                     *         "updatedAt": "2026-11-21T10:27:00.000Z"
                     *       },
                     *       {
                     *         "id": 2,
                     *         "petId": 2,
                     *         "status": "cancelled",
                     *         "createdAt": "2026-11-21T10:28:30.000Z",
                     *         "updatedAt": "2026-11-21T10:30:00.000Z"
                     *       }
                     *     ]
                     */
                    "application/json": components["schemas"]["Orders"];
                };
            };
            304: components["responses"]["NotModified"];
            400: components["responses"]["InvalidListQuery"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            414: components["responses"]["UriTooLong"];
            429: components["responses"]["RateLimited"];
            500: components["responses"]["InternalError"];
            503: components["responses"]["Unavailable"];
            default: components["responses"]["OtherError"];
        };
    };
    placeOrder: {
        parameters: {
            query?: never;
            header?: {
                /** @description Makes the request safe to retry: for 24 hours, the same key with the same payload returns the first response. It has 1 to 255 visible ASCII characters; a new UUID for each new request is a good key. */
                "Idempotency-Key"?: components["parameters"]["IdempotencyKey"];
            };
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                /**
                 * @example {
                 *       "petId": 1
                 *     }
                 */
                "application/json": components["schemas"]["NewOrder"];
            };
        };
        responses: {
            /** @description The placed order, with its `id`. */
            201: {
                headers: {
                    "X-Request-Id": components["headers"]["RequestId"];
                    RateLimit: components["headers"]["RateLimit"];
                    "RateLimit-Policy": components["headers"]["RateLimitPolicy"];
                    "Idempotency-Replayed": components["headers"]["IdempotencyReplayed"];
                    Stability: components["headers"]["Stability"];
                    Location: components["headers"]["Location"];
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "id": 1,
                     *       "petId": 1,
                     *       "status": "placed",
                     *       "createdAt": "2026-11-21T10:24:00.000Z",
                     *       "updatedAt": "2026-11-21T10:24:00.000Z"
                     *     }
                     */
                    "application/json": components["schemas"]["Order"];
                };
            };
            400: components["responses"]["InvalidIdempotentRequest"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["PetNotFound"];
            408: components["responses"]["RequestTimeout"];
            409: components["responses"]["IdempotencyInProgressOrPetNotAvailable"];
            412: components["responses"]["PreconditionFailed"];
            413: components["responses"]["PayloadTooLarge"];
            414: components["responses"]["UriTooLong"];
            415: components["responses"]["UnsupportedMediaType"];
            422: components["responses"]["IdempotencyKeyReused"];
            429: components["responses"]["RateLimited"];
            500: components["responses"]["InternalError"];
            503: components["responses"]["Unavailable"];
            default: components["responses"]["OtherError"];
        };
    };
    getOrder: {
        parameters: {
            query?: never;
            header?: {
                /** @description ETags of responses that the client has cached. Returns 304 if one of them is current. */
                "If-None-Match"?: components["parameters"]["IfNoneMatch"];
            };
            path: {
                /**
                 * @description Identifier of the order.
                 * @example 1
                 */
                orderId: components["parameters"]["OrderId"];
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The order. */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["RequestId"];
                    RateLimit: components["headers"]["RateLimit"];
                    "RateLimit-Policy": components["headers"]["RateLimitPolicy"];
                    ETag: components["headers"]["ETag"];
                    Stability: components["headers"]["Stability"];
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "id": 1,
                     *       "petId": 1,
                     *       "status": "placed",
                     *       "createdAt": "2026-11-21T10:24:00.000Z",
                     *       "updatedAt": "2026-11-21T10:24:00.000Z"
                     *     }
                     */
                    "application/json": components["schemas"]["Order"];
                };
            };
            304: components["responses"]["NotModified"];
            400: components["responses"]["UnknownParameter"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["OrderNotFound"];
            414: components["responses"]["UriTooLong"];
            429: components["responses"]["RateLimited"];
            500: components["responses"]["InternalError"];
            503: components["responses"]["Unavailable"];
            default: components["responses"]["OtherError"];
        };
    };
    completeOrder: {
        parameters: {
            query?: never;
            header?: {
                /** @description Makes the request safe to retry: for 24 hours, the same key with the same payload returns the first response. It has 1 to 255 visible ASCII characters; a new UUID for each new request is a good key. */
                "Idempotency-Key"?: components["parameters"]["IdempotencyKey"];
                /** @description Makes the change only if the resource has one of these ETags. Otherwise returns 412. */
                "If-Match"?: components["parameters"]["IfMatch"];
                /** @description Makes the change only if the resource has none of these ETags, or with `*`, does not exist. Otherwise returns 412. */
                "If-None-Match"?: components["parameters"]["IfNoneMatchForChange"];
            };
            path: {
                /**
                 * @description Identifier of the order.
                 * @example 1
                 */
                orderId: components["parameters"]["OrderId"];
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The updated order. */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["RequestId"];
                    RateLimit: components["headers"]["RateLimit"];
                    "RateLimit-Policy": components["headers"]["RateLimitPolicy"];
                    ETag: components["headers"]["ETag"];
                    "Idempotency-Replayed": components["headers"]["IdempotencyReplayed"];
                    Stability: components["headers"]["Stability"];
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "id": 1,
                     *       "petId": 1,
                     *       "status": "completed",
                     *       "createdAt": "2026-11-21T10:24:00.000Z",
                     *       "updatedAt": "2026-11-21T10:27:00.000Z"
                     *     }
                     */
                    "application/json": components["schemas"]["Order"];
                };
            };
            400: components["responses"]["InvalidIdempotentRequest"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["OrderNotFound"];
            408: components["responses"]["RequestTimeout"];
            409: components["responses"]["IdempotencyInProgressOrOrderClosed"];
            412: components["responses"]["PreconditionFailed"];
            413: components["responses"]["PayloadTooLarge"];
            414: components["responses"]["UriTooLong"];
            415: components["responses"]["UnsupportedMediaType"];
            422: components["responses"]["IdempotencyKeyReused"];
            429: components["responses"]["RateLimited"];
            500: components["responses"]["InternalError"];
            503: components["responses"]["Unavailable"];
            default: components["responses"]["OtherError"];
        };
    };
    cancelOrder: {
        parameters: {
            query?: never;
            header?: {
                /** @description Makes the request safe to retry: for 24 hours, the same key with the same payload returns the first response. It has 1 to 255 visible ASCII characters; a new UUID for each new request is a good key. */
                "Idempotency-Key"?: components["parameters"]["IdempotencyKey"];
                /** @description Makes the change only if the resource has one of these ETags. Otherwise returns 412. */
                "If-Match"?: components["parameters"]["IfMatch"];
                /** @description Makes the change only if the resource has none of these ETags, or with `*`, does not exist. Otherwise returns 412. */
                "If-None-Match"?: components["parameters"]["IfNoneMatchForChange"];
            };
            path: {
                /**
                 * @description Identifier of the order.
                 * @example 1
                 */
                orderId: components["parameters"]["OrderId"];
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The updated order. */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["RequestId"];
                    RateLimit: components["headers"]["RateLimit"];
                    "RateLimit-Policy": components["headers"]["RateLimitPolicy"];
                    ETag: components["headers"]["ETag"];
                    "Idempotency-Replayed": components["headers"]["IdempotencyReplayed"];
                    Stability: components["headers"]["Stability"];
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "id": 2,
                     *       "petId": 2,
                     *       "status": "cancelled",
                     *       "createdAt": "2026-11-21T10:28:30.000Z",
                     *       "updatedAt": "2026-11-21T10:30:00.000Z"
                     *     }
                     */
                    "application/json": components["schemas"]["Order"];
                };
            };
            400: components["responses"]["InvalidIdempotentRequest"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["OrderNotFound"];
            408: components["responses"]["RequestTimeout"];
            409: components["responses"]["IdempotencyInProgressOrOrderClosed"];
            412: components["responses"]["PreconditionFailed"];
            413: components["responses"]["PayloadTooLarge"];
            414: components["responses"]["UriTooLong"];
            415: components["responses"]["UnsupportedMediaType"];
            422: components["responses"]["IdempotencyKeyReused"];
            429: components["responses"]["RateLimited"];
            500: components["responses"]["InternalError"];
            503: components["responses"]["Unavailable"];
            default: components["responses"]["OtherError"];
        };
    };
    listInquiries: {
        parameters: {
            query?: {
                /** @description The maximum number of entries per page. It may differ from page to page. Defaults to 20, or to all entries when they are requested by `id`. */
                limit?: components["parameters"]["Limit"];
                /** @description The start of the page, taken from the `Link` header of the previous page. */
                cursor?: components["parameters"]["Cursor"];
                /** @description Only inquiries with this status. */
                status?: components["schemas"]["InquiryStatus"];
                /** @description Only inquiries about this animal. */
                petId?: bigint;
            };
            header?: {
                /** @description ETags of responses that the client has cached. Returns 304 if one of them is current. */
                "If-None-Match"?: components["parameters"]["IfNoneMatch"];
                /** @description `count=exact` adds `X-Total-Count` (RFC 7240). With strings for integers: `count=exact, int64=string`. */
                Prefer?: components["parameters"]["Prefer"];
            };
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description A page of inquiries. */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["RequestId"];
                    RateLimit: components["headers"]["RateLimit"];
                    "RateLimit-Policy": components["headers"]["RateLimitPolicy"];
                    ETag: components["headers"]["ETag"];
                    Link: components["headers"]["NextLink"];
                    "X-Total-Count": components["headers"]["TotalCount"];
                    "Preference-Applied": components["headers"]["PreferenceApplied"];
                    Stability: components["headers"]["Stability"];
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example [
                     *       {
                     *         "id": 1,
                     *         "status": "open",
                     *         "petId": 2,
                     *         "name": "Ada Moreno",
                     *         "email": "ada@example.org",
                     *         "message": "May we visit Luna on Saturday?",
                     *         "createdAt": "2026-11-21T10:31:30.000Z"
                     *       }
                     *     ]
                     */
                    "application/json": components["schemas"]["Inquiries"];
                };
            };
            304: components["responses"]["NotModified"];
            400: components["responses"]["InvalidListQuery"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            414: components["responses"]["UriTooLong"];
            429: components["responses"]["RateLimited"];
            500: components["responses"]["InternalError"];
            503: components["responses"]["Unavailable"];
            default: components["responses"]["OtherError"];
        };
    };
    createInquiry: {
        parameters: {
            query?: never;
            header?: {
                /** @description Makes the request safe to retry: for 24 hours, the same key with the same payload returns the first response. It has 1 to 255 visible ASCII characters; a new UUID for each new request is a good key. */
                "Idempotency-Key"?: components["parameters"]["IdempotencyKey"];
            };
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                /**
                 * @example {
                 *       "petId": 2,
                 *       "name": "Ada Moreno",
                 *       "email": "ada@example.org",
                 *       "message": "May we visit Luna on Saturday?"
                 *     }
                 */
                "application/json": components["schemas"]["NewInquiry"];
            };
        };
        responses: {
            /** @description The stored inquiry, with its `id`. */
            201: {
                headers: {
                    "X-Request-Id": components["headers"]["RequestId"];
                    RateLimit: components["headers"]["RateLimit"];
                    "RateLimit-Policy": components["headers"]["RateLimitPolicy"];
                    "Idempotency-Replayed": components["headers"]["IdempotencyReplayed"];
                    Stability: components["headers"]["Stability"];
                    Location: components["headers"]["Location"];
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "id": 1,
                     *       "status": "open",
                     *       "petId": 2,
                     *       "name": "Ada Moreno",
                     *       "email": "ada@example.org",
                     *       "message": "May we visit Luna on Saturday?",
                     *       "createdAt": "2026-11-21T10:31:30.000Z"
                     *     }
                     */
                    "application/json": components["schemas"]["Inquiry"];
                };
            };
            400: components["responses"]["InvalidIdempotentRequest"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["PetNotFoundOrInquiryNotFound"];
            408: components["responses"]["RequestTimeout"];
            409: components["responses"]["IdempotencyInProgressOrTooManyInquiries"];
            412: components["responses"]["PreconditionFailed"];
            413: components["responses"]["PayloadTooLarge"];
            414: components["responses"]["UriTooLong"];
            415: components["responses"]["UnsupportedMediaType"];
            422: components["responses"]["IdempotencyKeyReused"];
            429: components["responses"]["RateLimited"];
            500: components["responses"]["InternalError"];
            503: components["responses"]["Unavailable"];
            default: components["responses"]["OtherError"];
        };
    };
    getInquiry: {
        parameters: {
            query?: never;
            header?: {
                /** @description ETags of responses that the client has cached. Returns 304 if one of them is current. */
                "If-None-Match"?: components["parameters"]["IfNoneMatch"];
            };
            path: {
                /**
                 * @description Identifier of the inquiry.
                 * @example 1
                 */
                inquiryId: components["parameters"]["InquiryId"];
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The inquiry. */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["RequestId"];
                    RateLimit: components["headers"]["RateLimit"];
                    "RateLimit-Policy": components["headers"]["RateLimitPolicy"];
                    ETag: components["headers"]["ETag"];
                    Stability: components["headers"]["Stability"];
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "id": 1,
                     *       "status": "open",
                     *       "petId": 2,
                     *       "name": "Ada Moreno",
                     *       "email": "ada@example.org",
                     *       "message": "May we visit Luna on Saturday?",
                     *       "createdAt": "2026-11-21T10:31:30.000Z"
                     *     }
                     */
                    "application/json": components["schemas"]["Inquiry"];
                };
            };
            304: components["responses"]["NotModified"];
            400: components["responses"]["UnknownParameter"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["InquiryNotFound"];
            414: components["responses"]["UriTooLong"];
            429: components["responses"]["RateLimited"];
            500: components["responses"]["InternalError"];
            503: components["responses"]["Unavailable"];
            default: components["responses"]["OtherError"];
        };
    };
    deleteInquiry: {
        parameters: {
            query?: never;
            header?: {
                /** @description Makes the change only if the resource has one of these ETags. Otherwise returns 412. */
                "If-Match"?: components["parameters"]["IfMatch"];
                /** @description Makes the change only if the resource has none of these ETags, or with `*`, does not exist. Otherwise returns 412. */
                "If-None-Match"?: components["parameters"]["IfNoneMatchForChange"];
            };
            path: {
                /**
                 * @description Identifier of the inquiry.
                 * @example 1
                 */
                inquiryId: components["parameters"]["InquiryId"];
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The inquiry has been erased. */
            204: {
                headers: {
                    "X-Request-Id": components["headers"]["RequestId"];
                    RateLimit: components["headers"]["RateLimit"];
                    "RateLimit-Policy": components["headers"]["RateLimitPolicy"];
                    Stability: components["headers"]["Stability"];
                    [name: string]: unknown;
                };
                content?: never;
            };
            400: components["responses"]["InvalidRequest"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["InquiryNotFound"];
            408: components["responses"]["RequestTimeout"];
            412: components["responses"]["PreconditionFailed"];
            413: components["responses"]["PayloadTooLarge"];
            414: components["responses"]["UriTooLong"];
            415: components["responses"]["UnsupportedMediaType"];
            429: components["responses"]["RateLimited"];
            500: components["responses"]["InternalError"];
            503: components["responses"]["Unavailable"];
            default: components["responses"]["OtherError"];
        };
    };
    closeInquiry: {
        parameters: {
            query?: never;
            header?: {
                /** @description Makes the request safe to retry: for 24 hours, the same key with the same payload returns the first response. It has 1 to 255 visible ASCII characters; a new UUID for each new request is a good key. */
                "Idempotency-Key"?: components["parameters"]["IdempotencyKey"];
                /** @description Makes the change only if the resource has one of these ETags. Otherwise returns 412. */
                "If-Match"?: components["parameters"]["IfMatch"];
                /** @description Makes the change only if the resource has none of these ETags, or with `*`, does not exist. Otherwise returns 412. */
                "If-None-Match"?: components["parameters"]["IfNoneMatchForChange"];
            };
            path: {
                /**
                 * @description Identifier of the inquiry.
                 * @example 1
                 */
                inquiryId: components["parameters"]["InquiryId"];
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The closed inquiry. */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["RequestId"];
                    RateLimit: components["headers"]["RateLimit"];
                    "RateLimit-Policy": components["headers"]["RateLimitPolicy"];
                    ETag: components["headers"]["ETag"];
                    "Idempotency-Replayed": components["headers"]["IdempotencyReplayed"];
                    Stability: components["headers"]["Stability"];
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "id": 1,
                     *       "status": "closed",
                     *       "petId": 2,
                     *       "name": "Ada Moreno",
                     *       "email": "ada@example.org",
                     *       "message": "May we visit Luna on Saturday?",
                     *       "createdAt": "2026-11-21T10:31:30.000Z",
                     *       "closedAt": "2026-11-21T10:36:00.000Z"
                     *     }
                     */
                    "application/json": components["schemas"]["Inquiry"];
                };
            };
            400: components["responses"]["InvalidIdempotentRequest"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["InquiryNotFound"];
            408: components["responses"]["RequestTimeout"];
            409: components["responses"]["IdempotencyInProgress"];
            412: components["responses"]["PreconditionFailed"];
            413: components["responses"]["PayloadTooLarge"];
            414: components["responses"]["UriTooLong"];
            415: components["responses"]["UnsupportedMediaType"];
            422: components["responses"]["IdempotencyKeyReused"];
            429: components["responses"]["RateLimited"];
            500: components["responses"]["InternalError"];
            503: components["responses"]["Unavailable"];
            default: components["responses"]["OtherError"];
        };
    };
    getInventory: {
        parameters: {
            query?: {
                /** @description Adds the counts of each category. */
                by?: "category";
                /** @description The maximum number of categories per page. Defaults to 1,000. Only with `by=category`. */
                limit?: bigint;
                /** @description The start of the page, taken from the `Link` header of the previous page. */
                cursor?: components["parameters"]["Cursor"];
            };
            header?: {
                /** @description ETags of responses that the client has cached. Returns 304 if one of them is current. */
                "If-None-Match"?: components["parameters"]["IfNoneMatch"];
            };
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The counts. */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["RequestId"];
                    RateLimit: components["headers"]["RateLimit"];
                    "RateLimit-Policy": components["headers"]["RateLimitPolicy"];
                    ETag: components["headers"]["ETag"];
                    Link: components["headers"]["NextLink"];
                    Stability: components["headers"]["Stability"];
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "available": 2,
                     *       "pending": 0,
                     *       "sold": 1
                     *     }
                     */
                    "application/json": components["schemas"]["Inventory"];
                };
            };
            304: components["responses"]["NotModified"];
            400: components["responses"]["InvalidListQuery"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            414: components["responses"]["UriTooLong"];
            429: components["responses"]["RateLimited"];
            500: components["responses"]["InternalError"];
            503: components["responses"]["Unavailable"];
            default: components["responses"]["OtherError"];
        };
    };
    getStatistics: {
        parameters: {
            query?: {
                /** @description The first day. Defaults to 30 days, 26 weeks or 12 months before the end. Periods are always whole. */
                from?: string;
                /** @description The day after the last one. Defaults to tomorrow. */
                to?: string;
                /** @description The period. Defaults to `day`. */
                by?: components["schemas"]["StatisticsPeriod"];
                /** @description Only animals of this category. */
                categoryId?: bigint;
                /** @description Adds the counts of each category. In all days of the range together at most 10,000 categories may have had activity. */
                groupBy?: "category";
            };
            header?: {
                /** @description ETags of responses that the client has cached. Returns 304 if one of them is current. */
                "If-None-Match"?: components["parameters"]["IfNoneMatch"];
            };
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The counts of each period. */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["RequestId"];
                    RateLimit: components["headers"]["RateLimit"];
                    "RateLimit-Policy": components["headers"]["RateLimitPolicy"];
                    ETag: components["headers"]["ETag"];
                    Stability: components["headers"]["Stability"];
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example [
                     *       {
                     *         "start": "2026-11-01",
                     *         "added": 4,
                     *         "adopted": 1,
                     *         "returned": 0,
                     *         "removed": 1
                     *       }
                     *     ]
                     */
                    "application/json": components["schemas"]["Statistics"];
                };
            };
            304: components["responses"]["NotModified"];
            400: components["responses"]["InvalidQuery"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            414: components["responses"]["UriTooLong"];
            429: components["responses"]["RateLimited"];
            500: components["responses"]["InternalError"];
            503: components["responses"]["Unavailable"];
            default: components["responses"]["OtherError"];
        };
    };
    listKeys: {
        parameters: {
            query?: {
                /** @description The maximum number of entries per page. It may differ from page to page. Defaults to 20, or to all entries when they are requested by `id`. */
                limit?: components["parameters"]["Limit"];
                /** @description The start of the page, taken from the `Link` header of the previous page. */
                cursor?: components["parameters"]["Cursor"];
            };
            header?: {
                /** @description ETags of responses that the client has cached. Returns 304 if one of them is current. */
                "If-None-Match"?: components["parameters"]["IfNoneMatch"];
                /** @description `count=exact` adds `X-Total-Count` (RFC 7240). With strings for integers: `count=exact, int64=string`. */
                Prefer?: components["parameters"]["Prefer"];
            };
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description A page of keys. */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["RequestId"];
                    RateLimit: components["headers"]["RateLimit"];
                    "RateLimit-Policy": components["headers"]["RateLimitPolicy"];
                    ETag: components["headers"]["ETag"];
                    Link: components["headers"]["NextLink"];
                    "X-Total-Count": components["headers"]["TotalCount"];
                    "Preference-Applied": components["headers"]["PreferenceApplied"];
                    Stability: components["headers"]["Stability"];
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example [
                     *       {
                     *         "id": 1,
                     *         "name": "test",
                     *         "role": "admin",
                     *         "scopes": [
                     *           "pets:read",
                     *           "pets:write",
                     *           "listings:read",
                     *           "orders:read",
                     *           "orders:write",
                     *           "inquiries:read",
                     *           "inquiries:write",
                     *           "events:read",
                     *           "webhooks:read",
                     *           "webhooks:write",
                     *           "metrics:read",
                     *           "keys:admin"
                     *         ],
                     *         "hint": "pet_prod_9KSu…",
                     *         "status": "active",
                     *         "createdAt": "2026-01-01T00:00:00.000Z"
                     *       },
                     *       {
                     *         "id": 2,
                     *         "name": "web site",
                     *         "role": "editor",
                     *         "scopes": [
                     *           "pets:read",
                     *           "pets:write",
                     *           "listings:read",
                     *           "orders:read",
                     *           "orders:write",
                     *           "events:read"
                     *         ],
                     *         "hint": "pet_prod_9KSu…",
                     *         "status": "active",
                     *         "createdAt": "2026-11-21T11:01:30.000Z",
                     *         "expiresAt": "2027-11-21T10:00:00.000Z"
                     *       }
                     *     ]
                     */
                    "application/json": components["schemas"]["Keys"];
                };
            };
            304: components["responses"]["NotModified"];
            400: components["responses"]["InvalidListQuery"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            414: components["responses"]["UriTooLong"];
            429: components["responses"]["RateLimited"];
            500: components["responses"]["InternalError"];
            503: components["responses"]["Unavailable"];
            default: components["responses"]["OtherError"];
        };
    };
    createKey: {
        parameters: {
            query?: never;
            header?: {
                /** @description Makes the request safe to retry: for 24 hours, the same key with the same payload returns the first response. It has 1 to 255 visible ASCII characters; a new UUID for each new request is a good key. */
                "Idempotency-Key"?: components["parameters"]["IdempotencyKey"];
            };
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                /**
                 * @example {
                 *       "name": "web site",
                 *       "role": "editor",
                 *       "expiresAt": "2027-11-21T10:00:00.000Z"
                 *     }
                 */
                "application/json": components["schemas"]["NewKey"];
            };
        };
        responses: {
            /** @description The created key, with its `id` and its secret. */
            201: {
                headers: {
                    "X-Request-Id": components["headers"]["RequestId"];
                    RateLimit: components["headers"]["RateLimit"];
                    "RateLimit-Policy": components["headers"]["RateLimitPolicy"];
                    "Idempotency-Replayed": components["headers"]["IdempotencyReplayed"];
                    Stability: components["headers"]["Stability"];
                    Location: components["headers"]["Location"];
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "id": 2,
                     *       "name": "web site",
                     *       "role": "editor",
                     *       "scopes": [
                     *         "pets:read",
                     *         "pets:write",
                     *         "listings:read",
                     *         "orders:read",
                     *         "orders:write",
                     *         "events:read"
                     *       ],
                     *       "hint": "pet_prod_9KSu…",
                     *       "status": "active",
                     *       "createdAt": "2026-11-21T11:01:30.000Z",
                     *       "expiresAt": "2027-11-21T10:00:00.000Z",
                     *       "secret": "pet_prod_9KSulA8Ghct30vZz4HpdQ5c5b9cPF121warN"
                     *     }
                     */
                    "application/json": components["schemas"]["IssuedKey"];
                };
            };
            400: components["responses"]["InvalidIdempotentRequest"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            408: components["responses"]["RequestTimeout"];
            409: components["responses"]["IdempotencyInProgress"];
            412: components["responses"]["PreconditionFailed"];
            413: components["responses"]["PayloadTooLarge"];
            414: components["responses"]["UriTooLong"];
            415: components["responses"]["UnsupportedMediaType"];
            422: components["responses"]["IdempotencyKeyReused"];
            429: components["responses"]["RateLimited"];
            500: components["responses"]["InternalError"];
            503: components["responses"]["Unavailable"];
            default: components["responses"]["OtherError"];
        };
    };
    getKey: {
        parameters: {
            query?: never;
            header?: {
                /** @description ETags of responses that the client has cached. Returns 304 if one of them is current. */
                "If-None-Match"?: components["parameters"]["IfNoneMatch"];
            };
            path: {
                /**
                 * @description Identifier of the key.
                 * @example 2
                 */
                keyId: components["parameters"]["KeyId"];
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The key. */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["RequestId"];
                    RateLimit: components["headers"]["RateLimit"];
                    "RateLimit-Policy": components["headers"]["RateLimitPolicy"];
                    ETag: components["headers"]["ETag"];
                    Stability: components["headers"]["Stability"];
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "id": 2,
                     *       "name": "web site",
                     *       "role": "editor",
                     *       "scopes": [
                     *         "pets:read",
                     *         "pets:write",
                     *         "listings:read",
                     *         "orders:read",
                     *         "orders:write",
                     *         "events:read"
                     *       ],
                     *       "hint": "pet_prod_9KSu…",
                     *       "status": "active",
                     *       "createdAt": "2026-11-21T11:01:30.000Z",
                     *       "expiresAt": "2027-11-21T10:00:00.000Z"
                     *     }
                     */
                    "application/json": components["schemas"]["Key"];
                };
            };
            304: components["responses"]["NotModified"];
            400: components["responses"]["UnknownParameter"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["KeyNotFound"];
            414: components["responses"]["UriTooLong"];
            429: components["responses"]["RateLimited"];
            500: components["responses"]["InternalError"];
            503: components["responses"]["Unavailable"];
            default: components["responses"]["OtherError"];
        };
    };
    revokeKey: {
        parameters: {
            query?: {
                /** @description What becomes of the webhooks of the key. Without it they are paused. */
                webhooks?: "pause" | "keep";
            };
            header?: {
                /** @description Makes the change only if the resource has one of these ETags. Otherwise returns 412. */
                "If-Match"?: components["parameters"]["IfMatch"];
                /** @description Makes the change only if the resource has none of these ETags, or with `*`, does not exist. Otherwise returns 412. */
                "If-None-Match"?: components["parameters"]["IfNoneMatchForChange"];
            };
            path: {
                /**
                 * @description Identifier of the key.
                 * @example 2
                 */
                keyId: components["parameters"]["KeyId"];
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The key is revoked. */
            204: {
                headers: {
                    "X-Request-Id": components["headers"]["RequestId"];
                    RateLimit: components["headers"]["RateLimit"];
                    "RateLimit-Policy": components["headers"]["RateLimitPolicy"];
                    Stability: components["headers"]["Stability"];
                    [name: string]: unknown;
                };
                content?: never;
            };
            400: components["responses"]["InvalidRequestOrQuery"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["KeyNotFound"];
            408: components["responses"]["RequestTimeout"];
            409: components["responses"]["LastAdminKey"];
            412: components["responses"]["PreconditionFailed"];
            413: components["responses"]["PayloadTooLarge"];
            414: components["responses"]["UriTooLong"];
            415: components["responses"]["UnsupportedMediaType"];
            429: components["responses"]["RateLimited"];
            500: components["responses"]["InternalError"];
            503: components["responses"]["Unavailable"];
            default: components["responses"]["OtherError"];
        };
    };
    getOwnKey: {
        parameters: {
            query?: never;
            header?: {
                /** @description ETags of responses that the client has cached. Returns 304 if one of them is current. */
                "If-None-Match"?: components["parameters"]["IfNoneMatch"];
            };
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The key. */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["RequestId"];
                    RateLimit: components["headers"]["RateLimit"];
                    "RateLimit-Policy": components["headers"]["RateLimitPolicy"];
                    ETag: components["headers"]["ETag"];
                    Stability: components["headers"]["Stability"];
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "id": 1,
                     *       "name": "test",
                     *       "role": "admin",
                     *       "scopes": [
                     *         "pets:read",
                     *         "pets:write",
                     *         "listings:read",
                     *         "orders:read",
                     *         "orders:write",
                     *         "inquiries:read",
                     *         "inquiries:write",
                     *         "events:read",
                     *         "webhooks:read",
                     *         "webhooks:write",
                     *         "metrics:read",
                     *         "keys:admin"
                     *       ],
                     *       "hint": "pet_prod_9KSu…",
                     *       "status": "active",
                     *       "createdAt": "2026-01-01T00:00:00.000Z"
                     *     }
                     */
                    "application/json": components["schemas"]["Key"];
                };
            };
            304: components["responses"]["NotModified"];
            400: components["responses"]["UnknownParameter"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            414: components["responses"]["UriTooLong"];
            429: components["responses"]["RateLimited"];
            500: components["responses"]["InternalError"];
            503: components["responses"]["Unavailable"];
            default: components["responses"]["OtherError"];
        };
    };
    rotateKey: {
        parameters: {
            query?: never;
            header?: {
                /** @description Makes the request safe to retry: for 24 hours, the same key with the same payload returns the first response. It has 1 to 255 visible ASCII characters; a new UUID for each new request is a good key. */
                "Idempotency-Key"?: components["parameters"]["IdempotencyKey"];
                /** @description Makes the change only if the resource has one of these ETags. Otherwise returns 412. */
                "If-Match"?: components["parameters"]["IfMatch"];
                /** @description Makes the change only if the resource has none of these ETags, or with `*`, does not exist. Otherwise returns 412. */
                "If-None-Match"?: components["parameters"]["IfNoneMatchForChange"];
            };
            path: {
                /**
                 * @description Identifier of the key.
                 * @example 2
                 */
                keyId: components["parameters"]["KeyId"];
            };
            cookie?: never;
        };
        requestBody?: {
            content: {
                /**
                 * @example {
                 *       "graceSeconds": 3600
                 *     }
                 */
                "application/json": components["schemas"]["KeyRotation"];
            };
        };
        responses: {
            /** @description The key with its new secret. */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["RequestId"];
                    RateLimit: components["headers"]["RateLimit"];
                    "RateLimit-Policy": components["headers"]["RateLimitPolicy"];
                    "Idempotency-Replayed": components["headers"]["IdempotencyReplayed"];
                    Stability: components["headers"]["Stability"];
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "id": 2,
                     *       "name": "web site",
                     *       "role": "editor",
                     *       "scopes": [
                     *         "pets:read",
                     *         "pets:write",
                     *         "listings:read",
                     *         "orders:read",
                     *         "orders:write",
                     *         "events:read"
                     *       ],
                     *       "hint": "pet_prod_9KSu…",
                     *       "status": "active",
                     *       "createdAt": "2026-11-21T11:01:30.000Z",
                     *       "expiresAt": "2027-11-21T10:00:00.000Z",
                     *       "secret": "pet_prod_9KSulA8Ghct30vZz4HpdQ5c5b9cPF121warN"
                     *     }
                     */
                    "application/json": components["schemas"]["IssuedKey"];
                };
            };
            400: components["responses"]["InvalidIdempotentRequest"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["KeyNotFound"];
            408: components["responses"]["RequestTimeout"];
            409: components["responses"]["IdempotencyInProgressOrInvalidTransition"];
            412: components["responses"]["PreconditionFailed"];
            413: components["responses"]["PayloadTooLarge"];
            414: components["responses"]["UriTooLong"];
            415: components["responses"]["UnsupportedMediaType"];
            422: components["responses"]["IdempotencyKeyReused"];
            429: components["responses"]["RateLimited"];
            500: components["responses"]["InternalError"];
            503: components["responses"]["Unavailable"];
            default: components["responses"]["OtherError"];
        };
    };
    listEvents: {
        parameters: {
            query?: {
                /** @description The maximum number of entries per page. It may differ from page to page. Defaults to 20, or to all entries when they are requested by `id`. */
                limit?: components["parameters"]["Limit"];
                /** @description Begins after the entry with this id. Without it, a page begins with the oldest entry, and a stream begins now. */
                after?: bigint;
            };
            header?: {
                /** @description ETags of responses that the client has cached. Returns 304 if one of them is current. */
                "If-None-Match"?: components["parameters"]["IfNoneMatch"];
                /** @description Only for `text/event-stream`: the stream begins after the entry with this `id`. */
                "Last-Event-ID"?: components["parameters"]["LastEventId"];
            };
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description A page of events. */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["RequestId"];
                    RateLimit: components["headers"]["RateLimit"];
                    "RateLimit-Policy": components["headers"]["RateLimitPolicy"];
                    ETag: components["headers"]["ETag"];
                    Link: components["headers"]["NextLink"];
                    Stability: components["headers"]["Stability"];
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example [
                     *       {
                     *         "id": 1,
                     *         "type": "category.created",
                     *         "at": "2026-11-21T10:01:30.000Z",
                     *         "category": {
                     *           "id": 3,
                     *           "name": "Cats"
                     *         }
                     *       },
                     *       {
                     *         "id": 2,
                     *         "type": "pet.created",
                     *         "at": "2026-11-21T10:03:00.000Z",
                     *         "petId": 1,
                     *         "pet": {
                     *           "id": 1,
                     *           "name": "Frank",
                     *           "categoryId": 3,
                     *           "status": "available"
                     *         }
                     *       },
                     *       {
                     *         "id": 3,
                     *         "type": "pet.created",
                     *         "at": "2026-11-21T10:04:30.000Z",
                     *         "petId": 2,
                     *         "pet": {
                     *           "id": 2,
                     *           "name": "Luna",
                     *           "categoryId": 3,
                     *           "status": "available"
                     *         }
                     *       }
                     *     ]
                     */
                    "application/json": components["schemas"]["Events"];
                    /**
                     * @example id: 0
                     *
                     *     id: 1
                     *     event: category.created
                     *     data: {"id":1,"type":"category.created","at":"2026-11-21T10:01:30.000Z","category":{"id":3,"name":"Cats"}}
                     *
                     *     id: 2
                     *     event: pet.created
                     *     data: {"id":2,"type":"pet.created","at":"2026-11-21T10:03:00.000Z","petId":1,"pet":{"id":1,"name":"Frank","categoryId":3,"status":"available"}}
                     */
                    "text/event-stream": string;
                };
            };
            304: components["responses"]["NotModified"];
            400: components["responses"]["InvalidQuery"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            410: components["responses"]["EventsExpired"];
            414: components["responses"]["UriTooLong"];
            429: components["responses"]["RateLimited"];
            500: components["responses"]["InternalError"];
            503: components["responses"]["Unavailable"];
            default: components["responses"]["OtherError"];
        };
    };
    listWebhooks: {
        parameters: {
            query?: {
                /** @description The maximum number of entries per page. It may differ from page to page. Defaults to 20, or to all entries when they are requested by `id`. */
                limit?: components["parameters"]["Limit"];
                /** @description The start of the page, taken from the `Link` header of the previous page. */
                cursor?: components["parameters"]["Cursor"];
                /** @description Only webhooks of this key. */
                createdBy?: bigint;
            };
            header?: {
                /** @description ETags of responses that the client has cached. Returns 304 if one of them is current. */
                "If-None-Match"?: components["parameters"]["IfNoneMatch"];
                /** @description `count=exact` adds `X-Total-Count` (RFC 7240). With strings for integers: `count=exact, int64=string`. */
                Prefer?: components["parameters"]["Prefer"];
            };
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description A page of webhooks. */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["RequestId"];
                    RateLimit: components["headers"]["RateLimit"];
                    "RateLimit-Policy": components["headers"]["RateLimitPolicy"];
                    ETag: components["headers"]["ETag"];
                    Link: components["headers"]["NextLink"];
                    "X-Total-Count": components["headers"]["TotalCount"];
                    "Preference-Applied": components["headers"]["PreferenceApplied"];
                    Stability: components["headers"]["Stability"];
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example [
                     *       {
                     *         "id": 1,
                     *         "url": "https://shelter.example.org/events",
                     *         "types": [
                     *           "order.placed",
                     *           "order.completed"
                     *         ],
                     *         "status": "active",
                     *         "createdBy": 1,
                     *         "createdAt": "2026-11-21T10:22:30.000Z"
                     *       }
                     *     ]
                     */
                    "application/json": components["schemas"]["Webhooks"];
                };
            };
            304: components["responses"]["NotModified"];
            400: components["responses"]["InvalidListQuery"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            414: components["responses"]["UriTooLong"];
            429: components["responses"]["RateLimited"];
            500: components["responses"]["InternalError"];
            503: components["responses"]["Unavailable"];
            default: components["responses"]["OtherError"];
        };
    };
    createWebhook: {
        parameters: {
            query?: never;
            header?: {
                /** @description Makes the request safe to retry: for 24 hours, the same key with the same payload returns the first response. It has 1 to 255 visible ASCII characters; a new UUID for each new request is a good key. */
                "Idempotency-Key"?: components["parameters"]["IdempotencyKey"];
            };
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                /**
                 * @example {
                 *       "url": "https://shelter.example.org/events",
                 *       "types": [
                 *         "order.placed",
                 *         "order.completed"
                 *       ]
                 *     }
                 */
                "application/json": components["schemas"]["NewWebhook"];
            };
        };
        responses: {
            /** @description The created webhook, with its `id` and its `secret`. */
            201: {
                headers: {
                    "X-Request-Id": components["headers"]["RequestId"];
                    RateLimit: components["headers"]["RateLimit"];
                    "RateLimit-Policy": components["headers"]["RateLimitPolicy"];
                    "Idempotency-Replayed": components["headers"]["IdempotencyReplayed"];
                    Stability: components["headers"]["Stability"];
                    Location: components["headers"]["Location"];
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "id": 1,
                     *       "url": "https://shelter.example.org/events",
                     *       "types": [
                     *         "order.placed",
                     *         "order.completed"
                     *       ],
                     *       "status": "active",
                     *       "createdBy": 1,
                     *       "createdAt": "2026-11-21T10:22:30.000Z",
                     *       "secret": "whsec_AAECAwQFBgcICQoLDA0ODxAREhMUFRYXGBkaGxwdHh8="
                     *     }
                     */
                    "application/json": components["schemas"]["IssuedWebhook"];
                };
            };
            400: components["responses"]["InvalidIdempotentRequest"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            408: components["responses"]["RequestTimeout"];
            409: components["responses"]["IdempotencyInProgressOrTooManyWebhooks"];
            412: components["responses"]["PreconditionFailed"];
            413: components["responses"]["PayloadTooLarge"];
            414: components["responses"]["UriTooLong"];
            415: components["responses"]["UnsupportedMediaType"];
            422: components["responses"]["IdempotencyKeyReused"];
            429: components["responses"]["RateLimited"];
            500: components["responses"]["InternalError"];
            503: components["responses"]["Unavailable"];
            default: components["responses"]["OtherError"];
        };
    };
    getWebhook: {
        parameters: {
            query?: never;
            header?: {
                /** @description ETags of responses that the client has cached. Returns 304 if one of them is current. */
                "If-None-Match"?: components["parameters"]["IfNoneMatch"];
            };
            path: {
                /**
                 * @description Identifier of the webhook.
                 * @example 1
                 */
                webhookId: components["parameters"]["WebhookId"];
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The webhook. */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["RequestId"];
                    RateLimit: components["headers"]["RateLimit"];
                    "RateLimit-Policy": components["headers"]["RateLimitPolicy"];
                    ETag: components["headers"]["ETag"];
                    Stability: components["headers"]["Stability"];
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "id": 1,
                     *       "url": "https://shelter.example.org/events",
                     *       "types": [
                     *         "order.placed",
                     *         "order.completed"
                     *       ],
                     *       "status": "active",
                     *       "createdBy": 1,
                     *       "createdAt": "2026-11-21T10:22:30.000Z"
                     *     }
                     */
                    "application/json": components["schemas"]["Webhook"];
                };
            };
            304: components["responses"]["NotModified"];
            400: components["responses"]["UnknownParameter"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["WebhookNotFound"];
            414: components["responses"]["UriTooLong"];
            429: components["responses"]["RateLimited"];
            500: components["responses"]["InternalError"];
            503: components["responses"]["Unavailable"];
            default: components["responses"]["OtherError"];
        };
    };
    deleteWebhook: {
        parameters: {
            query?: never;
            header?: {
                /** @description Makes the change only if the resource has one of these ETags. Otherwise returns 412. */
                "If-Match"?: components["parameters"]["IfMatch"];
                /** @description Makes the change only if the resource has none of these ETags, or with `*`, does not exist. Otherwise returns 412. */
                "If-None-Match"?: components["parameters"]["IfNoneMatchForChange"];
            };
            path: {
                /**
                 * @description Identifier of the webhook.
                 * @example 1
                 */
                webhookId: components["parameters"]["WebhookId"];
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The webhook has been removed. */
            204: {
                headers: {
                    "X-Request-Id": components["headers"]["RequestId"];
                    RateLimit: components["headers"]["RateLimit"];
                    "RateLimit-Policy": components["headers"]["RateLimitPolicy"];
                    Stability: components["headers"]["Stability"];
                    [name: string]: unknown;
                };
                content?: never;
            };
            400: components["responses"]["InvalidRequest"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["WebhookNotFound"];
            408: components["responses"]["RequestTimeout"];
            412: components["responses"]["PreconditionFailed"];
            413: components["responses"]["PayloadTooLarge"];
            414: components["responses"]["UriTooLong"];
            415: components["responses"]["UnsupportedMediaType"];
            429: components["responses"]["RateLimited"];
            500: components["responses"]["InternalError"];
            503: components["responses"]["Unavailable"];
            default: components["responses"]["OtherError"];
        };
    };
    updateWebhook: {
        parameters: {
            query?: never;
            header?: {
                /** @description Makes the change only if the resource has one of these ETags. Otherwise returns 412. */
                "If-Match"?: components["parameters"]["IfMatch"];
                /** @description Makes the change only if the resource has none of these ETags, or with `*`, does not exist. Otherwise returns 412. */
                "If-None-Match"?: components["parameters"]["IfNoneMatchForChange"];
            };
            path: {
                /**
                 * @description Identifier of the webhook.
                 * @example 1
                 */
                webhookId: components["parameters"]["WebhookId"];
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                /**
                 * @example {
                 *       "description": "Adoption site"
                 *     }
                 */
                "application/json": components["schemas"]["WebhookChanges"];
                /**
                 * @example {
                 *       "description": "Adoption site"
                 *     }
                 */
                "application/merge-patch+json": components["schemas"]["WebhookChanges"];
            };
        };
        responses: {
            /** @description The updated webhook. */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["RequestId"];
                    RateLimit: components["headers"]["RateLimit"];
                    "RateLimit-Policy": components["headers"]["RateLimitPolicy"];
                    ETag: components["headers"]["ETag"];
                    Stability: components["headers"]["Stability"];
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "id": 1,
                     *       "url": "https://shelter.example.org/events",
                     *       "types": [
                     *         "order.placed",
                     *         "order.completed"
                     *       ],
                     *       "description": "Adoption site",
                     *       "status": "active",
                     *       "createdBy": 1,
                     *       "createdAt": "2026-11-21T10:22:30.000Z"
                     *     }
                     */
                    "application/json": components["schemas"]["Webhook"];
                };
            };
            400: components["responses"]["InvalidRequest"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["WebhookNotFound"];
            408: components["responses"]["RequestTimeout"];
            412: components["responses"]["PreconditionFailed"];
            413: components["responses"]["PayloadTooLarge"];
            414: components["responses"]["UriTooLong"];
            415: components["responses"]["UnsupportedMediaType"];
            429: components["responses"]["RateLimited"];
            500: components["responses"]["InternalError"];
            503: components["responses"]["Unavailable"];
            default: components["responses"]["OtherError"];
        };
    };
    pauseWebhook: {
        parameters: {
            query?: never;
            header?: {
                /** @description Makes the request safe to retry: for 24 hours, the same key with the same payload returns the first response. It has 1 to 255 visible ASCII characters; a new UUID for each new request is a good key. */
                "Idempotency-Key"?: components["parameters"]["IdempotencyKey"];
                /** @description Makes the change only if the resource has one of these ETags. Otherwise returns 412. */
                "If-Match"?: components["parameters"]["IfMatch"];
                /** @description Makes the change only if the resource has none of these ETags, or with `*`, does not exist. Otherwise returns 412. */
                "If-None-Match"?: components["parameters"]["IfNoneMatchForChange"];
            };
            path: {
                /**
                 * @description Identifier of the webhook.
                 * @example 1
                 */
                webhookId: components["parameters"]["WebhookId"];
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The webhook. */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["RequestId"];
                    RateLimit: components["headers"]["RateLimit"];
                    "RateLimit-Policy": components["headers"]["RateLimitPolicy"];
                    ETag: components["headers"]["ETag"];
                    "Idempotency-Replayed": components["headers"]["IdempotencyReplayed"];
                    Stability: components["headers"]["Stability"];
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "id": 1,
                     *       "url": "https://shelter.example.org/events",
                     *       "types": [
                     *         "order.placed",
                     *         "order.completed"
                     *       ],
                     *       "description": "Adoption site",
                     *       "status": "paused",
                     *       "reason": "Paused with the key 1.",
                     *       "createdBy": 1,
                     *       "createdAt": "2026-11-21T10:22:30.000Z"
                     *     }
                     */
                    "application/json": components["schemas"]["Webhook"];
                };
            };
            400: components["responses"]["InvalidIdempotentRequest"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["WebhookNotFound"];
            408: components["responses"]["RequestTimeout"];
            409: components["responses"]["IdempotencyInProgress"];
            412: components["responses"]["PreconditionFailed"];
            413: components["responses"]["PayloadTooLarge"];
            414: components["responses"]["UriTooLong"];
            415: components["responses"]["UnsupportedMediaType"];
            422: components["responses"]["IdempotencyKeyReused"];
            429: components["responses"]["RateLimited"];
            500: components["responses"]["InternalError"];
            503: components["responses"]["Unavailable"];
            default: components["responses"]["OtherError"];
        };
    };
    resumeWebhook: {
        parameters: {
            query?: never;
            header?: {
                /** @description Makes the request safe to retry: for 24 hours, the same key with the same payload returns the first response. It has 1 to 255 visible ASCII characters; a new UUID for each new request is a good key. */
                "Idempotency-Key"?: components["parameters"]["IdempotencyKey"];
                /** @description Makes the change only if the resource has one of these ETags. Otherwise returns 412. */
                "If-Match"?: components["parameters"]["IfMatch"];
                /** @description Makes the change only if the resource has none of these ETags, or with `*`, does not exist. Otherwise returns 412. */
                "If-None-Match"?: components["parameters"]["IfNoneMatchForChange"];
            };
            path: {
                /**
                 * @description Identifier of the webhook.
                 * @example 1
                 */
                webhookId: components["parameters"]["WebhookId"];
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The webhook. */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["RequestId"];
                    RateLimit: components["headers"]["RateLimit"];
                    "RateLimit-Policy": components["headers"]["RateLimitPolicy"];
                    ETag: components["headers"]["ETag"];
                    "Idempotency-Replayed": components["headers"]["IdempotencyReplayed"];
                    Stability: components["headers"]["Stability"];
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "id": 1,
                     *       "url": "https://shelter.example.org/events",
                     *       "types": [
                     *         "order.placed",
                     *         "order.completed"
                     *       ],
                     *       "description": "Adoption site",
                     *       "status": "active",
                     *       "createdBy": 1,
                     *       "createdAt": "2026-11-21T10:22:30.000Z"
                     *     }
                     */
                    "application/json": components["schemas"]["Webhook"];
                };
            };
            400: components["responses"]["InvalidIdempotentRequest"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["WebhookNotFound"];
            408: components["responses"]["RequestTimeout"];
            409: components["responses"]["IdempotencyInProgress"];
            412: components["responses"]["PreconditionFailed"];
            413: components["responses"]["PayloadTooLarge"];
            414: components["responses"]["UriTooLong"];
            415: components["responses"]["UnsupportedMediaType"];
            422: components["responses"]["IdempotencyKeyReused"];
            429: components["responses"]["RateLimited"];
            500: components["responses"]["InternalError"];
            503: components["responses"]["Unavailable"];
            default: components["responses"]["OtherError"];
        };
    };
    rotateWebhookSecret: {
        parameters: {
            query?: never;
            header?: {
                /** @description Makes the request safe to retry: for 24 hours, the same key with the same payload returns the first response. It has 1 to 255 visible ASCII characters; a new UUID for each new request is a good key. */
                "Idempotency-Key"?: components["parameters"]["IdempotencyKey"];
                /** @description Makes the change only if the resource has one of these ETags. Otherwise returns 412. */
                "If-Match"?: components["parameters"]["IfMatch"];
                /** @description Makes the change only if the resource has none of these ETags, or with `*`, does not exist. Otherwise returns 412. */
                "If-None-Match"?: components["parameters"]["IfNoneMatchForChange"];
            };
            path: {
                /**
                 * @description Identifier of the webhook.
                 * @example 1
                 */
                webhookId: components["parameters"]["WebhookId"];
            };
            cookie?: never;
        };
        requestBody?: {
            content: {
                /**
                 * @example {
                 *       "graceSeconds": 3600
                 *     }
                 */
                "application/json": components["schemas"]["WebhookRotation"];
            };
        };
        responses: {
            /** @description The webhook with its new secret. */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["RequestId"];
                    RateLimit: components["headers"]["RateLimit"];
                    "RateLimit-Policy": components["headers"]["RateLimitPolicy"];
                    "Idempotency-Replayed": components["headers"]["IdempotencyReplayed"];
                    Stability: components["headers"]["Stability"];
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "id": 1,
                     *       "url": "https://shelter.example.org/events",
                     *       "types": [
                     *         "order.placed",
                     *         "order.completed"
                     *       ],
                     *       "description": "Adoption site",
                     *       "status": "active",
                     *       "createdBy": 1,
                     *       "createdAt": "2026-11-21T10:22:30.000Z",
                     *       "secret": "whsec_AAECAwQFBgcICQoLDA0ODxAREhMUFRYXGBkaGxwdHh8="
                     *     }
                     */
                    "application/json": components["schemas"]["IssuedWebhook"];
                };
            };
            400: components["responses"]["InvalidIdempotentRequest"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["WebhookNotFound"];
            408: components["responses"]["RequestTimeout"];
            409: components["responses"]["IdempotencyInProgress"];
            412: components["responses"]["PreconditionFailed"];
            413: components["responses"]["PayloadTooLarge"];
            414: components["responses"]["UriTooLong"];
            415: components["responses"]["UnsupportedMediaType"];
            422: components["responses"]["IdempotencyKeyReused"];
            429: components["responses"]["RateLimited"];
            500: components["responses"]["InternalError"];
            503: components["responses"]["Unavailable"];
            default: components["responses"]["OtherError"];
        };
    };
    testWebhook: {
        parameters: {
            query?: never;
            header?: {
                /** @description Makes the request safe to retry: for 24 hours, the same key with the same payload returns the first response. It has 1 to 255 visible ASCII characters; a new UUID for each new request is a good key. */
                "Idempotency-Key"?: components["parameters"]["IdempotencyKey"];
                /** @description Makes the change only if the resource has one of these ETags. Otherwise returns 412. */
                "If-Match"?: components["parameters"]["IfMatch"];
                /** @description Makes the change only if the resource has none of these ETags, or with `*`, does not exist. Otherwise returns 412. */
                "If-None-Match"?: components["parameters"]["IfNoneMatchForChange"];
            };
            path: {
                /**
                 * @description Identifier of the webhook.
                 * @example 1
                 */
                webhookId: components["parameters"]["WebhookId"];
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The queued test. */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["RequestId"];
                    RateLimit: components["headers"]["RateLimit"];
                    "RateLimit-Policy": components["headers"]["RateLimitPolicy"];
                    ETag: components["headers"]["ETag"];
                    "Idempotency-Replayed": components["headers"]["IdempotencyReplayed"];
                    Stability: components["headers"]["Stability"];
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "id": 4,
                     *       "webhookId": 1,
                     *       "eventId": 0,
                     *       "status": "waiting",
                     *       "attempts": 0,
                     *       "dueAt": "2026-11-21T11:16:30.000Z"
                     *     }
                     */
                    "application/json": components["schemas"]["Delivery"];
                };
            };
            400: components["responses"]["InvalidIdempotentRequest"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["WebhookNotFound"];
            408: components["responses"]["RequestTimeout"];
            409: components["responses"]["IdempotencyInProgressOrWebhookDisabled"];
            412: components["responses"]["PreconditionFailed"];
            413: components["responses"]["PayloadTooLarge"];
            414: components["responses"]["UriTooLong"];
            415: components["responses"]["UnsupportedMediaType"];
            422: components["responses"]["IdempotencyKeyReused"];
            429: components["responses"]["RateLimited"];
            500: components["responses"]["InternalError"];
            503: components["responses"]["Unavailable"];
            default: components["responses"]["OtherError"];
        };
    };
    listWebhookAttempts: {
        parameters: {
            query?: {
                /** @description The maximum number of entries per page. It may differ from page to page. Defaults to 20, or to all entries when they are requested by `id`. */
                limit?: components["parameters"]["Limit"];
                /** @description The start of the page, taken from the `Link` header of the previous page. */
                cursor?: components["parameters"]["Cursor"];
            };
            header?: {
                /** @description ETags of responses that the client has cached. Returns 304 if one of them is current. */
                "If-None-Match"?: components["parameters"]["IfNoneMatch"];
                /** @description `count=exact` adds `X-Total-Count` (RFC 7240). With strings for integers: `count=exact, int64=string`. */
                Prefer?: components["parameters"]["Prefer"];
            };
            path: {
                /**
                 * @description Identifier of the webhook.
                 * @example 1
                 */
                webhookId: components["parameters"]["WebhookId"];
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description A page of attempts. */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["RequestId"];
                    RateLimit: components["headers"]["RateLimit"];
                    "RateLimit-Policy": components["headers"]["RateLimitPolicy"];
                    ETag: components["headers"]["ETag"];
                    Link: components["headers"]["NextLink"];
                    "X-Total-Count": components["headers"]["TotalCount"];
                    "Preference-Applied": components["headers"]["PreferenceApplied"];
                    Stability: components["headers"]["Stability"];
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example [
                     *       {
                     *         "id": 3,
                     *         "eventId": 13,
                     *         "at": "2026-11-21T10:37:30.000Z",
                     *         "durationMs": 312,
                     *         "status": 503,
                     *         "failure": "the receiver responded with 503"
                     *       },
                     *       {
                     *         "id": 2,
                     *         "eventId": 12,
                     *         "at": "2026-11-21T10:37:30.000Z",
                     *         "durationMs": 312,
                     *         "status": 503,
                     *         "failure": "the receiver responded with 503"
                     *       },
                     *       {
                     *         "id": 1,
                     *         "eventId": 11,
                     *         "at": "2026-11-21T10:37:30.000Z",
                     *         "durationMs": 312,
                     *         "status": 503,
                     *         "failure": "the receiver responded with 503"
                     *       }
                     *     ]
                     */
                    "application/json": components["schemas"]["WebhookAttempts"];
                };
            };
            304: components["responses"]["NotModified"];
            400: components["responses"]["InvalidListQuery"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["WebhookNotFound"];
            414: components["responses"]["UriTooLong"];
            429: components["responses"]["RateLimited"];
            500: components["responses"]["InternalError"];
            503: components["responses"]["Unavailable"];
            default: components["responses"]["OtherError"];
        };
    };
    listDeliveries: {
        parameters: {
            query?: {
                /** @description The maximum number of entries per page. It may differ from page to page. Defaults to 20, or to all entries when they are requested by `id`. */
                limit?: components["parameters"]["Limit"];
                /** @description The start of the page, taken from the `Link` header of the previous page. */
                cursor?: components["parameters"]["Cursor"];
                /** @description Only deliveries to this webhook. */
                webhookId?: bigint;
                /** @description Only deliveries with this status. */
                status?: components["schemas"]["KnownDeliveryStatus"];
            };
            header?: {
                /** @description ETags of responses that the client has cached. Returns 304 if one of them is current. */
                "If-None-Match"?: components["parameters"]["IfNoneMatch"];
                /** @description `count=exact` adds `X-Total-Count` (RFC 7240). With strings for integers: `count=exact, int64=string`. */
                Prefer?: components["parameters"]["Prefer"];
            };
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description A page of deliveries. */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["RequestId"];
                    RateLimit: components["headers"]["RateLimit"];
                    "RateLimit-Policy": components["headers"]["RateLimitPolicy"];
                    ETag: components["headers"]["ETag"];
                    Link: components["headers"]["NextLink"];
                    "X-Total-Count": components["headers"]["TotalCount"];
                    "Preference-Applied": components["headers"]["PreferenceApplied"];
                    Stability: components["headers"]["Stability"];
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example [
                     *       {
                     *         "id": 1,
                     *         "webhookId": 1,
                     *         "eventId": 11,
                     *         "status": "waiting",
                     *         "attempts": 1,
                     *         "dueAt": "2026-11-21T10:37:35.000Z",
                     *         "failure": "the receiver responded with 503"
                     *       },
                     *       {
                     *         "id": 2,
                     *         "webhookId": 1,
                     *         "eventId": 12,
                     *         "status": "waiting",
                     *         "attempts": 1,
                     *         "dueAt": "2026-11-21T10:37:35.000Z",
                     *         "failure": "the receiver responded with 503"
                     *       },
                     *       {
                     *         "id": 3,
                     *         "webhookId": 1,
                     *         "eventId": 13,
                     *         "status": "waiting",
                     *         "attempts": 1,
                     *         "dueAt": "2026-11-21T10:37:35.000Z",
                     *         "failure": "the receiver responded with 503"
                     *       }
                     *     ]
                     */
                    "application/json": components["schemas"]["Deliveries"];
                };
            };
            304: components["responses"]["NotModified"];
            400: components["responses"]["InvalidListQuery"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            414: components["responses"]["UriTooLong"];
            429: components["responses"]["RateLimited"];
            500: components["responses"]["InternalError"];
            503: components["responses"]["Unavailable"];
            default: components["responses"]["OtherError"];
        };
    };
    retryDelivery: {
        parameters: {
            query?: never;
            header?: {
                /** @description Makes the request safe to retry: for 24 hours, the same key with the same payload returns the first response. It has 1 to 255 visible ASCII characters; a new UUID for each new request is a good key. */
                "Idempotency-Key"?: components["parameters"]["IdempotencyKey"];
                /** @description Makes the change only if the resource has one of these ETags. Otherwise returns 412. */
                "If-Match"?: components["parameters"]["IfMatch"];
                /** @description Makes the change only if the resource has none of these ETags, or with `*`, does not exist. Otherwise returns 412. */
                "If-None-Match"?: components["parameters"]["IfNoneMatchForChange"];
            };
            path: {
                /**
                 * @description Identifier of the delivery.
                 * @example 1
                 */
                deliveryId: bigint;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The updated delivery. */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["RequestId"];
                    RateLimit: components["headers"]["RateLimit"];
                    "RateLimit-Policy": components["headers"]["RateLimitPolicy"];
                    ETag: components["headers"]["ETag"];
                    "Idempotency-Replayed": components["headers"]["IdempotencyReplayed"];
                    Stability: components["headers"]["Stability"];
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "id": 1,
                     *       "webhookId": 1,
                     *       "eventId": 11,
                     *       "status": "waiting",
                     *       "attempts": 1,
                     *       "dueAt": "2026-11-21T10:40:30.000Z",
                     *       "failure": "the receiver responded with 503"
                     *     }
                     */
                    "application/json": components["schemas"]["Delivery"];
                };
            };
            400: components["responses"]["InvalidIdempotentRequest"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["DeliveryNotFound"];
            408: components["responses"]["RequestTimeout"];
            409: components["responses"]["IdempotencyInProgressOrWebhookDisabled"];
            412: components["responses"]["PreconditionFailed"];
            413: components["responses"]["PayloadTooLarge"];
            414: components["responses"]["UriTooLong"];
            415: components["responses"]["UnsupportedMediaType"];
            422: components["responses"]["IdempotencyKeyReused"];
            429: components["responses"]["RateLimited"];
            500: components["responses"]["InternalError"];
            503: components["responses"]["Unavailable"];
            default: components["responses"]["OtherError"];
        };
    };
    onPetCreated: {
        parameters: {
            query?: never;
            header: {
                /** @description Identifies the event: the same for each attempt. Handle each one once. */
                "webhook-id": components["parameters"]["SentWebhookId"];
                /** @description When the attempt was made, in seconds since 1970. Reject what is older than five minutes. */
                "webhook-timestamp": components["parameters"]["SentWebhookTimestamp"];
                /** @description `v1,` and the Base64 of the HMAC-SHA256 of id, timestamp and body, joined by full stops. Signatures by several secrets are separated by blanks; one of them must match. */
                "webhook-signature": components["parameters"]["SentWebhookSignature"];
            };
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                /**
                 * @example {
                 *       "id": 2,
                 *       "type": "pet.created",
                 *       "at": "2026-11-21T10:03:00.000Z",
                 *       "petId": 1,
                 *       "pet": {
                 *         "id": 1,
                 *         "name": "Frank",
                 *         "categoryId": 3,
                 *         "status": "available"
                 *       }
                 *     }
                 */
                "application/json": components["schemas"]["Event"] & {
                    /** @constant */
                    type?: "pet.created";
                };
            };
        };
        responses: {
            410: components["responses"]["EndWebhook"];
            "2XX": components["responses"]["Received"];
            default: components["responses"]["NotReceived"];
        };
    };
    onPetUpdated: {
        parameters: {
            query?: never;
            header: {
                /** @description Identifies the event: the same for each attempt. Handle each one once. */
                "webhook-id": components["parameters"]["SentWebhookId"];
                /** @description When the attempt was made, in seconds since 1970. Reject what is older than five minutes. */
                "webhook-timestamp": components["parameters"]["SentWebhookTimestamp"];
                /** @description `v1,` and the Base64 of the HMAC-SHA256 of id, timestamp and body, joined by full stops. Signatures by several secrets are separated by blanks; one of them must match. */
                "webhook-signature": components["parameters"]["SentWebhookSignature"];
            };
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                /**
                 * @example {
                 *       "id": 8,
                 *       "type": "pet.updated",
                 *       "at": "2026-11-21T10:16:30.000Z",
                 *       "petId": 2,
                 *       "pet": {
                 *         "id": 2,
                 *         "name": "Luna Bell",
                 *         "categoryId": 3,
                 *         "status": "available"
                 *       }
                 *     }
                 */
                "application/json": components["schemas"]["Event"] & {
                    /** @constant */
                    type?: "pet.updated";
                };
            };
        };
        responses: {
            410: components["responses"]["EndWebhook"];
            "2XX": components["responses"]["Received"];
            default: components["responses"]["NotReceived"];
        };
    };
    onPetDeleted: {
        parameters: {
            query?: never;
            header: {
                /** @description Identifies the event: the same for each attempt. Handle each one once. */
                "webhook-id": components["parameters"]["SentWebhookId"];
                /** @description When the attempt was made, in seconds since 1970. Reject what is older than five minutes. */
                "webhook-timestamp": components["parameters"]["SentWebhookTimestamp"];
                /** @description `v1,` and the Base64 of the HMAC-SHA256 of id, timestamp and body, joined by full stops. Signatures by several secrets are separated by blanks; one of them must match. */
                "webhook-signature": components["parameters"]["SentWebhookSignature"];
            };
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                /**
                 * @example {
                 *       "id": 18,
                 *       "type": "pet.deleted",
                 *       "at": "2026-11-21T10:42:00.000Z",
                 *       "petId": 3
                 *     }
                 */
                "application/json": components["schemas"]["Event"] & {
                    /** @constant */
                    type?: "pet.deleted";
                };
            };
        };
        responses: {
            410: components["responses"]["EndWebhook"];
            "2XX": components["responses"]["Received"];
            default: components["responses"]["NotReceived"];
        };
    };
    onPetProfileChanged: {
        parameters: {
            query?: never;
            header: {
                /** @description Identifies the event: the same for each attempt. Handle each one once. */
                "webhook-id": components["parameters"]["SentWebhookId"];
                /** @description When the attempt was made, in seconds since 1970. Reject what is older than five minutes. */
                "webhook-timestamp": components["parameters"]["SentWebhookTimestamp"];
                /** @description `v1,` and the Base64 of the HMAC-SHA256 of id, timestamp and body, joined by full stops. Signatures by several secrets are separated by blanks; one of them must match. */
                "webhook-signature": components["parameters"]["SentWebhookSignature"];
            };
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                /**
                 * @example {
                 *       "id": 9,
                 *       "type": "pet.profile_changed",
                 *       "at": "2026-11-21T10:18:00.000Z",
                 *       "petId": 2,
                 *       "pet": {
                 *         "id": 2,
                 *         "name": "Luna Bell",
                 *         "categoryId": 3,
                 *         "status": "available"
                 *       }
                 *     }
                 */
                "application/json": components["schemas"]["Event"] & {
                    /** @constant */
                    type?: "pet.profile_changed";
                };
            };
        };
        responses: {
            410: components["responses"]["EndWebhook"];
            "2XX": components["responses"]["Received"];
            default: components["responses"]["NotReceived"];
        };
    };
    onPetPhotosChanged: {
        parameters: {
            query?: never;
            header: {
                /** @description Identifies the event: the same for each attempt. Handle each one once. */
                "webhook-id": components["parameters"]["SentWebhookId"];
                /** @description When the attempt was made, in seconds since 1970. Reject what is older than five minutes. */
                "webhook-timestamp": components["parameters"]["SentWebhookTimestamp"];
                /** @description `v1,` and the Base64 of the HMAC-SHA256 of id, timestamp and body, joined by full stops. Signatures by several secrets are separated by blanks; one of them must match. */
                "webhook-signature": components["parameters"]["SentWebhookSignature"];
            };
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                /**
                 * @example {
                 *       "id": 5,
                 *       "type": "pet.photos_changed",
                 *       "at": "2026-11-21T10:07:30.000Z",
                 *       "petId": 1,
                 *       "pet": {
                 *         "id": 1,
                 *         "name": "Frank",
                 *         "categoryId": 3,
                 *         "status": "available"
                 *       }
                 *     }
                 */
                "application/json": components["schemas"]["Event"] & {
                    /** @constant */
                    type?: "pet.photos_changed";
                };
            };
        };
        responses: {
            410: components["responses"]["EndWebhook"];
            "2XX": components["responses"]["Received"];
            default: components["responses"]["NotReceived"];
        };
    };
    onCategoryCreated: {
        parameters: {
            query?: never;
            header: {
                /** @description Identifies the event: the same for each attempt. Handle each one once. */
                "webhook-id": components["parameters"]["SentWebhookId"];
                /** @description When the attempt was made, in seconds since 1970. Reject what is older than five minutes. */
                "webhook-timestamp": components["parameters"]["SentWebhookTimestamp"];
                /** @description `v1,` and the Base64 of the HMAC-SHA256 of id, timestamp and body, joined by full stops. Signatures by several secrets are separated by blanks; one of them must match. */
                "webhook-signature": components["parameters"]["SentWebhookSignature"];
            };
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                /**
                 * @example {
                 *       "id": 1,
                 *       "type": "category.created",
                 *       "at": "2026-11-21T10:01:30.000Z",
                 *       "category": {
                 *         "id": 3,
                 *         "name": "Cats"
                 *       }
                 *     }
                 */
                "application/json": components["schemas"]["Event"] & {
                    /** @constant */
                    type?: "category.created";
                };
            };
        };
        responses: {
            410: components["responses"]["EndWebhook"];
            "2XX": components["responses"]["Received"];
            default: components["responses"]["NotReceived"];
        };
    };
    onCategoryUpdated: {
        parameters: {
            query?: never;
            header: {
                /** @description Identifies the event: the same for each attempt. Handle each one once. */
                "webhook-id": components["parameters"]["SentWebhookId"];
                /** @description When the attempt was made, in seconds since 1970. Reject what is older than five minutes. */
                "webhook-timestamp": components["parameters"]["SentWebhookTimestamp"];
                /** @description `v1,` and the Base64 of the HMAC-SHA256 of id, timestamp and body, joined by full stops. Signatures by several secrets are separated by blanks; one of them must match. */
                "webhook-signature": components["parameters"]["SentWebhookSignature"];
            };
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                /**
                 * @example {
                 *       "id": 19,
                 *       "type": "category.updated",
                 *       "at": "2026-11-21T10:43:30.000Z",
                 *       "category": {
                 *         "id": 3,
                 *         "name": "Cats and kittens"
                 *       }
                 *     }
                 */
                "application/json": components["schemas"]["Event"] & {
                    /** @constant */
                    type?: "category.updated";
                };
            };
        };
        responses: {
            410: components["responses"]["EndWebhook"];
            "2XX": components["responses"]["Received"];
            default: components["responses"]["NotReceived"];
        };
    };
    onOrderPlaced: {
        parameters: {
            query?: never;
            header: {
                /** @description Identifies the event: the same for each attempt. Handle each one once. */
                "webhook-id": components["parameters"]["SentWebhookId"];
                /** @description When the attempt was made, in seconds since 1970. Reject what is older than five minutes. */
                "webhook-timestamp": components["parameters"]["SentWebhookTimestamp"];
                /** @description `v1,` and the Base64 of the HMAC-SHA256 of id, timestamp and body, joined by full stops. Signatures by several secrets are separated by blanks; one of them must match. */
                "webhook-signature": components["parameters"]["SentWebhookSignature"];
            };
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                /**
                 * @example {
                 *       "id": 11,
                 *       "type": "order.placed",
                 *       "at": "2026-11-21T10:24:00.000Z",
                 *       "petId": 1,
                 *       "orderId": 1,
                 *       "pet": {
                 *         "id": 1,
                 *         "name": "Frank",
                 *         "categoryId": 3,
                 *         "status": "pending"
                 *       }
                 *     }
                 */
                "application/json": components["schemas"]["Event"] & {
                    /** @constant */
                    type?: "order.placed";
                };
            };
        };
        responses: {
            410: components["responses"]["EndWebhook"];
            "2XX": components["responses"]["Received"];
            default: components["responses"]["NotReceived"];
        };
    };
    onOrderCompleted: {
        parameters: {
            query?: never;
            header: {
                /** @description Identifies the event: the same for each attempt. Handle each one once. */
                "webhook-id": components["parameters"]["SentWebhookId"];
                /** @description When the attempt was made, in seconds since 1970. Reject what is older than five minutes. */
                "webhook-timestamp": components["parameters"]["SentWebhookTimestamp"];
                /** @description `v1,` and the Base64 of the HMAC-SHA256 of id, timestamp and body, joined by full stops. Signatures by several secrets are separated by blanks; one of them must match. */
                "webhook-signature": components["parameters"]["SentWebhookSignature"];
            };
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                /**
                 * @example {
                 *       "id": 12,
                 *       "type": "order.completed",
                 *       "at": "2026-11-21T10:27:00.000Z",
                 *       "petId": 1,
                 *       "orderId": 1,
                 *       "pet": {
                 *         "id": 1,
                 *         "name": "Frank",
                 *         "categoryId": 3,
                 *         "status": "sold"
                 *       }
                 *     }
                 */
                "application/json": components["schemas"]["Event"] & {
                    /** @constant */
                    type?: "order.completed";
                };
            };
        };
        responses: {
            410: components["responses"]["EndWebhook"];
            "2XX": components["responses"]["Received"];
            default: components["responses"]["NotReceived"];
        };
    };
    onOrderCancelled: {
        parameters: {
            query?: never;
            header: {
                /** @description Identifies the event: the same for each attempt. Handle each one once. */
                "webhook-id": components["parameters"]["SentWebhookId"];
                /** @description When the attempt was made, in seconds since 1970. Reject what is older than five minutes. */
                "webhook-timestamp": components["parameters"]["SentWebhookTimestamp"];
                /** @description `v1,` and the Base64 of the HMAC-SHA256 of id, timestamp and body, joined by full stops. Signatures by several secrets are separated by blanks; one of them must match. */
                "webhook-signature": components["parameters"]["SentWebhookSignature"];
            };
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                /**
                 * @example {
                 *       "id": 14,
                 *       "type": "order.cancelled",
                 *       "at": "2026-11-21T10:30:00.000Z",
                 *       "petId": 2,
                 *       "orderId": 2,
                 *       "pet": {
                 *         "id": 2,
                 *         "name": "Luna Bell",
                 *         "categoryId": 3,
                 *         "status": "available"
                 *       }
                 *     }
                 */
                "application/json": components["schemas"]["Event"] & {
                    /** @constant */
                    type?: "order.cancelled";
                };
            };
        };
        responses: {
            410: components["responses"]["EndWebhook"];
            "2XX": components["responses"]["Received"];
            default: components["responses"]["NotReceived"];
        };
    };
    onWebhookDisabled: {
        parameters: {
            query?: never;
            header: {
                /** @description Identifies the event: the same for each attempt. Handle each one once. */
                "webhook-id": components["parameters"]["SentWebhookId"];
                /** @description When the attempt was made, in seconds since 1970. Reject what is older than five minutes. */
                "webhook-timestamp": components["parameters"]["SentWebhookTimestamp"];
                /** @description `v1,` and the Base64 of the HMAC-SHA256 of id, timestamp and body, joined by full stops. Signatures by several secrets are separated by blanks; one of them must match. */
                "webhook-signature": components["parameters"]["SentWebhookSignature"];
            };
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                /**
                 * @example {
                 *       "id": 27,
                 *       "type": "webhook.disabled",
                 *       "at": "2026-11-23T00:10:00.000Z",
                 *       "webhookId": 2
                 *     }
                 */
                "application/json": components["schemas"]["Event"] & {
                    /** @constant */
                    type?: "webhook.disabled";
                };
            };
        };
        responses: {
            410: components["responses"]["EndWebhook"];
            "2XX": components["responses"]["Received"];
            default: components["responses"]["NotReceived"];
        };
    };
    onInquiryCreated: {
        parameters: {
            query?: never;
            header: {
                /** @description Identifies the event: the same for each attempt. Handle each one once. */
                "webhook-id": components["parameters"]["SentWebhookId"];
                /** @description When the attempt was made, in seconds since 1970. Reject what is older than five minutes. */
                "webhook-timestamp": components["parameters"]["SentWebhookTimestamp"];
                /** @description `v1,` and the Base64 of the HMAC-SHA256 of id, timestamp and body, joined by full stops. Signatures by several secrets are separated by blanks; one of them must match. */
                "webhook-signature": components["parameters"]["SentWebhookSignature"];
            };
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                /**
                 * @example {
                 *       "id": 15,
                 *       "type": "inquiry.created",
                 *       "at": "2026-11-21T10:31:30.000Z",
                 *       "inquiryId": 1
                 *     }
                 */
                "application/json": components["schemas"]["Event"] & {
                    /** @constant */
                    type?: "inquiry.created";
                };
            };
        };
        responses: {
            410: components["responses"]["EndWebhook"];
            "2XX": components["responses"]["Received"];
            default: components["responses"]["NotReceived"];
        };
    };
    onInquiryClosed: {
        parameters: {
            query?: never;
            header: {
                /** @description Identifies the event: the same for each attempt. Handle each one once. */
                "webhook-id": components["parameters"]["SentWebhookId"];
                /** @description When the attempt was made, in seconds since 1970. Reject what is older than five minutes. */
                "webhook-timestamp": components["parameters"]["SentWebhookTimestamp"];
                /** @description `v1,` and the Base64 of the HMAC-SHA256 of id, timestamp and body, joined by full stops. Signatures by several secrets are separated by blanks; one of them must match. */
                "webhook-signature": components["parameters"]["SentWebhookSignature"];
            };
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                /**
                 * @example {
                 *       "id": 16,
                 *       "type": "inquiry.closed",
                 *       "at": "2026-11-21T10:36:00.000Z",
                 *       "inquiryId": 1
                 *     }
                 */
                "application/json": components["schemas"]["Event"] & {
                    /** @constant */
                    type?: "inquiry.closed";
                };
            };
        };
        responses: {
            410: components["responses"]["EndWebhook"];
            "2XX": components["responses"]["Received"];
            default: components["responses"]["NotReceived"];
        };
    };
    onInquiryDeleted: {
        parameters: {
            query?: never;
            header: {
                /** @description Identifies the event: the same for each attempt. Handle each one once. */
                "webhook-id": components["parameters"]["SentWebhookId"];
                /** @description When the attempt was made, in seconds since 1970. Reject what is older than five minutes. */
                "webhook-timestamp": components["parameters"]["SentWebhookTimestamp"];
                /** @description `v1,` and the Base64 of the HMAC-SHA256 of id, timestamp and body, joined by full stops. Signatures by several secrets are separated by blanks; one of them must match. */
                "webhook-signature": components["parameters"]["SentWebhookSignature"];
            };
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                /**
                 * @example {
                 *       "id": 17,
                 *       "type": "inquiry.deleted",
                 *       "at": "2026-11-21T10:37:30.000Z",
                 *       "inquiryId": 1
                 *     }
                 */
                "application/json": components["schemas"]["Event"] & {
                    /** @constant */
                    type?: "inquiry.deleted";
                };
            };
        };
        responses: {
            410: components["responses"]["EndWebhook"];
            "2XX": components["responses"]["Received"];
            default: components["responses"]["NotReceived"];
        };
    };
}
