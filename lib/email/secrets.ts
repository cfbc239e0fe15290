/**
 * Secrets in emails, such as password links. The stored text has a placeholder; the secret is stored
 * separately, encrypted, until the email is sent. A sandbox stores the final text, since its pages and the
 * operator command stand in for the mailbox.
 */
import { decryptToken, encryptToken } from "../auth/tokens/encrypted-tokens.ts";
import { env } from "../env.ts";
import type { EmailKind } from "./limits.ts";
import type { EmailDocument } from "./templates/compose.ts";

export const SECRET_PLACEHOLDER = "NOT_KEPT";

/** `seconds`: how long the secret is valid. */
export type EmailSecret = { value: string; seconds: number };

type Text = { text: string; content?: EmailDocument | null };

/** Every email of these kinds has a secret. */
const KINDS_WITH_SECRET: ReadonlySet<string> = new Set<EmailKind>(["password-link", "invitation"]);

function withSecret<T extends Text>(email: T, secret: string): T {
  const fill = (text: string) => text.replaceAll(SECRET_PLACEHOLDER, secret);
  const { content } = email;
  const filled = content ? { content: JSON.parse(fill(JSON.stringify(content))) } : {};
  return { ...email, text: fill(email.text), ...filled };
}

/** The stored columns of an email that may have a secret. */
export async function storedForm<T extends Text & { secret?: EmailSecret }>(
  email: T,
): Promise<T & { encryptedSecret: string | null }> {
  const { secret } = email;
  const { environment, smtpUrl } = env();
  if (secret && environment === "sandbox") {
    return { ...withSecret(email, secret.value), encryptedSecret: null };
  }
  // Without an SMTP server the email is never sent, so the secret is not stored.
  if (!secret || !smtpUrl) return { ...email, encryptedSecret: null };
  const { value, seconds } = secret;
  return { ...email, encryptedSecret: await encryptToken("email-secret", { value }, seconds) };
}

type Stored = Text & { kind: string; encryptedSecret: string | null };

/** The email to send; null if its secret has expired or is gone. */
export async function sendableForm<T extends Stored>(email: T): Promise<T | null> {
  if (email.encryptedSecret === null) {
    // A sandbox stores the text with its secret filled in.
    const isGone = KINDS_WITH_SECRET.has(email.kind) && env().environment !== "sandbox";
    return isGone ? null : email;
  }
  const decrypted = await decryptToken<{ value: string }>("email-secret", email.encryptedSecret);
  return decrypted && withSecret(email, decrypted.value);
}
