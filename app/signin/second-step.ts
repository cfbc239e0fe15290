/** Between the password and the code: what carries the proof of the one until the other comes. */
import { browserCookie, readBrowserCookie } from "#app/browser-cookie.ts";
import { PROOF_SECONDS } from "#lib/cardholders/sign-in/password-proof.ts";

/** Goes to the sign-in's own pages and nowhere else. */
const PROOF_COOKIE = "second-step";
const PATH = "/signin";

/** For the answer to a right password. */
export const keepProof = (proof: string) =>
  browserCookie(PROOF_COOKIE, proof, { path: PATH, seconds: PROOF_SECONDS });

/** The proof that the browser has brought; empty where it has none. */
export const readProof = async () => (await readBrowserCookie(PROOF_COOKIE, PATH)) ?? "";

/** For the answer that ends the second step, whichever way. */
export const forgetProof = () => browserCookie(PROOF_COOKIE, "", { path: PATH, seconds: 0 });

/** The page that asks for the code. */
export const codePage = (next: string, withRecovery = false) =>
  `/signin/code?${new URLSearchParams({ ...(withRecovery ? { with: "recovery" } : {}), next })}`;

/** Where to begin anew, when too much time went by or the account has changed meanwhile. */
export const restartPage = (next: string) => `/signin?${new URLSearchParams({ late: "1", next })}`;
