import { headers } from "next/headers";
import { findEmail } from "#lib/email/queries.ts";
import { env } from "#lib/env.ts";
import { uuid } from "#lib/fields.ts";
import { isLocalVisit } from "../local-visit.ts";

export type EmailContext = { params: Promise<{ email_id: string }> };

export async function findRequestedEmail({ params }: EmailContext) {
  const { data: id } = uuid.safeParse((await params).email_id);
  if (!id || env().environment === "production") return null;
  return findEmail(id, isLocalVisit(await headers()));
}
