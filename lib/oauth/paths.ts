/** Paths and cookies of the authorization server. */
import { env } from "../env.ts";

/** The library's endpoints. The pages between them are ours (app/oauth). */
export const OAUTH_PATHS = {
  authorization: "/oauth/auth",
  token: "/oauth/token",
  userinfo: "/oauth/userinfo",
  jwks: "/oauth/jwks",
} as const;

/** The page where the person approves or declines. */
export const consentPath = (uid: string) => `/oauth/consent/${uid}`;

export const isSecure = () => env().publicBaseUrl.startsWith("https://");
const cookieName = (name: string) => (isSecure() ? `__Secure-${name}` : name);

/** The cookie that ties a consent page to the browser that opened it. */
export const interactionCookie = () => cookieName("oauth-consent");

/** The cookie that ties the return to the bank to the same browser. */
export const resumeCookie = () => cookieName("oauth-resume");
