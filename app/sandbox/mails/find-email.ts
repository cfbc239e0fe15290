import { findEmail } from "#lib/email/queries.ts";
import { env } from "#lib/env.ts";

const UUID = /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/i;

export type EmailContext = { params: Promise<{ mail_id: string }> };

export async function findRequestedEmail({ params }: EmailContext) {
  const { mail_id: id } = await params;
  if (env().environment === "production" || !UUID.test(id)) return null;
  return findEmail(id);
}
