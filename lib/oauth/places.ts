/** Where the authorization server's endpoints and pages are, and the cookies of those in between. */
import { env } from "../env.ts";

/** The paths of the library's endpoints. The pages between them are ours (app/oauth). */
export const OAUTH_PATHS = {
  authorization: "/oauth/auth",
  token: "/oauth/token",
  userinfo: "/oauth/userinfo",
  jwks: "/oauth/jwks",
} as const;

/** The page on which the person decides. */
export const consentPath = (uid: string) => `/oauth/consent/${uid}`;

export const isSecure = () => env().publicBaseUrl.startsWith("https://");
const cookieName = (name: string) => (isSecure() ? `__Secure-${name}` : name);

/** The cookie that ties a consent page to the browser that opened it. */
export const interactionCookie = () => cookieName("oauth-consent");

/** The cookie that ties the way back to the same browser. */
export const resumeCookie = () => cookieName("oauth-resume");
