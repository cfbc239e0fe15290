import { findEmail } from "#lib/email/queries.ts";
import { env } from "#lib/env.ts";
import { uuid } from "#lib/fields.ts";

export type EmailContext = { params: Promise<{ email_id: string }> };

export async function findRequestedEmail({ params }: EmailContext) {
  const { data: id } = uuid.safeParse((await params).email_id);
  return id && env().environment !== "production" ? findEmail(id) : null;
}
