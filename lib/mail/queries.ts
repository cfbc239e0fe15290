/** Reading the outbox, for operators. */
import type { SystemScope } from "../auth/scopes.ts";
import { db } from "../db.ts";

/** Mails to an address (all without one), newest first, with subject and text. */
export async function listMails(_scope: SystemScope, to: string | undefined, limit: number) {
  return db().mail.findMany({
    ...(to ? { where: { to: { equals: to, mode: "insensitive" } } } : {}),
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

/** One mail in both of its forms, or null. */
export async function findMail(_scope: SystemScope, id: string) {
  return db().mail.findUnique({
    where: { id },
    select: { id: true, to: true, subject: true, text: true, html: true, createdAt: true },
  });
}
