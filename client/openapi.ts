/**
 * Generated from the OpenAPI document by "npm run client:types"; do not edit.
 */

export interface paths {
    "/v1/accounts/link": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Link a cardholder of the bank
         * @description One account for each `bank_user_id`. Linking one that is active is refused; linking one that was unlinked, or that waits as `pending_oauth`, makes it what this request says, under the same `service_user_id`.
         */
        post: operations["linkAccount"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/accounts/linked": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * List linked accounts, the latest first
         * @description List linked accounts, the latest first.
         */
        get: operations["listAccounts"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/accounts/{service_user_id}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Get an account, linked or unlinked
         * @description Get an account, linked or unlinked.
         */
        get: operations["getAccount"];
        put?: never;
        post?: never;
        /**
         * Unlink an account
         * @description The record and its donations stay. It takes no new donations, and its embed tokens die. Unlinking again gives the same answer; linking the same `bank_user_id` again revives it.
         */
        delete: operations["unlinkAccount"];
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/donations": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * List donations, the latest first
         * @description List donations, the latest first.
         */
        get: operations["listDonations"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/donations/request": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Submit a donation; it is accepted at once and completed later
         * @description 202 means accepted for good, not completed: wait for `donation.completed`, or ask for the donation. Send the same request again whenever you are not sure that it arrived: 409 `DONATION_DUPLICATE` then names the donation that the first one made, and `same_request` says whether both were alike.
         */
        post: operations["requestDonation"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/donations/{donation_id}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Get a donation and how far it is
         * @description Get a donation and how far it is.
         */
        get: operations["getDonation"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/embed/token": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Start an embedded donation
         * @description The token is for one donation of one account, and short-lived. Mint it on your server when the customer opens the flow; the API key never goes to an app.
         */
        post: operations["createEmbedToken"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/event-replays/{replay_id}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Get how far a replay is
         * @description The latest 100 that have completed are kept.
         */
        get: operations["getReplay"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/events": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * List events, newest first
         * @description List events, newest first.
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
    "/v1/events/replay": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Send the events of a time range again
         * @description As replaying each of them, oldest first: a job does it in batches, and waits while many of your deliveries are waiting already. At most 10000 events in a replay, and at most 2 replays at a time. Events that happen after the request are not in it.
         */
        post: operations["replayEvents"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/events/{event_id}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Get an event with its deliveries and their attempts
         * @description Get an event with its deliveries and their attempts.
         */
        get: operations["getEvent"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/events/{event_id}/replay": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Send an event again
         * @description To every enabled endpoint, also one that was added since or has taken it before; under the same `webhook-id` and with the same body. A test event goes only where it went before.
         */
        post: operations["replayEvent"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/reports/reconciliation": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Get a day's donations with their totals, to reconcile
         * @description By `basis=accepted`, the default, a donation belongs to the day on which it was accepted: what became of all that was submitted. By `basis=settled` it belongs to the day on which it was completed or failed: what moved on that day; nothing pending is among it. Either way each belongs to one day only, so days add up. `meta.summary` has the totals of the whole day. `Accept: text/csv` or `format=csv` gives the whole day as one file, whatever `limit` and `cursor` say: RFC 4180 in UTF-8, a header line first, event ids parted by blanks. A text that a spreadsheet might take for a formula has an apostrophe before it, and so has one that begins with an apostrophe: take one off. A file that does not end with its connection's proper end is not whole.
         */
        get: operations["getReconciliation"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/schools": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * List schools by name
         * @description List schools by name.
         */
        get: operations["listSchools"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/schools/{school_id}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Get a school with its funds
         * @description Get a school with its funds.
         */
        get: operations["getSchool"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/webhook-endpoints": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * List webhook endpoints, newest first
         * @description List webhook endpoints, newest first.
         */
        get: operations["listWebhookEndpoints"];
        put?: never;
        /**
         * Register an address to send events to
         * @description The secret is in this answer and is never shown again. At most 16 endpoints, and 100 added within 24 hours.
         */
        post: operations["addWebhookEndpoint"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/webhook-endpoints/{endpoint_id}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Get a webhook endpoint
         * @description Get a webhook endpoint.
         */
        get: operations["getWebhookEndpoint"];
        put?: never;
        post?: never;
        /**
         * Delete a webhook endpoint
         * @description Delete a webhook endpoint.
         */
        delete: operations["deleteWebhookEndpoint"];
        options?: never;
        head?: never;
        /**
         * Change, enable or disable a webhook endpoint
         * @description What is absent stays as it is. A disabled endpoint is sent nothing, and what was still to be sent to it becomes dead; enable it and replay what it missed.
         */
        patch: operations["changeWebhookEndpoint"];
        trace?: never;
    };
    "/v1/webhook-endpoints/{endpoint_id}/deliveries": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * List what was sent to an endpoint, newest first, attempt by attempt
         * @description List what was sent to an endpoint, newest first, attempt by attempt.
         */
        get: operations["listWebhookDeliveries"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/webhook-endpoints/{endpoint_id}/rotate-secret": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Give a webhook endpoint a new secret
         * @description The secret before it signs too for 24 hours. At most two are valid: rotating again within that time ends the older one.
         */
        post: operations["rotateWebhookSecret"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/webhook-endpoints/{endpoint_id}/test": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Send a `webhook.test` event to this endpoint alone
         * @description Send a `webhook.test` event to this endpoint alone.
         */
        post: operations["testWebhookEndpoint"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
}
export interface webhooks {
    "donation.completed": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * The school's platform has made the credit
         * @description Signed as Standard Webhooks says. Verify the signature over the raw body first.
         */
        post: operations["donationCompleted"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "donation.failed": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * The school's platform has refused for good: restore the points
         * @description Signed as Standard Webhooks says. Verify the signature over the raw body first.
         */
        post: operations["donationFailed"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "donation.recurrence_due": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * A recurring donation is due: submit the next one
         * @description Signed as Standard Webhooks says. Verify the signature over the raw body first.
         */
        post: operations["donationRecurrenceDue"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "webhook.test": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * A test that you have asked for; it is about no donation
         * @description Signed as Standard Webhooks says. Verify the signature over the raw body first.
         */
        post: operations["webhookTest"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
}
export interface components {
    schemas: {
        Account: {
            /**
             * Format: uuid
             * @description The account's id here.
             */
            service_user_id: string;
            /** @description The bank's own id of the customer. */
            bank_user_id: string;
            /** @description As the bank has sent it. */
            email: string;
            /** @description As the bank has sent it. */
            display_name: string;
            /**
             * @description `unlinked` and `pending_oauth` take no donations.
             * @enum {string}
             */
            status: "active" | "pending_oauth" | "unlinked";
            /**
             * Format: date-time
             * @description When it was linked last.
             */
            linked_at: string;
            /**
             * Format: date-time
             * @description When the customer was linked, last gave or last opened the embedded flow, through this bank.
             */
            last_active_at: string;
            /** @description The program whose points the customer gives. */
            loyalty_program_id: string;
            /** @description The school that the bank has named; it is offered first. */
            preferred_school_id: string | null;
            /** @description The fund that the bank has named; it is offered first. */
            preferred_fund: string | null;
            /** @description As the bank has sent it. */
            phone: string | null;
            /** @description As the bank has sent it. */
            tax_receipt_email: string | null;
            /** @description As the bank has sent it. */
            metadata: {
                [key: string]: string;
            } | null;
            /** @description Completed donations. */
            donation_count: number;
            /** @description Sum of completed donations, US dollars. */
            lifetime_donated_usd: number;
        };
        Donation: {
            /**
             * Format: uuid
             * @description The donation's id here.
             */
            donation_id: string;
            /**
             * @description `completed` and `failed` are final.
             * @enum {string}
             */
            status: "pending" | "completed" | "failed";
            /**
             * Format: uuid
             * @description Left out where the donation is tied to no linked account.
             */
            service_user_id?: string;
            /** @description The school's id, such as `ohio-state`. */
            school_id: string;
            /** @description As it was sent. */
            fund_designation: string;
            /** @description The fund that this names; null where it names none of the school's. */
            fund_id: string | null;
            /** @description US dollars. */
            dollar_amount: number;
            /** @description The points that were taken for it. */
            points_redeemed: number;
            /** @description The rate, where it is known. */
            points_per_dollar: number | null;
            /** @description The bank's own reference. `portal:…` and `embed:…` where the customer gave here. */
            bank_transaction_ref: string;
            /**
             * @description Where it was made.
             * @enum {string}
             */
            channel: "bank" | "portal" | "embed";
            /** @description The program whose points were redeemed. */
            loyalty_program_id: string | null;
            /** @description A word to the school. */
            cardholder_message: string | null;
            /** @description As it was sent. */
            metadata: {
                [key: string]: string;
            } | null;
            /** @description Whether it is due again. */
            recurring: boolean;
            /** @description How often; null where it is not recurring. */
            recurrence_cadence: ("monthly" | "quarterly") | null;
            /** @description The credit's id at the school's platform; null until completed. */
            school_confirmation_id: string | null;
            /** @description What the school's platform calls the credit; null until completed. */
            platform_status: string | null;
            /** @description Why the platform has refused; null unless failed. */
            failure_reason: string | null;
            /**
             * Format: date-time
             * @description When it was accepted.
             */
            created_at: string;
            /**
             * Format: date-time
             * @description When the school usually has confirmed by.
             */
            estimated_confirmation_at: string;
            /** @description When the platform's confirmation arrived. */
            completed_at: string | null;
            /** @description When the platform's refusal arrived. */
            failed_at: string | null;
        };
        DonationRequest: {
            /** @description The bank's own reference; also the idempotency key. */
            bank_transaction_ref: string;
            /** @description US dollars, at most two decimals. */
            dollar_amount: number;
            /** @description A fund's id or name; anything else goes to the school as written. */
            fund_designation: string;
            /** @description The school's id, such as `ohio-state`. */
            school_id: string;
            /** @description A word to the school. */
            cardholder_message?: string | null;
            /** @description The program whose points are redeemed. */
            loyalty_program_id?: string | null;
            /** @description Whatever the bank wants to find again in answers and webhooks. */
            metadata?: {
                [key: string]: string;
            } | null;
            /**
             * @description Whether the customer is emailed about it: the confirmation and the tax receipt.
             * @default true
             */
            notify_cardholder?: boolean;
            /** @description The rate at which the bank has converted. */
            points_per_dollar?: number | null;
            /**
             * @description The points that the bank has taken for it.
             * @default 0
             */
            points_redeemed?: number;
            /** @description How often a recurring donation is due. */
            recurrence_cadence?: ("monthly" | "quarterly") | null;
            /**
             * @description Whether it is due again; `monthly` unless `recurrence_cadence` says otherwise.
             * @default false
             */
            recurring?: boolean;
            /** @description The linked account that gives; without one, the school's house account does. */
            service_user_id?: string | null;
        };
        EmbedToken: {
            /** @description Stands for this one donation until it is made or time is up. */
            embed_token: string;
            /**
             * Format: uri
             * @description Open this in the webview. It holds the token.
             */
            embed_url: string;
            /**
             * Format: date-time
             * @description Until when the flow can be opened.
             */
            expires_at: string;
        };
        EmbedTokenRequest: {
            /** @description The linked account that gives; an active one. */
            service_user_id: string;
            /** @description Where the customer goes who does not give. https, or a scheme that you have registered. */
            cancel_url?: string | null;
            /** @description Where the customer goes afterwards. https, or a scheme that you have registered. */
            return_url?: string | null;
            /** @description The amount that is offered, US dollars. */
            dollar_amount?: number | null;
            /**
             * @description Seconds.
             * @default 600
             */
            expires_in?: number;
            /** @description The fund that is offered. */
            fund_designation?: string | null;
            /** @description The school that is offered. */
            school_id?: string | null;
            /**
             * @description Whether the customer must keep the amount.
             * @default false
             */
            lock_amount?: boolean;
            /**
             * @description Whether the customer must keep the school, and with it the fund that is offered.
             * @default false
             */
            lock_school?: boolean;
            /** @description Any of `mode`, `primary`, `background`, `text`, `radius`, `font`. What is unknown or cannot be used is ignored. */
            theme_override?: {
                [key: string]: unknown;
            } | null;
        };
        Error: {
            /**
             * @description Always false.
             * @constant
             */
            success: false;
            /** @description What went wrong. */
            error: {
                /**
                 * @description What to act on; messages may change.
                 * @enum {string}
                 */
                code: "BAD_REQUEST" | "API_KEY_MISSING" | "API_KEY_INVALID" | "API_KEY_REVOKED" | "API_KEY_WRONG_ENVIRONMENT" | "ACCESS_TOKEN_MISSING" | "ACCESS_TOKEN_INVALID" | "ACCESS_TOKEN_EXPIRED" | "INVALID_CREDENTIALS" | "MFA_REQUIRED" | "MFA_INVALID" | "REFRESH_TOKEN_INVALID" | "REFRESH_TOKEN_EXPIRED" | "REFRESH_TOKEN_REUSED" | "RESET_TOKEN_INVALID" | "FORBIDDEN" | "ACCOUNT_NOT_FOUND" | "DONATION_NOT_FOUND" | "SCHOOL_NOT_FOUND" | "ENDPOINT_NOT_FOUND" | "EVENT_NOT_FOUND" | "REPLAY_NOT_FOUND" | "NOT_FOUND" | "METHOD_NOT_ALLOWED" | "DONATION_DUPLICATE" | "ACCOUNT_ALREADY_LINKED" | "ENDPOINT_DISABLED" | "TOO_MANY_REPLAYS" | "RECEIPT_NOT_READY" | "PAYLOAD_TOO_LARGE" | "UNSUPPORTED_MEDIA_TYPE" | "RATE_LIMITED" | "INTERNAL_ERROR" | "SERVICE_UNAVAILABLE";
                /** @description For people. */
                message: string;
                /** @description More, where the code has more to say. */
                details?: {
                    [key: string]: unknown;
                };
            };
            meta: components["schemas"]["Meta"];
        };
        Event: {
            /**
             * Format: uuid
             * @description The `webhook-id` of each of its deliveries.
             */
            event_id: string;
            /**
             * @description What kind of event.
             * @enum {string}
             */
            type: "donation.completed" | "donation.failed" | "donation.recurrence_due" | "webhook.test";
            /**
             * Format: date-time
             * @description When it happened.
             */
            created_at: string;
            /** @description What it is about; null for a test. */
            donation_id: string | null;
            /** @description Rises per donation; 0 where there is none. */
            sequence: number;
            /** @description `data` of what was sent. */
            data: {
                [key: string]: unknown;
            };
        };
        EventDetail: {
            /**
             * Format: uuid
             * @description The `webhook-id` of each of its deliveries.
             */
            event_id: string;
            /**
             * @description What kind of event.
             * @enum {string}
             */
            type: "donation.completed" | "donation.failed" | "donation.recurrence_due" | "webhook.test";
            /**
             * Format: date-time
             * @description When it happened.
             */
            created_at: string;
            /** @description What it is about; null for a test. */
            donation_id: string | null;
            /** @description Rises per donation; 0 where there is none. */
            sequence: number;
            /** @description `data` of what was sent. */
            data: {
                [key: string]: unknown;
            };
            /** @description Where it went. */
            deliveries: components["schemas"]["WebhookDelivery"][];
        };
        FollowRequest: {
            /** @description `true` to follow, `false` to follow no more. */
            follow: boolean;
        };
        FollowResult: {
            /** @description The school's id. */
            school_id: string;
            /** @description Whether the cardholder follows it now. */
            following: boolean;
            /** @description Since when; null where they do not. */
            followed_at: string | null;
        };
        ForgotPasswordRequest: {
            /**
             * Format: email
             * @description Where the link goes, if we know the address.
             */
            email: string;
        };
        Fund: {
            /** @description The fund's id within the school: name it as `fund_designation`. */
            fund_id: string;
            /** @description The fund's name; as good as its id. */
            name: string;
            /** @description What it is for. */
            description: string;
            /**
             * @description `full`; `quid_pro_quo` where the donor gets something back; `none` where the gift gives a right to buy seats.
             * @enum {string}
             */
            deductibility: "full" | "quid_pro_quo" | "none";
            /** @description What the donor gets back is worth so much, US dollars; null unless `quid_pro_quo`. */
            good_faith_value_usd: number | null;
        };
        LinkRequest: {
            /** @description The bank's own id of the customer. */
            bank_user_id: string;
            /** @description How the customer is addressed. Stays with this account once they manage their own profile. */
            display_name: string;
            /**
             * Format: email
             * @description The customer's address: who proves that it is theirs sees the donations made while it is linked in the portal. At most 10 of your accounts, linked or waiting for consent, may have one address.
             */
            email: string;
            /** @description The program whose points the customer gives. */
            loyalty_program_id: string;
            /** @description The fund that is offered first; becomes `preferred_fund`. */
            fund_designation?: string | null;
            /** @description Whatever the bank wants to keep with it. */
            metadata?: {
                [key: string]: string;
            } | null;
            /** @description The customer's phone number, as the bank writes it. */
            phone?: string | null;
            /** @description When present, the account waits as pending_oauth. https, http on loopback, or a scheme of an app that the bank has registered. */
            redirect_uri?: string | null;
            /** @description The school that is offered first; becomes `preferred_school_id`. */
            school_id?: string | null;
            /** @description Where tax receipts of this account's donations go, until the customer has proved `email` in the portal. */
            tax_receipt_email?: string | null;
        };
        LinkResult: {
            /**
             * Format: uuid
             * @description The account's id here: name it in donations.
             */
            service_user_id: string;
            /**
             * @description `active`, or `pending_oauth` where `redirect_uri` was given.
             * @enum {string}
             */
            status: "active" | "pending_oauth";
            /** @description Where to send the cardholder while the account waits as pending_oauth. */
            oauth_redirect_url: string | null;
            /**
             * Format: date-time
             * @description When it was linked last.
             */
            linked_at: string;
        };
        ListMeta: {
            /** @description This request, for questions about it. Also in the header X-Request-Id. */
            request_id: string;
            /** @description How many there are under these filters, exactly. */
            total: number;
            /** @description Items on a page. */
            limit: number;
            /** @description Send it as `cursor` for the next page; null on the last one. */
            next_cursor: string | null;
        };
        LoginRequest: {
            /**
             * Format: email
             * @description The address that the bank has linked. Case does not matter.
             */
            email: string;
            /** @description The cardholder's password. */
            password: string;
            /** @description The six digits of the authenticator app, or a recovery code. Needed once a second factor is on. */
            mfa_code?: string | null;
        };
        LogoutRequest: {
            /** @description The session's refresh token. It is worthless then. */
            refresh_token: string;
        };
        LoyaltyAccount: {
            /**
             * Format: uuid
             * @description Name it in donations: its points are given.
             */
            loyalty_account_id: string;
            /**
             * Format: uuid
             * @description By this id the bank knows the link.
             */
            service_user_id: string;
            /** @description The bank that has linked it. */
            bank_name: string;
            /** @description The program whose points are given. */
            loyalty_program_id: string;
            /** @description How many points make a dollar. */
            points_per_dollar: number;
            /**
             * @description `unlinked` and `pending_oauth` take no donations.
             * @enum {string}
             */
            status: "active" | "pending_oauth" | "unlinked";
            /**
             * Format: date-time
             * @description When it was linked last.
             */
            linked_at: string;
            /** @description Completed donations that this cardholder made from it. */
            donation_count: number;
            /** @description Sum of these, US dollars. */
            lifetime_donated_usd: number;
        };
        Meta: {
            /** @description This request, for questions about it. Also in the header X-Request-Id. */
            request_id: string;
        };
        NewWebhookEndpoint: {
            /**
             * Format: uuid
             * @description The endpoint's id.
             */
            endpoint_id: string;
            /** @description Where events are sent. */
            url: string;
            /** @description What the bank calls it. */
            description: string | null;
            /**
             * @description A disabled one is sent nothing.
             * @enum {string}
             */
            status: "enabled" | "disabled";
            /** @description Why, where it is disabled. */
            disabled_reason: string | null;
            /** @description Since when it has taken nothing; null while it works. */
            failing_since: string | null;
            /**
             * Format: date-time
             * @description When it was registered.
             */
            created_at: string;
            /** @description Signs every delivery (Standard Webhooks, `whsec_…`). Shown only here. */
            secret: string;
        };
        Nothing: Record<string, never>;
        PortalDonation: {
            /**
             * Format: uuid
             * @description The donation's id here.
             */
            donation_id: string;
            /**
             * @description `completed` and `failed` are final.
             * @enum {string}
             */
            status: "pending" | "completed" | "failed";
            /**
             * Format: uuid
             * @description Left out where the donation is tied to no linked account.
             */
            service_user_id?: string;
            /** @description The school's id, such as `ohio-state`. */
            school_id: string;
            /** @description As it was sent. */
            fund_designation: string;
            /** @description The fund that this names; null where it names none of the school's. */
            fund_id: string | null;
            /** @description US dollars. */
            dollar_amount: number;
            /** @description The points that were taken for it. */
            points_redeemed: number;
            /** @description The rate, where it is known. */
            points_per_dollar: number | null;
            /** @description The bank's own reference. `portal:…` and `embed:…` where the customer gave here. */
            bank_transaction_ref: string;
            /**
             * @description Where it was made.
             * @enum {string}
             */
            channel: "bank" | "portal" | "embed";
            /** @description The program whose points were redeemed. */
            loyalty_program_id: string | null;
            /** @description A word to the school. */
            cardholder_message: string | null;
            /** @description As it was sent. */
            metadata: {
                [key: string]: string;
            } | null;
            /** @description Whether it is due again. */
            recurring: boolean;
            /** @description How often; null where it is not recurring. */
            recurrence_cadence: ("monthly" | "quarterly") | null;
            /** @description The credit's id at the school's platform; null until completed. */
            school_confirmation_id: string | null;
            /** @description What the school's platform calls the credit; null until completed. */
            platform_status: string | null;
            /** @description Why the platform has refused; null unless failed. */
            failure_reason: string | null;
            /**
             * Format: date-time
             * @description When it was accepted.
             */
            created_at: string;
            /**
             * Format: date-time
             * @description When the school usually has confirmed by.
             */
            estimated_confirmation_at: string;
            /** @description When the platform's confirmation arrived. */
            completed_at: string | null;
            /** @description When the platform's refusal arrived. */
            failed_at: string | null;
            /** @description What people call the school. */
            school_name: string;
            /** @description The fund's name; null where the designation names none of the school's. */
            fund_name: string | null;
            /** @description Whether there is a receipt: once it is completed. */
            receipt_available: boolean;
        };
        PortalDonationRequest: {
            /**
             * Format: uuid
             * @description The loyalty account whose points are given.
             */
            loyalty_account_id: string;
            /** @description The school's id, such as `ohio-state`. */
            school_id: string;
            /** @description A fund's id or name; anything else goes to the school as written. */
            fund_designation: string;
            /** @description US dollars, at most two decimals. */
            dollar_amount: number;
            /** @description A word to the school. */
            cardholder_message?: string | null;
            /**
             * @description Whether to send a mail when the school has confirmed it.
             * @default true
             */
            notify_by_email?: boolean;
        };
        PortalSchool: {
            /** @description The school's id: name it in donations. */
            school_id: string;
            /** @description What people call it. */
            name: string;
            /** @description The university's full name. */
            university: string;
            /** @description What its teams are called. */
            nickname: string;
            /** @description Where it is. */
            city: string;
            /** @description Two letters. */
            state: string;
            /** @description The athletic conference that it plays in. */
            conference: string;
            /**
             * Format: uri
             * @description A monogram on the school's colours, made by us.
             */
            logo_url: string;
            /** @description US dollars. */
            minimum_donation_usd: number;
            /** @description Whether it takes donations now. */
            active: boolean;
            /** @description How many funds it has. */
            fund_count: number;
            /** @description Sum of completed donations, US dollars. */
            total_raised_usd: number;
            /** @description Whether the cardholder follows it. */
            followed: boolean;
        };
        Preferences: {
            /** @description Mail about campaigns of schools. */
            email_campaign_updates: boolean;
            /** @description Mail when a school has confirmed a donation. On by default. */
            email_donation_confirmation: boolean;
            /** @description Mail with the tax receipt of a donation. On by default. */
            email_tax_receipt: boolean;
            /** @description Our newsletter. */
            email_service_newsletter: boolean;
            /** @description Offers of partners. */
            marketing_opt_in: boolean;
            /** @description A push message when a school has confirmed a donation. */
            push_donation_confirmation: boolean;
            /** @description Push messages about campaigns of schools. */
            push_school_campaigns: boolean;
            /** @description Text messages about campaigns of schools. */
            sms_campaign_alerts: boolean;
            /** @description A text message when a school has confirmed a donation. */
            sms_donation_confirmation: boolean;
            /** @description When one was changed last; null: never. */
            updated_at: string | null;
        };
        PreferencesUpdate: {
            /** @description Mail about campaigns of schools. */
            email_campaign_updates?: boolean | null;
            /** @description Mail when a school has confirmed a donation. On by default. */
            email_donation_confirmation?: boolean | null;
            /** @description Mail with the tax receipt of a donation. On by default. */
            email_tax_receipt?: boolean | null;
            /** @description Our newsletter. */
            email_service_newsletter?: boolean | null;
            /** @description Offers of partners. */
            marketing_opt_in?: boolean | null;
            /** @description A push message when a school has confirmed a donation. */
            push_donation_confirmation?: boolean | null;
            /** @description Push messages about campaigns of schools. */
            push_school_campaigns?: boolean | null;
            /** @description Text messages about campaigns of schools. */
            sms_campaign_alerts?: boolean | null;
            /** @description A text message when a school has confirmed a donation. */
            sms_donation_confirmation?: boolean | null;
        };
        Profile: {
            /**
             * Format: uuid
             * @description The cardholder's id here.
             */
            cardholder_id: string;
            /** @description The address that they sign in with. */
            email: string;
            /** @description As they want to be called; else as their oldest account does. */
            display_name: string;
            /** @description As they have written it. */
            phone: string | null;
            /** @description The school that is offered first. */
            preferred_school_id: string | null;
            /** @description The fund that is offered first. */
            preferred_fund: string | null;
            /** @description Where tax receipts go, if not to `email`. */
            tax_receipt_email: string | null;
            /** @description Whether signing in asks for a code as well. */
            mfa_enabled: boolean;
            /**
             * @description What they may do.
             * @constant
             */
            role: "cardholder";
            /**
             * Format: date-time
             * @description When a bank first linked them.
             */
            created_at: string;
            /** @description Completed donations, over all loyalty accounts. */
            donation_count: number;
            /** @description Sum of completed donations, US dollars. */
            lifetime_donated_usd: number;
        };
        ProfileUpdate: {
            /** @description How to be called; null: as the oldest account says. */
            display_name?: string | null;
            /** @description A phone number, in any form. */
            phone?: string | null;
            /** @description The fund that the portal offers first. No bank is shown it. */
            preferred_fund?: string | null;
            /** @description The school that the portal offers first. No bank is shown it. */
            preferred_school_id?: string | null;
            /** @description Where tax receipts go; null: to `email`. */
            tax_receipt_email?: string | null;
            /** @description Changes the password, and ends all other sessions. */
            password?: {
                /** @description The one that is good until now. */
                current_password: string;
                /** @description The one that is to be good from now on. */
                new_password: string;
            } | null;
        };
        Receipt: {
            /** @description Foundation, year and a number that runs without gaps within both. */
            receipt_number: string;
            /**
             * Format: date-time
             * @description When it was issued; it has not changed since.
             */
            issued_at: string;
            /**
             * Format: uuid
             * @description The donation that it is for.
             */
            donation_id: string;
            /**
             * Format: date
             * @description The day of the platform's confirmation, in the foundation's time zone.
             */
            donation_date: string;
            /** @description Who gave. */
            donor_name: string;
            /** @description Where it is sent, unless said otherwise. */
            donor_email: string;
            /** @description Who received. */
            organization: {
                /** @description The foundation that has received the donation. */
                name: string;
                /** @description Its employer identification number; `00-0000000` in a sandbox, null where unknown. */
                ein: string | null;
                /** @description Its postal address; null where unknown. */
                address: string | null;
            };
            /** @description The school's id, such as `ohio-state`. */
            school_id: string;
            /** @description What people call the school. */
            school_name: string;
            /** @description The fund's name; where the designation names none, as it was sent. */
            fund_designation: string;
            /** @description US dollars. */
            dollar_amount: number;
            /** @description The points that were taken for it. */
            points_redeemed: number;
            /** @description The rate, where it is known. */
            points_per_dollar: number | null;
            /** @description `full`; `quid_pro_quo` where the donor gets something back; `none` where the gift gives a right to buy seats; null where the designation names no fund. */
            deductibility: ("full" | "quid_pro_quo" | "none") | null;
            /** @description What the donor got back is worth so much, US dollars; null where not estimated. */
            goods_or_services_value_usd: number | null;
            /** @description The most that the fund's class lets the donor deduct, US dollars; null where no class is known. */
            deductible_amount_usd: number | null;
            /** @description What the receipt says about deducting, in paragraphs. */
            statement: string;
            /** @description True in a sandbox: no receipt that anybody could file. */
            specimen: boolean;
        };
        ReceiptResend: {
            /** @description Where to; the receipt's own address unless given. */
            email?: string | null;
        };
        ReceiptSent: {
            /** @description Where it is on its way to. */
            sent_to: string;
        };
        ReconciliationRow: {
            /**
             * Format: uuid
             * @description The donation's id here.
             */
            donation_id: string;
            /** @description The bank's own reference. `portal:…` and `embed:…` where the customer gave here. */
            bank_transaction_ref: string;
            /**
             * @description Where it was made.
             * @enum {string}
             */
            channel: "bank" | "portal" | "embed";
            /**
             * @description As it is now; `completed` and `failed` are final.
             * @enum {string}
             */
            status: "pending" | "completed" | "failed";
            /** @description The school's id, such as `ohio-state`. */
            school_id: string;
            /** @description US dollars. */
            dollar_amount: number;
            /** @description The points that were taken for it. */
            points_redeemed: number;
            /**
             * Format: date-time
             * @description When it was accepted.
             */
            created_at: string;
            /** @description When the platform's confirmation arrived. */
            completed_at: string | null;
            /** @description When the platform's refusal arrived. */
            failed_at: string | null;
            /** @description The credit's id at the school's platform; null until completed. */
            school_confirmation_id: string | null;
            /** @description The `webhook-id` of each event about it, the first one first. */
            event_ids: string[];
        };
        ReconciliationSummary: {
            /**
             * Format: date
             * @description The day, in UTC.
             */
            date: string;
            /**
             * @description Which donations belong to it.
             * @enum {string}
             */
            basis: "accepted" | "settled";
            /**
             * Format: date-time
             * @description When the report was made.
             */
            as_of: string;
            /** @description Whether it will read the same for ever: the day is over and nothing is pending. */
            final: boolean;
            /** @description Of the whole day, not of the page. */
            totals: {
                /** @description All donations of the day: the sum of the three below. */
                all: {
                    /** @description Donations. */
                    count: number;
                    /** @description US dollars. */
                    dollar_amount: number;
                    /** @description Points: an exact integer, also beyond 2^53. */
                    points_redeemed: number;
                };
                /** @description Those that the schools have. */
                completed: {
                    /** @description Donations. */
                    count: number;
                    /** @description US dollars. */
                    dollar_amount: number;
                    /** @description Points: an exact integer, also beyond 2^53. */
                    points_redeemed: number;
                };
                /** @description Those that were refused: the points go back. */
                failed: {
                    /** @description Donations. */
                    count: number;
                    /** @description US dollars. */
                    dollar_amount: number;
                    /** @description Points: an exact integer, also beyond 2^53. */
                    points_redeemed: number;
                };
                /** @description Those that are still on their way. */
                pending: {
                    /** @description Donations. */
                    count: number;
                    /** @description US dollars. */
                    dollar_amount: number;
                    /** @description Points: an exact integer, also beyond 2^53. */
                    points_redeemed: number;
                };
            };
        };
        RefreshRequest: {
            /** @description The one that was handed out last. */
            refresh_token: string;
        };
        Replay: {
            /**
             * Format: uuid
             * @description The replay's id.
             */
            replay_id: string;
            /**
             * @description `completed` once every event has been asked for again.
             * @enum {string}
             */
            status: "running" | "completed";
            /**
             * Format: date-time
             * @description The range: not before.
             */
            from: string;
            /**
             * Format: date-time
             * @description The range: before.
             */
            to: string;
            /** @description To this endpoint alone; null: to all enabled ones. */
            endpoint_id: string | null;
            /** @description Events in the range when the replay was asked for. */
            events_total: number;
            /** @description How many of them have been asked for again so far. */
            events: number;
            /** @description Deliveries that this has made or begun anew so far. */
            deliveries: number;
            /**
             * Format: date-time
             * @description When it was asked for.
             */
            created_at: string;
            /** @description When the last of them was asked for again. */
            completed_at: string | null;
        };
        ReplayRequest: {
            /**
             * Format: date-time
             * @description Not before.
             */
            from: string;
            /**
             * Format: date-time
             * @description Before.
             */
            to: string;
            /** @description To this endpoint alone. */
            endpoint_id?: string | null;
        };
        ResetPasswordRequest: {
            /** @description From the link in the mail: its parameter `token`. */
            token: string;
            /** @description 15 to 128 characters (an installation may set another minimum), of any kind. Refused are common ones and those made of one's own name or address. */
            new_password: string;
        };
        RotatedWebhookSecret: {
            /**
             * Format: uuid
             * @description The endpoint's id.
             */
            endpoint_id: string;
            /** @description Signs every delivery (Standard Webhooks, `whsec_…`). Shown only here. */
            secret: string;
            /**
             * Format: date-time
             * @description Until then the secret before signs, too.
             */
            previous_secret_expires_at: string;
        };
        School: {
            /** @description The school's id: name it in donations. */
            school_id: string;
            /** @description What people call it. */
            name: string;
            /** @description The university's full name. */
            university: string;
            /** @description What its teams are called. */
            nickname: string;
            /** @description Where it is. */
            city: string;
            /** @description Two letters. */
            state: string;
            /** @description The athletic conference that it plays in. */
            conference: string;
            /**
             * Format: uri
             * @description A monogram on the school's colours, made by us.
             */
            logo_url: string;
            /** @description US dollars. */
            minimum_donation_usd: number;
            /** @description Whether it takes donations now. */
            active: boolean;
            /** @description How many funds it has. */
            fund_count: number;
            /** @description Sum of completed donations, US dollars. */
            total_raised_usd: number;
        };
        SchoolDetail: {
            /** @description The school's id: name it in donations. */
            school_id: string;
            /** @description What people call it. */
            name: string;
            /** @description The university's full name. */
            university: string;
            /** @description What its teams are called. */
            nickname: string;
            /** @description Where it is. */
            city: string;
            /** @description Two letters. */
            state: string;
            /** @description The athletic conference that it plays in. */
            conference: string;
            /**
             * Format: uri
             * @description A monogram on the school's colours, made by us.
             */
            logo_url: string;
            /** @description US dollars. */
            minimum_donation_usd: number;
            /** @description Whether it takes donations now. */
            active: boolean;
            /** @description How many funds it has. */
            fund_count: number;
            /** @description Sum of completed donations, US dollars. */
            total_raised_usd: number;
            /** @description The athletic foundation that receives the donation. */
            foundation_name: string;
            /** @description The foundation's pages. */
            website_url: string | null;
            /** @description The school's colours, the first one first, as `#rrggbb`. */
            colors: string[];
            /** @description A few words about it. */
            description: string | null;
            /** @description Where a donation can go, in the school's own order. */
            funds: components["schemas"]["Fund"][];
        };
        TokenPair: {
            /** @description Send it as `Authorization: Bearer …`. */
            access_token: string;
            /** @description Good for one refresh. Keep it where no one else reads. */
            refresh_token: string;
            /**
             * @description How the access token is sent.
             * @constant
             */
            token_type: "bearer";
            /** @description Seconds that the access token is good for: 3600. */
            expires_in: number;
        };
        UnlinkRequest: {
            /** @description Why, for the record. */
            reason?: ("cardholder_request" | "bank_policy" | "fraud_review" | "account_closure") | null;
        };
        UnlinkResult: {
            /**
             * Format: uuid
             * @description The account's id.
             */
            service_user_id: string;
            /**
             * @description Always `unlinked`.
             * @constant
             */
            status: "unlinked";
            /**
             * Format: date-time
             * @description When it was unlinked first.
             */
            unlinked_at: string;
            /** @description As it was given then. */
            reason: ("cardholder_request" | "bank_policy" | "fraud_review" | "account_closure") | null;
        };
        ValidationError: {
            /** @description Everything that is wrong. */
            detail: components["schemas"]["Violation"][];
        };
        Violation: {
            /** @description Where: `path`, `query` or `body`, then the way to the field. */
            loc: (string | number)[];
            /** @description For people. */
            msg: string;
            /**
             * @description What is wrong; to act on.
             * @enum {string}
             */
            type: "missing" | "string_type" | "string_too_short" | "string_too_long" | "greater_than" | "greater_than_equal" | "less_than_equal" | "int_type" | "int_parsing" | "float_type" | "bool_type" | "bool_parsing" | "uuid_parsing" | "datetime_parsing" | "enum" | "url_parsing" | "dict_type" | "value_error" | "json_invalid" | "model_type" | "school_not_found" | "school_inactive" | "below_school_minimum" | "account_not_found" | "account_not_active" | "loyalty_account_not_found" | "decimal_max_places" | "cursor_invalid";
        };
        WebhookDelivery: {
            /**
             * Format: uuid
             * @description The delivery's id.
             */
            delivery_id: string;
            /**
             * Format: uuid
             * @description Where it goes.
             */
            endpoint_id: string;
            /**
             * Format: uuid
             * @description What is told: the `webhook-id`.
             */
            event_id: string;
            /**
             * @description What kind of event.
             * @enum {string}
             */
            event_type: "donation.completed" | "donation.failed" | "donation.recurrence_due" | "webhook.test";
            /** @description What it is about; null for a test. */
            donation_id: string | null;
            /**
             * @description `dead`: given up; a replay begins anew.
             * @enum {string}
             */
            status: "pending" | "delivered" | "dead";
            /** @description Since it was last asked for. */
            attempt_count: number;
            /**
             * Format: date-time
             * @description When it was first asked for.
             */
            created_at: string;
            /** @description Null unless pending. */
            next_attempt_at: string | null;
            /** @description When it was taken or given up. */
            settled_at: string | null;
            /** @description The latest 20, oldest first. */
            attempts: {
                /**
                 * Format: date-time
                 * @description When it was sent.
                 */
                attempted_at: string;
                /** @description The status of the answer; null where there was none. */
                response_code: number | null;
                /** @description Why there was no answer. */
                error: string | null;
                /** @description Milliseconds until the answer, or until giving up. */
                latency_ms: number;
                /** @description The first KiB of the answer; kept for 30 days. */
                response_body: string | null;
            }[];
        };
        WebhookEndpoint: {
            /**
             * Format: uuid
             * @description The endpoint's id.
             */
            endpoint_id: string;
            /** @description Where events are sent. */
            url: string;
            /** @description What the bank calls it. */
            description: string | null;
            /**
             * @description A disabled one is sent nothing.
             * @enum {string}
             */
            status: "enabled" | "disabled";
            /** @description Why, where it is disabled. */
            disabled_reason: string | null;
            /** @description Since when it has taken nothing; null while it works. */
            failing_since: string | null;
            /**
             * Format: date-time
             * @description When it was registered.
             */
            created_at: string;
        };
        WebhookEndpointChanges: {
            /** @description https, to a public address. */
            url?: string;
            /** @description `null` clears it. */
            description?: string | null;
            /**
             * @description Enabling forgets why it was disabled.
             * @enum {string}
             */
            status?: "enabled" | "disabled";
        };
        WebhookEndpointRequest: {
            /** @description https, to a public address. */
            url: string;
            /** @description What the bank calls it. */
            description?: string | null;
        };
        YearStatement: {
            /** @description The year, in each foundation's time zone. */
            year: number;
            /**
             * Format: date-time
             * @description When it was put together.
             */
            issued_at: string;
            /** @description Who gave. */
            donor_name: string;
            /** @description Their address for receipts. */
            donor_email: string;
            /** @description Every completed donation of the year, by date; of a year with more than 500, those of this page. */
            donations: {
                /** @description Foundation, year and a number that runs without gaps within both. */
                receipt_number: string;
                /**
                 * Format: uuid
                 * @description The donation that it is for.
                 */
                donation_id: string;
                /**
                 * Format: date
                 * @description The day of the platform's confirmation, in the foundation's time zone.
                 */
                donation_date: string;
                /** @description The foundation that has received the donation. */
                organization_name: string;
                /** @description The school's id, such as `ohio-state`. */
                school_id: string;
                /** @description The fund's name; where the designation names none, as it was sent. */
                fund_designation: string;
                /** @description US dollars. */
                dollar_amount: number;
                /** @description The most that the fund's class lets the donor deduct, US dollars; null where no class is known. */
                deductible_amount_usd: number | null;
                /** @description `full`; `quid_pro_quo` where the donor gets something back; `none` where the gift gives a right to buy seats; null where the designation names no fund. */
                deductibility: ("full" | "quid_pro_quo" | "none") | null;
            }[];
            /** @description Which of the pages this is, from 1. */
            page: number;
            /** @description How many pages the year has; 1 also where it has no donation. */
            page_count: number;
            /** @description How many donations the year has, on all pages. */
            donation_count: number;
            /** @description Sums of the whole year by deductibility, of those classes that occur. */
            totals: {
                /** @description `full`; `quid_pro_quo` where the donor gets something back; `none` where the gift gives a right to buy seats; null where the designation names no fund. */
                deductibility: ("full" | "quid_pro_quo" | "none") | null;
                /** @description How many donations are of this class. */
                donation_count: number;
                /** @description Their sum, US dollars. */
                total_usd: number;
                /** @description The sum of what they let deduct, US dollars; null where no class is known. */
                deductible_amount_usd: number | null;
            }[];
            /** @description The sum of the whole year, US dollars. */
            total_usd: number;
            /** @description The sum of `deductible_amount_usd` of the whole year where it is known, US dollars. */
            total_deductible_usd: number;
            /** @description True in a sandbox: nothing that anybody could file. */
            specimen: boolean;
        };
    };
    responses: never;
    parameters: never;
    requestBodies: never;
    headers: {
        /** @description This request: your own X-Request-Id where you sent one, else ours. */
        RequestId: string;
        /** @description Requests (q) in a window of so many seconds (w): for each `key`, for each `cardholder`, and for each `network` that has shown no valid credential lately. */
        RateLimitPolicy: string;
        /** @description What remains (r) of it, and in how many seconds the window ends (t). */
        RateLimit: string;
        /** @description How to authenticate (RFC 9110). */
        WwwAuthenticate: string;
        /** @description Seconds to wait. */
        RetryAfter: number;
    };
    pathItems: never;
}
export type $defs = Record<string, never>;
export interface operations {
    linkAccount: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["LinkRequest"];
            };
        };
        responses: {
            /** @description Done. */
            201: {
                headers: {
                    "X-Request-Id": components["headers"]["RequestId"];
                    "RateLimit-Policy": components["headers"]["RateLimitPolicy"];
                    RateLimit: components["headers"]["RateLimit"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /** @constant */
                        success: true;
                        data: components["schemas"]["LinkResult"];
                        meta: components["schemas"]["Meta"];
                    };
                };
            };
            /** @description `BAD_REQUEST` */
            400: {
                headers: {
                    "X-Request-Id": components["headers"]["RequestId"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description `API_KEY_MISSING`, `API_KEY_INVALID`, `API_KEY_REVOKED`, `API_KEY_WRONG_ENVIRONMENT` */
            401: {
                headers: {
                    "X-Request-Id": components["headers"]["RequestId"];
                    "RateLimit-Policy": components["headers"]["RateLimitPolicy"];
                    RateLimit: components["headers"]["RateLimit"];
                    "WWW-Authenticate": components["headers"]["WwwAuthenticate"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description `ACCOUNT_ALREADY_LINKED` */
            409: {
                headers: {
                    "X-Request-Id": components["headers"]["RequestId"];
                    "RateLimit-Policy": components["headers"]["RateLimitPolicy"];
                    RateLimit: components["headers"]["RateLimit"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description `PAYLOAD_TOO_LARGE` */
            413: {
                headers: {
                    "X-Request-Id": components["headers"]["RequestId"];
                    "RateLimit-Policy": components["headers"]["RateLimitPolicy"];
                    RateLimit: components["headers"]["RateLimit"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description `UNSUPPORTED_MEDIA_TYPE` */
            415: {
                headers: {
                    "X-Request-Id": components["headers"]["RequestId"];
                    "RateLimit-Policy": components["headers"]["RateLimitPolicy"];
                    RateLimit: components["headers"]["RateLimit"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description Something is wrong with the input; everything that is, is listed, up to a hundred. */
            422: {
                headers: {
                    "X-Request-Id": components["headers"]["RequestId"];
                    "RateLimit-Policy": components["headers"]["RateLimitPolicy"];
                    RateLimit: components["headers"]["RateLimit"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ValidationError"];
                };
            };
            /** @description `RATE_LIMITED` */
            429: {
                headers: {
                    "X-Request-Id": components["headers"]["RequestId"];
                    "RateLimit-Policy": components["headers"]["RateLimitPolicy"];
                    RateLimit: components["headers"]["RateLimit"];
                    "Retry-After": components["headers"]["RetryAfter"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description `INTERNAL_ERROR` */
            500: {
                headers: {
                    "X-Request-Id": components["headers"]["RequestId"];
                    "RateLimit-Policy": components["headers"]["RateLimitPolicy"];
                    RateLimit: components["headers"]["RateLimit"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description `SERVICE_UNAVAILABLE` */
            503: {
                headers: {
                    "X-Request-Id": components["headers"]["RequestId"];
                    "RateLimit-Policy": components["headers"]["RateLimitPolicy"];
                    RateLimit: components["headers"]["RateLimit"];
                    "Retry-After": components["headers"]["RetryAfter"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
        };
    };
    listAccounts: {
        parameters: {
            query?: {
                /** @description `active`, `pending_oauth` or `unlinked`; nothing is in any other status. */
                status?: string;
                /** @description Items on a page. */
                limit?: number;
                /** @description `meta.next_cursor` of the page before; with the same filters. */
                cursor?: string;
                /** @description Linked at this time or later. */
                created_after?: string;
                /** @description Linked before this time. */
                created_before?: string;
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Done. */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["RequestId"];
                    "RateLimit-Policy": components["headers"]["RateLimitPolicy"];
                    RateLimit: components["headers"]["RateLimit"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /** @constant */
                        success: true;
                        data: components["schemas"]["Account"][];
                        meta: components["schemas"]["ListMeta"];
                    };
                };
            };
            /** @description `BAD_REQUEST` */
            400: {
                headers: {
                    "X-Request-Id": components["headers"]["RequestId"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description `API_KEY_MISSING`, `API_KEY_INVALID`, `API_KEY_REVOKED`, `API_KEY_WRONG_ENVIRONMENT` */
            401: {
                headers: {
                    "X-Request-Id": components["headers"]["RequestId"];
                    "RateLimit-Policy": components["headers"]["RateLimitPolicy"];
                    RateLimit: components["headers"]["RateLimit"];
                    "WWW-Authenticate": components["headers"]["WwwAuthenticate"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description Something is wrong with the input; everything that is, is listed, up to a hundred. */
            422: {
                headers: {
                    "X-Request-Id": components["headers"]["RequestId"];
                    "RateLimit-Policy": components["headers"]["RateLimitPolicy"];
                    RateLimit: components["headers"]["RateLimit"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ValidationError"];
                };
            };
            /** @description `RATE_LIMITED` */
            429: {
                headers: {
                    "X-Request-Id": components["headers"]["RequestId"];
                    "RateLimit-Policy": components["headers"]["RateLimitPolicy"];
                    RateLimit: components["headers"]["RateLimit"];
                    "Retry-After": components["headers"]["RetryAfter"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description `INTERNAL_ERROR` */
            500: {
                headers: {
                    "X-Request-Id": components["headers"]["RequestId"];
                    "RateLimit-Policy": components["headers"]["RateLimitPolicy"];
                    RateLimit: components["headers"]["RateLimit"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description `SERVICE_UNAVAILABLE` */
            503: {
                headers: {
                    "X-Request-Id": components["headers"]["RequestId"];
                    "RateLimit-Policy": components["headers"]["RateLimitPolicy"];
                    RateLimit: components["headers"]["RateLimit"];
                    "Retry-After": components["headers"]["RetryAfter"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
        };
    };
    getAccount: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @description The account's id here. */
                service_user_id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Done. */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["RequestId"];
                    "RateLimit-Policy": components["headers"]["RateLimitPolicy"];
                    RateLimit: components["headers"]["RateLimit"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /** @constant */
                        success: true;
                        data: components["schemas"]["Account"];
                        meta: components["schemas"]["Meta"];
                    };
                };
            };
            /** @description `BAD_REQUEST` */
            400: {
                headers: {
                    "X-Request-Id": components["headers"]["RequestId"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description `API_KEY_MISSING`, `API_KEY_INVALID`, `API_KEY_REVOKED`, `API_KEY_WRONG_ENVIRONMENT` */
            401: {
                headers: {
                    "X-Request-Id": components["headers"]["RequestId"];
                    "RateLimit-Policy": components["headers"]["RateLimitPolicy"];
                    RateLimit: components["headers"]["RateLimit"];
                    "WWW-Authenticate": components["headers"]["WwwAuthenticate"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description `ACCOUNT_NOT_FOUND` */
            404: {
                headers: {
                    "X-Request-Id": components["headers"]["RequestId"];
                    "RateLimit-Policy": components["headers"]["RateLimitPolicy"];
                    RateLimit: components["headers"]["RateLimit"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description Something is wrong with the input; everything that is, is listed, up to a hundred. */
            422: {
                headers: {
                    "X-Request-Id": components["headers"]["RequestId"];
                    "RateLimit-Policy": components["headers"]["RateLimitPolicy"];
                    RateLimit: components["headers"]["RateLimit"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ValidationError"];
                };
            };
            /** @description `RATE_LIMITED` */
            429: {
                headers: {
                    "X-Request-Id": components["headers"]["RequestId"];
                    "RateLimit-Policy": components["headers"]["RateLimitPolicy"];
                    RateLimit: components["headers"]["RateLimit"];
                    "Retry-After": components["headers"]["RetryAfter"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description `INTERNAL_ERROR` */
            500: {
                headers: {
                    "X-Request-Id": components["headers"]["RequestId"];
                    "RateLimit-Policy": components["headers"]["RateLimitPolicy"];
                    RateLimit: components["headers"]["RateLimit"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description `SERVICE_UNAVAILABLE` */
            503: {
                headers: {
                    "X-Request-Id": components["headers"]["RequestId"];
                    "RateLimit-Policy": components["headers"]["RateLimitPolicy"];
                    RateLimit: components["headers"]["RateLimit"];
                    "Retry-After": components["headers"]["RetryAfter"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
        };
    };
    unlinkAccount: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @description The account's id here. */
                service_user_id: string;
            };
            cookie?: never;
        };
        requestBody?: {
            content: {
                "application/json": components["schemas"]["UnlinkRequest"];
            };
        };
        responses: {
            /** @description Done. */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["RequestId"];
                    "RateLimit-Policy": components["headers"]["RateLimitPolicy"];
                    RateLimit: components["headers"]["RateLimit"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /** @constant */
                        success: true;
                        data: components["schemas"]["UnlinkResult"];
                        meta: components["schemas"]["Meta"];
                    };
                };
            };
            /** @description `BAD_REQUEST` */
            400: {
                headers: {
                    "X-Request-Id": components["headers"]["RequestId"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description `API_KEY_MISSING`, `API_KEY_INVALID`, `API_KEY_REVOKED`, `API_KEY_WRONG_ENVIRONMENT` */
            401: {
                headers: {
                    "X-Request-Id": components["headers"]["RequestId"];
                    "RateLimit-Policy": components["headers"]["RateLimitPolicy"];
                    RateLimit: components["headers"]["RateLimit"];
                    "WWW-Authenticate": components["headers"]["WwwAuthenticate"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description `ACCOUNT_NOT_FOUND` */
            404: {
                headers: {
                    "X-Request-Id": components["headers"]["RequestId"];
                    "RateLimit-Policy": components["headers"]["RateLimitPolicy"];
                    RateLimit: components["headers"]["RateLimit"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description `PAYLOAD_TOO_LARGE` */
            413: {
                headers: {
                    "X-Request-Id": components["headers"]["RequestId"];
                    "RateLimit-Policy": components["headers"]["RateLimitPolicy"];
                    RateLimit: components["headers"]["RateLimit"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description `UNSUPPORTED_MEDIA_TYPE` */
            415: {
                headers: {
                    "X-Request-Id": components["headers"]["RequestId"];
                    "RateLimit-Policy": components["headers"]["RateLimitPolicy"];
                    RateLimit: components["headers"]["RateLimit"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description Something is wrong with the input; everything that is, is listed, up to a hundred. */
            422: {
                headers: {
                    "X-Request-Id": components["headers"]["RequestId"];
                    "RateLimit-Policy": components["headers"]["RateLimitPolicy"];
                    RateLimit: components["headers"]["RateLimit"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ValidationError"];
                };
            };
            /** @description `RATE_LIMITED` */
            429: {
                headers: {
                    "X-Request-Id": components["headers"]["RequestId"];
                    "RateLimit-Policy": components["headers"]["RateLimitPolicy"];
                    RateLimit: components["headers"]["RateLimit"];
                    "Retry-After": components["headers"]["RetryAfter"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description `INTERNAL_ERROR` */
            500: {
                headers: {
                    "X-Request-Id": components["headers"]["RequestId"];
                    "RateLimit-Policy": components["headers"]["RateLimitPolicy"];
                    RateLimit: components["headers"]["RateLimit"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description `SERVICE_UNAVAILABLE` */
            503: {
                headers: {
                    "X-Request-Id": components["headers"]["RequestId"];
                    "RateLimit-Policy": components["headers"]["RateLimitPolicy"];
                    RateLimit: components["headers"]["RateLimit"];
                    "Retry-After": components["headers"]["RetryAfter"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
        };
    };
    listDonations: {
        parameters: {
            query?: {
                /** @description The bank's own reference: one donation or none. */
                bank_transaction_ref?: string;
                /** @description In this status. */
                status?: "pending" | "completed" | "failed";
                /** @description To this school. */
                school_id?: string;
                /** @description Of this account. */
                service_user_id?: string;
                /** @description Created at this time or later. */
                from?: string;
                /** @description Created before this time. */
                to?: string;
                /** @description Items on a page. */
                limit?: number;
                /** @description `meta.next_cursor` of the page before; with the same filters. */
                cursor?: string;
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Done. */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["RequestId"];
                    "RateLimit-Policy": components["headers"]["RateLimitPolicy"];
                    RateLimit: components["headers"]["RateLimit"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /** @constant */
                        success: true;
                        data: components["schemas"]["Donation"][];
                        meta: components["schemas"]["ListMeta"];
                    };
                };
            };
            /** @description `BAD_REQUEST` */
            400: {
                headers: {
                    "X-Request-Id": components["headers"]["RequestId"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description `API_KEY_MISSING`, `API_KEY_INVALID`, `API_KEY_REVOKED`, `API_KEY_WRONG_ENVIRONMENT` */
            401: {
                headers: {
                    "X-Request-Id": components["headers"]["RequestId"];
                    "RateLimit-Policy": components["headers"]["RateLimitPolicy"];
                    RateLimit: components["headers"]["RateLimit"];
                    "WWW-Authenticate": components["headers"]["WwwAuthenticate"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description Something is wrong with the input; everything that is, is listed, up to a hundred. */
            422: {
                headers: {
                    "X-Request-Id": components["headers"]["RequestId"];
                    "RateLimit-Policy": components["headers"]["RateLimitPolicy"];
                    RateLimit: components["headers"]["RateLimit"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ValidationError"];
                };
            };
            /** @description `RATE_LIMITED` */
            429: {
                headers: {
                    "X-Request-Id": components["headers"]["RequestId"];
                    "RateLimit-Policy": components["headers"]["RateLimitPolicy"];
                    RateLimit: components["headers"]["RateLimit"];
                    "Retry-After": components["headers"]["RetryAfter"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description `INTERNAL_ERROR` */
            500: {
                headers: {
                    "X-Request-Id": components["headers"]["RequestId"];
                    "RateLimit-Policy": components["headers"]["RateLimitPolicy"];
                    RateLimit: components["headers"]["RateLimit"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description `SERVICE_UNAVAILABLE` */
            503: {
                headers: {
                    "X-Request-Id": components["headers"]["RequestId"];
                    "RateLimit-Policy": components["headers"]["RateLimitPolicy"];
                    RateLimit: components["headers"]["RateLimit"];
                    "Retry-After": components["headers"]["RetryAfter"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
        };
    };
    requestDonation: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["DonationRequest"];
            };
        };
        responses: {
            /** @description Done. */
            202: {
                headers: {
                    "X-Request-Id": components["headers"]["RequestId"];
                    "RateLimit-Policy": components["headers"]["RateLimitPolicy"];
                    RateLimit: components["headers"]["RateLimit"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /** @constant */
                        success: true;
                        data: components["schemas"]["Donation"];
                        meta: components["schemas"]["Meta"];
                    };
                };
            };
            /** @description `BAD_REQUEST` */
            400: {
                headers: {
                    "X-Request-Id": components["headers"]["RequestId"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description `API_KEY_MISSING`, `API_KEY_INVALID`, `API_KEY_REVOKED`, `API_KEY_WRONG_ENVIRONMENT` */
            401: {
                headers: {
                    "X-Request-Id": components["headers"]["RequestId"];
                    "RateLimit-Policy": components["headers"]["RateLimitPolicy"];
                    RateLimit: components["headers"]["RateLimit"];
                    "WWW-Authenticate": components["headers"]["WwwAuthenticate"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description `DONATION_DUPLICATE` */
            409: {
                headers: {
                    "X-Request-Id": components["headers"]["RequestId"];
                    "RateLimit-Policy": components["headers"]["RateLimitPolicy"];
                    RateLimit: components["headers"]["RateLimit"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description `PAYLOAD_TOO_LARGE` */
            413: {
                headers: {
                    "X-Request-Id": components["headers"]["RequestId"];
                    "RateLimit-Policy": components["headers"]["RateLimitPolicy"];
                    RateLimit: components["headers"]["RateLimit"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description `UNSUPPORTED_MEDIA_TYPE` */
            415: {
                headers: {
                    "X-Request-Id": components["headers"]["RequestId"];
                    "RateLimit-Policy": components["headers"]["RateLimitPolicy"];
                    RateLimit: components["headers"]["RateLimit"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description Something is wrong with the input; everything that is, is listed, up to a hundred. */
            422: {
                headers: {
                    "X-Request-Id": components["headers"]["RequestId"];
                    "RateLimit-Policy": components["headers"]["RateLimitPolicy"];
                    RateLimit: components["headers"]["RateLimit"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ValidationError"];
                };
            };
            /** @description `RATE_LIMITED` */
            429: {
                headers: {
                    "X-Request-Id": components["headers"]["RequestId"];
                    "RateLimit-Policy": components["headers"]["RateLimitPolicy"];
                    RateLimit: components["headers"]["RateLimit"];
                    "Retry-After": components["headers"]["RetryAfter"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description `INTERNAL_ERROR` */
            500: {
                headers: {
                    "X-Request-Id": components["headers"]["RequestId"];
                    "RateLimit-Policy": components["headers"]["RateLimitPolicy"];
                    RateLimit: components["headers"]["RateLimit"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description `SERVICE_UNAVAILABLE` */
            503: {
                headers: {
                    "X-Request-Id": components["headers"]["RequestId"];
                    "RateLimit-Policy": components["headers"]["RateLimitPolicy"];
                    RateLimit: components["headers"]["RateLimit"];
                    "Retry-After": components["headers"]["RetryAfter"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
        };
    };
    getDonation: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @description The donation's id here. */
                donation_id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Done. */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["RequestId"];
                    "RateLimit-Policy": components["headers"]["RateLimitPolicy"];
                    RateLimit: components["headers"]["RateLimit"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /** @constant */
                        success: true;
                        data: components["schemas"]["Donation"];
                        meta: components["schemas"]["Meta"];
                    };
                };
            };
            /** @description `BAD_REQUEST` */
            400: {
                headers: {
                    "X-Request-Id": components["headers"]["RequestId"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description `API_KEY_MISSING`, `API_KEY_INVALID`, `API_KEY_REVOKED`, `API_KEY_WRONG_ENVIRONMENT` */
            401: {
                headers: {
                    "X-Request-Id": components["headers"]["RequestId"];
                    "RateLimit-Policy": components["headers"]["RateLimitPolicy"];
                    RateLimit: components["headers"]["RateLimit"];
                    "WWW-Authenticate": components["headers"]["WwwAuthenticate"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description `DONATION_NOT_FOUND` */
            404: {
                headers: {
                    "X-Request-Id": components["headers"]["RequestId"];
                    "RateLimit-Policy": components["headers"]["RateLimitPolicy"];
                    RateLimit: components["headers"]["RateLimit"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description Something is wrong with the input; everything that is, is listed, up to a hundred. */
            422: {
                headers: {
                    "X-Request-Id": components["headers"]["RequestId"];
                    "RateLimit-Policy": components["headers"]["RateLimitPolicy"];
                    RateLimit: components["headers"]["RateLimit"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ValidationError"];
                };
            };
            /** @description `RATE_LIMITED` */
            429: {
                headers: {
                    "X-Request-Id": components["headers"]["RequestId"];
                    "RateLimit-Policy": components["headers"]["RateLimitPolicy"];
                    RateLimit: components["headers"]["RateLimit"];
                    "Retry-After": components["headers"]["RetryAfter"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description `INTERNAL_ERROR` */
            500: {
                headers: {
                    "X-Request-Id": components["headers"]["RequestId"];
                    "RateLimit-Policy": components["headers"]["RateLimitPolicy"];
                    RateLimit: components["headers"]["RateLimit"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description `SERVICE_UNAVAILABLE` */
            503: {
                headers: {
                    "X-Request-Id": components["headers"]["RequestId"];
                    "RateLimit-Policy": components["headers"]["RateLimitPolicy"];
                    RateLimit: components["headers"]["RateLimit"];
                    "Retry-After": components["headers"]["RetryAfter"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
        };
    };
    createEmbedToken: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["EmbedTokenRequest"];
            };
        };
        responses: {
            /** @description Done. */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["RequestId"];
                    "RateLimit-Policy": components["headers"]["RateLimitPolicy"];
                    RateLimit: components["headers"]["RateLimit"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /** @constant */
                        success: true;
                        data: components["schemas"]["EmbedToken"];
                        meta: components["schemas"]["Meta"];
                    };
                };
            };
            /** @description `BAD_REQUEST` */
            400: {
                headers: {
                    "X-Request-Id": components["headers"]["RequestId"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description `API_KEY_MISSING`, `API_KEY_INVALID`, `API_KEY_REVOKED`, `API_KEY_WRONG_ENVIRONMENT` */
            401: {
                headers: {
                    "X-Request-Id": components["headers"]["RequestId"];
                    "RateLimit-Policy": components["headers"]["RateLimitPolicy"];
                    RateLimit: components["headers"]["RateLimit"];
                    "WWW-Authenticate": components["headers"]["WwwAuthenticate"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description `PAYLOAD_TOO_LARGE` */
            413: {
                headers: {
                    "X-Request-Id": components["headers"]["RequestId"];
                    "RateLimit-Policy": components["headers"]["RateLimitPolicy"];
                    RateLimit: components["headers"]["RateLimit"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description `UNSUPPORTED_MEDIA_TYPE` */
            415: {
                headers: {
                    "X-Request-Id": components["headers"]["RequestId"];
                    "RateLimit-Policy": components["headers"]["RateLimitPolicy"];
                    RateLimit: components["headers"]["RateLimit"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description Something is wrong with the input; everything that is, is listed, up to a hundred. */
            422: {
                headers: {
                    "X-Request-Id": components["headers"]["RequestId"];
                    "RateLimit-Policy": components["headers"]["RateLimitPolicy"];
                    RateLimit: components["headers"]["RateLimit"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ValidationError"];
                };
            };
            /** @description `RATE_LIMITED` */
            429: {
                headers: {
                    "X-Request-Id": components["headers"]["RequestId"];
                    "RateLimit-Policy": components["headers"]["RateLimitPolicy"];
                    RateLimit: components["headers"]["RateLimit"];
                    "Retry-After": components["headers"]["RetryAfter"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description `INTERNAL_ERROR` */
            500: {
                headers: {
                    "X-Request-Id": components["headers"]["RequestId"];
                    "RateLimit-Policy": components["headers"]["RateLimitPolicy"];
                    RateLimit: components["headers"]["RateLimit"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description `SERVICE_UNAVAILABLE` */
            503: {
                headers: {
                    "X-Request-Id": components["headers"]["RequestId"];
                    "RateLimit-Policy": components["headers"]["RateLimitPolicy"];
                    RateLimit: components["headers"]["RateLimit"];
                    "Retry-After": components["headers"]["RetryAfter"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
        };
    };
    getReplay: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @description The replay's id. */
                replay_id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Done. */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["RequestId"];
                    "RateLimit-Policy": components["headers"]["RateLimitPolicy"];
                    RateLimit: components["headers"]["RateLimit"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /** @constant */
                        success: true;
                        data: components["schemas"]["Replay"];
                        meta: components["schemas"]["Meta"];
                    };
                };
            };
            /** @description `BAD_REQUEST` */
            400: {
                headers: {
                    "X-Request-Id": components["headers"]["RequestId"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description `API_KEY_MISSING`, `API_KEY_INVALID`, `API_KEY_REVOKED`, `API_KEY_WRONG_ENVIRONMENT` */
            401: {
                headers: {
                    "X-Request-Id": components["headers"]["RequestId"];
                    "RateLimit-Policy": components["headers"]["RateLimitPolicy"];
                    RateLimit: components["headers"]["RateLimit"];
                    "WWW-Authenticate": components["headers"]["WwwAuthenticate"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description `REPLAY_NOT_FOUND` */
            404: {
                headers: {
                    "X-Request-Id": components["headers"]["RequestId"];
                    "RateLimit-Policy": components["headers"]["RateLimitPolicy"];
                    RateLimit: components["headers"]["RateLimit"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description Something is wrong with the input; everything that is, is listed, up to a hundred. */
            422: {
                headers: {
                    "X-Request-Id": components["headers"]["RequestId"];
                    "RateLimit-Policy": components["headers"]["RateLimitPolicy"];
                    RateLimit: components["headers"]["RateLimit"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ValidationError"];
                };
            };
            /** @description `RATE_LIMITED` */
            429: {
                headers: {
                    "X-Request-Id": components["headers"]["RequestId"];
                    "RateLimit-Policy": components["headers"]["RateLimitPolicy"];
                    RateLimit: components["headers"]["RateLimit"];
                    "Retry-After": components["headers"]["RetryAfter"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description `INTERNAL_ERROR` */
            500: {
                headers: {
                    "X-Request-Id": components["headers"]["RequestId"];
                    "RateLimit-Policy": components["headers"]["RateLimitPolicy"];
                    RateLimit: components["headers"]["RateLimit"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description `SERVICE_UNAVAILABLE` */
            503: {
                headers: {
                    "X-Request-Id": components["headers"]["RequestId"];
                    "RateLimit-Policy": components["headers"]["RateLimitPolicy"];
                    RateLimit: components["headers"]["RateLimit"];
                    "Retry-After": components["headers"]["RetryAfter"];
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
                /** @description Of this kind. */
                type?: "donation.completed" | "donation.failed" | "donation.recurrence_due" | "webhook.test";
                /** @description About this donation. */
                donation_id?: string;
                /** @description Not before. */
                from?: string;
                /** @description Before. */
                to?: string;
                /** @description Items on a page. */
                limit?: number;
                /** @description `meta.next_cursor` of the page before; with the same filters. */
                cursor?: string;
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Done. */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["RequestId"];
                    "RateLimit-Policy": components["headers"]["RateLimitPolicy"];
                    RateLimit: components["headers"]["RateLimit"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /** @constant */
                        success: true;
                        data: components["schemas"]["Event"][];
                        meta: components["schemas"]["ListMeta"];
                    };
                };
            };
            /** @description `BAD_REQUEST` */
            400: {
                headers: {
                    "X-Request-Id": components["headers"]["RequestId"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description `API_KEY_MISSING`, `API_KEY_INVALID`, `API_KEY_REVOKED`, `API_KEY_WRONG_ENVIRONMENT` */
            401: {
                headers: {
                    "X-Request-Id": components["headers"]["RequestId"];
                    "RateLimit-Policy": components["headers"]["RateLimitPolicy"];
                    RateLimit: components["headers"]["RateLimit"];
                    "WWW-Authenticate": components["headers"]["WwwAuthenticate"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description Something is wrong with the input; everything that is, is listed, up to a hundred. */
            422: {
                headers: {
                    "X-Request-Id": components["headers"]["RequestId"];
                    "RateLimit-Policy": components["headers"]["RateLimitPolicy"];
                    RateLimit: components["headers"]["RateLimit"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ValidationError"];
                };
            };
            /** @description `RATE_LIMITED` */
            429: {
                headers: {
                    "X-Request-Id": components["headers"]["RequestId"];
                    "RateLimit-Policy": components["headers"]["RateLimitPolicy"];
                    RateLimit: components["headers"]["RateLimit"];
                    "Retry-After": components["headers"]["RetryAfter"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description `INTERNAL_ERROR` */
            500: {
                headers: {
                    "X-Request-Id": components["headers"]["RequestId"];
                    "RateLimit-Policy": components["headers"]["RateLimitPolicy"];
                    RateLimit: components["headers"]["RateLimit"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description `SERVICE_UNAVAILABLE` */
            503: {
                headers: {
                    "X-Request-Id": components["headers"]["RequestId"];
                    "RateLimit-Policy": components["headers"]["RateLimitPolicy"];
                    RateLimit: components["headers"]["RateLimit"];
                    "Retry-After": components["headers"]["RetryAfter"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
        };
    };
    replayEvents: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["ReplayRequest"];
            };
        };
        responses: {
            /** @description Done. */
            202: {
                headers: {
                    "X-Request-Id": components["headers"]["RequestId"];
                    "RateLimit-Policy": components["headers"]["RateLimitPolicy"];
                    RateLimit: components["headers"]["RateLimit"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /** @constant */
                        success: true;
                        data: components["schemas"]["Replay"];
                        meta: components["schemas"]["Meta"];
                    };
                };
            };
            /** @description `BAD_REQUEST` */
            400: {
                headers: {
                    "X-Request-Id": components["headers"]["RequestId"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description `API_KEY_MISSING`, `API_KEY_INVALID`, `API_KEY_REVOKED`, `API_KEY_WRONG_ENVIRONMENT` */
            401: {
                headers: {
                    "X-Request-Id": components["headers"]["RequestId"];
                    "RateLimit-Policy": components["headers"]["RateLimitPolicy"];
                    RateLimit: components["headers"]["RateLimit"];
                    "WWW-Authenticate": components["headers"]["WwwAuthenticate"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description `TOO_MANY_REPLAYS` */
            409: {
                headers: {
                    "X-Request-Id": components["headers"]["RequestId"];
                    "RateLimit-Policy": components["headers"]["RateLimitPolicy"];
                    RateLimit: components["headers"]["RateLimit"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description `PAYLOAD_TOO_LARGE` */
            413: {
                headers: {
                    "X-Request-Id": components["headers"]["RequestId"];
                    "RateLimit-Policy": components["headers"]["RateLimitPolicy"];
                    RateLimit: components["headers"]["RateLimit"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description `UNSUPPORTED_MEDIA_TYPE` */
            415: {
                headers: {
                    "X-Request-Id": components["headers"]["RequestId"];
                    "RateLimit-Policy": components["headers"]["RateLimitPolicy"];
                    RateLimit: components["headers"]["RateLimit"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description Something is wrong with the input; everything that is, is listed, up to a hundred. */
            422: {
                headers: {
                    "X-Request-Id": components["headers"]["RequestId"];
                    "RateLimit-Policy": components["headers"]["RateLimitPolicy"];
                    RateLimit: components["headers"]["RateLimit"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ValidationError"];
                };
            };
            /** @description `RATE_LIMITED` */
            429: {
                headers: {
                    "X-Request-Id": components["headers"]["RequestId"];
                    "RateLimit-Policy": components["headers"]["RateLimitPolicy"];
                    RateLimit: components["headers"]["RateLimit"];
                    "Retry-After": components["headers"]["RetryAfter"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description `INTERNAL_ERROR` */
            500: {
                headers: {
                    "X-Request-Id": components["headers"]["RequestId"];
                    "RateLimit-Policy": components["headers"]["RateLimitPolicy"];
                    RateLimit: components["headers"]["RateLimit"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description `SERVICE_UNAVAILABLE` */
            503: {
                headers: {
                    "X-Request-Id": components["headers"]["RequestId"];
                    "RateLimit-Policy": components["headers"]["RateLimitPolicy"];
                    RateLimit: components["headers"]["RateLimit"];
                    "Retry-After": components["headers"]["RetryAfter"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
        };
    };
    getEvent: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @description The event's id: the `webhook-id`. */
                event_id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Done. */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["RequestId"];
                    "RateLimit-Policy": components["headers"]["RateLimitPolicy"];
                    RateLimit: components["headers"]["RateLimit"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /** @constant */
                        success: true;
                        data: components["schemas"]["EventDetail"];
                        meta: components["schemas"]["Meta"];
                    };
                };
            };
            /** @description `BAD_REQUEST` */
            400: {
                headers: {
                    "X-Request-Id": components["headers"]["RequestId"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description `API_KEY_MISSING`, `API_KEY_INVALID`, `API_KEY_REVOKED`, `API_KEY_WRONG_ENVIRONMENT` */
            401: {
                headers: {
                    "X-Request-Id": components["headers"]["RequestId"];
                    "RateLimit-Policy": components["headers"]["RateLimitPolicy"];
                    RateLimit: components["headers"]["RateLimit"];
                    "WWW-Authenticate": components["headers"]["WwwAuthenticate"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description `EVENT_NOT_FOUND` */
            404: {
                headers: {
                    "X-Request-Id": components["headers"]["RequestId"];
                    "RateLimit-Policy": components["headers"]["RateLimitPolicy"];
                    RateLimit: components["headers"]["RateLimit"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description Something is wrong with the input; everything that is, is listed, up to a hundred. */
            422: {
                headers: {
                    "X-Request-Id": components["headers"]["RequestId"];
                    "RateLimit-Policy": components["headers"]["RateLimitPolicy"];
                    RateLimit: components["headers"]["RateLimit"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ValidationError"];
                };
            };
            /** @description `RATE_LIMITED` */
            429: {
                headers: {
                    "X-Request-Id": components["headers"]["RequestId"];
                    "RateLimit-Policy": components["headers"]["RateLimitPolicy"];
                    RateLimit: components["headers"]["RateLimit"];
                    "Retry-After": components["headers"]["RetryAfter"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description `INTERNAL_ERROR` */
            500: {
                headers: {
                    "X-Request-Id": components["headers"]["RequestId"];
                    "RateLimit-Policy": components["headers"]["RateLimitPolicy"];
                    RateLimit: components["headers"]["RateLimit"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description `SERVICE_UNAVAILABLE` */
            503: {
                headers: {
                    "X-Request-Id": components["headers"]["RequestId"];
                    "RateLimit-Policy": components["headers"]["RateLimitPolicy"];
                    RateLimit: components["headers"]["RateLimit"];
                    "Retry-After": components["headers"]["RetryAfter"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
        };
    };
    replayEvent: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @description The event's id: the `webhook-id`. */
                event_id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Done. */
            202: {
                headers: {
                    "X-Request-Id": components["headers"]["RequestId"];
                    "RateLimit-Policy": components["headers"]["RateLimitPolicy"];
                    RateLimit: components["headers"]["RateLimit"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /** @constant */
                        success: true;
                        data: {
                            /** Format: uuid */
                            event_id: string;
                            deliveries: number;
                        };
                        meta: components["schemas"]["Meta"];
                    };
                };
            };
            /** @description `BAD_REQUEST` */
            400: {
                headers: {
                    "X-Request-Id": components["headers"]["RequestId"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description `API_KEY_MISSING`, `API_KEY_INVALID`, `API_KEY_REVOKED`, `API_KEY_WRONG_ENVIRONMENT` */
            401: {
                headers: {
                    "X-Request-Id": components["headers"]["RequestId"];
                    "RateLimit-Policy": components["headers"]["RateLimitPolicy"];
                    RateLimit: components["headers"]["RateLimit"];
                    "WWW-Authenticate": components["headers"]["WwwAuthenticate"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description `EVENT_NOT_FOUND` */
            404: {
                headers: {
                    "X-Request-Id": components["headers"]["RequestId"];
                    "RateLimit-Policy": components["headers"]["RateLimitPolicy"];
                    RateLimit: components["headers"]["RateLimit"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description Something is wrong with the input; everything that is, is listed, up to a hundred. */
            422: {
                headers: {
                    "X-Request-Id": components["headers"]["RequestId"];
                    "RateLimit-Policy": components["headers"]["RateLimitPolicy"];
                    RateLimit: components["headers"]["RateLimit"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ValidationError"];
                };
            };
            /** @description `RATE_LIMITED` */
            429: {
                headers: {
                    "X-Request-Id": components["headers"]["RequestId"];
                    "RateLimit-Policy": components["headers"]["RateLimitPolicy"];
                    RateLimit: components["headers"]["RateLimit"];
                    "Retry-After": components["headers"]["RetryAfter"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description `INTERNAL_ERROR` */
            500: {
                headers: {
                    "X-Request-Id": components["headers"]["RequestId"];
                    "RateLimit-Policy": components["headers"]["RateLimitPolicy"];
                    RateLimit: components["headers"]["RateLimit"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description `SERVICE_UNAVAILABLE` */
            503: {
                headers: {
                    "X-Request-Id": components["headers"]["RequestId"];
                    "RateLimit-Policy": components["headers"]["RateLimitPolicy"];
                    RateLimit: components["headers"]["RateLimit"];
                    "Retry-After": components["headers"]["RetryAfter"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
        };
    };
    getReconciliation: {
        parameters: {
            query: {
                /** @description The day, in UTC, such as `2026-11-21`. */
                date: string;
                /** @description `accepted`: created on this day. `settled`: completed or failed on this day. */
                basis?: "accepted" | "settled";
                /** @description `csv` for the whole day as one file; without it, what `Accept` says. */
                format?: "json" | "csv";
                /** @description Items on a page. */
                limit?: number;
                /** @description `meta.next_cursor` of the page before; with the same filters. */
                cursor?: string;
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Done. */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["RequestId"];
                    "RateLimit-Policy": components["headers"]["RateLimitPolicy"];
                    RateLimit: components["headers"]["RateLimit"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /** @constant */
                        success: true;
                        data: components["schemas"]["ReconciliationRow"][];
                        meta: {
                            /** @description This request, for questions about it. Also in the header X-Request-Id. */
                            request_id: string;
                            /** @description How many there are under these filters, exactly. */
                            total: number;
                            /** @description Items on a page. */
                            limit: number;
                            /** @description Send it as `cursor` for the next page; null on the last one. */
                            next_cursor: string | null;
                            summary: components["schemas"]["ReconciliationSummary"];
                        };
                    };
                    "text/csv": string;
                };
            };
            /** @description `BAD_REQUEST` */
            400: {
                headers: {
                    "X-Request-Id": components["headers"]["RequestId"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description `API_KEY_MISSING`, `API_KEY_INVALID`, `API_KEY_REVOKED`, `API_KEY_WRONG_ENVIRONMENT` */
            401: {
                headers: {
                    "X-Request-Id": components["headers"]["RequestId"];
                    "RateLimit-Policy": components["headers"]["RateLimitPolicy"];
                    RateLimit: components["headers"]["RateLimit"];
                    "WWW-Authenticate": components["headers"]["WwwAuthenticate"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description Something is wrong with the input; everything that is, is listed, up to a hundred. */
            422: {
                headers: {
                    "X-Request-Id": components["headers"]["RequestId"];
                    "RateLimit-Policy": components["headers"]["RateLimitPolicy"];
                    RateLimit: components["headers"]["RateLimit"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ValidationError"];
                };
            };
            /** @description `RATE_LIMITED` */
            429: {
                headers: {
                    "X-Request-Id": components["headers"]["RequestId"];
                    "RateLimit-Policy": components["headers"]["RateLimitPolicy"];
                    RateLimit: components["headers"]["RateLimit"];
                    "Retry-After": components["headers"]["RetryAfter"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description `INTERNAL_ERROR` */
            500: {
                headers: {
                    "X-Request-Id": components["headers"]["RequestId"];
                    "RateLimit-Policy": components["headers"]["RateLimitPolicy"];
                    RateLimit: components["headers"]["RateLimit"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description `SERVICE_UNAVAILABLE` */
            503: {
                headers: {
                    "X-Request-Id": components["headers"]["RequestId"];
                    "RateLimit-Policy": components["headers"]["RateLimitPolicy"];
                    RateLimit: components["headers"]["RateLimit"];
                    "Retry-After": components["headers"]["RetryAfter"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
        };
    };
    listSchools: {
        parameters: {
            query?: {
                /** @description Part of name, university, nickname or city, whatever the case and accents. */
                search?: string;
                /** @description Two letters. */
                state?: string;
                /** @description The conference's whole name. */
                conference?: string;
                /** @description Items on a page. */
                limit?: number;
                /** @description `meta.next_cursor` of the page before; with the same filters. */
                cursor?: string;
                /** @description `false`: those that take no donations now. */
                active?: boolean;
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Done. */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["RequestId"];
                    "RateLimit-Policy": components["headers"]["RateLimitPolicy"];
                    RateLimit: components["headers"]["RateLimit"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /** @constant */
                        success: true;
                        data: components["schemas"]["School"][];
                        meta: components["schemas"]["ListMeta"];
                    };
                };
            };
            /** @description `BAD_REQUEST` */
            400: {
                headers: {
                    "X-Request-Id": components["headers"]["RequestId"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description `API_KEY_MISSING`, `API_KEY_INVALID`, `API_KEY_REVOKED`, `API_KEY_WRONG_ENVIRONMENT` */
            401: {
                headers: {
                    "X-Request-Id": components["headers"]["RequestId"];
                    "RateLimit-Policy": components["headers"]["RateLimitPolicy"];
                    RateLimit: components["headers"]["RateLimit"];
                    "WWW-Authenticate": components["headers"]["WwwAuthenticate"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description Something is wrong with the input; everything that is, is listed, up to a hundred. */
            422: {
                headers: {
                    "X-Request-Id": components["headers"]["RequestId"];
                    "RateLimit-Policy": components["headers"]["RateLimitPolicy"];
                    RateLimit: components["headers"]["RateLimit"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ValidationError"];
                };
            };
            /** @description `RATE_LIMITED` */
            429: {
                headers: {
                    "X-Request-Id": components["headers"]["RequestId"];
                    "RateLimit-Policy": components["headers"]["RateLimitPolicy"];
                    RateLimit: components["headers"]["RateLimit"];
                    "Retry-After": components["headers"]["RetryAfter"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description `INTERNAL_ERROR` */
            500: {
                headers: {
                    "X-Request-Id": components["headers"]["RequestId"];
                    "RateLimit-Policy": components["headers"]["RateLimitPolicy"];
                    RateLimit: components["headers"]["RateLimit"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description `SERVICE_UNAVAILABLE` */
            503: {
                headers: {
                    "X-Request-Id": components["headers"]["RequestId"];
                    "RateLimit-Policy": components["headers"]["RateLimitPolicy"];
                    RateLimit: components["headers"]["RateLimit"];
                    "Retry-After": components["headers"]["RetryAfter"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
        };
    };
    getSchool: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @description The school's id. */
                school_id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Done. */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["RequestId"];
                    "RateLimit-Policy": components["headers"]["RateLimitPolicy"];
                    RateLimit: components["headers"]["RateLimit"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /** @constant */
                        success: true;
                        data: components["schemas"]["SchoolDetail"];
                        meta: components["schemas"]["Meta"];
                    };
                };
            };
            /** @description `BAD_REQUEST` */
            400: {
                headers: {
                    "X-Request-Id": components["headers"]["RequestId"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description `API_KEY_MISSING`, `API_KEY_INVALID`, `API_KEY_REVOKED`, `API_KEY_WRONG_ENVIRONMENT` */
            401: {
                headers: {
                    "X-Request-Id": components["headers"]["RequestId"];
                    "RateLimit-Policy": components["headers"]["RateLimitPolicy"];
                    RateLimit: components["headers"]["RateLimit"];
                    "WWW-Authenticate": components["headers"]["WwwAuthenticate"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description `SCHOOL_NOT_FOUND` */
            404: {
                headers: {
                    "X-Request-Id": components["headers"]["RequestId"];
                    "RateLimit-Policy": components["headers"]["RateLimitPolicy"];
                    RateLimit: components["headers"]["RateLimit"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description Something is wrong with the input; everything that is, is listed, up to a hundred. */
            422: {
                headers: {
                    "X-Request-Id": components["headers"]["RequestId"];
                    "RateLimit-Policy": components["headers"]["RateLimitPolicy"];
                    RateLimit: components["headers"]["RateLimit"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ValidationError"];
                };
            };
            /** @description `RATE_LIMITED` */
            429: {
                headers: {
                    "X-Request-Id": components["headers"]["RequestId"];
                    "RateLimit-Policy": components["headers"]["RateLimitPolicy"];
                    RateLimit: components["headers"]["RateLimit"];
                    "Retry-After": components["headers"]["RetryAfter"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description `INTERNAL_ERROR` */
            500: {
                headers: {
                    "X-Request-Id": components["headers"]["RequestId"];
                    "RateLimit-Policy": components["headers"]["RateLimitPolicy"];
                    RateLimit: components["headers"]["RateLimit"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description `SERVICE_UNAVAILABLE` */
            503: {
                headers: {
                    "X-Request-Id": components["headers"]["RequestId"];
                    "RateLimit-Policy": components["headers"]["RateLimitPolicy"];
                    RateLimit: components["headers"]["RateLimit"];
                    "Retry-After": components["headers"]["RetryAfter"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
        };
    };
    listWebhookEndpoints: {
        parameters: {
            query?: {
                /** @description Items on a page. */
                limit?: number;
                /** @description `meta.next_cursor` of the page before; with the same filters. */
                cursor?: string;
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Done. */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["RequestId"];
                    "RateLimit-Policy": components["headers"]["RateLimitPolicy"];
                    RateLimit: components["headers"]["RateLimit"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /** @constant */
                        success: true;
                        data: components["schemas"]["WebhookEndpoint"][];
                        meta: components["schemas"]["ListMeta"];
                    };
                };
            };
            /** @description `BAD_REQUEST` */
            400: {
                headers: {
                    "X-Request-Id": components["headers"]["RequestId"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description `API_KEY_MISSING`, `API_KEY_INVALID`, `API_KEY_REVOKED`, `API_KEY_WRONG_ENVIRONMENT` */
            401: {
                headers: {
                    "X-Request-Id": components["headers"]["RequestId"];
                    "RateLimit-Policy": components["headers"]["RateLimitPolicy"];
                    RateLimit: components["headers"]["RateLimit"];
                    "WWW-Authenticate": components["headers"]["WwwAuthenticate"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description Something is wrong with the input; everything that is, is listed, up to a hundred. */
            422: {
                headers: {
                    "X-Request-Id": components["headers"]["RequestId"];
                    "RateLimit-Policy": components["headers"]["RateLimitPolicy"];
                    RateLimit: components["headers"]["RateLimit"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ValidationError"];
                };
            };
            /** @description `RATE_LIMITED` */
            429: {
                headers: {
                    "X-Request-Id": components["headers"]["RequestId"];
                    "RateLimit-Policy": components["headers"]["RateLimitPolicy"];
                    RateLimit: components["headers"]["RateLimit"];
                    "Retry-After": components["headers"]["RetryAfter"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description `INTERNAL_ERROR` */
            500: {
                headers: {
                    "X-Request-Id": components["headers"]["RequestId"];
                    "RateLimit-Policy": components["headers"]["RateLimitPolicy"];
                    RateLimit: components["headers"]["RateLimit"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description `SERVICE_UNAVAILABLE` */
            503: {
                headers: {
                    "X-Request-Id": components["headers"]["RequestId"];
                    "RateLimit-Policy": components["headers"]["RateLimitPolicy"];
                    RateLimit: components["headers"]["RateLimit"];
                    "Retry-After": components["headers"]["RetryAfter"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
        };
    };
    addWebhookEndpoint: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["WebhookEndpointRequest"];
            };
        };
        responses: {
            /** @description Done. */
            201: {
                headers: {
                    "X-Request-Id": components["headers"]["RequestId"];
                    "RateLimit-Policy": components["headers"]["RateLimitPolicy"];
                    RateLimit: components["headers"]["RateLimit"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /** @constant */
                        success: true;
                        data: components["schemas"]["NewWebhookEndpoint"];
                        meta: components["schemas"]["Meta"];
                    };
                };
            };
            /** @description `BAD_REQUEST` */
            400: {
                headers: {
                    "X-Request-Id": components["headers"]["RequestId"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description `API_KEY_MISSING`, `API_KEY_INVALID`, `API_KEY_REVOKED`, `API_KEY_WRONG_ENVIRONMENT` */
            401: {
                headers: {
                    "X-Request-Id": components["headers"]["RequestId"];
                    "RateLimit-Policy": components["headers"]["RateLimitPolicy"];
                    RateLimit: components["headers"]["RateLimit"];
                    "WWW-Authenticate": components["headers"]["WwwAuthenticate"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description `PAYLOAD_TOO_LARGE` */
            413: {
                headers: {
                    "X-Request-Id": components["headers"]["RequestId"];
                    "RateLimit-Policy": components["headers"]["RateLimitPolicy"];
                    RateLimit: components["headers"]["RateLimit"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description `UNSUPPORTED_MEDIA_TYPE` */
            415: {
                headers: {
                    "X-Request-Id": components["headers"]["RequestId"];
                    "RateLimit-Policy": components["headers"]["RateLimitPolicy"];
                    RateLimit: components["headers"]["RateLimit"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description Something is wrong with the input; everything that is, is listed, up to a hundred. */
            422: {
                headers: {
                    "X-Request-Id": components["headers"]["RequestId"];
                    "RateLimit-Policy": components["headers"]["RateLimitPolicy"];
                    RateLimit: components["headers"]["RateLimit"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ValidationError"];
                };
            };
            /** @description `RATE_LIMITED` */
            429: {
                headers: {
                    "X-Request-Id": components["headers"]["RequestId"];
                    "RateLimit-Policy": components["headers"]["RateLimitPolicy"];
                    RateLimit: components["headers"]["RateLimit"];
                    "Retry-After": components["headers"]["RetryAfter"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description `INTERNAL_ERROR` */
            500: {
                headers: {
                    "X-Request-Id": components["headers"]["RequestId"];
                    "RateLimit-Policy": components["headers"]["RateLimitPolicy"];
                    RateLimit: components["headers"]["RateLimit"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description `SERVICE_UNAVAILABLE` */
            503: {
                headers: {
                    "X-Request-Id": components["headers"]["RequestId"];
                    "RateLimit-Policy": components["headers"]["RateLimitPolicy"];
                    RateLimit: components["headers"]["RateLimit"];
                    "Retry-After": components["headers"]["RetryAfter"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
        };
    };
    getWebhookEndpoint: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @description The endpoint's id. */
                endpoint_id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Done. */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["RequestId"];
                    "RateLimit-Policy": components["headers"]["RateLimitPolicy"];
                    RateLimit: components["headers"]["RateLimit"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /** @constant */
                        success: true;
                        data: components["schemas"]["WebhookEndpoint"];
                        meta: components["schemas"]["Meta"];
                    };
                };
            };
            /** @description `BAD_REQUEST` */
            400: {
                headers: {
                    "X-Request-Id": components["headers"]["RequestId"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description `API_KEY_MISSING`, `API_KEY_INVALID`, `API_KEY_REVOKED`, `API_KEY_WRONG_ENVIRONMENT` */
            401: {
                headers: {
                    "X-Request-Id": components["headers"]["RequestId"];
                    "RateLimit-Policy": components["headers"]["RateLimitPolicy"];
                    RateLimit: components["headers"]["RateLimit"];
                    "WWW-Authenticate": components["headers"]["WwwAuthenticate"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description `ENDPOINT_NOT_FOUND` */
            404: {
                headers: {
                    "X-Request-Id": components["headers"]["RequestId"];
                    "RateLimit-Policy": components["headers"]["RateLimitPolicy"];
                    RateLimit: components["headers"]["RateLimit"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description Something is wrong with the input; everything that is, is listed, up to a hundred. */
            422: {
                headers: {
                    "X-Request-Id": components["headers"]["RequestId"];
                    "RateLimit-Policy": components["headers"]["RateLimitPolicy"];
                    RateLimit: components["headers"]["RateLimit"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ValidationError"];
                };
            };
            /** @description `RATE_LIMITED` */
            429: {
                headers: {
                    "X-Request-Id": components["headers"]["RequestId"];
                    "RateLimit-Policy": components["headers"]["RateLimitPolicy"];
                    RateLimit: components["headers"]["RateLimit"];
                    "Retry-After": components["headers"]["RetryAfter"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description `INTERNAL_ERROR` */
            500: {
                headers: {
                    "X-Request-Id": components["headers"]["RequestId"];
                    "RateLimit-Policy": components["headers"]["RateLimitPolicy"];
                    RateLimit: components["headers"]["RateLimit"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description `SERVICE_UNAVAILABLE` */
            503: {
                headers: {
                    "X-Request-Id": components["headers"]["RequestId"];
                    "RateLimit-Policy": components["headers"]["RateLimitPolicy"];
                    RateLimit: components["headers"]["RateLimit"];
                    "Retry-After": components["headers"]["RetryAfter"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
        };
    };
    deleteWebhookEndpoint: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @description The endpoint's id. */
                endpoint_id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Done. */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["RequestId"];
                    "RateLimit-Policy": components["headers"]["RateLimitPolicy"];
                    RateLimit: components["headers"]["RateLimit"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /** @constant */
                        success: true;
                        data: Record<string, never>;
                        meta: components["schemas"]["Meta"];
                    };
                };
            };
            /** @description `BAD_REQUEST` */
            400: {
                headers: {
                    "X-Request-Id": components["headers"]["RequestId"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description `API_KEY_MISSING`, `API_KEY_INVALID`, `API_KEY_REVOKED`, `API_KEY_WRONG_ENVIRONMENT` */
            401: {
                headers: {
                    "X-Request-Id": components["headers"]["RequestId"];
                    "RateLimit-Policy": components["headers"]["RateLimitPolicy"];
                    RateLimit: components["headers"]["RateLimit"];
                    "WWW-Authenticate": components["headers"]["WwwAuthenticate"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description `ENDPOINT_NOT_FOUND` */
            404: {
                headers: {
                    "X-Request-Id": components["headers"]["RequestId"];
                    "RateLimit-Policy": components["headers"]["RateLimitPolicy"];
                    RateLimit: components["headers"]["RateLimit"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description Something is wrong with the input; everything that is, is listed, up to a hundred. */
            422: {
                headers: {
                    "X-Request-Id": components["headers"]["RequestId"];
                    "RateLimit-Policy": components["headers"]["RateLimitPolicy"];
                    RateLimit: components["headers"]["RateLimit"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ValidationError"];
                };
            };
            /** @description `RATE_LIMITED` */
            429: {
                headers: {
                    "X-Request-Id": components["headers"]["RequestId"];
                    "RateLimit-Policy": components["headers"]["RateLimitPolicy"];
                    RateLimit: components["headers"]["RateLimit"];
                    "Retry-After": components["headers"]["RetryAfter"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description `INTERNAL_ERROR` */
            500: {
                headers: {
                    "X-Request-Id": components["headers"]["RequestId"];
                    "RateLimit-Policy": components["headers"]["RateLimitPolicy"];
                    RateLimit: components["headers"]["RateLimit"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description `SERVICE_UNAVAILABLE` */
            503: {
                headers: {
                    "X-Request-Id": components["headers"]["RequestId"];
                    "RateLimit-Policy": components["headers"]["RateLimitPolicy"];
                    RateLimit: components["headers"]["RateLimit"];
                    "Retry-After": components["headers"]["RetryAfter"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
        };
    };
    changeWebhookEndpoint: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @description The endpoint's id. */
                endpoint_id: string;
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["WebhookEndpointChanges"];
            };
        };
        responses: {
            /** @description Done. */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["RequestId"];
                    "RateLimit-Policy": components["headers"]["RateLimitPolicy"];
                    RateLimit: components["headers"]["RateLimit"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /** @constant */
                        success: true;
                        data: components["schemas"]["WebhookEndpoint"];
                        meta: components["schemas"]["Meta"];
                    };
                };
            };
            /** @description `BAD_REQUEST` */
            400: {
                headers: {
                    "X-Request-Id": components["headers"]["RequestId"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description `API_KEY_MISSING`, `API_KEY_INVALID`, `API_KEY_REVOKED`, `API_KEY_WRONG_ENVIRONMENT` */
            401: {
                headers: {
                    "X-Request-Id": components["headers"]["RequestId"];
                    "RateLimit-Policy": components["headers"]["RateLimitPolicy"];
                    RateLimit: components["headers"]["RateLimit"];
                    "WWW-Authenticate": components["headers"]["WwwAuthenticate"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description `ENDPOINT_NOT_FOUND` */
            404: {
                headers: {
                    "X-Request-Id": components["headers"]["RequestId"];
                    "RateLimit-Policy": components["headers"]["RateLimitPolicy"];
                    RateLimit: components["headers"]["RateLimit"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description `PAYLOAD_TOO_LARGE` */
            413: {
                headers: {
                    "X-Request-Id": components["headers"]["RequestId"];
                    "RateLimit-Policy": components["headers"]["RateLimitPolicy"];
                    RateLimit: components["headers"]["RateLimit"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description `UNSUPPORTED_MEDIA_TYPE` */
            415: {
                headers: {
                    "X-Request-Id": components["headers"]["RequestId"];
                    "RateLimit-Policy": components["headers"]["RateLimitPolicy"];
                    RateLimit: components["headers"]["RateLimit"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description Something is wrong with the input; everything that is, is listed, up to a hundred. */
            422: {
                headers: {
                    "X-Request-Id": components["headers"]["RequestId"];
                    "RateLimit-Policy": components["headers"]["RateLimitPolicy"];
                    RateLimit: components["headers"]["RateLimit"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ValidationError"];
                };
            };
            /** @description `RATE_LIMITED` */
            429: {
                headers: {
                    "X-Request-Id": components["headers"]["RequestId"];
                    "RateLimit-Policy": components["headers"]["RateLimitPolicy"];
                    RateLimit: components["headers"]["RateLimit"];
                    "Retry-After": components["headers"]["RetryAfter"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description `INTERNAL_ERROR` */
            500: {
                headers: {
                    "X-Request-Id": components["headers"]["RequestId"];
                    "RateLimit-Policy": components["headers"]["RateLimitPolicy"];
                    RateLimit: components["headers"]["RateLimit"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description `SERVICE_UNAVAILABLE` */
            503: {
                headers: {
                    "X-Request-Id": components["headers"]["RequestId"];
                    "RateLimit-Policy": components["headers"]["RateLimitPolicy"];
                    RateLimit: components["headers"]["RateLimit"];
                    "Retry-After": components["headers"]["RetryAfter"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
        };
    };
    listWebhookDeliveries: {
        parameters: {
            query?: {
                /** @description In this status. */
                status?: "pending" | "delivered" | "dead";
                /** @description Items on a page. */
                limit?: number;
                /** @description `meta.next_cursor` of the page before; with the same filters. */
                cursor?: string;
            };
            header?: never;
            path: {
                /** @description The endpoint's id. */
                endpoint_id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Done. */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["RequestId"];
                    "RateLimit-Policy": components["headers"]["RateLimitPolicy"];
                    RateLimit: components["headers"]["RateLimit"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /** @constant */
                        success: true;
                        data: components["schemas"]["WebhookDelivery"][];
                        meta: components["schemas"]["ListMeta"];
                    };
                };
            };
            /** @description `BAD_REQUEST` */
            400: {
                headers: {
                    "X-Request-Id": components["headers"]["RequestId"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description `API_KEY_MISSING`, `API_KEY_INVALID`, `API_KEY_REVOKED`, `API_KEY_WRONG_ENVIRONMENT` */
            401: {
                headers: {
                    "X-Request-Id": components["headers"]["RequestId"];
                    "RateLimit-Policy": components["headers"]["RateLimitPolicy"];
                    RateLimit: components["headers"]["RateLimit"];
                    "WWW-Authenticate": components["headers"]["WwwAuthenticate"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description `ENDPOINT_NOT_FOUND` */
            404: {
                headers: {
                    "X-Request-Id": components["headers"]["RequestId"];
                    "RateLimit-Policy": components["headers"]["RateLimitPolicy"];
                    RateLimit: components["headers"]["RateLimit"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description Something is wrong with the input; everything that is, is listed, up to a hundred. */
            422: {
                headers: {
                    "X-Request-Id": components["headers"]["RequestId"];
                    "RateLimit-Policy": components["headers"]["RateLimitPolicy"];
                    RateLimit: components["headers"]["RateLimit"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ValidationError"];
                };
            };
            /** @description `RATE_LIMITED` */
            429: {
                headers: {
                    "X-Request-Id": components["headers"]["RequestId"];
                    "RateLimit-Policy": components["headers"]["RateLimitPolicy"];
                    RateLimit: components["headers"]["RateLimit"];
                    "Retry-After": components["headers"]["RetryAfter"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description `INTERNAL_ERROR` */
            500: {
                headers: {
                    "X-Request-Id": components["headers"]["RequestId"];
                    "RateLimit-Policy": components["headers"]["RateLimitPolicy"];
                    RateLimit: components["headers"]["RateLimit"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description `SERVICE_UNAVAILABLE` */
            503: {
                headers: {
                    "X-Request-Id": components["headers"]["RequestId"];
                    "RateLimit-Policy": components["headers"]["RateLimitPolicy"];
                    RateLimit: components["headers"]["RateLimit"];
                    "Retry-After": components["headers"]["RetryAfter"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
        };
    };
    rotateWebhookSecret: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @description The endpoint's id. */
                endpoint_id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Done. */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["RequestId"];
                    "RateLimit-Policy": components["headers"]["RateLimitPolicy"];
                    RateLimit: components["headers"]["RateLimit"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /** @constant */
                        success: true;
                        data: components["schemas"]["RotatedWebhookSecret"];
                        meta: components["schemas"]["Meta"];
                    };
                };
            };
            /** @description `BAD_REQUEST` */
            400: {
                headers: {
                    "X-Request-Id": components["headers"]["RequestId"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description `API_KEY_MISSING`, `API_KEY_INVALID`, `API_KEY_REVOKED`, `API_KEY_WRONG_ENVIRONMENT` */
            401: {
                headers: {
                    "X-Request-Id": components["headers"]["RequestId"];
                    "RateLimit-Policy": components["headers"]["RateLimitPolicy"];
                    RateLimit: components["headers"]["RateLimit"];
                    "WWW-Authenticate": components["headers"]["WwwAuthenticate"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description `ENDPOINT_NOT_FOUND` */
            404: {
                headers: {
                    "X-Request-Id": components["headers"]["RequestId"];
                    "RateLimit-Policy": components["headers"]["RateLimitPolicy"];
                    RateLimit: components["headers"]["RateLimit"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description Something is wrong with the input; everything that is, is listed, up to a hundred. */
            422: {
                headers: {
                    "X-Request-Id": components["headers"]["RequestId"];
                    "RateLimit-Policy": components["headers"]["RateLimitPolicy"];
                    RateLimit: components["headers"]["RateLimit"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ValidationError"];
                };
            };
            /** @description `RATE_LIMITED` */
            429: {
                headers: {
                    "X-Request-Id": components["headers"]["RequestId"];
                    "RateLimit-Policy": components["headers"]["RateLimitPolicy"];
                    RateLimit: components["headers"]["RateLimit"];
                    "Retry-After": components["headers"]["RetryAfter"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description `INTERNAL_ERROR` */
            500: {
                headers: {
                    "X-Request-Id": components["headers"]["RequestId"];
                    "RateLimit-Policy": components["headers"]["RateLimitPolicy"];
                    RateLimit: components["headers"]["RateLimit"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description `SERVICE_UNAVAILABLE` */
            503: {
                headers: {
                    "X-Request-Id": components["headers"]["RequestId"];
                    "RateLimit-Policy": components["headers"]["RateLimitPolicy"];
                    RateLimit: components["headers"]["RateLimit"];
                    "Retry-After": components["headers"]["RetryAfter"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
        };
    };
    testWebhookEndpoint: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @description The endpoint's id. */
                endpoint_id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Done. */
            202: {
                headers: {
                    "X-Request-Id": components["headers"]["RequestId"];
                    "RateLimit-Policy": components["headers"]["RateLimitPolicy"];
                    RateLimit: components["headers"]["RateLimit"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /** @constant */
                        success: true;
                        data: {
                            /** Format: uuid */
                            event_id: string;
                        };
                        meta: components["schemas"]["Meta"];
                    };
                };
            };
            /** @description `BAD_REQUEST` */
            400: {
                headers: {
                    "X-Request-Id": components["headers"]["RequestId"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description `API_KEY_MISSING`, `API_KEY_INVALID`, `API_KEY_REVOKED`, `API_KEY_WRONG_ENVIRONMENT` */
            401: {
                headers: {
                    "X-Request-Id": components["headers"]["RequestId"];
                    "RateLimit-Policy": components["headers"]["RateLimitPolicy"];
                    RateLimit: components["headers"]["RateLimit"];
                    "WWW-Authenticate": components["headers"]["WwwAuthenticate"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description `ENDPOINT_NOT_FOUND` */
            404: {
                headers: {
                    "X-Request-Id": components["headers"]["RequestId"];
                    "RateLimit-Policy": components["headers"]["RateLimitPolicy"];
                    RateLimit: components["headers"]["RateLimit"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description `ENDPOINT_DISABLED` */
            409: {
                headers: {
                    "X-Request-Id": components["headers"]["RequestId"];
                    "RateLimit-Policy": components["headers"]["RateLimitPolicy"];
                    RateLimit: components["headers"]["RateLimit"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description Something is wrong with the input; everything that is, is listed, up to a hundred. */
            422: {
                headers: {
                    "X-Request-Id": components["headers"]["RequestId"];
                    "RateLimit-Policy": components["headers"]["RateLimitPolicy"];
                    RateLimit: components["headers"]["RateLimit"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ValidationError"];
                };
            };
            /** @description `RATE_LIMITED` */
            429: {
                headers: {
                    "X-Request-Id": components["headers"]["RequestId"];
                    "RateLimit-Policy": components["headers"]["RateLimitPolicy"];
                    RateLimit: components["headers"]["RateLimit"];
                    "Retry-After": components["headers"]["RetryAfter"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description `INTERNAL_ERROR` */
            500: {
                headers: {
                    "X-Request-Id": components["headers"]["RequestId"];
                    "RateLimit-Policy": components["headers"]["RateLimitPolicy"];
                    RateLimit: components["headers"]["RateLimit"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description `SERVICE_UNAVAILABLE` */
            503: {
                headers: {
                    "X-Request-Id": components["headers"]["RequestId"];
                    "RateLimit-Policy": components["headers"]["RateLimitPolicy"];
                    RateLimit: components["headers"]["RateLimit"];
                    "Retry-After": components["headers"]["RetryAfter"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
        };
    };
    donationCompleted: {
        parameters: {
            query?: never;
            header: {
                /** @description The event's id, the same in every retry and replay: your idempotency key. */
                "webhook-id": string;
                /** @description Seconds since 1970, of this attempt. */
                "webhook-timestamp": string;
                /** @description `v1,` and the base64 HMAC-SHA256 of `id.timestamp.body`; two of them while a secret rotates. */
                "webhook-signature": string;
            };
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": {
                    /** @constant */
                    type: "donation.completed";
                    /** Format: date-time */
                    timestamp: string;
                    data: {
                        /**
                         * Format: uuid
                         * @description The donation's id here.
                         */
                        donation_id: string;
                        /**
                         * @description `completed` and `failed` are final.
                         * @enum {string}
                         */
                        status: "pending" | "completed" | "failed";
                        /**
                         * Format: uuid
                         * @description Left out where the donation is tied to no linked account.
                         */
                        service_user_id?: string;
                        /** @description The school's id, such as `ohio-state`. */
                        school_id: string;
                        /** @description As it was sent. */
                        fund_designation: string;
                        /** @description The fund that this names; null where it names none of the school's. */
                        fund_id: string | null;
                        /** @description US dollars. */
                        dollar_amount: number;
                        /** @description The points that were taken for it. */
                        points_redeemed: number;
                        /** @description The rate, where it is known. */
                        points_per_dollar: number | null;
                        /** @description The bank's own reference. `portal:…` and `embed:…` where the customer gave here. */
                        bank_transaction_ref: string;
                        /**
                         * @description Where it was made.
                         * @enum {string}
                         */
                        channel: "bank" | "portal" | "embed";
                        /** @description The program whose points were redeemed. */
                        loyalty_program_id: string | null;
                        /** @description A word to the school. */
                        cardholder_message: string | null;
                        /** @description As it was sent. */
                        metadata: {
                            [key: string]: string;
                        } | null;
                        /** @description Whether it is due again. */
                        recurring: boolean;
                        /** @description How often; null where it is not recurring. */
                        recurrence_cadence: ("monthly" | "quarterly") | null;
                        /** @description The credit's id at the school's platform; null until completed. */
                        school_confirmation_id: string | null;
                        /** @description What the school's platform calls the credit; null until completed. */
                        platform_status: string | null;
                        /** @description Why the platform has refused; null unless failed. */
                        failure_reason: string | null;
                        /**
                         * Format: date-time
                         * @description When it was accepted.
                         */
                        created_at: string;
                        /**
                         * Format: date-time
                         * @description When the school usually has confirmed by.
                         */
                        estimated_confirmation_at: string;
                        /** @description When the platform's confirmation arrived. */
                        completed_at: string | null;
                        /** @description When the platform's refusal arrived. */
                        failed_at: string | null;
                        /** @description The bank's own id of the customer; null where no account gave. */
                        bank_user_id: string | null;
                        /** @description Rises with each event about the same donation. */
                        sequence: number;
                    };
                };
            };
        };
        responses: {
            /** @description The endpoint is gone: it is disabled. */
            410: {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
            /** @description Taken. Anything else is tried again by the schedule. */
            "2XX": {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
        };
    };
    donationFailed: {
        parameters: {
            query?: never;
            header: {
                /** @description The event's id, the same in every retry and replay: your idempotency key. */
                "webhook-id": string;
                /** @description Seconds since 1970, of this attempt. */
                "webhook-timestamp": string;
                /** @description `v1,` and the base64 HMAC-SHA256 of `id.timestamp.body`; two of them while a secret rotates. */
                "webhook-signature": string;
            };
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": {
                    /** @constant */
                    type: "donation.failed";
                    /** Format: date-time */
                    timestamp: string;
                    data: {
                        /**
                         * Format: uuid
                         * @description The donation's id here.
                         */
                        donation_id: string;
                        /**
                         * @description `completed` and `failed` are final.
                         * @enum {string}
                         */
                        status: "pending" | "completed" | "failed";
                        /**
                         * Format: uuid
                         * @description Left out where the donation is tied to no linked account.
                         */
                        service_user_id?: string;
                        /** @description The school's id, such as `ohio-state`. */
                        school_id: string;
                        /** @description As it was sent. */
                        fund_designation: string;
                        /** @description The fund that this names; null where it names none of the school's. */
                        fund_id: string | null;
                        /** @description US dollars. */
                        dollar_amount: number;
                        /** @description The points that were taken for it. */
                        points_redeemed: number;
                        /** @description The rate, where it is known. */
                        points_per_dollar: number | null;
                        /** @description The bank's own reference. `portal:…` and `embed:…` where the customer gave here. */
                        bank_transaction_ref: string;
                        /**
                         * @description Where it was made.
                         * @enum {string}
                         */
                        channel: "bank" | "portal" | "embed";
                        /** @description The program whose points were redeemed. */
                        loyalty_program_id: string | null;
                        /** @description A word to the school. */
                        cardholder_message: string | null;
                        /** @description As it was sent. */
                        metadata: {
                            [key: string]: string;
                        } | null;
                        /** @description Whether it is due again. */
                        recurring: boolean;
                        /** @description How often; null where it is not recurring. */
                        recurrence_cadence: ("monthly" | "quarterly") | null;
                        /** @description The credit's id at the school's platform; null until completed. */
                        school_confirmation_id: string | null;
                        /** @description What the school's platform calls the credit; null until completed. */
                        platform_status: string | null;
                        /** @description Why the platform has refused; null unless failed. */
                        failure_reason: string | null;
                        /**
                         * Format: date-time
                         * @description When it was accepted.
                         */
                        created_at: string;
                        /**
                         * Format: date-time
                         * @description When the school usually has confirmed by.
                         */
                        estimated_confirmation_at: string;
                        /** @description When the platform's confirmation arrived. */
                        completed_at: string | null;
                        /** @description When the platform's refusal arrived. */
                        failed_at: string | null;
                        /** @description The bank's own id of the customer; null where no account gave. */
                        bank_user_id: string | null;
                        /** @description Rises with each event about the same donation. */
                        sequence: number;
                    };
                };
            };
        };
        responses: {
            /** @description The endpoint is gone: it is disabled. */
            410: {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
            /** @description Taken. Anything else is tried again by the schedule. */
            "2XX": {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
        };
    };
    donationRecurrenceDue: {
        parameters: {
            query?: never;
            header: {
                /** @description The event's id, the same in every retry and replay: your idempotency key. */
                "webhook-id": string;
                /** @description Seconds since 1970, of this attempt. */
                "webhook-timestamp": string;
                /** @description `v1,` and the base64 HMAC-SHA256 of `id.timestamp.body`; two of them while a secret rotates. */
                "webhook-signature": string;
            };
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": {
                    /** @constant */
                    type: "donation.recurrence_due";
                    /** Format: date-time */
                    timestamp: string;
                    data: {
                        /**
                         * Format: uuid
                         * @description The donation's id here.
                         */
                        donation_id: string;
                        /**
                         * @description `completed` and `failed` are final.
                         * @enum {string}
                         */
                        status: "pending" | "completed" | "failed";
                        /**
                         * Format: uuid
                         * @description Left out where the donation is tied to no linked account.
                         */
                        service_user_id?: string;
                        /** @description The school's id, such as `ohio-state`. */
                        school_id: string;
                        /** @description As it was sent. */
                        fund_designation: string;
                        /** @description The fund that this names; null where it names none of the school's. */
                        fund_id: string | null;
                        /** @description US dollars. */
                        dollar_amount: number;
                        /** @description The points that were taken for it. */
                        points_redeemed: number;
                        /** @description The rate, where it is known. */
                        points_per_dollar: number | null;
                        /** @description The bank's own reference. `portal:…` and `embed:…` where the customer gave here. */
                        bank_transaction_ref: string;
                        /**
                         * @description Where it was made.
                         * @enum {string}
                         */
                        channel: "bank" | "portal" | "embed";
                        /** @description The program whose points were redeemed. */
                        loyalty_program_id: string | null;
                        /** @description A word to the school. */
                        cardholder_message: string | null;
                        /** @description As it was sent. */
                        metadata: {
                            [key: string]: string;
                        } | null;
                        /** @description Whether it is due again. */
                        recurring: boolean;
                        /** @description How often; null where it is not recurring. */
                        recurrence_cadence: ("monthly" | "quarterly") | null;
                        /** @description The credit's id at the school's platform; null until completed. */
                        school_confirmation_id: string | null;
                        /** @description What the school's platform calls the credit; null until completed. */
                        platform_status: string | null;
                        /** @description Why the platform has refused; null unless failed. */
                        failure_reason: string | null;
                        /**
                         * Format: date-time
                         * @description When it was accepted.
                         */
                        created_at: string;
                        /**
                         * Format: date-time
                         * @description When the school usually has confirmed by.
                         */
                        estimated_confirmation_at: string;
                        /** @description When the platform's confirmation arrived. */
                        completed_at: string | null;
                        /** @description When the platform's refusal arrived. */
                        failed_at: string | null;
                        /** @description The bank's own id of the customer; null where no account gave. */
                        bank_user_id: string | null;
                        /** @description Rises with each event about the same donation. */
                        sequence: number;
                    };
                };
            };
        };
        responses: {
            /** @description The endpoint is gone: it is disabled. */
            410: {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
            /** @description Taken. Anything else is tried again by the schedule. */
            "2XX": {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
        };
    };
    webhookTest: {
        parameters: {
            query?: never;
            header: {
                /** @description The event's id, the same in every retry and replay: your idempotency key. */
                "webhook-id": string;
                /** @description Seconds since 1970, of this attempt. */
                "webhook-timestamp": string;
                /** @description `v1,` and the base64 HMAC-SHA256 of `id.timestamp.body`; two of them while a secret rotates. */
                "webhook-signature": string;
            };
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": {
                    /** @constant */
                    type: "webhook.test";
                    /** Format: date-time */
                    timestamp: string;
                    data: {
                        /** Format: uuid */
                        endpoint_id: string;
                    };
                };
            };
        };
        responses: {
            /** @description The endpoint is gone: it is disabled. */
            410: {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
            /** @description Taken. Anything else is tried again by the schedule. */
            "2XX": {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
        };
    };
}
