/**
 * Passes secrets to the page that shows them once. Only their hashes are stored, so they are in the URL as an encrypted
 * token, valid for ten minutes and only in the session that created them.
 */
import type { SessionScope } from "#lib/auth/scopes.ts";
import { decryptToken, encryptToken } from "#lib/auth/tokens/encrypted-tokens.ts";

const SECONDS = 10 * 60;

type Session = Pick<SessionScope, "familyId">;

export const secretNote = <Content extends object>(
  purpose: "recovery-codes" | "service-key" | "api-key" | "webhook-secret",
  page: string,
) => ({
  page,
  pathTo: async ({ familyId }: Session, content: Content): Promise<string> => {
    const note = await encryptToken(purpose, { ...content, sessionId: familyId }, SECONDS);
    return `${page}?${new URLSearchParams({ note })}`;
  },
  /** Null if it's expired, another session's, or invalid. */
  read: async ({ familyId }: Session, note: string | undefined): Promise<Content | null> => {
    const token = note ? await decryptToken<Content & { sessionId: string }>(purpose, note) : null;
    return token?.sessionId === familyId ? token : null;
  },
});
