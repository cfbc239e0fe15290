/** Accounts: a bank's customers, linked by that bank. */

import { z } from "zod";
import { redirectUrl } from "../banks/redirects.ts";
import { pointsBalance, storedBalance } from "../cardholders/points-balance.ts";
import { contract, listContract, type WebhookContract } from "../contract.ts";
import * as field from "../fields.ts";
import { sampleMark, webhook } from "../webhooks/event-types.ts";

export const ACCOUNT_STATUSES = ["active", "pending_oauth", "unlinked"] as const;
export const UNLINK_REASONS = [
  "cardholder_request",
  "bank_policy",
  "fraud_review",
  "account_closure",
] as const;

const EXAMPLE_ID = "01989a64-1c5a-7d3e-8f21-5b0f4f0c9e77";

/** RFC 6749, 3.1.2: redirect URIs must not have a fragment. */
const withoutFragment = redirectUrl.check((context) => {
  if (!context.value.includes("#")) return;
  field.addViolation(context, "value_error", "Value must not contain a fragment");
});

/** A SHA-256 in base64url (RFC 7636, 4.2). */
const codeChallenge = field.text({ min: 43, max: 43 }).check((context) => {
  if (/^[A-Za-z0-9_-]*$/.test(context.value)) return;
  field.addViolation(context, "value_error", "Value must be a SHA-256 hash in base64url");
});

const EXAMPLE_BALANCE = { points: 48_200, as_of: "2026-11-21T14:03:22.118Z" };

const EXAMPLE_LINK = {
  bank_user_id: "customer-1",
  display_name: "Pat Sample",
  email: "pat@example.com",
  loyalty_program_id: "gold",
};

/** Require `redirect_uri`. Otherwise they'd be ignored, and the account linked without the consent they belong to. */
const CONSENT_ONLY = ["state", "nonce", "code_challenge"] as const;

export const linkRequest = z
  .object({
    bank_user_id: field
      .text({ min: 1, max: 128 })
      .describe("Your own ID for the customer, 1 to 128 characters."),
    display_name: field
      .line({ min: 1, max: 255 })
      .describe(
        "The customer's name on one line, 1 to 255 characters, one of them visible. Once customers manage their own profile, it " +
          "applies only to this account.",
      ),
    email: field.email.describe(
      "The customer's email address, at most 254 characters. In the portal, whoever verifies this " +
        "address sees the donations made while it's linked. At most 10 of your accounts, linked or " +
        "waiting for consent, can share one address.",
    ),
    loyalty_program_id: field
      .text({ min: 1, max: 64 })
      .describe("The loyalty program whose points the customer gives."),
    fund_designation: field
      .text({ min: 1, max: 255 })
      .nullish()
      .describe("The fund to suggest first. Returned as `preferred_fund`."),
    metadata: field.metadata
      .nullish()
      .describe(
        "Your own key-value pairs: at most 50, keys of 1 to 40 characters, values of up to 500, 8 KiB in all.",
      ),
    phone: field
      .line({ max: 255 })
      .nullish()
      .describe("The customer's phone number, in any format."),
    points_balance: pointsBalance
      .nullish()
      .describe(
        "The points in the account, which the customer sees next to what a gift takes. An extension.",
      ),
    redirect_uri: withoutFragment
      .nullish()
      .describe(
        "If present, the account waits for consent as `pending_oauth`, and the customer is sent back " +
          "here. An `https` URL, an `http` URL on loopback, or a URL with an app scheme registered for " +
          "your bank, without a fragment. If redirect URIs are registered for your bank, exactly one of them.",
      ),
    // Values returned in a URL or an ID token are printable ASCII (RFC 6749, appendix A.5).
    state: field
      .printable({ min: 1, max: 512 })
      .nullish()
      .describe(
        "Any value that is hard to guess, up to 512 printable characters. It's added to `redirect_uri` " +
          "when the customer returns, so that your server can match the response to their session. Requires " +
          "`redirect_uri`.",
      ),
    nonce: field
      .printable({ min: 1, max: 255 })
      .nullish()
      .describe(
        "Any value that is hard to guess, up to 255 printable characters. It's returned in the ID token, " +
          "which it binds to this request. Requires `redirect_uri`.",
      ),
    code_challenge: codeChallenge
      .nullish()
      .describe(
        "The SHA-256 hash of your PKCE code verifier, in base64url (method `S256`). The code can then only " +
          "be redeemed with that verifier. Requires `redirect_uri`.",
      ),
    school_id: field
      .text({ min: 1, max: 255 })
      .nullish()
      .describe("The school to suggest first. Returned as `preferred_school_id`."),
    tax_receipt_email: field.email
      .nullish()
      .describe(
        "Where tax receipts for this account's donations are sent, until the customer has " +
          "verified `email` in the portal.",
      ),
  })
  .refine(
    (request) =>
      request.redirect_uri != null || CONSENT_ONLY.every((name) => request[name] == null),
    {
      when: ({ issues }) => issues.length === 0,
      path: ["redirect_uri"],
      params: { type: "missing" },
      error: `Field required with ${CONSENT_ONLY.join(", ")}`,
    },
  )
  .meta({
    id: "LinkRequest",
    examples: [
      EXAMPLE_LINK,
      {
        ...EXAMPLE_LINK,
        redirect_uri: "https://bank.example/linked",
        state: "zJ4nM2kq7Yc1uXw8",
        nonce: "h5Tq9Lr3Vb6sPd0e",
        code_challenge: "E9Melhoa2OwvFrEMTJguCHaoeK1t8URWbuGJSstw-cM",
      },
    ],
  });

export type LinkRequest = z.output<typeof linkRequest>;

export const linkResult = z
  .object({
    service_user_id: field.responseUuid.describe(
      "The account's ID. Pass it when you request a donation.",
    ),
    status: z
      .enum(["active", "pending_oauth"])
      .describe("`active`, or `pending_oauth` if you sent `redirect_uri`."),
    oauth_redirect_url: z
      .url()
      .nullable()
      .describe(
        "Where to send the cardholder while the account is `pending_oauth`. It works for 30 minutes, " +
          "or until the cardholder approves or you link the account again.",
      ),
    linked_at: field.responseTime.describe("When the account was last linked."),
  })
  .meta({
    id: "LinkResult",
    examples: [
      {
        service_user_id: EXAMPLE_ID,
        status: "active",
        oauth_redirect_url: null,
        linked_at: "2026-11-21T14:03:22.118Z",
      },
      {
        service_user_id: EXAMPLE_ID,
        status: "pending_oauth",
        oauth_redirect_url: "https://points.example/oauth/link/lnk_EXAMPLE",
        linked_at: "2026-11-21T14:03:22.118Z",
      },
    ],
  });

export type LinkResult = z.infer<typeof linkResult>;

export const linkAccount = contract({
  id: "linkAccount",
  method: "POST",
  path: "/v1/accounts/link",
  tag: "Accounts",
  summary: "Link a cardholder",
  description:
    "Creates one account per `bank_user_id`. If the account is already active, the request is refused. If " +
    "it was unlinked or is `pending_oauth`, it's replaced with the values of this request and keeps its " +
    "`service_user_id`. With `redirect_uri`, the account becomes active when the cardholder has approved and " +
    "your server has redeemed the authorization code. Once a customer has disconnected an account of yours in " +
    "the portal, linking their address without `redirect_uri` returns `CONSENT_REQUIRED`, under any " +
    "`bank_user_id`, until they have consented again. Configure your OpenID Connect library with " +
    "`/.well-known/openid-configuration`; your client ID is your `bank_id`, your client secret any of your " +
    "API keys.",
  body: linkRequest,
  status: 201,
  data: linkResult,
  errors: ["ACCOUNT_ALREADY_LINKED", "CONSENT_REQUIRED", "BANK_SUSPENDED"],
});

const EXAMPLE_ACCOUNT = {
  service_user_id: EXAMPLE_ID,
  bank_user_id: "customer-1",
  email: "pat@example.com",
  display_name: "Pat Sample",
  status: "active",
  linked_at: "2026-11-21T14:03:22.118Z",
  last_active_at: "2026-11-21T14:05:10.402Z",
  loyalty_program_id: "gold",
  preferred_school_id: "ohio-state",
  preferred_fund: "annual-fund",
  phone: "+1 614 555 0100",
  tax_receipt_email: null,
  metadata: { branch: "Columbus" },
  points_balance: null,
  donation_count: 1,
  lifetime_donated_usd: 25,
};

export const account = field.component("Account", [EXAMPLE_ACCOUNT], {
  service_user_id: field.responseUuid.describe("The account's ID."),
  bank_user_id: z.string().describe("Your own ID for the customer, 1 to 128 characters."),
  email: z.string().describe("The value you sent."),
  display_name: z.string().describe("The value you sent."),
  status: z.enum(ACCOUNT_STATUSES).describe("Only `active` accounts can make donations."),
  linked_at: field.responseTime.describe("When the account was last linked."),
  last_active_at: field.responseTime.describe(
    "When the customer was linked, last gave, or last opened the embedded flow through your " +
      "bank, whichever is latest.",
  ),
  loyalty_program_id: z.string().describe("The loyalty program whose points the customer gives."),
  preferred_school_id: field.nullableText.describe("The school you sent. It's suggested first."),
  preferred_fund: field.nullableText.describe("The fund you sent. It's suggested first."),
  phone: field.nullableText.describe("The value you sent."),
  tax_receipt_email: field.nullableText.describe("The value you sent."),
  metadata: z.record(z.string(), z.string()).nullable().describe("The value you sent."),
  points_balance: storedBalance.describe(
    "The latest balance you sent, with the account or an embed token. An extension.",
  ),
  donation_count: z.int().describe("The number of completed donations."),
  lifetime_donated_usd: field.responseDollars.describe(
    "The sum of completed donations, in US dollars.",
  ),
});

export type Account = z.infer<typeof account>;

const listQuery = z.object({
  status: field.filterText
    .default("active")
    .describe(
      "Only accounts in this status: `active`, `pending_oauth`, or `unlinked`. Any other value " +
        "matches nothing.",
    ),
  ...field.paging(50),
  created_after: field.time.optional().describe("Only accounts linked at or after this time."),
  created_before: field.time.optional().describe("Only accounts linked before this time."),
  bank_user_id: field.textFilter.describe(
    "Only the account of the customer with this ID of yours. An extension.",
  ),
  email: field.textFilter.describe(
    "Only accounts with this email address, ignoring case. An extension.",
  ),
  display_name: field.textFilter.describe(
    "Only accounts whose name contains this, ignoring case. An extension.",
  ),
});

export type AccountFilters = z.output<typeof listQuery>;

export const listAccounts = listContract({
  id: "listAccounts",
  path: "/v1/accounts/linked",
  tag: "Accounts",
  summary: "List linked accounts, newest first",
  query: listQuery,
  data: account,
});

const accountParams = z.object({ service_user_id: field.uuid.describe("The account's ID.") });

export const getAccount = contract({
  id: "getAccount",
  path: "/v1/accounts/{service_user_id}",
  tag: "Accounts",
  summary: "Retrieve an account",
  params: accountParams,
  data: account,
  errors: ["ACCOUNT_NOT_FOUND"],
});

export const accountChanges = field.component(
  "AccountChanges",
  [{ points_balance: EXAMPLE_BALANCE, phone: "+1 614 555 0101" }],
  {
    display_name: linkRequest.shape.display_name.optional(),
    email: field.email
      .optional()
      .describe(
        "The customer's new email address. If it's present, even unchanged, the account is unlinked and " +
          "linked again, under the same `service_user_id`: see the description.",
      ),
    phone: linkRequest.shape.phone,
    points_balance: linkRequest.shape.points_balance,
    preferred_school_id: linkRequest.shape.school_id.describe("The school to suggest first."),
    preferred_fund: field
      .line({ min: 1, max: 255 })
      .nullish()
      .describe("The fund to suggest first."),
    tax_receipt_email: linkRequest.shape.tax_receipt_email,
  },
);

export type AccountChanges = z.output<typeof accountChanges>;

export const changeAccount = contract({
  id: "changeAccount",
  method: "PATCH",
  path: "/v1/accounts/{service_user_id}",
  tag: "Account changes (extension)",
  summary: "Change an active account",
  description:
    "Omitted fields don't change, and `null` clears one. With `email`, all rules of a link apply: earlier " +
    "donations stay with the earlier person, whoever owns the new address decides whether to accept the " +
    "link, open embed tokens stop working, and you receive `account.unlinked`, then `account.linked`. So " +
    "send it only to change the address, which the earlier person is told; it clears an old `tax_receipt_email`.",
  params: accountParams,
  body: accountChanges,
  data: account,
  errors: ["ACCOUNT_NOT_FOUND", "CONSENT_REQUIRED", "BANK_SUSPENDED"],
});

export const unlinkRequest = field.component("UnlinkRequest", [{ reason: "cardholder_request" }], {
  reason: z
    .enum(UNLINK_REASONS)
    .nullish()
    .describe("Why the account is unlinked. Stored for your records."),
});

export type UnlinkRequest = z.output<typeof unlinkRequest>;

const EXAMPLE_UNLINK_RESULT = {
  service_user_id: EXAMPLE_ID,
  status: "unlinked",
  unlinked_at: "2026-11-22T09:30:00.000Z",
  reason: "cardholder_request",
};

export const unlinkResult = field.component("UnlinkResult", [EXAMPLE_UNLINK_RESULT], {
  service_user_id: field.responseUuid.describe("The account's ID."),
  status: z.literal("unlinked").describe("Always `unlinked`."),
  unlinked_at: field.responseTime.describe("When the account was first unlinked."),
  reason: z.enum(UNLINK_REASONS).nullable().describe("The reason you gave."),
});

export type UnlinkResult = z.infer<typeof unlinkResult>;

export const unlinkAccount = contract({
  id: "unlinkAccount",
  method: "DELETE",
  path: "/v1/accounts/{service_user_id}",
  tag: "Accounts",
  summary: "Unlink an account",
  description:
    "Keeps the account and its donations. An unlinked account can't make donations, and its embed tokens " +
    "stop working. With `fraud_review`, its pending donations are held until you or the operator release them. " +
    "Unlinking it again returns the same response. Linking the same `bank_user_id` again reactivates it.",
  params: accountParams,
  body: unlinkRequest,
  bodyOptional: true,
  data: unlinkResult,
  errors: ["ACCOUNT_NOT_FOUND"],
});

export const UNLINKED_BY = ["bank", "cardholder"] as const;

const unlinkedAccount = account.extend({
  unlinked_at: field.responseTime.describe("When the account was unlinked."),
  reason: z
    .enum(UNLINK_REASONS)
    .nullable()
    .describe("Your reason, or `cardholder_request` if the cardholder disconnected it."),
  requested_by: z
    .enum(UNLINKED_BY)
    .describe("`bank` if you unlinked it, `cardholder` if the customer did in the portal."),
});

const UNLINKED_AT = "2026-11-22T09:30:00.000Z";

export const accountWebhooks: WebhookContract[] = [
  webhook(
    "account.linked",
    "The customer approved the link and your server redeemed the authorization code, or you changed the email address",
    account.extend(sampleMark),
    EXAMPLE_ACCOUNT,
    EXAMPLE_ACCOUNT.linked_at,
  ),
  webhook(
    "account.unlinked",
    "You or the customer ended the link",
    unlinkedAccount.extend(sampleMark),
    {
      ...EXAMPLE_ACCOUNT,
      status: "unlinked",
      unlinked_at: UNLINKED_AT,
      reason: "cardholder_request",
      requested_by: "cardholder",
    },
    UNLINKED_AT,
  ),
];
