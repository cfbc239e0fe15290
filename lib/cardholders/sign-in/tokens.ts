/** The access and refresh tokens of the portal's API. */
import { defaultContextOf, switchContext } from "../../auth/contexts.ts";
import { type CardholderScope, personOf, type SessionScope } from "../../auth/scopes.ts";
import { endSession, signOut } from "../../auth/sessions.ts";
import { readContextName } from "../../auth/tenants.ts";
import { ACCESS_TOKEN_SECONDS, signAccessToken } from "../../auth/tokens/access-tokens.ts";
import { issueRefreshToken, rotateRefreshToken } from "../../auth/tokens/refresh-tokens.ts";
import { transaction } from "../../database/transaction.ts";
import { ServiceError } from "../../errors.ts";
import { PORTAL, recordSecurityEvent } from "../security-events.ts";
import type { LoginRequest, TokenPair } from "./contract.ts";
import { type Client, signIn } from "./sign-in.ts";

async function pairOf(scope: SessionScope, refreshToken: string): Promise<TokenPair> {
  return {
    access_token: await signAccessToken(scope),
    refresh_token: refreshToken,
    token_type: "bearer",
    expires_in: ACCESS_TOKEN_SECONDS,
  };
}

/**
 * Signs in and returns the session's first token pair.
 * @throws ServiceError as `signIn`; FORBIDDEN for a context that isn't theirs, STEP_UP_REQUIRED for a team's without a
 *   second factor
 */
export async function logIn(client: Client, request: LoginRequest): Promise<TokenPair> {
  const { email, password, mfa_code: mfaCode, context } = request;
  const own = await signIn({ email, password, mfaCode }, client);
  const scope = context ? await enterContext(own, context) : await enterDefaultContext(own);
  return pairOf(scope, await issueRefreshToken(scope));
}

/** Continues a new session in the requested context; ends it if that's refused. */
async function enterContext(own: CardholderScope, requested: string): Promise<SessionScope> {
  const context = readContextName(requested);
  if (context === "cardholder") return own;
  const entered = context ? await switchContext(own, context) : "unknown_context";
  if (typeof entered !== "string") return entered;
  await signOut(own);
  throw new ServiceError(entered === "verify" ? "STEP_UP_REQUIRED" : "FORBIDDEN");
}

async function enterDefaultContext(own: CardholderScope): Promise<SessionScope> {
  const context = await defaultContextOf(personOf(own));
  const entered = context === "cardholder" ? own : await switchContext(own, context);
  // Without a second factor, they can still sign in as a cardholder.
  return typeof entered === "string" ? own : entered;
}

/**
 * Exchanges a refresh token for a new pair.
 * @throws ServiceError REFRESH_TOKEN_INVALID (never issued), _EXPIRED (its session has ended), _REUSED
 *   (used again after the grace period, which ends the session)
 */
export async function refreshTokens(refreshToken: string): Promise<TokenPair> {
  const rotation = await rotateRefreshToken(refreshToken);
  switch (rotation.outcome) {
    case "rotated":
      return pairOf(rotation.scope, rotation.refreshToken);
    case "reused":
      await endStolenSession(rotation.scope);
      throw new ServiceError("REFRESH_TOKEN_REUSED");
    case "ended":
      throw new ServiceError("REFRESH_TOKEN_EXPIRED");
    case "unknown":
      throw new ServiceError("REFRESH_TOKEN_INVALID");
  }
}

/** Two parties have the token, and we can't tell which is the owner: both have to sign in again. */
async function endStolenSession(scope: SessionScope): Promise<void> {
  await transaction(async (tx) => {
    const endedHere = await endSession(scope, scope.familyId, tx);
    // Recorded only by the request that ended the session, so one theft is one audit entry and one email.
    if (endedHere) {
      const details = { sessionId: scope.familyId };
      await recordSecurityEvent(tx, PORTAL, personOf(scope), "session_theft", details);
    }
  });
}
