/**
 * Secrets in emails, such as the link for a new password. What is kept of an email holds none: they
 * stand beside it, encrypted, until it is sent. A sandbox keeps the text as it would be sent, since
 * its pages and the operator command stand in for the mailbox.
 */
import { openNote, sealNote } from "../auth/sealed-notes.ts";
import { env } from "../env.ts";

/** Stands in the text for the secret. */
export const SECRET_PLACEHOLDER = "NOT_KEPT";

/** A secret, and how long it is good for. */
export type EmailSecret = { value: string; seconds: number };

type Text = { text: string; html?: string | null };

/** The text with its secret. */
export function withSecret<T extends Text>(mail: T, secret: string): T {
  const fill = (text: string) => text.replaceAll(SECRET_PLACEHOLDER, secret);
  return { ...mail, text: fill(mail.text), ...(mail.html ? { html: fill(mail.html) } : {}) };
}

/** What is to be kept of an email that has a secret. */
export async function keepable<T extends Text & { secret?: EmailSecret }>(
  mail: T,
): Promise<{ mail: T; encryptedSecret: string | null }> {
  const { secret } = mail;
  const { environment, smtpUrl } = env();
  if (!secret) return { mail, encryptedSecret: null };
  if (environment === "sandbox") {
    return { mail: withSecret(mail, secret.value), encryptedSecret: null };
  }
  // Nobody will send it: then nobody can use it either.
  if (!smtpUrl) return { mail, encryptedSecret: null };
  const note = await sealNote("mail-secret", { value: secret.value }, secret.seconds);
  return { mail, encryptedSecret: note };
}

/** The email as it is to be sent; null where its secret has expired, or is gone. */
export async function sendable<T extends Text & { encryptedSecret: string | null }>(
  mail: T,
): Promise<T | null> {
  const needs = mail.text.includes(SECRET_PLACEHOLDER);
  if (!needs) return mail;
  if (!mail.encryptedSecret) return null;
  const opened = await openNote<{ value: string }>("mail-secret", mail.encryptedSecret);
  return opened && withSecret(mail, opened.value);
}
