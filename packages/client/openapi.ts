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
         * Link a cardholder
         * @description Creates one account per `bank_user_id`. If the account is already active, the request is refused. If it was unlinked or is `pending_oauth`, it's replaced with the values of this request and keeps its `service_user_id`. With `redirect_uri`, the account becomes active when the cardholder has approved and your server has redeemed the authorization code. Once a customer has disconnected an account of yours in the portal, linking their address without `redirect_uri` returns `CONSENT_REQUIRED`, under any `bank_user_id`, until they have consented again. Configure your OpenID Connect library with `/.well-known/openid-configuration`; your client ID is your `bank_id`, your client secret any of your API keys.
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
         * List linked accounts, newest first
         * @description List linked accounts, newest first.
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
         * Retrieve an account
         * @description Retrieve an account.
         */
        get: operations["getAccount"];
        put?: never;
        post?: never;
        /**
         * Unlink an account
         * @description Keeps the account and its donations. An unlinked account can't make donations, and its embed tokens stop working. With `fraud_review`, its pending donations are held until you or the operator release them. Unlinking it again returns the same response. Linking the same `bank_user_id` again reactivates it.
         */
        delete: operations["unlinkAccount"];
        options?: never;
        head?: never;
        /**
         * Change an active account
         * @description Omitted fields don't change, and `null` clears one. With `email`, all rules of a link apply: earlier donations stay with the earlier person, whoever owns the new address decides whether to accept the link, open embed tokens stop working, and you receive `account.unlinked`, then `account.linked`. So send it only to change the address, which the earlier person is told; it clears an old `tax_receipt_email`.
         */
        patch: operations["changeAccount"];
        trace?: never;
    };
    "/v1/certifications": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * List your certification runs, newest first
         * @description List your certification runs, newest first.
         */
        get: operations["listCertifications"];
        put?: never;
        /**
         * Have your integration certified
         * @description Only in the sandbox. Your client uses `api_base_url` while the run lasts, which takes up to 10 minutes. One run at a time, and 20 a day. The guide to certification describes the probe and each step.
         */
        post: operations["startCertification"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/certifications/{certification_id}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Retrieve a certification run
         * @description Retrieve a certification run.
         */
        get: operations["getCertification"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/comparisons": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Compare your own list of gifts with ours
         * @description Send your gifts of a day, or of up to 92 days, as `text/csv`: at most 250,000 lines and 16 MiB, with the header `bank_transaction_ref,dollar_amount,status,date`, and `points_redeemed` if you have them. Other columns are ignored. Your list is compared with the donations that we accepted on these days in UTC, and isn't kept; what differs is, for 30 days. If a line can't be read, nothing is compared, and the response names up to 100 such lines. At most 20 comparisons a day, one at a time.
         */
        post: operations["createComparison"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/comparisons/{comparison_id}/differences": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * List where your list and ours differ
         * @description Each gift that isn't the same in both lists, with the reason and the way out. A gift that differs in several ways has the first reason that explains it: its amount, its status, its points. `meta.summary` is the comparison.
         */
        get: operations["listComparisonDifferences"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/corrections": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * List corrections, newest first
         * @description List corrections, newest first.
         */
        get: operations["listCorrections"];
        put?: never;
        post?: never;
        delete?: never;
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
         * List donations, newest first
         * @description List donations, newest first.
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
         * Request a donation
         * @description Submits a donation, which is accepted immediately and completed later. 202 means permanently accepted, not completed: wait for `donation.completed`, or retrieve the donation. If you aren't sure that a request arrived, send it again: 409 `DONATION_DUPLICATE` then contains the ID of the donation the first request created, and `same_request` shows whether the two requests are equivalent. A field that is null or has its default counts as omitted. The operator may limit each donation, what an API key gives in a day (UTC), and how much your donations exceed what you have paid: above that, the response is 422 with the type `limit_exceeded` for `dollar_amount`, and says what's left.
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
         * Retrieve a donation
         * @description Retrieve a donation.
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
    "/v1/donations/{donation_id}/corrections": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * List a donation's corrections, newest first
         * @description List a donation's corrections, newest first.
         */
        get: operations["listDonationCorrections"];
        put?: never;
        /**
         * Cancel, reverse, or redirect a donation
         * @description Accepted immediately and carried out later, unless the donation can be canceled at once. The donation is never changed: `net_usd` is what is left of it. The points are due only once the event says so. The same `correction_ref` again returns the first correction with 200, or 422 if it asks for something else. Above a daily sum, a second person has to approve it. In production, one of your admins has to allow corrections by API first.
         */
        post: operations["requestCorrection"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/donations/{donation_id}/corrections/{correction_id}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Retrieve a correction
         * @description Retrieve a correction.
         */
        get: operations["getCorrection"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/donations/{donation_id}/corrections/{correction_id}/points-returned": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Say that you have given the points back
         * @description Completes the points leg. The same again changes nothing.
         */
        post: operations["recordPointsReturned"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/donations/{donation_id}/hold": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Hold a donation
         * @description Stops a pending donation: no further attempt begins at the school's platform until it's released. An attempt already in progress settles as the platform decides. Returns the donation as it is now: `held` is false if it was settled before.
         */
        post: operations["holdDonation"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/donations/{donation_id}/release": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Release a held donation
         * @description Ends a hold that you began, or that unlinking an account with `fraud_review` did. Returns the donation as it is now: `held` is still true if the operator holds it.
         */
        post: operations["releaseDonation"];
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
         * Create an embed token
         * @description Creates a short-lived token for one donation by one account. Create it on your server when the customer opens the flow; never put the API key in an app.
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
         * Retrieve a replay's progress
         * @description The latest 100 completed replays are kept.
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
         * Replay the events of a time range
         * @description Replays each event in the range, oldest first. An asynchronous job requeues them in batches, and pauses while many of your deliveries are due. A replay can include at most 10000 events, and at most 2 replays run at a time. Later events aren't included, and neither are samples that you requested with a test: replay those one by one.
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
         * Retrieve an event with its deliveries and attempts
         * @description Retrieve an event with its deliveries and attempts.
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
         * Replay an event
         * @description Sends the event again to every enabled endpoint, including endpoints added since and endpoints that already received it, with the same `webhook-id` and the same body. A test event is sent only to its original endpoint. Endpoints that don't subscribe to the event's type don't get it.
         */
        post: operations["replayEvent"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/journal": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Export a journal for your bank's general ledger
         * @description Send `Accept: text/csv`, or `format=csv`, for the entries: two lines per transfer, a debit and a credit, which always balance. As JSON, the accounts that they are written with.
         */
        get: operations["getJournal"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        /**
         * Set the accounts of your bank's journal
         * @description Set the accounts of your bank's journal.
         */
        patch: operations["setJournalAccounts"];
        trace?: never;
    };
    "/v1/payments": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Tell a foundation what you have sent
         * @description A claim: it posts nothing, and meets what the foundation records as received under the same wire reference.
         */
        post: operations["recordSentPayment"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/refused-requests": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * List your refused requests, newest first
         * @description Which of your requests were refused in the last 7 days, and why, without what they contained. The latest 1,000 are kept, and up to 60 a minute are recorded. Requests with an invalid key, over a rate limit, or during an outage aren't among them.
         */
        get: operations["listRefusedRequests"];
        put?: never;
        post?: never;
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
         * Retrieve the donations and totals of a day, a range, or a month
         * @description Use this report to reconcile your ledger. With `basis=accepted`, the default, a donation belongs to the day it was accepted: the report shows what became of everything submitted. With `basis=settled`, it belongs to the day it was completed, failed, or canceled: the report shows what moved on that day, and nothing pending. Either way, each donation belongs to exactly one day, so days add up. `through` makes it a range or a month. `meta.summary` has the totals for all days, also by school and fund. `Accept: text/csv` or `format=csv` returns all days as one file, regardless of `limit` and `cursor`: RFC 4180 in UTF-8, with a header line and event IDs separated by spaces. A value that a spreadsheet might run as a formula, or that begins with an apostrophe, is prefixed with an apostrophe: remove one. If the connection breaks, the file is incomplete.
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
    "/v1/sandbox/donations/{donation_id}/advance": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Do a donation’s next retries now
         * @description Only in the sandbox: elsewhere, the response is 404. What waits for its next attempt, the donation's push to the school's platform, its corrections, and its webhooks, is attempted now, and counts as usual. Repeat the request to walk through all of the schedule: each one is worth the wait before the next attempt. A recurring donation's next date is today. What is under way, held, or done isn't changed, and counts 0.
         */
        post: operations["advanceSandboxDonation"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/sandbox/statements/close": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Close your open statement now
         * @description Only in the sandbox: elsewhere, the response is 404. The statement has what was posted until now, and `statement.closed` announces it; the next one begins. At most 20 a day, in UTC.
         */
        post: operations["closeSandboxStatement"];
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
         * Retrieve a school with its funds
         * @description Retrieve a school with its funds.
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
    "/v1/statements": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * List your bank's statements, newest first
         * @description List your bank's statements, newest first.
         */
        get: operations["listStatements"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/statements/{statement_id}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Retrieve a statement
         * @description Send `Accept: text/csv` or `application/pdf`, or `format`, for the files. All three were written when the statement was closed, and their bytes never change; only `status` does. The PDF has the first 1,000 lines.
         */
        get: operations["getBankStatement"];
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
         * Add a webhook endpoint
         * @description The secret is in this response and is never shown again. A bank can have at most 16 endpoints, and can add at most 100 within 24 hours. With an `Idempotency-Key`, a request can be repeated safely.
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
         * Retrieve a webhook endpoint
         * @description Retrieve a webhook endpoint.
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
         * Update, enable, or disable a webhook endpoint
         * @description Omitted fields don't change. Nothing is sent to a disabled endpoint: its deliveries, pending ones too, become `skipped`. Enable it and replay what it missed.
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
         * List deliveries to an endpoint, newest first
         * @description List deliveries to an endpoint, newest first.
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
         * Rotate a webhook endpoint's secret
         * @description Deliveries are also signed with the previous secret for 24 hours. At most two secrets are valid: rotating again within that time invalidates the older one.
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
         * Send a test event to this endpoint
         * @description Sends `webhook.test`, or a sample of another type with the data of its example and `test: true`. Only this endpoint receives it, whatever types it subscribes to. Nothing has happened: don't book a sample.
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
    "donation.authorization_requested": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * A customer wants to give: approve or decline within 3 seconds (to your authorization address only)
         * @description Signed according to Standard Webhooks. Verify the signature over the raw body first.
         */
        post: operations["donationAuthorizationRequested"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "donation.authorization_expired": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * An authorization wasn't used: release any points held for it
         * @description Signed according to Standard Webhooks. Verify the signature over the raw body first.
         */
        post: operations["donationAuthorizationExpired"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
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
         * The school's platform credited the donation
         * @description Signed according to Standard Webhooks. Verify the signature over the raw body first.
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
         * The school's platform permanently refused the donation: restore the points
         * @description Signed according to Standard Webhooks. Verify the signature over the raw body first.
         */
        post: operations["donationFailed"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "donation.canceled": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * The donation was canceled before the school had it: restore the points
         * @description Signed according to Standard Webhooks. Verify the signature over the raw body first.
         */
        post: operations["donationCanceled"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "donation.reversed": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * The donation was reversed, or a part of it: restore its points
         * @description Signed according to Standard Webhooks. Verify the signature over the raw body first.
         */
        post: operations["donationReversed"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "donation.reversal_refused": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * The school refused to take the donation back: nothing has changed
         * @description Signed according to Standard Webhooks. Verify the signature over the raw body first.
         */
        post: operations["donationReversalRefused"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "donation.updated": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * The school corrected its confirmation number
         * @description Signed according to Standard Webhooks. Verify the signature over the raw body first.
         */
        post: operations["donationUpdated"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "donation.held": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * A donation was held: it isn't sent to the school until it's released or canceled
         * @description Signed according to Standard Webhooks. Verify the signature over the raw body first.
         */
        post: operations["donationHeld"];
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
         * @description Signed according to Standard Webhooks. Verify the signature over the raw body first.
         */
        post: operations["donationRecurrenceDue"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "correction.updated": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * A correction was requested, or has changed
         * @description Signed according to Standard Webhooks. Verify the signature over the raw body first.
         */
        post: operations["correctionUpdated"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "account.linked": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * The customer approved the link and your server redeemed the authorization code, or you changed the email address
         * @description Signed according to Standard Webhooks. Verify the signature over the raw body first.
         */
        post: operations["accountLinked"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "account.unlinked": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * You or the customer ended the link
         * @description Signed according to Standard Webhooks. Verify the signature over the raw body first.
         */
        post: operations["accountUnlinked"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "payment.posted": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * A foundation has received a payment
         * @description Signed according to Standard Webhooks. Verify the signature over the raw body first.
         */
        post: operations["paymentPosted"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "payment.returned": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * A payment came back
         * @description Signed according to Standard Webhooks. Verify the signature over the raw body first.
         */
        post: operations["paymentReturned"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "refund.posted": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * A foundation has paid a credit back
         * @description Signed according to Standard Webhooks. Verify the signature over the raw body first.
         */
        post: operations["refundPosted"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "write_off.posted": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * A foundation has written off what was due
         * @description Signed according to Standard Webhooks. Verify the signature over the raw body first.
         */
        post: operations["writeOffPosted"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "statement.closed": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * A statement was closed
         * @description Signed according to Standard Webhooks. Verify the signature over the raw body first.
         */
        post: operations["statementClosed"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "statement.paid": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Payments cover a statement's own lines in full
         * @description Signed according to Standard Webhooks. Verify the signature over the raw body first.
         */
        post: operations["statementPaid"];
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
         * A test event that you requested; it has no donation
         * @description Signed according to Standard Webhooks. Verify the signature over the raw body first.
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
             * @description The account's ID.
             */
            service_user_id: string;
            /** @description Your own ID for the customer, 1 to 128 characters. */
            bank_user_id: string;
            /** @description The value you sent. */
            email: string;
            /** @description The value you sent. */
            display_name: string;
            /**
             * @description Only `active` accounts can make donations.
             * @enum {string}
             */
            status: "active" | "pending_oauth" | "unlinked";
            /**
             * Format: date-time
             * @description When the account was last linked.
             */
            linked_at: string;
            /**
             * Format: date-time
             * @description When the customer was linked, last gave, or last opened the embedded flow through your bank, whichever is latest.
             */
            last_active_at: string;
            /** @description The loyalty program whose points the customer gives. */
            loyalty_program_id: string;
            /** @description The school you sent. It's suggested first. */
            preferred_school_id: string | null;
            /** @description The fund you sent. It's suggested first. */
            preferred_fund: string | null;
            /** @description The value you sent. */
            phone: string | null;
            /** @description The value you sent. */
            tax_receipt_email: string | null;
            /** @description The value you sent. */
            metadata: {
                [key: string]: string;
            } | null;
            /** @description The latest balance you sent, with the account or an embed token. An extension. */
            points_balance: {
                /** @description The number of points. */
                points: number;
                /**
                 * Format: date-time
                 * @description When the account had them.
                 */
                as_of: string;
            } | null;
            /** @description The number of completed donations. */
            donation_count: number;
            /** @description The sum of completed donations, in US dollars. */
            lifetime_donated_usd: number;
        };
        AccountChanges: {
            /** @description The customer's name on one line, 1 to 255 characters, one of them visible. Once customers manage their own profile, it applies only to this account. */
            display_name?: string;
            /**
             * Format: email
             * @description The customer's new email address. If it's present, even unchanged, the account is unlinked and linked again, under the same `service_user_id`: see the description.
             */
            email?: string;
            /** @description The customer's phone number, in any format. */
            phone?: string | null;
            /** @description The points in the account, which the customer sees next to what a gift takes. An extension. */
            points_balance?: {
                /** @description The number of points. */
                points: number;
                /**
                 * Format: date-time
                 * @description When the account had them. Not in the future, beyond 5 minutes of clock skew.
                 */
                as_of: string;
            } | null;
            /** @description The school to suggest first. */
            preferred_school_id?: string | null;
            /** @description The fund to suggest first. */
            preferred_fund?: string | null;
            /** @description Where tax receipts for this account's donations are sent, until the customer has verified `email` in the portal. */
            tax_receipt_email?: string | null;
        };
        AccountLinkedData: {
            /**
             * Format: uuid
             * @description The account's ID.
             */
            service_user_id: string;
            /** @description Your own ID for the customer, 1 to 128 characters. */
            bank_user_id: string;
            /** @description The value you sent. */
            email: string;
            /** @description The value you sent. */
            display_name: string;
            /**
             * @description Only `active` accounts can make donations.
             * @enum {string}
             */
            status: "active" | "pending_oauth" | "unlinked";
            /**
             * Format: date-time
             * @description When the account was last linked.
             */
            linked_at: string;
            /**
             * Format: date-time
             * @description When the customer was linked, last gave, or last opened the embedded flow through your bank, whichever is latest.
             */
            last_active_at: string;
            /** @description The loyalty program whose points the customer gives. */
            loyalty_program_id: string;
            /** @description The school you sent. It's suggested first. */
            preferred_school_id: string | null;
            /** @description The fund you sent. It's suggested first. */
            preferred_fund: string | null;
            /** @description The value you sent. */
            phone: string | null;
            /** @description The value you sent. */
            tax_receipt_email: string | null;
            /** @description The value you sent. */
            metadata: {
                [key: string]: string;
            } | null;
            /** @description The latest balance you sent, with the account or an embed token. An extension. */
            points_balance: {
                /** @description The number of points. */
                points: number;
                /**
                 * Format: date-time
                 * @description When the account had them.
                 */
                as_of: string;
            } | null;
            /** @description The number of completed donations. */
            donation_count: number;
            /** @description The sum of completed donations, in US dollars. */
            lifetime_donated_usd: number;
            /**
             * @description Only in a sample that you requested with a test: nothing has happened.
             * @constant
             */
            test?: true;
        };
        AccountUnlinkedData: {
            /**
             * Format: uuid
             * @description The account's ID.
             */
            service_user_id: string;
            /** @description Your own ID for the customer, 1 to 128 characters. */
            bank_user_id: string;
            /** @description The value you sent. */
            email: string;
            /** @description The value you sent. */
            display_name: string;
            /**
             * @description Only `active` accounts can make donations.
             * @enum {string}
             */
            status: "active" | "pending_oauth" | "unlinked";
            /**
             * Format: date-time
             * @description When the account was last linked.
             */
            linked_at: string;
            /**
             * Format: date-time
             * @description When the customer was linked, last gave, or last opened the embedded flow through your bank, whichever is latest.
             */
            last_active_at: string;
            /** @description The loyalty program whose points the customer gives. */
            loyalty_program_id: string;
            /** @description The school you sent. It's suggested first. */
            preferred_school_id: string | null;
            /** @description The fund you sent. It's suggested first. */
            preferred_fund: string | null;
            /** @description The value you sent. */
            phone: string | null;
            /** @description The value you sent. */
            tax_receipt_email: string | null;
            /** @description The value you sent. */
            metadata: {
                [key: string]: string;
            } | null;
            /** @description The latest balance you sent, with the account or an embed token. An extension. */
            points_balance: {
                /** @description The number of points. */
                points: number;
                /**
                 * Format: date-time
                 * @description When the account had them.
                 */
                as_of: string;
            } | null;
            /** @description The number of completed donations. */
            donation_count: number;
            /** @description The sum of completed donations, in US dollars. */
            lifetime_donated_usd: number;
            /**
             * Format: date-time
             * @description When the account was unlinked.
             */
            unlinked_at: string;
            /** @description Your reason, or `cardholder_request` if the cardholder disconnected it. */
            reason: ("cardholder_request" | "bank_policy" | "fraud_review" | "account_closure") | null;
            /**
             * @description `bank` if you unlinked it, `cardholder` if the customer did in the portal.
             * @enum {string}
             */
            requested_by: "bank" | "cardholder";
            /**
             * @description Only in a sample that you requested with a test: nothing has happened.
             * @constant
             */
            test?: true;
        };
        AdvancedDonation: {
            /**
             * Format: uuid
             * @description The donation's ID.
             */
            donation_id: string;
            /** @description 1 if the push to the school's platform was waiting. */
            pushes: number;
            /** @description How many corrections of it were waiting. */
            corrections: number;
            /** @description How many webhooks about it were waiting. */
            deliveries: number;
            /** @description 1 if it recurs: `donation.recurrence_due` announces its next date now. */
            recurrences: number;
        };
        Certification: {
            /**
             * Format: uuid
             * @description The run's ID.
             */
            certification_id: string;
            /**
             * @description `passed` if no step failed and all were tried, or all that you asked for.
             * @enum {string}
             */
            status: "running" | "passed" | "failed";
            /** @description Decides the order of the steps and the amounts. Send it to repeat a run. */
            seed: number;
            /** @description The base URL for your client while the run lasts. */
            api_base_url: string;
            /** @description Where your test integration is asked. */
            probe_url: string;
            /**
             * Format: uuid
             * @description The endpoint that gets the run’s deliveries.
             */
            webhook_endpoint_id: string;
            /** @description The pages and scripts that are searched for secrets. */
            app_urls: string[];
            /** @description The steps so far, in the order in which they were tried. */
            steps: {
                /**
                 * @description What was tried.
                 * @enum {string}
                 */
                step: "plain" | "accepted_is_not_completed" | "late_failure" | "lost_answer" | "conflict" | "slow_answer" | "unavailable" | "duplicates" | "order" | "per_correction" | "raw_body" | "forged" | "clock" | "unknown_type" | "cents" | "refusal" | "cancel" | "new_secret" | "new_key" | "replay" | "statement" | "no_secrets_in_apps";
                /**
                 * @description How it ended. Skipped if there was nothing to try, or no time left.
                 * @enum {string}
                 */
                status: "passed" | "failed" | "skipped";
                /** @description What your side has to do. */
                expected: string;
                /** @description What was seen of it. */
                seen: string;
                /** @description Where the guide explains it. */
                guide: string;
            }[];
            /** @description The signed report, a compact JWS, for whoever releases your live keys. Null while it runs. */
            report: string | null;
            /**
             * Format: date-time
             * @description When it was started.
             */
            created_at: string;
            /** @description When it ended. Null while it runs. */
            ended_at: string | null;
        };
        CertificationRequest: {
            /** @description Where your test integration answers the probe. */
            probe_url: string;
            /**
             * Format: uuid
             * @description One of your enabled endpoints. Until the run ends, it gets the run’s deliveries only.
             */
            webhook_endpoint_id: string;
            /**
             * @description Pages and scripts that your customers’ devices load, to be searched for secrets.
             * @default []
             */
            app_urls?: string[];
            /** @description Repeats an earlier run. */
            seed?: number | null;
            /** @description Tries only these. Such a report certifies nothing. */
            steps?: ("plain" | "accepted_is_not_completed" | "late_failure" | "lost_answer" | "conflict" | "slow_answer" | "unavailable" | "duplicates" | "order" | "per_correction" | "raw_body" | "forged" | "clock" | "unknown_type" | "cents" | "refusal" | "cancel" | "new_secret" | "new_key" | "replay" | "statement" | "no_secrets_in_apps")[] | null;
        };
        ClosedStatements: {
            /** @description The statements that were closed: that of an earlier period, too, if it was open. */
            statement_ids: string[];
        };
        Comparison: {
            /**
             * Format: uuid
             * @description The comparison's ID.
             */
            comparison_id: string;
            /**
             * Format: date
             * @description The first day, in UTC.
             */
            date: string;
            /**
             * Format: date
             * @description The last day, in UTC.
             */
            through: string;
            /** @description How many gifts are in both lists, and the same. */
            in_both: number;
            /** @description How many are in both lists, but differ. */
            different: number;
            /** @description How many of our gifts of these days your list doesn't have. */
            only_ours: number;
            /** @description How many of your lines we have no gift for on these days. */
            only_yours: number;
            /**
             * Format: date-time
             * @description When the lists were compared.
             */
            created_at: string;
        };
        ComparisonDifference: {
            /**
             * @description `different`: in both lists. Otherwise, whose list has it.
             * @enum {string}
             */
            kind: "different" | "only_ours" | "only_yours";
            /**
             * @description Why, as far as we can tell.
             * @enum {string}
             */
            reason: "reference_reused" | "refused_by_you" | "never_received" | "other_time_zone" | "other_day" | "amount_in_cents" | "amount_differs" | "status_differs" | "points_differ" | "webhook_not_delivered" | "not_told" | "not_in_your_list";
            /** @description What to do about it, for people. */
            way_out: string;
            /** @description Your reference. */
            bank_transaction_ref: string;
            /** @description The line in your file, if it has the gift. */
            line: number | null;
            /** @description The donation's ID, if we have the gift. */
            donation_id: string | null;
            /** @description The gift as we have it. */
            ours: {
                /** @description The amount in US dollars. */
                dollar_amount: number;
                /**
                 * @description The status, when the lists were compared.
                 * @enum {string}
                 */
                status: "pending" | "completed" | "failed" | "canceled";
                /** @description The points. */
                points_redeemed: number | null;
                /**
                 * Format: date-time
                 * @description When we accepted it.
                 */
                created_at: string;
            } | null;
            /** @description The gift as your list has it. */
            yours: {
                /** @description The amount in US dollars. */
                dollar_amount: number;
                /**
                 * @description The status, when the lists were compared.
                 * @enum {string}
                 */
                status: "pending" | "completed" | "failed" | "canceled";
                /** @description The points. */
                points_redeemed: number | null;
                /**
                 * Format: date
                 * @description The day.
                 */
                date: string;
            } | null;
        };
        Correction: {
            /**
             * Format: uuid
             * @description The correction's ID. That of a dry run belongs to no correction.
             */
            correction_id: string;
            /**
             * Format: uuid
             * @description The donation that it corrects.
             */
            donation_id: string;
            /**
             * @description What was asked for.
             * @enum {string}
             */
            kind: "cancel" | "reverse" | "redirect";
            /** @description Your own reference, or one that begins with `service:` if another party asked. */
            correction_ref: string;
            /**
             * @description `succeeded`: the credit was voided or never made, and the books say so. `refused`: nothing changed, and its amount is free for another one.
             * @enum {string}
             */
            status: "pending" | "succeeded" | "refused";
            /** @description The reason that was sent. */
            reason: string;
            /** @description The part of the donation that it takes back. */
            dollar_amount: number;
            /** @description Why it was refused. Null unless refused. */
            refusal_reason: string | null;
            /** @description Whether a second person has to approve it first. */
            awaits_approval: boolean;
            /** @description Whether the foundation must agree: to what is in a closed batch, paid for, or at a former platform. */
            awaits_foundation: boolean;
            /** @description Where each part of it is. After a refusal, all but the first are `not_needed`. */
            legs: {
                /** @description The school's credit. It decides: the others follow. */
                platform_credit: {
                    /**
                     * @description `told`: your endpoint has accepted the event.
                     * @enum {string}
                     */
                    state: "not_needed" | "pending" | "told" | "done" | "refused";
                    /** @description Since when. Null if it isn't needed. */
                    at: string | null;
                    /** @description Who brought it there. Null if nobody has yet. */
                    by: ("bank" | "foundation" | "platform" | "operator" | "donor" | "service") | null;
                };
                /** @description What your bank owes the foundation. */
                books: {
                    /**
                     * @description `told`: your endpoint has accepted the event.
                     * @enum {string}
                     */
                    state: "not_needed" | "pending" | "told" | "done" | "refused";
                    /** @description Since when. Null if it isn't needed. */
                    at: string | null;
                    /** @description Who brought it there. Null if nobody has yet. */
                    by: ("bank" | "foundation" | "platform" | "operator" | "donor" | "service") | null;
                };
                /** @description The donor's receipt. */
                receipt: {
                    /**
                     * @description `told`: your endpoint has accepted the event.
                     * @enum {string}
                     */
                    state: "not_needed" | "pending" | "told" | "done" | "refused";
                    /** @description Since when. Null if it isn't needed. */
                    at: string | null;
                    /** @description Who brought it there. Null if nobody has yet. */
                    by: ("bank" | "foundation" | "platform" | "operator" | "donor" | "service") | null;
                };
                /** @description The foundation's file, for a school that imports files. */
                file: {
                    /**
                     * @description `told`: your endpoint has accepted the event.
                     * @enum {string}
                     */
                    state: "not_needed" | "pending" | "told" | "done" | "refused";
                    /** @description Since when. Null if it isn't needed. */
                    at: string | null;
                    /** @description Who brought it there. Null if nobody has yet. */
                    by: ("bank" | "foundation" | "platform" | "operator" | "donor" | "service") | null;
                };
                /** @description The customer's points: your own part. */
                points: {
                    /**
                     * @description `told`: your endpoint has accepted the event.
                     * @enum {string}
                     */
                    state: "not_needed" | "pending" | "told" | "done" | "refused";
                    /** @description Since when. Null if it isn't needed. */
                    at: string | null;
                    /** @description Who brought it there. Null if nobody has yet. */
                    by: ("bank" | "foundation" | "platform" | "operator" | "donor" | "service") | null;
                };
            };
            /** @description The points to give back for it: an estimate until it has succeeded. Add up `points_to_return` of events, not this. */
            points_due: number;
            /** @description The points that you say you have given back. Null until you say so. */
            points_returned: number | null;
            /** @description Your reference for that. Null until you say so. */
            points_reference: string | null;
            /** @description Of a redirect: the school that it goes to. Null otherwise. */
            school_id: string | null;
            /** @description Of a redirect: the fund. Null otherwise. */
            fund_designation: string | null;
            /** @description Of a redirect: the donation that it makes. Null otherwise. */
            new_donation_id: string | null;
            /**
             * Format: date-time
             * @description When it was requested.
             */
            created_at: string;
            /** @description When it succeeded or was refused. Null until then. */
            decided_at: string | null;
        };
        CorrectionRequest: {
            /**
             * @description `cancel` ends a pending donation. `reverse` takes back a completed one, or a part. `redirect` reverses it and makes a new donation of the same amount.
             * @enum {string}
             */
            kind: "cancel" | "reverse" | "redirect";
            /** @description Your own reference, which is also the idempotency key: the same request again returns the first correction. */
            correction_ref: string;
            /** @description Why, for you, the school, and the operator. */
            reason: string;
            /** @description The part to reverse or redirect. Omit it for all that is left. */
            dollar_amount?: number | null;
            /** @description Only for `redirect`: the school that it goes to. Omit it for the same one. */
            school_id?: string | null;
            /** @description For `redirect`, the fund's ID or name, as in a donation. */
            fund_designation?: string | null;
        };
        CorrectionUpdatedData: {
            /**
             * Format: uuid
             * @description The correction's ID. That of a dry run belongs to no correction.
             */
            correction_id: string;
            /**
             * Format: uuid
             * @description The donation that it corrects.
             */
            donation_id: string;
            /**
             * @description What was asked for.
             * @enum {string}
             */
            kind: "cancel" | "reverse" | "redirect";
            /** @description Your own reference, or one that begins with `service:` if another party asked. */
            correction_ref: string;
            /**
             * @description `succeeded`: the credit was voided or never made, and the books say so. `refused`: nothing changed, and its amount is free for another one.
             * @enum {string}
             */
            status: "pending" | "succeeded" | "refused";
            /** @description The reason that was sent. */
            reason: string;
            /** @description The part of the donation that it takes back. */
            dollar_amount: number;
            /** @description Why it was refused. Null unless refused. */
            refusal_reason: string | null;
            /** @description Whether a second person has to approve it first. */
            awaits_approval: boolean;
            /** @description Whether the foundation must agree: to what is in a closed batch, paid for, or at a former platform. */
            awaits_foundation: boolean;
            /** @description Where each part of it is. After a refusal, all but the first are `not_needed`. */
            legs: {
                /** @description The school's credit. It decides: the others follow. */
                platform_credit: {
                    /**
                     * @description `told`: your endpoint has accepted the event.
                     * @enum {string}
                     */
                    state: "not_needed" | "pending" | "told" | "done" | "refused";
                    /** @description Since when. Null if it isn't needed. */
                    at: string | null;
                    /** @description Who brought it there. Null if nobody has yet. */
                    by: ("bank" | "foundation" | "platform" | "operator" | "donor" | "service") | null;
                };
                /** @description What your bank owes the foundation. */
                books: {
                    /**
                     * @description `told`: your endpoint has accepted the event.
                     * @enum {string}
                     */
                    state: "not_needed" | "pending" | "told" | "done" | "refused";
                    /** @description Since when. Null if it isn't needed. */
                    at: string | null;
                    /** @description Who brought it there. Null if nobody has yet. */
                    by: ("bank" | "foundation" | "platform" | "operator" | "donor" | "service") | null;
                };
                /** @description The donor's receipt. */
                receipt: {
                    /**
                     * @description `told`: your endpoint has accepted the event.
                     * @enum {string}
                     */
                    state: "not_needed" | "pending" | "told" | "done" | "refused";
                    /** @description Since when. Null if it isn't needed. */
                    at: string | null;
                    /** @description Who brought it there. Null if nobody has yet. */
                    by: ("bank" | "foundation" | "platform" | "operator" | "donor" | "service") | null;
                };
                /** @description The foundation's file, for a school that imports files. */
                file: {
                    /**
                     * @description `told`: your endpoint has accepted the event.
                     * @enum {string}
                     */
                    state: "not_needed" | "pending" | "told" | "done" | "refused";
                    /** @description Since when. Null if it isn't needed. */
                    at: string | null;
                    /** @description Who brought it there. Null if nobody has yet. */
                    by: ("bank" | "foundation" | "platform" | "operator" | "donor" | "service") | null;
                };
                /** @description The customer's points: your own part. */
                points: {
                    /**
                     * @description `told`: your endpoint has accepted the event.
                     * @enum {string}
                     */
                    state: "not_needed" | "pending" | "told" | "done" | "refused";
                    /** @description Since when. Null if it isn't needed. */
                    at: string | null;
                    /** @description Who brought it there. Null if nobody has yet. */
                    by: ("bank" | "foundation" | "platform" | "operator" | "donor" | "service") | null;
                };
            };
            /** @description The points to give back for it: an estimate until it has succeeded. Add up `points_to_return` of events, not this. */
            points_due: number;
            /** @description The points that you say you have given back. Null until you say so. */
            points_returned: number | null;
            /** @description Your reference for that. Null until you say so. */
            points_reference: string | null;
            /** @description Of a redirect: the school that it goes to. Null otherwise. */
            school_id: string | null;
            /** @description Of a redirect: the fund. Null otherwise. */
            fund_designation: string | null;
            /** @description Of a redirect: the donation that it makes. Null otherwise. */
            new_donation_id: string | null;
            /**
             * Format: date-time
             * @description When it was requested.
             */
            created_at: string;
            /** @description When it succeeded or was refused. Null until then. */
            decided_at: string | null;
            /**
             * @description Only in a sample that you requested with a test: nothing has happened.
             * @constant
             */
            test?: true;
        };
        Donation: {
            /**
             * Format: uuid
             * @description The donation's ID.
             */
            donation_id: string;
            /**
             * @description The donation's status. `completed`, `failed`, and `canceled` are final.
             * @enum {string}
             */
            status: "pending" | "completed" | "failed" | "canceled";
            /**
             * Format: uuid
             * @description The linked account that gave. Omitted if there is none.
             */
            service_user_id?: string;
            /** @description The school's ID, such as `ohio-state`. */
            school_id: string;
            /** @description The value that was sent. */
            fund_designation: string;
            /** @description The fund that the designation matches. Null if it matches none of the school's funds. */
            fund_id: string | null;
            /** @description The amount in US dollars. */
            dollar_amount: number;
            /** @description The number of points that the donation takes. */
            points_redeemed: number;
            /** @description The conversion rate in points per US dollar. Null if unknown. */
            points_per_dollar: number | null;
            /** @description Your own reference. Begins with `portal:` or `embed:` if the customer gave in the portal or the embedded flow. */
            bank_transaction_ref: string;
            /**
             * @description Where the donation was made.
             * @enum {string}
             */
            channel: "bank" | "portal" | "embed";
            /** @description The loyalty program whose points were redeemed. */
            loyalty_program_id: string | null;
            /** @description A message from the cardholder to the school, at most 500 characters. */
            cardholder_message: string | null;
            /** @description The value that was sent. */
            metadata: {
                [key: string]: string;
            } | null;
            /** @description Whether the donation recurs. */
            recurring: boolean;
            /** @description How often the donation recurs. Null if it doesn't. */
            recurrence_cadence: ("monthly" | "quarterly") | null;
            /** @description The ID of the credit on the school's platform. Null until completed. */
            school_confirmation_id: string | null;
            /** @description The credit's status on the school's platform. Null until completed. */
            platform_status: string | null;
            /** @description Why the platform refused the donation. Null unless failed. */
            failure_reason: string | null;
            /** @description Whether a pending donation is waiting for review by you or the operator: nothing is sent to the school until it's released. Unlinking an account with `fraud_review` holds its pending donations. */
            held: boolean;
            /**
             * Format: date-time
             * @description When the donation was accepted.
             */
            created_at: string;
            /**
             * Format: date-time
             * @description When the school is expected to confirm: for one without an API, the end of the day by which its team usually does. An estimate, not a deadline.
             */
            estimated_confirmation_at: string;
            /** @description When the platform confirmed the donation. Null until then. */
            completed_at: string | null;
            /** @description When the platform refused the donation. Null unless failed. */
            failed_at: string | null;
            /** @description When it was canceled. Null unless canceled. An extension. */
            canceled_at: string | null;
            /** @description What was reversed of the amount. An extension. */
            reversed_usd: number;
            /** @description What counts of the amount: less what was reversed, and nothing once it failed or was canceled. An extension. */
            net_usd: number;
            /** @description The donation that was redirected to this one. Until that one's reversal succeeds, this one waits. Null for others. An extension. */
            redirected_from: string | null;
            /** @description The points that it took over from that donation. Null for others. An extension. */
            points_carried: number | null;
            /** @description The bank's authorization that the donation used. Null if the bank wasn't asked. An extension. */
            authorization: {
                /**
                 * Format: uuid
                 * @description The authorization's ID.
                 */
                authorization_id: string;
                /** @description The reference in your response. Null if there was none. */
                hold_reference: string | null;
            } | null;
            /** @description Whether you should review the donation. It settles like any other. An extension. */
            flagged: boolean;
            /** @description Why it's flagged. `points_mismatch`: the points differ from the program's rate by more than 1% and by more than one point. Null if it isn't. An extension. */
            flag_reason: "points_mismatch" | null;
            /** @description The statement that it's on. Null until one is closed with it. An extension. */
            statement_id: string | null;
            /** @description The day on which the bank sent the payment that covers it: the day that the bank recorded, or else the one on which it was received. Null until payments cover it in full. An extension. */
            remitted_on: string | null;
            /** @description The day on which the foundation received that payment. Null until then. An extension. */
            cleared_on: string | null;
        };
        DonationAuthorizationExpiredData: {
            /**
             * Format: uuid
             * @description The authorization's ID, which is also the `webhook-id`. It's the same if we ask again.
             */
            authorization_id: string;
            /**
             * Format: uuid
             * @description The ID of the donation, once it exists.
             */
            donation_id: string;
            /**
             * Format: uuid
             * @description The linked account.
             */
            service_user_id: string;
            /** @description Your own ID for the customer. */
            bank_user_id: string;
            /** @description The loyalty program whose points are given. */
            loyalty_program_id: string | null;
            /** @description The school's ID, such as `ohio-state`. */
            school_id: string;
            /**
             * @description Where the customer gives.
             * @enum {string}
             */
            channel: "portal" | "embed";
            /** @description The amount in US dollars. */
            dollar_amount: number;
            /** @description The number of points to hold. */
            points: number;
            /**
             * Format: date-time
             * @description When the customer confirmed the gift.
             */
            created_at: string;
            /**
             * @description Only in a sample that you requested with a test: nothing has happened.
             * @constant
             */
            test?: true;
            /** @description The reference in your response, if any. */
            hold_reference: string | null;
        };
        DonationAuthorizationRequestedData: {
            /**
             * Format: uuid
             * @description The authorization's ID, which is also the `webhook-id`. It's the same if we ask again.
             */
            authorization_id: string;
            /**
             * Format: uuid
             * @description The ID of the donation, once it exists.
             */
            donation_id: string;
            /**
             * Format: uuid
             * @description The linked account.
             */
            service_user_id: string;
            /** @description Your own ID for the customer. */
            bank_user_id: string;
            /** @description The loyalty program whose points are given. */
            loyalty_program_id: string | null;
            /** @description The school's ID, such as `ohio-state`. */
            school_id: string;
            /**
             * @description Where the customer gives.
             * @enum {string}
             */
            channel: "portal" | "embed";
            /** @description The amount in US dollars. */
            dollar_amount: number;
            /** @description The number of points to hold. */
            points: number;
            /**
             * Format: date-time
             * @description When the customer confirmed the gift.
             */
            created_at: string;
            /**
             * @description Only in a sample that you requested with a test: nothing has happened.
             * @constant
             */
            test?: true;
        };
        DonationCanceledData: {
            /**
             * Format: uuid
             * @description The donation's ID.
             */
            donation_id: string;
            /**
             * @description The donation's status. `completed`, `failed`, and `canceled` are final.
             * @enum {string}
             */
            status: "pending" | "completed" | "failed" | "canceled";
            /**
             * Format: uuid
             * @description The linked account that gave. Omitted if there is none.
             */
            service_user_id?: string;
            /** @description The school's ID, such as `ohio-state`. */
            school_id: string;
            /** @description The value that was sent. */
            fund_designation: string;
            /** @description The fund that the designation matches. Null if it matches none of the school's funds. */
            fund_id: string | null;
            /** @description The amount in US dollars. */
            dollar_amount: number;
            /** @description The number of points that the donation takes. */
            points_redeemed: number;
            /** @description The conversion rate in points per US dollar. Null if unknown. */
            points_per_dollar: number | null;
            /** @description Your own reference. Begins with `portal:` or `embed:` if the customer gave in the portal or the embedded flow. */
            bank_transaction_ref: string;
            /**
             * @description Where the donation was made.
             * @enum {string}
             */
            channel: "bank" | "portal" | "embed";
            /** @description The loyalty program whose points were redeemed. */
            loyalty_program_id: string | null;
            /** @description A message from the cardholder to the school, at most 500 characters. */
            cardholder_message: string | null;
            /** @description The value that was sent. */
            metadata: {
                [key: string]: string;
            } | null;
            /** @description Whether the donation recurs. */
            recurring: boolean;
            /** @description How often the donation recurs. Null if it doesn't. */
            recurrence_cadence: ("monthly" | "quarterly") | null;
            /** @description The ID of the credit on the school's platform. Null until completed. */
            school_confirmation_id: string | null;
            /** @description The credit's status on the school's platform. Null until completed. */
            platform_status: string | null;
            /** @description Why the platform refused the donation. Null unless failed. */
            failure_reason: string | null;
            /** @description Whether a pending donation is waiting for review by you or the operator: nothing is sent to the school until it's released. Unlinking an account with `fraud_review` holds its pending donations. */
            held: boolean;
            /**
             * Format: date-time
             * @description When the donation was accepted.
             */
            created_at: string;
            /**
             * Format: date-time
             * @description When the school is expected to confirm: for one without an API, the end of the day by which its team usually does. An estimate, not a deadline.
             */
            estimated_confirmation_at: string;
            /** @description When the platform confirmed the donation. Null until then. */
            completed_at: string | null;
            /** @description When the platform refused the donation. Null unless failed. */
            failed_at: string | null;
            /** @description When it was canceled. Null unless canceled. An extension. */
            canceled_at: string | null;
            /** @description What was reversed of the amount. An extension. */
            reversed_usd: number;
            /** @description What counts of the amount: less what was reversed, and nothing once it failed or was canceled. An extension. */
            net_usd: number;
            /** @description The donation that was redirected to this one. Until that one's reversal succeeds, this one waits. Null for others. An extension. */
            redirected_from: string | null;
            /** @description The points that it took over from that donation. Null for others. An extension. */
            points_carried: number | null;
            /** @description The bank's authorization that the donation used. Null if the bank wasn't asked. An extension. */
            authorization: {
                /**
                 * Format: uuid
                 * @description The authorization's ID.
                 */
                authorization_id: string;
                /** @description The reference in your response. Null if there was none. */
                hold_reference: string | null;
            } | null;
            /** @description Whether you should review the donation. It settles like any other. An extension. */
            flagged: boolean;
            /** @description Why it's flagged. `points_mismatch`: the points differ from the program's rate by more than 1% and by more than one point. Null if it isn't. An extension. */
            flag_reason: "points_mismatch" | null;
            /** @description The statement that it's on. Null until one is closed with it. An extension. */
            statement_id: string | null;
            /** @description The day on which the bank sent the payment that covers it: the day that the bank recorded, or else the one on which it was received. Null until payments cover it in full. An extension. */
            remitted_on: string | null;
            /** @description The day on which the foundation received that payment. Null until then. An extension. */
            cleared_on: string | null;
            /** @description Your own ID for the customer. Null if no linked account gave. */
            bank_user_id: string | null;
            /** @description Increases with each event about the same donation. */
            sequence: number;
            /**
             * @description Only in a sample that you requested with a test: nothing has happened.
             * @constant
             */
            test?: true;
            /** @description The points to give back. Add it up over all events that have it, each event once: nothing else says it. An extension. */
            points_to_return: number;
            /**
             * Format: uuid
             * @description The correction that it's about. An extension.
             */
            correction_id: string;
        };
        DonationCompletedData: {
            /**
             * Format: uuid
             * @description The donation's ID.
             */
            donation_id: string;
            /**
             * @description The donation's status. `completed`, `failed`, and `canceled` are final.
             * @enum {string}
             */
            status: "pending" | "completed" | "failed" | "canceled";
            /**
             * Format: uuid
             * @description The linked account that gave. Omitted if there is none.
             */
            service_user_id?: string;
            /** @description The school's ID, such as `ohio-state`. */
            school_id: string;
            /** @description The value that was sent. */
            fund_designation: string;
            /** @description The fund that the designation matches. Null if it matches none of the school's funds. */
            fund_id: string | null;
            /** @description The amount in US dollars. */
            dollar_amount: number;
            /** @description The number of points that the donation takes. */
            points_redeemed: number;
            /** @description The conversion rate in points per US dollar. Null if unknown. */
            points_per_dollar: number | null;
            /** @description Your own reference. Begins with `portal:` or `embed:` if the customer gave in the portal or the embedded flow. */
            bank_transaction_ref: string;
            /**
             * @description Where the donation was made.
             * @enum {string}
             */
            channel: "bank" | "portal" | "embed";
            /** @description The loyalty program whose points were redeemed. */
            loyalty_program_id: string | null;
            /** @description A message from the cardholder to the school, at most 500 characters. */
            cardholder_message: string | null;
            /** @description The value that was sent. */
            metadata: {
                [key: string]: string;
            } | null;
            /** @description Whether the donation recurs. */
            recurring: boolean;
            /** @description How often the donation recurs. Null if it doesn't. */
            recurrence_cadence: ("monthly" | "quarterly") | null;
            /** @description The ID of the credit on the school's platform. Null until completed. */
            school_confirmation_id: string | null;
            /** @description The credit's status on the school's platform. Null until completed. */
            platform_status: string | null;
            /** @description Why the platform refused the donation. Null unless failed. */
            failure_reason: string | null;
            /** @description Whether a pending donation is waiting for review by you or the operator: nothing is sent to the school until it's released. Unlinking an account with `fraud_review` holds its pending donations. */
            held: boolean;
            /**
             * Format: date-time
             * @description When the donation was accepted.
             */
            created_at: string;
            /**
             * Format: date-time
             * @description When the school is expected to confirm: for one without an API, the end of the day by which its team usually does. An estimate, not a deadline.
             */
            estimated_confirmation_at: string;
            /** @description When the platform confirmed the donation. Null until then. */
            completed_at: string | null;
            /** @description When the platform refused the donation. Null unless failed. */
            failed_at: string | null;
            /** @description When it was canceled. Null unless canceled. An extension. */
            canceled_at: string | null;
            /** @description What was reversed of the amount. An extension. */
            reversed_usd: number;
            /** @description What counts of the amount: less what was reversed, and nothing once it failed or was canceled. An extension. */
            net_usd: number;
            /** @description The donation that was redirected to this one. Until that one's reversal succeeds, this one waits. Null for others. An extension. */
            redirected_from: string | null;
            /** @description The points that it took over from that donation. Null for others. An extension. */
            points_carried: number | null;
            /** @description The bank's authorization that the donation used. Null if the bank wasn't asked. An extension. */
            authorization: {
                /**
                 * Format: uuid
                 * @description The authorization's ID.
                 */
                authorization_id: string;
                /** @description The reference in your response. Null if there was none. */
                hold_reference: string | null;
            } | null;
            /** @description Whether you should review the donation. It settles like any other. An extension. */
            flagged: boolean;
            /** @description Why it's flagged. `points_mismatch`: the points differ from the program's rate by more than 1% and by more than one point. Null if it isn't. An extension. */
            flag_reason: "points_mismatch" | null;
            /** @description The statement that it's on. Null until one is closed with it. An extension. */
            statement_id: string | null;
            /** @description The day on which the bank sent the payment that covers it: the day that the bank recorded, or else the one on which it was received. Null until payments cover it in full. An extension. */
            remitted_on: string | null;
            /** @description The day on which the foundation received that payment. Null until then. An extension. */
            cleared_on: string | null;
            /** @description Your own ID for the customer. Null if no linked account gave. */
            bank_user_id: string | null;
            /** @description Increases with each event about the same donation. */
            sequence: number;
            /**
             * @description Only in a sample that you requested with a test: nothing has happened.
             * @constant
             */
            test?: true;
            /** @description The transfers that it posted to the books: what your bank owes for it. An extension. */
            transfers: components["schemas"]["Transfer"][];
        };
        DonationFailedData: {
            /**
             * Format: uuid
             * @description The donation's ID.
             */
            donation_id: string;
            /**
             * @description The donation's status. `completed`, `failed`, and `canceled` are final.
             * @enum {string}
             */
            status: "pending" | "completed" | "failed" | "canceled";
            /**
             * Format: uuid
             * @description The linked account that gave. Omitted if there is none.
             */
            service_user_id?: string;
            /** @description The school's ID, such as `ohio-state`. */
            school_id: string;
            /** @description The value that was sent. */
            fund_designation: string;
            /** @description The fund that the designation matches. Null if it matches none of the school's funds. */
            fund_id: string | null;
            /** @description The amount in US dollars. */
            dollar_amount: number;
            /** @description The number of points that the donation takes. */
            points_redeemed: number;
            /** @description The conversion rate in points per US dollar. Null if unknown. */
            points_per_dollar: number | null;
            /** @description Your own reference. Begins with `portal:` or `embed:` if the customer gave in the portal or the embedded flow. */
            bank_transaction_ref: string;
            /**
             * @description Where the donation was made.
             * @enum {string}
             */
            channel: "bank" | "portal" | "embed";
            /** @description The loyalty program whose points were redeemed. */
            loyalty_program_id: string | null;
            /** @description A message from the cardholder to the school, at most 500 characters. */
            cardholder_message: string | null;
            /** @description The value that was sent. */
            metadata: {
                [key: string]: string;
            } | null;
            /** @description Whether the donation recurs. */
            recurring: boolean;
            /** @description How often the donation recurs. Null if it doesn't. */
            recurrence_cadence: ("monthly" | "quarterly") | null;
            /** @description The ID of the credit on the school's platform. Null until completed. */
            school_confirmation_id: string | null;
            /** @description The credit's status on the school's platform. Null until completed. */
            platform_status: string | null;
            /** @description Why the platform refused the donation. Null unless failed. */
            failure_reason: string | null;
            /** @description Whether a pending donation is waiting for review by you or the operator: nothing is sent to the school until it's released. Unlinking an account with `fraud_review` holds its pending donations. */
            held: boolean;
            /**
             * Format: date-time
             * @description When the donation was accepted.
             */
            created_at: string;
            /**
             * Format: date-time
             * @description When the school is expected to confirm: for one without an API, the end of the day by which its team usually does. An estimate, not a deadline.
             */
            estimated_confirmation_at: string;
            /** @description When the platform confirmed the donation. Null until then. */
            completed_at: string | null;
            /** @description When the platform refused the donation. Null unless failed. */
            failed_at: string | null;
            /** @description When it was canceled. Null unless canceled. An extension. */
            canceled_at: string | null;
            /** @description What was reversed of the amount. An extension. */
            reversed_usd: number;
            /** @description What counts of the amount: less what was reversed, and nothing once it failed or was canceled. An extension. */
            net_usd: number;
            /** @description The donation that was redirected to this one. Until that one's reversal succeeds, this one waits. Null for others. An extension. */
            redirected_from: string | null;
            /** @description The points that it took over from that donation. Null for others. An extension. */
            points_carried: number | null;
            /** @description The bank's authorization that the donation used. Null if the bank wasn't asked. An extension. */
            authorization: {
                /**
                 * Format: uuid
                 * @description The authorization's ID.
                 */
                authorization_id: string;
                /** @description The reference in your response. Null if there was none. */
                hold_reference: string | null;
            } | null;
            /** @description Whether you should review the donation. It settles like any other. An extension. */
            flagged: boolean;
            /** @description Why it's flagged. `points_mismatch`: the points differ from the program's rate by more than 1% and by more than one point. Null if it isn't. An extension. */
            flag_reason: "points_mismatch" | null;
            /** @description The statement that it's on. Null until one is closed with it. An extension. */
            statement_id: string | null;
            /** @description The day on which the bank sent the payment that covers it: the day that the bank recorded, or else the one on which it was received. Null until payments cover it in full. An extension. */
            remitted_on: string | null;
            /** @description The day on which the foundation received that payment. Null until then. An extension. */
            cleared_on: string | null;
            /** @description Your own ID for the customer. Null if no linked account gave. */
            bank_user_id: string | null;
            /** @description Increases with each event about the same donation. */
            sequence: number;
            /**
             * @description Only in a sample that you requested with a test: nothing has happened.
             * @constant
             */
            test?: true;
            /** @description The points to give back. Add it up over all events that have it, each event once: nothing else says it. An extension. */
            points_to_return: number;
        };
        DonationHeldData: {
            /**
             * Format: uuid
             * @description The donation's ID.
             */
            donation_id: string;
            /**
             * @description The donation's status. `completed`, `failed`, and `canceled` are final.
             * @enum {string}
             */
            status: "pending" | "completed" | "failed" | "canceled";
            /**
             * Format: uuid
             * @description The linked account that gave. Omitted if there is none.
             */
            service_user_id?: string;
            /** @description The school's ID, such as `ohio-state`. */
            school_id: string;
            /** @description The value that was sent. */
            fund_designation: string;
            /** @description The fund that the designation matches. Null if it matches none of the school's funds. */
            fund_id: string | null;
            /** @description The amount in US dollars. */
            dollar_amount: number;
            /** @description The number of points that the donation takes. */
            points_redeemed: number;
            /** @description The conversion rate in points per US dollar. Null if unknown. */
            points_per_dollar: number | null;
            /** @description Your own reference. Begins with `portal:` or `embed:` if the customer gave in the portal or the embedded flow. */
            bank_transaction_ref: string;
            /**
             * @description Where the donation was made.
             * @enum {string}
             */
            channel: "bank" | "portal" | "embed";
            /** @description The loyalty program whose points were redeemed. */
            loyalty_program_id: string | null;
            /** @description A message from the cardholder to the school, at most 500 characters. */
            cardholder_message: string | null;
            /** @description The value that was sent. */
            metadata: {
                [key: string]: string;
            } | null;
            /** @description Whether the donation recurs. */
            recurring: boolean;
            /** @description How often the donation recurs. Null if it doesn't. */
            recurrence_cadence: ("monthly" | "quarterly") | null;
            /** @description The ID of the credit on the school's platform. Null until completed. */
            school_confirmation_id: string | null;
            /** @description The credit's status on the school's platform. Null until completed. */
            platform_status: string | null;
            /** @description Why the platform refused the donation. Null unless failed. */
            failure_reason: string | null;
            /** @description Whether a pending donation is waiting for review by you or the operator: nothing is sent to the school until it's released. Unlinking an account with `fraud_review` holds its pending donations. */
            held: boolean;
            /**
             * Format: date-time
             * @description When the donation was accepted.
             */
            created_at: string;
            /**
             * Format: date-time
             * @description When the school is expected to confirm: for one without an API, the end of the day by which its team usually does. An estimate, not a deadline.
             */
            estimated_confirmation_at: string;
            /** @description When the platform confirmed the donation. Null until then. */
            completed_at: string | null;
            /** @description When the platform refused the donation. Null unless failed. */
            failed_at: string | null;
            /** @description When it was canceled. Null unless canceled. An extension. */
            canceled_at: string | null;
            /** @description What was reversed of the amount. An extension. */
            reversed_usd: number;
            /** @description What counts of the amount: less what was reversed, and nothing once it failed or was canceled. An extension. */
            net_usd: number;
            /** @description The donation that was redirected to this one. Until that one's reversal succeeds, this one waits. Null for others. An extension. */
            redirected_from: string | null;
            /** @description The points that it took over from that donation. Null for others. An extension. */
            points_carried: number | null;
            /** @description The bank's authorization that the donation used. Null if the bank wasn't asked. An extension. */
            authorization: {
                /**
                 * Format: uuid
                 * @description The authorization's ID.
                 */
                authorization_id: string;
                /** @description The reference in your response. Null if there was none. */
                hold_reference: string | null;
            } | null;
            /** @description Whether you should review the donation. It settles like any other. An extension. */
            flagged: boolean;
            /** @description Why it's flagged. `points_mismatch`: the points differ from the program's rate by more than 1% and by more than one point. Null if it isn't. An extension. */
            flag_reason: "points_mismatch" | null;
            /** @description The statement that it's on. Null until one is closed with it. An extension. */
            statement_id: string | null;
            /** @description The day on which the bank sent the payment that covers it: the day that the bank recorded, or else the one on which it was received. Null until payments cover it in full. An extension. */
            remitted_on: string | null;
            /** @description The day on which the foundation received that payment. Null until then. An extension. */
            cleared_on: string | null;
            /** @description Your own ID for the customer. Null if no linked account gave. */
            bank_user_id: string | null;
            /** @description Increases with each event about the same donation. */
            sequence: number;
            /**
             * @description Only in a sample that you requested with a test: nothing has happened.
             * @constant
             */
            test?: true;
        };
        DonationRecurrenceDueData: {
            /**
             * Format: uuid
             * @description The donation's ID.
             */
            donation_id: string;
            /**
             * @description The donation's status. `completed`, `failed`, and `canceled` are final.
             * @enum {string}
             */
            status: "pending" | "completed" | "failed" | "canceled";
            /**
             * Format: uuid
             * @description The linked account that gave. Omitted if there is none.
             */
            service_user_id?: string;
            /** @description The school's ID, such as `ohio-state`. */
            school_id: string;
            /** @description The value that was sent. */
            fund_designation: string;
            /** @description The fund that the designation matches. Null if it matches none of the school's funds. */
            fund_id: string | null;
            /** @description The amount in US dollars. */
            dollar_amount: number;
            /** @description The number of points that the donation takes. */
            points_redeemed: number;
            /** @description The conversion rate in points per US dollar. Null if unknown. */
            points_per_dollar: number | null;
            /** @description Your own reference. Begins with `portal:` or `embed:` if the customer gave in the portal or the embedded flow. */
            bank_transaction_ref: string;
            /**
             * @description Where the donation was made.
             * @enum {string}
             */
            channel: "bank" | "portal" | "embed";
            /** @description The loyalty program whose points were redeemed. */
            loyalty_program_id: string | null;
            /** @description A message from the cardholder to the school, at most 500 characters. */
            cardholder_message: string | null;
            /** @description The value that was sent. */
            metadata: {
                [key: string]: string;
            } | null;
            /** @description Whether the donation recurs. */
            recurring: boolean;
            /** @description How often the donation recurs. Null if it doesn't. */
            recurrence_cadence: ("monthly" | "quarterly") | null;
            /** @description The ID of the credit on the school's platform. Null until completed. */
            school_confirmation_id: string | null;
            /** @description The credit's status on the school's platform. Null until completed. */
            platform_status: string | null;
            /** @description Why the platform refused the donation. Null unless failed. */
            failure_reason: string | null;
            /** @description Whether a pending donation is waiting for review by you or the operator: nothing is sent to the school until it's released. Unlinking an account with `fraud_review` holds its pending donations. */
            held: boolean;
            /**
             * Format: date-time
             * @description When the donation was accepted.
             */
            created_at: string;
            /**
             * Format: date-time
             * @description When the school is expected to confirm: for one without an API, the end of the day by which its team usually does. An estimate, not a deadline.
             */
            estimated_confirmation_at: string;
            /** @description When the platform confirmed the donation. Null until then. */
            completed_at: string | null;
            /** @description When the platform refused the donation. Null unless failed. */
            failed_at: string | null;
            /** @description When it was canceled. Null unless canceled. An extension. */
            canceled_at: string | null;
            /** @description What was reversed of the amount. An extension. */
            reversed_usd: number;
            /** @description What counts of the amount: less what was reversed, and nothing once it failed or was canceled. An extension. */
            net_usd: number;
            /** @description The donation that was redirected to this one. Until that one's reversal succeeds, this one waits. Null for others. An extension. */
            redirected_from: string | null;
            /** @description The points that it took over from that donation. Null for others. An extension. */
            points_carried: number | null;
            /** @description The bank's authorization that the donation used. Null if the bank wasn't asked. An extension. */
            authorization: {
                /**
                 * Format: uuid
                 * @description The authorization's ID.
                 */
                authorization_id: string;
                /** @description The reference in your response. Null if there was none. */
                hold_reference: string | null;
            } | null;
            /** @description Whether you should review the donation. It settles like any other. An extension. */
            flagged: boolean;
            /** @description Why it's flagged. `points_mismatch`: the points differ from the program's rate by more than 1% and by more than one point. Null if it isn't. An extension. */
            flag_reason: "points_mismatch" | null;
            /** @description The statement that it's on. Null until one is closed with it. An extension. */
            statement_id: string | null;
            /** @description The day on which the bank sent the payment that covers it: the day that the bank recorded, or else the one on which it was received. Null until payments cover it in full. An extension. */
            remitted_on: string | null;
            /** @description The day on which the foundation received that payment. Null until then. An extension. */
            cleared_on: string | null;
            /** @description Your own ID for the customer. Null if no linked account gave. */
            bank_user_id: string | null;
            /** @description Increases with each event about the same donation. */
            sequence: number;
            /**
             * @description Only in a sample that you requested with a test: nothing has happened.
             * @constant
             */
            test?: true;
        };
        DonationRequest: {
            /** @description Your own reference, 1 to 255 characters. It is also the idempotency key. */
            bank_transaction_ref: string;
            /** @description The amount in US dollars, with at most two decimals. */
            dollar_amount: number;
            /** @description A fund's ID or name, 1 to 255 characters. Any other text is passed on to the school as written. */
            fund_designation: string;
            /** @description The school's ID, such as `ohio-state`. */
            school_id: string;
            /** @description A message from the cardholder to the school, at most 500 characters. */
            cardholder_message?: string | null;
            /** @description The loyalty program whose points are redeemed. */
            loyalty_program_id?: string | null;
            /** @description Your own key-value pairs, returned in responses and webhooks: at most 50, keys of 1 to 40 characters, values of up to 500, 8 KiB in all. */
            metadata?: {
                [key: string]: string;
            } | null;
            /**
             * @description Whether to email the customer the confirmation and the tax receipt.
             * @default true
             */
            notify_cardholder?: boolean;
            /** @description Your conversion rate, in points per US dollar. */
            points_per_dollar?: number | null;
            /**
             * @description The number of points you deducted for this donation.
             * @default 0
             */
            points_redeemed?: number;
            /** @description How often a recurring donation is due. */
            recurrence_cadence?: ("monthly" | "quarterly") | null;
            /**
             * @description Whether the donation recurs: `monthly`, unless `recurrence_cadence` says otherwise.
             * @default false
             */
            recurring?: boolean;
            /** @description The linked account that gives. If omitted, the school's house account receives the credit. An account can make a limited number of donations a day (UTC), 10,000 unless the operator has set another limit: above that, the response is 422 with the type `limit_exceeded` for this field. */
            service_user_id?: string | null;
        };
        DonationReversalRefusedData: {
            /**
             * Format: uuid
             * @description The donation's ID.
             */
            donation_id: string;
            /**
             * @description The donation's status. `completed`, `failed`, and `canceled` are final.
             * @enum {string}
             */
            status: "pending" | "completed" | "failed" | "canceled";
            /**
             * Format: uuid
             * @description The linked account that gave. Omitted if there is none.
             */
            service_user_id?: string;
            /** @description The school's ID, such as `ohio-state`. */
            school_id: string;
            /** @description The value that was sent. */
            fund_designation: string;
            /** @description The fund that the designation matches. Null if it matches none of the school's funds. */
            fund_id: string | null;
            /** @description The amount in US dollars. */
            dollar_amount: number;
            /** @description The number of points that the donation takes. */
            points_redeemed: number;
            /** @description The conversion rate in points per US dollar. Null if unknown. */
            points_per_dollar: number | null;
            /** @description Your own reference. Begins with `portal:` or `embed:` if the customer gave in the portal or the embedded flow. */
            bank_transaction_ref: string;
            /**
             * @description Where the donation was made.
             * @enum {string}
             */
            channel: "bank" | "portal" | "embed";
            /** @description The loyalty program whose points were redeemed. */
            loyalty_program_id: string | null;
            /** @description A message from the cardholder to the school, at most 500 characters. */
            cardholder_message: string | null;
            /** @description The value that was sent. */
            metadata: {
                [key: string]: string;
            } | null;
            /** @description Whether the donation recurs. */
            recurring: boolean;
            /** @description How often the donation recurs. Null if it doesn't. */
            recurrence_cadence: ("monthly" | "quarterly") | null;
            /** @description The ID of the credit on the school's platform. Null until completed. */
            school_confirmation_id: string | null;
            /** @description The credit's status on the school's platform. Null until completed. */
            platform_status: string | null;
            /** @description Why the platform refused the donation. Null unless failed. */
            failure_reason: string | null;
            /** @description Whether a pending donation is waiting for review by you or the operator: nothing is sent to the school until it's released. Unlinking an account with `fraud_review` holds its pending donations. */
            held: boolean;
            /**
             * Format: date-time
             * @description When the donation was accepted.
             */
            created_at: string;
            /**
             * Format: date-time
             * @description When the school is expected to confirm: for one without an API, the end of the day by which its team usually does. An estimate, not a deadline.
             */
            estimated_confirmation_at: string;
            /** @description When the platform confirmed the donation. Null until then. */
            completed_at: string | null;
            /** @description When the platform refused the donation. Null unless failed. */
            failed_at: string | null;
            /** @description When it was canceled. Null unless canceled. An extension. */
            canceled_at: string | null;
            /** @description What was reversed of the amount. An extension. */
            reversed_usd: number;
            /** @description What counts of the amount: less what was reversed, and nothing once it failed or was canceled. An extension. */
            net_usd: number;
            /** @description The donation that was redirected to this one. Until that one's reversal succeeds, this one waits. Null for others. An extension. */
            redirected_from: string | null;
            /** @description The points that it took over from that donation. Null for others. An extension. */
            points_carried: number | null;
            /** @description The bank's authorization that the donation used. Null if the bank wasn't asked. An extension. */
            authorization: {
                /**
                 * Format: uuid
                 * @description The authorization's ID.
                 */
                authorization_id: string;
                /** @description The reference in your response. Null if there was none. */
                hold_reference: string | null;
            } | null;
            /** @description Whether you should review the donation. It settles like any other. An extension. */
            flagged: boolean;
            /** @description Why it's flagged. `points_mismatch`: the points differ from the program's rate by more than 1% and by more than one point. Null if it isn't. An extension. */
            flag_reason: "points_mismatch" | null;
            /** @description The statement that it's on. Null until one is closed with it. An extension. */
            statement_id: string | null;
            /** @description The day on which the bank sent the payment that covers it: the day that the bank recorded, or else the one on which it was received. Null until payments cover it in full. An extension. */
            remitted_on: string | null;
            /** @description The day on which the foundation received that payment. Null until then. An extension. */
            cleared_on: string | null;
            /** @description Your own ID for the customer. Null if no linked account gave. */
            bank_user_id: string | null;
            /** @description Increases with each event about the same donation. */
            sequence: number;
            /**
             * @description Only in a sample that you requested with a test: nothing has happened.
             * @constant
             */
            test?: true;
            /**
             * Format: uuid
             * @description The correction that it's about. An extension.
             */
            correction_id: string;
            /** @description Why nothing was taken back. An extension. */
            refusal_reason: string;
        };
        DonationReversedData: {
            /**
             * Format: uuid
             * @description The donation's ID.
             */
            donation_id: string;
            /**
             * @description The donation's status. `completed`, `failed`, and `canceled` are final.
             * @enum {string}
             */
            status: "pending" | "completed" | "failed" | "canceled";
            /**
             * Format: uuid
             * @description The linked account that gave. Omitted if there is none.
             */
            service_user_id?: string;
            /** @description The school's ID, such as `ohio-state`. */
            school_id: string;
            /** @description The value that was sent. */
            fund_designation: string;
            /** @description The fund that the designation matches. Null if it matches none of the school's funds. */
            fund_id: string | null;
            /** @description The amount in US dollars. */
            dollar_amount: number;
            /** @description The number of points that the donation takes. */
            points_redeemed: number;
            /** @description The conversion rate in points per US dollar. Null if unknown. */
            points_per_dollar: number | null;
            /** @description Your own reference. Begins with `portal:` or `embed:` if the customer gave in the portal or the embedded flow. */
            bank_transaction_ref: string;
            /**
             * @description Where the donation was made.
             * @enum {string}
             */
            channel: "bank" | "portal" | "embed";
            /** @description The loyalty program whose points were redeemed. */
            loyalty_program_id: string | null;
            /** @description A message from the cardholder to the school, at most 500 characters. */
            cardholder_message: string | null;
            /** @description The value that was sent. */
            metadata: {
                [key: string]: string;
            } | null;
            /** @description Whether the donation recurs. */
            recurring: boolean;
            /** @description How often the donation recurs. Null if it doesn't. */
            recurrence_cadence: ("monthly" | "quarterly") | null;
            /** @description The ID of the credit on the school's platform. Null until completed. */
            school_confirmation_id: string | null;
            /** @description The credit's status on the school's platform. Null until completed. */
            platform_status: string | null;
            /** @description Why the platform refused the donation. Null unless failed. */
            failure_reason: string | null;
            /** @description Whether a pending donation is waiting for review by you or the operator: nothing is sent to the school until it's released. Unlinking an account with `fraud_review` holds its pending donations. */
            held: boolean;
            /**
             * Format: date-time
             * @description When the donation was accepted.
             */
            created_at: string;
            /**
             * Format: date-time
             * @description When the school is expected to confirm: for one without an API, the end of the day by which its team usually does. An estimate, not a deadline.
             */
            estimated_confirmation_at: string;
            /** @description When the platform confirmed the donation. Null until then. */
            completed_at: string | null;
            /** @description When the platform refused the donation. Null unless failed. */
            failed_at: string | null;
            /** @description When it was canceled. Null unless canceled. An extension. */
            canceled_at: string | null;
            /** @description What was reversed of the amount. An extension. */
            reversed_usd: number;
            /** @description What counts of the amount: less what was reversed, and nothing once it failed or was canceled. An extension. */
            net_usd: number;
            /** @description The donation that was redirected to this one. Until that one's reversal succeeds, this one waits. Null for others. An extension. */
            redirected_from: string | null;
            /** @description The points that it took over from that donation. Null for others. An extension. */
            points_carried: number | null;
            /** @description The bank's authorization that the donation used. Null if the bank wasn't asked. An extension. */
            authorization: {
                /**
                 * Format: uuid
                 * @description The authorization's ID.
                 */
                authorization_id: string;
                /** @description The reference in your response. Null if there was none. */
                hold_reference: string | null;
            } | null;
            /** @description Whether you should review the donation. It settles like any other. An extension. */
            flagged: boolean;
            /** @description Why it's flagged. `points_mismatch`: the points differ from the program's rate by more than 1% and by more than one point. Null if it isn't. An extension. */
            flag_reason: "points_mismatch" | null;
            /** @description The statement that it's on. Null until one is closed with it. An extension. */
            statement_id: string | null;
            /** @description The day on which the bank sent the payment that covers it: the day that the bank recorded, or else the one on which it was received. Null until payments cover it in full. An extension. */
            remitted_on: string | null;
            /** @description The day on which the foundation received that payment. Null until then. An extension. */
            cleared_on: string | null;
            /** @description Your own ID for the customer. Null if no linked account gave. */
            bank_user_id: string | null;
            /** @description Increases with each event about the same donation. */
            sequence: number;
            /**
             * @description Only in a sample that you requested with a test: nothing has happened.
             * @constant
             */
            test?: true;
            /** @description The points to give back. Add it up over all events that have it, each event once: nothing else says it. An extension. */
            points_to_return: number;
            /**
             * Format: uuid
             * @description The correction that it's about. An extension.
             */
            correction_id: string;
            /** @description The transfers that it posted to the books: what your bank owes for it. An extension. */
            transfers: components["schemas"]["Transfer"][];
        };
        DonationUpdatedData: {
            /**
             * Format: uuid
             * @description The donation's ID.
             */
            donation_id: string;
            /**
             * @description The donation's status. `completed`, `failed`, and `canceled` are final.
             * @enum {string}
             */
            status: "pending" | "completed" | "failed" | "canceled";
            /**
             * Format: uuid
             * @description The linked account that gave. Omitted if there is none.
             */
            service_user_id?: string;
            /** @description The school's ID, such as `ohio-state`. */
            school_id: string;
            /** @description The value that was sent. */
            fund_designation: string;
            /** @description The fund that the designation matches. Null if it matches none of the school's funds. */
            fund_id: string | null;
            /** @description The amount in US dollars. */
            dollar_amount: number;
            /** @description The number of points that the donation takes. */
            points_redeemed: number;
            /** @description The conversion rate in points per US dollar. Null if unknown. */
            points_per_dollar: number | null;
            /** @description Your own reference. Begins with `portal:` or `embed:` if the customer gave in the portal or the embedded flow. */
            bank_transaction_ref: string;
            /**
             * @description Where the donation was made.
             * @enum {string}
             */
            channel: "bank" | "portal" | "embed";
            /** @description The loyalty program whose points were redeemed. */
            loyalty_program_id: string | null;
            /** @description A message from the cardholder to the school, at most 500 characters. */
            cardholder_message: string | null;
            /** @description The value that was sent. */
            metadata: {
                [key: string]: string;
            } | null;
            /** @description Whether the donation recurs. */
            recurring: boolean;
            /** @description How often the donation recurs. Null if it doesn't. */
            recurrence_cadence: ("monthly" | "quarterly") | null;
            /** @description The ID of the credit on the school's platform. Null until completed. */
            school_confirmation_id: string | null;
            /** @description The credit's status on the school's platform. Null until completed. */
            platform_status: string | null;
            /** @description Why the platform refused the donation. Null unless failed. */
            failure_reason: string | null;
            /** @description Whether a pending donation is waiting for review by you or the operator: nothing is sent to the school until it's released. Unlinking an account with `fraud_review` holds its pending donations. */
            held: boolean;
            /**
             * Format: date-time
             * @description When the donation was accepted.
             */
            created_at: string;
            /**
             * Format: date-time
             * @description When the school is expected to confirm: for one without an API, the end of the day by which its team usually does. An estimate, not a deadline.
             */
            estimated_confirmation_at: string;
            /** @description When the platform confirmed the donation. Null until then. */
            completed_at: string | null;
            /** @description When the platform refused the donation. Null unless failed. */
            failed_at: string | null;
            /** @description When it was canceled. Null unless canceled. An extension. */
            canceled_at: string | null;
            /** @description What was reversed of the amount. An extension. */
            reversed_usd: number;
            /** @description What counts of the amount: less what was reversed, and nothing once it failed or was canceled. An extension. */
            net_usd: number;
            /** @description The donation that was redirected to this one. Until that one's reversal succeeds, this one waits. Null for others. An extension. */
            redirected_from: string | null;
            /** @description The points that it took over from that donation. Null for others. An extension. */
            points_carried: number | null;
            /** @description The bank's authorization that the donation used. Null if the bank wasn't asked. An extension. */
            authorization: {
                /**
                 * Format: uuid
                 * @description The authorization's ID.
                 */
                authorization_id: string;
                /** @description The reference in your response. Null if there was none. */
                hold_reference: string | null;
            } | null;
            /** @description Whether you should review the donation. It settles like any other. An extension. */
            flagged: boolean;
            /** @description Why it's flagged. `points_mismatch`: the points differ from the program's rate by more than 1% and by more than one point. Null if it isn't. An extension. */
            flag_reason: "points_mismatch" | null;
            /** @description The statement that it's on. Null until one is closed with it. An extension. */
            statement_id: string | null;
            /** @description The day on which the bank sent the payment that covers it: the day that the bank recorded, or else the one on which it was received. Null until payments cover it in full. An extension. */
            remitted_on: string | null;
            /** @description The day on which the foundation received that payment. Null until then. An extension. */
            cleared_on: string | null;
            /** @description Your own ID for the customer. Null if no linked account gave. */
            bank_user_id: string | null;
            /** @description Increases with each event about the same donation. */
            sequence: number;
            /**
             * @description Only in a sample that you requested with a test: nothing has happened.
             * @constant
             */
            test?: true;
        };
        EmbedToken: {
            /** @description The token for this one donation, valid until it's made or the token expires. */
            embed_token: string;
            /**
             * Format: uri
             * @description The URL to open in the webview or frame. It contains the token.
             */
            embed_url: string;
            /**
             * Format: date-time
             * @description When the token expires.
             */
            expires_at: string;
        };
        EmbedTokenRequest: {
            /** @description The linked account that gives. It must be active. */
            service_user_id: string;
            /** @description Where the customer goes after canceling. An `https` URL, or a URL with an app scheme registered for your bank. */
            cancel_url?: string | null;
            /** @description Where the customer goes after giving. An `https` URL, or a URL with an app scheme registered for your bank. */
            return_url?: string | null;
            /** @description The preset amount in US dollars, with at most two decimals. */
            dollar_amount?: number | null;
            /**
             * @description The token's lifetime in seconds, 60 to 900.
             * @default 600
             */
            expires_in?: number;
            /** @description The preset fund. */
            fund_designation?: string | null;
            /** @description The preset school's ID. */
            school_id?: string | null;
            /**
             * @description Whether to lock the amount. Requires `dollar_amount`.
             * @default false
             */
            lock_amount?: boolean;
            /**
             * @description Whether to lock the school, and the fund if you preset one. Requires `school_id`.
             * @default false
             */
            lock_school?: boolean;
            /** @description The points in the account, which the customer sees next to what the gift takes. Stored with the account, unless it has a later balance. An extension. */
            points_balance?: {
                /** @description The number of points. */
                points: number;
                /**
                 * Format: date-time
                 * @description When the account had them. Not in the future, beyond 5 minutes of clock skew.
                 */
                as_of: string;
            } | null;
            /** @description Any of `mode`, `primary`, `background`, `text`, `radius`, and `font`. Unknown tokens and invalid values are ignored. */
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
                 * @description The error code. Act on this; messages may change.
                 * @enum {string}
                 */
                code: "BAD_REQUEST" | "API_KEY_MISSING" | "API_KEY_INVALID" | "API_KEY_REVOKED" | "API_KEY_EXPIRED" | "API_KEY_NOT_RELEASED" | "API_KEY_WRONG_NETWORK" | "API_KEY_WRONG_ENVIRONMENT" | "ACCESS_TOKEN_MISSING" | "ACCESS_TOKEN_INVALID" | "ACCESS_TOKEN_EXPIRED" | "INVALID_CREDENTIALS" | "MFA_REQUIRED" | "MFA_INVALID" | "REFRESH_TOKEN_INVALID" | "REFRESH_TOKEN_EXPIRED" | "REFRESH_TOKEN_REUSED" | "RESET_TOKEN_INVALID" | "FORBIDDEN" | "STEP_UP_REQUIRED" | "API_KEY_SCOPE" | "CORRECTIONS_DISABLED" | "BANK_SUSPENDED" | "ACCOUNT_NOT_FOUND" | "DONATION_NOT_FOUND" | "SCHOOL_NOT_FOUND" | "FUND_NOT_FOUND" | "ENDPOINT_NOT_FOUND" | "EVENT_NOT_FOUND" | "BATCH_NOT_FOUND" | "CORRECTION_NOT_FOUND" | "STATEMENT_NOT_FOUND" | "REPLAY_NOT_FOUND" | "COMPARISON_NOT_FOUND" | "CERTIFICATION_NOT_FOUND" | "NOT_FOUND" | "METHOD_NOT_ALLOWED" | "DONATION_DUPLICATE" | "ACCOUNT_ALREADY_LINKED" | "CONSENT_REQUIRED" | "AUTHORIZATION_DECLINED" | "ENDPOINT_DISABLED" | "CERTIFICATION_RUNNING" | "TOO_MANY_REPLAYS" | "TOO_MANY_FUNDS" | "LAST_FUND" | "BATCH_OPEN" | "BATCH_EMPTY" | "CORRECTION_NOT_POSSIBLE" | "PAYMENT_DUPLICATE" | "RECEIPT_NOT_READY" | "LENGTH_REQUIRED" | "PAYLOAD_TOO_LARGE" | "UNSUPPORTED_MEDIA_TYPE" | "RATE_LIMITED" | "INTERNAL_ERROR" | "AUTHORIZATION_UNAVAILABLE" | "SERVICE_UNAVAILABLE";
                /** @description A message for people. */
                message: string;
                /** @description Additional details, for codes that have any. */
                details?: {
                    [key: string]: unknown;
                };
            };
            meta: components["schemas"]["Meta"];
        };
        Event: {
            /**
             * Format: uuid
             * @description The event's ID, which is the `webhook-id` of all its deliveries.
             */
            event_id: string;
            /**
             * Format: date-time
             * @description When the event occurred.
             */
            created_at: string;
            /** @description The donation the event is about. Null for a test, and for an event about an account. */
            donation_id: string | null;
            /** @description Increases with each event about the same donation. 0 if there is no donation. */
            sequence: number;
        } & ({
            /** @constant */
            type: "donation.completed";
            data: components["schemas"]["DonationCompletedData"];
        } | {
            /** @constant */
            type: "donation.failed";
            data: components["schemas"]["DonationFailedData"];
        } | {
            /** @constant */
            type: "donation.canceled";
            data: components["schemas"]["DonationCanceledData"];
        } | {
            /** @constant */
            type: "donation.reversed";
            data: components["schemas"]["DonationReversedData"];
        } | {
            /** @constant */
            type: "donation.reversal_refused";
            data: components["schemas"]["DonationReversalRefusedData"];
        } | {
            /** @constant */
            type: "donation.updated";
            data: components["schemas"]["DonationUpdatedData"];
        } | {
            /** @constant */
            type: "donation.held";
            data: components["schemas"]["DonationHeldData"];
        } | {
            /** @constant */
            type: "donation.recurrence_due";
            data: components["schemas"]["DonationRecurrenceDueData"];
        } | {
            /** @constant */
            type: "donation.authorization_expired";
            data: components["schemas"]["DonationAuthorizationExpiredData"];
        } | {
            /** @constant */
            type: "correction.updated";
            data: components["schemas"]["CorrectionUpdatedData"];
        } | {
            /** @constant */
            type: "account.linked";
            data: components["schemas"]["AccountLinkedData"];
        } | {
            /** @constant */
            type: "account.unlinked";
            data: components["schemas"]["AccountUnlinkedData"];
        } | {
            /** @constant */
            type: "payment.posted";
            data: components["schemas"]["PaymentPostedData"];
        } | {
            /** @constant */
            type: "payment.returned";
            data: components["schemas"]["PaymentReturnedData"];
        } | {
            /** @constant */
            type: "refund.posted";
            data: components["schemas"]["RefundPostedData"];
        } | {
            /** @constant */
            type: "write_off.posted";
            data: components["schemas"]["WriteOffPostedData"];
        } | {
            /** @constant */
            type: "statement.closed";
            data: components["schemas"]["StatementClosedData"];
        } | {
            /** @constant */
            type: "statement.paid";
            data: components["schemas"]["StatementPaidData"];
        } | {
            /** @constant */
            type: "webhook.test";
            data: components["schemas"]["WebhookTestData"];
        });
        EventDetail: {
            /**
             * Format: uuid
             * @description The event's ID, which is the `webhook-id` of all its deliveries.
             */
            event_id: string;
            /**
             * Format: date-time
             * @description When the event occurred.
             */
            created_at: string;
            /** @description The donation the event is about. Null for a test, and for an event about an account. */
            donation_id: string | null;
            /** @description Increases with each event about the same donation. 0 if there is no donation. */
            sequence: number;
            /** @description The event's deliveries, one per endpoint. */
            deliveries: components["schemas"]["WebhookDelivery"][];
        } & ({
            /** @constant */
            type: "donation.completed";
            data: components["schemas"]["DonationCompletedData"];
        } | {
            /** @constant */
            type: "donation.failed";
            data: components["schemas"]["DonationFailedData"];
        } | {
            /** @constant */
            type: "donation.canceled";
            data: components["schemas"]["DonationCanceledData"];
        } | {
            /** @constant */
            type: "donation.reversed";
            data: components["schemas"]["DonationReversedData"];
        } | {
            /** @constant */
            type: "donation.reversal_refused";
            data: components["schemas"]["DonationReversalRefusedData"];
        } | {
            /** @constant */
            type: "donation.updated";
            data: components["schemas"]["DonationUpdatedData"];
        } | {
            /** @constant */
            type: "donation.held";
            data: components["schemas"]["DonationHeldData"];
        } | {
            /** @constant */
            type: "donation.recurrence_due";
            data: components["schemas"]["DonationRecurrenceDueData"];
        } | {
            /** @constant */
            type: "donation.authorization_expired";
            data: components["schemas"]["DonationAuthorizationExpiredData"];
        } | {
            /** @constant */
            type: "correction.updated";
            data: components["schemas"]["CorrectionUpdatedData"];
        } | {
            /** @constant */
            type: "account.linked";
            data: components["schemas"]["AccountLinkedData"];
        } | {
            /** @constant */
            type: "account.unlinked";
            data: components["schemas"]["AccountUnlinkedData"];
        } | {
            /** @constant */
            type: "payment.posted";
            data: components["schemas"]["PaymentPostedData"];
        } | {
            /** @constant */
            type: "payment.returned";
            data: components["schemas"]["PaymentReturnedData"];
        } | {
            /** @constant */
            type: "refund.posted";
            data: components["schemas"]["RefundPostedData"];
        } | {
            /** @constant */
            type: "write_off.posted";
            data: components["schemas"]["WriteOffPostedData"];
        } | {
            /** @constant */
            type: "statement.closed";
            data: components["schemas"]["StatementClosedData"];
        } | {
            /** @constant */
            type: "statement.paid";
            data: components["schemas"]["StatementPaidData"];
        } | {
            /** @constant */
            type: "webhook.test";
            data: components["schemas"]["WebhookTestData"];
        });
        EventReplayRequest: {
            /** @description Send only to this endpoint. Default: all enabled endpoints. */
            endpoint_id?: string | null;
        };
        Fund: {
            /** @description The fund's ID within the school. Pass it as `fund_designation`. */
            fund_id: string;
            /** @description The fund's name. Also accepted as `fund_designation`. */
            name: string;
            /** @description What the fund supports. */
            description: string;
            /**
             * @description The fund's tax class: `full`, `quid_pro_quo` (includes benefits), or `none` (includes seat-purchase rights).
             * @enum {string}
             */
            deductibility: "full" | "quid_pro_quo" | "none";
            /** @description The estimated value of benefits the donor receives, in US dollars. Null unless `quid_pro_quo`. */
            good_faith_value_usd: number | null;
            /** @description The fund's own minimum, in US dollars, if it's above the school's. Null if not. */
            minimum_donation_usd: number | null;
        };
        HoldRequest: {
            /** @description Why, for your own team: 1 to 500 characters. */
            reason: string;
        };
        JournalAccounts: {
            /** @description What your bank owes foundations, or what banks owe your foundation. */
            balance: string;
            /** @description What gifts cost your bank, or bring your foundation. */
            gifts: string;
            /** @description What was paid, returned, or paid back. */
            cash: string;
            /** @description What foundations gave up. */
            write_offs: string;
        };
        LinkRequest: {
            /** @description Your own ID for the customer, 1 to 128 characters. */
            bank_user_id: string;
            /** @description The customer's name on one line, 1 to 255 characters, one of them visible. Once customers manage their own profile, it applies only to this account. */
            display_name: string;
            /**
             * Format: email
             * @description The customer's email address, at most 254 characters. In the portal, whoever verifies this address sees the donations made while it's linked. At most 10 of your accounts, linked or waiting for consent, can share one address.
             */
            email: string;
            /** @description The loyalty program whose points the customer gives. */
            loyalty_program_id: string;
            /** @description The fund to suggest first. Returned as `preferred_fund`. */
            fund_designation?: string | null;
            /** @description Your own key-value pairs: at most 50, keys of 1 to 40 characters, values of up to 500, 8 KiB in all. */
            metadata?: {
                [key: string]: string;
            } | null;
            /** @description The customer's phone number, in any format. */
            phone?: string | null;
            /** @description The points in the account, which the customer sees next to what a gift takes. An extension. */
            points_balance?: {
                /** @description The number of points. */
                points: number;
                /**
                 * Format: date-time
                 * @description When the account had them. Not in the future, beyond 5 minutes of clock skew.
                 */
                as_of: string;
            } | null;
            /** @description If present, the account waits for consent as `pending_oauth`, and the customer is sent back here. An `https` URL, an `http` URL on loopback, or a URL with an app scheme registered for your bank, without a fragment. If redirect URIs are registered for your bank, exactly one of them. */
            redirect_uri?: string | null;
            /** @description Any value that is hard to guess, up to 512 printable characters. It's added to `redirect_uri` when the customer returns, so that your server can match the response to their session. Requires `redirect_uri`. */
            state?: string | null;
            /** @description Any value that is hard to guess, up to 255 printable characters. It's returned in the ID token, which it binds to this request. Requires `redirect_uri`. */
            nonce?: string | null;
            /** @description The SHA-256 hash of your PKCE code verifier, in base64url (method `S256`). The code can then only be redeemed with that verifier. Requires `redirect_uri`. */
            code_challenge?: string | null;
            /** @description The school to suggest first. Returned as `preferred_school_id`. */
            school_id?: string | null;
            /** @description Where tax receipts for this account's donations are sent, until the customer has verified `email` in the portal. */
            tax_receipt_email?: string | null;
        };
        LinkResult: {
            /**
             * Format: uuid
             * @description The account's ID. Pass it when you request a donation.
             */
            service_user_id: string;
            /**
             * @description `active`, or `pending_oauth` if you sent `redirect_uri`.
             * @enum {string}
             */
            status: "active" | "pending_oauth";
            /** @description Where to send the cardholder while the account is `pending_oauth`. It works for 30 minutes, or until the cardholder approves or you link the account again. */
            oauth_redirect_url: string | null;
            /**
             * Format: date-time
             * @description When the account was last linked.
             */
            linked_at: string;
        };
        ListMeta: {
            /** @description The request's ID, for support. Also in the `X-Request-Id` header. */
            request_id: string;
            /** @description The exact number of items that match the filters. */
            total: number;
            /** @description The most items per page. */
            limit: number;
            /** @description Pass it as `cursor` to get the next page. Null on the last page. */
            next_cursor: string | null;
        };
        Meta: {
            /** @description The request's ID, for support. Also in the `X-Request-Id` header. */
            request_id: string;
        };
        NewWebhookEndpoint: {
            /**
             * Format: uuid
             * @description The endpoint's ID.
             */
            endpoint_id: string;
            /** @description The URL that events are sent to. */
            url: string;
            /** @description Your own description of the endpoint, at most 255 characters. */
            description: string | null;
            /** @description The types of events that are sent. Null for all of them. */
            event_types: ("donation.completed" | "donation.failed" | "donation.canceled" | "donation.reversed" | "donation.reversal_refused" | "donation.updated" | "donation.held" | "donation.recurrence_due" | "donation.authorization_expired" | "correction.updated" | "account.linked" | "account.unlinked" | "payment.posted" | "payment.returned" | "refund.posted" | "write_off.posted" | "statement.closed" | "statement.paid")[] | null;
            /**
             * @description The endpoint's status. Nothing is sent to a `disabled` endpoint.
             * @enum {string}
             */
            status: "enabled" | "disabled";
            /** @description Why the endpoint is disabled. Null if it's enabled. */
            disabled_reason: string | null;
            /** @description Since when all attempts have failed. Null while the endpoint works. */
            failing_since: string | null;
            /**
             * Format: date-time
             * @description When the endpoint was registered.
             */
            created_at: string;
            /** @description The secret that signs every delivery (Standard Webhooks, `whsec_…`). Shown only in this response. */
            secret: string;
        };
        Payment: {
            /**
             * Format: uuid
             * @description The payment's ID.
             */
            payment_id: string;
            /**
             * @description `sent` is what a bank says it has sent. It posts nothing until the foundation has received it.
             * @enum {string}
             */
            kind: "received" | "sent" | "payment_return" | "refund" | "write_off";
            /**
             * @description `claimed`: sent, and not received yet. `awaiting_approval`: a second person has to approve it.
             * @enum {string}
             */
            status: "claimed" | "awaiting_approval" | "posted" | "returned";
            /**
             * Format: uuid
             * @description The bank that pays.
             */
            bank_id: string;
            /** @description The school whose foundation is paid. */
            school_id: string;
            /** @description The amount in US dollars. */
            amount_usd: number;
            /**
             * Format: date
             * @description The day on which the money moved.
             */
            value_date: string;
            /** @description Your own reference. Null if the other side recorded it. */
            payment_ref: string | null;
            /** @description The wire's reference. Null if it isn't a wire. */
            wire_reference: string | null;
            /** @description Why it was returned or written off. */
            reason: string | null;
            /**
             * Format: date-time
             * @description When it was recorded.
             */
            recorded_at: string;
            /** @description When it was posted. Null if it isn't. */
            posted_at: string | null;
            /** @description When it came back. Null if it didn't. */
            returned_at: string | null;
        };
        PaymentPostedData: {
            /**
             * Format: uuid
             * @description The payment's ID.
             */
            payment_id: string;
            /** @description The school whose foundation is paid. */
            school_id: string;
            /** @description The amount in US dollars. */
            amount_usd: number;
            /**
             * Format: date
             * @description The day on which the money moved.
             */
            value_date: string;
            /** @description The wire's reference. Null if it isn't a wire. */
            wire_reference: string | null;
            /** @description Why it was returned or written off. */
            reason: string | null;
            /** @description The transfers that it posted. */
            transfers: components["schemas"]["Transfer"][];
            /**
             * @description Only in a sample that you requested with a test: nothing has happened.
             * @constant
             */
            test?: true;
        };
        PaymentReturnedData: {
            /**
             * Format: uuid
             * @description The payment's ID.
             */
            payment_id: string;
            /** @description The school whose foundation is paid. */
            school_id: string;
            /** @description The amount in US dollars. */
            amount_usd: number;
            /**
             * Format: date
             * @description The day on which the money moved.
             */
            value_date: string;
            /** @description The wire's reference. Null if it isn't a wire. */
            wire_reference: string | null;
            /** @description Why it was returned or written off. */
            reason: string | null;
            /** @description The transfers that it posted. */
            transfers: components["schemas"]["Transfer"][];
            /**
             * @description Only in a sample that you requested with a test: nothing has happened.
             * @constant
             */
            test?: true;
        };
        PointsReturned: {
            /** @description The points that you gave back. */
            points: number;
            /** @description Your reference for that. */
            reference: string;
        };
        ReconciliationRow: {
            /**
             * Format: uuid
             * @description The donation's ID.
             */
            donation_id: string;
            /** @description Your own reference. Begins with `portal:` or `embed:` if the customer gave in the portal or the embedded flow. */
            bank_transaction_ref: string;
            /**
             * @description Where the donation was made.
             * @enum {string}
             */
            channel: "bank" | "portal" | "embed";
            /**
             * @description The donation's current status. All but `pending` are final.
             * @enum {string}
             */
            status: "pending" | "completed" | "failed" | "canceled";
            /** @description The school's ID, such as `ohio-state`. */
            school_id: string;
            /** @description The fund that the designation matches. Null if it matches none of the school's funds. */
            fund_id: string | null;
            /** @description The value that was sent. */
            fund_designation: string;
            /** @description The amount in US dollars. */
            dollar_amount: number;
            /** @description What counts of the amount: less what was reversed, and nothing once it failed or was canceled. An extension. */
            net_usd: number;
            /** @description The number of points that the donation takes. */
            points_redeemed: number;
            /**
             * Format: date-time
             * @description When the donation was accepted.
             */
            created_at: string;
            /** @description When the platform confirmed the donation. Null until then. */
            completed_at: string | null;
            /** @description When the platform refused the donation. Null unless failed. */
            failed_at: string | null;
            /** @description When it was canceled. Null unless canceled. An extension. */
            canceled_at: string | null;
            /** @description The ID of the credit on the school's platform. Null until completed. */
            school_confirmation_id: string | null;
            /** @description The `webhook-id` of each event about the donation, oldest first. */
            event_ids: string[];
        };
        ReconciliationSummary: {
            /**
             * Format: date
             * @description The first day, in UTC.
             */
            date: string;
            /**
             * Format: date
             * @description The last day, in UTC.
             */
            through: string;
            /**
             * @description Which donations the days include.
             * @enum {string}
             */
            basis: "accepted" | "settled";
            /**
             * Format: date-time
             * @description When the report was generated.
             */
            as_of: string;
            /** @description Whether donations and their statuses can no longer change: the last day is over and no donation is pending. A later reversal still lowers what counts. */
            final: boolean;
            /** @description Totals for all days, not only this page. */
            totals: {
                /** @description All donations of the days: the sum of the four totals below. */
                all: {
                    /** @description The number of donations. */
                    count: number;
                    /** @description The amount in US dollars. */
                    dollar_amount: number;
                    /** @description What counts of that today: without what was reversed, and nothing of donations that failed or were canceled. */
                    net_usd: number;
                    /** @description The sum of points, an exact integer even beyond 2^53. */
                    points_redeemed: number;
                };
                /** @description Donations the schools have received. */
                completed: {
                    /** @description The number of donations. */
                    count: number;
                    /** @description The amount in US dollars. */
                    dollar_amount: number;
                    /** @description What counts of that today: without what was reversed, and nothing of donations that failed or were canceled. */
                    net_usd: number;
                    /** @description The sum of points, an exact integer even beyond 2^53. */
                    points_redeemed: number;
                };
                /** @description Donations that were refused: restore the points. */
                failed: {
                    /** @description The number of donations. */
                    count: number;
                    /** @description The amount in US dollars. */
                    dollar_amount: number;
                    /** @description What counts of that today: without what was reversed, and nothing of donations that failed or were canceled. */
                    net_usd: number;
                    /** @description The sum of points, an exact integer even beyond 2^53. */
                    points_redeemed: number;
                };
                /** @description Donations that were canceled: restore the points. */
                canceled: {
                    /** @description The number of donations. */
                    count: number;
                    /** @description The amount in US dollars. */
                    dollar_amount: number;
                    /** @description What counts of that today: without what was reversed, and nothing of donations that failed or were canceled. */
                    net_usd: number;
                    /** @description The sum of points, an exact integer even beyond 2^53. */
                    points_redeemed: number;
                };
                /** @description Donations that are still in progress. */
                pending: {
                    /** @description The number of donations. */
                    count: number;
                    /** @description The amount in US dollars. */
                    dollar_amount: number;
                    /** @description What counts of that today: without what was reversed, and nothing of donations that failed or were canceled. */
                    net_usd: number;
                    /** @description The sum of points, an exact integer even beyond 2^53. */
                    points_redeemed: number;
                };
            };
            /** @description The same by school, fund, and status, in this order. They add up to the totals. */
            subtotals: {
                /** @description The number of donations. */
                count: number;
                /** @description The amount in US dollars. */
                dollar_amount: number;
                /** @description What counts of that today: without what was reversed, and nothing of donations that failed or were canceled. */
                net_usd: number;
                /** @description The sum of points, an exact integer even beyond 2^53. */
                points_redeemed: number;
                /** @description The school's ID. */
                school_id: string;
                /** @description The fund's ID. Null for designations that match no fund. */
                fund_id: string | null;
                /**
                 * @description The status of these donations.
                 * @enum {string}
                 */
                status: "pending" | "completed" | "failed" | "canceled";
            }[];
        };
        RefundPostedData: {
            /**
             * Format: uuid
             * @description The payment's ID.
             */
            payment_id: string;
            /** @description The school whose foundation is paid. */
            school_id: string;
            /** @description The amount in US dollars. */
            amount_usd: number;
            /**
             * Format: date
             * @description The day on which the money moved.
             */
            value_date: string;
            /** @description The wire's reference. Null if it isn't a wire. */
            wire_reference: string | null;
            /** @description Why it was returned or written off. */
            reason: string | null;
            /** @description The transfers that it posted. */
            transfers: components["schemas"]["Transfer"][];
            /**
             * @description Only in a sample that you requested with a test: nothing has happened.
             * @constant
             */
            test?: true;
        };
        RefusedRequest: {
            /** @description The request's `X-Request-Id`. */
            request_id: string;
            /**
             * Format: date-time
             * @description When it was refused.
             */
            refused_at: string;
            /** @description The ID of the API key that sent it: the part before the colon. */
            key_id: string;
            /** @description The operation's ID in this reference. */
            operation: string;
            /** @description The response's status. */
            status: number;
            /** @description The error's code. Null for a 422, which has violations. */
            code: string | null;
            /** @description The fields that a 422 named, each with the type of its violation: up to ten. */
            violations: {
                /** @description The field, such as `body.dollar_amount`. */
                field: string;
                /** @description The type of its violation. */
                type: string;
            }[];
        };
        Replay: {
            /**
             * Format: uuid
             * @description The replay's ID.
             */
            replay_id: string;
            /**
             * @description The replay's status. `completed` means that every event has been requeued.
             * @enum {string}
             */
            status: "running" | "completed";
            /**
             * Format: date-time
             * @description The start of the range, inclusive.
             */
            from: string;
            /**
             * Format: date-time
             * @description The end of the range, exclusive.
             */
            to: string;
            /** @description The endpoint to send to. Null for all enabled endpoints. */
            endpoint_id: string | null;
            /** @description The number of events in the range when the replay was requested. */
            events_total: number;
            /** @description The number of events requeued so far. */
            events: number;
            /** @description The number of deliveries created or restarted so far. */
            deliveries: number;
            /**
             * Format: date-time
             * @description When the replay was requested.
             */
            created_at: string;
            /** @description When the last event was requeued. Null until then. */
            completed_at: string | null;
        };
        ReplayRequest: {
            /**
             * Format: date-time
             * @description The start of the range, inclusive.
             */
            from: string;
            /**
             * Format: date-time
             * @description The end of the range, exclusive.
             */
            to: string;
            /** @description Send only to this endpoint. Default: all enabled endpoints. */
            endpoint_id?: string | null;
        };
        RotatedWebhookSecret: {
            /**
             * Format: uuid
             * @description The endpoint's ID.
             */
            endpoint_id: string;
            /** @description The secret that signs every delivery (Standard Webhooks, `whsec_…`). Shown only in this response. */
            secret: string;
            /**
             * Format: date-time
             * @description Until when the previous secret also signs deliveries.
             */
            previous_secret_expires_at: string;
        };
        School: {
            /** @description The school's ID. Pass it when you request a donation. */
            school_id: string;
            /** @description The school's common name. */
            name: string;
            /** @description The university's full name. */
            university: string;
            /** @description The name of its teams. */
            nickname: string;
            /** @description The city the university is in. */
            city: string;
            /** @description The state, as two letters. */
            state: string;
            /** @description The athletic conference the school plays in. */
            conference: string;
            /**
             * Format: uri
             * @description An image with the school's monogram in its colors.
             */
            logo_url: string;
            /** @description The amount in US dollars. */
            minimum_donation_usd: number;
            /** @description Whether the school is accepting donations. */
            active: boolean;
            /** @description The number of funds. */
            fund_count: number;
            /** @description The sum of completed donations, in US dollars. In production it is updated hourly and rounded down to two significant digits and to $100, so that it doesn't reveal individual gifts. */
            total_raised_usd: number;
        };
        SchoolDetail: {
            /** @description The school's ID. Pass it when you request a donation. */
            school_id: string;
            /** @description The school's common name. */
            name: string;
            /** @description The university's full name. */
            university: string;
            /** @description The name of its teams. */
            nickname: string;
            /** @description The city the university is in. */
            city: string;
            /** @description The state, as two letters. */
            state: string;
            /** @description The athletic conference the school plays in. */
            conference: string;
            /**
             * Format: uri
             * @description An image with the school's monogram in its colors.
             */
            logo_url: string;
            /** @description The amount in US dollars. */
            minimum_donation_usd: number;
            /** @description Whether the school is accepting donations. */
            active: boolean;
            /** @description The number of funds. */
            fund_count: number;
            /** @description The sum of completed donations, in US dollars. In production it is updated hourly and rounded down to two significant digits and to $100, so that it doesn't reveal individual gifts. */
            total_raised_usd: number;
            /** @description The athletic foundation that receives the donation. */
            foundation_name: string;
            /** @description The foundation's website. */
            website_url: string | null;
            /** @description The school's colors as `#rrggbb`, primary color first. */
            colors: string[];
            /** @description A short description. */
            description: string | null;
            /** @description The funds that accept donations, in the school's own order. */
            funds: components["schemas"]["Fund"][];
        };
        SentPayment: {
            /** @description Your own reference, which is also the idempotency key: the same request again returns the first payment. */
            payment_ref: string;
            /** @description The amount in US dollars, above zero. */
            amount_usd: number;
            /**
             * Format: date
             * @description The day on which the money moved, as on the bank statement.
             */
            value_date: string;
            /** @description The school whose foundation is paid. */
            school_id: string;
            /** @description The wire's reference, as on the bank statement. */
            wire_reference: string;
        };
        Statement: {
            /**
             * Format: uuid
             * @description The statement's ID.
             */
            statement_id: string;
            /** @description Its number in its own series, without gaps. */
            number: number;
            /**
             * @description Whether payments cover its own lines, net of corrections: `open`, `partly_paid`, or `paid`.
             * @enum {string}
             */
            status: "open" | "partly_paid" | "paid";
            /**
             * Format: date-time
             * @description When the interval begins.
             */
            from: string;
            /**
             * Format: date-time
             * @description When the interval ends. It doesn't include this time.
             */
            to: string;
            /** @description The bank's time zone, in which the period was computed. */
            time_zone: string;
            /**
             * Format: date-time
             * @description When the statement was closed.
             */
            closed_at: string;
            /**
             * Format: date
             * @description The day on which it is due.
             */
            due_on: string;
            /** @description What was due at the beginning, in US dollars. */
            opening_usd: number;
            /** @description What gifts and corrections add to it. */
            total_usd: number;
            /** @description What payments add to it: zero or less. */
            payments_usd: number;
            /** @description What returned payments add to it. */
            returns_usd: number;
            /** @description What credits that a foundation paid back add to it. */
            refunds_usd: number;
            /** @description What write-offs add to it: zero or less. */
            write_offs_usd: number;
            /** @description What is due at the end: the sum of all of the above. A negative amount is carried forward. */
            closing_usd: number;
            /** @description SHA-256 of the canonical form, in hexadecimal. */
            digest: string;
            /** @description The digest of the statement before. Null for the first. */
            previous_digest: string | null;
            /** @description One part per foundation, by school. */
            sections: {
                /** @description The school's ID. */
                school_id: string;
                /** @description The foundation that is paid. */
                foundation_name: string;
                /** @description What was due at the beginning, in US dollars. */
                opening_usd: number;
                /** @description What gifts and corrections add to it. */
                total_usd: number;
                /** @description What payments add to it: zero or less. */
                payments_usd: number;
                /** @description What returned payments add to it. */
                returns_usd: number;
                /** @description What credits that a foundation paid back add to it. */
                refunds_usd: number;
                /** @description What write-offs add to it: zero or less. */
                write_offs_usd: number;
                /** @description What is due at the end: the sum of all of the above. A negative amount is carried forward. */
                closing_usd: number;
                /** @description The number of its lines. */
                line_count: number;
                /** @description SHA-256 of the canonical form, in hexadecimal. */
                digest: string;
                /** @description The foundation's approved payee details. Null if there are none on record. */
                payee: {
                    /** @description Identifies the details: it changes whenever they do. */
                    fingerprint: string;
                    /** @description When the second person approved them. */
                    approved_at: string | null;
                    /** @description False for 72 hours after a change: call the foundation before you pay to new details. */
                    in_effect: boolean;
                } | null;
            }[];
            /** @description Every transfer in the interval, in the order of posting. */
            lines: {
                /**
                 * Format: uuid
                 * @description The transfer's ID.
                 */
                transfer_id: string;
                /** @description The school's ID. */
                school_id: string;
                /**
                 * @description Why it was posted.
                 * @enum {string}
                 */
                kind: "gift" | "reversal" | "payment" | "payment_return" | "refund" | "write_off";
                /** @description The gift that it is about. Null for a payment. */
                donation_id: string | null;
                /** @description The payment that it posts. Null for a gift. */
                payment_id: string | null;
                /** @description The bank's own reference of the gift. */
                bank_transaction_ref: string | null;
                /** @description The school's confirmation number of the gift. */
                school_confirmation_id: string | null;
                /** @description What it adds to what is due. */
                amount_usd: number;
                /** @description The transfer that it corrects, on this statement or an earlier one. */
                corrects: string | null;
                /**
                 * Format: date-time
                 * @description When it was posted.
                 */
                posted_at: string;
            }[];
        };
        StatementClosedData: {
            /**
             * Format: uuid
             * @description The statement's ID.
             */
            statement_id: string;
            /** @description Its number in its own series, without gaps. */
            number: number;
            /**
             * Format: date-time
             * @description When the interval begins.
             */
            from: string;
            /**
             * Format: date-time
             * @description When the interval ends. It doesn't include this time.
             */
            to: string;
            /** @description The bank's time zone, in which the period was computed. */
            time_zone: string;
            /**
             * Format: date-time
             * @description When the statement was closed.
             */
            closed_at: string;
            /**
             * Format: date
             * @description The day on which it is due.
             */
            due_on: string;
            /** @description What was due at the beginning, in US dollars. */
            opening_usd: number;
            /** @description What gifts and corrections add to it. */
            total_usd: number;
            /** @description What payments add to it: zero or less. */
            payments_usd: number;
            /** @description What returned payments add to it. */
            returns_usd: number;
            /** @description What credits that a foundation paid back add to it. */
            refunds_usd: number;
            /** @description What write-offs add to it: zero or less. */
            write_offs_usd: number;
            /** @description What is due at the end: the sum of all of the above. A negative amount is carried forward. */
            closing_usd: number;
            /** @description What was due at the beginning, in cents. */
            opening_cents: number;
            /** @description What is due at the end, in cents. */
            closing_cents: number;
            previous_digest: string | null;
            /** @description SHA-256 of the canonical form, in hexadecimal. */
            digest: string;
            /** @description The part of each foundation, by school. */
            sections: {
                school_id: string;
                opening_cents: number;
                closing_cents: number;
                /** @description SHA-256 of the canonical form, in hexadecimal. */
                digest: string;
            }[];
            /** @description The transfers in the interval, summed up by school, day, and kind, by which you find what you're missing. If that would be more than 1,000, by school and kind, and again by day and kind. */
            groups: {
                /** @description Null for all schools together. */
                school_id: string | null;
                /** @description The day of `posted_at`, in UTC. Null for the whole interval. */
                day: string | null;
                /** @enum {string} */
                kind: "gift" | "reversal" | "payment" | "payment_return" | "refund" | "write_off";
                /** @description How many transfers there are. */
                count: number;
                /** @description The sum of their `bank_effect_cents`. */
                effect_cents: number;
                /** @description SHA-256 of their IDs, in the order of posting, each followed by a line break. */
                ids_hash: string;
            }[];
            /**
             * @description Only in a sample that you requested with a test: nothing has happened.
             * @constant
             */
            test?: true;
        };
        StatementPaidData: {
            /**
             * Format: uuid
             * @description The statement's ID.
             */
            statement_id: string;
            /** @description Its number in its own series, without gaps. */
            number: number;
            /**
             * @description Whether payments cover its own lines, net of corrections: `open`, `partly_paid`, or `paid`.
             * @enum {string}
             */
            status: "open" | "partly_paid" | "paid";
            /**
             * Format: date-time
             * @description When its own lines were covered in full.
             */
            paid_at: string;
            /**
             * @description Only in a sample that you requested with a test: nothing has happened.
             * @constant
             */
            test?: true;
        };
        StatementSummary: {
            /**
             * Format: uuid
             * @description The statement's ID.
             */
            statement_id: string;
            /** @description Its number in its own series, without gaps. */
            number: number;
            /**
             * @description Whether payments cover its own lines, net of corrections: `open`, `partly_paid`, or `paid`.
             * @enum {string}
             */
            status: "open" | "partly_paid" | "paid";
            /**
             * Format: date-time
             * @description When the interval begins.
             */
            from: string;
            /**
             * Format: date-time
             * @description When the interval ends. It doesn't include this time.
             */
            to: string;
            /** @description The bank's time zone, in which the period was computed. */
            time_zone: string;
            /**
             * Format: date-time
             * @description When the statement was closed.
             */
            closed_at: string;
            /**
             * Format: date
             * @description The day on which it is due.
             */
            due_on: string;
            /** @description What was due at the beginning, in US dollars. */
            opening_usd: number;
            /** @description What gifts and corrections add to it. */
            total_usd: number;
            /** @description What payments add to it: zero or less. */
            payments_usd: number;
            /** @description What returned payments add to it. */
            returns_usd: number;
            /** @description What credits that a foundation paid back add to it. */
            refunds_usd: number;
            /** @description What write-offs add to it: zero or less. */
            write_offs_usd: number;
            /** @description What is due at the end: the sum of all of the above. A negative amount is carried forward. */
            closing_usd: number;
            /** @description SHA-256 of the canonical form, in hexadecimal. */
            digest: string;
        };
        Transfer: {
            /**
             * Format: uuid
             * @description The transfer's ID. The same transfer always has the same one.
             */
            transfer_id: string;
            /**
             * @description Why it was posted.
             * @enum {string}
             */
            kind: "gift" | "reversal" | "payment" | "payment_return" | "refund" | "write_off";
            /** @description The school whose foundation is owed. */
            school_id: string;
            /** @description What it adds to what the bank owes the foundation, in cents. Negative if it lowers it. */
            bank_effect_cents: number;
            /** @description The transfer that it corrects. Null if it corrects none. */
            corrects: string | null;
            /**
             * Format: date-time
             * @description When it was posted, which decides the statement that it is on.
             */
            posted_at: string;
        };
        UnlinkRequest: {
            /** @description Why the account is unlinked. Stored for your records. */
            reason?: ("cardholder_request" | "bank_policy" | "fraud_review" | "account_closure") | null;
        };
        UnlinkResult: {
            /**
             * Format: uuid
             * @description The account's ID.
             */
            service_user_id: string;
            /**
             * @description Always `unlinked`.
             * @constant
             */
            status: "unlinked";
            /**
             * Format: date-time
             * @description When the account was first unlinked.
             */
            unlinked_at: string;
            /** @description The reason you gave. */
            reason: ("cardholder_request" | "bank_policy" | "fraud_review" | "account_closure") | null;
        };
        ValidationError: {
            /** @description All problems with the request. */
            detail: components["schemas"]["Violation"][];
        };
        Violation: {
            /** @description Where the problem is: `path`, `query`, `header`, or `body`, then the path to the field. */
            loc: (string | number)[];
            /** @description A message for people. */
            msg: string;
            /**
             * @description The kind of problem. Act on this; messages may change.
             * @enum {string}
             */
            type: "missing" | "string_type" | "string_too_short" | "string_too_long" | "greater_than" | "greater_than_equal" | "less_than_equal" | "int_type" | "int_parsing" | "float_type" | "bool_type" | "bool_parsing" | "uuid_parsing" | "datetime_parsing" | "enum" | "url_parsing" | "dict_type" | "value_error" | "json_invalid" | "model_type" | "school_not_found" | "school_inactive" | "below_school_minimum" | "limit_exceeded" | "account_not_found" | "account_not_active" | "loyalty_account_not_found" | "decimal_max_places" | "cursor_invalid" | "extra_forbidden";
        };
        WebhookDelivery: {
            /**
             * Format: uuid
             * @description The delivery's ID.
             */
            delivery_id: string;
            /**
             * Format: uuid
             * @description The endpoint the event is delivered to.
             */
            endpoint_id: string;
            /**
             * Format: uuid
             * @description The event's ID, which is the `webhook-id`.
             */
            event_id: string;
            /**
             * @description The event type.
             * @enum {string}
             */
            event_type: "donation.completed" | "donation.failed" | "donation.canceled" | "donation.reversed" | "donation.reversal_refused" | "donation.updated" | "donation.held" | "donation.recurrence_due" | "donation.authorization_expired" | "correction.updated" | "account.linked" | "account.unlinked" | "payment.posted" | "payment.returned" | "refund.posted" | "write_off.posted" | "statement.closed" | "statement.paid" | "webhook.test";
            /** @description The donation the event is about. Null for a test, and for an event about an account. */
            donation_id: string | null;
            /**
             * @description The delivery's status. `dead` means that no more attempts are made, `skipped` that the endpoint is disabled; a replay starts over.
             * @enum {string}
             */
            status: "pending" | "delivered" | "dead" | "skipped";
            /** @description The number of attempts since the delivery was last requested. */
            attempt_count: number;
            /**
             * Format: date-time
             * @description When the delivery was first requested.
             */
            created_at: string;
            /** @description When the next attempt is due. Null unless pending. */
            next_attempt_at: string | null;
            /** @description When the delivery succeeded, was given up, or was skipped. Null until then. */
            settled_at: string | null;
            /** @description The latest 20 attempts, oldest first. */
            attempts: {
                /**
                 * Format: date-time
                 * @description When the attempt was made.
                 */
                attempted_at: string;
                /** @description The HTTP status of the response. Null if there was none. */
                response_code: number | null;
                /** @description Why there was no response. Null if there was one. */
                error: string | null;
                /** @description Milliseconds until the response or the timeout. */
                latency_ms: number;
                /** @description The first 1 KiB of the response body. Kept for 30 days. */
                response_body: string | null;
            }[];
        };
        WebhookEndpoint: {
            /**
             * Format: uuid
             * @description The endpoint's ID.
             */
            endpoint_id: string;
            /** @description The URL that events are sent to. */
            url: string;
            /** @description Your own description of the endpoint, at most 255 characters. */
            description: string | null;
            /** @description The types of events that are sent. Null for all of them. */
            event_types: ("donation.completed" | "donation.failed" | "donation.canceled" | "donation.reversed" | "donation.reversal_refused" | "donation.updated" | "donation.held" | "donation.recurrence_due" | "donation.authorization_expired" | "correction.updated" | "account.linked" | "account.unlinked" | "payment.posted" | "payment.returned" | "refund.posted" | "write_off.posted" | "statement.closed" | "statement.paid")[] | null;
            /**
             * @description The endpoint's status. Nothing is sent to a `disabled` endpoint.
             * @enum {string}
             */
            status: "enabled" | "disabled";
            /** @description Why the endpoint is disabled. Null if it's enabled. */
            disabled_reason: string | null;
            /** @description Since when all attempts have failed. Null while the endpoint works. */
            failing_since: string | null;
            /**
             * Format: date-time
             * @description When the endpoint was registered.
             */
            created_at: string;
        };
        WebhookEndpointChanges: {
            /** @description A public `https` URL. */
            url?: string;
            /** @description `null` clears it. */
            description?: string | null;
            /** @description The types of events to send from now on, in place of the previous ones. `null` for all. */
            event_types?: ("donation.completed" | "donation.failed" | "donation.canceled" | "donation.reversed" | "donation.reversal_refused" | "donation.updated" | "donation.held" | "donation.recurrence_due" | "donation.authorization_expired" | "correction.updated" | "account.linked" | "account.unlinked" | "payment.posted" | "payment.returned" | "refund.posted" | "write_off.posted" | "statement.closed" | "statement.paid")[] | null;
            /**
             * @description Set to `enabled` or `disabled`. Enabling clears `disabled_reason`.
             * @enum {string}
             */
            status?: "enabled" | "disabled";
        };
        WebhookEndpointRequest: {
            /** @description A public `https` URL. */
            url: string;
            /** @description Your own description of the endpoint, at most 255 characters. */
            description?: string | null;
            /** @description The types of events to send. Default: all, including those that are added later. */
            event_types?: ("donation.completed" | "donation.failed" | "donation.canceled" | "donation.reversed" | "donation.reversal_refused" | "donation.updated" | "donation.held" | "donation.recurrence_due" | "donation.authorization_expired" | "correction.updated" | "account.linked" | "account.unlinked" | "payment.posted" | "payment.returned" | "refund.posted" | "write_off.posted" | "statement.closed" | "statement.paid")[] | null;
        };
        WebhookTestData: {
            /** Format: uuid */
            endpoint_id: string;
        };
        WebhookTestRequest: {
            /**
             * @description The type of event to send a sample of.
             * @default webhook.test
             * @enum {string}
             */
            type?: "donation.completed" | "donation.failed" | "donation.canceled" | "donation.reversed" | "donation.reversal_refused" | "donation.updated" | "donation.held" | "donation.recurrence_due" | "donation.authorization_expired" | "correction.updated" | "account.linked" | "account.unlinked" | "payment.posted" | "payment.returned" | "refund.posted" | "write_off.posted" | "statement.closed" | "statement.paid" | "webhook.test";
        };
        WriteOffPostedData: {
            /**
             * Format: uuid
             * @description The payment's ID.
             */
            payment_id: string;
            /** @description The school whose foundation is paid. */
            school_id: string;
            /** @description The amount in US dollars. */
            amount_usd: number;
            /**
             * Format: date
             * @description The day on which the money moved.
             */
            value_date: string;
            /** @description The wire's reference. Null if it isn't a wire. */
            wire_reference: string | null;
            /** @description Why it was returned or written off. */
            reason: string | null;
            /** @description The transfers that it posted. */
            transfers: components["schemas"]["Transfer"][];
            /**
             * @description Only in a sample that you requested with a test: nothing has happened.
             * @constant
             */
            test?: true;
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
            /** @description Success. */
            201: {
                headers: {
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
        };
    };
    listAccounts: {
        parameters: {
            query?: {
                /** @description Only accounts in this status: `active`, `pending_oauth`, or `unlinked`. Any other value matches nothing. */
                status?: string;
                /** @description The most items per page, 1 to 100. A page also ends at 512 KiB. */
                limit?: number;
                /** @description The `meta.next_cursor` of the previous page. Use it with the same filters. */
                cursor?: string;
                /** @description Only accounts linked at or after this time. */
                created_after?: string;
                /** @description Only accounts linked before this time. */
                created_before?: string;
                /** @description Only the account of the customer with this ID of yours. An extension. */
                bank_user_id?: string;
                /** @description Only accounts with this email address, ignoring case. An extension. */
                email?: string;
                /** @description Only accounts whose name contains this, ignoring case. An extension. */
                display_name?: string;
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Success. */
            200: {
                headers: {
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
        };
    };
    getAccount: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @description The account's ID. */
                service_user_id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Success. */
            200: {
                headers: {
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
        };
    };
    unlinkAccount: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @description The account's ID. */
                service_user_id: string;
            };
            cookie?: never;
        };
        requestBody?: {
            content: {
                "application/json": components["schemas"]["UnlinkRequest"] | null;
            };
        };
        responses: {
            /** @description Success. */
            200: {
                headers: {
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
        };
    };
    changeAccount: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @description The account's ID. */
                service_user_id: string;
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["AccountChanges"];
            };
        };
        responses: {
            /** @description Success. */
            200: {
                headers: {
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
        };
    };
    listCertifications: {
        parameters: {
            query?: {
                /** @description The most items per page, 1 to 100. A page also ends at 512 KiB. */
                limit?: number;
                /** @description The `meta.next_cursor` of the previous page. Use it with the same filters. */
                cursor?: string;
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Success. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /** @constant */
                        success: true;
                        data: components["schemas"]["Certification"][];
                        meta: components["schemas"]["ListMeta"];
                    };
                };
            };
        };
    };
    startCertification: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["CertificationRequest"];
            };
        };
        responses: {
            /** @description Success. */
            202: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /** @constant */
                        success: true;
                        data: components["schemas"]["Certification"];
                        meta: components["schemas"]["Meta"];
                    };
                };
            };
        };
    };
    getCertification: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @description The run's ID. */
                certification_id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Success. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /** @constant */
                        success: true;
                        data: components["schemas"]["Certification"];
                        meta: components["schemas"]["Meta"];
                    };
                };
            };
        };
    };
    createComparison: {
        parameters: {
            query: {
                /** @description The day in UTC, such as `2026-11-21`; or the first day, with `through`. */
                date: string;
                /** @description The last day in UTC, for a range or a month: at most 92 days. */
                through?: string;
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": {
                    /** @description The list. A JSON body is at most 64 KiB: send a larger list as `text/csv`. */
                    csv: string;
                };
                "text/csv": string;
            };
        };
        responses: {
            /** @description Success. */
            201: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /** @constant */
                        success: true;
                        data: components["schemas"]["Comparison"];
                        meta: components["schemas"]["Meta"];
                    };
                };
            };
        };
    };
    listComparisonDifferences: {
        parameters: {
            query?: {
                /** @description Only those of this kind. */
                kind?: "different" | "only_ours" | "only_yours";
                /** @description The most items per page, 1 to 100. A page also ends at 512 KiB. */
                limit?: number;
                /** @description The `meta.next_cursor` of the previous page. Use it with the same filters. */
                cursor?: string;
            };
            header?: never;
            path: {
                /** @description The comparison's ID. */
                comparison_id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Success. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /** @constant */
                        success: true;
                        data: components["schemas"]["ComparisonDifference"][];
                        meta: {
                            /** @description The request's ID, for support. Also in the `X-Request-Id` header. */
                            request_id: string;
                            /** @description The exact number of items that match the filters. */
                            total: number;
                            /** @description The most items per page. */
                            limit: number;
                            /** @description Pass it as `cursor` to get the next page. Null on the last page. */
                            next_cursor: string | null;
                            summary: components["schemas"]["Comparison"];
                        };
                    };
                };
            };
        };
    };
    listCorrections: {
        parameters: {
            query?: {
                /** @description Only corrections in this status. */
                status?: "pending" | "succeeded" | "refused";
                /** @description Only corrections of this kind. */
                kind?: "cancel" | "reverse" | "redirect";
                /** @description Only those requested at or after this time. */
                from?: string;
                /** @description Only those requested before this time. */
                to?: string;
                /** @description The most items per page, 1 to 100. A page also ends at 512 KiB. */
                limit?: number;
                /** @description The `meta.next_cursor` of the previous page. Use it with the same filters. */
                cursor?: string;
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Success. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /** @constant */
                        success: true;
                        data: components["schemas"]["Correction"][];
                        meta: components["schemas"]["ListMeta"];
                    };
                };
            };
        };
    };
    listDonations: {
        parameters: {
            query?: {
                /** @description Only the donation with this reference. */
                bank_transaction_ref?: string;
                /** @description Only donations in this status. */
                status?: "pending" | "completed" | "failed" | "canceled";
                /** @description Only donations to this school. */
                school_id?: string;
                /** @description Only donations by this account. */
                service_user_id?: string;
                /** @description Only donations by the account of the customer with this ID of yours. */
                bank_user_id?: string;
                /** @description Only donations by accounts with this email address, ignoring case. */
                email?: string;
                /** @description Only donations of exactly this amount in US dollars. */
                dollar_amount?: number;
                /** @description Only the donation with this gift number, such as `G-7K3M9QX2V5TDH`. */
                gift_number?: string;
                /** @description Only donations that a school confirmed with this number. */
                school_confirmation_id?: string;
                /** @description Only donations by accounts whose `display_name` contains this, ignoring case. */
                customer_name?: string;
                /** @description Only donations that are held if true, only others if false. */
                held?: boolean;
                /** @description Only flagged donations if true, only unflagged ones if false. */
                flagged?: boolean;
                /** @description Only donations created at or after this time. */
                from?: string;
                /** @description Only donations created before this time. */
                to?: string;
                /** @description The most items per page, 1 to 100. A page also ends at 512 KiB. */
                limit?: number;
                /** @description The `meta.next_cursor` of the previous page. Use it with the same filters. */
                cursor?: string;
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Success. */
            200: {
                headers: {
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
            /** @description Success. */
            202: {
                headers: {
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
        };
    };
    getDonation: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @description The donation's ID. */
                donation_id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Success. */
            200: {
                headers: {
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
        };
    };
    listDonationCorrections: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @description The donation's ID. */
                donation_id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Success. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /** @constant */
                        success: true;
                        data: components["schemas"]["Correction"][];
                        meta: components["schemas"]["ListMeta"];
                    };
                };
            };
        };
    };
    requestCorrection: {
        parameters: {
            query?: {
                /** @description Whether to only say what would happen, with 200. */
                dry_run?: boolean;
            };
            header?: never;
            path: {
                /** @description The donation's ID. */
                donation_id: string;
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["CorrectionRequest"];
            };
        };
        responses: {
            /** @description Nothing was done: an earlier request did it, or this is a dry run. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /** @constant */
                        success: true;
                        data: components["schemas"]["Correction"];
                        meta: components["schemas"]["Meta"];
                    };
                };
            };
            /** @description Success. */
            202: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /** @constant */
                        success: true;
                        data: components["schemas"]["Correction"];
                        meta: components["schemas"]["Meta"];
                    };
                };
            };
        };
    };
    getCorrection: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @description The donation's ID. */
                donation_id: string;
                /** @description The correction's ID. */
                correction_id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Success. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /** @constant */
                        success: true;
                        data: components["schemas"]["Correction"];
                        meta: components["schemas"]["Meta"];
                    };
                };
            };
        };
    };
    recordPointsReturned: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @description The donation's ID. */
                donation_id: string;
                /** @description The correction's ID. */
                correction_id: string;
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["PointsReturned"];
            };
        };
        responses: {
            /** @description Success. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /** @constant */
                        success: true;
                        data: components["schemas"]["Correction"];
                        meta: components["schemas"]["Meta"];
                    };
                };
            };
        };
    };
    holdDonation: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @description The donation's ID. */
                donation_id: string;
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["HoldRequest"];
            };
        };
        responses: {
            /** @description Success. */
            200: {
                headers: {
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
        };
    };
    releaseDonation: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @description The donation's ID. */
                donation_id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Success. */
            200: {
                headers: {
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
            /** @description Success. */
            200: {
                headers: {
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
        };
    };
    getReplay: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @description The replay's ID. */
                replay_id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Success. */
            200: {
                headers: {
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
        };
    };
    listEvents: {
        parameters: {
            query?: {
                /** @description Only events of this type. */
                type?: "donation.completed" | "donation.failed" | "donation.canceled" | "donation.reversed" | "donation.reversal_refused" | "donation.updated" | "donation.held" | "donation.recurrence_due" | "donation.authorization_expired" | "correction.updated" | "account.linked" | "account.unlinked" | "payment.posted" | "payment.returned" | "refund.posted" | "write_off.posted" | "statement.closed" | "statement.paid" | "webhook.test";
                /** @description Only events about this donation. */
                donation_id?: string;
                /** @description Only samples that you requested with a test, or only real events. */
                test?: boolean;
                /** @description Only events at or after this time. */
                from?: string;
                /** @description Only events before this time. */
                to?: string;
                /** @description The most items per page, 1 to 100. A page also ends at 512 KiB. */
                limit?: number;
                /** @description The `meta.next_cursor` of the previous page. Use it with the same filters. */
                cursor?: string;
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Success. */
            200: {
                headers: {
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
            /** @description Success. */
            202: {
                headers: {
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
        };
    };
    getEvent: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @description The event's ID, which is the `webhook-id`. */
                event_id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Success. */
            200: {
                headers: {
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
        };
    };
    replayEvent: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @description The event's ID, which is the `webhook-id`. */
                event_id: string;
            };
            cookie?: never;
        };
        requestBody?: {
            content: {
                "application/json": components["schemas"]["EventReplayRequest"] | null;
            };
        };
        responses: {
            /** @description Success. */
            202: {
                headers: {
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
        };
    };
    getJournal: {
        parameters: {
            query: {
                /** @description The first day, in your own time zone. */
                from: string;
                /** @description The last day. */
                to: string;
                /** @description Instead of the `Accept` header. */
                format?: "json" | "csv";
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Success. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /** @constant */
                        success: true;
                        data: components["schemas"]["JournalAccounts"];
                        meta: components["schemas"]["Meta"];
                    };
                    "text/csv": string;
                };
            };
        };
    };
    setJournalAccounts: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["JournalAccounts"];
            };
        };
        responses: {
            /** @description Success. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /** @constant */
                        success: true;
                        data: components["schemas"]["JournalAccounts"];
                        meta: components["schemas"]["Meta"];
                    };
                };
            };
        };
    };
    recordSentPayment: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["SentPayment"];
            };
        };
        responses: {
            /** @description Success. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /** @constant */
                        success: true;
                        data: components["schemas"]["Payment"];
                        meta: components["schemas"]["Meta"];
                    };
                };
            };
        };
    };
    listRefusedRequests: {
        parameters: {
            query?: {
                /** @description Only the request with this ID, or those with this error code, key, or field, such as `body.dollar_amount`. */
                search?: string;
                /** @description The most items per page, 1 to 100. A page also ends at 512 KiB. */
                limit?: number;
                /** @description The `meta.next_cursor` of the previous page. Use it with the same filters. */
                cursor?: string;
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Success. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /** @constant */
                        success: true;
                        data: components["schemas"]["RefusedRequest"][];
                        meta: components["schemas"]["ListMeta"];
                    };
                };
            };
        };
    };
    getReconciliation: {
        parameters: {
            query: {
                /** @description The day in UTC, such as `2026-11-21`; or the first day, with `through`. */
                date: string;
                /** @description The last day in UTC, for a range or a month: at most 92 days. */
                through?: string;
                /** @description `accepted`: donations created on this day. `settled`: donations completed, failed, or canceled on this day. */
                basis?: "accepted" | "settled";
                /** @description `csv` returns all days as one file. If omitted, the `Accept` header decides. */
                format?: "json" | "csv";
                /** @description The most items per page, 1 to 100. A page also ends at 512 KiB. */
                limit?: number;
                /** @description The `meta.next_cursor` of the previous page. Use it with the same filters. */
                cursor?: string;
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Success. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /** @constant */
                        success: true;
                        data: components["schemas"]["ReconciliationRow"][];
                        meta: {
                            /** @description The request's ID, for support. Also in the `X-Request-Id` header. */
                            request_id: string;
                            /** @description The exact number of items that match the filters. */
                            total: number;
                            /** @description The most items per page. */
                            limit: number;
                            /** @description Pass it as `cursor` to get the next page. Null on the last page. */
                            next_cursor: string | null;
                            summary: components["schemas"]["ReconciliationSummary"];
                        };
                    };
                    "text/csv": string;
                };
            };
        };
    };
    advanceSandboxDonation: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @description The donation's ID. */
                donation_id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Success. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /** @constant */
                        success: true;
                        data: components["schemas"]["AdvancedDonation"];
                        meta: components["schemas"]["Meta"];
                    };
                };
            };
        };
    };
    closeSandboxStatement: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Success. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /** @constant */
                        success: true;
                        data: components["schemas"]["ClosedStatements"];
                        meta: components["schemas"]["Meta"];
                    };
                };
            };
        };
    };
    listSchools: {
        parameters: {
            query?: {
                /** @description Part of the name, university, nickname, or city, or what fans call the school, such as `osu` or `roll tide`. Ignores case and accents. If no school contains it, matches its words in any order, with up to one typo in each. The best match is first: an exact name, monogram, or nickname, then the start of a name or word, then part of a word. */
                search?: string;
                /** @description The state, as two letters. */
                state?: string;
                /** @description The conference's full name. */
                conference?: string;
                /** @description The most items per page, 1 to 100. A page also ends at 512 KiB. */
                limit?: number;
                /** @description The `meta.next_cursor` of the previous page. Use it with the same filters. */
                cursor?: string;
                /** @description Whether to list schools that accept donations (`true`) or that don't (`false`). */
                active?: boolean;
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Success. */
            200: {
                headers: {
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
        };
    };
    getSchool: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @description The school's ID. */
                school_id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Success. */
            200: {
                headers: {
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
        };
    };
    listStatements: {
        parameters: {
            query?: {
                /** @description The most items per page, 1 to 100. A page also ends at 512 KiB. */
                limit?: number;
                /** @description The `meta.next_cursor` of the previous page. Use it with the same filters. */
                cursor?: string;
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Success. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /** @constant */
                        success: true;
                        data: components["schemas"]["StatementSummary"][];
                        meta: components["schemas"]["ListMeta"];
                    };
                };
            };
        };
    };
    getBankStatement: {
        parameters: {
            query?: {
                /** @description Instead of the `Accept` header. */
                format?: "json" | "csv" | "pdf";
            };
            header?: never;
            path: {
                /** @description The statement's ID. */
                statement_id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Success. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /** @constant */
                        success: true;
                        data: components["schemas"]["Statement"];
                        meta: components["schemas"]["Meta"];
                    };
                    "text/csv": string;
                    "application/pdf": string;
                };
            };
        };
    };
    listWebhookEndpoints: {
        parameters: {
            query?: {
                /** @description The most items per page, 1 to 100. A page also ends at 512 KiB. */
                limit?: number;
                /** @description The `meta.next_cursor` of the previous page. Use it with the same filters. */
                cursor?: string;
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Success. */
            200: {
                headers: {
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
        };
    };
    addWebhookEndpoint: {
        parameters: {
            query?: never;
            header?: {
                /** @description A value that is unique for this endpoint, at most 255 printable ASCII characters. If it was used before, no second endpoint is added, and the response has the first one and its secret. With another request, after a day, or once its secret is rotated or it is deleted, the response is 422. */
                "Idempotency-Key"?: string;
            };
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["WebhookEndpointRequest"];
            };
        };
        responses: {
            /** @description Success. */
            201: {
                headers: {
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
        };
    };
    getWebhookEndpoint: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @description The endpoint's ID. */
                endpoint_id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Success. */
            200: {
                headers: {
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
        };
    };
    deleteWebhookEndpoint: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @description The endpoint's ID. */
                endpoint_id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Success. */
            200: {
                headers: {
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
        };
    };
    changeWebhookEndpoint: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @description The endpoint's ID. */
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
            /** @description Success. */
            200: {
                headers: {
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
        };
    };
    listWebhookDeliveries: {
        parameters: {
            query?: {
                /** @description Only deliveries in this status. */
                status?: "pending" | "delivered" | "dead" | "skipped";
                /** @description The most items per page, 1 to 100. A page also ends at 512 KiB. */
                limit?: number;
                /** @description The `meta.next_cursor` of the previous page. Use it with the same filters. */
                cursor?: string;
            };
            header?: never;
            path: {
                /** @description The endpoint's ID. */
                endpoint_id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Success. */
            200: {
                headers: {
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
        };
    };
    rotateWebhookSecret: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @description The endpoint's ID. */
                endpoint_id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Success. */
            200: {
                headers: {
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
        };
    };
    testWebhookEndpoint: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @description The endpoint's ID. */
                endpoint_id: string;
            };
            cookie?: never;
        };
        requestBody?: {
            content: {
                "application/json": components["schemas"]["WebhookTestRequest"] | null;
            };
        };
        responses: {
            /** @description Success. */
            202: {
                headers: {
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
        };
    };
    donationAuthorizationRequested: {
        parameters: {
            query?: never;
            header: {
                /** @description The event's ID, the same in every retry and replay. Use it as your idempotency key. */
                "webhook-id": string;
                /** @description The time of this attempt, in Unix seconds. */
                "webhook-timestamp": string;
                /** @description `v1,` followed by the base64 HMAC-SHA256 of `id.timestamp.body`. Two signatures, separated by a space, while a secret is being rotated. */
                "webhook-signature": string;
            };
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": {
                    /** Format: date-time */
                    timestamp: string;
                    /** @constant */
                    type: "donation.authorization_requested";
                    data: components["schemas"]["DonationAuthorizationRequestedData"];
                };
            };
        };
        responses: {
            /** @description Your decision. Without a valid one within 3 seconds, we ask once more under the same ID. Without one then, the gift isn't made. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /**
                         * @description Whether you approve the gift. Return the same decision if we ask again.
                         * @enum {string}
                         */
                        decision: "approved" | "declined";
                        /** @description Your own reference for the held points. The donation shows it. */
                        hold_reference?: string | null;
                        /** @description Why you declined. Never shown to the customer. */
                        reason?: string | null;
                    };
                };
            };
        };
    };
    donationAuthorizationExpired: {
        parameters: {
            query?: never;
            header: {
                /** @description The event's ID, the same in every retry and replay. Use it as your idempotency key. */
                "webhook-id": string;
                /** @description The time of this attempt, in Unix seconds. */
                "webhook-timestamp": string;
                /** @description `v1,` followed by the base64 HMAC-SHA256 of `id.timestamp.body`. Two signatures, separated by a space, while a secret is being rotated. */
                "webhook-signature": string;
            };
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": {
                    /** Format: date-time */
                    timestamp: string;
                    /** @constant */
                    type: "donation.authorization_expired";
                    data: components["schemas"]["DonationAuthorizationExpiredData"];
                };
            };
        };
        responses: {
            /** @description The endpoint is gone. It will be disabled. */
            410: {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
            /** @description The event was received. Any other response is retried on schedule. */
            "2XX": {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
        };
    };
    donationCompleted: {
        parameters: {
            query?: never;
            header: {
                /** @description The event's ID, the same in every retry and replay. Use it as your idempotency key. */
                "webhook-id": string;
                /** @description The time of this attempt, in Unix seconds. */
                "webhook-timestamp": string;
                /** @description `v1,` followed by the base64 HMAC-SHA256 of `id.timestamp.body`. Two signatures, separated by a space, while a secret is being rotated. */
                "webhook-signature": string;
            };
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": {
                    /** Format: date-time */
                    timestamp: string;
                    /** @constant */
                    type: "donation.completed";
                    data: components["schemas"]["DonationCompletedData"];
                };
            };
        };
        responses: {
            /** @description The endpoint is gone. It will be disabled. */
            410: {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
            /** @description The event was received. Any other response is retried on schedule. */
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
                /** @description The event's ID, the same in every retry and replay. Use it as your idempotency key. */
                "webhook-id": string;
                /** @description The time of this attempt, in Unix seconds. */
                "webhook-timestamp": string;
                /** @description `v1,` followed by the base64 HMAC-SHA256 of `id.timestamp.body`. Two signatures, separated by a space, while a secret is being rotated. */
                "webhook-signature": string;
            };
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": {
                    /** Format: date-time */
                    timestamp: string;
                    /** @constant */
                    type: "donation.failed";
                    data: components["schemas"]["DonationFailedData"];
                };
            };
        };
        responses: {
            /** @description The endpoint is gone. It will be disabled. */
            410: {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
            /** @description The event was received. Any other response is retried on schedule. */
            "2XX": {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
        };
    };
    donationCanceled: {
        parameters: {
            query?: never;
            header: {
                /** @description The event's ID, the same in every retry and replay. Use it as your idempotency key. */
                "webhook-id": string;
                /** @description The time of this attempt, in Unix seconds. */
                "webhook-timestamp": string;
                /** @description `v1,` followed by the base64 HMAC-SHA256 of `id.timestamp.body`. Two signatures, separated by a space, while a secret is being rotated. */
                "webhook-signature": string;
            };
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": {
                    /** Format: date-time */
                    timestamp: string;
                    /** @constant */
                    type: "donation.canceled";
                    data: components["schemas"]["DonationCanceledData"];
                };
            };
        };
        responses: {
            /** @description The endpoint is gone. It will be disabled. */
            410: {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
            /** @description The event was received. Any other response is retried on schedule. */
            "2XX": {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
        };
    };
    donationReversed: {
        parameters: {
            query?: never;
            header: {
                /** @description The event's ID, the same in every retry and replay. Use it as your idempotency key. */
                "webhook-id": string;
                /** @description The time of this attempt, in Unix seconds. */
                "webhook-timestamp": string;
                /** @description `v1,` followed by the base64 HMAC-SHA256 of `id.timestamp.body`. Two signatures, separated by a space, while a secret is being rotated. */
                "webhook-signature": string;
            };
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": {
                    /** Format: date-time */
                    timestamp: string;
                    /** @constant */
                    type: "donation.reversed";
                    data: components["schemas"]["DonationReversedData"];
                };
            };
        };
        responses: {
            /** @description The endpoint is gone. It will be disabled. */
            410: {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
            /** @description The event was received. Any other response is retried on schedule. */
            "2XX": {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
        };
    };
    donationReversalRefused: {
        parameters: {
            query?: never;
            header: {
                /** @description The event's ID, the same in every retry and replay. Use it as your idempotency key. */
                "webhook-id": string;
                /** @description The time of this attempt, in Unix seconds. */
                "webhook-timestamp": string;
                /** @description `v1,` followed by the base64 HMAC-SHA256 of `id.timestamp.body`. Two signatures, separated by a space, while a secret is being rotated. */
                "webhook-signature": string;
            };
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": {
                    /** Format: date-time */
                    timestamp: string;
                    /** @constant */
                    type: "donation.reversal_refused";
                    data: components["schemas"]["DonationReversalRefusedData"];
                };
            };
        };
        responses: {
            /** @description The endpoint is gone. It will be disabled. */
            410: {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
            /** @description The event was received. Any other response is retried on schedule. */
            "2XX": {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
        };
    };
    donationUpdated: {
        parameters: {
            query?: never;
            header: {
                /** @description The event's ID, the same in every retry and replay. Use it as your idempotency key. */
                "webhook-id": string;
                /** @description The time of this attempt, in Unix seconds. */
                "webhook-timestamp": string;
                /** @description `v1,` followed by the base64 HMAC-SHA256 of `id.timestamp.body`. Two signatures, separated by a space, while a secret is being rotated. */
                "webhook-signature": string;
            };
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": {
                    /** Format: date-time */
                    timestamp: string;
                    /** @constant */
                    type: "donation.updated";
                    data: components["schemas"]["DonationUpdatedData"];
                };
            };
        };
        responses: {
            /** @description The endpoint is gone. It will be disabled. */
            410: {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
            /** @description The event was received. Any other response is retried on schedule. */
            "2XX": {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
        };
    };
    donationHeld: {
        parameters: {
            query?: never;
            header: {
                /** @description The event's ID, the same in every retry and replay. Use it as your idempotency key. */
                "webhook-id": string;
                /** @description The time of this attempt, in Unix seconds. */
                "webhook-timestamp": string;
                /** @description `v1,` followed by the base64 HMAC-SHA256 of `id.timestamp.body`. Two signatures, separated by a space, while a secret is being rotated. */
                "webhook-signature": string;
            };
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": {
                    /** Format: date-time */
                    timestamp: string;
                    /** @constant */
                    type: "donation.held";
                    data: components["schemas"]["DonationHeldData"];
                };
            };
        };
        responses: {
            /** @description The endpoint is gone. It will be disabled. */
            410: {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
            /** @description The event was received. Any other response is retried on schedule. */
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
                /** @description The event's ID, the same in every retry and replay. Use it as your idempotency key. */
                "webhook-id": string;
                /** @description The time of this attempt, in Unix seconds. */
                "webhook-timestamp": string;
                /** @description `v1,` followed by the base64 HMAC-SHA256 of `id.timestamp.body`. Two signatures, separated by a space, while a secret is being rotated. */
                "webhook-signature": string;
            };
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": {
                    /** Format: date-time */
                    timestamp: string;
                    /** @constant */
                    type: "donation.recurrence_due";
                    data: components["schemas"]["DonationRecurrenceDueData"];
                };
            };
        };
        responses: {
            /** @description The endpoint is gone. It will be disabled. */
            410: {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
            /** @description The event was received. Any other response is retried on schedule. */
            "2XX": {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
        };
    };
    correctionUpdated: {
        parameters: {
            query?: never;
            header: {
                /** @description The event's ID, the same in every retry and replay. Use it as your idempotency key. */
                "webhook-id": string;
                /** @description The time of this attempt, in Unix seconds. */
                "webhook-timestamp": string;
                /** @description `v1,` followed by the base64 HMAC-SHA256 of `id.timestamp.body`. Two signatures, separated by a space, while a secret is being rotated. */
                "webhook-signature": string;
            };
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": {
                    /** Format: date-time */
                    timestamp: string;
                    /** @constant */
                    type: "correction.updated";
                    data: components["schemas"]["CorrectionUpdatedData"];
                };
            };
        };
        responses: {
            /** @description The endpoint is gone. It will be disabled. */
            410: {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
            /** @description The event was received. Any other response is retried on schedule. */
            "2XX": {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
        };
    };
    accountLinked: {
        parameters: {
            query?: never;
            header: {
                /** @description The event's ID, the same in every retry and replay. Use it as your idempotency key. */
                "webhook-id": string;
                /** @description The time of this attempt, in Unix seconds. */
                "webhook-timestamp": string;
                /** @description `v1,` followed by the base64 HMAC-SHA256 of `id.timestamp.body`. Two signatures, separated by a space, while a secret is being rotated. */
                "webhook-signature": string;
            };
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": {
                    /** Format: date-time */
                    timestamp: string;
                    /** @constant */
                    type: "account.linked";
                    data: components["schemas"]["AccountLinkedData"];
                };
            };
        };
        responses: {
            /** @description The endpoint is gone. It will be disabled. */
            410: {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
            /** @description The event was received. Any other response is retried on schedule. */
            "2XX": {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
        };
    };
    accountUnlinked: {
        parameters: {
            query?: never;
            header: {
                /** @description The event's ID, the same in every retry and replay. Use it as your idempotency key. */
                "webhook-id": string;
                /** @description The time of this attempt, in Unix seconds. */
                "webhook-timestamp": string;
                /** @description `v1,` followed by the base64 HMAC-SHA256 of `id.timestamp.body`. Two signatures, separated by a space, while a secret is being rotated. */
                "webhook-signature": string;
            };
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": {
                    /** Format: date-time */
                    timestamp: string;
                    /** @constant */
                    type: "account.unlinked";
                    data: components["schemas"]["AccountUnlinkedData"];
                };
            };
        };
        responses: {
            /** @description The endpoint is gone. It will be disabled. */
            410: {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
            /** @description The event was received. Any other response is retried on schedule. */
            "2XX": {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
        };
    };
    paymentPosted: {
        parameters: {
            query?: never;
            header: {
                /** @description The event's ID, the same in every retry and replay. Use it as your idempotency key. */
                "webhook-id": string;
                /** @description The time of this attempt, in Unix seconds. */
                "webhook-timestamp": string;
                /** @description `v1,` followed by the base64 HMAC-SHA256 of `id.timestamp.body`. Two signatures, separated by a space, while a secret is being rotated. */
                "webhook-signature": string;
            };
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": {
                    /** Format: date-time */
                    timestamp: string;
                    /** @constant */
                    type: "payment.posted";
                    data: components["schemas"]["PaymentPostedData"];
                };
            };
        };
        responses: {
            /** @description The endpoint is gone. It will be disabled. */
            410: {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
            /** @description The event was received. Any other response is retried on schedule. */
            "2XX": {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
        };
    };
    paymentReturned: {
        parameters: {
            query?: never;
            header: {
                /** @description The event's ID, the same in every retry and replay. Use it as your idempotency key. */
                "webhook-id": string;
                /** @description The time of this attempt, in Unix seconds. */
                "webhook-timestamp": string;
                /** @description `v1,` followed by the base64 HMAC-SHA256 of `id.timestamp.body`. Two signatures, separated by a space, while a secret is being rotated. */
                "webhook-signature": string;
            };
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": {
                    /** Format: date-time */
                    timestamp: string;
                    /** @constant */
                    type: "payment.returned";
                    data: components["schemas"]["PaymentReturnedData"];
                };
            };
        };
        responses: {
            /** @description The endpoint is gone. It will be disabled. */
            410: {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
            /** @description The event was received. Any other response is retried on schedule. */
            "2XX": {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
        };
    };
    refundPosted: {
        parameters: {
            query?: never;
            header: {
                /** @description The event's ID, the same in every retry and replay. Use it as your idempotency key. */
                "webhook-id": string;
                /** @description The time of this attempt, in Unix seconds. */
                "webhook-timestamp": string;
                /** @description `v1,` followed by the base64 HMAC-SHA256 of `id.timestamp.body`. Two signatures, separated by a space, while a secret is being rotated. */
                "webhook-signature": string;
            };
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": {
                    /** Format: date-time */
                    timestamp: string;
                    /** @constant */
                    type: "refund.posted";
                    data: components["schemas"]["RefundPostedData"];
                };
            };
        };
        responses: {
            /** @description The endpoint is gone. It will be disabled. */
            410: {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
            /** @description The event was received. Any other response is retried on schedule. */
            "2XX": {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
        };
    };
    writeOffPosted: {
        parameters: {
            query?: never;
            header: {
                /** @description The event's ID, the same in every retry and replay. Use it as your idempotency key. */
                "webhook-id": string;
                /** @description The time of this attempt, in Unix seconds. */
                "webhook-timestamp": string;
                /** @description `v1,` followed by the base64 HMAC-SHA256 of `id.timestamp.body`. Two signatures, separated by a space, while a secret is being rotated. */
                "webhook-signature": string;
            };
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": {
                    /** Format: date-time */
                    timestamp: string;
                    /** @constant */
                    type: "write_off.posted";
                    data: components["schemas"]["WriteOffPostedData"];
                };
            };
        };
        responses: {
            /** @description The endpoint is gone. It will be disabled. */
            410: {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
            /** @description The event was received. Any other response is retried on schedule. */
            "2XX": {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
        };
    };
    statementClosed: {
        parameters: {
            query?: never;
            header: {
                /** @description The event's ID, the same in every retry and replay. Use it as your idempotency key. */
                "webhook-id": string;
                /** @description The time of this attempt, in Unix seconds. */
                "webhook-timestamp": string;
                /** @description `v1,` followed by the base64 HMAC-SHA256 of `id.timestamp.body`. Two signatures, separated by a space, while a secret is being rotated. */
                "webhook-signature": string;
            };
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": {
                    /** Format: date-time */
                    timestamp: string;
                    /** @constant */
                    type: "statement.closed";
                    data: components["schemas"]["StatementClosedData"];
                };
            };
        };
        responses: {
            /** @description The endpoint is gone. It will be disabled. */
            410: {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
            /** @description The event was received. Any other response is retried on schedule. */
            "2XX": {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
        };
    };
    statementPaid: {
        parameters: {
            query?: never;
            header: {
                /** @description The event's ID, the same in every retry and replay. Use it as your idempotency key. */
                "webhook-id": string;
                /** @description The time of this attempt, in Unix seconds. */
                "webhook-timestamp": string;
                /** @description `v1,` followed by the base64 HMAC-SHA256 of `id.timestamp.body`. Two signatures, separated by a space, while a secret is being rotated. */
                "webhook-signature": string;
            };
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": {
                    /** Format: date-time */
                    timestamp: string;
                    /** @constant */
                    type: "statement.paid";
                    data: components["schemas"]["StatementPaidData"];
                };
            };
        };
        responses: {
            /** @description The endpoint is gone. It will be disabled. */
            410: {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
            /** @description The event was received. Any other response is retried on schedule. */
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
                /** @description The event's ID, the same in every retry and replay. Use it as your idempotency key. */
                "webhook-id": string;
                /** @description The time of this attempt, in Unix seconds. */
                "webhook-timestamp": string;
                /** @description `v1,` followed by the base64 HMAC-SHA256 of `id.timestamp.body`. Two signatures, separated by a space, while a secret is being rotated. */
                "webhook-signature": string;
            };
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": {
                    /** Format: date-time */
                    timestamp: string;
                    /** @constant */
                    type: "webhook.test";
                    data: components["schemas"]["WebhookTestData"];
                };
            };
        };
        responses: {
            /** @description The endpoint is gone. It will be disabled. */
            410: {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
            /** @description The event was received. Any other response is retried on schedule. */
            "2XX": {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
        };
    };
}
