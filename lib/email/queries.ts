import { db } from "../database/prisma.ts";
import { run } from "../database/run.ts";
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
