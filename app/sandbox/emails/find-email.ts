/** The sandbox's emails, as a visitor may see them. */
import { headers } from "next/headers";
import { findEmail, listEmails, withoutAccess } from "#lib/email/queries.ts";
import { env } from "#lib/env.ts";
import { uuid } from "#lib/fields.ts";
import { isLocalVisit } from "../sign-in/local-visit.ts";

export type EmailContext = { params: Promise<{ email_id: string }> };

/** Whether the visitor may see all emails, with their links: each would make them the one who got it. */
export const seesAll = async () => isLocalVisit(await headers());

export async function findRequestedEmail({ params }: EmailContext) {
  const { data: id } = uuid.safeParse((await params).email_id);
  const email = id && env().environment !== "production" ? await findEmail(id) : null;
  if (!email || (await seesAll())) return email;
  const [shown] = await withoutAccess([email]);
  return shown ? { ...shown, html: null } : null;
}

export async function listShownEmails(limit: number) {
  const emails = await listEmails(undefined, limit);
  return (await seesAll()) ? emails : withoutAccess(emails);
}
