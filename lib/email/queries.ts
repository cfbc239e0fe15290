import { db } from "../database/prisma.ts";
import { run } from "../database/run.ts";
import { emailKey } from "../text.ts";
import { latestEmails } from "./sql.ts";
import type { EmailDocument } from "./templates/compose.ts";
import { renderHtml } from "./templates/render.ts";

/** The latest emails to an address, or to all, with subject and text. */
export const listEmails = (to: string | undefined, limit: number) => run(latestEmails(to, limit));

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

/**
 * What others than a sandbox's operator may see of its emails: none to members of a team or people invited to one, and
 * no links.
 */
export async function withoutAccess<T extends { to: string; text: string }>(emails: T[]) {
  const keys = { emailKey: { in: emails.map(({ to }) => emailKey(to)) } };
  const [members, invited] = await Promise.all([
    db().cardholder.findMany({ where: { ...keys, memberships: { some: {} } } }),
    db().invitation.findMany({ where: keys }),
  ]);
  const hidden = new Set([...members, ...invited].map((person) => person.emailKey));
  return emails
    .filter(({ to }) => !hidden.has(emailKey(to)))
    .map((email) => ({
      ...email,
      text: email.text.replace(
        /[a-z][a-z0-9+.-]*:\/\/\S+/gi,
        "(a link, shown only on the sandbox’s own machine)",
      ),
    }));
}
