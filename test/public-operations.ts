/** Valid requests of the operations without authentication. */
import { issueRefreshToken } from "#lib/auth/tokens/refresh-tokens.ts";
import type { CallOptions } from "./api.ts";
import { makePerson, PASSWORD, resetToken } from "./sign-in.ts";

export const PUBLIC_REQUESTS: Record<string, () => Promise<CallOptions>> = {
  login: async () => ({ body: { email: (await makePerson()).email, password: PASSWORD } }),
  refreshTokens: async () => ({
    body: { refresh_token: await issueRefreshToken((await makePerson()).scope) },
  }),
  forgotPassword: async () => ({ body: { email: (await makePerson()).email } }),
  resetPassword: async () => ({
    body: {
      token: await resetToken((await makePerson()).email),
      new_password: "another that nobody guesses",
    },
  }),
};
