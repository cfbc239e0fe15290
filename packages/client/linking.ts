/** Links accounts with the customer's consent: OAuth's code flow with PKCE, and OpenID Connect's ID token. */
import { Buffer } from "node:buffer";
import { createHash, createPublicKey, type JsonWebKey, randomBytes, verify } from "node:crypto";
import type { BankClient } from "./client.ts";
import { isServiceError } from "./errors.ts";
import type { CallOptions, LinkRequest } from "./operations.ts";

/** What the bank keeps in the customer's own session until they return. */
export type LinkSession = { state: string; nonce: string; verifier: string };

/** A customer's data, and where they return to. */
export type ConsentRequest = Omit<LinkRequest, "state" | "nonce" | "code_challenge"> & {
  redirect_uri: string;
};

/** The claims of a verified ID token. `sub` is the account's `service_user_id`. */
export type IdTokenClaims = Record<"sub" | "iss" | "aud" | "nonce", string> & { exp: number };

/**
 * `declined`: nothing has changed. `not_this_customer`: their session is gone, or has another `state`.
 * `code_refused`: it has expired, was redeemed before, or isn't this link's.
 */
export type LinkErrorReason =
  | "declined"
  | "not_this_customer"
  | "wrong_issuer"
  | "code_refused"
  | "invalid_id_token";

/** The link wasn't completed. Start again. */
export class LinkError extends Error {
  override name = "LinkError";
  readonly reason: LinkErrorReason;

  constructor(reason: LinkErrorReason, message: string = reason, cause?: unknown) {
    super(message, { cause });
    this.reason = reason;
  }
}

const random = () => randomBytes(32).toString("base64url");

/**
 * Requests a link.
 * @returns where to send the customer, and what to keep in their session
 * @throws what calls throw: ServiceError ACCOUNT_ALREADY_LINKED if there is nothing to consent to
 */
export async function beginLink(
  client: BankClient,
  customer: ConsentRequest,
  options: CallOptions = {},
): Promise<{ url: string; session: LinkSession }> {
  const session = { state: random(), nonce: random(), verifier: random() };
  const { verifier, ...sent } = session;
  const code_challenge = createHash("sha256").update(verifier).digest("base64url");
  const body = { ...customer, ...sent, code_challenge };
  const { data } = await client.POST("/v1/accounts/link", { ...options, body });
  // Null only without a redirect URI.
  return { url: data.oauth_redirect_url as string, session };
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
 * @throws LinkError if the link wasn't completed; otherwise, what calls throw. After a NoResponseError, the
 *   account may be active: retrieve it
 */
export async function completeLink(
  client: BankClient,
  { bankId, redirectUri, query, session, issuer = client.baseUrl }: LinkReturn,
  options: CallOptions = {},
): Promise<IdTokenClaims> {
  if (!session || query.get("state") !== session.state) throw new LinkError("not_this_customer");
  if (query.get("iss") !== issuer) throw new LinkError("wrong_issuer");
  const error = query.get("error");
  if (error) throw new LinkError(error === "access_denied" ? "declined" : "code_refused", error);
  const form = {
    ...{ grant_type: "authorization_code", code: query.get("code") ?? "", client_id: bankId },
    ...{ redirect_uri: redirectUri, code_verifier: session.verifier },
  };
  const { id_token } = await client.oauth("/oauth/token", options, form).catch((cause) => {
    const isRefused = isServiceError(cause) && cause.status === 400;
    throw isRefused ? new LinkError("code_refused", cause.message, cause) : cause;
  });
  const { keys } = await client.oauth("/oauth/jwks", options);
  const expected = { iss: issuer, aud: bankId, nonce: session.nonce };
  try {
    return claimsOf(id_token, keys, expected);
  } catch (cause) {
    throw new LinkError("invalid_id_token", "The ID token isn't valid for this link.", cause);
  }
}

const decode = (part = "") => JSON.parse(Buffer.from(part, "base64url").toString());

/** Clocks may differ by a minute. */
const isCurrent = (exp: unknown): boolean => Number(exp) > Date.now() / 1_000 - 60;

/** The claims of an ID token. @throws Error unless it's signed with one of the keys, and for this link */
function claimsOf(
  token: string,
  keys: (JsonWebKey & { kid?: string })[],
  expected: Partial<IdTokenClaims>,
): IdTokenClaims {
  const [head, payload, signature = ""] = token.split(".");
  const { alg, kid } = decode(head);
  const key = keys.find((each) => each.kid === kid && each.kty === "RSA");
  if (alg !== "RS256" || !key) throw new Error(`There is no key ${kid} for ${alg}.`);
  const publicKey = createPublicKey({ key, format: "jwk" });
  const signed = Buffer.from(`${head}.${payload}`);
  const isSigned = verify("sha256", signed, publicKey, Buffer.from(signature, "base64url"));
  const claims = decode(payload);
  const isMeant = Object.entries(expected).every(([name, value]) => claims[name] === value);
  if (isSigned && isMeant && isCurrent(claims.exp) && typeof claims.sub === "string") return claims;
  throw new Error("Its signature or a claim is wrong.");
}
