/** Reading the outbox, for operators. */
import type { SystemScope } from "../auth/scopes.ts";
import { pool } from "../database/pool.ts";
import { db } from "../database/prisma.ts";

/** The latest mails to an address, whatever its case: equality, since an address is no pattern. */
async function latestTo(to: string, limit: number): Promise<string[]> {
  const { rows } = await pool().query<{ id: string }>(
    `select id from mail where lower("to") = lower($1) order by created_at desc, id desc limit $2`,
    [to, limit],
  );
  return rows.map(({ id }) => id);
}

/** Mails to an address (all without one), newest first, with subject and text. */
export async function listEmails(_scope: SystemScope, to: string | undefined, limit: number) {
  return db().mail.findMany({
    ...(to ? { where: { id: { in: await latestTo(to, limit) } } } : {}),
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
export async function findEmail(_scope: SystemScope, id: string) {
  return db().mail.findUnique({
    where: { id },
    select: { id: true, to: true, subject: true, text: true, html: true, createdAt: true },
  });
}
