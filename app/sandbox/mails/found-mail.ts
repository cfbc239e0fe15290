/** The mail that an address names. Sandbox only: in production there is none. */
import { systemScope } from "#lib/auth/scopes.ts";
import { env } from "#lib/env.ts";
import { findMail } from "#lib/mail/queries.ts";

const UUID = /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/i;

export type MailContext = { params: Promise<{ mail_id: string }> };

export async function foundMail({ params }: MailContext) {
  const { mail_id: id } = await params;
  if (env().environment === "production" || !UUID.test(id)) return null;
  return findMail(systemScope("sandbox mails"), id);
}
