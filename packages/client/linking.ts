/** Links accounts with the customer's consent: OAuth's authorization code flow with PKCE, and OpenID Connect's ID token. */
import { Buffer } from "node:buffer";
import { createHash, createPublicKey, type JsonWebKey, randomBytes, verify } from "node:crypto";
import { type BankClient, readJson } from "./client.ts";
import { ServiceError } from "./errors.ts";
import type { CallOptions, LinkRequest } from "./operations.ts";

/** What the bank keeps in the customer's own session until they return. */
export type LinkSession = { state: string; nonce: string; verifier: string };

/** A customer's data, and where they return to. */
export type ConsentRequest = Omit<LinkRequest, keyof LinkSession | "code_challenge"> & {
  redirect_uri: string;
};

/** The claims of an ID token that was verified. */
export type IdTokenClaims = {
  /** The linked account's `service_user_id`. */
  sub: string;
  iss: string;
  aud: string;
  exp: number;
  iat: number;
  nonce: string;
};

export type LinkErrorReason =
  /** The customer declined. Nothing has changed. */
  | "declined"
  /** The return isn't this customer's: its `state` is another's, or their session is gone. */
  | "not_this_customer"
  /** The return isn't from this service. */
  | "wrong_issuer"
  /** The code has expired, was redeemed before, or isn't this link's. */
  | "code_refused"
  /** The ID token isn't this service's, or not for this link. */
  | "invalid_id_token";

/** The link wasn't completed. Start again. */
export class LinkError extends Error {
  override name = "LinkError";
  readonly reason: LinkErrorReason;

  constructor(reason: LinkErrorReason, message: string, cause?: unknown) {
    super(message, { cause });
    this.reason = reason;
  }
}

const random = () => randomBytes(32).toString("base64url");

/**
 * Requests a link.
 * @returns where to send the customer, and what to keep in their session
 * @throws what requests of the client do: ACCOUNT_ALREADY_LINKED if there is nothing to consent to
 */
export async function beginLink(
  client: BankClient,
  customer: ConsentRequest,
  options: CallOptions = {},
): Promise<{ url: string; serviceUserId: string; session: LinkSession }> {
  const session = { state: random(), nonce: random(), verifier: random() };
  const { state, nonce, verifier } = session;
  const code_challenge = createHash("sha256").update(verifier).digest("base64url");
  const body = { ...customer, state, nonce, code_challenge };
  const { data } = await client.POST("/v1/accounts/link", { ...options, body });
  // Null only without a redirect URI.
  return { url: data.oauth_redirect_url as string, serviceUserId: data.service_user_id, session };
}

export type LinkReturn = {
  bankId: string;
  /** The one that the link was requested with. */
  redirectUri: string;
  /** The query of the URL that the customer returned to. */
  query: URLSearchParams;
  /** From the customer's own session; undefined or null if it has expired. */
  session: LinkSession | null | undefined;
  /** The service's public URL, if the client uses another. */
  issuer?: string | undefined;
};

/**
 * Completes a link when the customer returns: checks the return, redeems its code, and verifies the ID token.
 * @throws LinkError if the link wasn't completed; otherwise, what requests of the client do. After a NoResponseError,
 *   the account may be active: retrieve it
 */
export async function completeLink(
  client: BankClient,
  { bankId, redirectUri, query, session, issuer = client.baseUrl }: LinkReturn,
  options: CallOptions = {},
): Promise<IdTokenClaims> {
  if (!session || query.get("state") !== session.state) {
    throw new LinkError("not_this_customer", "The customer's session has no such state.");
  }
  if (query.get("iss") !== issuer) throw new LinkError("wrong_issuer", `It isn't ${issuer}.`);
  const error = query.get("error");
  if (error === "access_denied") throw new LinkError("declined", "The customer declined.");
  if (error) throw new LinkError("code_refused", query.get("error_description") ?? error);
  const form = new URLSearchParams({
    ...{ grant_type: "authorization_code", code: query.get("code") ?? "" },
    ...{ redirect_uri: redirectUri, code_verifier: session.verifier },
  });
  const authorization = client.basicAuthorization(bankId);
  const redeem = { ...options, authorization, form: form.toString() };
  const { id_token } = await exchange(client, "POST", "/oauth/token", redeem).catch((cause) => {
    const isRefused = cause instanceof ServiceError && cause.status === 400;
    throw isRefused ? new LinkError("code_refused", cause.message, cause) : cause;
  });
  const { keys } = await exchange(client, "GET", "/oauth/jwks", options);
  const expected = { iss: issuer, aud: bankId, nonce: session.nonce };
  return claimsOf(id_token, keys, expected);
}

/** A request outside the API, whose answers are OAuth's. A code can be redeemed only once. */
const exchange = (
  client: BankClient,
  method: "GET" | "POST",
  path: string,
  { authorization, form, ...options }: CallOptions & { authorization?: string; form?: string },
) =>
  client.send(
    {
      ...{ ...options, method, path, url: client.baseUrl + path },
      headers: new Headers(form ? { "Content-Type": "application/x-www-form-urlencoded" } : {}),
      credentials: authorization ? { Authorization: authorization } : {},
      body: form,
      isRepeatable: method === "GET",
    },
    readJson,
  );

/** Clocks may differ by this much. */
const LEEWAY_SECONDS = 60;

const decode = (part: string) => JSON.parse(Buffer.from(part, "base64url").toString());

type Keys = (JsonWebKey & { kid?: string })[];

/** The claims of an ID token. @throws LinkError if it isn't signed with one of the keys, or not for this link */
function claimsOf(token: string, keys: Keys, expected: Partial<IdTokenClaims>): IdTokenClaims {
  let claims: IdTokenClaims | undefined;
  try {
    claims = verifiedClaims(token, keys);
  } catch (cause) {
    throw new LinkError("invalid_id_token", "The ID token can't be read.", cause);
  }
  const names = Object.keys(expected) as (keyof IdTokenClaims)[];
  const isMeant = names.every((name) => claims?.[name] === expected[name]);
  const isCurrent = Number(claims?.exp) > Date.now() / 1_000 - LEEWAY_SECONDS;
  if (claims && isMeant && isCurrent && typeof claims.sub === "string") return claims;
  throw new LinkError(
    "invalid_id_token",
    "The ID token isn't this service's, or not for this link.",
  );
}

function verifiedClaims(token: string, keys: Keys): IdTokenClaims | undefined {
  const [head = "", payload = "", signature = ""] = token.split(".");
  const { alg, kid } = decode(head);
  const key = keys.find((each) => each.kid === kid && each.kty === "RSA");
  if (alg !== "RS256" || !key) return undefined;
  const signed = Buffer.from(`${head}.${payload}`);
  const publicKey = createPublicKey({ key, format: "jwk" });
  const isSigned = verify("sha256", signed, publicKey, Buffer.from(signature, "base64url"));
  return isSigned ? decode(payload) : undefined;
}
