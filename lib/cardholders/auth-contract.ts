/** How a cardholder signs in, stays signed in and sets a password. */
import { z } from "zod";
import { contract } from "../contract.ts";
import { email, text } from "../fields.ts";

const REFRESH_TOKEN = "ptr_4nK7Qw2m9vJt0YbX5sLr8cHfGdEaZpUi3oT6yN1xWkA";
/** Far longer than any is: what a caller holds for one gets the answer for a wrong one. */
const secret = text({ max: 1024 });
const nothing = z.object({}).meta({ id: "Nothing", examples: [{}] });

export const loginRequest = z
  .object({
    email: email.describe("The address that the bank has linked. Case does not matter."),
    password: secret.describe("The cardholder's password."),
    mfa_code: secret
      .nullish()
      .describe(
        "The six digits of the authenticator app, or a recovery code. Needed once a second factor is on.",
      ),
  })
  .meta({
    id: "LoginRequest",
    examples: [{ email: "pat@example.com", password: "a long sentence of one's own" }],
  });

export type LoginRequest = z.output<typeof loginRequest>;

export const refreshRequest = z
  .object({ refresh_token: secret.describe("The one that was handed out last.") })
  .meta({ id: "RefreshRequest", examples: [{ refresh_token: REFRESH_TOKEN }] });

export const logoutRequest = z
  .object({
    refresh_token: secret.describe("The session's refresh token. It is worthless then."),
  })
  .meta({ id: "LogoutRequest", examples: [{ refresh_token: REFRESH_TOKEN }] });

export const tokenPair = z
  .object({
    access_token: z.string().describe("Send it as `Authorization: Bearer …`."),
    refresh_token: z.string().describe("Good for one refresh. Keep it where no one else reads."),
    token_type: z.literal("bearer").describe("How the access token is sent."),
    expires_in: z.int().describe("Seconds that the access token is good for: 3600."),
  })
  .meta({
    id: "TokenPair",
    examples: [
      {
        access_token: "eyJhbGciOiJIUzI1NiJ9.e30.c2lnbmF0dXJl",
        refresh_token: REFRESH_TOKEN,
        token_type: "bearer" as const,
        expires_in: 3_600,
      },
    ],
  });

export type TokenPair = z.infer<typeof tokenPair>;

export const forgotPasswordRequest = z
  .object({ email: email.describe("Where the link goes, if we know the address.") })
  .meta({ id: "ForgotPasswordRequest", examples: [{ email: "pat@example.com" }] });

export const resetPasswordRequest = z
  .object({
    token: secret.describe("From the link in the mail: its parameter `token`."),
    new_password: secret.describe(
      "15 to 128 characters (an installation may set another minimum), of any kind. Refused are " +
        "common ones and those made of one's own name or address.",
    ),
  })
  .meta({
    id: "ResetPasswordRequest",
    examples: [
      {
        token: "prs_8sLr8cHfGdEaZpUi3oT6yN1xWkA4nK7Qw2m9vJt0YbX",
        new_password: "a long sentence of one's own",
      },
    ],
  });

export type ResetPasswordRequest = z.output<typeof resetPasswordRequest>;

const portal = { method: "POST", status: 200, tag: "Portal: sign-in" } as const;

export const login = contract({
  ...portal,
  id: "login",
  path: "/v1/portal/auth/login",
  auth: "none",
  summary: "Sign in",
  description:
    "Opens a session of 90 days. An unknown address, a wrong password and a cardholder who has not " +
    "set a password yet get the same answer. `MFA_REQUIRED` comes only after the right password: ask " +
    "for a code and send all three. After 10 wrong guesses for one address from one place, or 100 from " +
    "one place, within 15 minutes: 429; the hundred keep nobody out who has signed in from there " +
    "before. After 10 wrong codes for one person within an hour, wherever they come from, each " +
    "further one waits longer, up to an hour: 429 with `Retry-After`, and the person is told by email.",
  body: loginRequest,
  data: tokenPair,
  errors: ["INVALID_CREDENTIALS", "MFA_REQUIRED", "MFA_INVALID", "RATE_LIMITED"],
});

export const refresh = contract({
  ...portal,
  id: "refreshTokens",
  path: "/v1/portal/auth/refresh",
  auth: "none",
  summary: "Exchange a refresh token for a new pair",
  description:
    "Each refresh token is good for one exchange. Within 45 seconds of it the same token yields another " +
    "usable pair, so tabs that race, and answers that were lost, do no harm. Later it counts as stolen: " +
    "the session ends at once, with every token of it (`REFRESH_TOKEN_REUSED`). " +
    "`REFRESH_TOKEN_EXPIRED`: the session is over, by time, by logout or by theft.",
  body: refreshRequest,
  data: tokenPair,
  errors: ["REFRESH_TOKEN_INVALID", "REFRESH_TOKEN_EXPIRED", "REFRESH_TOKEN_REUSED"],
});

export const logout = contract({
  ...portal,
  id: "logout",
  path: "/v1/portal/auth/logout",
  auth: "token",
  summary: "Sign out",
  description:
    "Ends the session of the access token: its access and refresh tokens stop working at once. A " +
    "`refresh_token` that is not of this session is ignored; its own session goes on.",
  body: logoutRequest,
  data: nothing,
  errors: [],
});

export const forgotPassword = contract({
  ...portal,
  id: "forgotPassword",
  path: "/v1/portal/auth/forgot-password",
  auth: "none",
  summary: "Ask for a link to set a password",
  description:
    "Mails a link that is good for 30 minutes, once. It is also how somebody whom a bank has linked " +
    "sets their first password. The answer is the same whether we know the address or not. Links from " +
    "before stay good until one of them is used. For one address, one place is sent at most 3 links an " +
    "hour, and no link is sent while several are good; more than 20 requests an hour from one place: 429.",
  body: forgotPasswordRequest,
  data: nothing,
  errors: ["RATE_LIMITED"],
});

export const resetPassword = contract({
  ...portal,
  tag: "Portal: password reset (extension)",
  id: "resetPassword",
  path: "/v1/portal/auth/reset-password",
  auth: "none",
  summary: "Set a password with the token from the mail",
  description:
    "Ends every session of the cardholder, and every other link, and signs nobody in. A second factor " +
    "stays on. A link whose passwords were refused five times is good no more.",
  body: resetPasswordRequest,
  data: nothing,
  errors: ["RESET_TOKEN_INVALID"],
});
