/** Signing in, refreshing a session, and setting a password. */
import { z } from "zod";
import { MAX_PASSWORD_LENGTH } from "../../auth/passwords/hashing.ts";
import { lengthProblem } from "../../auth/passwords/policy.ts";
import { contract } from "../../contract.ts";
import { env } from "../../env.ts";
import { addViolation, component, email, storable, text } from "../../fields.ts";

const REFRESH_TOKEN = "ptr_AZrZ0VFdfz6PIVsPTwyed4nK7Qw2m9vJt0YbX5sLr8cHfGdEaZpUi3oT6yN1xWkA";
/** Far longer than any real token; longer ones are treated as invalid. */
const secret = text({ max: 1024 });
/** A new password of an allowed length. Guessable ones are refused later. */
export const newPassword = storable
  .check((context) => {
    const problem = lengthProblem(context.value);
    if (problem) addViolation(context, problem.type, problem.msg);
  })
  .meta({
    // Configurable, so it's read when the document is generated.
    get minLength() {
      return env().passwordMinLength;
    },
    maxLength: MAX_PASSWORD_LENGTH,
  });

const nothing = component("Nothing", [{}], {});

export const loginRequest = component(
  "LoginRequest",
  [{ email: "pat@example.com", password: "a long phrase only you know" }],
  {
    email: email.describe(
      "The email address that a bank has linked or a team has invited. Not case-sensitive.",
    ),
    password: secret.describe("The person's password."),
    mfa_code: secret
      .nullish()
      .describe(
        "Six digits from the authenticator app, or a recovery code. Required if a second factor " +
          "is turned on.",
      ),
    context: text({ max: 255 })
      .nullish()
      .describe(
        "What the session acts in: `cardholder`, `school:<school_id>`, `bank:<bank_id>`, or `operator`. By " +
          "default the person's only team if they don't give and sent a second factor; otherwise `cardholder`. " +
          "An extension.",
      ),
  },
);

export type LoginRequest = z.output<typeof loginRequest>;

export const refreshRequest = component("RefreshRequest", [{ refresh_token: REFRESH_TOKEN }], {
  refresh_token: secret.describe("The most recent refresh token."),
});

export const logoutRequest = component("LogoutRequest", [{ refresh_token: REFRESH_TOKEN }], {
  refresh_token: secret.describe("The session's refresh token. It stops working."),
});

const EXAMPLE_TOKEN_PAIR = {
  access_token: "eyJhbGciOiJIUzI1NiJ9.e30.c2lnbmF0dXJl",
  refresh_token: REFRESH_TOKEN,
  token_type: "bearer" as const,
  expires_in: 3_600,
};

export const tokenPair = component("TokenPair", [EXAMPLE_TOKEN_PAIR], {
  access_token: z.string().describe("The access token. Send it as `Authorization: Bearer …`."),
  refresh_token: z.string().describe("Valid for one refresh. Store it securely."),
  token_type: z.literal("bearer").describe("The token type."),
  expires_in: z.int().describe("The access token's lifetime in seconds: 3600."),
});

export type TokenPair = z.infer<typeof tokenPair>;

export const forgotPasswordRequest = component(
  "ForgotPasswordRequest",
  [{ email: "pat@example.com" }],
  { email: email.describe("Where to send the link, if a cardholder has this address.") },
);

const EXAMPLE_RESET_PASSWORD_REQUEST = {
  token: "prs_8sLr8cHfGdEaZpUi3oT6yN1xWkA4nK7Qw2m9vJt0YbX",
  new_password: "a long phrase only you know",
};

export const resetPasswordRequest = component(
  "ResetPasswordRequest",
  [EXAMPLE_RESET_PASSWORD_REQUEST],
  {
    token: secret.describe("The `token` parameter of the link in the email."),
    new_password: newPassword.describe(
      "15 to 128 characters of any kind (an installation may set another minimum). Common " +
        "passwords, and passwords based on the cardholder's name or email address, are refused.",
    ),
  },
);

export type ResetPasswordRequest = z.output<typeof resetPasswordRequest>;

const portal = { method: "POST", status: 200, tag: "Portal: sign-in", auth: "none" } as const;

export const login = contract({
  ...portal,
  id: "login",
  path: "/v1/portal/auth/login",
  summary: "Sign in",
  description:
    "Opens a session that lasts 90 days in a cardholder's context. An unknown email address, a wrong password, and a " +
    "cardholder without a password get the same response. `MFA_REQUIRED` is returned only if the " +
    "password is correct: ask for a code and send all three fields. Returns 429 after 10 wrong " +
    "passwords for one email address from one network, or 100 from one network, within 15 " +
    "minutes; the limit of 100 doesn't apply to people who have signed in from that network " +
    "before. After 10 wrong codes for one person within an hour, from any network, each further " +
    "attempt has to wait longer, up to an hour: 429 with `Retry-After`, and the person is " +
    "notified by email. A session in a team's context ends after 12 hours, or after 30 minutes " +
    "without use. It needs a second factor: without one, `STEP_UP_REQUIRED`. A context that isn't " +
    "the person's is `FORBIDDEN`, whether or not it exists.",
  body: loginRequest,
  data: tokenPair,
  errors: [
    "INVALID_CREDENTIALS",
    "MFA_REQUIRED",
    "MFA_INVALID",
    "STEP_UP_REQUIRED",
    "FORBIDDEN",
    "RATE_LIMITED",
  ],
});

export const refresh = contract({
  ...portal,
  id: "refreshTokens",
  path: "/v1/portal/auth/refresh",
  summary: "Refresh an access token",
  description:
    "Exchanges a refresh token for a new pair of tokens. Each refresh token is valid once. For 45 " +
    "seconds after its first use, it returns another valid pair, so concurrent tabs and lost " +
    "responses are safe. After that, reuse counts as theft: the session and all its tokens end " +
    "immediately (`REFRESH_TOKEN_REUSED`). `REFRESH_TOKEN_EXPIRED` means that the session has " +
    "expired, or was ended by logout or theft.",
  body: refreshRequest,
  data: tokenPair,
  errors: ["REFRESH_TOKEN_INVALID", "REFRESH_TOKEN_EXPIRED", "REFRESH_TOKEN_REUSED"],
});

export const logout = contract({
  ...portal,
  id: "logout",
  path: "/v1/portal/auth/logout",
  auth: "session",
  summary: "Sign out",
  description:
    "Ends the access token's session: its access and refresh tokens stop working immediately. A " +
    "`refresh_token` from another session is ignored, and that session continues.",
  body: logoutRequest,
  data: nothing,
});

export const forgotPassword = contract({
  ...portal,
  id: "forgotPassword",
  path: "/v1/portal/auth/forgot-password",
  summary: "Request a link to set a password",
  description:
    "Emails a link that works once, for 30 minutes. Cardholders whom a bank has linked also use " +
    "it to set their first password. The response is the same whether or not the email address is " +
    "known. Earlier links stay valid until one of them is used. One network can have at most 3 " +
    "links an hour sent to one email address, and no link is sent while several are valid. " +
    "Returns 429 after 20 requests an hour from one network.",
  body: forgotPasswordRequest,
  data: nothing,
  errors: ["RATE_LIMITED"],
});

export const resetPassword = contract({
  ...portal,
  tag: "Portal: password reset (extension)",
  id: "resetPassword",
  path: "/v1/portal/auth/reset-password",
  summary: "Set a password with the token from an email",
  description:
    "Ends every session of the cardholder and invalidates all other links. It doesn't sign anyone " +
    "in, and a second factor stays on. After five refused passwords, the link stops working; ones that are too short or too long don't count.",
  body: resetPasswordRequest,
  data: nothing,
  errors: ["RESET_TOKEN_INVALID"],
});
