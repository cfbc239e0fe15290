import { db } from "../database/prisma.ts";
import { latestTo } from "./sql.ts";
import type { EmailDocument } from "./templates/compose.ts";
import { renderHtml } from "./templates/render.ts";

/** The latest emails to an address, or to all, with subject and text. */
export async function listEmails(to: string | undefined, limit: number) {
  const latest = to === undefined ? undefined : await latestTo({ to, limit });
  return db().mail.findMany({
    ...(latest ? { where: { id: { in: latest.map(({ id }) => id) } } } : {}),
    orderBy: [{ createdAt: "desc" }, { id: "desc" }],
    take: limit,
    select: {
      id: true,
      to: true,
      kind: true,
      subject: true,
      text: true,
      status: true,
      attemptCount: true,
      lastError: true,
      createdAt: true,
      sentAt: true,
    },
  });
}

/** One email in both formats, or null. */
export async function findEmail(id: string) {
  const found = await db().mail.findUnique({
    where: { id },
    select: {
      id: true,
      to: true,
      subject: true,
      text: true,
      content: true,
      createdAt: true,
    },
  });
  if (!found) return null;
  const { content, ...email } = found;
  return { ...email, html: content && (await renderHtml(content as EmailDocument)) };
}
