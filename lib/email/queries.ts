import { equalIgnoringCase } from "../database/expressions.ts";
import { db } from "../database/prisma.ts";
import { run } from "../database/run.ts";
import { kysely } from "../database/tables.ts";
import { emailKey } from "../text.ts";
import type { EmailDocument } from "./templates/compose.ts";
import { renderHtml } from "./templates/render.ts";

/** The latest emails to an address (exact match, ignoring case), or to all, with subject and text. */
export const listEmails = (to: string | undefined, limit: number) =>
  run(
    kysely
      .selectFrom("email")
      .select(["id", "to", "kind", "subject", "text", "status"])
      .select(["attemptCount", "lastError", "createdAt", "sentAt"])
      .$if(to !== undefined, (all) => all.where(equalIgnoringCase("to", to as string)))
      .orderBy("createdAt", "desc")
      .orderBy("id", "desc")
      .limit(limit),
  );

/** One email in both formats, or null. */
export async function findEmail(id: string) {
  const found = await db().email.findUnique({
    where: { id },
    select: { id: true, to: true, subject: true, text: true, content: true, createdAt: true },
  });
  if (!found) return null;
  const { content, ...email } = found;
  return { ...email, html: content && (await renderHtml(content as EmailDocument)) };
}

const URLS = /[a-z][a-z0-9+.-]*:\/\/\S+/gi;
const HIDDEN = "(a link, shown only on the sandbox’s own machine)";

/** What visitors of a sandbox from elsewhere may see: no links, and no emails to members or people invited to a team. */
export async function withoutAccess<T extends { to: string; text: string }>(emails: T[]) {
  const keys = { emailKey: { in: emails.map(({ to }) => emailKey(to)) } };
  const members = { where: { ...keys, memberships: { some: {} } } };
  const hidden = [
    ...(await db().cardholder.findMany(members)),
    ...(await db().invitation.findMany({ where: keys })),
  ];
  return emails
    .filter(({ to }) => !hidden.some((person) => person.emailKey === emailKey(to)))
    .map((email) => ({ ...email, text: email.text.replace(URLS, HIDDEN) }));
}
