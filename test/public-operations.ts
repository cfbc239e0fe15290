/** Good requests of the operations that ask for neither key nor token. */
import { issueRefreshToken } from "#lib/auth/refresh-tokens.ts";
import { requestPasswordReset } from "#lib/cardholders/password-links.ts";
import type { CallOptions } from "./api.ts";
import { mailsTo, makePerson, PASSWORD, sendPromisedLinks, someAddress } from "./signing-in.ts";

/** The token of the link that somebody is sent. */
async function resetToken(email: string): Promise<string> {
  await requestPasswordReset(email, { address: someAddress() });
  await sendPromisedLinks();
  const [, token] = /\?token=([\w-]+)/.exec((await mailsTo(email)).at(-1)?.text ?? "") ?? [];
  if (!token) throw new Error("no link was mailed");
  return token;
}

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
