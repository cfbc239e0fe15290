/** Shared by the sign-in's pages and forms: paths, and the cookie that passes the password proof to the second step. */
import { browserCookie, knownDeviceCookies } from "#app/cookies.ts";
import { redirectAfterSignIn } from "#app/enter-context.ts";
import type { FormResult } from "#app/forms/form-route.ts";
import type { CardholderScope } from "#lib/auth/scopes.ts";
import { PROOF_SECONDS } from "#lib/cardholders/sign-in/password-proof.ts";

export const TITLE = "You’re not signed in yet";

/** Set after a correct password, and cleared when the sign-in succeeds or has to start over. */
export const proofCookie = browserCookie("second-step", "/signin", PROOF_SECONDS);

/** The request's password proof; empty if there is none. */
export const readProof = async () => (await proofCookie.read()) ?? "";

/** After every sign-in: remembers the device, and leads to the requested page or the person's team. */
export async function finishSignIn(scope: CardholderScope, next: string): Promise<FormResult> {
  const device = await knownDeviceCookies(scope);
  const { path, cookies } = await redirectAfterSignIn(scope, next);
  return { path, cookies: [...cookies, ...device, proofCookie.clear()] };
}

export const codePath = (next: string, withRecovery = false) =>
  `/signin/code?${new URLSearchParams({ ...(withRecovery ? { with: "recovery" } : {}), next })}`;

/** Where to sign in with a passkey alone. */
export const passkeyPath = (next: string) => `/signin/passkey?${new URLSearchParams({ next })}`;

/** Where to start over if the proof has expired or the account has changed in between. */
export const restartPath = (next: string) => `/signin?${new URLSearchParams({ late: "1", next })}`;
